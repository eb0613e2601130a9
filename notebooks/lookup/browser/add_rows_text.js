/** What add_rows.js says of a step: in a sentence, as an alt text, under the pointer, as a table. Draws nothing. */
import { cells_of, named } from "./draw.js";

/** Row r of the table. */
export const row_at = ({ rows }, r) => ({ ...rows[r], ...cells_of(rows[r].cells) });

/** The first entries of a step as a sum in words. */
function sum_of(spec, { rows, weights }, most) {
  const few = weights.slice(0, most).map((weight, k) => `${weight} × row ${spec.rows[rows[k]].label}`);
  return [...few, ...(few.length < rows.length ? [`${rows.length - few.length} more`] : [])].join(" + ");
}

/** One sentence for the caption, which screen readers speak. */
export function say({ spec, step: index }) {
  const step = spec.steps[index],
    [a, b] = step.bounds,
    which = `Row ${index} of X, ${index + 1} of ${spec.path}`;
  if (!step.rows.length)
    return `${which}: indptr reads ${a} and ${b}, so it names no row of the table, and the sum is zero.`;
  const between = step.rows.length === 1 ? "the entry between says" : "the entries between say";
  const reading = spec.numbers ? ` = ${cells_of(step.out).texts.join(", ")}` : "";
  return `${which}: indptr reads ${a} and ${b}; ${between} ${sum_of(spec, step)}${reading}.`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt({ spec, step: index }) {
  const step = spec.steps[index],
    count = new Set(step.rows).size,
    sum = count ? sum_of(spec, step, 3) : "zero";
  const named_rows = `${count || "no"} ${count === 1 ? "row is" : "rows are"} named`;
  return `Row ${index} of a CSR matrix beside the table ${spec.shapes[1]}; ${named_rows}; the output is ${sum}.`;
}

/** The value under the pointer, for the caption. */
export function hover({ spec, step: index }, { line, count, term: k, sum, col }) {
  const { rows, weights, terms: weighed, counts, out } = spec.steps[index];
  if (count !== undefined) return `X[${index}, ${spec.rows[count].label}] = ${counts[count]?.[1] ?? "0"}`;
  if (col === undefined || (line ?? k ?? sum) === undefined) return "";
  if (sum !== undefined) return `out[${index}, ${spec.columns[col]}] = ${cells_of(out).texts[col]}`;
  const own = k === undefined,
    { label, texts } = row_at(spec, own ? line : rows[k]),
    cells = own ? texts : cells_of(weighed[k]).texts;
  const name = `${own ? "" : `${weights[k]} × `}W[${label}, ${spec.columns[col]}]`;
  return cells.length ? `${name} = ${cells[col]}` : name;
}

/** The numbers of the step as rows of a plain table, for screen readers. */
export function numbers({ spec, step: index }) {
  const { rows, weights, terms: weighed, out } = spec.steps[index];
  const body = weighed.map((line, k) => [
    `${weights[k]} × row ${named(row_at(spec, rows[k]))}`,
    ...cells_of(line).texts,
  ]);
  return {
    head: ["row", ...spec.columns.map((c) => `column ${c}`)],
    body,
    foot: [[`out[${index}]`, ...cells_of(out).texts]],
  };
}

// @ts-check
/**
 * What the picture says of a step: in a sentence, as an alt text, under the pointer, as a
 * table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cells_of } from "../kit/cells.js";
import { lines_in, row_at, writes } from "../kit/csr_rows.js";
import { listed, named } from "../kit/draw.js";

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export function key({ spec }) {
  const taken = spec.steps.map(({ counts }) => Object.values(counts));
  const signs = signs_of(spec, taken.flat());
  const dots =
    !writes(spec) && taken.some((counts) => counts.length < spec.drawn);
  const words = [];
  if (/[a-z+]/.test(signs)) words.push(["pos", "above 0"]);
  if (/[A-Z-]/.test(signs)) words.push(["neg", "below 0"]);
  if (signs.includes("0") || dots) words.push(["dot", "exactly 0"]);
  if (taken.flat().length) words.push(["pick", "a row that is named"]);
  if (!spec.whole) words.push(["strip", `all ${listed(spec.V, "row")}`]);
  return words;
}

/** The marks of all numbers that are drawn; a count of 0 is written where it has room. */
function signs_of(spec, counts) {
  const marks = counts
    .map(([mark]) => mark)
    .filter((mark) => mark !== "0" || !writes(spec));
  return [...lines_in(spec).map((line) => line.marks), ...marks].join("");
}

/** The first entries of a step as a sum in words. */
function sum_of(spec, { rows, weights }, most) {
  const terms = weights
    .slice(0, most)
    .map((weight, k) => `${weight} × row ${spec.rows[rows[k]].label}`);
  const left = rows.length - terms.length;
  if (left > 0) terms.push(`${left} more`);
  return terms.join(" + ");
}

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say({ spec, step: index }) {
  const step = spec.steps[index];
  const [start, end] = step.bounds;
  const read = `Row ${index} of X, ${index + 1} of ${spec.path}: indptr reads ${start} and ${end}`;
  if (!step.rows.length)
    return `${read}, so it names no row of the table, and the sum is zero.`;
  const { start: first, rows } = step;
  const last = first + rows.length - 1;
  const places =
    rows.length === 1
      ? `entry ${first.toLocaleString("en")} says`
      : `entries ${first.toLocaleString("en")} to ${last.toLocaleString("en")} say`;
  const reading = spec.numbers
    ? ` = ${cells_of(step.out).texts.join(", ")}`
    : "";
  return `${read}, so ${places} ${sum_of(spec, step)}${reading}.`;
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step: index }) {
  const step = spec.steps[index];
  const count = new Set(step.rows).size;
  const rows = `${count || "no"} ${count === 1 ? "row is" : "rows are"} named`;
  const sum = count ? sum_of(spec, step, 3) : "zero";
  return (
    `Row ${index} of a CSR matrix beside the table ${spec.shapes[1]}; ${rows}; ` +
    `the output is ${sum}.`
  );
}

/**
 * The value under the pointer, for the caption.
 *
 * @type {Kind["hover"]}
 */
export function hover(
  { spec, step: index },
  { line, count, term, sum, made = sum, col },
) {
  const step = spec.steps[index];
  if (count !== undefined) {
    const [, text] = step.counts[count] ?? ["0", "0"];
    return `X[${index}, ${spec.rows[count].label}] = ${text}`;
  }
  const column = spec.columns[col];
  if (col === undefined) return "";
  if (made !== undefined)
    return `out[${made}, ${column}] = ${cells_of(spec.steps[made].out).texts[col]}`;
  if (term !== undefined) {
    const { label } = spec.rows[step.rows[term]];
    return reading(
      `${step.weights[term]} × W[${label}, ${column}]`,
      cells_of(step.terms[term]).texts[col],
    );
  }
  if (line === undefined) return "";
  const { label, texts } = row_at(spec, line);
  return reading(`W[${label}, ${column}]`, texts[col]);
}

const reading = (name, text) =>
  text === undefined ? name : `${name} = ${text}`;

/**
 * The numbers of the step as rows of a plain table, for screen readers.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step: index, rest }) {
  const { rows, weights, terms, out } = spec.steps[index];
  const body = terms.map((line, k) => {
    const heading = `${weights[k]} × row ${named(row_at(spec, rows[k]))}`;
    return [heading, ...cells_of(line).texts];
  });
  const foot = rest ? [] : [[`out[${index}]`, ...cells_of(out).texts]];
  return {
    head: ["row", ...spec.columns.map((column) => `column ${column}`)],
    body,
    foot,
  };
}

/** What select_rows.js says of a step: in a sentence, as an alt text, under the pointer, as a table. Draws nothing. */
import { full, listed, named, quoted } from "./draw.js";
import { lens } from "./one_hot_and_table.js";

/** What the picture is called, by product or by lookup. */
export const title = ({ spec, by }) => (by === "lookup" ? "W[ids]" : spec.title);

/** How many numbers a step has multiplied, and how many of them by 0; or how many it has read. */
export function counted({ V, D }, { by }) {
  if (by === "lookup") return `this step: ${listed(D, "number")} read`;
  const zeros = ((V - 1) * D).toLocaleString("en");
  return `this step: ${listed(V * D, "multiplication")}, ${zeros} by a 0`;
}

/** What the marks of the picture mean, in a line below it. */
export function key({ spec, by }) {
  const signs = [...new Set(Object.values(spec.rows).flatMap(({ marks }) => [...marks]))];
  const has = (marks) => signs.some((mark) => marks.test(mark));
  const words = [];
  if (has(/[a-z+]/)) words.push(["pos", "above 0"]);
  if (has(/[A-Z-]/)) words.push(["neg", "below 0"]);
  if (has(/0/) || by !== "lookup") words.push(["dot", "exactly 0"]);
  words.push(["ring", "the row that is taken"]);
  if (spec.steps.some(({ unknown }) => unknown)) words.push(["hatch", "a word without a row of its own"]);
  if (!spec.whole) words.push(["strip", `all ${listed(spec.V, "row")}`]);
  return words;
}

const reading = (spec, row) => (spec.numbers ? ` It reads ${row.texts.join(", ")}.` : "");

const where_of = ({ spec, step }) => (step < spec.path ? `Step ${step + 1} of ${spec.path}` : "Your row");

/** One sentence for the caption, which screen readers speak. */
export function say(state) {
  const { spec, step: index, asked } = state;
  const step = spec.steps[index];
  const row = spec.rows[step.row];
  const where = where_of(state);
  const id = step.word ? `${quoted(step.word)} has id ${row.label}` : `The id is ${row.label}`;
  if (asked) {
    const unknown = step.unknown ? `${quoted(step.word)} is unknown, so its id is ${row.label}` : id;
    return `${where}. ${unknown}. Which row comes out? Click it, or type its number and press Enter; the arrow to the right skips.`;
  }
  return `${where}: ${as_guessed(state, step, row)}${told(state, step, row)}${reading(spec, row)}`;
}

/** A product with an infinite number is no copy: 0 × ∞ is not a number. */
const breaks = (spec, step) =>
  lens(spec, step).some((row) => row !== step.row && /[+?-]/.test(spec.rows[row].marks));

/** What happens in the step. */
function told({ spec, by }, step, row) {
  const { label } = row;
  if (step.unknown) {
    const id = `its id is ${label}, the row of ${quoted(full(row))}`;
    return `${quoted(step.word)} is unknown, so ${id}.`;
  }
  const id = step.word ? `${quoted(step.word)} has id ${label}` : `id ${label}`;
  if (by === "lookup") return `${id}${step.word ? " and" : ""} picks row ${label}.`;
  const zeros = ((spec.V - 1) * spec.D).toLocaleString("en");
  const product = `a 0 takes part in ${zeros} of ${listed(spec.V * spec.D, "multiplication")}`;
  const left = breaks(spec, step)
    ? `but 0 × ∞ is not a number, so here the product is not row ${label}: only the lookup is`
    : `and what is left is row ${label}`;
  return `${id}, so the 1 stands beside row ${label}; ${product}, ${left}.`;
}

/** How the guess was, if there was one. */
function as_guessed({ guess }, step, { label }) {
  if (guess === undefined || guess === null) return "";
  if (guess === step.row) return "as you said, ";
  return `you said row ${guess.toLocaleString("en")}, but id ${label} means row ${label}; `;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt({ spec, step: index, asked, guess, by }) {
  const step = spec.steps[index];
  const { label } = spec.rows[step.row];
  const start = `${by === "lookup" ? "Id" : "One-hot for index"} ${label} beside the table ${spec.shapes[1]}`;
  if (asked)
    return `Id ${label} and the table ${spec.shapes[1]}; no row is ringed yet, and the output is open.`;
  const wrong = guess !== undefined && guess !== null && guess !== step.row;
  const ringed = wrong ? `row ${label} is ringed, not the guess` : `only row ${label} is ringed`;
  return `${start}; ${ringed}; the output equals row ${label}.`;
}

/** The value under the pointer. */
export function hover({ spec }, { row, col, out }) {
  const from = out === undefined ? row : spec.steps[out].row;
  if (from === undefined || col === undefined) return "";
  const { label, texts } = spec.rows[from];
  const column = spec.columns[col];
  const name = out === undefined ? `W[${label}, ${column}]` : `output, column ${column}`;
  const text = texts?.[col];
  return text ? `${name} = ${text}` : name;
}

/** The numbers of the step as rows of a plain table. */
export function numbers({ spec, step: index, asked, rest, by }) {
  const step = spec.steps[index];
  const one_hot = by !== "lookup" && !asked;
  const entry = (text) => (one_hot ? [text] : []);
  const body = lens(spec, step)
    .filter((row) => spec.rows[row].texts)
    .map((row) => [
      named(spec.rows[row]),
      ...entry(row === step.row && !rest ? "1" : "0"),
      ...spec.rows[row].texts,
    ]);
  const foot = asked || rest ? [] : [["output", ...entry(""), ...spec.rows[step.row].texts]];
  return {
    head: ["row", ...entry("one-hot"), ...spec.columns.map((column) => `column ${column}`)],
    body,
    foot,
  };
}

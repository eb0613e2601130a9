// @ts-check
/**
 * What the picture says of a step: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cells_of } from "../kit/cells.js";
import { listed, named, quoted } from "../kit/draw.js";
import { lens } from "../kit/one_hot_and_table.js";

/**
 * What row r of W.grad holds after step `at`, {visits, sum}; beside the path the sum over
 * all ids. Undefined: untouched.
 */
export function written({ steps, path, totals }, at, r) {
  if (at >= path) return totals[r];
  const step = steps.slice(0, at + 1).findLast(({ row }) => row === Number(r));
  return step && { visits: String(step.visit), sum: step.sum ?? step.in };
}

/**
 * The step after which row r reads as it does: `at` where the step is of this row; of the
 * others all that has come out stays, also while an earlier step is shown once more.
 */
export const as_of = ({ spec, step, kept = -1 }, r, at = step) =>
  Number(r) === spec.steps[step].row ? at : Math.max(at, kept);

/**
 * The step that shows a row: its last that has come out, so that none of its visits is
 * taken away, else the first that there is.
 *
 * @type {Kind["step_of"]}
 */
export function step_of({ spec: { steps }, kept = -1 }, row) {
  const shows = (step) => step.row === row;
  const last = steps.slice(0, kept + 1).findLastIndex(shows);
  return last < 0 ? steps.findIndex(shows) : last;
}

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export function key({ spec: { steps, path, totals, whole, V } }) {
  const lines = [
    ...steps.slice(0, path).flatMap((step) => [step.in, step.sum ?? step.in]),
    ...Object.values(totals).map(({ sum }) => sum),
  ];
  const marks = lines.map((line) => cells_of(line).marks).join("");
  const words = [];
  if (/[a-z]/.test(marks)) words.push(["pos", "above 0"]);
  if (/[A-Z]/.test(marks)) words.push(["hollow", "below 0"]);
  words.push(["dot", "exactly 0"], ["touch", "a row that is written"]);
  if (steps.some(({ unknown }) => unknown))
    words.push(["hatch", "a word without a row of its own"]);
  if (!whole) words.push(["strip", `all ${listed(V, "row")}`]);
  return words;
}

export function visits_of(done) {
  if (!done) return "no visit";
  return `${done.visits} ${done.visits === "1" ? "visit" : "visits"}`;
}

/** How many rows are untouched. */
function rest({ spec: { V, steps }, step, kept = -1 }) {
  const { visit } = steps[step];
  const { left } = steps[Math.max(step, kept)];
  if (left === "0") return "no row is untouched";
  const rows = `${left} of ${V.toLocaleString("en")} rows ${left === "1" ? "is" : "are"}`;
  return `${rows} ${visit ? "still " : ""}untouched, exactly zero`;
}

/** Where a row stands in `up`. */
export const place_of = ({ place, slot }) => place ?? slot;

function arriving(step) {
  const place = place_of(step);
  if (!place) return "the incoming gradient";
  return `row ${place.includes(",") ? `[${place}]` : place} of the incoming gradient`;
}

/** The end of each sentence: what the row reads now, and how many rows are untouched. */
function ending(state, done) {
  const { spec, step } = state;
  const left = rest(state);
  if (!spec.numbers || !done)
    return `${left[0].toUpperCase()}${left.slice(1)}.`;
  const { label } = spec.rows[spec.steps[step].row];
  return `Row ${label} now reads ${cells_of(done.sum).texts.join(", ")}; ${left}.`;
}

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step: index } = state;
  const step = spec.steps[index];
  const { label } = spec.rows[step.row];
  const done = written(spec, index, step.row);
  const end = ending(state, done);
  if (!step.visit && !done)
    return `Your row: no id names row ${label}, so its gradient is exactly zero. ${end}`;
  if (!step.visit) {
    const ids =
      `${done.visits} of ${listed(spec.ids, "id")} ` +
      `${done.visits === "1" ? "names" : "name"}`;
    return `Your row: ${ids} row ${label}, none of the first ${spec.path}. ${end}`;
  }
  const known = step.unknown ? "is unknown, so its id is" : "has id";
  const id = step.word
    ? `${quoted(step.word)} ${known} ${label}`
    : `id ${label}`;
  const sum = `${arriving(step)} is added to row ${label} of W.grad, its ${step.nth} visit`;
  return `Step ${index + 1} of ${spec.path}: ${id}, so ${sum}.${addition(spec, index)} ${end}`;
}

/**
 * What is added up at a later visit, in the first column in which both parts are numbers
 * other than zero.
 */
function addition(spec, index) {
  const step = spec.steps[index];
  if (!spec.numbers || step.visit === 1) return "";
  const [held, came, sum] = [
    written(spec, index - 1, step.row).sum,
    step.in,
    step.sum ?? step.in,
  ].map(cells_of);
  const j = spec.columns.findIndex(
    (_, k) => held.marks[k] !== "0" && came.marks[k] !== "0",
  );
  if (j < 0) return "";
  const rounded = spec.note.includes("rounded") && /\d/.test(sum.texts[j]);
  const about = rounded ? "about " : "";
  return (
    ` In column ${spec.columns[j]}, ` +
    `${held.texts[j]} and ${came.texts[j]} make ${about}${sum.texts[j]}.`
  );
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, step: index } = state;
  const step = spec.steps[index];
  const { label } = spec.rows[step.row];
  const what = step.visit
    ? `${arriving(step)} is added to row ${label}, its ${step.nth} visit`
    : `row ${label} has ${visits_of(written(spec, index, step.row))}`;
  return `One-hot for index ${label} beside ${spec.shapes[1]}; ${what}; ${rest(state)}.`;
}

/**
 * The value under the pointer, for the caption.
 *
 * @type {Kind["hover"]}
 */
export function hover({ spec }, { row, col, at, in: arrived }) {
  if (col === undefined) return "";
  const column = spec.columns[col];
  if (arrived !== undefined) {
    const step = spec.steps[arrived];
    const place = place_of(step);
    return reading(
      `up[${place ? `${place}, ` : ""}${column}]`,
      cells_of(step.in).texts[col],
    );
  }
  if (row === undefined) return "";
  const done = written(spec, Number(at), row);
  return reading(
    `W.grad[${spec.rows[row].label}, ${column}]`,
    done ? cells_of(done.sum).texts[col] : "0",
  );
}

const reading = (name, text) => (text ? `${name} = ${text}` : name);

/**
 * The numbers of the step as rows of a plain table, for screen readers.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, step: index } = state;
  const step = spec.steps[index];
  const at = state.rest ? index - 1 : index;
  const zeros = spec.columns.map(() => "0");
  const body = lens(spec, step).map((row) => {
    const done = written(spec, as_of(state, row, at), row);
    return [
      named(spec.rows[row]),
      done?.visits ?? "0",
      ...(done ? cells_of(done.sum).texts : zeros),
    ];
  });
  const foot = step.visit
    ? [[arriving(step), "", ...cells_of(step.in).texts]]
    : [];
  return {
    head: [
      "row",
      "visits",
      ...spec.columns.map((column) => `column ${column}`),
    ],
    body: body.filter((cells) => cells.length > 2),
    foot,
  };
}

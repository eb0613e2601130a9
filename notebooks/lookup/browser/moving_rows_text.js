/** What moving_rows.js says of a moment: in a sentence, as an alt text, under the pointer, as a table. Draws nothing. */
import { full, named, quoted } from "./draw.js";

/** The place of a row among those drawn; -1 for none and for one that is not drawn. */
export const place_of = ({ rows }, row) => rows.findIndex((drawn) => drawn.row === row);

/** Numbers that travel as one text. */
export const numbers_of = (line) => line.split(" ").map(Number);

/** The places of the rows nearest to the one at place i: a letter each. */
export const near_of = ({ near }, i) => [...near.split(" ")[i]].map((letter) => letter.charCodeAt(0) - 48);

const word_of = (row) => (full(row) ? quoted(full(row)) : `row ${row.label}`);
const short_of = (row) => row.name ?? `row ${row.label}`;

/** The rows nearest to the one at place i, in words. */
function nearest({ spec, step }, i, called) {
  const words = near_of(spec.steps[step], i).map((other) => called(spec.rows[other]));
  if (words.length === 0) return "all zeros, so near to none";
  if (words.length === 1) return `nearest is ${words[0]}`;
  return `nearest are ${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** What a mark says of a row. */
function written_of({ spec, step }, mark) {
  if (mark === "n") return "never seen so far";
  return `${mark === "t" ? "written" : "not written"} since ${spec.steps[step - 1]?.name}`;
}

const count = (marks, mark) => [...marks].filter((other) => other === mark).length;

/** One sentence for the caption, which screen readers speak. */
export function say(state) {
  const { spec, step } = state;
  const { name, marks } = spec.steps[step];
  const i = place_of(spec, state.row);
  const when = `Moment ${step + 1} of ${spec.path}, ${name}`;
  if (i >= 0) {
    const mark = spec.marked ? `; ${written_of(state, marks[i])}` : "";
    const near = nearest(state, i, word_of);
    return `${when}. ${word_of(spec.rows[i])}: ${near}, by cosine over ${spec.columns}${mark}.`;
  }
  if (!spec.marked || step === 0) return `${when}: where ${spec.of} ${step ? "lie now" : "start"}.`;
  const rows = `${count(marks, "t")} of these ${spec.rows.length} rows written`;
  const never = count(marks, "n") ? `, ${count(marks, "n")} never seen so far` : "";
  return `${when}: ${rows} since ${spec.steps[step - 1].name}${never}.`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt(state) {
  const { spec, step } = state;
  const { name, marks } = spec.steps[step];
  const i = place_of(spec, state.row);
  const map = `Map of ${spec.of} at ${name}, moment ${step + 1} of ${spec.path}`;
  if (i >= 0) return `${map}; ${short_of(spec.rows[i])} is ringed: ${nearest(state, i, short_of)}.`;
  if (!spec.marked) return `${map}; axes and scale are those of every moment.`;
  return `${map}; ${count(marks, "t")} rows are marked as written.`;
}

/** The row under the pointer, for the caption. */
export function hover(state, { row }) {
  const i = place_of(state.spec, Number(row));
  if (row === undefined || i < 0) return "";
  return `${named(state.spec.rows[i])}: ${nearest(state, i, short_of)}.`;
}

/** The map as rows of a plain table, for screen readers. */
export function numbers({ spec, step }) {
  const now = spec.steps[step];
  const x = numbers_of(now.x);
  const y = numbers_of(now.y);
  const written = (mark) => ({ t: "yes", s: "no", n: "never seen" })[mark];
  const body = spec.rows.map((row, i) => {
    const near = near_of(now, i).map((other) => spec.rows[other].name ?? spec.rows[other].label);
    const mark = spec.marked ? [written(now.marks[i])] : [];
    return [named(row), `${x[i]}`, `${y[i]}`, ...mark, near.join(", ")];
  });
  const written_head = spec.marked ? ["written"] : [];
  return { head: ["row", "x", "y", ...written_head, "nearest rows"], body, foot: [] };
}

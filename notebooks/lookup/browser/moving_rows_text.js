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
const joined_words = (words) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");

/** The rows nearest to the one at place i, in words. */
function nearest({ spec, step }, i, called) {
  const near = near_of(spec.steps[step], i).map((other) => called(spec.rows[other]));
  return near.length
    ? `nearest ${near.length > 1 ? "are" : "is"} ${joined_words(near)}`
    : "all zeros, so near to none";
}

/** What a mark says of a row, and of how many. */
function written_of({ spec, step }, mark) {
  const since = `since ${spec.steps[step - 1]?.name}`;
  return { t: `written ${since}`, s: `not written ${since}`, n: "never seen so far" }[mark];
}

/** One sentence for the caption, which screen readers speak. */
export function say(state) {
  const { spec, step, row } = state,
    { name, marks } = spec.steps[step],
    i = place_of(spec, row);
  const when = `Moment ${step + 1} of ${spec.path}, ${name}`,
    count = (mark) => [...marks].filter((m) => m === mark).length;
  if (i >= 0) {
    const mark = spec.marked ? `; ${written_of(state, marks[i])}` : "";
    return `${when}. ${word_of(spec.rows[i])}: ${nearest(state, i, word_of)}, by cosine over ${spec.columns}${mark}.`;
  }
  const never = spec.marked && count("n") ? `, ${count("n")} never seen so far` : "";
  if (spec.marked && step)
    return `${when}: ${count("t")} of these ${spec.rows.length} rows written since ${spec.steps[step - 1].name}${never}.`;
  return `${when}: where ${spec.of} ${step ? "lie now" : "start"}.`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt(state) {
  const { spec, step, row } = state,
    { name, marks } = spec.steps[step],
    i = place_of(spec, row);
  const map = `Map of ${spec.of} at ${name}, moment ${step + 1} of ${spec.path}`;
  if (i >= 0) return `${map}; ${short_of(spec.rows[i])} is ringed: ${nearest(state, i, short_of)}.`;
  return `${map}; ${spec.marked ? `${[...marks].filter((m) => m === "t").length} rows are marked as written` : "axes and scale are those of every moment"}.`;
}

/** The row under the pointer, for the caption. */
export function hover(state, { row }) {
  const i = place_of(state.spec, Number(row));
  return row === undefined || i < 0 ? "" : `${named(state.spec.rows[i])}: ${nearest(state, i, short_of)}.`;
}

/** The map as rows of a plain table, for screen readers. */
export function numbers({ spec, step }) {
  const now = spec.steps[step],
    { marks } = now,
    [x, y] = [now.x, now.y].map(numbers_of);
  const body = spec.rows.map((row, i) => {
    const mark = spec.marked ? [{ t: "yes", s: "no", n: "never seen" }[marks[i]]] : [];
    return [
      named(row),
      `${x[i]}`,
      `${y[i]}`,
      ...mark,
      near_of(now, i)
        .map((other) => spec.rows[other].name ?? spec.rows[other].label)
        .join(", "),
    ];
  });
  return { head: ["row", "x", "y", ...(spec.marked ? ["written"] : []), "nearest rows"], body, foot: [] };
}

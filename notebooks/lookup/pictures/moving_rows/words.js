// @ts-check
/**
 * What the picture says of a moment: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { full, named, quoted } from "../kit/draw.js";
import { cosine_text } from "../kit/units.js";
import { moment, place_of, word_of } from "./map_places.js";
import { hits_text } from "./map_track.js";

const quoted_word = (row) =>
  full(row) ? quoted(full(row)) : `row ${row.label}`;
const short_of = (row) => row.name ?? `row ${row.label}`;

/** The rows nearest to the one at place i, in words, each with its cosine. */
function nearest({ spec, step }, i, called) {
  const { near } = moment(spec, step);
  const words = near[i].map(
    ({ at, cosine }) => `${called(spec.rows[at])} (${cosine_text(cosine)})`,
  );
  if (words.length === 0)
    return "near to none, as it or every other row is all zeros";
  if (words.length === 1) return `nearest of these rows is ${words[0]}`;
  return `nearest of these rows are ${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** What a mark says of a row. */
function written_of({ spec, step }, mark) {
  if (mark === "n") return "never seen so far";
  return `${mark === "t" ? "in a batch" : "in no batch"} since ${spec.steps[step - 1]?.name}`;
}

const count = (marks, mark) =>
  [...marks].filter((other) => other === mark).length;

/** Which moment it is and, if they are counted, how many hits it has. */
const when = ({ spec, step }) =>
  [
    `${step + 1} of ${spec.path}`,
    spec.steps[step].name,
    ...hits_text(spec, step),
  ].join(", ");

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step } = state;
  const { marks } = spec.steps[step];
  const i = place_of(spec, state.row);
  const moment = `Moment ${when(state)}`;
  if (i >= 0) {
    const mark = spec.marked ? `; ${written_of(state, marks[i])}` : "";
    const near = nearest(state, i, quoted_word);
    return (
      `${moment}. ${quoted_word(spec.rows[i])}: ` +
      `${near}, by cosine over ${spec.columns}${mark}.`
    );
  }
  if (!spec.marked || step === 0)
    return `${moment}: where ${spec.of} ${step ? "lie now" : "start"}.`;
  const rows = `${count(marks, "t")} of these ${spec.rows.length} rows in a batch`;
  const never = count(marks, "n")
    ? `, ${count(marks, "n")} never seen so far`
    : "";
  return `${moment}: ${rows} since ${spec.steps[step - 1].name}${never}.`;
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, step } = state;
  const i = place_of(spec, state.row);
  const map = `Map of ${spec.of} at moment ${when(state)}`;
  if (i >= 0)
    return `${map}; ${short_of(spec.rows[i])} is ringed: ${nearest(state, i, short_of)}.`;
  if (!spec.marked) return `${map}; axes and scale are those of every moment.`;
  return `${map}; ${count(spec.steps[step].marks, "t")} rows were in a batch just before.`;
}

/**
 * The row under the pointer, for the caption.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, { row }) {
  const i = place_of(state.spec, Number(row));
  if (row === undefined || i < 0) return "";
  return `${named(state.spec.rows[i])}: ${nearest(state, i, short_of)}.`;
}

/**
 * The map as rows of a plain table, for screen readers.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step }) {
  const now = spec.steps[step];
  const { x, y, near } = moment(spec, step);
  const written = (mark) => ({ t: "yes", s: "no", n: "never seen" })[mark];
  const body = spec.rows.map((row, i) => {
    const words = near[i].map(
      ({ at, cosine }) => `${word_of(spec.rows[at])} ${cosine_text(cosine)}`,
    );
    const mark = spec.marked ? [written(now.marks[i])] : [];
    return [named(row), `${x[i]}`, `${y[i]}`, ...mark, words.join(", ")];
  });
  const written_head = spec.marked ? ["in a batch"] : [];
  return {
    head: ["row", "x", "y", ...written_head, "nearest rows"],
    body,
    foot: [],
  };
}

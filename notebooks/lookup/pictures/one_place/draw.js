// @ts-check
/**
 * One place of a text in training: a word is hidden, what stands around it is read, and of
 * the words held against that one step pulls the hidden one and pushes the others.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { chips } from "../kit/chips.js";
import { part, quiet } from "../kit/draw.js";
import { lanes } from "./lanes.js";
import { MARGIN, layout_of, pull_of } from "./layout.js";
import * as words from "./words.js";
import { player } from "../kit/player.js";
import { read_rows } from "./reads.js";
import { tape, text_line } from "./text_line.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = {
  mean: [0.6, 1.5],
  score: [1.8, 2.5],
  pull: [3, 3.6],
  step: [3.9, 4.8],
};
/** Skip-gram reads one row: there is no mean to wait for. */
const without_mean = {
  mean: [0, 0],
  score: [0.6, 1.3],
  pull: [1.8, 2.4],
  step: [2.7, 3.6],
};
const SEEN = 1; // seconds in which what has come of the step is looked at

export const unit = "place";
export const yours = "your place";
export const ways = (spec) => spec.ways;
export const layout = (spec, narrow) => layout_of(spec, narrow);

export const stages_of = ({ by }) => (by === "CBOW" ? stages : without_mean);

/**
 * All shapes of the place at time t (seconds). State: the spec, the step, `by` which task.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step, by, narrow = false } = state;
  const stages = stages_of(state);
  const way = {};
  for (const name in stages) way[name] = part(t, stages[name]);
  const place = layout(spec, narrow);
  const scene = { state, spec, step, by, place, pull: pull_of(state), way };
  const above = spec.clicked ? text_line(scene) : places(scene);
  return [...above, ...read_rows(scene), ...lanes(scene)];
}

/** Of a text that is not clicked: a chip for each place, and the words around this one. */
function places(scene) {
  const { state, place } = scene;
  const { y, h } = place.chips;
  return [
    quiet("places", MARGIN, y + h / 2 + 4, "place"),
    ...chips(state, place.chips),
    ...tape(scene),
  ];
}

/**
 * A typed word or row number means the next place with this word in the middle.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = ({ rows, steps }, typed) =>
  steps.find(({ row, word }) =>
    [word, String(row), rows[row].label].includes(typed),
  )?.row ?? NaN;

/** @type {Kind["step_of"]} */
export function step_of({ spec: { steps }, step }, row) {
  const ahead = steps.map((_, k) => (step + 1 + k) % steps.length);
  return ahead.find((at) => steps[at].row === row) ?? -1;
}

/**
 * Seconds that a place takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => stages_of(state).step[1] + SEEN;

export default player({
  ...words,
  picture,
  step_of,
  row_of,
  layout,
  lasts,
  ways,
  unit,
  yours,
});

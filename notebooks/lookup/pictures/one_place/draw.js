// @ts-check
/**
 * One place of a text in training: what is read, which answers are held against it, who
 * pulls whom, and what one step changes. Rows of two numbers are pulled on a map.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { answers } from "./answers.js";
import { chips } from "../kit/chips.js";
import { part, quiet } from "../kit/draw.js";
import { MARGIN, layout_of, pull_of } from "./layout.js";
import * as words from "./words.js";
import { player } from "../kit/player.js";
import { pull_map } from "./pull_map.js";
import { read_rows, tape } from "./reads.js";
import { scores } from "./scores.js";
import { text_line } from "./text_line.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = {
  look: [0, 0.5],
  mean: [0.6, 1.2],
  fly: [1.4, 1.9],
  score: [1.8, 2.3],
  pull: [2.5, 3],
  step: [3.3, 4],
};
/** Skip-gram reads one row: there is no mean to wait for. */
const without_mean = {
  look: [0, 0.2],
  mean: [0, 0.2],
  fly: [0.4, 0.9],
  score: [0.8, 1.3],
  pull: [1.5, 2],
  step: [2.3, 3],
};
/** On a map nothing flies from line to line. What comes of the pulls is then looked at. */
export const on_map = {
  look: [0, 0.3],
  mean: [0.4, 0.9],
  fly: [0, 0.3],
  score: [0.4, 0.9],
  pull: [1, 1.5],
  step: [1.7, 2.4],
};
const SEEN = 1;

export const unit = "place";
export const yours = "your place";
export const ways = (spec) => spec.ways;
export const layout = (spec, narrow) => layout_of(spec, narrow);

export const stages_of = ({ spec, by }) =>
  spec.map ? on_map : by === "CBOW" ? stages : without_mean;

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
  return spec.map
    ? [...text_line(scene), ...pull_map(scene), ...scores(scene)]
    : in_lines(scene);
}

/** Rows of more or fewer than two numbers, which have no map. */
function in_lines(scene) {
  const { state, place } = scene;
  return [
    quiet("places", MARGIN, place.chips.y + place.chips.h / 2 + 4, "place"),
    ...chips(state, place.chips),
    ...tape(scene),
    ...read_rows(scene),
    ...answers(scene),
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
export const lasts = (state) =>
  stages_of(state).step[1] + (state.spec.map ? SEEN : 0);

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

// @ts-check
/**
 * EmbeddingBag: a list of ids is cut into bags where the offsets say. Beside each id stands
 * its row of the table; the rows of a bag, each times its count, fall together into the
 * bag's line of the output. Where an offset is dragged, or an id over it, the bags and their
 * lines follow.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { part, quiet } from "../kit/draw.js";
import { player } from "../kit/player.js";
import { cuts, headings, ids } from "./list.js";
import { let_move } from "./drag_offsets.js";
import { bags_at, laid, line_y } from "./places.js";
import {
  brackets,
  falling,
  goes_without,
  outputs,
  rows,
  strikes,
  uses_counts,
  weighs,
} from "./rows.js";
import * as words from "./words.js";

export const unit = "bag";
export const ways = (spec) => spec.ways;
export const layout = laid;

const HINT = "drag an offset, or an id over it";

// Of each stage the seconds before it, where the eye arrives, and those that it takes, in
// the order the eye should follow.
const SPANS = {
  close: [0, 0.5],
  weigh: [0.1, 0.9],
  fall: [0.2, 1.2],
  divide: [0.1, 0.5],
  land: [0, 0.2],
};

/** Seconds from and to of each stage of the step: an empty bag has little to do. */
export function stages_of(state) {
  const { spec, step } = state;
  const bag = spec.steps[step];
  const full = bag.rows.length > 0;
  const does = {
    weigh: uses_counts(state) && weighs(bag),
    fall: full,
    divide: full && spec.mean,
  };
  const stages = {};
  let at = 0;
  for (const [name, [wait, lasts]] of Object.entries(SPANS)) {
    if (does[name] === false) continue;
    stages[name] = [at + wait, at + wait + lasts];
    at += wait + lasts;
  }
  return stages;
}

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => stages_of(state).land[1];

/**
 * All shapes of the step at time t (seconds). State: the spec, the step, `by` with counts
 * or without.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...headings(scene),
    ...cuts(scene), // below what a pointer finds of the rows
    ...ids(scene),
    ...rows(scene),
    ...brackets(scene),
    ...outputs(scene),
    ...falling(scene),
    ...strikes(scene),
    ...(state.rest && state.spec.spans ? [hint(scene)] : []),
  ];
}

/** What the parts of a picture ask of a moment. */
function scene_of(state, t) {
  const { spec, step: at, narrow = false } = state;
  const place = layout(spec, narrow);
  const bags = bags_at(spec, narrow);
  const stage = stages_of(state);
  const gone = gone_of(stage, t);
  return {
    ...{ spec, at, place, bags, gone },
    line_y: (b, k) => line_y(place, bags[b], k),
    during: (name) => name in stage && t > stage[name][0] && gone[name] < 1,
    // a click goes on to a bag that is still to come, and leaves those that are filled
    jump: (b) => (b > at ? { "data-row": b } : {}),
    counted: uses_counts(state),
    without: goes_without(state),
  };
}

/** How far each stage has gone; one that the step does not have is over with the one before. */
function gone_of(stage, t) {
  const gone = {};
  let before = 0;
  for (const name in SPANS) {
    gone[name] = stage[name] ? part(t, stage[name]) : Math.floor(before);
    before = gone[name];
  }
  return gone;
}

/** At rest, what a learner may do beside playing. */
const hint = ({ place }) => quiet("hint", place.words, place.height - 6, HINT);

/**
 * A bag is a step of its own.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec }, bag) => (bag < spec.path ? bag : -1);

export default let_move(
  player({ ...words, picture, step_of, layout, lasts, unit, ways }),
);

// @ts-check
/**
 * Product and lookup: one input in two lanes, both seen at once. Linear multiplies every
 * number of the table and adds up the products; Embedding goes to the row that the id
 * names and reads it. A mixture of rows has no id.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cell_size } from "../kit/cells.js";
import { chips } from "../kit/chips.js";
import { glide, label, part } from "../kit/draw.js";
import { embedding } from "./embedding_lane.js";
import { linear } from "./linear_lane.js";
import {
  beside,
  ids_heading,
  row_of,
  step_of,
} from "../kit/one_hot_and_table.js";
import { player } from "../kit/player.js";
import * as words from "./words.js";
import { verdict } from "./words.js";

/**
 * Seconds from and to, in the order the eye should follow: both lanes begin together, and
 * the lookup is done long before.
 */
export const stages = {
  point: [0, 0.9], // no shape moves for longer
  read: [1, 1.2],
  times: [1, 2.1],
  travel: [1.3, 1.8],
  fall: [2.2, 2.8],
  land: [2.8, 3],
};
/** The same from one row of weights to the next: what differs turns, and nothing falls. */
export const slide = {
  point: [0, 0.2],
  read: [0.2, 0.3],
  times: [0.2, 0.6],
  travel: [0.3, 0.7],
  fall: [0.6, 1],
  land: [1, 1.1],
};
const ENTRY = 38; // px of an entry of v: room for 0.875
const ABOVE = 42; // px from the top of a lane to its table
const BELOW = 20; // px from its table to what comes out, and from there to its counter
const LINE = 15; // px of a line of its counter
const COUNTER = 130; // px that a counter takes
const SIGN = 18; // px for the signs of an addition beside the table
const APART = 40; // px between the lanes
const COPIED = 48; // px for the name of the row beside its copy

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec, narrow) {
  const size = cell_size(spec);
  const { chips, top, ...left } = beside(spec, size, narrow, ENTRY);
  const one = lane(size, left, 0, top);
  const start = left.names - spec.name_width;
  const two = narrow
    ? lane(size, left, 0, one.bottom + BELOW)
    : lane(size, left, one.right + APART - start, top);
  const middle = (one.table.x + one.table.w + two.table.x - COPIED) / 2;
  const equals = { x: middle, y: one.out + size.h / 2 + 5 };
  const width = Math.max(two.right, chips.x + chips.w + 6);
  const height = two.bottom + 32;
  const end = { x: width / 2, y: two.bottom + 22 };
  return {
    chips,
    size,
    linear: one,
    embedding: two,
    equals,
    end,
    width,
    height,
    track: chips,
  };
}

/** A lane from the height `y` on, so far to the right of the first one. */
function lane(size, { hot, names, index, table }, right, y) {
  const x = table.x + right;
  const top = y + ABOVE;
  const out = top + table.h + BELOW;
  const counter = out + size.h + BELOW;
  return {
    size,
    hot,
    y,
    start: right ? names + right : 4,
    names: names + right,
    index: index + right,
    table: { ...table, x, y: top },
    out,
    counter,
    right: x + Math.max(table.w + SIGN, COUNTER),
    bottom: counter + 2 * LINE,
  };
}

/**
 * Whether a step turns what the step before has left, as the next input of a row of
 * weights does.
 */
const slides = ({ spec, step }) => spec.mixed && step > 0 && step < spec.path;

const stages_of = (state) => (slides(state) ? slide : stages);

/**
 * All shapes of the step at time t (seconds). State: the spec and the step.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step: at, narrow } = state;
  const place = layout(spec, narrow);
  const stage = stages_of(state);
  const before = slides(state) ? spec.steps[at - 1] : undefined;
  const way = { t };
  for (const name in stage) way[name] = part(t, stage[name]);
  way.point = glide(t, stage.point);
  const scene = {
    state,
    spec,
    at,
    step: spec.steps[at],
    before,
    place,
    stage,
    way,
  };
  return [
    ids_heading(spec, place),
    ...chips(state, place.chips),
    ...linear(scene),
    ...embedding(scene),
    ...compared(scene),
  ];
}

/** Whether what comes out of both lanes is equal, once it has. */
function compared({ state, place, way }) {
  const { sign, words } = verdict(state);
  if (way.land === 0 || !sign) return [];
  const centred = { "text-anchor": "middle", "font-weight": 600 };
  const { equals, end } = place;
  const between = state.narrow
    ? []
    : [
        label("equals", equals.x, equals.y, sign, {
          ...centred,
          "font-size": 18,
        }),
      ];
  return [...between, label("verdict", end.x, end.y, words, centred)];
}

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => stages_of(state).land[1];

/**
 * Seconds in which the id goes to its row.
 *
 * @type {NonNullable<Kind["points"]>}
 */
export const points = (state) => (slides(state) ? 0 : stages.point[1]);

export default player({
  ...words,
  picture,
  step_of,
  row_of,
  layout,
  lasts,
  points,
});

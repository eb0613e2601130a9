// @ts-check
/**
 * The pages of a file: a wall of all of them, on which those light that a call reads;
 * below it the bytes that come, to scale.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed, number, once, part, quiet, rect } from "../kit/draw.js";
import * as words from "./words.js";
import { counted } from "./words.js";
import { player } from "../kit/player.js";
import { ring } from "../kit/pointers.js";
import {
  facts_of_pick,
  step_of_pick,
  track_of,
  whole_number,
} from "../kit/track.js";
import {
  cores,
  corner_of,
  grid_in,
  joints,
  runs_of,
  square_at,
  squares,
} from "../kit/wall.js";

/**
 * Seconds from and to, in the order the eye should follow: what the last call has read is
 * given up, then this one reads.
 */
export const stages = { leave: [0, 0.4], read: [0.5, 1.2] };
export const picks = true;
export const unit = "call";
const EDGE = 8; // px around the wall, in which a ring has room
const TOP = 24; // px above it
const CASING = 0.8; // px of ink around a page that is read
const WIDE = { w: 560, h: 250 };
const NARROW = { w: 296, h: 224 };

/** Where things stand, from the spec alone. `track`: where the slider lies. */
export const layout = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const { w, h } = narrow ? NARROW : WIDE;
  const wall = grid_in(EDGE, TOP, spec.V, w, h);
  const bar = { x: EDGE, y: TOP + wall.h + 34, w, h: 12 };
  const track = { x: EDGE, y: bar.y + bar.h + 14, w, h: narrow ? 38 : 24 };
  return {
    wall,
    bar,
    track,
    width: w + 2 * EDGE,
    height: track.y + track.h + 6,
  };
}

/**
 * All shapes of the call at time t (seconds): at 0 there is still what the one before has
 * read. State: the spec, the step, the page picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...headings(scene),
    ...wall(scene),
    ...bar(scene),
    ...track(scene),
    ...picked(scene),
  ];
}

/**
 * How far a call has come at time t: the pages of `from` go while those of `to` come; what
 * is written is true of the `last`.
 */
function scene_of(state, t) {
  const { spec, step: at, narrow } = state;
  const [leave, read] = ["leave", "read"].map((name) => part(t, stages[name]));
  const from = spec.steps[at - 1];
  const to = spec.steps[at];
  return {
    ...layout(spec, narrow),
    state,
    spec,
    from,
    to,
    last: t > 0 ? to : from,
    leave,
    read,
  };
}

/** What stands above the wall. */
function headings({ spec, wall, state }) {
  const square = `a square is a page of ${listed(spec.page, "byte")}`;
  const file = state.narrow
    ? listed(spec.V, "page")
    : `a file of ${listed(spec.V, "page")}`;
  return [quiet("file", wall.x, TOP - 10, `${file}: ${square}`)];
}

/**
 * The wall: pages that stay in the file, and upon them those that are read, amber cased in
 * ink.
 */
function wall({ spec, state: { narrow }, wall, from, to, leave, read }) {
  const { x, y, w, h, n } = wall;
  const lit = (key, call, seen) =>
    call && seen > 0 ? read_pages(spec, narrow, key, call, seen) : [];
  return [
    squares("pages", wall, [[0, n]], "line"),
    ...lit("left", from, 1 - leave),
    ...lit("lit", to, read),
    joints("joints", wall),
    rect("frame", x, y, w, h, { fill: "none", stroke: "var(--line)" }),
  ];
}

const pages_of = once((spec, narrow, lit) => {
  const { wall } = layout(spec, narrow);
  const runs = runs_of(spec, lit);
  return [
    cores("", wall, runs, "ink", 0),
    cores(".", wall, runs, "pick", CASING),
  ];
});

function read_pages(spec, narrow, key, call, strength) {
  return pages_of(spec, narrow, call.lit).map((shape) => ({
    ...shape,
    key: key + shape.key,
    "stroke-opacity": strength,
  }));
}

/** The bytes that come into memory, to scale with the file. */
function bar({ spec, last, from, to, leave, read, bar }) {
  const { x, y, w, h } = bar;
  const share = ((from?.count ?? 0) * (1 - leave) + to.count * read) / spec.V;
  const long = Math.max(2, w * share);
  const bytes = rect("bytes", x, y, long, h, {
    fill: "var(--pick)",
    stroke: "var(--ink)",
  });
  return [
    number("size", x, y - 8, counted(spec, last ?? { count: 0 }), {
      "text-anchor": "start",
    }),
    rect("most", x, y, w, h, { fill: "var(--zero)", stroke: "var(--line)" }),
    ...(share > 0 ? [bytes] : []),
  ];
}

/** The calls side by side, below the slider. */
const track = ({ spec: { steps }, last, track: place }) =>
  track_of(unit, place, steps, steps.indexOf(last));

/** The ring around the page picked. */
function picked({ spec, state, wall }) {
  const { row = null } = state;
  if (row === null || row < 0 || row >= spec.V) return [];
  const [x, y] = corner_of(wall, row);
  return ring("ring", x, y, wall.p, wall.p, { off: 3 });
}

/** The page under the pointer. */
export const page_of = ({ spec, narrow }, at) =>
  square_at(layout(spec, narrow).wall, at);

export const step_of = step_of_pick;

/**
 * The page that a typed text means. An empty text lets go; else NaN.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = (spec, typed) =>
  typed === "" ? null : whole_number(typed);

export const facts = facts_of_pick;

/**
 * Seconds that a call takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = () => stages.read[1];

export default player({
  ...words,
  picture,
  hover: (state, { place }) =>
    place ? words.hover(state, page_of(state, place)) : "",
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  picks,
  unit,
});

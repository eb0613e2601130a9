// @ts-check
/**
 * How a gradient is stored: a wall of all rows, of which few hold numbers, the entries of
 * a COO beside it, and below it the bytes, to scale.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed, number, once, part, quiet, rect } from "../kit/draw.js";
import { player } from "../kit/player.js";
import { ring } from "../kit/pointers.js";
import * as words from "./words.js";
import {
  facts_of_pick,
  step_of_pick,
  track_of,
  whole_number,
} from "../kit/track.js";
import {
  corner_of,
  grid_in,
  grid_of,
  joints,
  known_rows,
  runs_of,
  square_at,
  squares,
  squares_of,
} from "../kit/wall.js";

/**
 * Seconds from and to, in the order the eye should follow; every form after the first
 * comes at twice this pace.
 */
export const stages = { fade: [0, 0.7], shrink: [0.3, 1.4], grow: [0.7, 1.6] };
export const picks = true;
export const unit = "form";
const EDGE = 8; // px around the wall, in which a ring has room
const LINE = 14; // px from one line of words to the next
const TOP = 24; // px above it
const WIDE = { w: 560, h: 264, beside: 96, gap: 24 };
const NARROW = { w: 296, h: 224 };
const SAID = 62; // px behind the longest bar, in which its bytes are written
// px of a square below which one that holds numbers takes the joints around it, to be seen
const SMALL = 4;
const AGAIN = 0.45; // of the strength of a first entry

/** Where things stand, from the spec alone. `track`: where the slider lies. */
export const layout = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const room = narrow ? NARROW : WIDE;
  const wall = grid_in(EDGE, TOP, squares_of(spec), room.w, room.h);
  const lists = spec.steps.filter((step) => !step.dense);
  const most = Math.max(0, ...lists.map(({ entries }) => entries));
  const per = narrow ? layout(spec).per : entries_per_square(spec, wall, most);
  const full =
    narrow || lists.length === 0 ? room.w : room.w + WIDE.gap + WIDE.beside;
  const count = Math.ceil(most / per);
  const under = TOP + wall.h;
  const list = narrow
    ? grid_of(EDGE, under + 34, count, room.w, wall.p)
    : grid_of(EDGE + room.w + WIDE.gap, TOP, count, WIDE.beside, wall.p);
  const below_list =
    lists.length > 0
      ? list.y + list.h + LINE * ((narrow ? 0 : 1) + (per > 1 ? 1 : 0))
      : 0;
  const bar = {
    x: EDGE,
    y: Math.max(under, below_list) + 34,
    w: full - SAID,
    h: 12,
  };
  const track = { x: EDGE, y: bar.y + bar.h + 14, w: full, h: 24 };
  return {
    wall,
    list,
    per,
    bar,
    track,
    width: full + 2 * EDGE,
    height: track.y + track.h + 6,
  };
}

/**
 * How many entries a square stands for beside the wall: at the least as many as one of the
 * wall.
 */
function entries_per_square({ each }, { p }, most) {
  const room = Math.floor(WIDE.beside / p) * Math.floor(WIDE.h / p);
  return Math.max(each, Math.ceil(most / room), 1);
}

/**
 * All shapes of the form at time t (seconds): at 0 it is still the one before. State: the
 * spec, the step, the row picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...wall(scene),
    ...list(scene),
    ...headings(scene), // upon the joints of the list, which would wear them away
    ...bar(scene),
    ...track(scene),
    ...picked(scene),
  ];
}

/**
 * How far a form has come at time t: `from` one `to` the next; what is written is true of
 * the `last`.
 */
function scene_of(state, t) {
  const { spec, step: at, narrow } = state;
  const [fade, shrink, grow] = ["fade", "shrink", "grow"].map((name) =>
    part(t, stages[name]),
  );
  const to = spec.steps[at];
  const from = spec.steps[Math.max(0, at - 1)];
  const last = t > 0 ? to : from;
  return {
    ...layout(spec, narrow),
    state,
    spec,
    at,
    from,
    to,
    last,
    fade,
    shrink,
    grow,
  };
}

const between = (a, b, gone) => (gone === 1 ? b : a + (b - a) * gone);

/**
 * How strong a thing is that a form has or has not: it goes while zeros fade, and comes
 * while entries do.
 */
const strength = ({ from, to, fade, grow }, has) =>
  between(Number(has(from)), Number(has(to)), has(to) ? grow : fade);

/** What stands above the wall and above the entries. */
function headings({ spec, last, wall, list, per, state }) {
  const { each, shape } = spec;
  const square = `a square is ${each === 1 ? "a row" : listed(each, "row")}`;
  const gradient = `${state.narrow ? "" : "gradient "}${shape}: ${square}`;
  const shapes = [quiet("shape", wall.x, TOP - 10, gradient)];
  if (last.dense) return shapes;
  const entries =
    last.entries === 1
      ? "1 entry"
      : `${last.entries.toLocaleString("en")} entries`;
  const rows = `for ${listed(last.stored, "row")}`;
  const below = [
    ...(state.narrow ? [] : [rows]),
    ...(per > 1 ? [`a square is ${per.toLocaleString("en")}`] : []),
  ];
  const end = list.y + list.p * Math.ceil(last.entries / per / list.cols);
  shapes.push(
    quiet(
      "entries",
      list.x,
      list.y - 10,
      state.narrow ? `${entries} ${rows}` : entries,
    ),
  );
  shapes.push(
    ...below.map((text, k) =>
      quiet(`below${k}`, list.x, end + LINE * (k + 1), text),
    ),
  );
  return shapes;
}

/** The wall: the rows of zeros that are stored, and upon them those that hold numbers. */
function wall(scene) {
  const { spec, wall, from, to } = scene;
  const { x, y, w, h, n } = wall;
  const zeros = strength(scene, (step) => step.dense);
  const own = [...new Set([from.zeros, to.zeros])].flatMap((map) => {
    const seen = strength(scene, (step) => step.zeros === map);
    const first = spec.steps.findIndex((step) => step.zeros === map);
    return map !== "" && seen > 0 ? [[`zeros${first}`, map, seen]] : [];
  });
  const lines = (key, map, role, seen) =>
    squares(key, wall, runs_of(spec, map), role, seen);
  const lit = lines("lit", spec.lit, "touch", 1);
  return [
    ...(zeros > 0 ? [squares("zeros", wall, [[0, n]], "line", zeros)] : []),
    ...own.map(([key, map, seen]) => lines(key, map, "line", seen)),
    ...(wall.p < SMALL
      ? [joints("joints", wall), lit]
      : [lit, joints("joints", wall)]),
    rect("frame", x, y, w, h, { fill: "none", stroke: "var(--line)" }),
  ];
}

/**
 * The entries of a COO: one for each of its rows, and behind them, paler, those that name
 * a row again.
 */
function list(scene) {
  const { last, list, per } = scene;
  const shown = strength(scene, (step) => !step.dense);
  if (shown === 0) return [];
  const coo = last.dense ? scene.from : last;
  const again = strength(scene, repeats);
  const first = Math.ceil(coo.stored / per);
  const most = repeats(scene.from) ? scene.from : scene.to;
  return [
    squares("first", list, [[0, first]], "touch", shown),
    ...(again > 0
      ? [
          squares(
            "again",
            list,
            [[first, Math.ceil(most.entries / per)]],
            "touch",
            AGAIN * again,
          ),
        ]
      : []),
    joints("listjoints", list),
  ];
}

const repeats = (step) => !step.dense && step.entries > step.stored;

/** The bytes, to scale: those that hold numbers, and behind them those that hold zeros. */
function bar(scene) {
  const { spec, from, to, last, shrink, bar } = scene;
  const { x, y, w, h } = bar;
  const most = Math.max(...spec.steps.map(({ bytes }) => bytes));
  const long = (name) =>
    most ? (w * between(from[name], to[name], shrink)) / most : 0;
  const moving = last === to && shrink < 1 && from.text !== to.text;
  const text = moving && shrink < 0.5 ? from.text : last.text;
  const end = Math.max(1.5, long("bytes"));
  return [
    quiet("memory", x, y - 8, "memory, to scale"),
    rect("most", x, y, w, h, { fill: "none", stroke: "var(--line)" }),
    rect("bytes", x, y, end, h, { fill: "var(--line)" }),
    rect("held", x, y, Math.min(end, Math.max(1.5, long("held"))), h, {
      fill: "var(--touch)",
    }),
    number("size", x + end + 7, y + h - 2, text, { "text-anchor": "start" }),
  ];
}

/** The forms side by side, below the slider. */
const track = ({ spec: { steps }, last, track: place }) =>
  track_of(unit, place, steps, steps.indexOf(last));

/** The ring around the square of the row picked. */
function picked({ spec, state, wall }) {
  const { row = null } = state;
  if (row === null || row < 0 || row >= spec.V) return [];
  const [x, y] = corner_of(wall, Math.floor(row / spec.each));
  return ring("ring", x, y, wall.p, wall.p, { off: wall.p < SMALL ? 4 : 2 });
}

/** The square under the pointer. */
export const square_of = ({ spec, narrow }, at) =>
  square_at(layout(spec, narrow).wall, at);

export const step_of = step_of_pick;

/**
 * The row that a typed text means: a number, or a word that the page knows. An empty text
 * lets go; else NaN.
 *
 * @type {Kind["row_of"]}
 */
export function row_of(spec, typed) {
  if (typed === "") return null;
  const number = whole_number(typed);
  if (!Number.isNaN(number)) return number;
  const found = [...(known_rows(spec)?.values() ?? [])].find(
    ({ name }) => name === typed,
  );
  return found?.row ?? NaN;
}

export const facts = facts_of_pick;

/**
 * Seconds that a form takes; at the first one nothing has moved yet.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = ({ step }) => (step === 0 ? 0 : stages.grow[1]);

export default player({
  ...words,
  picture,
  hover: (state, { place }) =>
    place ? words.hover(state, square_of(state, place)) : "",
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  picks,
  unit,
});

// @ts-check
/**
 * An all-to-all: a lane for each rank, in it its ids, its boxes, its shard of the table.
 * Boxes are transposed across the lanes: ids on their way to the owners, rows on their way
 * home, gradients on the way of the ids.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import * as words from "./words.js";
import { boxes, lists, rings, shards, things, way } from "./boxes.js";
import {
  ADD,
  ASK,
  BACK,
  HOME,
  ORDER,
  asks_of,
  box_x,
  crossed,
  places,
  stored_at,
} from "./places.js";
import { LETTER, label, number, part, quiet, rect } from "../kit/draw.js";
import { player } from "../kit/player.js";
import { step_of_pick, track_of, whole_number } from "../kit/track.js";

export const layout = places;
export const picks = true;
export const ways = (spec) => spec.ways;

const BOX = 0.7; // s in which the gradients of one box are added
const HEADING = 32; // px from the top
const BETWEEN = 18; // px between what is said of ids, rows and gradients
const ROOMY = 78; // px of a box that has room for "from rank 0" above it

/** Seconds from and to of each stage of a step, in the order the eye should follow. */
export function stages_of({ spec, step }) {
  if (step === BACK) return { sort: [0.1, 1], cross: [1.2, 2.3] };
  if (step === ASK || step === HOME) return { cross: [0.1, 1.2] };
  if (step !== ADD) return { fly: [0.1, 1.1] };
  return Object.fromEntries(
    spec.ids.map((_, rank) => [
      `add${rank}`,
      [BOX * rank + 0.1, BOX * (rank + 1)],
    ]),
  );
}

/**
 * All shapes of the step at time t (seconds): at 0 it is still the one before. State: the
 * spec, the step, `by` who owns a row, the row picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  if (t === 0 && state.step > 0)
    return picture({ ...state, step: state.step - 1 }, Infinity);
  const scene = scene_of(state, t);
  return [
    ...lanes(scene),
    ...headings(scene),
    ...lists(scene),
    ...boxes(scene),
    ...shards(scene),
    ...way(scene),
    ...things(scene),
    ...rings(scene),
    ...ledger(scene),
    ...track(scene),
  ];
}

/** How far each stage of the step has gone at time t, and where things stand. */
function scene_of(state, t) {
  const { spec, step, by, narrow, row: picked = null } = state;
  const stages = stages_of(state);
  const gone = {};
  for (const name in stages) gone[name] = part(t, stages[name]);
  const about = {
    asks: asks_of(spec, by),
    stored: stored_at(spec, by, narrow),
    place: layout(spec, narrow),
  };
  return {
    spec,
    step,
    t,
    by,
    narrow,
    picked,
    stages,
    gone,
    ...about,
    backward: step >= BACK,
  };
}

/** A lane for each rank. */
function lanes({ spec, place, narrow }) {
  const { edge, width, sizes } = place;
  return spec.ids.flatMap((_, rank) => {
    const { y, h, first } = place.lanes[rank];
    const low = narrow ? y + 15 : first + sizes.pitch / 2 + 3;
    return [
      rect(`lane${rank}`, edge - 4, y, width - 2 * edge + 8, h, {
        rx: 4,
        fill: "var(--zero)",
      }),
      label(`rank${rank}`, edge, low, `rank ${rank}`, { "font-weight": 600 }),
    ];
  });
}

/** What stands above the ids, the boxes and the table. */
function headings({ spec, step, gone, place, backward }) {
  const look = { fill: "var(--quiet)", "text-anchor": "start" };
  const has_crossed = "cross" in gone ? gone.cross >= 0.5 : step >= ORDER;
  const words = `${has_crossed ? "from" : "for"} ${place.boxes.each < ROOMY ? "" : "rank "}`;
  const middle = (other) => box_x(place, other) + place.boxes.each / 2;
  const grad = backward ? ".grad" : "";
  return [
    number("ids", place.list.x, HEADING, "ids", look),
    number("out", place.list.cells, HEADING, `out${grad}`, look),
    number("W", place.table.x, HEADING, `W${grad}`, look),
    ...spec.ids.map((_, other) =>
      number(`to${other}`, middle(other), HEADING, `${words}${other}`, {
        fill: "var(--quiet)",
      }),
    ),
  ];
}

/** How many bytes have crossed the wire, and what they were. */
function ledger({ spec, step, by, gone, place }) {
  const { count, parts } = spec.sent[by];
  const done = crossed(step, "cross" in gone && gone.cross < 1);
  const sum = done ? parts[done - 1].so_far : "0 B";
  const head = label(
    "sent",
    place.edge,
    place.ledger,
    `crossed the wire so far: ${sum}`,
    {
      "font-weight": 600,
    },
  );
  let x = place.edge;
  const each = parts.slice(0, done).map(({ what, each }, k) => {
    const text = `${what} ${count} × ${each}`;
    const shape = quiet(`sent${k}`, x, place.ledger + 18, text);
    x += LETTER * text.length + BETWEEN;
    return shape;
  });
  return [head, ...each];
}

/** The steps side by side, below the slider. */
const track = ({ spec, t, step, place }) =>
  track_of("step", place.track, spec.steps, t > 0 ? step : -1);

export const step_of = step_of_pick;

/**
 * The row whose number or word is typed. An empty text lets go; else NaN.
 *
 * @type {Kind["row_of"]}
 */
export function row_of({ rows }, typed) {
  if (typed === "") return null;
  const named = Object.keys(rows).find(
    (row) => (rows[row].full ?? rows[row].name) === typed,
  );
  return named === undefined ? whole_number(typed) : Number(named);
}

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => Object.values(stages_of(state)).at(-1)[1];

export default player({
  ...words,
  picture,
  step_of,
  row_of,
  layout,
  lasts,
  ways,
  picks,
});

// @ts-check
/**
 * An all-to-all: the ranks stand side by side, each with its part of the table and with ids
 * of its own. The ids fly along a wire to the ranks that own their rows, the rows back to
 * who asked, and the gradients the way of the ids.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import * as words from "./words.js";
import { rings, things, trails, picked_ways } from "./moves.js";
import {
  ADD,
  ANSWER,
  LOOK,
  SEND,
  ask_step,
  asks_of,
  between,
  crossed,
  places,
  stored_at,
} from "./places.js";
import { ledger, lists, ranks, shards, wire } from "./ranks.js";
import { glide, part } from "../kit/draw.js";
import { player } from "../kit/player.js";
import { step_of_pick, track_of, whole_number } from "../kit/track.js";

export const layout = places;
export const picks = true;
export const ways = (spec) => spec.ways;

const MOVES = 1; // s in which rows change their owners
// Of each step the seconds that one flight takes, that lie between two at most, and that
// lie between the first and the last at most. From the second step on the clock goes twice
// as fast.
const FLIGHTS = {
  [SEND]: { takes: 1.7, apart: 0.3, spread: 1.2 },
  [LOOK]: { takes: 0.6, apart: 0.6, spread: 4 },
  [ANSWER]: { takes: 2.6, apart: 0.5, spread: 2.4 },
  [ADD]: { takes: 2.2, apart: 0.7, spread: 4.4 },
};
const BEFORE = 0.1; // s in which nothing moves

/** Which asks of a step follow one another: those of a rank, of an owner, or all. */
const TURN = {
  [SEND]: ({ place }) => place,
  [LOOK]: ({ turn }) => turn,
  [ANSWER]: ({ turn }) => turn,
  [ADD]: ({ order }) => order,
};

/** Whether the step begins with rows that go to other owners. */
const changes = ({ was, by, rest }) => Boolean(was && was !== by && !rest);

/** Seconds from and to of each stage of a step, in the order the eye should follow. */
export function stages_of(state) {
  const { spec, step, by } = state;
  const { takes, apart, spread } = FLIGHTS[step];
  const last = Math.max(...asks_of(spec, by).map(TURN[step]));
  const begins = BEFORE + (changes(state) ? MOVES : 0);
  const each = last ? Math.min(apart, spread / last) : 0;
  const fly = [begins, begins + last * each + takes];
  return { ...(changes(state) && { move: [BEFORE, MOVES] }), fly, each };
}

/**
 * All shapes of the step at time t (seconds): at 0 it is still the one before. State: the
 * spec, the step, `by` who owns a row, `was` who owned it before, the row picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { step, by, was } = state;
  if (t === 0 && step > 0)
    return picture(
      { ...state, step: step - 1, by: changes(state) ? was : by, was: null },
      Infinity,
    );
  const scene = scene_of(state, t);
  return [
    ...ranks(scene),
    ...wire(scene),
    ...trails(scene),
    ...picked_ways(scene),
    ...lists(scene),
    ...shards(scene),
    ...things(scene),
    ...rings(scene),
    ...ledger(scene),
    ...track_of("step", scene.place.track, scene.spec.steps, t > 0 ? step : -1),
  ];
}

/** How far everything has gone at time t, and where things stand. */
function scene_of(state, t) {
  const { spec, step, by, narrow, row: picked = null } = state;
  const stages = stages_of(state);
  const asks = asks_of(spec, by);
  const place = layout(spec, narrow);
  const moved = stages.move ? part(t, stages.move) : 1;
  const share_of = (ask) => flown(stages, step, ask, t);
  const backward = step === ADD;
  const landed = asks.filter((ask) => share_of(ask) === 1);
  const asked = (row) => asks.filter((ask) => ask.row === row);
  return {
    ...{ spec, step, t, narrow, picked, asks, place, backward, share_of },
    by: moved < 0.5 ? state.was : by,
    stored: stored(state, moved),
    done: crossed(step, t < stages.fly[1]),
    /** The numbers of an ask: its row, or the gradient of that. */
    line_of: ({ rank, place: k, row }) =>
      backward ? spec.up[rank][k] : spec.rows[row].cells,
    /** What the gradients of a row add up to so far; undefined while there is none. */
    sum_of(row) {
      const last = landed.findLast((ask) => ask.row === row);
      return last && spec.sums[last.rank][last.place];
    },
    /** Whether an id beside its row is not covered by the next one. */
    is_seen: ({ nth, of }) =>
      nth === of - 1 || ask_step(place, of) >= place.chip - 2,
    /** Whether a row has been looked up, and not all that ask for it have it yet. */
    is_found: (row) =>
      picked === null && is_found(step, asked(row).map(share_of)),
    /** How far a row that nobody asks for has stepped back. */
    faded: (row) => (asked(row).length ? 0 : away(step, t, stages)),
  };
}

/** How far an ask is in a step: each follows the one before it. */
function flown({ fly, each }, step, ask, t) {
  const begins = fly[0] + each * TURN[step](ask);
  return glide(t, [begins, begins + FLIGHTS[step].takes]);
}

function is_found(step, shares) {
  if (step === LOOK) return shares.some((share) => share > 0);
  return step === ANSWER && shares.some((share) => share === 0);
}

/** How far rows that nobody asks for step back while others are looked up. */
function away(step, t, { fly }) {
  const [from, to] = fly;
  if (step === LOOK) return part(t, [from, from + 0.4]);
  return step === ANSWER ? 1 - part(t, [to - 0.4, to]) : 0;
}

/** Where each row is, on its way to another owner if these have changed. */
function stored({ spec, by, was, narrow }, moved) {
  const now = stored_at(spec, by, narrow);
  if (moved === 1) return now;
  const before = stored_at(spec, was, narrow);
  return new Map(
    [...now].map(([row, at]) => [
      row,
      { ...at, ...between(before.get(row), at, moved) },
    ]),
  );
}

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
export const lasts = (state) => stages_of(state).fly[1];

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

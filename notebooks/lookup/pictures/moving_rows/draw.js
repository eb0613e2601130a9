// @ts-check
/**
 * Rows on the move: each row is a dot on a map whose axes stay; from moment to moment of
 * training the dots glide.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { circle, clamp, part, path } from "../kit/draw.js";
import { around, dots_of, key_of, marks_of } from "./map_marks.js";
import {
  DOT,
  between,
  fading,
  layout_of,
  moment,
  place_of,
  places_at,
} from "./map_places.js";
import { track_of } from "./map_track.js";
import { at_rest, in_flight, words_of } from "./map_words.js";
import * as words from "./words.js";
import { player } from "../kit/player.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { mark: [0, 0.3], glide: [0.3, 1.3] };
export const picks = true;
export const unit = "moment";
const THERE = 0.9999; // of the way

/** Where things stand, from the spec alone. */
export const layout = (spec, narrow) => layout_of(spec, narrow);

/**
 * What the marks mean whatever the moment; those of a moment the picture itself names.
 *
 * @type {Kind["key"]}
 */
export const key = () => [
  [
    "pick",
    "the row picked, its trail and its nearest rows by cosine; pale rings: where they started",
  ],
];

/**
 * All shapes of the moment at time t (seconds): at 0 it is still the one before. State:
 * the spec, the step, the row picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step, narrow = false } = state;
  const time = time_of(state, t);
  const { from, to, gone, last, picked } = time;
  const ends = places_at(spec, to, narrow);
  const places = places_at(spec, from, narrow).map(({ x, y }, i) => ({
    x: between(x, ends[i].x, gone),
    y: between(y, ends[i].y, gone),
  }));
  const dots = dots_of(time, places);
  const words = time.flies
    ? in_flight({ ...state, narrow }, step)
    : at_rest({ ...state, narrow }, last);
  const when = time.flies
    ? `${spec.steps[from].name} → ${spec.steps[to].name}`
    : spec.steps[last].name;
  const rank = ({ i, away }) => (i === picked ? 2 : 0) + (away ? 0 : 1);
  return [
    ...around(spec, when, narrow),
    ...key_of(spec, last, narrow),
    ...(picked < 0
      ? []
      : [
          ...ghosts_of(time),
          ...trail_of(time, dots[picked]),
          ...lines_of(time, dots),
        ]),
    ...[...dots]
      .sort((a, b) => rank(a) - rank(b)) // who is picked lies on top
      .flatMap((dot) => marks_of(dot, spec.rows[dot.i].row, picked)),
    ...words_of(state, words, dots),
    ...track_of(spec, time),
  ];
}

/**
 * How far a moment has come at time t: `from` one `to` the next; the marks and words are
 * those of the `last`.
 */
function time_of({ spec, step, narrow = false, row }, t) {
  const gone = part(t, stages.glide);
  const marked = part(t, stages.mark);
  const from = Math.max(0, step - 1);
  const last = marked > 0 ? step : from;
  return {
    spec,
    narrow,
    step,
    picked: place_of(spec, row),
    from,
    to: step,
    gone,
    marked,
    last,
    flies: last > from && gone < THERE,
    along: step === 0 ? 1 : clamp(t / stages.glide[1], 0, 1),
  };
}

/** The rows near to the one picked, {at: how strong}. */
const near_now = (time) =>
  fading(time, (step) =>
    moment(time.spec, step).near[time.picked].map(({ at }) => at),
  );

/** Lines from the row picked to those near to it, also where these are far away on the map. */
function lines_of(time, dots) {
  const { x, y } = dots[time.picked];
  return Object.entries(near_now(time)).map(([at, opacity]) =>
    path(`near${at}`, `M${x} ${y}L${dots[at].x} ${dots[at].y}`, {
      stroke: "var(--ink)",
      "stroke-width": 1.2,
      "stroke-opacity": opacity,
    }),
  );
}

/** Where the row picked and those near to it started, once they are on their way. */
function ghosts_of(time) {
  const { spec, narrow, picked, from, to, marked } = time;
  const starts = places_at(spec, 0, narrow);
  const shown = between(Number(from > 0), Number(to > 0), marked);
  if (shown === 0) return [];
  return Object.entries({ ...near_now(time), [picked]: 1 }).map(
    ([at, strength]) =>
      circle(`ghost${at}`, starts[at].x, starts[at].y, DOT + 1, {
        fill: "none",
        stroke: "var(--dot)",
        "stroke-opacity": shown * strength,
      }),
  );
}

/** The way of the picked row: through all moments up to now. */
function trail_of({ spec, narrow, last, picked }, dot) {
  const stops = Array.from(
    { length: last },
    (_, step) => places_at(spec, step, narrow)[picked],
  );
  const d = `M${[...stops, dot].map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const round = {
    fill: "none",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  };
  return [
    path("trailink", d, {
      ...round,
      stroke: "var(--quiet)",
      "stroke-width": 2.4,
    }),
    path("trailpick", d, {
      ...round,
      stroke: "var(--pick)",
      "stroke-width": 1.4,
    }),
    ...stops.map(({ x, y }, step) =>
      circle(`stop${step}`, x, y, 1.8, { fill: "var(--quiet)" }),
    ),
  ];
}

/**
 * To mean a row moves no step; -1 where it is not drawn, so that the kernel says why.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec, step }, row) =>
  row === null || place_of(spec, row) >= 0 ? step : -1;

/**
 * The row drawn that a typed text means: a number as labels write it, or a word. An empty
 * text lets go; else NaN.
 *
 * @type {Kind["row_of"]}
 */
export function row_of({ rows }, typed) {
  if (typed === "") return null;
  const is_label = (row) =>
    row.label === typed || row.label.replaceAll(",", "") === typed;
  const is_word = (row) => (row.full ?? row.name) === typed;
  const found = rows.find(is_label) ?? rows.find(is_word);
  return found?.row ?? NaN;
}

/**
 * What a reader of the page may want to know of the moment.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, row }) => ({
  picked: place_of(spec, row) < 0 ? "" : row,
});

/**
 * Seconds that a moment takes; at the first one nothing has moved yet.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = ({ step }) => (step === 0 ? 0 : stages.glide[1]);

export default player({
  ...words,
  picture,
  facts,
  step_of,
  row_of,
  layout,
  key,
  lasts,
  picks,
  unit,
});

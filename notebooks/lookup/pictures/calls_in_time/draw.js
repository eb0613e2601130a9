// @ts-check
/**
 * Calls in time: a lane in which Python makes calls and waits, a lane in which the work is
 * done, and a stopwatch. All to scale; after the first stage the scale is that of the
 * whole.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import * as words from "./words.js";
import { moments, STOPWATCH, WAIT, WORK } from "./words.js";
import { hatch } from "../kit/chips.js";
import {
  clamp,
  label,
  number,
  part,
  path,
  rect,
  LETTERS,
} from "../kit/draw.js";
import { player } from "../kit/player.js";
import { ring } from "../kit/pointers.js";
import { facts_of_pick, track_of, whole_number } from "../kit/track.js";
import { time_text } from "../kit/units.js";

/** Seconds from and to of each stage: the scale changes, then time runs evenly. */
export const stages = [
  { time: [0, 1.6] },
  { zoom: [0, 1.2], time: [1.4, 3.4] },
  { time: [0, 1.6] },
];
export const picks = true;
export const unit = "stage";
const EDGE = 8;
const LANE = 24; // px high
const LEAST = 1.5; // px of what is too short to be seen
const BEHIND = 1.03; // of what a stage shows is drawn
const WIDE = { w: 540, top: 66, gap: 40, ticks: 5 };
const NARROW = { w: 276, top: 76, gap: 40, ticks: 3 };

/**
 * Where things stand, from the spec alone: `lanes` lie at these heights, from x on.
 * `track`: where the slider lies.
 */
export function layout({ lane_width }, narrow = false) {
  const { w, top, gap } = narrow ? NARROW : WIDE;
  const x = narrow ? 14 : EDGE + lane_width + 12;
  const lanes = [top, top + LANE + gap];
  const axis = lanes[1] + LANE + (narrow ? 22 : 12);
  const track = { x, y: axis + 34, w, h: narrow ? 38 : 24 };
  return {
    x,
    w,
    lanes,
    axis,
    track,
    width: x + w + 24,
    height: track.y + track.h + 6,
  };
}

/**
 * All shapes of the stage at time t (seconds): at 0 it is still the one before. State: the
 * spec, the stage as `step`, the call picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...axis(scene),
    ...lanes(scene),
    ...links(scene),
    ...python(scene),
    ...work(scene),
    ...wait(scene),
    ...flags(scene),
    ...cursor(scene),
    ...track(scene),
  ];
}

/**
 * What is to be seen at time t: until when Python's lane, the work and the wait are drawn,
 * and how many seconds are in sight.
 */
function scene_of(state, t) {
  const { spec, step, narrow } = state;
  const { returned, done, waited } = moments(spec);
  const { zoom = [0, 0], time } = stages[step];
  const gone = clamp((t - time[0]) / (time[1] - time[0]), 0, 1); // evenly: it is time
  const wide = step === WORK ? part(t, zoom) : Number(step > WORK);
  const [first, last] = [BEHIND * returned, BEHIND * waited];
  const until = [
    gone * returned,
    gone * done,
    returned + gone * (waited - returned),
  ][step];
  const running = gone > 0 ? until : -1;
  return {
    ...layout(spec, narrow),
    ...{ state, spec, step, narrow, gone, until },
    moments: moments(spec),
    made: step > STOPWATCH ? Infinity : until,
    worked: [-1, running, Infinity][step],
    waiting: step === WAIT && gone > 0,
    shown: t > 0 ? step : step - 1,
    sight: first * (last / first) ** wide,
  };
}

const x_of = ({ x, w, sight }, seconds) =>
  x + (w * Math.min(seconds, sight)) / sight;

/**
 * The least of 1, 2 and 5 times a power of ten that goes no more than so many times into
 * so many seconds.
 */
function tick_of(sight, ticks) {
  const ten = 10 ** Math.floor(Math.log10(sight / ticks));
  return [ten, 2 * ten, 5 * ten, 10 * ten].find(
    (step) => sight / step <= ticks,
  );
}

/** Round times, in sight at this scale. */
function axis(scene) {
  const { sight, lanes: heights, axis: y, narrow } = scene;
  const end = heights[1] + LANE + (narrow ? 2 : 12); // in a narrow picture a name stands below
  const step = tick_of(sight, (narrow ? NARROW : WIDE).ticks);
  const count = Math.floor(sight / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, k) => k * step).flatMap(
    (seconds, k) => {
      const x = x_of(scene, seconds);
      return [
        path(`grid${k}`, `M${x} ${heights[0]}L${x} ${end}`, {
          stroke: "var(--line)",
        }),
        number(`tick${k}`, x, y + 14, time_text(seconds), {
          fill: "var(--quiet)",
        }),
      ];
    },
  );
}

/** The two lanes and their names; that of the work is there once there is work to see. */
function lanes({ spec, x, w, lanes: heights, narrow, shown }) {
  return spec.lanes.slice(0, shown < WORK ? 1 : 2).flatMap((name, k) => {
    const beside = k === 0 ? -6 : LANE + 14; // above the first lane, below the second
    const at = narrow
      ? [x + 8, heights[k] + beside]
      : [EDGE, heights[k] + LANE / 2 + 4];
    return [
      label(`lane${k}`, ...at, name, { "font-weight": 600 }),
      rect(`lane${k}|`, x, heights[k], w, LANE, { fill: "var(--zero)" }),
    ];
  });
}

/** A bar from one time to another, as far as the time `until`; nothing before it begins. */
function bar(scene, key, lane, [from, to], until, more) {
  if (until < from) return [];
  const left = x_of(scene, from);
  const end = Math.max(x_of(scene, Math.min(to, until)), left + LEAST);
  return [rect(key, left, scene.lanes[lane], end - left, LANE, more)];
}

/** A number on a bar that has room for it; to the pointer it is the bar. */
const on = (bars, text, fill) =>
  bars
    .filter(({ width }) => width >= 16)
    .map(({ key, x, y, width, "data-row": row }) => {
      const look = { fill, "font-weight": 700, "data-row": row };
      return number(`${key}#`, x + width / 2, y + LANE / 2 + 4, text, look);
    });

/** The calls, as far as they have been made. */
function python(scene) {
  const { spec, made } = scene;
  return spec.calls.flatMap(({ label: text, called, returned }, k) => {
    const look = {
      fill: "var(--ink)",
      stroke: "var(--paper)",
      "stroke-width": 0.8,
      "data-row": k,
    };
    const bars = bar(scene, `call${k}`, 0, [called, returned], made, look);
    return [
      ...bars,
      ...on(bars, text, "var(--paper)"),
      ...ringed(scene, k, `of${k}`, bars),
    ];
  });
}

/** The work of each call, as far as it has come. */
function work(scene) {
  const { spec, worked } = scene;
  return spec.calls.flatMap(({ label: text, began, done }, k) => {
    const look = {
      fill: "var(--quiet)",
      stroke: "var(--paper)",
      "stroke-width": 0.8,
      "data-row": k,
    };
    const bars = bar(scene, `work${k}`, 1, [began, done], worked, look);
    return [
      ...bars,
      ...on(bars, text, "var(--paper)"),
      ...ringed(scene, k, `at${k}`, bars),
    ];
  });
}

/** A ring around a bar of the call picked. */
const ringed = ({ state }, k, key, bars) =>
  state.row === k
    ? bars.flatMap(({ x, y, width }) =>
        ring(key, x, y, width + 1, LANE + 1, { off: 2 }),
      )
    : [];

/** From each call down to where its work begins: so long it stood in the queue. */
function links(scene) {
  const { spec, worked, lanes: heights } = scene;
  return spec.calls
    .filter(({ began }) => worked >= began)
    .map(({ label: text, returned, began }) => {
      const [from, to] = [returned, began].map((seconds) =>
        x_of(scene, seconds),
      );
      const d = `M${from} ${heights[0] + LANE}L${to} ${heights[1]}`;
      return path(`link${text}`, d, { stroke: "var(--dot)", fill: "none" });
    });
}

/** Python waits, and makes no other call. */
function wait(scene) {
  const { waiting, until, moments: at } = scene;
  if (!waiting) return [];
  const look = { fill: "var(--paper)", stroke: "var(--dot)", "data-wait": 1 };
  const [box] = bar(scene, "wait", 0, [at.returned, at.waited], until, look);
  const { x, y, width, height } = box;
  return [
    box,
    { ...hatch("wait/", { x, y, w: width, h: height }, "dot"), "data-wait": 1 },
  ];
}

/** Where a stopwatch stops: one that does not wait, and one that does. */
function flags(scene) {
  const { moments: at, step, gone } = scene;
  const stopped = step > STOPWATCH || gone === 1;
  const over = step === WAIT && gone === 1;
  return [
    ...(stopped ? flag(scene, "stop", 0, at.returned, "without waiting") : []),
    ...(over ? flag(scene, "over", 1, at.waited, "with the wait") : []),
  ];
}

/** A line at a time, and above it what a stopwatch shows that stops there. */
function flag(scene, key, line, seconds, words) {
  const { lanes: heights, width } = scene;
  const at = x_of(scene, seconds);
  const y = 16 + 18 * line;
  const text = `stopwatch ${words}: ${time_text(seconds)}`;
  const left = Math.min(at - 3, width - LETTERS.bold * text.length); // all of it is to be seen
  const d =
    `M${at} ${y + 6}L${at} ${heights[0] - 3}M${at} ` +
    `${heights[0] + LANE + 3}L${at} ${heights[1] - 3}`;
  return [
    path(key, d, {
      stroke: "var(--ink)",
      fill: "none",
      "stroke-dasharray": "3 3",
    }),
    label(`${key}:`, left, y, text, { "font-weight": 600 }),
  ];
}

/** The time that it is while time runs. */
function cursor(scene) {
  const { gone, until, lanes: heights } = scene;
  if (gone === 0 || gone === 1) return [];
  const x = x_of(scene, until);
  return [
    path("now", `M${x} ${heights[0] - 8}L${x} ${heights[1] + LANE + 4}`, {
      stroke: "var(--ink)",
      "stroke-width": 2,
    }),
  ];
}

/** The stages side by side, below the slider. */
const track = ({ spec, shown, track: place }) =>
  track_of(unit, place, spec.steps, shown);

/**
 * To mean a call moves no stage; -1 where there is no such call, so that the kernel says
 * why.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec, step }, row) =>
  row === null || (row >= 0 && row < spec.calls.length) ? step : -1;

/**
 * The call whose number, from 1, is typed. An empty text lets go; else NaN.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = (spec, typed) =>
  typed === "" ? null : whole_number(typed) - 1;

export const facts = facts_of_pick;

/**
 * Seconds that a stage takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = ({ step }) => stages[step].time[1];

export default player({
  ...words,
  picture,
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  picks,
  unit,
});

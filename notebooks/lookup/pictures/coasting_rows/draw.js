// @ts-check
/**
 * Rows that coast: the row that one batch alone has pushed, on a lane for each optimiser.
 * There it glides by its distance from its start; an arrow ahead of it is the optimiser's
 * memory, which carries it on.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import * as words from "./words.js";
import { at_of, run_of, size_text } from "./words.js";
import {
  LETTERS,
  circle,
  label,
  letters,
  number,
  part,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { player } from "../kit/player.js";

/** Seconds from and to. */
export const stages = { glide: [0, 0.3] };
export const unit = "moment"; // a training step has a number of its own
export const ways = (spec) => spec.ways;

const INK = { stroke: "var(--ink)", "stroke-width": 1.5 };
const SLEDGE = 7;
const PUSH = 26; // px of the arrow of a gradient, behind the row
const MEMORY = 46; // px of the arrow of the largest memory, ahead of it
const BEYOND = SLEDGE + MEMORY + 8; // px behind a lane's end
const STRIP = { y: 26, h: 18 };
const TOP = STRIP.y + STRIP.h + 12;
const WIDE = { lane: 470, pitch: 50, low: 24 };
const NARROW = { lane: 250, pitch: 68, low: 40 };

/** How far along the lanes begin: behind the names, or below them. */
const start_of = ({ ways }, narrow) =>
  narrow
    ? 8 + PUSH + SLEDGE
    : 8 + LETTERS.bold * Math.max(...ways.map(letters)) + PUSH + SLEDGE;

/**
 * Where things stand, from the spec alone: the lanes from x on, `w` wide, and above them
 * the batches, the track.
 */
export function layout(spec, narrow) {
  const { lane, pitch, low } = narrow ? NARROW : WIDE;
  const x = start_of(spec, narrow);
  const bottom = TOP + spec.ways.length * pitch;
  const track = { x, y: STRIP.y, w: lane, h: STRIP.h };
  const width = Math.max(x + lane + BEYOND, x + spec.axis_width) + 8;
  const end = narrow ? x + lane + BEYOND : x + lane;
  const height = bottom + 56;
  return { x, w: lane, end, pitch, low, bottom, track, width, height };
}

/**
 * All shapes of the step at time t (seconds): at 0 it is still the one before. State: the
 * spec, the step, `by` which optimiser is picked.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step, by, narrow = false } = state;
  const scene = {
    spec,
    step,
    by,
    now: t > 0 ? step : step - 1, // the step whose push is drawn
    narrow,
    place: layout(spec, narrow),
    gone: part(t, stages.glide),
  };
  return [
    ...batches(scene),
    ...spec.ways.map((_, k) => field(scene, k)),
    ...axis(scene),
    ...spec.ways.flatMap((_, k) => lane(scene, k)),
  ];
}

/** A box for each batch, filled where it holds the row, and which of them is at work. */
function batches({ spec, now, place }) {
  const { x, y, w, h } = place.track;
  const each = w / spec.path;
  const { gradient } = run_of(spec, spec.ways[0]);
  const name = spec.rows[spec.coasting].name;
  const edge = (k) => {
    const left = (x + k * each).toFixed(2);
    return `M${left} ${y}L${left} ${y + h}`;
  };
  const all = spec.steps.map((_, k) => k);
  const filled = all.filter((k) => gradient[spec.coasting][k] > 0);
  const when = `step ${at_of(spec, now < 0 ? 0 : now)}`;
  const bold = { "font-weight": 600, "text-anchor": "end" };
  return [
    label("seen", x, 14, `${name} is in this batch`),
    ...(now < 0 ? [] : [label("when", place.end, 14, when, bold)]),
    rect("batches", x, y, w, h, {
      fill: "var(--paper)",
      stroke: "var(--dot)",
    }),
    path("edges", all.map(edge).join(""), { stroke: "var(--line)" }),
    ...filled.map((k) =>
      rect(`batch${k}`, x + k * each, y, each, h, { fill: "var(--touch)" }),
    ),
  ];
}

/** How high lane k lies. */
const height_of = ({ place }, k) => TOP + k * place.pitch + place.low;

/** How far along a lane a distance is. */
const x_of = ({ spec, place }, way) => place.x + (place.w * way) / spec.reach;

/** Lines at round distances across the lanes, and what they mean. */
function axis(scene) {
  const { spec, place } = scene;
  const line = (tick) => {
    const x = x_of(scene, tick);
    const parts = spec.ways.map((_, k) => {
      const y = height_of(scene, k);
      return `M${x} ${y - 12}L${x} ${y + 12}`;
    });
    return [
      path(`grid${tick}`, parts.join(""), { stroke: "var(--line)" }),
      number(`tick${tick}`, x, place.bottom + 14, tick.toLocaleString("en"), {
        fill: "var(--quiet)",
      }),
    ];
  };
  const words = spec.axis.map((text, k) =>
    quiet(`axis${k}`, place.x, place.bottom + 32 + 15 * k, text),
  );
  return [...spec.ticks.flatMap(line), ...words];
}

const field_of = ({ spec, by }, k) =>
  spec.ways[k] === by ? "var(--zero)" : "var(--paper)";

/** The ground of lane k, which the pointer finds. */
function field(scene, k) {
  const { spec, place } = scene;
  const y = TOP + k * place.pitch + 2;
  return rect(`field${k}`, 0, y, place.width, place.pitch - 4, {
    fill: field_of(scene, k),
    ...data_of(spec, k),
  });
}

const data_of = ({ ways }, k) => ({ "data-lane": k, "data-way": ways[k] });

/** Lane k: its optimiser, the places where the row was, and the row. */
function lane(scene, k) {
  const { spec, place, narrow, by } = scene;
  const y = height_of(scene, k);
  const name = spec.ways[k];
  const data = data_of(spec, k);
  const picked = name === by;
  const end = place.x + place.w;
  return [
    label(`name${k}`, 8, narrow ? y - 24 : y + 4, name, {
      ...(picked && { "font-weight": 600 }),
      ...data,
    }),
    path(`lane${k}`, `M${place.x} ${y}L${end} ${y}`, {
      stroke: "var(--dot)",
      "stroke-width": 1.2,
      ...data,
    }),
    ...trail(scene, k, y, data),
    ...sledge(scene, k, y, data),
  ];
}

/** What an optimiser does with the row that is seen once, step by step. */
const own_run = ({ spec }, k) => {
  const run = run_of(spec, spec.ways[k]);
  return Object.fromEntries(
    Object.entries(run).map(([name, rows]) => [name, rows[spec.coasting]]),
  );
};

const ways_until = (scene, k) => [
  0,
  ...own_run(scene, k).way.slice(0, scene.step),
];

/** A tick for each place where the row was before this step: the closer, the slower. */
function trail(scene, k, y, data) {
  const marks = ways_until(scene, k).map((way) => {
    const x = x_of(scene, way).toFixed(2);
    return `M${x} ${y - 6}L${x} ${y + 6}`;
  });
  return [
    path(`trail${k}`, marks.join(""), {
      stroke: "var(--quiet)",
      "stroke-width": 1.4,
      ...data,
    }),
  ];
}

/**
 * The row where it is now, hollow where it stands still; behind it the arrow of a gradient
 * that pushes it, ahead of it that of the memory; and how far it has come.
 */
function sledge(scene, k, y, data) {
  const { step, now, gone } = scene;
  const run = own_run(scene, k);
  const from = ways_until(scene, k).at(-1);
  const to = run.way[step];
  const x = x_of(scene, from + (to - from) * gone);
  const pushed = now >= 0 && run.gradient[now] > 0;
  const moves = now >= 0 && run.moved[now] > 0;
  const fill = pushed ? "touch" : moves ? "quiet" : "paper";
  const most = Math.max(...run.memory) || 1;
  const carries = now < 0 || pushed ? 0 : (MEMORY * run.memory[now]) / most;
  const halo = {
    stroke: field_of(scene, k),
    "stroke-width": 3,
    "paint-order": "stroke",
  };
  return [
    ...(pushed
      ? thick(`push${k}`, x - SLEDGE - PUSH, x - SLEDGE - 2, y, "touch")
      : []),
    ...(carries >= 1
      ? thick(`memory${k}`, x + SLEDGE, x + SLEDGE + carries, y, "quiet")
      : []),
    circle(`sledge${k}`, x, y, SLEDGE, {
      fill: `var(--${fill})`,
      ...INK,
      ...data,
    }),
    number(`way${k}`, x, y - 12, size_text(gone < 1 ? from : to, 3), {
      ...halo,
      ...data,
    }),
  ];
}

/** A thick arrow to the right; a short one is its head alone. */
function thick(key, from, to, y, colour) {
  const head = Math.min(8, to - from);
  const neck = to - head;
  const look = { fill: `var(--${colour})` };
  return [
    rect(key, from, y - 2, neck - from, 4, look),
    path(
      `${key}>`,
      `M${neck} ${y - 0.75 * head}L${to} ${y}L${neck} ${y + 0.75 * head}`,
      look,
    ),
  ];
}

/**
 * A typed number means a training step, unless it is for the kernel to train again.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = ({ range }, typed) =>
  !range && /^\d{1,4}$/.test(typed) ? Number(typed) : NaN;
/** @type {Kind["step_of"]} */
export const step_of = ({ spec }, number) => spec.steps.indexOf(number);

/**
 * What a reader of the page may want to know of the step.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ by }) => ({ by });

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = () => stages.glide[1];

export default player({
  ...words,
  picture,
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  ways,
  unit,
});

// @ts-check
/**
 * What training steps hold over their time: areas that grow from left to right, phase by
 * phase, upon the table that is there all along.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import {
  clamp,
  label,
  letters,
  LETTER,
  listed,
  number,
  once,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import * as words from "./words.js";
import { run_of, tables } from "./words.js";
import { player } from "../kit/player.js";

const LAST = 0.9; // seconds of a phase
export const picks = true;
export const unit = "phase";
export const ways = (spec) => spec.ways;

const FILL = {
  activations: "pick",
  gradients: "touch",
  states: "quiet",
  other: "line",
  held: "dot",
};
const HALO = {
  stroke: "var(--paper)",
  "stroke-width": 3,
  "paint-order": "stroke",
};
const LEFT = 40;
const TOP = 56; // px above the highest moment
const WIDE = { w: 576, h: 214 };
const NARROW = { w: 264, h: 190 };
const LEAST = 22; // px of the table's band
const MOST = 72;
const LINE = 14; // px from one line of words to the next

/**
 * Where things stand, from the spec alone: the plot, whose zero lies at `base`; the
 * table's band below it. `track`: the phases.
 */
export const layout = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out({ top, path }, narrow) {
  const { w, h } = narrow ? NARROW : WIDE;
  const per = h / (top || 1); // px of a table
  const base = TOP + h;
  const band = clamp(per, LEAST, MOST);
  const plot = {
    x: LEFT,
    w,
    h,
    base,
    per,
    band,
    cut: band < per,
    wide: w / path,
  };
  const track = { x: LEFT, y: base + band + 8, w, h: narrow ? 36 : 22 };
  return {
    plot,
    track,
    width: LEFT + w + 8,
    height: track.y + track.h + LINE + 8,
  };
}

/**
 * All shapes of the phase at time t (seconds): at 0 it is still to come. State: the spec,
 * the step, `by` which way, `row` layers.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...headings(scene),
    ...areas(scene),
    ...axis(scene),
    ...table_band(scene),
    ...peak(scene),
    ...track(scene),
    ...front(scene),
  ];
}

/**
 * How far a run has come at time t: `front` in phases, `now` the level there and `most`
 * the highest until there, in units.
 */
function scene_of(state, t) {
  const { spec, step, by, row, narrow } = state;
  const run = run_of(spec, by, row);
  const gone = clamp(t / LAST, 0, 1);
  const seen = run.levels.slice(0, step).flat();
  const current = run.levels[step];
  seen.push(...current.slice(0, Math.ceil(gone * current.length)));
  return {
    ...layout(spec, narrow),
    spec,
    state,
    run,
    step,
    front: step + gone,
    now: seen.at(-1) ?? 0,
    most: Math.max(0, ...seen),
    begun: t > 0,
  };
}

const x_of = ({ plot }, phases) => plot.x + plot.wide * phases;
const y_of = ({ plot, spec }, units) =>
  plot.base - (plot.per * units * spec.unit) / spec.table;

/** What is shown, and how much is held where the front is. */
function headings({ spec, state, run, step, now, begun }) {
  const at = begun ? step : step - 1;
  const where =
    at < 0
      ? "before the first step"
      : `${state.narrow ? "" : "training "}${run.names[at]}`;
  return [
    label("when", 8, 16, `${state.by}, ${listed(state.row, "layer")}`, {
      "font-weight": 600,
    }),
    quiet("now", 8, 33, `${where}: ${tables(spec, now)} tables held`),
  ];
}

/** The areas of all kinds, one upon the other, and what is still to come covered. */
function areas(scene) {
  const { spec, plot, front, state } = scene;
  const drawn = areas_of(spec, state.by, state.row, state.narrow);
  const x = x_of(scene, front);
  const right = plot.x + plot.w;
  const cover = { fill: "var(--paper)" };
  return [
    ...drawn,
    ...(x < right
      ? [rect("cover", x, TOP - 4, right - x + 2, plot.h + 4, cover)]
      : []),
  ];
}

const areas_of = once((spec, by, layers, narrow) => {
  const { kinds, levels } = run_of(spec, by, layers);
  const scene = { ...layout(spec, narrow), spec };
  let below = levels.map((phase) => phase.map(() => 0));
  const shapes = kinds.map((phases, k) => {
    const above = below.map((phase, p) =>
      phase.map((units, m) => units + phases[p][m]),
    );
    const lower = stairs(scene, below).reverse();
    const d = `M${[...stairs(scene, above), ...lower].map(([x, y]) => `${x} ${y}`).join("L")}Z`;
    below = above;
    return path(`area${k}`, d, { fill: `var(--${FILL[scene.spec.kinds[k]]})` });
  });
  const line = stairs(scene, levels);
  const edge = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.3 };
  return [
    ...shapes,
    path("held", `M${line.map(([x, y]) => `${x} ${y}`).join("L")}`, edge),
  ];
});

const px = (v) => Number(v.toFixed(2));

/** The corners of a line that stays at each moment's level until the next. */
const stairs = (scene, phases) =>
  phases.flatMap((phase, p) =>
    phase.flatMap((units, m) => {
      const y = px(y_of(scene, units));
      return [m, m + 1].map((k) => [px(x_of(scene, p + k / phase.length)), y]);
    }),
  );

/** A line across the plot and the table's band. */
const vertical = ({ base, band }, x) => `M${x} ${TOP}L${x} ${base + band}`;

/** Lines at round numbers of tables, and between training steps. */
function axis(scene) {
  const { spec, plot, run } = scene;
  const line = { fill: "none", stroke: "var(--line)" };
  const level = (tick) => {
    const y = px(plot.base - plot.per * tick);
    return [
      path(`level${tick}`, `M${plot.x} ${y}L${plot.x + plot.w} ${y}`, {
        ...line,
        "stroke-opacity": 0.7,
      }),
      number(`tick${tick}`, plot.x - 5, y + 4, tick_text(tick), {
        "text-anchor": "end",
        fill: "var(--quiet)",
      }),
    ];
  };
  const starts = run.firsts
    .slice(1)
    .map((p) => vertical(plot, px(x_of(scene, p))));
  return [
    ...ticks(spec.top).flatMap(level),
    path("starts", starts.join(""), { ...line, stroke: "var(--dot)" }),
  ];
}

/** In at most five letters. */
const tick_text = (tick) =>
  tick === 0 || (tick >= 0.001 && tick < 1e5)
    ? String(tick)
    : tick.toExponential().replace("e+", "e");

/** Two to five round numbers from 0 to `top` tables. */
export function ticks(top) {
  if (top <= 0) return [0];
  const size = 10 ** Math.floor(Math.log10(top));
  const apart = [size / 5, size / 2, size, 2 * size, 5 * size].find(
    (step) => top < 5 * step,
  );
  const count = Math.floor(top / apart + 1e-9);
  return Array.from({ length: count + 1 }, (_, k) =>
    Number((k * apart).toPrecision(3)),
  );
}

/** The table, which is there all along, below the zero of what is held beyond it. */
function table_band({ spec, plot }) {
  const { x, w, base, band, cut } = plot;
  const zero = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.3 };
  return [
    rect("table", x, base, w, band, { fill: "var(--zero)" }),
    path("zero", `M${x} ${base}L${x + w} ${base}`, zero),
    quiet(
      "table:",
      x + 7,
      base + 15,
      `1 table, ${spec.text}${cut ? ", drawn cut off" : ": there all along"}`,
    ),
  ];
}

/** The highest until the front. */
function peak(scene) {
  const { spec, plot, most, front } = scene;
  if (most === 0) return [];
  const y = px(y_of(scene, most));
  const done = front >= spec.path;
  const words = `${done ? "peak" : "most so far"} ${tables(spec, most)} tables`;
  const right = plot.x + plot.w;
  const line = {
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.2,
    "stroke-dasharray": "5 4",
  };
  return [
    path("peak", `M${plot.x} ${y}L${right} ${y}`, line),
    number("peak:", right, y - 5, words, {
      "text-anchor": "end",
      "font-weight": 700,
      ...HALO,
    }),
  ];
}

/** The phases below the slider, and below them the training steps. */
function track(scene) {
  const { plot, run, track, begun, step } = scene;
  const here = begun ? step : step - 1;
  const cells = run.phases.map((_, p) => {
    const edge =
      p === here
        ? { stroke: "var(--ink)", "stroke-width": 1.6 }
        : { stroke: "var(--line)" };
    const fill = p === here ? "var(--zero)" : "none";
    return rect(
      `phase${p}`,
      x_of(scene, p) + 1,
      track.y,
      plot.wide - 2,
      track.h,
      { rx: 3, fill, ...edge },
    );
  });
  return [
    ...cells,
    ...run.phases.map((name, p) => phase_name(scene, name, p, p === here)),
    ...steps_below(scene),
  ];
}

/**
 * The name of a phase below its column; in a narrow picture every other one stands lower,
 * so that it has the room of two.
 */
function phase_name(scene, name, p, lit) {
  const { spec, plot, track, state } = scene;
  const most = Math.floor((plot.wide * (state.narrow ? 2 : 1) - 4) / LETTER);
  const text = letters(name) > most ? `${name.slice(0, most - 1)}…` : name;
  const end = state.narrow && p === spec.path - 1;
  return quiet(
    `phase${p}:`,
    x_of(scene, p + (end ? 1 : 0.5)),
    track.y + 15 + (state.narrow && p % 2 ? LINE : 0),
    text,
    {
      "text-anchor": end ? "end" : "middle",
      ...(lit && { "font-weight": 600, fill: "var(--ink)" }),
      ...HALO,
    },
  );
}

/** Which training step the phases belong to, in as many words as there is room for. */
function steps_below(scene) {
  const { spec, plot, run, track } = scene;
  const parts = run.firsts.map((p, k) => [p, run.firsts[k + 1] ?? spec.path]);
  const room = plot.wide * Math.min(...parts.map(([from, to]) => to - from));
  const noun = ["training step ", "step ", ""].find(
    (words) => LETTER * (words.length + 1) <= room,
  );
  return parts.map(([from, to], k) =>
    quiet(
      `step${k}`,
      x_of(scene, (from + to) / 2),
      track.y + track.h + LINE,
      `${noun ?? ""}${k + 1}`,
      {
        "text-anchor": "middle",
      },
    ),
  );
}

/** The moment that the run has reached. */
function front(scene) {
  const { spec, plot, front, now } = scene;
  if (front <= 0 || front >= spec.path) return [];
  const [x, y] = [px(x_of(scene, front)), px(y_of(scene, now))];
  return [
    path("front", vertical(plot, x), {
      stroke: "var(--ink)",
      "stroke-width": 1,
    }),
    { key: "level", tag: "circle", cx: x, cy: y, r: 3.5, fill: "var(--ink)" },
  ];
}

/** The moment under the pointer: {phase, moment}; undefined outside the plot. */
export function moment_at({ spec, by, row, narrow }, [x, y]) {
  const { plot, track } = layout(spec, narrow);
  const along = (x - plot.x) / plot.wide;
  const phase = Math.floor(along);
  if (phase < 0 || phase >= spec.path || y < TOP || y > track.y)
    return undefined;
  const count = run_of(spec, by, row).levels[phase].length;
  return { phase, moment: Math.floor((along - phase) * count) };
}

/**
 * To mean another number of layers moves no step; -1 where it was not measured, so that
 * the kernel says which were.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec, step }, layers) =>
  spec.layers.includes(layers) ? step : -1;

/**
 * The number of layers that a typed text means, else NaN.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = (_, typed) =>
  /^\d{1,4}$/.test(typed) ? Number(typed) : NaN;

/**
 * What a reader of the page may want to know.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ by, row }) => ({ by, layers: row });

/**
 * Seconds that a phase takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = () => LAST;

export default player({
  ...words,
  picture,
  hover: (state, { place }) =>
    place ? words.hover(state, moment_at(state, place)) : "",
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  ways,
  picks,
  unit,
});

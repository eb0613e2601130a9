// @ts-check
/**
 * Rows that coast: on its lane each row glides by its distance from its start; beside it
 * two bars, its gradient and the optimiser's memory.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import * as words from "./words.js";
import { at_of, run_of, size_text } from "./words.js";
import { circle, label, number, part, path, quiet, rect } from "../kit/draw.js";
import { player } from "../kit/player.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { bars: [0, 0.2], glide: [0.15, 0.5] };
export const unit = "moment"; // a training step has a number of its own
export const ways = (spec) => spec.ways;

const BARS = { gradient: "touch", memory: "pos" }; // the colour of each
const INK = { stroke: "var(--ink)", "stroke-width": 1.5 };
const SLEDGE = 6.5;
const BEYOND = 70; // px behind a lane's end, for the number of a row that has left it
const TOP = 40; // px above the lanes
const WIDE = { lane: 340, pitch: 52, bar: 84 };
const NARROW = { lane: 206, pitch: 88, bar: 124 };

/**
 * Where things stand, from the spec alone: the lanes from x on, `w` wide; the bars beside
 * or, in a narrow picture, below them.
 */
export function layout({ rows, name_width, axis_width }, narrow) {
  const { lane, pitch, bar } = narrow ? NARROW : WIDE;
  const x = narrow ? 14 : 8 + name_width + 22;
  const end = x + lane + BEYOND;
  const bottom = TOP + rows.length * pitch - (narrow ? 20 : 0);
  const bars = narrow ? x - 6 : end + 8;
  const width = Math.max(narrow ? end : bars + 2 * bar + 24, x + axis_width);
  return { x, w: lane, pitch, bar, bars, bottom, width, height: bottom + 56 };
}

/**
 * All shapes of the step at time t (seconds): at 0 it is still the one before. State: the
 * spec, the step, `by` which optimiser.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step, by, narrow = false } = state;
  const now = t > 0 ? step : step - 1; // the step whose numbers are written
  const scene = {
    spec,
    step,
    now,
    narrow,
    run: run_of(spec, by),
    place: layout(spec, narrow),
    filled: part(t, stages.bars),
    gone: part(t, stages.glide),
  };
  const when =
    now < 0 ? `before step ${at_of(spec, 0)}` : `step ${at_of(spec, now)}`;
  return [
    label("when", 8, 16, `${by}, ${when}`, { "font-weight": 600 }),
    ...axis(scene),
    ...spec.rows.flatMap((_, i) => [...lane(scene, i), ...bars(scene, i)]),
  ];
}

/** How high lane i lies. */
const height_of = ({ place, narrow }, i) =>
  TOP + i * place.pitch + (narrow ? 30 : 24);

/** How far along a lane a distance is. */
const x_of = ({ spec, place }, way) => place.x + (place.w * way) / spec.reach;

/**
 * Lines at round distances, across the lanes but not across bars below them, and what they
 * mean.
 */
function axis(scene) {
  const { spec, place, narrow } = scene;
  const half = narrow ? 12 : place.pitch / 2;
  const line = (tick) => {
    const x = x_of(scene, tick);
    const parts = spec.rows.map(
      (_, i) =>
        `M${x} ${height_of(scene, i) - half}L${x} ${height_of(scene, i) + half}`,
    );
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

/** Lane i: the name of its row, the places where the row was, and the row. */
function lane(scene, i) {
  const { spec, place, narrow } = scene;
  const y = height_of(scene, i);
  const data = { "data-lane": i };
  const name = narrow ? [8, y - 20] : [8, y + 4];
  const end = place.x + place.w;
  return [
    label(`name${i}`, ...name, spec.rows[i].name, {
      "font-weight": 600,
      ...data,
    }),
    path(`lane${i}`, `M${place.x} ${y}L${end} ${y}`, {
      stroke: "var(--dot)",
      "stroke-width": 1.2,
    }),
    ...trail(scene, i, y),
    ...sledge(scene, i, y, data),
  ];
}

const ways_until = ({ run, step }, i) => [0, ...run.way[i].slice(0, step)];

/**
 * A tick for each place on its lane where row i was before this step: the closer, the
 * slower.
 */
function trail(scene, i, y) {
  const past = ways_until(scene, i).map((way) => x_of(scene, way));
  const end = scene.place.x + scene.place.w;
  const marks = past
    .filter((x) => x <= end + 0.01)
    .map((x) => `M${x.toFixed(2)} ${y - 6}L${x.toFixed(2)} ${y + 6}`);
  return [
    path(`trail${i}`, marks.join(""), {
      stroke: "var(--quiet)",
      "stroke-width": 1.4,
    }),
  ];
}

/**
 * Row i where it is now, hollow where it stands still, in the colour of what moves it; and
 * how far it has come.
 */
function sledge(scene, i, y, data) {
  const { spec, run, step, now, gone, place } = scene;
  const from = ways_until(scene, i).at(-1);
  const to = run.way[i][step];
  const way = from + (to - from) * gone;
  const away = way > spec.reach * 1.0001;
  const x = Math.min(x_of(scene, way), place.x + place.w + SLEDGE + 3);
  const mover = mover_of(run, i, now);
  const fill = mover ? `var(--${mover})` : "var(--paper)";
  const halo = {
    stroke: "var(--paper)",
    "stroke-width": 3,
    "paint-order": "stroke",
  };
  return [
    circle(`sledge${i}`, x, y, SLEDGE, { fill, ...INK, ...data }),
    ...(away ? [off(`off${i}`, x + SLEDGE + 3, y)] : []),
    number(
      `way${i}`,
      x + SLEDGE + (away ? 16 : 5),
      y - 8,
      size_text(gone < 1 ? from : to, 3),
      {
        "text-anchor": "start",
        ...halo,
        ...data,
      },
    ),
  ];
}

/** What says that a row has left its lane. */
const off = (key, x, y) =>
  path(key, `M${x} ${y - 4}L${x + 4} ${y}L${x} ${y + 4}`, {
    fill: "none",
    ...INK,
  });

/**
 * The colour of what moves row i in a step: its gradient, or else the memory, or neither;
 * none where it stands still.
 */
function mover_of({ moved, gradient, memory }, i, step) {
  if (step < 0 || moved[i][step] === 0) return "";
  if (gradient[i][step] > 0) return BARS.gradient;
  return memory[i][step] > 0 ? BARS.memory : "quiet";
}

/**
 * The bars of row i, each as long as its number beside its largest of the run: so the
 * memory of a rare row is seen to fade, too.
 */
function bars(scene, i) {
  const { run, step, now, filled, place, narrow } = scene;
  const y = height_of(scene, i) + (narrow ? 26 : 0);
  return Object.entries(BARS).flatMap(([name, colour], k) => {
    const x = place.bars + k * (place.bar + 16);
    const most = Math.max(...run[name][i]) || 1;
    const before = step > 0 ? run[name][i][step - 1] : 0;
    const size = before + (run[name][i][step] - before) * filled;
    const data = { "data-lane": i };
    const text = now < 0 ? "" : size_text(run[name][i][now]);
    return [
      quiet(`${name}${i}:`, x, y - 4, name, data),
      number(`${name}${i}#`, x + place.bar, y - 4, text, {
        "text-anchor": "end",
        ...data,
      }),
      rect(`${name}${i}|`, x, y, place.bar, 9, {
        fill: "var(--zero)",
        ...data,
      }),
      rect(`${name}${i}`, x, y, (place.bar * size) / most, 9, {
        fill: `var(--${colour})`,
        ...data,
      }),
    ];
  });
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

// @ts-check
/**
 * One training step as a bar to scale, as by a lens where it is too short to be seen, and
 * below it the rows that each part reads and writes.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { label, listed, number, part, path, quiet, rect } from "../kit/draw.js";
import { player } from "../kit/player.js";
import * as words from "./words.js";
import { gain_words, part_of, run_of } from "./words.js";

/**
 * Seconds from and to while another way takes over: the old lens closes, the bar finds its
 * length, the new lens opens.
 */
export const stages = { close: [0, 0.3], shrink: [0.2, 1.3], open: [1.2, 1.7] };
export const unit = "part";
export const ways = (spec) => spec.ways;

// Of the parts, in order: a step reads rows, writes gradients, updates and fills with zeros; no
// part has the blue or orange of a sign.
const COLOURS = ["ink", "touch", "quiet", "line", "dot", "zero"];
const INK_ON = { line: "ink", dot: "ink", zero: "ink" }; // else "onfill"
const LEAST = 1 / 8; // of the longest bar: a shorter one needs a lens
const EDGE = 8; // px around all
const [BAR, FAN, LENS] = [22, 22, 22]; // px in height: the bar, what leads to the lens, the lens
// px in height: in a strip a lane above for what is read, one below for what is written
const [STRIP, LANE] = [12, 5.5];
const MOST_SLIVER = 8; // px of a block that is taken for too short
const HAIR = 1.4; // px of a row that would be too thin to be seen
const WIDE = { w: 568, line: 18, pitch: 22, count: 88 };
const NARROW = { w: 296, line: 32, pitch: 34, count: 0 };

/**
 * Where things stand, from the spec alone: bars from x on, then a line for each part, then
 * a strip for each tensor.
 */
export function layout(
  { path: parts, labels, label_width, part_width },
  narrow = false,
) {
  const { w, line, pitch, count } = narrow ? NARROW : WIDE;
  const bar = narrow ? 58 : 42;
  const lens = bar + BAR + FAN;
  const list = lens + LENS + 24;
  const time = EDGE + 16 + part_width + 60;
  const end = list + (parts - 1) * line + (narrow ? 44 : 24);
  const x = narrow ? EDGE : EDGE + label_width + 10;
  const strips = {
    x,
    y: end + (narrow ? 48 : 32),
    w: EDGE + w - count - x,
    pitch,
  };
  const height = strips.y + (labels.length - 1) * pitch + STRIP + 10;
  return {
    x: EDGE,
    w,
    bar,
    lens,
    list,
    line,
    time,
    end,
    strips,
    width: w + 2 * EDGE,
    height,
  };
}

/**
 * All shapes of the part at time t (seconds): at 0 it is still the one before. State: the
 * spec, the step, `by` which way, `was` the way before.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...heading(scene),
    ...axis(scene),
    ...bars(scene),
    ...cursor(scene),
    ...list(scene),
    ...strips(scene),
  ];
}

/** Whether another way takes over before the part begins. */
const changes = ({ spec, by, was }) =>
  Boolean(was && was !== by && spec.runs[was]);

/**
 * How far things have come at time t: the way takes over, then the part goes on, for
 * longer the longer it is.
 */
function scene_of(state, t) {
  const { spec, narrow = false } = state;
  const [run, old] = [
    run_of(state),
    changes(state) ? spec.runs[state.was] : run_of(state),
  ];
  const changed = changes(state) ? stages.open[1] : 0;
  const gone = part(t - changed, [0, own_time(state)]);
  const stage = (name) => (changed ? part(t, stages[name]) : 1);
  return {
    state,
    spec,
    narrow,
    run,
    old,
    gone,
    now: gone === 1 ? state.step : state.step - 1, // the part whose numbers are written
    place: layout(spec, narrow),
    shrink: stage("shrink"),
    lens: Math.max(
      needs_lens(old) * (1 - stage("close")),
      needs_lens(run) * stage("open"),
    ),
  };
}

const needs_lens = ({ share }) => Number(share < LEAST);

const between = (a, b, gone) => (gone === 1 ? b : a + (b - a) * gone);

/**
 * The shares of the parts in their step, and that of the step in the longest, while one
 * way takes over from another.
 */
function shares({ run, old, shrink }) {
  const parts = run.parts.map(({ share }, k) =>
    between(old.parts[k].share, share, shrink),
  );
  return { parts, whole: between(old.share, run.share, shrink) };
}

/** The way that is shown, and how much faster it is. */
function heading({ state, run, narrow, place }) {
  const gain = gain_words(state, narrow);
  const at = narrow ? [place.x, 30] : [place.x + place.w, 14];
  return [
    label("way", place.x, 14, `${state.by}: ${run.text}`, {
      "font-weight": 600,
    }),
    ...(gain
      ? [label("gain", ...at, gain, narrow ? {} : { "text-anchor": "end" })]
      : []),
  ];
}

/** Times, at the scale of the longest bar, whatever way is shown. */
function axis({ spec, place }) {
  const y = place.bar - 3;
  return spec.ticks.flatMap(([share, text], k) => {
    const x = place.x + share * place.w;
    const anchor = k === 0 ? "start" : share > 0.93 ? "end" : "middle";
    return [
      path(`tick${k}`, `M${x} ${y}L${x} ${y + 3}`, { stroke: "var(--dot)" }),
      number(`time${k}`, x, y - 3, text, {
        fill: "var(--quiet)",
        "text-anchor": anchor,
      }),
    ];
  });
}

/** The bar to scale, in a frame as long as the longest; below it the lens. */
function bars(scene) {
  const { place, run, lens } = scene;
  const { x, w, bar } = place;
  const { whole } = shares(scene);
  const frame = {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
  };
  const shapes = [
    rect("longest", x, bar, w, BAR, frame),
    ...blocks("bar", scene, bar, BAR, whole * w),
  ];
  if (lens === 0) return [...shapes, ...sliver(scene)];
  const end = x + between(whole * w, w, lens);
  const fan =
    `M${x} ${bar + BAR}L${x} ${place.lens}M${x + whole * w} ` +
    `${bar + BAR}L${end} ${place.lens}`;
  return [
    ...shapes,
    path("fan", fan, { fill: "none", stroke: "var(--dot)" }),
    ...blocks("lens", scene, place.lens, LENS, end - x),
    rect("glass", x, place.lens, end - x, LENS, {
      fill: "none",
      stroke: "var(--ink)",
      "stroke-width": 1.5,
    }),
    ...(lens === 1 && run.times
      ? [
          quiet(
            "factor",
            x + w,
            bar + BAR + 11,
            `enlarged ${run.times} times`,
            { "text-anchor": "end" },
          ),
        ]
      : []),
  ];
}

/** The name of the first part, where it is too short to be seen and no lens helps. */
function sliver({ run, place, shrink }) {
  const { x, w, bar } = place;
  if (shrink < 1 || run.parts[0].share * run.share * w >= MOST_SLIVER)
    return [];
  const { name, text } = run.parts[0];
  const y = bar + BAR;
  return [
    path(
      "sliver",
      `M${x + 0.5} ${y + 2}L${x + 0.5} ${y + 12}L${x + 8} ${y + 12}`,
      {
        fill: "none",
        stroke: "var(--dot)",
      },
    ),
    quiet("sliver:", x + 12, y + 16, `${name}, ${text}`, { "data-row": 0 }),
  ];
}

/** A block for each part, with its name where there is room. */
function blocks(key, scene, y, h, long) {
  const { place, run } = scene;
  let x = place.x;
  return shares(scene).parts.flatMap((share, k) => {
    const [left, wide] = [x, share * long];
    x += wide;
    const colour = COLOURS[k];
    const { name } = run.parts[k];
    const look = { fill: `var(--${colour})`, "data-row": k };
    const fill = `var(--${INK_ON[colour] ?? "onfill"})`;
    const shapes = [
      rect(
        `${key}${k}`,
        left,
        y,
        Math.min(Math.max(wide, 1), place.x + place.w - left),
        h,
        look,
      ),
    ];
    if (wide < 7 * name.length + 8) return shapes;
    const words = { "text-anchor": "middle", fill, "data-row": k };
    return [
      ...shapes,
      label(`${key}${k}:`, left + wide / 2, y + h / 2 + 4, name, words),
    ];
  });
}

/** What runs along the bar, or along the lens where there is one. */
function cursor(scene) {
  const { state, place, lens, gone } = scene;
  const { parts, whole } = shares(scene);
  const before = parts.slice(0, state.step).reduce((a, b) => a + b, 0);
  const long = lens === 1 ? place.w : whole * place.w;
  const x = Math.min(
    place.x + (before + parts[state.step] * gone) * long,
    place.x + place.w,
  );
  const [y, h] = lens === 1 ? [place.lens, LENS] : [place.bar, BAR];
  const d = `M${x} ${y - 3}L${x} ${y + h + 3}`;
  return [
    path("halo", d, { stroke: "var(--paper)", "stroke-width": 5 }),
    path("cursor", d, { stroke: "var(--ink)", "stroke-width": 2.5 }),
  ];
}

/**
 * A line for each part: its time, its share, the rows it touches; the one shown is marked.
 * Below them what all parts so far have touched.
 */
function list({ state, place, run, narrow, now }) {
  const { x, time, w } = place;
  const lines = run.parts.flatMap(({ name, text, percent, moved }, k) => {
    const y = place.list + k * place.line;
    const here = k === state.step;
    const more = { "data-row": k, ...(here && { "font-weight": 600 }) };
    const at = narrow ? [x + 16, y + 14] : [time + 82, y];
    return [
      ...(here
        ? [
            rect("here", x - 4, y - 13, w + 8, place.line, {
              rx: 3,
              fill: "var(--zero)",
              "data-row": k,
            }),
          ]
        : []),
      rect(`swatch${k}`, x, y - 9, 10, 10, {
        fill: `var(--${COLOURS[k]})`,
        "data-row": k,
      }),
      label(`name${k}`, x + 16, y, name, more),
      number(`time${k}#`, time, y, text, {
        "text-anchor": "end",
        "data-row": k,
      }),
      number(`percent${k}`, time + 68, y, percent, {
        "text-anchor": "end",
        fill: "var(--quiet)",
        "data-row": k,
      }),
      label(`moved${k}`, ...at, moved, { class: "quiet", "data-row": k }),
    ];
  });
  const { rows, bytes } = now < 0 ? { rows: 0, bytes: "0 B" } : run.parts[now];
  const words = `${listed(rows, "row")}, ${bytes}`;
  return [
    ...lines,
    label("sofar", x + 16, place.end, "so far", { "font-weight": 600 }),
    label("total", narrow ? time - 30 : time + 82, place.end, words, {
      "font-weight": 600,
    }),
  ];
}

/**
 * The rows of each tensor, to scale: a line for the ids, and a strip for each tensor that
 * is held.
 */
function strips(scene) {
  const { spec, place, narrow } = scene;
  const { x, y, w, pitch } = place.strips;
  const heading = "rows, to scale: read above, written below";
  const line = path("ids", `M${x} ${y + STRIP}L${x + w} ${y + STRIP}`, {
    stroke: "var(--dot)",
  });
  return [
    quiet("strips", EDGE, y - (narrow ? 24 : 8), heading),
    ...named_strip(scene, -1, spec.ids.toLocaleString("en")),
    line,
    hairs("id", scene, y + 4, y + STRIP, "ink", 1),
    ...spec.labels
      .slice(1)
      .flatMap((_, tensor) => strip(scene, tensor, y + (tensor + 1) * pitch)),
  ];
}

/** What an earlier part was the last to write of a tensor, as far as it is still held. */
function left(scene, tensor, y, long) {
  const { state, run, place } = scene;
  const before = run.parts.slice(0, state.step);
  const k = before.findLastIndex(({ written }) => written[tensor] > 0);
  if (k < 0 || long === 0) return [];
  const colour = COLOURS[k];
  const { written, held } = before[k];
  if (written[tensor] < held[tensor])
    return [hairs(`left${tensor}`, scene, y, y + LANE, colour, 1)];
  const look = { fill: `var(--${colour})`, "data-tensor": tensor };
  return [rect(`left${tensor}`, place.strips.x, y, long, LANE, look)];
}

/** The name of a strip and how many rows there are: beside it, or in a narrow picture above. */
function named_strip({ spec, place, narrow }, tensor, rows) {
  const { x, y, w, pitch } = place.strips;
  const at = y + (tensor + 1) * pitch;
  const right = narrow
    ? [x + w, at - 4, { "text-anchor": "end" }]
    : [x + w + 8, at + 10, {}];
  const data = tensor >= 0 ? { "data-tensor": tensor } : {};
  return [
    label(
      `strip${tensor}:`,
      EDGE,
      narrow ? at - 4 : at + 10,
      spec.labels[tensor + 1],
      data,
    ),
    quiet(`strip${tensor}#`, right[0], right[1], rows, {
      ...right[2],
      ...data,
    }),
  ];
}

/**
 * A tensor: how much of it is held, lit as far as the part has come, above where it is
 * read, below where it is written.
 */
function strip(scene, tensor, y) {
  const { state, spec, run, place, gone } = scene;
  const { x, w } = place.strips;
  const { read, written, held } = part_of(state);
  const [before, after] = [held_before(run, state.step), held].map(
    (rows) => rows[tensor],
  );
  const said = gone === 1 ? after : before;
  const rows = between(before, after, gone);
  const long = Math.min(
    w,
    rows === 0 ? 0 : Math.max(HAIR, (w * rows) / spec.V),
  );
  const data = { "data-tensor": tensor };
  const colour = COLOURS[state.step];
  const lane = (name, touched, top) => {
    if (!touched || gone === 0) return [];
    const whole = touched >= Math.max(before, after);
    const shape = { fill: `var(--${colour})`, ...data };
    if (!whole)
      return [hairs(`${name}${tensor}`, scene, top, top + LANE, colour, gone)];
    const sweep = before === after ? long * gone : long;
    return [rect(`${name}${tensor}`, x, top, sweep, LANE, shape)];
  };
  return [
    ...named_strip(scene, tensor, said ? listed(said, "row") : "none"),
    rect(`room${tensor}`, x, y, w, STRIP, {
      fill: "none",
      stroke: "var(--line)",
      "stroke-dasharray": "2 3",
      ...data,
    }),
    ...(long > 0
      ? [
          rect(`held${tensor}`, x, y, long, STRIP, {
            fill: "var(--line)",
            ...data,
          }),
        ]
      : []),
    ...left(scene, tensor, y + STRIP - LANE, long),
    ...lane("read", read[tensor], y),
    ...lane("written", written[tensor], y + STRIP - LANE),
  ];
}

/**
 * What was held when a part began: at the first what the last one leaves, for steps follow
 * one another.
 */
const held_before = ({ parts }, step) =>
  (step > 0 ? parts[step - 1] : parts.at(-1)).held;

/** A line at the place of each id, as far as the part has come. */
function hairs(key, { spec, place }, top, bottom, colour, gone) {
  const { x, w } = place.strips;
  const cells = spec.cells.length;
  const d = [...spec.cells]
    .flatMap((lit, cell) => (lit === "1" ? [(cell + 0.5) / cells] : []))
    .filter((share) => share <= gone)
    .map(
      (share) =>
        `M${(x + share * w).toFixed(2)} ${top}L${(x + share * w).toFixed(2)} ${bottom}`,
    );
  const wide = Math.max(HAIR, (0.9 * w) / cells);
  return path(key, d.join(""), {
    stroke: `var(--${colour})`,
    "stroke-width": wide,
  });
}

/**
 * Only the parts of this step can be meant; for another the kernel says which there are.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec }, row) =>
  row >= 0 && row < spec.path ? row : -1;

/**
 * What a reader of the page may want to know of the step.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ by }) => ({ by });

/** Seconds that a part takes here: longer for a longer one. */
const own_time = (state) => 0.5 + 1.5 * part_of(state).share;

/**
 * Seconds that a step takes, with those in which another way takes over.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) =>
  own_time(state) + (changes(state) ? stages.open[1] : 0);

export default player({
  ...words,
  picture,
  facts,
  step_of,
  layout,
  lasts,
  ways,
  unit,
});

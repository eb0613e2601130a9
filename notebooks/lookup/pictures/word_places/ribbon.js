// @ts-check
/**
 * A vocabulary as a ribbon of its words: where ids lie on its logarithmic axis, and how
 * often words occur, as a curve above it.
 */
import { chips_of } from "../kit/chips.js";
import { LETTER, number, once, path, quiet, rect } from "../kit/draw.js";

const MARGIN = 6;
const WIDE = { plot: 556, box: 76, gap: 14, high: 150 };
const NARROW = { plot: 222, box: 60, gap: 10, high: 130 };
const HEADROOM = 64; // px above the curve, for the word of the step
const RIBBON = 22;
const FLOOR = 8; // px that the curve is high where a word occurs once
const CUT = 4; // px of a word's place from which on it is cut off from the next

/** Keeps a text readable on a line. */
export const HALO = {
  stroke: "var(--paper)",
  "stroke-width": 3,
  "paint-order": "stroke",
};

/**
 * Where things stand, from the spec alone: the box of place 0, the plot with the ribbon
 * below it. `track`: the chips.
 */
export const layout_of = once((spec, narrow = false) => {
  const { plot: w, box: wide, gap, high } = narrow ? NARROW : WIDE;
  const full = wide + gap + w;
  const chips = chips_of(spec, { x: MARGIN, y: 2, width: full });
  const top = chips.y + chips.h + HEADROOM;
  const plot = {
    x: MARGIN + wide + gap,
    y: top,
    w,
    h: high,
    base: top + high,
  };
  const box = { x: MARGIN, y: plot.base, w: wide, h: RIBBON };
  const axis = plot.base + RIBBON + 15;
  return {
    chips,
    plot,
    box,
    axis,
    track: chips,
    width: full + 2 * MARGIN,
    height: axis + 24,
  };
});

/** Where an id lies, from the left. Its own place reaches half an id to either side. */
export function x_of({ V }, { x, w }, id) {
  const start = Math.log10(0.5);
  return x + (w * (Math.log10(id) - start)) / (Math.log10(V - 0.5) - start);
}

/**
 * The most that a word occurs, and at least ten times, so that the curve of rare words
 * stays low.
 */
const most = ({ places }) => Math.max(10, places.counts[0]);

/** How high a count stands. */
export const y_of = (spec, { base, h }, count) =>
  base - FLOOR - ((h - FLOOR) * Math.log10(count)) / Math.log10(most(spec));

/**
 * The curve as steps: {id, from, to: px, y}, one for each place that the page knows, up to
 * the next.
 */
export const steps_of = once((spec, narrow) => {
  const { plot } = layout_of(spec, narrow);
  const { rows, counts } = spec.places;
  const edge = (id) => x_of(spec, plot, id - 0.5);
  return rows.map((id, k) => ({
    id,
    from: edge(id),
    to: edge(rows[k + 1] ?? spec.V),
    y: y_of(spec, plot, counts[k]),
  }));
});

/**
 * The place that the page knows at so many px from the left: of {rows, counts, words} the
 * index; -1 beside the ribbon.
 */
export const place_at = (spec, narrow, x) =>
  steps_of(spec, narrow).findIndex(({ from, to }) => from <= x && x < to);

/**
 * How high the curve stands at some px from the left; before the ribbon as high as at its
 * start.
 */
export function height_at(spec, narrow, x) {
  const k = place_at(spec, narrow, x);
  return steps_of(spec, narrow)[Math.max(0, k)].y;
}

/**
 * Lines at 1, 10, 100 … times: {count, y, right, text}; every other one has a text, unless
 * it would lie on the curve.
 */
export const levels = once((spec, narrow) => {
  const { plot } = layout_of(spec, narrow);
  const right = plot.x + plot.w;
  const powers = Math.floor(Math.log10(most(spec)) + 1e-9);
  return Array.from({ length: powers + 1 }, (_, power) => {
    const count = 10 ** power;
    const y = y_of(spec, plot, count);
    const text = count === 1 ? "once" : `${count.toLocaleString("en")} times`;
    const open = height_at(spec, narrow, right - LETTER * text.length) > y;
    return {
      count,
      y,
      right,
      text: open && power % 2 === powers % 2 ? text : "",
    };
  });
});

/** The plot without any word of the text: levels, curve, ribbon, axis. */
export const ground = once((spec, narrow) => {
  const { plot } = layout_of(spec, narrow);
  const right = plot.x + plot.w;
  const level = ({ count, y }) =>
    path(`level${count}`, `M${plot.x} ${y}L${right} ${y}`, {
      stroke: "var(--line)",
      "stroke-width": 0.8,
    });
  return [
    ...levels(spec, narrow).map(level),
    ...curve(spec, narrow),
    ...ribbon(spec, narrow),
  ];
});

/**
 * The texts of the levels and of the axis; a line from a word to its place may pass below
 * them.
 */
export const words_of_axes = once((spec, narrow) => [
  ...levels(spec, narrow)
    .filter(({ text }) => text)
    .map(({ count, text, y, right }) =>
      quiet(`level${count}:`, right, y - 3, text, {
        "text-anchor": "end",
        ...HALO,
      }),
    ),
  ...ticks(spec, narrow),
]);

const px = (v) => Number(v.toFixed(1));

/** How often words occur: steps, and those words that occur once darker. */
function curve(spec, narrow) {
  const { plot } = layout_of(spec, narrow);
  const steps = steps_of(spec, narrow);
  const line = steps
    .filter(({ y }, k) => y !== steps[k - 1]?.y)
    .map(
      ({ from, y }, k, kept) =>
        `L${px(from)} ${px(y)}L${px(kept[k + 1]?.from ?? plot.x + plot.w)} ${px(y)}`,
    )
    .join("");
  const right = plot.x + plot.w;
  const rare = spec.V - spec.once;
  const from = spec.once > 0 ? x_of(spec, plot, rare - 0.5) : right;
  const top = plot.base - FLOOR;
  return [
    path("under", `M${plot.x} ${plot.base}${line}L${right} ${plot.base}Z`, {
      fill: "var(--zero)",
    }),
    rect("rare", from, top, right - from, FLOOR + RIBBON, {
      fill: "var(--line)",
    }),
    path("curve", `M${line.slice(1)}`, {
      fill: "none",
      stroke: "var(--quiet)",
      "stroke-width": 1.3,
    }),
  ];
}

/** The ribbon, each of its first words cut off from the next. */
function ribbon(spec, narrow) {
  const { plot } = layout_of(spec, narrow);
  const { x, w, base } = plot;
  let cuts = "";
  for (let id = 1; id < spec.V - 1; id++) {
    const [from, to] = [x_of(spec, plot, id - 0.5), x_of(spec, plot, id + 0.5)];
    if (to - from < CUT) break;
    cuts += `M${px(to)} ${base}L${px(to)} ${base + RIBBON}`;
  }
  const look = { fill: "none", stroke: "var(--dot)" };
  return [
    ...(cuts ? [path("cuts", cuts, { ...look, "stroke-width": 0.8 })] : []),
    rect("ribbon", x, base, w, RIBBON, { ...look, rx: 3 }),
  ];
}

/** The round ids below the ribbon that have room, and what they are. */
function ticks(spec, narrow) {
  const { plot, axis } = layout_of(spec, narrow);
  const shown = [];
  let free = plot.x - 9;
  for (let id = 1; id < spec.V; id *= 10) {
    const text = id.toLocaleString("en");
    const half = (LETTER * text.length) / 2;
    const x = Math.min(x_of(spec, plot, id), plot.x + plot.w - half);
    if (x - half < free) continue;
    free = x + half + 6;
    shown.push(number(`tick${id}`, x, axis, text, { fill: "var(--quiet)" }));
  }
  const low = plot.base + RIBBON;
  const marks = shown.map(({ key, x }) =>
    path(`${key}|`, `M${x} ${low}L${x} ${low + 4}`, { stroke: "var(--dot)" }),
  );
  const words = narrow
    ? "id, logarithmic"
    : "id, logarithmic: the most frequent word first, the rarest last";
  return [...marks, ...shown, quiet("axis", plot.x, axis + 17, words)];
}

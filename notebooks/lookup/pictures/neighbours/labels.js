// @ts-check
/** The words beside the dots: where they stand is settled once for each step. */
import { LETTERS, clamp, label, letters, once, path } from "../kit/draw.js";
import { sides, take, taken_by } from "../kit/place_labels.js";
import { cosine_text } from "../kit/units.js";
import {
  DOT,
  LIT,
  RING,
  drawn_in,
  is_sum,
  label_of,
  layout_of,
  lit_in,
  places,
  target,
} from "./places.js";

const STILL = [0, 0];
const FAR = [24, 34, 46, 60, 76, 94, 114]; // px from a dot to a word that found no room at it
const TURNS = 16; // directions in which it may stand
const SUM = "the sum";
/** Keeps a text readable on a line. */
const HALO = {
  stroke: "var(--paper)",
  "stroke-width": 4,
  "paint-order": "stroke",
};

/**
 * What stands beside the dots of a step, none for -1: {words: {k: place}, sum: place}. The
 * words asked for choose first, then those near to them, which may cover a dot that takes
 * no part, then all others.
 */
const labels_at = once((spec, at, narrow) => {
  const step = spec.steps[at];
  const { x, y, w, h } = layout_of(spec, narrow).box;
  const frame = [x, y, x + w, y + h];
  const dots = dots_of(spec, step, narrow).sort((a, b) => a.rank - b.rank);
  const lit = dots.filter(({ rank }) => rank < Infinity);
  const others = dots.filter(({ rank }) => rank === Infinity);
  const sums = step && is_sum(step) ? [sum_of(spec, step, narrow)] : [];
  const taken = [...sums, ...lit].map(taken_by);
  const [sum] = sums.map((dot) =>
    take(anywhere(dot, frame), frame, taken, true),
  );
  const near = lit.map((dot) => [
    dot.k,
    take(anywhere(dot, frame), frame, taken, true),
  ]);
  taken.push(...others.map(taken_by));
  const far = others.map((dot) => [
    dot.k,
    take(sides(dot), frame, taken, false),
  ]);
  return { sum, words: Object.fromEntries([...near, ...far]) };
});

const sum_of = (spec, step, narrow) => ({
  ...target(spec, narrow, step),
  way: STILL,
  reach: LIT + 2,
  width: letters(SUM) * LETTERS.picked,
});

/**
 * Where a word may stand that must be seen: beside its dot, else farther off, at a line,
 * and pushed into the frame as the last resort.
 */
function anywhere(dot, frame) {
  const { x, width } = dot;
  const [left, right] = [frame[0], frame[2]];
  const off = FAR.flatMap((far) =>
    Array.from({ length: TURNS }, (_, turn) => {
      const angle = ((turn + 0.5) * 2 * Math.PI) / TURNS;
      const [dx, dy] = [far * Math.cos(angle), far * Math.sin(angle)];
      const side = Math.abs(dx) < 0.3 * far ? 0 : Math.sign(dx);
      return away(dot, far, dx, dy, side);
    }),
  );
  const half = width / 2 + 1;
  const dx = clamp(x, left + half, right - half) - x;
  const pushed = FAR.flatMap((far) =>
    [far, -far].map((dy) => away(dot, far, dx, dy, 0)),
  );
  return [...sides(dot), ...off, ...pushed];
}

/** A word that stands right of a point, left of it, or, at side 0, has it in its middle. */
function away({ x, y, width }, far, dx, dy, side) {
  const left = x + dx - (width * (1 - side)) / 2;
  return {
    far,
    anchor: ["end", "middle", "start"][side + 1],
    dx,
    dy: dy + 4,
    box: [left, y + dy - 6, left + width, y + dy + 8],
    way: STILL,
  };
}

/** The line from a dot to its word, where this stands farther off. */
export const lead = (key, { x, y }, { far, dx, dy }, seen) =>
  far
    ? [
        path(key, `M${x} ${y}L${x + dx} ${y + dy - 4}`, {
          stroke: "var(--quiet)",
          "stroke-width": 0.8,
          "stroke-opacity": seen,
        }),
      ]
    : [];

function dots_of(spec, step, narrow) {
  const at = places(spec, narrow);
  const lit = step ? lit_in(step) : [];
  return drawn_in(spec, step).map((k) => {
    const asked = Boolean(step?.terms.includes(k));
    const rank = lit.includes(k) ? lit.indexOf(k) : Infinity;
    return {
      k,
      ...at[k],
      way: STILL,
      reach: rank === Infinity ? DOT : RING + (asked ? 2 : 0),
      rank,
      width:
        letters(text_of(spec, step, k)) *
        (asked ? LETTERS.picked : LETTERS.dot),
    };
  });
}

/** What stands beside a dot: its word, and how near it is. */
function text_of(spec, step, k) {
  const rank = step && !step.terms.includes(k) ? step.near.indexOf(k) : -1;
  const cosine = rank < 0 ? "" : ` ${cosine_text(step.cosines[rank])}`;
  return label_of(spec, k) + cosine;
}

/**
 * The words beside the dots of a step, wherever these are now: dots are {k, x, y, lit: how
 * far it is lit}.
 */
export function words_of(spec, at, narrow, dots) {
  const step = spec.steps[at];
  const { words } = labels_at(spec, at, narrow);
  const leads = dots.flatMap((dot) => {
    const place = words[dot.k];
    return place ? lead(`lead${dot.k}`, dot, place, dot.lit) : [];
  });
  const texts = dots.flatMap(({ k, x, y, lit }) => {
    const place = words[k];
    if (!place) return [];
    const asked = step?.terms.includes(k);
    const near = !asked && lit >= 0.5;
    const text = near ? text_of(spec, step, k) : label_of(spec, k);
    const end = { x: x + place.dx, y: y + place.dy };
    const flies = lit > 0 && lit < 1;
    const here = flies
      ? within(layout_of(spec, narrow), end, place, text)
      : end;
    return label(`word${k}`, here.x, here.y, text, {
      ...(step && HALO),
      "text-anchor": place.anchor,
      "font-size": asked ? 13 : near ? 12 : 10.5,
      ...(asked && { "font-weight": 700 }),
      fill: asked || near ? "var(--ink)" : "var(--quiet)",
      "data-row": spec.rows[k],
    });
  });
  return [...leads, ...texts];
}

/** Where a word stands that is still on its way: never out of the picture. */
function within({ width, height }, { x, y }, { anchor }, text) {
  const wide = letters(text) * LETTERS.picked;
  const before = { start: 0, middle: wide / 2, end: wide }[anchor];
  const most = Math.max(before + 1, width - 1 - wide + before);
  return { x: clamp(x, before + 1, most), y: clamp(y, 12, height - 6) };
}

/** What stands beside the point of a sum. */
export function sum_word(spec, at, narrow) {
  const { sum } = labels_at(spec, at, narrow);
  const { x, y } = target(spec, narrow, spec.steps[at]);
  if (!sum) return [];
  return [
    ...lead("lead", { x, y }, sum, 1),
    label("sum:", x + sum.dx, y + sum.dy, SUM, {
      ...HALO,
      "text-anchor": sum.anchor,
      "font-size": 13,
      "font-weight": 700,
    }),
  ];
}

// @ts-check
/**
 * The neighbours of a word: on a map of words the one asked for flies in from its row of
 * the table, and its nearest rows light up with their cosines.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { fitting } from "../kit/chips.js";
import {
  FADED,
  circle,
  label,
  listed,
  once,
  part,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { player } from "../kit/player.js";
import { arrow } from "../kit/pointers.js";
import { track_of } from "../kit/track.js";
import { sum_word, words_of } from "./labels.js";
import {
  DOT,
  LIT,
  RING,
  between,
  drawn_in,
  is_sum,
  layout_of,
  origin,
  places,
  rows_text,
  target,
  word_at,
} from "./places.js";
import { answer } from "./answer.js";
import * as sums from "./sums.js";
import * as words from "./words.js";

/**
 * Seconds from and to, in the order the eye should follow: what was asked before is given
 * up, the words fly in, of a sum the arrow from b to a grows and moves to c; then the
 * nearest words light up, the nearest first, so long each and so long after one another.
 */
export const stages = {
  leave: [0, 0.3],
  fly: [0.3, 1.2],
  grow: [1.2, 1.7],
  move: [1.7, 2.4],
};
export const lights = { lasts: 0.5, apart: 0.12 };
export const unit = "example";
const hint =
  " Or click a word; after − or + it goes into a sum, as in king − man + woman.";
export const yours = "as typed";

/** Where things stand, from the spec alone. */
export const layout = (spec, narrow) => layout_of(spec, narrow);

/** When the nearest words of a step begin to light up. */
const begins = (step) => (is_sum(step) ? stages.move : stages.fly)[1];

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export function lasts({ spec, step }) {
  const now = spec.steps[step];
  const others = Math.max(0, now.near.length - 1);
  return begins(now) + lights.lasts + lights.apart * others;
}

/**
 * All shapes of the step at time t (seconds): at 0 there is still the one before. State:
 * the spec, the step.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  return [
    ...around(scene),
    ...table(scene),
    ...track_of(
      unit,
      scene.track,
      scene.spec.steps.slice(0, scene.spec.path),
      scene.at,
    ),
    ...others(scene),
    ...(scene.step
      ? asked(scene)
      : words_of(scene.spec, -1, scene.narrow, scene.dots)),
  ];
}

/**
 * What is shown at time t: first the step before, which fades, then this one, at its time
 * `t`. `strength`: how much of it is left.
 */
function scene_of({ spec, step: now, narrow = false }, t) {
  const leaves = t < stages.leave[1];
  const before = now < spec.path ? now - 1 : -1;
  const at = leaves ? before : now;
  const step = spec.steps[at];
  const time = leaves ? Infinity : t;
  const strength = leaves ? 1 - part(t, stages.leave) : 1;
  const scene = {
    ...layout_of(spec, narrow),
    spec,
    narrow,
    at,
    step,
    t: time,
    strength,
  };
  return { ...scene, dots: dots_of(scene) };
}

/** How far the nearest word of that rank is lit. */
function light(step, rank, t) {
  const from = begins(step) + lights.apart * rank;
  return part(t, [from, from + lights.lasts]);
}

/**
 * The dots where they are now: {k, x, y, lit: how far it is lit, asked}. A word that was
 * asked for, or that the map does not show, comes from its row.
 */
function dots_of({ spec, narrow, step, t }) {
  const ends = places(spec, narrow);
  return drawn_in(spec, step).map((k) => {
    const asked = Boolean(step?.terms.includes(k));
    const rank = step ? step.near.indexOf(k) : -1;
    const lit = asked
      ? part(t, stages.fly)
      : rank < 0
        ? 0
        : light(step, rank, t);
    const flies = asked || k >= spec.drawn;
    const { x, y } = flies
      ? between(origin(spec, narrow, k), ends[k], lit)
      : ends[k];
    return { k, x, y, lit, asked };
  });
}

/** The frame of the map, what is asked, what the axes are. */
function around({ spec, box, asked_w, axes, step }) {
  const rows = `${listed(spec.drawn, "word")} of ${listed(spec.V, "row")}`;
  const asks = step ? `nearest to ${step.name}` : rows;
  return [
    rect("box", box.x, box.y, box.w, box.h, {
      fill: "none",
      stroke: "var(--line)",
    }),
    label("asked", box.x, 15, fitting(asks, asked_w), { "font-weight": 600 }),
    ...axes.map(({ x, y }, k) =>
      quiet(`axis${k}`, x, y, `${"→↑"[k]} ${spec.axes[k]}`),
    ),
  ];
}

/** All rows of the table side by side, and those from which words come. */
function table({ spec, narrow, box, strip, rows_y, step, strength, dots }) {
  const come = step
    ? dots.filter(({ k, lit }) => lit > 0 && comes(spec, step, k))
    : [];
  return [
    rect("strip", strip.x, strip.y, strip.w, strip.h, {
      fill: "var(--zero)",
      stroke: "var(--line)",
    }),
    quiet("rows", box.x, rows_y, rows_text(spec, narrow)),
    ...come.map(({ k, asked }) =>
      rect(`row${k}`, origin(spec, narrow, k).x - 1, strip.y, 2, strip.h, {
        fill: `var(--${asked ? "pick" : "ink"})`,
        ...(asked && { stroke: "var(--ink)" }),
        opacity: strength,
      }),
    ),
  ];
}

const comes = (spec, step, k) => k >= spec.drawn || step.terms.includes(k);

/** The dots of the words of the map that are not asked for; they fade while others are lit. */
function others({ spec, narrow, step, t, strength }) {
  if (!step) return map_of(spec, narrow);
  const faded = strength * part(t, stages.fly);
  if (faded === 0) return map_of(spec, narrow);
  const opacity = faded === 1 ? FADED : 1 - (1 - FADED) * faded;
  return map_of(spec, narrow).map((dot) => ({
    ...dot,
    "fill-opacity": opacity,
  }));
}

const map_of = once((spec, narrow) =>
  places(spec, narrow)
    .slice(0, spec.drawn)
    .map(({ x, y }, k) =>
      circle(`dot${k}`, x, y, DOT, {
        fill: "var(--dot)",
        stroke: "none",
        "stroke-width": 8,
        "pointer-events": "all",
        "data-row": spec.rows[k],
      }),
    ),
);

/** What was asked for, its nearest words, the lines between them, and all words. */
function asked(scene) {
  const { spec, narrow, at, step, t, strength, dots } = scene;
  const lit = dots.filter(({ lit }) => lit > 0);
  const end = target(spec, narrow, step);
  const near = lit.filter(({ asked }) => !asked);
  const lines = near.map(({ k, x, y, lit }) =>
    path(`line${k}`, `M${end.x} ${end.y}L${x} ${y}`, {
      stroke: "var(--dot)",
      "stroke-opacity": lit * strength,
    }),
  );
  const there = dots.filter(
    ({ k, asked, lit }) => lit > 0 || (!asked && k < spec.drawn),
  );
  return [
    ...lines,
    ...(is_sum(step) ? sum(scene) : []),
    ...near.flatMap((dot) => near_dot(spec, dot, strength)),
    ...lit.filter(({ asked }) => asked).map((dot) => term(spec, dot, strength)),
    ...words_of(spec, at, narrow, there),
    ...(is_sum(step) && t >= stages.move[1] ? sum_word(spec, at, narrow) : []),
  ];
}

/** A word asked for. */
const term = (spec, { k, x, y }, opacity) =>
  circle(`term${k}`, x, y, LIT + 1, {
    fill: "var(--pick)",
    stroke: "var(--ink)",
    "stroke-width": 1.5,
    opacity,
    "data-row": spec.rows[k],
  });

/** A near word: a dot in a ring. */
const near_dot = (spec, { k, x, y, lit }, strength) => [
  circle(`near${k}`, x, y, LIT - 1, {
    fill: "var(--ink)",
    opacity: lit * strength,
    "data-row": spec.rows[k],
  }),
  circle(`ring${k}`, x, y, RING, {
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.4,
    opacity: lit * strength,
  }),
];

/** The arrow from b to a, the same one from c on, and the point to which it leads. */
function sum({ spec, narrow, step, t, strength }) {
  const [a, b, c] = step.terms.map((k) => places(spec, narrow)[k]);
  const end = target(spec, narrow, step);
  const grown = part(t, stages.grow);
  const moved = part(t, stages.move);
  const tip = between(b, a, grown);
  const [from, to] = [between(b, c, moved), between(a, end, moved)];
  const r = LIT + 2;
  const diamond = `M${end.x} ${end.y - r}L${end.x + r} ${end.y}L${end.x} ${end.y + r}L${end.x - r} ${end.y}Z`;
  return [
    ...(grown > 0 ? [arrow("less", b.x, b.y, tip.x, tip.y, strength)] : []),
    ...(moved > 0 ? [arrow("more", from.x, from.y, to.x, to.y, strength)] : []),
    ...(moved === 1
      ? [
          path("sum", diamond, {
            fill: "var(--pick)",
            stroke: "var(--ink)",
            "stroke-width": 1.5,
            opacity: strength,
          }),
        ]
      : []),
  ];
}

/**
 * The row of the word typed, where the page knows it; below -1 the step of a sum that it
 * knows; else NaN.
 *
 * @type {Kind["row_of"]}
 */
export function row_of(spec, typed) {
  const word = word_at(spec, typed);
  if (word >= 0) return spec.rows[word];
  const terms = sums.terms_of(typed).map((one) => word_at(spec, one));
  const step = spec.steps.findIndex(
    (one) => is_sum(one) && String(one.terms) === String(terms),
  );
  return step < 0 ? NaN : -2 - step;
}

/**
 * The step of a row, or of what `row_of` found; -1 where the kernel has to be asked.
 *
 * @type {Kind["step_of"]}
 */
export function step_of({ spec }, row) {
  if (row !== null && row < -1) return -2 - row;
  return spec.steps.findIndex(
    (one) => !is_sum(one) && spec.rows[one.terms[0]] === row,
  );
}

/**
 * What a reader of the page may want to know.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step, rest }) => ({
  asked: rest ? "" : spec.steps[step].name,
});

/** The word of a row, as it goes into a sum. */
const name_of = (spec, row) => spec.words[spec.rows.indexOf(row)];

export default player({
  ...words,
  picture,
  answer,
  sums: { ...sums, name_of },
  hint,
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  unit,
  yours,
});

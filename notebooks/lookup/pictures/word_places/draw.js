// @ts-check
/**
 * Words of a text drop onto the ribbon of a vocabulary: each to the place whose number it
 * then has, unknown ones into place 0.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { chips, fitting, hatch, id_of } from "../kit/chips.js";
import { circle, label, number, once, part, path, rect } from "../kit/draw.js";
import { player } from "../kit/player.js";
import { tag, tag_width } from "../kit/pointers.js";
import {
  HALO,
  ground,
  layout_of,
  place_at,
  words_of_axes,
  x_of,
} from "./ribbon.js";
import * as words from "./words.js";
import { times } from "./words.js";
import { dot_of, settled, told_at } from "./word_labels.js";

/** Seconds from and to: the word falls to its place, and its number rises to the text. */
export const stages = { fall: [0, 0.7], rise: [0.85, 1.35] };
export const unit = "word";

const LINE = 13; // px from one unknown word to the one above it
const SIGN = /^[^\p{L}\p{N}]$/u;
const PILED = 10; // unknown words above each other; of more only how many there are

export const layout = layout_of;

/**
 * All shapes of the step at time t (seconds). State: the spec, the step.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step: at, narrow } = state;
  const place = layout_of(spec, narrow);
  const [fall, rise] = ["fall", "rise"].map((name) => part(t, stages[name]));
  const step = spec.steps[at];
  const scene = {
    state,
    spec,
    narrow,
    at,
    step,
    place,
    fall,
    rise,
    landed: fall === 1,
  };
  return [
    ...ground(spec, narrow),
    ...landed_before(spec, narrow, at, scene.landed),
    ...chips(numbered(scene), place.chips),
    ...told(scene),
    ...words_of_axes(spec, narrow),
    ...falling(scene),
    ...rising(scene),
  ];
}

/** The state as the chips show it: a word has its id once this has risen to it. */
function numbered({ state, spec, at, rise }) {
  const risen = rise === 1 ? at + 1 : at;
  const steps = spec.steps.map((step, s) =>
    s < risen ? step : { word: step.word },
  );
  return { ...state, spec: { ...spec, steps } };
}

/** What changes only where a word lands: the words on the ribbon, and those in the box. */
const landed_before = once((spec, narrow, at, landed) => {
  const place = layout_of(spec, narrow);
  const scene = { spec, narrow, at, landed, place, step: spec.steps[at] };
  return [...marks(scene), ...box(scene)];
});

/** The ids on which words have landed before, each once. */
const landed_rows = ({ spec, at }) => [
  ...new Set(spec.steps.slice(0, at).map(({ row }) => row)),
];

/**
 * Landmarks of the ribbon, and the words that have landed before; each word stands above
 * its dot.
 */
function marks(scene) {
  const { spec, narrow, step, landed } = scene;
  const rows = landed_rows(scene).filter(
    (row) => row > 0 && !(landed && row === step.row),
  );
  const { texts } = settled(spec, narrow);
  const marked = texts.filter(({ mark }) => mark);
  const own = texts.filter(({ row, mark }) => !mark && rows.includes(row));
  return [
    ...marked.flatMap((word) => landmark(scene, word)),
    ...own.map((word) => stem_to(scene, word)),
    ...rows.flatMap((row) => landed_at(scene, row)),
    ...own.map((word) => above_curve(`word${word.row}`, word)),
  ];
}

/** A word above the curve; a sign, which has little ink, in larger and bold type. */
function above_curve(key, { x, y, text }, more) {
  const look = SIGN.test(text)
    ? { "font-size": 15, "font-weight": 700 }
    : { "font-size": 11 };
  return label(key, x, y, text, {
    "text-anchor": "middle",
    ...look,
    ...HALO,
    ...more,
  });
}

function landmark({ spec, narrow }, { row, text, x, y }) {
  const dot = dot_of(spec, narrow, row);
  return [
    circle(`mark${row}`, dot.x, dot.y, 1.6, { fill: "var(--quiet)" }),
    above_curve(`mark${row}:`, { x, y, text }, { fill: "var(--quiet)" }),
  ];
}

/** A line from a word down to its dot, where the word stands higher. */
function stem_to({ spec, narrow }, { row, y }) {
  const dot = dot_of(spec, narrow, row);
  return path(
    `stem${row}`,
    `M${dot.x} ${Math.min(y + 4, dot.y)}L${dot.x} ${dot.y}`,
    {
      stroke: "var(--line)",
    },
  );
}

/**
 * A word that landed before: its dot on the curve, its mark on the ribbon, a line between
 * them.
 */
function landed_at({ spec, narrow, place: { plot, box } }, row) {
  const { x, y } = dot_of(spec, narrow, row);
  return [
    path(`drop${row}`, `M${x} ${y}L${x} ${plot.base + box.h}`, {
      stroke: "var(--dot)",
    }),
    circle(`dot${row}`, x, y, 3, { fill: "var(--quiet)" }),
  ];
}

/** The box of place 0, hatched, and above it the unknown words that have dropped into it. */
function box({ spec, at, step, landed, place }) {
  const { x, y, w, h } = place.box;
  const steps = spec.steps
    .slice(0, landed ? at + 1 : at)
    .filter(({ row }) => row === 0);
  const words = [...new Set(steps.map(({ slot }) => slot))];
  const shown = words.length > PILED ? words.slice(0, PILED - 1) : words;
  const more = words.length - shown.length;
  const lines = [...shown, ...(more ? [`⋯ ${more} more`] : [])];
  const here = landed && step.row === 0;
  return [
    rect("box", x, y, w, h, {
      fill: "var(--zero)",
      stroke: "var(--dot)",
      rx: 3,
    }),
    hatch("hatch", place.box, "dot"),
    number("zero", x + w / 2, place.axis, "0", { fill: "var(--quiet)" }),
    number("unknown", x + w / 2, place.axis + 17, "<unk>", {
      fill: "var(--quiet)",
    }),
    ...lines.map((text, k) => {
      const now = here && text === step.slot;
      return label(`pile${k}`, x + w / 2, y - 8 - LINE * k, fitting(text, w), {
        "text-anchor": "middle",
        "font-size": 11,
        ...(now && { "font-weight": 700 }),
      });
    }),
  ];
}

/**
 * The word of the step where it has landed: its dot, its count, and a line from both to
 * its place.
 */
function told(scene) {
  const { spec, narrow, step, landed, place } = scene;
  if (!landed || step.row === 0) return [];
  const { x, y } = dot_of(spec, narrow, step.row);
  const words = times(spec.rows[step.row].count);
  const at = told_at(spec, narrow, step.row, step.slot, words);
  return [
    path("stem", `M${x} ${at.y + 4}L${x} ${place.plot.base}`, {
      stroke: "var(--ink)",
      "stroke-width": 1.3,
    }),
    circle("dot", x, y, 4.5, {
      fill: "var(--pick)",
      stroke: "var(--ink)",
      "stroke-width": 1.5,
    }),
    above_curve(
      "word",
      { x: at.x, y: at.y - LINE, text: step.slot },
      { "font-weight": 700 },
    ),
    above_curve("times", { ...at, text: words }),
  ];
}

/** The place to which the word of the step drops. */
function target({ spec, step, place: { plot, box } }) {
  const x = step.row === 0 ? box.x + box.w / 2 : x_of(spec, plot, step.row);
  return { x, y: plot.base + box.h / 2 };
}

/** Of a tag so wide, a middle at which it lies within the picture. */
const within = ({ place: { width } }, x, text) => {
  const half = tag_width(text) / 2 + 1;
  return Math.min(Math.max(half, x), width - half);
};

/** The word on its way; where it has landed its number. */
function falling(scene) {
  const { spec, at, step, place, fall, landed } = scene;
  if (fall === 0) return [];
  const to = target(scene);
  if (landed) return numbered_at(scene, "id", to);
  const from = id_of(spec, place.chips, at);
  const x = from.x + (to.x - from.x) * fall;
  const y = place.chips.y + 10 + (to.y - place.chips.y - 10) * fall;
  return tag("fall", within(scene, x, step.slot), y, step.slot);
}

const numbered_at = (scene, key, { x, y }) => {
  const { label: text } = scene.spec.rows[scene.step.row];
  return tag(key, within(scene, x, text), y, text);
};

/** A copy of the number on its way up to the word. */
function rising(scene) {
  const { spec, at, place, rise } = scene;
  if (rise === 0 || rise === 1) return [];
  const from = target(scene);
  const to = id_of(spec, place.chips, at);
  const [x, y] = [
    from.x + (to.x - from.x) * rise,
    from.y + (to.y - from.y) * rise,
  ];
  return numbered_at(scene, "copy", { x, y });
}

/** The id under the pointer, as far as the page knows it; 0 for the box, -1 for none. */
export function id_under({ spec, narrow }, [x, y]) {
  const { plot, box } = layout_of(spec, narrow);
  if (y < plot.y || y > plot.base + box.h) return -1;
  if (box.x <= x && x < box.x + box.w) return 0;
  return spec.places.rows[place_at(spec, narrow, x)] ?? -1;
}

/**
 * No row is known before the kernel has read a text.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = () => NaN;
/** @type {Kind["step_of"]} */
export const step_of = () => -1;

/**
 * What a reader of the page may want to know of the step.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step }) => ({ row: spec.steps[step].row });

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = () => stages.rise[1];

export default player({
  ...words,
  picture,
  hover: (state, { place }) =>
    place ? words.hover(state, id_under(state, place)) : "",
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  unit,
});

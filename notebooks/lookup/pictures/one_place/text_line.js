// @ts-check
/**
 * The text, whole or around the place. What is read is amber; what is hidden is a gap, until
 * it is known which answer it is.
 */
import { fitting, within } from "../kit/chips.js";
import { label, quiet, rect } from "../kit/draw.js";
import { MARGIN, drawn_word } from "./layout.js";

const HINTS = {
  CBOW: "click a word to hide it",
  "skip-gram": "click a word to read it",
};

/** All words of the text, and above them what a click does. */
export function text_line(scene) {
  const { spec, step, place, by } = scene;
  const { words, h } = place.text;
  const middle = spec.steps[step].place;
  return [
    quiet("hint", MARGIN, 12, HINTS[by]),
    ...words.flatMap(({ at, row, step, x, y, w }, k) => {
      const jump = step === undefined ? {} : { "data-jump": step };
      const data = { "data-word": row, ...jump };
      const role = role_of(scene, at - middle);
      return word(
        scene,
        `slot${k}`,
        {
          x,
          y,
          w,
          h,
        },
        row,
        role,
        data,
      );
    }),
  ];
}

/** The words around the place, side by side; an empty box where there is none. */
export function tape(scene) {
  const { spec, step, place } = scene;
  const { x, y, each, h, count } = place.tape;
  const slots = spec.steps[step].slots.flatMap((row, k) => {
    const box = {
      x: x + k * each + 1,
      y,
      w: each - 2,
      h,
    };
    if (row === null) return [boxed(`slot${k}`, box, LOOKS.none)];
    const role = role_of(scene, k - (count - 1) / 2);
    return word(scene, `slot${k}`, box, row, role, { "data-word": row });
  });
  return [quiet("tape", MARGIN, y + h / 2 + 4, "text"), ...slots];
}

/** The part that a word plays, so far from the middle: "read", "right", or "" for none. */
function role_of({ spec, step, by }, from_middle) {
  const { slots } = spec.steps[step];
  const middle = (slots.length - 1) / 2;
  const row = slots[middle + from_middle];
  if (row === undefined || row === null) return "";
  const in_middle = from_middle === 0;
  const hides_middle = by === "CBOW";
  return in_middle === hides_middle ? "right" : "read";
}

const LOOKS = {
  "": { fill: "var(--paper)", stroke: "var(--line)" },
  none: { fill: "none", stroke: "var(--line)" },
  read: {
    fill: "var(--pick)",
    stroke: "var(--ink)",
    "stroke-width": 1.8,
  },
  right: {
    fill: "var(--paper)",
    stroke: "var(--ink)",
    "stroke-width": 2,
    "stroke-dasharray": "4 3",
  },
};

const boxed = (key, { x, y, w, h }, look) =>
  rect(key, x, y, w, h, { rx: 4, ...look });

/** A word in its box, or what stands for it while it is to be guessed. */
function word({ spec, way }, key, box, row, role, data) {
  const gap = role === "right" && way.pull === 0;
  const text = gap ? "?" : fitting(drawn_word(spec, row), box.w);
  return [
    boxed(key, box, { ...LOOKS[role], ...data }),
    label(`${key}:`, box.x + box.w / 2, box.y + box.h / 2 + 4, text, {
      fill: role === "read" ? "var(--onpick)" : "var(--ink)",
      "text-anchor": "middle",
      ...(role === "right" && { "font-weight": 700 }),
      ...data,
      ...within(text, box.w),
    }),
  ];
}

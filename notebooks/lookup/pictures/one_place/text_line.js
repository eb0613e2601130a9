// @ts-check
/**
 * The text above the map: a click on a word takes the place there. What is read is amber,
 * what is to be answered has an edge of ink.
 */
import { label, quiet, rect } from "../kit/draw.js";
import { fitting, within } from "../kit/chips.js";
import { MARGIN, drawn_word } from "./layout.js";

const HINTS = {
  CBOW: "click a word to hide it",
  "skip-gram": "click a word to read it",
};

/** All words of the text, and above them what a click does. */
export function text_line(scene) {
  const { place, by } = scene;
  return [
    quiet("hint", MARGIN, 12, HINTS[by]),
    ...place.text.words.flatMap((word, k) => boxed(scene, word, k)),
  ];
}

/** The part a word plays at the place: "read", "right", or "" for none. */
function part_of({ spec, step, by }, at) {
  const { place, slots } = spec.steps[step];
  const reach = (slots.length - 1) / 2;
  if (Math.abs(at - place) > reach || slots[at - place + reach] === null)
    return "";
  return (at === place) === (by === "CBOW") ? "right" : "read";
}

const LOOKS = {
  "": { fill: "var(--paper)", stroke: "var(--line)" },
  read: { fill: "var(--pick)", stroke: "var(--ink)", "stroke-width": 1.8 },
  right: {
    fill: "var(--paper)",
    stroke: "var(--ink)",
    "stroke-width": 1.8,
    "stroke-dasharray": "4 3",
  },
};

/** A word in its box. */
function boxed(scene, { at, row, step, x, y, w }, k) {
  const { spec, place, way } = scene;
  const part = way.look > 0 ? part_of(scene, at) : "";
  const data = {
    "data-word": row,
    ...(step !== undefined && { "data-jump": step }),
  };
  const text = fitting(drawn_word(spec, row), w);
  return [
    rect(`slot${k}`, x, y, w, place.text.h, { rx: 4, ...LOOKS[part], ...data }),
    label(`slot${k}:`, x + w / 2, y + place.text.h / 2 + 4, text, {
      fill: part === "read" ? "var(--onpick)" : "var(--ink)",
      "text-anchor": "middle",
      ...data,
      ...within(text, w),
    }),
  ];
}

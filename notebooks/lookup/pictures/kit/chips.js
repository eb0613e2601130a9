// @ts-check
/**
 * The ids that a picture reads, a chip for each with its word above it: the input, and the
 * track of the scrubber.
 */
import {
  clamp,
  label,
  number,
  path,
  rect,
  slants,
  LETTERS,
  is_wide,
} from "./draw.js";

const LEAST = 12; // px of a chip without room for a text
const MOST = 96;
const LETTER = LETTERS.chip;
const GAP = 4; // px between two chips
const BETWEEN = 10; // px between the blocks of ids of two or more dimensions
const HATCH = 6; // px between the lines of a word that is unknown
const NO_ID = "–"; // of a step that no id names; picture.py writes the same

/** Where the chips stand: `width` px are free for them, unless each has too little then. */
export function chips_of(spec, { x, y, width }) {
  const { chips, path: count } = spec;
  const verdicts = spec.predict ? 2 * LETTER : 0;
  const natural = clamp(chips.width + verdicts + GAP + 10, 34, MOST);
  const w = clamp(Math.floor(width / count), LEAST, natural);
  return { x, y, w: w * count, h: chips.words ? 38 : 24, each: w, natural };
}

/** The middle of the id of step s, from where its tag starts. */
export const id_of = (spec, place, s) => ({
  x: place.x + (s + 0.5) * place.each,
  y: place.y + place.h - (spec.chips.words ? 11 : 12),
});

/** All chips; the one of the step stands out, and is as wide as its text. */
export function chips(state, place) {
  const { spec, step: now } = state;
  const others = Array.from({ length: spec.path }, (_, s) =>
    s === now ? [] : chip(state, place, s),
  );
  return [
    ...others.flat(),
    ...(now < spec.path ? chip(state, place, now) : []),
  ];
}

function chip(state, place, s) {
  const { spec, step: now } = state;
  const { word, unknown, row } = spec.steps[s];
  const box = box_of(spec, place, s, s === now);
  const middle = box.x + box.w / 2;
  const ink = { fill: s === now ? "var(--onpick)" : "var(--ink)" };
  const shapes = [
    rect(`chip${s}`, box.x, box.y, box.w, box.h, { rx: 4, ...look_of(s, now) }),
  ];
  if (unknown)
    shapes.push(hatch(`hatch${s}`, box, s === now ? "onpick" : "dot"));
  const id = whole((spec.rows[row]?.label ?? NO_ID) + verdict(state, s), box.w);
  const at = id_of(spec, place, s);
  if (word) {
    const halo = unknown
      ? {
          stroke: look_of(s, now).fill,
          "stroke-width": 4,
          "paint-order": "stroke",
        }
      : {};
    const text = fitting(word, box.w);
    const look = {
      "text-anchor": "middle",
      ...ink,
      ...halo,
      ...within(text, box.w),
    };
    shapes.push(label(`chip${s}:`, middle, box.y + 14, text, look));
  }
  shapes.push(number(`chip${s}#`, middle, at.y + 4, id, ink));
  return shapes;
}

/** The box of a chip; ids of two or more dimensions stand in blocks. */
function box_of(
  { path: count, chips: { block } },
  { x, y, h, w, each, natural },
  s,
  is_now,
) {
  const first = block && s % block === 0 && s > 0;
  const last = block && (s + 1) % block === 0 && s + 1 < count;
  const apart = each > 3 * BETWEEN ? BETWEEN / 2 : 1;
  const left = x + s * each + GAP / 2 + (first ? apart : 0);
  const wide = each - GAP - (first ? apart : 0) - (last ? apart : 0);
  if (!is_now || each >= natural) return { x: left, y, w: wide, h };
  const most = Math.min(natural - GAP, w - GAP);
  return { x: clamp(left + (wide - most) / 2, x, x + w - most), y, w: most, h };
}

function look_of(s, now) {
  if (s === now)
    return { fill: "var(--pick)", stroke: "var(--ink)", "stroke-width": 1.5 };
  return {
    fill: s < now ? "var(--zero)" : "var(--paper)",
    stroke: "var(--dot)",
  };
}

/** Slanting lines, as no row is this word's own. */
export function hatch(key, { x, y, w, h }, role) {
  return path(key, slants(x, y, w, h, HATCH), {
    fill: "none",
    stroke: `var(--${role})`,
    "stroke-width": 0.8,
    opacity: 0.6,
  });
}

/** What became of a prediction, behind the id. */
function verdict({ spec, guesses = {} }, s) {
  const guess = guesses[s];
  if (guess === undefined || guess === null) return "";
  return guess === spec.steps[s].row ? " ✓" : " ✗";
}

const width_of = (letter) => (is_wide(letter) ? 2 : 1) * LETTER;

/** How many letters of a text have room. */
function room_for(letters, width) {
  let used = 4;
  const beyond = letters.findIndex(
    (letter) => (used += width_of(letter)) > width,
  );
  return beyond < 0 ? letters.length : beyond;
}

/** A number has room, or is not written: a part of it would be another number. */
const whole = (text, width) =>
  room_for([...text], width) < text.length ? "" : text;

/** As much of a word as has room. */
export function fitting(text, width) {
  const letters = [...text];
  const fits = room_for(letters, width);
  if (fits === letters.length) return text;
  return fits < 3 ? "" : `${letters.slice(0, fits - 1).join("")}…`;
}

// px of letters in DejaVu Sans, the widest font that a page falls back on, where they are
// not 7.7
/** @type {[RegExp, number][]} */
const WIDE = [
  [/[mwMW%@…—жмшщыюЖМФШЩЫЮ\u1100-\u11ff\u2e80-\uffdc]/, 12],
  [/\p{Extended_Pictographic}/u, 16],
  [/\p{Lu}/u, 9.5],
  [/[fijlrtI.,:;!'|()[\] ]/, 5],
];

/**
 * How a text keeps within so many px where its letters may be wider than `fitting` takes
 * them for: they stand closer.
 */
export function within(text, width) {
  const of_letter = (letter) =>
    WIDE.find(([such]) => such.test(letter))?.[1] ?? 7.7;
  const most = [...text].reduce((sum, letter) => sum + of_letter(letter), 0);
  return most > width
    ? { textLength: width - 4, lengthAdjust: "spacingAndGlyphs" }
    : {};
}

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
  letters,
} from "./draw.js";

const LEAST = 12; // px of a chip without room for a text
const MOST = 96;
const OWN = 44; // px of a chip that says whose it is
const LETTER = LETTERS.chip;
const GAP = 4; // px between two chips
const EDGES = 4; // px of a chip beside its text
const BETWEEN = 10; // px between the blocks of ids of two or more dimensions
const HATCH = 6; // px between the lines of a word that is unknown
const NO_ID = "–"; // of a step that no id names; picture.py writes the same

/**
 * Where the chips stand: `width` px are free for them, unless each has too little then.
 * Where each is to show its id and has `least` px, they take as many lines as that needs:
 * `per` of them in each.
 */
export function chips_of(spec, { x, y, width, least = 0 }) {
  const { chips, path: count } = spec;
  const verdicts = spec.predict ? 2 * LETTER : 0;
  const natural = clamp(chips.width + verdicts + GAP + 10, 34, MOST);
  const needed = Math.min(natural, Math.max(least, verdicts + ids_width(spec)));
  const most = least ? Math.max(1, Math.floor(width / needed)) : count;
  const lines = Math.ceil(count / most);
  const per = Math.ceil(count / lines);
  const each = clamp(Math.floor(width / per), LEAST, natural);
  const line = chips.words ? 38 : 24;
  const h = lines * (line + GAP) - GAP;
  return { x, y, w: each * per, h, each, natural, per, line, least };
}

/** The px of a chip in which each id has room. */
const ids_width = ({ steps, rows, path: count }) =>
  GAP +
  EDGES +
  Math.max(
    ...steps
      .slice(0, count)
      .map(({ row }) => LETTER * letters(rows[row]?.label ?? NO_ID)),
  );

/** Whether the chips stand in one line, so that a scrub bar may lie over them. */
export const in_one_line = (spec, { per }) => per >= spec.path;

/** Which step's chip a place is in; undefined beside all of them. */
export function step_at({ path: count }, place, at) {
  const [x, y] = at;
  const { each, per, line, h } = place;
  const column = Math.floor((x - place.x) / each);
  const row = Math.floor((y - place.y) / (line + GAP));
  const s = row * per + column;
  const inside = column >= 0 && column < per && row >= 0 && y < place.y + h;
  return inside && s < count ? s : undefined;
}

/** The box for one more chip, behind the last one. */
export function box_after({ path: count }, place) {
  const { x, y } = corner_of(place, count - 1);
  const w = Math.max(place.each, OWN) - GAP;
  return { x: x + place.each + GAP / 2, y, w, h: place.line };
}

/** The left upper corner of what step s has of its line. */
const corner_of = ({ x, y, each, per, line }, s) => ({
  x: x + (s % per) * each,
  y: y + Math.floor(s / per) * (line + GAP),
});

/** The middle of the id of step s, from where its tag starts. */
export function id_of(spec, place, s) {
  const { x, y } = corner_of(place, s);
  return {
    x: x + 0.5 * place.each,
    y: y + place.line - (spec.chips.words ? 11 : 12),
  };
}

/**
 * All chips; the one of the step stands out, and is as wide as its text needs, where others
 * may be covered. A chip without a scrub bar over it `jumps`: it is clicked itself.
 */
export function chips(state, place, jumps = !in_one_line(state.spec, place)) {
  const { spec, step: now } = state;
  const last = now < spec.path ? box_of(state, place, now) : null;
  const others = Array.from({ length: spec.path }, (_, s) =>
    s === now ? [] : chip(state, place, s, jumps, last),
  );
  return [...others.flat(), ...(last ? chip(state, place, now, jumps) : [])];
}

/** The chip of step s, beside or half below `upon`, the one that stands out. */
function chip(state, place, s, jumps, upon = null) {
  const { spec, step: now } = state;
  const { word, unknown } = spec.steps[s];
  const box = box_of(state, place, s);
  const seen = uncovered(box, upon);
  const middle = seen.x + seen.w / 2;
  const jump = jumps ? { "data-jump": s } : {};
  const ink = { fill: s === now ? "var(--onpick)" : "var(--ink)", ...jump };
  const shapes = [
    rect(`chip${s}`, box.x, box.y, box.w, box.h, {
      rx: 4,
      ...look_of(s, now),
      ...jump,
    }),
  ];
  if (unknown)
    shapes.push(hatch(`hatch${s}`, box, s === now ? "onpick" : "dot", jump));
  const id = whole(id_text(state, s), seen.w);
  const at = id_of(spec, place, s);
  if (word) {
    const halo = unknown
      ? {
          stroke: look_of(s, now).fill,
          "stroke-width": 4,
          "paint-order": "stroke",
        }
      : {};
    const text = fitting(word, seen.w);
    const look = {
      "text-anchor": "middle",
      ...ink,
      ...halo,
      ...within(text, seen.w),
    };
    shapes.push(label(`chip${s}:`, middle, box.y + 14, text, look));
  }
  shapes.push(number(`chip${s}#`, middle, at.y + 4, id, ink));
  return shapes;
}

/** The id of a chip, and what became of a prediction. */
const id_text = (state, s) =>
  (state.spec.rows[state.spec.steps[s].row]?.label ?? NO_ID) +
  verdict(state, s);

/** The box of a chip; ids of two or more dimensions stand in blocks. */
function box_of(state, place, s) {
  const {
    path: count,
    steps,
    chips: { block },
  } = state.spec;
  const { x, w, each, natural, line: h, least } = place;
  const first = block && s % block === 0 && s > 0;
  const last = block && (s + 1) % block === 0 && s + 1 < count;
  const apart = each > 3 * BETWEEN ? BETWEEN / 2 : 1;
  const corner = corner_of(place, s);
  const left = corner.x + GAP / 2 + (first ? apart : 0);
  const wide = each - GAP - (first ? apart : 0) - (last ? apart : 0);
  const { y } = corner;
  const as_others = { x: left, y, w: wide, h };
  if (s !== state.step || least || each >= natural) return as_others;
  const texts = [steps[s].word ?? "", id_text(state, s)];
  if (texts.every((text) => has_room(text, wide))) return as_others;
  const most = Math.min(natural - GAP, w - GAP);
  return { x: clamp(left + (wide - most) / 2, x, x + w - most), y, w: most, h };
}

/** What is seen of a box below another one. */
function uncovered(box, upon) {
  const end = box.x + box.w;
  if (!upon || upon.y !== box.y || upon.x >= end || upon.x + upon.w <= box.x)
    return box;
  if (upon.x > box.x) return { ...box, w: upon.x - box.x };
  const x = Math.min(upon.x + upon.w, end);
  return { ...box, x, w: end - x };
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
export function hatch(key, { x, y, w, h }, role, more = {}) {
  return path(key, slants(x, y, w, h, HATCH), {
    fill: "none",
    stroke: `var(--${role})`,
    "stroke-width": 0.8,
    opacity: 0.6,
    ...more,
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
function room_for(all, width) {
  let used = EDGES;
  const beyond = all.findIndex((letter) => (used += width_of(letter)) > width);
  return beyond < 0 ? all.length : beyond;
}

const has_room = (text, width) => {
  const all = [...text];
  return room_for(all, width) === all.length;
};

/** A number has room, or is not written: a part of it would be another number. */
const whole = (text, width) => (has_room(text, width) ? text : "");

/** As much of a word as has room. */
export function fitting(text, width) {
  if (has_room(text, width)) return text;
  const all = [...text];
  const fits = room_for(all, width);
  return fits < 3 ? "" : `${all.slice(0, fits - 1).join("")}…`;
}

// px of letters in DejaVu Sans, the widest font that a page falls back on, where they are
// not 7.7
/** @type {[RegExp, number][]} */
const WIDE = [
  [/[mwMW%@…—жмшщыюЖМФШЩЫЮ]/, 12],
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
    is_wide(letter)
      ? 12
      : (WIDE.find(([such]) => such.test(letter))?.[1] ?? 7.7);
  const most = [...text].reduce((sum, letter) => sum + of_letter(letter), 0);
  return most > width
    ? { textLength: width - 4, lengthAdjust: "spacingAndGlyphs" }
    : {};
}

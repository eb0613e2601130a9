// @ts-check
/**
 * Where things stand in the picture of one place, and what its spec holds, read once.
 * Draws nothing.
 */
import { row_width } from "../kit/cells.js";
import { chips_of } from "../kit/chips.js";
import { LETTER, clamp, letters, once } from "../kit/draw.js";

export const PITCH = 32; // px from one row of numbers to the next
export const MARGIN = 8;
const BESIDE = 52; // px for what stands to the left of chips and words: what they are
const SLOT = { least: 30, most: 96, h: 26 };
const TARGET = 22; // px for the target of an answer
const HEADING = 114; // px that the heading of the answers takes
const TEXT = 46; // px for a score
const WIDE = { apart: 40, bar: 110, arrow: 96, side: 280, axis: 170 };
const NARROW = { apart: 0, bar: 80, arrow: 84, side: 290, axis: 120 };
const BESIDE_MAP = 28; // px between the map and the scores
const SAID = 46; // px for what becomes of an answer
const PARTED = 12; // px between two words that do not follow one another
export const LINE = 28; // px from one score beside a map to the next

/** The size of a cell: numbers are written only where there are few columns. */
const size_of = ({ numbers, columns }) => ({
  w: numbers ? 42 : clamp(Math.floor(128 / columns.length), 4, 20),
  h: 22,
});

/**
 * Where things stand, from the spec alone, so that nothing jumps from place to place.
 * `track`: the chips. On a map the text itself is clicked.
 */
export const layout_of = once((spec, narrow = false) =>
  spec.map ? mapped(spec, narrow) : lined(spec, narrow),
);

/** The text, the map below it, and the scores beside or, in a narrow picture, below that. */
function mapped(spec, narrow) {
  const { side, axis } = narrow ? NARROW : WIDE;
  const names = Math.max(spec.name_width, 28);
  const wide = 14 + names + 12 + axis + 12 + SAID;
  const right = narrow
    ? MARGIN + Math.max(side, wide)
    : MARGIN + side + BESIDE_MAP + wide;
  const text = flowing(spec, right);
  const map = { x: MARGIN, y: text.bottom + 26, side };
  const scores = {
    x: narrow ? MARGIN : MARGIN + side + BESIDE_MAP,
    y: narrow ? map.y + side + 34 : map.y + 14,
    names,
    axis,
  };
  const foot = scores.y + LINE * spec.lines.answers + 58;
  const height = Math.max(map.y + side, foot) + 8;
  return { text, map, scores, width: right + MARGIN, height };
}

/**
 * The words around all places, {at, row, step, x, y, w}, in as many lines as they need;
 * `step`: that in which the word is in the middle, if any.
 */
function flowing(spec, right) {
  let [x, y] = [MARGIN, 22];
  const words = text_of(spec).map((word) => {
    const w = Math.min(
      12 + LETTER * letters(drawn_word(spec, word.row)),
      right - MARGIN,
    );
    if (word.parted) x += PARTED;
    if (x + w > right) [x, y] = [MARGIN, y + SLOT.h + 6];
    const place = { ...word, x, y, w };
    x += w + 3;
    return place;
  });
  return { words, h: SLOT.h, bottom: y + SLOT.h };
}

/** All words that stand around a place, in reading order; `parted`: after a gap. */
function text_of({ steps }) {
  const found = new Map();
  steps.forEach(({ place, slots }, step) =>
    slots.forEach((row, k) => {
      const at = place + k - (slots.length - 1) / 2;
      if (row === null) return;
      const own = at === place ? { step } : {};
      found.set(at, { at, row, ...own, ...found.get(at) });
    }),
  );
  const words = [...found.values()].sort((a, b) => a.at - b.at);
  return words.map((word, k) => ({
    ...word,
    parted: k > 0 && words[k - 1].at < word.at - 1,
  }));
}

/** Without a map: chips, the words around, rows of numbers, and the answers with theirs. */
function lined(spec, narrow) {
  const room = narrow ? NARROW : WIDE;
  const size = size_of(spec);
  const row = row_width(spec, size);
  const names = MARGIN + Math.max(spec.name_width, 28);
  const reads = { names, x: names + 8, w: row };
  const start = narrow ? 0 : reads.x + row + room.apart;
  const answers = answers_of(spec, start, row, room);
  const chips = chips_of(spec, {
    x: BESIDE,
    y: 2,
    width: answers.right - BESIDE,
  });
  const tape = tape_of(spec, chips.y + chips.h + 14, answers.right);
  const top = tape.y + tape.h + 44;
  reads.y = top;
  const below = top + PITCH * (spec.lines.reads + 1) + 50;
  answers.y = narrow ? below : top;
  const bottom = Math.max(
    answers.y + PITCH * spec.lines.answers + 28,
    below - 40,
  );
  return {
    chips,
    tape,
    size,
    reads,
    answers,
    track: chips,
    width: answers.right + MARGIN,
    height: bottom + 8,
  };
}

/** The columns of the answers, from `start` on. */
function answers_of({ name_width }, start, row, { bar, arrow }) {
  const target = start + MARGIN + 6;
  const names = start + MARGIN + TARGET + Math.max(name_width, 28);
  const x = names + 8;
  const left = Math.max(x + row + 10, target + HEADING);
  const bars = { x: left, w: bar, middle: left + bar / 2 };
  const text = bars.x + bar + TEXT;
  const arrows = { x: text + 10, w: arrow };
  return { target, names, x, bars, text, arrows, right: arrows.x + arrow };
}

/** The words around a place, side by side. */
function tape_of({ steps, name_width }, y, right) {
  const count = steps[0].slots.length;
  const free = Math.floor((right - BESIDE) / count);
  const each = clamp(name_width + 14, SLOT.least, Math.min(free, SLOT.most));
  return { x: BESIDE, y, each, h: SLOT.h, count };
}

/**
 * What a step does in a task: {reads, mean, answers: [{row, right, score, after,
 * strength}], loss, ends}; numbers as texts.
 */
export const pull_of = ({ spec, step, by }) => pull_at(spec, step, by);

const pull_at = once((spec, step, by) => {
  const place = spec.steps[step];
  const { answers, mean, ...more } = place[by];
  const [reads, right] =
    by === "CBOW" ? [around(place), [place.row]] : [[place.row], around(place)];
  const rows = [...right, ...spec.drawn];
  return {
    reads,
    mean: mean ?? spec.table[reads[0]],
    ...more,
    answers: answers.split(";").map((line, k) => {
      const [score, after, strength] = line.split(" ");
      const row = String(rows[k]);
      return { row, right: k < right.length, score, after, strength };
    }),
  };
});

/** The rows of the words around the one in the middle. */
export const around = ({ slots }) =>
  slots.filter((row, at) => row !== null && at !== (slots.length - 1) / 2);

/** The number that a text says. */
export const value_of = (text) =>
  text === "≈0" ? 0 : Number(text.replace("−", "-"));

/** The word of a row, its number if it has none: as it is drawn. */
export const drawn_word = ({ rows }, row) => rows[row].name ?? rows[row].label;

// @ts-check
/**
 * Where things stand in the picture of one place, and what its spec holds, read once.
 * Draws nothing.
 */
import { row_width } from "../kit/cells.js";
import { chips_of } from "../kit/chips.js";
import { clamp, once } from "../kit/draw.js";

export const PITCH = 32; // px from one row of numbers to the next
export const MARGIN = 8;
const BESIDE = 52; // px for what stands to the left of chips and words: what they are
const SLOT = { least: 30, most: 96, h: 26 };
const TARGET = 22; // px for the target of an answer
const HEADING = 114; // px that the heading of the answers takes
const TEXT = 46; // px for a score
const MAP = 270;
const WIDE = { apart: 40, bar: 110, arrow: 96 };
const NARROW = { apart: 0, bar: 80, arrow: 84 };

/** The size of a cell: numbers are written only where there are few columns. */
const size_of = ({ numbers, columns }) => ({
  w: numbers ? 42 : clamp(Math.floor(128 / columns.length), 4, 20),
  h: 22,
});

/**
 * Where things stand, from the spec alone, so that nothing jumps from place to place.
 * `track`: the chips.
 */
export const layout_of = once((spec, narrow = false) => {
  const room = narrow ? NARROW : WIDE;
  const size = size_of(spec);
  const row = row_width(spec, size);
  const names = MARGIN + Math.max(spec.name_width, 28);
  const reads = { names, x: names + 8, w: row };
  const start = narrow ? 0 : reads.x + row + room.apart;
  const answers = answers_of(spec, start, row, room);
  const side =
    spec.map && !narrow
      ? { x: answers.right + 26, right: answers.right + 26 + MAP }
      : null;
  const right = side ? side.right : answers.right;
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
  const map = spec.map && {
    x: side ? side.x : MARGIN,
    y: side ? 22 : bottom + 34,
    side: MAP,
  };
  const foot = map ? Math.max(bottom, map.y + MAP) : bottom;
  return {
    chips,
    tape,
    size,
    reads,
    answers,
    map,
    track: chips,
    width: right + MARGIN,
    height: foot + 8,
  };
});

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
  const {
    answers,
    reads,
    mean = spec.table[reads[0]],
    ...more
  } = spec.steps[step][by];
  return { reads, mean, ...more, answers: answers.split(";").map(answer_of) };
});

function answer_of(line) {
  const [row, right, score, after, strength] = line.split(" ");
  return { row, right: right === "1", score, after, strength };
}

/** The number that a text says. */
export const value_of = (text) =>
  text === "≈0" ? 0 : Number(text.replace("−", "-"));

/** The word of a row, its number if it has none: as it is drawn. */
export const drawn_word = ({ rows }, row) => rows[row].name ?? rows[row].label;

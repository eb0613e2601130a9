// @ts-check
/**
 * Where things stand in the picture of one place, and what its spec holds, read once.
 * Draws nothing.
 */
import { row_width } from "../kit/cells.js";
import { chips_of } from "../kit/chips.js";
import { LETTER, clamp, letters, once } from "../kit/draw.js";

export const MARGIN = 8;
export const PITCH = 30; // px from one row of numbers to the next
export const LANE = 38; // px from one answer to the next
export const TOKEN = 22; // px that the word of an answer is high
const LABELS = 52; // px for what stands to the left of chips and words: what they are
const SLOT = {
  least: 30,
  most: 96,
  h: 26,
};
const PARTED = 12; // px between two words that do not follow one another
const MEAN = { apart: 84, name: 42 }; // px from the rows to their mean, and for its name
const POST = 14; // px from the axis to the line below the mean
const WIDE = {
  role: 112,
  axis: 420,
  token: 150,
};
const NARROW = {
  role: 46,
  axis: 236,
  token: 92,
};
const FOOT = 44; // px for where 0 is, and for the loss

/** The size of a cell: numbers are written only where there are few columns. */
const size_of = ({ numbers, columns }) => ({
  w: numbers ? 42 : clamp(Math.floor(128 / columns.length), 4, 20),
  h: 22,
});

/**
 * Where things stand, from the spec alone, so that nothing jumps from place to place.
 * `text`: the whole text, which is clicked. A longer one is chips, the scrubber's `track`,
 * and a `tape` of the words around the place. `ways`: what stands below, for each task.
 */
export const layout_of = once((spec, narrow = false) => {
  const columns = columns_of(spec, narrow);
  const width = columns.right + MARGIN;
  const above = spec.clicked
    ? { text: flowing(spec, columns.right) }
    : taped(spec, columns.right);
  const top = (above.text ?? above.tape).bottom;
  const ways = Object.fromEntries(
    spec.ways.map((by) => [by, below(spec, by, columns, top)]),
  );
  const height = Math.max(...spec.ways.map((by) => ways[by].bottom));
  return {
    ...above,
    ...columns,
    ways,
    width,
    height,
  };
});

/** From left to right: rows and their mean, and below them roles, scores, the mean's line. */
function columns_of(spec, narrow) {
  const { role, axis: least, token: most } = narrow ? NARROW : WIDE;
  const size = size_of(spec);
  const row = row_width(spec, size);
  const names = MARGIN + Math.max(spec.name_width, 28);
  const reads = {
    names,
    x: names + 8,
    w: row,
  };
  const beside = reads.x + row + MEAN.apart + MEAN.name + row / 2;
  const stacked = narrow && beside > MARGIN + role + least + POST;
  const x = MARGIN + role;
  const post = Math.max(x + least + POST, stacked ? reads.x + row / 2 : beside);
  const token = Math.min(12 + Math.max(spec.name_width, 24), most);
  return {
    size,
    reads,
    stacked,
    mean: { x: post - row / 2, w: row },
    post,
    axis: { x, w: post - POST - x },
    token,
    right: Math.ceil(post + Math.max(row / 2, POST)),
  };
}

/** The rows read, their mean, and a lane for each answer, from y on. */
function below(spec, by, { stacked }, top) {
  const most = Math.max(...spec.steps.map((step) => around(step).length));
  const read = by === "CBOW" ? most : 1;
  const right = by === "CBOW" ? 1 : most;
  const reads = top + 42;
  const last = reads + PITCH * (read - 1);
  const mean =
    stacked && by === "CBOW" ? last + PITCH + 12 : (reads + last) / 2;
  const lanes = Math.max(last, mean) + PITCH + 42;
  const end = lanes + LANE * (right + spec.drawn.length);
  return {
    reads,
    mean,
    lanes,
    end,
    bottom: end + FOOT,
  };
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
    const place = {
      ...word,
      x,
      y,
      w,
    };
    x += w + 3;
    return place;
  });
  return {
    words,
    h: SLOT.h,
    bottom: y + SLOT.h,
  };
}

/** All words that stand around a place, in reading order; `parted`: after a gap. */
function text_of({ steps }) {
  const found = new Map();
  steps.forEach(({ place, slots }, step) =>
    slots.forEach((row, k) => {
      const at = place + k - (slots.length - 1) / 2;
      if (row === null) return;
      const own = at === place ? { step } : {};
      found.set(at, {
        at,
        row,
        ...own,
        ...found.get(at),
      });
    }),
  );
  const words = [...found.values()].sort((a, b) => a.at - b.at);
  return words.map((word, k) => ({
    ...word,
    parted: k > 0 && words[k - 1].at < word.at - 1,
  }));
}

/** A chip for each place, and below them the words around one, side by side. */
function taped(spec, right) {
  const width = right - LABELS;
  const chips = chips_of(spec, {
    x: LABELS,
    y: 2,
    width,
  });
  const { steps, name_width } = spec;
  const count = steps[0].slots.length;
  const free = Math.floor(width / count);
  const each = clamp(name_width + 14, SLOT.least, Math.min(free, SLOT.most));
  const y = chips.y + chips.h + 14;
  const tape = {
    x: LABELS,
    y,
    each,
    h: SLOT.h,
    count,
    bottom: y + SLOT.h,
  };
  return {
    chips,
    track: chips,
    tape,
  };
}

/**
 * What a step does in a task: {reads, mean, moved, answers: [{row, right, score, after,
 * strength}], loss}; numbers as texts.
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
      return {
        row,
        right: k < right.length,
        score,
        after,
        strength,
      };
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

// @ts-check
/**
 * The table as the page holds it, and all that is reckoned of it: words to rows, the
 * product, the gradient, cosines. Draws nothing.
 */
import { once } from "../kit/draw.js";

const LEVELS = 45; // as packing.py has them
const LETTERS = Array.from({ length: 95 }, (_, k) =>
  String.fromCharCode(32 + k),
)
  .filter((letter) => !'"\\<'.includes(letter))
  .slice(0, 2 * LEVELS + 1);
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*|\S/gu;
const OPEN = /[\p{L}\p{M}\p{N}']$/u; // a text whose last word may go on
export const TONES = 50; // of a colour, from the faintest to the deepest
const BYTES = 4; // of a number that torch keeps, float32
const BYTES_OF_ID = 8; // int64

/**
 * A table: `numbers` are whole, V rows of D, in units of their own; `tones` say how deep
 * the colour of each is, from -50 to 50, 0 for what is exactly 0.
 *
 * @typedef {{V: number, D: number, words: string[], row_of: Map<string, number>,
 *   numbers: Int32Array, tones: Int8Array}} Table
 */

/** The table of a spec. @type {(spec: any) => Table} */
export const table_of = once(({ V, D, words, numbers: text, deep }) => {
  const level = new Map(LETTERS.map((letter, k) => [letter, k]));
  const numbers = new Int32Array(V * D);
  const tones = new Int8Array(V * D);
  for (let row = 0; row < V; row++) {
    const at = row * (D + 2);
    const unit = LETTERS.length * level.get(text[at]) + level.get(text[at + 1]);
    for (let j = 0; j < D; j++) {
      const number = unit * (level.get(text[at + 2 + j]) - LEVELS);
      numbers[row * D + j] = number;
      tones[row * D + j] = tone_of(number / deep);
    }
  }
  const row_of = new Map(
    [...words.entries()].reverse().map(([r, w]) => [w, r]),
  );
  return { V, D, words, row_of, numbers, tones };
});

/** How deep a colour is for a share of the deepest: at least 1 unless the number is 0. */
export const tone_of = (share) =>
  Math.sign(share) *
  Math.min(TONES, Math.ceil(TONES * Math.min(1, Math.abs(share))));

/**
 * The words of a text, as picture.py finds them: those between spaces that the table has,
 * else what punctuation parts. While `typing` a last word that may go on is left out.
 *
 * @param {Table} table
 * @param {string} text
 */
export function asked(table, text, typing = false) {
  const known = (word) => table.row_of.has(word);
  const parts = text.split(/\s+/).filter(Boolean);
  const found = parts.flatMap((part) => {
    const spelled = [part, part.toLowerCase()].find(known);
    return spelled === undefined
      ? (part.toLowerCase().match(TOKEN) ?? [])
      : [spelled];
  });
  const whole = typing && OPEN.test(text) ? found.slice(0, -1) : found;
  return {
    words: whole.filter(known).map((word) => ({
      word,
      row: table.row_of.get(word),
    })),
    unknown: [...new Set(whole.filter((word) => !known(word)))],
  };
}

/**
 * The product of a one-hot for each of these rows and the table, number by number. Returns
 * what comes out, how many numbers were multiplied, how many of them by 0, and how many of
 * what comes out equal those of the rows looked up.
 */
export const product = once((spec, rows) => {
  const { V, D, numbers } = table_of(spec);
  const out = new Float64Array(rows.length * D);
  let [multiplied, by_zero] = [0, 0];
  rows.forEach((wanted, k) => {
    for (let row = 0; row < V; row++) {
      const entry = row === wanted ? 1 : 0;
      for (let j = 0; j < D; j++)
        out[k * D + j] += entry * numbers[row * D + j];
      multiplied += D;
      if (entry === 0) by_zero += D;
    }
  });
  const looked_up = rows.flatMap((row) => [
    ...numbers.subarray(row * D, (row + 1) * D),
  ]);
  const equal = looked_up.filter((number, i) => number === out[i]).length;
  return { out, multiplied, by_zero, equal };
});

/**
 * The gradient of the sum of all numbers looked up: each lookup of a row adds 1 to each of
 * its numbers. Returns all V × D of them, how many are exactly 0, and the bytes of the
 * whole and of what torch keeps with sparse=True: an id and a row for each lookup.
 */
export const gradient = once((spec, rows) => {
  const { V, D } = table_of(spec);
  const numbers = new Float64Array(V * D);
  for (const row of rows) for (let j = 0; j < D; j++) numbers[row * D + j] += 1;
  const zeros = numbers.reduce((sum, number) => sum + Number(number === 0), 0);
  return {
    numbers,
    zeros,
    dense: BYTES * V * D,
    sparse: rows.length * (BYTES_OF_ID + BYTES * D),
  };
});

/**
 * All rows by their cosine to one of them, the nearest first; of equals the lower row.
 * That row itself is at the top, rows of zeros at the bottom. `place` is where each is.
 */
export const sorted = once((spec, wanted) => {
  const { V } = table_of(spec);
  const cosines = cosines_to(spec, wanted);
  cosines[wanted] = Infinity;
  const order = Array.from({ length: V }, (_, row) => row).sort(
    (a, b) => cosines[b] - cosines[a] || a - b,
  );
  const place = new Int32Array(V);
  order.forEach((row, at) => (place[row] = at));
  return { order, place, cosines };
});

const lengths = once((spec) => {
  const { V, D, numbers } = table_of(spec);
  const squares = new Float64Array(V);
  for (let i = 0; i < V * D; i++)
    squares[Math.floor(i / D)] += numbers[i] * numbers[i];
  return squares.map(Math.sqrt);
});

function cosines_to(spec, wanted) {
  const { V, D, numbers } = table_of(spec);
  const size = lengths(spec);
  const cosines = new Float64Array(V);
  for (let row = 0; row < V; row++) {
    let sum = 0;
    for (let j = 0; j < D; j++)
      sum += numbers[row * D + j] * numbers[wanted * D + j];
    const both = size[row] * size[wanted];
    cosines[row] = both > 0 ? sum / both : -2;
  }
  return cosines;
}

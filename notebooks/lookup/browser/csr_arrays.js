/** The three arrays of a CSR matrix, and the bracket from what indptr says to the entries that it means. */
import { label, number, quiet, ring } from "./draw.js";

const CELL = 22; // px that a cell is high
const [X, Y, LOW] = [66, 22, 74]; // px where the arrays begin, where indptr stands, where indices stands
const DIGIT = 6.7; // px that a letter takes at most

/** What is drawn of the arrays: all of small ones, else what row `index` of X reads of them. */
function read_of(spec, index) {
  const { start, bounds, rows, weights, more } = spec.steps[index];
  if (spec.arrays.length) {
    const [indptr, indices, data] = spec.arrays;
    return { indptr, indices, data, at: index, from: start, to: start + rows.length, where: "", rest: "" };
  }
  const indices = weights.map((_, k) => spec.rows[rows[k]].label);
  const where = `indptr[${index}] and indptr[${index + 1}]`,
    rest = more ? `⋯ ${more} more` : "";
  return { indptr: bounds, indices, data: weights, at: 0, from: 0, to: weights.length, where, rest };
}

/** How wide a cell is and where the arrays end, the same for each row of X. */
export function arrays_of(spec) {
  const read = spec.steps.map((_, index) => read_of(spec, index));
  const texts = read.flatMap(({ indptr, indices, data }) => [...indptr, ...indices, ...data]);
  const w = 16 + DIGIT * Math.max(...texts.map((text) => text.length));
  const after = (array, words) => X + w * array.length + 18 + DIGIT * words.length;
  const ends = read.flatMap(({ indptr, indices, where, rest }) => [
    after(indptr, where),
    after(indices, rest),
  ]);
  return { w, right: Math.max(...ends) };
}

/** The arrays; once pointed at (`seen` from 0 to 1) with the bracket, around the entries at which row `index` of X is stored. */
export function arrays(spec, index, { w }, seen) {
  const { indptr, indices, data, at, from, to, where, rest } = read_of(spec, index),
    mine = (i) => from <= i && i < to;
  const shapes = [
    ...array("indptr", Y, w, indptr, (i) => i === at || i === at + 1),
    ...array("indices", LOW, w, indices, mine),
    ...array("data", LOW + CELL + 4, w, data, mine),
  ];
  if (where) shapes.push(quiet("where", X + 2 * w + 10, Y + 15, where));
  if (rest) shapes.push(quiet("more", X + to * w + 4, LOW + 15, rest));
  if (seen === 0) return shapes;
  const left = X + from * w,
    right = X + to * w + (rest ? 10 + DIGIT * rest.length : 0);
  const fold = (i, end) => `M${X + (i + 0.5) * w} ${Y + CELL + 4}L${end} ${LOW - 9}L${end} ${LOW - 5}`;
  const d = `${fold(at, left)}${fold(at + 1, right)}M${left} ${LOW - 7}L${right} ${LOW - 7}`;
  shapes.push(...ring("ptr", X + at * w, Y, 2 * w - 1, CELL - 1, { seen }));
  shapes.push({
    key: "bracket",
    tag: "path",
    d,
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.3,
    opacity: seen,
  });
  if (to > from) shapes.push(...ring("slice", left, LOW, right - left - 1, 2 * CELL + 3, { seen }));
  return shapes;
}

/** An array in cells without a ramp, as they hold places and counts; those that are `read` stand out. */
function array(name, y, w, texts, read) {
  const cells = texts.flatMap((text, i) => {
    const opacity = read(i) ? 1 : 0.6,
      place = { x: X + i * w, y, width: w - 1, height: CELL - 1 };
    return [
      { key: `${name}${i}`, tag: "rect", ...place, fill: "var(--zero)", stroke: "var(--line)", opacity },
      number(`${name}${i}#`, X + (i + 0.5) * w, y + 15, text, { opacity }),
    ];
  });
  return [label(`${name}:`, X - 10, y + 15, name, { "text-anchor": "end" }), ...cells];
}

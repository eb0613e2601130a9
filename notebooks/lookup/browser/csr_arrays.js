/** The three arrays of a CSR matrix, and the bracket from what indptr says to the entries that it means. */
import { LETTER, label, number, path, quiet, rect } from "./draw.js";
import { ring } from "./pointers.js";

const CELL = 22; // px that a cell is high
const X = 66; // px where the arrays begin
const TOP = 22; // px where indptr stands
const LOW = 74; // px where indices stands; data stands below it

/** What is drawn of the arrays: all of small ones, else what row `index` of X reads of them. */
function read_of(spec, index) {
  const { start, bounds, rows, weights, more } = spec.steps[index];
  if (spec.arrays.length) {
    const [indptr, indices, data] = spec.arrays;
    return { indptr, indices, data, at: index, from: start, to: start + rows.length, where: "", rest: "" };
  }
  return {
    indptr: bounds,
    indices: weights.map((_, k) => spec.rows[rows[k]].label),
    data: weights,
    at: 0,
    from: 0,
    to: weights.length,
    where: `indptr[${index}] and indptr[${index + 1}]`,
    rest: more ? `⋯ ${more} more` : "",
  };
}

/** How wide a cell is and where the arrays end, the same for each row of X. */
export function arrays_of(spec) {
  const read = spec.steps.map((_, index) => read_of(spec, index));
  const texts = read.flatMap(({ indptr, indices, data }) => [...indptr, ...indices, ...data]);
  const w = 16 + LETTER * Math.max(...texts.map((text) => text.length));
  const after = (array, words) => X + w * array.length + 18 + LETTER * words.length;
  const ends = read.flatMap(({ indptr, indices, where, rest }) => [
    after(indptr, where),
    after(indices, rest),
  ]);
  return { w, right: Math.max(...ends) };
}

/** The arrays; once pointed at (`seen` from 0 to 1) with the bracket, around the entries at which row `index` of X is stored. */
export function arrays(spec, index, { w }, seen) {
  const read = read_of(spec, index);
  const bound = (i) => i === read.at || i === read.at + 1;
  const mine = (i) => read.from <= i && i < read.to;
  const shapes = [
    ...array("indptr", TOP, w, read.indptr, bound),
    ...array("indices", LOW, w, read.indices, mine),
    ...array("data", LOW + CELL + 4, w, read.data, mine),
  ];
  if (read.where) shapes.push(quiet("where", X + 2 * w + 10, TOP + 15, read.where));
  if (read.rest) shapes.push(quiet("more", X + read.to * w + 4, LOW + 15, read.rest));
  if (seen > 0) shapes.push(...bracket(read, w, seen));
  return shapes;
}

/** A ring around two numbers of indptr, one around the entries between them, and the lines that fold out from one to the other. */
function bracket({ at, from, to, rest }, w, seen) {
  const left = X + from * w;
  const right = X + to * w + (rest ? 10 + LETTER * rest.length : 0);
  const fold = (i, end) => `M${X + (i + 0.5) * w} ${TOP + CELL + 4}L${end} ${LOW - 9}L${end} ${LOW - 5}`;
  const d = `${fold(at, left)}${fold(at + 1, right)}M${left} ${LOW - 7}L${right} ${LOW - 7}`;
  const shapes = [
    ...ring("ptr", X + at * w, TOP, 2 * w - 1, CELL - 1, { seen }),
    path("bracket", d, { fill: "none", stroke: "var(--ink)", "stroke-width": 1.3, opacity: seen }),
  ];
  if (to > from) shapes.push(...ring("slice", left, LOW, right - left - 1, 2 * CELL + 3, { seen }));
  return shapes;
}

/** An array in cells without a ramp, as they hold places and counts; those that are `read` stand out. */
function array(name, y, w, texts, read) {
  const cells = texts.flatMap((text, i) => {
    const opacity = read(i) ? 1 : 0.6;
    const look = { fill: "var(--zero)", stroke: "var(--line)", opacity };
    return [
      rect(`${name}${i}`, X + i * w, y, w - 1, CELL - 1, look),
      number(`${name}${i}#`, X + (i + 0.5) * w, y + 15, text, { opacity }),
    ];
  });
  return [label(`${name}:`, X - 10, y + 15, name, { "text-anchor": "end" }), ...cells];
}

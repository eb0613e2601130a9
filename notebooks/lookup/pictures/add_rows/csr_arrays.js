// @ts-check
/**
 * The three arrays of a CSR matrix, and the bracket from what indptr says to the entries
 * that it means.
 */
import { LETTER, label, number, path, quiet, rect } from "../kit/draw.js";

const CELL = 22; // px that a cell is high
const APART = 26; // px from indptr to indices, which the bracket crosses
const NAME = 62; // px that the names of the arrays take
const WIDE = 600; // px that the cells of an array may take
const NARROW = 270;

/**
 * What is drawn of the arrays: all of them, or up to `most` of the entries that row
 * `index` of X reads.
 */
function read_of(spec, index, whole, most) {
  const { start, bounds, rows, weights } = spec.steps[index];
  if (whole) {
    const [indptr, indices, data] = spec.arrays;
    return {
      indptr,
      indices,
      data,
      at: index,
      from: start,
      to: start + rows.length,
      where: "",
      rest: "",
    };
  }
  const drawn = weights.slice(0, most);
  const left = rows.length - drawn.length;
  return {
    indptr: bounds,
    indices: drawn.map((_, k) => spec.rows[rows[k]].label),
    data: drawn,
    at: 0,
    from: 0,
    to: drawn.length,
    where: `indptr[${index}] and indptr[${index + 1}]`,
    rest: left ? `⋯ ${left} more` : "",
  };
}

const widest = (texts) =>
  LETTER * Math.max(...texts.map((text) => text.length));

/**
 * Where the arrays stand, the same for each row of X: whole where they are short enough,
 * else what a row reads of them.
 */
export function arrays_of(spec, y, narrow) {
  const pad = narrow ? 8 : 16;
  const free = narrow ? NARROW : WIDE;
  const [indptr = [], indices = [], data = []] = spec.arrays;
  const each = pad + widest([...indptr, ...indices, ...data, ""]);
  const whole =
    indptr.length > 0 && each * Math.max(indptr.length, indices.length) <= free;
  const texts = spec.steps.flatMap((_, r) => {
    const read = read_of(spec, r, false);
    return [...read.indptr, ...read.indices, ...read.data];
  });
  const w = whole ? each : pad + widest(texts);
  const most = Math.max(
    1,
    Math.floor((free - LETTER * "⋯ 292 more".length) / w),
  );
  const low = y + CELL + APART;
  const place = {
    x: 4 + NAME,
    y,
    low,
    w,
    whole,
    most,
    bottom: low + 2 * CELL + 4,
  };
  return {
    ...place,
    right: Math.max(...spec.steps.map((_, r) => right_of(spec, r, place))),
  };
}

/** Where the arrays of row `index` of X end. */
function right_of(spec, index, { x, w, whole, most }) {
  const { indptr, indices, where, rest } = read_of(spec, index, whole, most);
  const after = (array, words) =>
    x + w * array.length + 14 + LETTER * words.length;
  return Math.max(after(indptr, where), after(indices, rest));
}

/**
 * The middle of the index of entry k that row `index` of X stores; of one that is not
 * drawn, where it would follow.
 */
export function entry_of(spec, index, { x, low, w, whole, most }, k) {
  const { from, to } = read_of(spec, index, whole, most);
  return { x: x + (Math.min(from + k, to) + 0.5) * w, y: low + CELL / 2 };
}

/**
 * The arrays; once pointed at (`seen` from 0 to 1) with the bracket, around the entries at
 * which row `index` of X is stored. Entry `now`, if any, is the one that is being read.
 */
export function arrays(spec, index, place, { seen, now }) {
  const { x, y, low, w, whole, most } = place;
  const read = read_of(spec, index, whole, most);
  const bound = (i) => i === read.at || i === read.at + 1;
  const mine = (i) => read.from <= i && i < read.to;
  const picked = (i) => i === read.from + now && mine(i);
  const shapes = [
    ...array(place, "indptr", y, read.indptr, bound, () => false),
    ...array(place, "indices", low, read.indices, mine, picked),
    ...array(place, "data", low + CELL + 4, read.data, mine, picked),
  ];
  if (read.where)
    shapes.push(quiet("where", x + 2 * w + 10, y + 15, read.where));
  if (read.rest)
    shapes.push(quiet("more", x + read.to * w + 6, low + 15, read.rest));
  if (seen > 0) shapes.push(...bracket(read, place, seen));
  return shapes;
}

/**
 * A line around two numbers of indptr, one around the entries between them, and what leads
 * from one to the other.
 */
function bracket({ at, from, to, rest }, { x, y, low, w }, seen) {
  const left = x + from * w;
  const right = x + to * w + (rest ? 8 + LETTER * rest.length : 0);
  const look = {
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.3,
    opacity: seen,
  };
  const fold = (i, end) =>
    `M${x + (i + 0.5) * w} ${y + CELL + 2}L${end} ${low - 9}L${end} ${low - 3}`;
  const d =
    `${fold(at, left - 2)}${fold(at + 1, right + 1)}M${left - 2} ` +
    `${low - 7}L${right + 1} ${low - 7}`;
  const frame = (key, from, top, wide, high) =>
    rect(key, from - 2, top - 2, wide + 3, high + 3, { rx: 3, ...look });
  const shapes = [
    frame("ptr", x + at * w, y, 2 * w, CELL),
    path("bracket", d, look),
  ];
  if (to > from)
    shapes.push(frame("slice", left, low, right - left, 2 * CELL + 4));
  return shapes;
}

/**
 * An array in cells without a ramp, as they hold places and counts; those that are `read`
 * stand out, more so those `picked`.
 */
function array({ x, w }, name, y, texts, read, picked) {
  const cells = texts.flatMap((text, i) => [
    rect(
      `${name}${i}`,
      x + i * w,
      y,
      w - 1,
      CELL - 1,
      look_of(read(i), picked(i)),
    ),
    number(
      `${name}${i}#`,
      x + (i + 0.5) * w,
      y + 15,
      text,
      ink_of(read(i), picked(i)),
    ),
  ]);
  return [
    label(`${name}:`, x - 10, y + 15, name, { "text-anchor": "end" }),
    ...cells,
  ];
}

function look_of(read, picked) {
  if (picked) return { fill: "var(--pick)", stroke: "var(--ink)" };
  return {
    fill: read ? "var(--zero)" : "var(--paper)",
    stroke: read ? "var(--dot)" : "var(--line)",
  };
}

function ink_of(read, picked) {
  if (picked) return { fill: "var(--onpick)" };
  return read ? {} : { fill: "var(--quiet)" };
}

// @ts-check
/**
 * Numbers as cells, and what stands beside rows of them: headings, and the strip of a
 * large table.
 */
import {
  FADED,
  circle,
  clamp,
  label,
  number,
  path,
  rect,
  slants,
} from "./draw.js";

// Up to these shares of the ramp a number is written on a pale fill, and on one of middle
// strength. Beyond, the fill is deep.
const PALE = 0.66;
const MIDDLE = { pos: 0.9, neg: 0.95 };
// px below which a zero is its dot alone: a table of zeros must not double its nodes
const SMALL = 24;
const GAP = 14; // px between the columns at either side of those left out

export const NAN = "nan";
/** What is written of an infinite number even where no numbers are. */
export const INFINITE = { "+": "∞", "-": "−∞" };
const HATCH = 5; // px between the lines in a nan
const BESIDE = 9; // px that they take on either side of its text

/**
 * The mark of a number, one character made by Python: "a" to "z" for sizes up to the
 * largest positive, "A" to "Z" for negative ones, "0" exactly zero, "+" and "-" infinite,
 * "?" not a number. Returns the signed share of the ramp, -1 to 1.
 */
export function share(mark) {
  if (mark === "0" || mark === "?") return 0;
  if (mark === "+") return 1;
  if (mark === "-") return -1;
  const letter = mark.charCodeAt(0);
  return mark >= "a" ? (letter - 97) / 25 : -(letter - 65) / 25;
}

/** The fill of a mark: paper for what has no size, else a mix of the ramp's origin and end. */
export function fill(mark) {
  if (mark === "0" || mark === "?") return "var(--paper)";
  const end = share(mark) > 0 ? "pos" : "neg";
  const percent = Math.round(100 * Math.abs(share(mark)));
  return `color-mix(in oklab, var(--${end}) ${percent}%, var(--zero))`;
}

/**
 * The colour of a number on the fill of its mark: black or white, whichever has more
 * contrast; `seen` is what is left of the fill.
 */
export function ink_on(mark, seen = 1) {
  const strength = Math.abs(share(mark)) * seen;
  if (strength <= PALE) return "var(--onpale)";
  const end = share(mark) > 0 ? "pos" : "neg";
  return strength <= MIDDLE[end] ? "var(--onmid)" : "var(--onfill)";
}

/**
 * One matrix cell: fill says how much, a dot says exactly zero; what is not a number is
 * outlined and hatched. What fades keeps its number.
 *
 * @param {string} key
 * @param {number} x
 * @param {number} y
 * @param {{w: number, h: number}} size
 * @param {string} mark how large it is, as one letter: see `fill`
 * @param {string} text
 * @param {{fade?: number, [attribute: string]: any}} [look]
 */
export function cell(key, x, y, size, mark, text, { fade = 0, ...more } = {}) {
  const w = size.w - 1;
  const h = size.h - 1;
  const seen = 1 - (1 - FADED) * fade;
  const edge = mark === "?" ? { stroke: "var(--ink)" } : {};
  const look = { fill: fill(mark), opacity: seen, ...more, ...edge };
  if (mark === "0") return zero(key, x, y, w, h, look);
  if (mark === "?" && !text)
    return [path(`${key}#`, hatched(x, y, w, h), look)];
  const box = rect(key, x, y, w, h, look);
  if (!text) return [box];
  const hatch = mark === "?" ? [path(`${key}~`, beside(x, y, w, h), look)] : [];
  const ink = { fill: ink_on(mark, seen), ...more };
  return [
    box,
    ...hatch,
    number(`${key}#`, x + w / 2, y + h / 2 + 4, text, ink),
  ];
}

/**
 * The dot of a zero in its box; in a low cell the dot alone, which the pointer then finds
 * all over the cell.
 */
function zero(key, x, y, w, h, look) {
  const dot = circle(`${key}#`, x + w / 2, y + h / 2, 1.4, {
    ...look,
    fill: "var(--dot)",
  });
  if (w >= SMALL)
    return [rect(key, x, y, w, h, { ...look, stroke: "var(--line)" }), dot];
  return [
    {
      ...dot,
      stroke: "none",
      "stroke-width": Math.min(w, h) - 3,
      "pointer-events": "all",
    },
  ];
}

/** A square that is hatched all over, as lines. */
export const hatched = (x, y, w, h) =>
  square(x, y, w, h) + slants(x, y, w, h, HATCH);

/** Hatching on either side of what stands in a square. */
const beside = (x, y, w, h) =>
  slants(x, y, BESIDE, h, HATCH) + slants(x + w - BESIDE, y, BESIDE, h, HATCH);

export const square = (x, y, w, h) =>
  `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`;

/**
 * The size of a cell: `high` where numbers are written, else what the number of rows and
 * columns leaves.
 */
export function cell_size({ whole, numbers, columns, drawn }, high = 26) {
  if (numbers) return { w: 42, h: high };
  const w = clamp(Math.floor(300 / columns.length), 10, 20);
  const h = whole ? clamp(Math.floor(420 / drawn), 10, 20) : 20;
  return { w, h };
}

export const column_x = (spec, left, size, j) =>
  left + j * size.w + (spec.gap && j >= spec.gap ? GAP : 0);

/** How wide a row of the table is. */
export const row_width = (spec, size) =>
  spec.columns.length * size.w + (spec.gap ? GAP : 0);

/** A row of numbers that travels as one text: its marks, then its texts. */
export function cells_of(line) {
  const [marks, ...texts] = line.split(" ");
  return { marks, texts };
}

/**
 * The word and the number of a row. `bare` rows lose both where lines are too low,
 * `tagged` ones the number; `look` is the number's.
 *
 * @param {any} place the table's
 * @param {{i: number, y: number, row: any, away?: number, tagged?: boolean,
 *   bare?: boolean, data?: object, look?: object}} line
 */
export function row_heading(
  { size, names, index },
  { i, y, row, away = 0, tagged, bare, data, look = { fill: "var(--quiet)" } },
) {
  if (size.h < 12 && bare) return [];
  const middle = y + size.h / 2 + 4;
  const place = tagged
    ? []
    : [number(`index${i}`, index, middle, row.label, { ...look, ...data })];
  if (!row.name) return place;
  const ink = away > 0 ? { fill: "var(--quiet)" } : {};
  return [
    label(`name${i}`, names, middle, row.name, {
      "text-anchor": "end",
      ...ink,
      ...data,
    }),
    ...place,
  ];
}

/** The strip that stands for all V rows of a large table: its bar, and where on it a row is. */
export const strip_of = (spec, low, high) => ({
  bar: rect("strip", 4, low, 14, high - low, {
    fill: "var(--zero)",
    stroke: "var(--line)",
  }),
  y_of: (row) => low + ((high - low - 3) * row) / Math.max(1, spec.V - 1),
});

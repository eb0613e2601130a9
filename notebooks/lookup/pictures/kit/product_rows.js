// @ts-check
/**
 * What the pictures of a product share: columns that follow one another, cells that turn
 * into products, the signs between them.
 */
import { cell } from "./cells.js";
import { number, part, rect } from "./draw.js";

const STAGGER = 0.4; // the share of a stage that the last column waits before it moves
export const PAPER = { fill: "var(--paper)" };

/**
 * How far column j of n is in a stage: the columns follow one another.
 *
 * @param {number} t
 * @param {number[]} stage
 * @param {number} j
 * @param {number} n
 * @param {number} [stagger] share of the stage that the last column waits
 */
export function column_part(t, [start, end], j, n, stagger = STAGGER) {
  const wait = n > 1 ? (stagger * (end - start) * j) / (n - 1) : 0;
  return part(t, [start + wait, end - stagger * (end - start) + wait]);
}

/**
 * A cell that is wiped, and what it has become once that is done.
 *
 * @param {string} key
 * @param {number} x
 * @param {number} y
 * @param {{w: number, h: number}} size
 * @param {string[]} numeral its mark and its text
 * @param {number} wiping
 * @param {object} [data]
 */
export function turning(key, x, y, size, numeral, wiping, data = {}) {
  if (wiping === 1)
    return [
      rect(`${key}|`, x, y, size.w - 1, size.h - 1, PAPER),
      ...cell(key, x, y, size, numeral[0], numeral[1], data),
    ];
  return [rect(`${key}|`, x, y, (size.w - 1) * wiping, size.h - 1, PAPER)];
}

const SIGN = { fill: "var(--quiet)" };
const line_y = ({ size, table }, i) => table.y + (i + 0.5) * size.h + 4;

/** Between each entry and its row: they are multiplied. */
export const times_signs = (rows, place) =>
  rows.map((_, i) =>
    number(
      `times${i}`,
      place.hot.x + place.hot.w + 8,
      line_y(place, i),
      "×",
      SIGN,
    ),
  );

/**
 * Beside the table, between the rows: they are added up.
 *
 * @param {any[]} rows
 * @param {any} place
 * @param {object} [look]
 */
export const plus_signs = (rows, place, look = SIGN) =>
  rows
    .slice(1)
    .map((_, i) =>
      number(
        `plus${i}`,
        place.table.x + place.table.w + 9,
        line_y(place, i + 0.5),
        "+",
        look,
      ),
    );

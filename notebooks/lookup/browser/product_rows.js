/** A one-hot times a table, as it happens: each row is multiplied by its entry, and the products fall into one line. */
import { cell, column_x } from "./cells.js";
import { number, part, rect } from "./draw.js";

/** Seconds from and to, in the order the eye should follow. The rows step back while they are multiplied. */
export const product_stages = {
  point: [0, 0.3],
  fade: [0.4, 1],
  times: [0.4, 1],
  fall: [1.2, 1.8],
  travel: [1.9, 2.4],
  land: [2.4, 2.6],
};
const STAGGER = 0.4; // the share of a stage that the last column waits before it moves
const MOST_CELLS = 200; // of a table of which each cell is seen falling

/** How far column j of n is in a stage: the columns follow one another. */
function column_part(t, [start, end], j, n) {
  const wait = n > 1 ? (STAGGER * (end - start) * j) / (n - 1) : 0;
  return part(t, [start + wait, end - STAGGER * (end - start) + wait]);
}

/** The products of the step: they cover the rows, then fall onto the one that is not 0, and leave it as it is. */
export function product(scene) {
  const { spec, step, rows, way } = scene;
  const { times, fall } = product_stages;
  if (way.t <= times[0] || way.t >= fall[1]) return [];
  const by_cell = spec.drawn * spec.columns.length <= MOST_CELLS;
  const zeros = rows.map((_, i) => i).filter((i) => rows[i] !== step.row);
  const products = by_cell ? zeros.flatMap((i) => falling(scene, i)) : wiped(scene);
  return [...products, ...signs(scene)];
}

/** Row i times 0: the cells are wiped one after the other, and what they are now falls. */
function falling({ spec, place, way, y: line }, i) {
  const { size, table } = place;
  const n = spec.columns.length;
  const h = size.h - 1;
  return spec.columns.flatMap((_, j) => {
    const wiping = column_part(way.t, product_stages.times, j, n);
    const gone = column_part(way.t, product_stages.fall, j, n);
    if (wiping === 0 || gone === 1) return [];
    const x = column_x(spec, table.x, size, j);
    const from = table.y + i * size.h;
    const y = from + (line - from) * gone;
    const key = `zero${i},${j}`;
    const cover = rect(`${key}|`, x, y, (size.w - 1) * wiping, h, { fill: "var(--paper)" });
    return wiping < 1 ? [cover] : [cover, ...cell(key, x, y, size, "0", "")];
  });
}

/** All rows times 0 where the cells are many: those above and those below the row times 1 are wiped, and are seen again once the products fall. */
function wiped({ rows, place, way, y }) {
  const { size, table } = place;
  if (part(way.t, product_stages.fall) > 0) return [];
  const wide = (table.w - 1) * part(way.t, product_stages.times);
  const sheet = (key, from, to) =>
    to > from ? [rect(key, table.x, from, wide, to - from, { fill: "var(--paper)" })] : [];
  return [...sheet("zero<", table.y, y), ...sheet("zero>", y + size.h, table.y + rows.length * size.h)];
}

/** What every row is multiplied by, and that the products are added up. */
function signs({ rows, place, way }) {
  const { size, table, hot } = place;
  if (size.h < 16 || part(way.t, product_stages.fall) > 0.2) return [];
  const middle = (i) => table.y + (i + 0.5) * size.h + 4;
  const look = { fill: "var(--quiet)" };
  const times = rows.map((_, i) => number(`times${i}`, hot.x + hot.w + 8, middle(i), "×", look));
  if (part(way.t, product_stages.times) < 1) return times;
  const plus = rows
    .slice(1)
    .map((_, i) => number(`plus${i}`, table.x + table.w + 9, middle(i + 0.5), "+", look));
  return [...times, ...plus];
}

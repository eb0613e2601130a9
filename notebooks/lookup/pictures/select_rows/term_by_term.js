// @ts-check
/**
 * A one-hot times a table, term by term: each row is multiplied by its entry, then column
 * by column the products are added up.
 */
import { NAN, cell, column_x, hatched } from "../kit/cells.js";
import { part, path, rect } from "../kit/draw.js";
import {
  PAPER,
  column_part,
  plus_signs,
  times_signs,
  turning,
} from "../kit/product_rows.js";

/**
 * Seconds from and to, in the order the eye should follow. The rows step back while they
 * are multiplied.
 */
export const product_stages = {
  point: [0, 0.9], // no shape moves for longer
  fade: [1, 1.6],
  times: [1, 1.6],
  fall: [1.8, 3],
  travel: [3.1, 3.6],
  land: [3.6, 3.8],
};
// the share of a stage that the last column waits: of four or less one moves at a time
const ONE_BY_ONE = 0.75;
const MOST_CELLS = 200; // of a table of which each cell is seen falling
const LIT = { class: "", "font-weight": 700, "font-size": 15 }; // a sign

/** How far the numbers of column j are multiplied. */
export const made_part = ({ spec, way }, j) =>
  column_part(way.t, product_stages.times, j, spec.columns.length);

/** How far the products of column j are added up. */
export const added_part = ({ spec, way }, j) =>
  column_part(way.t, product_stages.fall, j, spec.columns.length, ONE_BY_ONE);

/**
 * The products of the step with a 0: they cover the rows, then fall onto the row times 1,
 * and leave it as it is unless one of them is nan.
 */
export function product(scene) {
  const { spec, step, rows, way } = scene;
  const { times, fall } = product_stages;
  if (way.t <= times[0] || way.t >= fall[1]) return [];
  const by_cell = spec.drawn * spec.columns.length <= MOST_CELLS;
  const others = rows.map((_, i) => i).filter((i) => rows[i] !== step.row);
  const products = by_cell
    ? others.flatMap((i) => falling(scene, i))
    : wiped(scene, others);
  return [...products, ...beyond(scene, by_cell), ...signs(scene)];
}

/**
 * A frame around each column that is being added up: it closes as the products fall into
 * one.
 */
export function adding(scene) {
  const { spec, place, y: line } = scene;
  const { size, table } = place;
  return spec.columns.flatMap((_, j) => {
    const share = added_part(scene, j);
    if (share === 0 || share === 1) return [];
    const top = table.y + (line - table.y) * share;
    const high = table.h + (size.h - table.h) * share;
    const look = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.5 };
    return [
      rect(
        `adding${j}`,
        column_x(spec, table.x, size, j) - 0.5,
        top - 0.5,
        size.w,
        high,
        look,
      ),
    ];
  });
}

/** Row i times 0: the cells are wiped one after the other, and what they are now falls. */
function falling(scene, i) {
  const { spec, rows, place, y: line } = scene;
  const { size, table } = place;
  return spec.columns.flatMap((_, j) => {
    const wiping = made_part(scene, j);
    const share = added_part(scene, j);
    if (wiping === 0 || share === 1) return [];
    const from = table.y + i * size.h;
    const y = from + (line - from) * share;
    const made = is_nan(spec, rows[i], j) ? nan_in(spec) : ["0", ""];
    return turning(
      `zero${i},${j}`,
      column_x(spec, table.x, size, j),
      y,
      size,
      made,
      wiping,
    );
  });
}

/** Whether a row's number in column j, times 0, is nan: it is infinite or nan itself. */
const is_nan = ({ rows }, row, j) => "+-?".includes(rows[row].marks[j]);

/** @returns {[mark: string, text: string]} */
const nan_in = (spec) => ["?", spec.numbers ? NAN : ""];

/**
 * All rows times 0 where the cells are many: those above and those below the row times 1
 * are wiped, and are seen again once the products fall.
 */
function wiped({ spec, rows, place, way, y }, others) {
  const { size, table } = place;
  if (part(way.t, product_stages.fall) > 0) return [];
  const wide = (table.w - 1) * part(way.t, product_stages.times);
  const sheet = (key, from, to) =>
    to > from ? [rect(key, table.x, from, wide, to - from, PAPER)] : [];
  return [
    ...sheet("zero<", table.y, y),
    ...sheet("zero>", y + size.h, table.y + rows.length * size.h),
    ...others.flatMap((i) => nans(spec, place, rows[i], i, wide)),
  ];
}

/** The products of row i that are nan, as far as it is wiped. */
function nans(spec, { size, table }, row, i, wide) {
  const d = spec.columns
    .map((_, j) => [j, column_x(spec, 0, size, j)])
    .filter(([j, x]) => x + size.w - 1 <= wide && is_nan(spec, row, j))
    .map(([, x]) =>
      hatched(table.x + x, table.y + i * size.h, size.w - 1, size.h - 1),
    );
  return d.length
    ? [path(`nan${i}`, d.join(""), { ...PAPER, stroke: "var(--ink)" })]
    : [];
}

/**
 * The nan that falls into a column and is not among the products that fall one by one: it
 * comes from where the table goes on, or from its row.
 */
function beyond(scene, by_cell) {
  const { spec, step, rows, place, y: line, spoilt = "" } = scene;
  const { size, table } = place;
  const ends = { "<": table.y - size.h, ">": table.y + table.h };
  return [...spoilt].flatMap((mark, j) => {
    const share = added_part(scene, j);
    if (mark === "=" || (mark === "?" && by_cell) || share === 0 || share === 1)
      return [];
    const drawn = rows.findIndex(
      (row) => row !== step.row && is_nan(spec, row, j),
    );
    const from = ends[mark] ?? table.y + drawn * size.h;
    const x = column_x(spec, table.x, size, j);
    return cell(
      `nan,${j}`,
      x,
      from + (line - from) * share,
      size,
      ...nan_in(spec),
    );
  });
}

/** What every row is multiplied by; then, that the products are added up. */
function signs({ rows, place, way }) {
  if (place.size.h < 16) return [];
  const { times, fall } = product_stages;
  if (way.t > fall[0]) return plus_signs(rows, place, LIT);
  const each = times_signs(rows, place);
  return part(way.t, times) < 1 ? each : [...each, ...plus_signs(rows, place)];
}

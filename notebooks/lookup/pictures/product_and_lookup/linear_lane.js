// @ts-check
/**
 * The lane of Linear: every row of W is multiplied by its entry of v, number by number,
 * and the products fall into one line.
 */
import { cell, cells_of, row_heading } from "../kit/cells.js";
import { part, rect } from "../kit/draw.js";
import { counter, out_of, top_of } from "./lanes.js";
import { entry, heading } from "../kit/one_hot_and_table.js";
import {
  column_part,
  plus_signs,
  times_signs,
  turning,
} from "../kit/product_rows.js";

const EACH = 0.15; // of the time of all products that one of them takes

/** All that Linear does at a time. */
export function linear(scene) {
  const { spec, place, way, before } = scene;
  const lane = place.linear;
  const [v, W, products] = spec.shapes;
  const rows = Object.keys(spec.rows).map(Number);
  const done = way.times === 1 || before;
  const signs = [
    ...(done ? [] : times_signs(rows, lane)),
    ...(done ? plus_signs(rows, lane) : []),
  ];
  return [
    ...top_of("linear", lane, ["Linear", "v @ W"], done ? products : W),
    heading("v", lane.hot.x, lane.y + 30, v),
    ...rows.flatMap((row) => line(scene, lane, row)),
    ...signs,
    ...out_of("linear", lane, "sum", way.fall < 1 && !before),
    ...sum(scene, lane),
    ...counter("linear", lane, counted(scene)),
  ];
}

/** How many numbers of W are read and multiplied by now, and how many of them by 0. */
function counted({ spec, step, before, way, stage }) {
  const { D, V } = spec;
  const reads = before && way.point < 1 ? before : step;
  const { marks } = cells_of(reads.v);
  const made = Array.from({ length: V * D }, (_, k) => k).filter(
    (k) => before || product_part(way.t, stage, k, V * D) === 1,
  );
  const zeros = made.filter((k) => marks[Math.floor(k / D)] === "0");
  return [
    [made.length, made.length === 1 ? "number read" : "numbers read"],
    [made.length, made.length === 1 ? "multiplication" : "multiplications"],
    [zeros.length, "of them by 0"],
  ];
}

/** How far product k of n is: they are made one after the other, row by row. */
function product_part(t, { times: [from, to] }, k, n) {
  if (n === 1) return part(t, [from, to]);
  const each = EACH * (to - from);
  const start = from + ((to - from - each) * k) / (n - 1);
  return part(t, [start, start + each]);
}

/**
 * The product of a row in column j; rows of zeros do not travel.
 *
 * @returns {[mark: string, text: string]}
 */
function product_of({ products }, row, j) {
  if (!(row in products)) return ["0", ""];
  const { marks, texts } = cells_of(products[row]);
  return [marks[j], texts[j]];
}

/**
 * What stands in v beside a row: the one-hot of an id is made once the id is there.
 *
 * @returns {[mark: string, text: string]}
 */
function entry_of({ spec, step, before, way }, row) {
  if (way.point < 1 && !before && !spec.mixed) return ["0", "0"];
  const { marks, texts } = cells_of(
    (before && way.point < 1 ? before : step).v,
  );
  return [marks[row], texts[row]];
}

/** A row of W with its entry of v, and what of it is multiplied by now. */
function line(scene, lane, row) {
  const { size, table } = lane;
  const y = table.y + row * size.h;
  const about = {
    i: row,
    y,
    row: scene.spec.rows[row],
    data: { "data-row": row },
  };
  const cells = scene.spec.columns.flatMap((_, j) =>
    made(scene, lane, row, j, y),
  );
  return [
    ...entry(lane, row, row, entry_of(scene, row)),
    ...row_heading(lane, about),
    ...cells,
  ];
}

/** One number of W, or its product, or what turns into it: then it is lit. */
function made({ spec, step, before, way, stage }, { size, table }, row, j, y) {
  const { D, V } = spec;
  const x = table.x + j * size.w;
  const now = product_of(step, row, j);
  const { marks, texts } = spec.rows[row];
  /** @type {[mark: string, text: string]} */
  const own = [marks[j], texts[j]];
  const old = before ? product_of(before, row, j) : own;
  const share = product_part(way.t, stage, row * D + j, V * D);
  const data = { "data-row": row, "data-col": j };
  const same = String(old) === String(now);
  if (share === 1)
    return cell(`w${row},${j}`, x, y, size, ...now, {
      ...data,
      "data-made": 1,
    });
  const left = cell(`w${row},${j}`, x, y, size, ...old, {
    ...data,
    ...(before && { "data-made": 1 }),
  });
  if (share === 0 || (before && same)) return left;
  const cover = same ? [] : turning(`turn${row},${j}`, x, y, size, now, share);
  return [...left, ...cover, ...lit(`lit${row},${j}`, x, y, size)];
}

const lit = (key, x, y, { w, h }) => [
  rect(key, x, y, w - 1, h - 1, {
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.5,
  }),
];

/**
 * The sum, column by column: the products of a column fall into its place, or the sum
 * before turns into it.
 */
function sum(scene, lane) {
  const { spec, step, before, way, stage } = scene;
  const { size, table, out } = lane;
  const { marks, texts } = cells_of(step.sum);
  return spec.columns.flatMap((_, j) => {
    const share = column_part(way.t, stage.fall, j, spec.D);
    const x = table.x + j * size.w;
    /** @type {[mark: string, text: string]} */
    const now = [marks[j], texts[j]];
    if (share === 1)
      return cell(`sum,${j}`, x, out, size, ...now, { "data-sum": j });
    if (before)
      return [
        ...held(before, lane, j, x),
        ...(share > 0 ? turning(`turns,${j}`, x, out, size, now, share) : []),
      ];
    return share > 0 ? falling(scene, lane, j, share) : [];
  });
}

/** Column j of the sum of the step before. */
function held({ sum }, { size, out }, j, x) {
  const { marks, texts } = cells_of(sum);
  return cell(`sum,${j}`, x, out, size, marks[j], texts[j]);
}

/** Copies of the products of column j on their way into one line. */
function falling({ spec, step }, { size, table, out }, j, share) {
  const x = table.x + j * size.w;
  return Object.keys(spec.rows)
    .map(Number)
    .flatMap((row) => {
      const from = table.y + row * size.h;
      return cell(
        `fall${row},${j}`,
        x,
        from + (out - from) * share,
        size,
        ...product_of(step, row, j),
      );
    });
}

// @ts-check
/**
 * The lane of Embedding: the id points at the table, one row is read, and a copy of it
 * comes out. A mixture has no id, so nothing does.
 */
import { id_of } from "../kit/chips.js";
import { label } from "../kit/draw.js";
import { NO_ID_GIVES, counter, out_of, top_of } from "./lanes.js";
import { ring, tag, trail } from "../kit/pointers.js";
import { row_cells, table_row } from "../kit/weight_cells.js";

const GREY = 1.4; // how far all rows step back where none is read: further than beside one that is
const AT_ITS_END = { point: 1, read: 1, travel: 1 };

/**
 * All that Embedding does at a time: where one input follows another, it stays with the
 * one before until the next has come.
 */
export function embedding(scene) {
  const { before, way } = scene;
  return before && way.point < 1
    ? drawn({ ...scene, step: before, way: AT_ITS_END })
    : drawn(scene);
}

function drawn(scene) {
  const { spec, step, way, before } = scene;
  const lane = scene.place.embedding;
  const rows = Object.keys(spec.rows).map(Number);
  const grey = step.row === undefined;
  const away = (before ? 1 : way.read) * (grey ? GREY : 1);
  const here = (row) => row === step.row;
  return [
    ...top_of(
      "embedding",
      lane,
      ["Embedding", "W[id]"],
      spec.shapes[1],
      grey && away > 0,
    ),
    ...rows.flatMap((row) => line(scene, lane, row, here(row) ? 0 : away)),
    ...(grey ? no_row(lane, away) : one_row(scene, lane)),
    ...counter("embedding", lane, counted(scene)),
  ];
}

/** How many numbers of W are read by now. */
function counted({ spec, step, way }) {
  const read = step.row === undefined ? 0 : Math.floor(spec.D * way.read);
  return [
    [read, read === 1 ? "number read" : "numbers read"],
    [0, "multiplications"],
  ];
}

/** A row of W. Its keys are not those of Linear's lane. */
function line({ spec, step, way }, lane, row, away) {
  const tagged = row === step.row && way.point === 1;
  const y = lane.table.y + row * lane.size.h;
  const data = { "data-row": row };
  return table_row(spec, lane, {
    i: `~${row}`,
    y,
    row: spec.rows[row],
    away,
    data,
    tagged,
  });
}

/** What there is to say where no id names a row. */
function no_row(lane, away) {
  const { table, out, size } = lane;
  if (away < GREY) return out_of("embedding", lane, "row", true);
  return [
    label("none", table.x, out + size.h / 2 + 4, NO_ID_GIVES, {
      "font-weight": 600,
    }),
  ];
}

/** The id on its way, the row that it names, and the copy that comes out. */
function one_row(scene, lane) {
  const { spec, step, way } = scene;
  const { size, table, out } = lane;
  const y = table.y + step.row * size.h;
  const { label: id } = spec.rows[step.row];
  const shapes = out_of(
    "embedding",
    lane,
    way.travel > 0 ? `row ${id}` : "row",
    way.travel < 1,
  );
  if (way.point === 0) return shapes;
  shapes.push(
    ...ring("row", table.x, y, table.w - 1, size.h - 1, { seen: way.point }),
    ...pointer(scene, lane, y, id),
  );
  if (way.travel === 0) return shapes;
  const at = y + (out - y) * way.travel;
  const data = { "data-out": step.row };
  shapes.push(
    ...row_cells(spec, {
      key: "copy",
      x: table.x,
      y: at,
      size,
      row: spec.rows[step.row],
      data,
    }),
  );
  return [...shapes, ...ring("copy", table.x, at, table.w - 1, size.h - 1)];
}

/**
 * The id, from its chip to its row, and the line that it leaves until its copy has come out;
 * from one row of weights to the next it jumps.
 */
function pointer({ spec, at, step, way, before, place }, lane, y, id) {
  const to = { x: lane.index, y: y + lane.size.h / 2 };
  const from = before || at >= spec.path ? to : id_of(spec, place.chips, at);
  const x = from.x + (to.x - from.x) * way.point;
  const y_now = from.y + (to.y - from.y) * way.point;
  const left =
    from === to || way.travel === 1 ? [] : trail(from, { x, y: y_now });
  return [...left, ...tag("tag", x, y_now, id, { "data-row": step.row })];
}

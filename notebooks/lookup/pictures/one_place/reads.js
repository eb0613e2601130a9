// @ts-check
/**
 * What is read at one place: rows of the table, and their mean, from which a line goes down
 * beside the answers.
 */
import { cells_of } from "../kit/cells.js";
import { label, path, quiet, rect } from "../kit/draw.js";
import { MARGIN, PITCH, drawn_word } from "./layout.js";
import { ring } from "../kit/pointers.js";
import { row_cells } from "../kit/weight_cells.js";

const WRITTEN = { edge: { touch: 3 }, off: 1.5 }; // the ring of a row that the step moves
const HEADS = {
  CBOW: "its neighbours: rows of table",
  "skip-gram": "the word read: its row of table",
};

/** The rows read, and what is held against the answers: their mean, or the only one. */
export function read_rows(scene) {
  const { place, by } = scene;
  const y = place.ways[by].reads - 12;
  return [
    quiet("reads", MARGIN, y, HEADS[by]),
    ...(by === "CBOW" ? averaged(scene) : alone(scene)),
  ];
}

/** Rows, and their mean, which copies of them become. */
function averaged(scene) {
  const { place, pull, way } = scene;
  const rows = pull.reads.flatMap((_, k) => [
    ...row_line(scene, k, place.reads.x, row_y(scene, k)),
    ...written(scene, k, place.reads.x, row_y(scene, k)),
  ]);
  if (way.mean === 0) return rows;
  const shown = way.mean < 1 ? copies(scene) : mean(scene);
  return [...rows, ...joined(scene), ...shown];
}

/** The only row read stands where a mean would. */
function alone(scene) {
  const { place, way } = scene;
  const { mean: y } = place.ways["skip-gram"];
  const role = way.step > 0 ? written(scene, 0, place.mean.x, y) : held(scene);
  return [...post(scene), ...row_line(scene, 0, place.mean.x, y), ...role];
}

/** A row read with its word; once the step is done it holds what that has made of it. */
function row_line(scene, k, x, y) {
  const { spec, place, pull, way } = scene;
  const row = pull.reads[k];
  const line = way.step === 1 ? pull.moved?.[k] : undefined;
  const data = { "data-table": row };
  return [
    name(`read${k}`, x, y, place, drawn_word(spec, row), data),
    ...cells(scene, `read${k}`, x, y, line ?? spec.table[row], data),
  ];
}

const name = (key, x, y, { size }, text, more) =>
  label(`${key}:`, x - 8, y + size.h / 2 + 4, text, {
    "text-anchor": "end",
    ...more,
  });

const cells = ({ spec, place }, key, x, y, line, data = {}) =>
  row_cells(spec, {
    key,
    x,
    y,
    size: place.size,
    row: cells_of(line),
    data,
  });

/** Where row k of those read stands. */
const row_y = ({ place, by }, k) => place.ways[by].reads + PITCH * k;

/** The step moves the rows that were read, too. */
function written({ place, way }, k, x, y) {
  if (way.step === 0) return [];
  const { reads, size } = place;
  return ring(`written${k}`, x, y, reads.w, size.h, WRITTEN);
}

/** Lines from the rows to their mean. */
function joined(scene) {
  const { place, pull } = scene;
  const { reads, mean, size, stacked } = place;
  if (stacked) return [];
  const start = reads.x + reads.w + 8;
  const joint = start + 14;
  const middles = pull.reads.map((_, k) => row_y(scene, k) + size.h / 2);
  const y = place.ways.CBOW.mean + size.h / 2;
  const low = Math.min(y, ...middles);
  const high = Math.max(y, ...middles);
  const lines = [
    ...middles.map((at) => `M${start} ${at}L${joint} ${at}`),
    `M${joint} ${low}L${joint} ${high}`,
    `M${joint} ${y}L${mean.x - 48} ${y}`,
  ];
  const look = { fill: "none", stroke: "var(--dot)" };
  return [path("joined", lines.join(""), look)];
}

/** Copies of the rows, on their way to their mean. */
function copies(scene) {
  const { spec, place, pull, way } = scene;
  const { reads, mean } = place;
  return pull.reads.flatMap((row, k) => {
    const from = row_y(scene, k);
    const x = reads.x + (mean.x - reads.x) * way.mean;
    const y = from + (place.ways.CBOW.mean - from) * way.mean;
    return cells(scene, `copy${k}`, x, y, spec.table[row]);
  });
}

/** The mean, which the step moves with its rows. */
function mean(scene) {
  const { place, pull, way } = scene;
  const { x } = place.mean;
  const { mean: y } = place.ways.CBOW;
  const line = way.step === 1 ? pull.mean_moved : undefined;
  const data = { "data-mean": "" };
  return [
    ...post(scene),
    name("mean", x, y, place, "mean", { "font-weight": 700, ...data }),
    ...cells(scene, "mean", x, y, line ?? pull.mean, data),
    ...held(scene),
  ];
}

/** The ring of what is held against the answers. */
function held({ place, by }) {
  const { mean, size } = place;
  return ring("held", mean.x, place.ways[by].mean, mean.w, size.h);
}

/** The line that goes down from it, beside the answers. */
function post({ place, by }) {
  const { mean, end } = place.ways[by];
  const top = mean + place.size.h + 3;
  const line = (key, w, role) =>
    rect(key, place.post - w / 2, top, w, end - top, {
      fill: `var(--${role})`,
      "data-mean": "",
    });
  return [line("postink", 6, "ink"), line("post", 3.4, "pick")];
}

// @ts-check
/**
 * What is read at one place: the words of the text around it, their rows of the table, and
 * the mean of these.
 */
import { cells_of } from "../kit/cells.js";
import { fitting, within } from "../kit/chips.js";
import { label, quiet, rect } from "../kit/draw.js";
import { MARGIN, PITCH, drawn_word } from "./layout.js";
import { ring } from "../kit/pointers.js";
import { row_cells } from "../kit/weight_cells.js";

/** How many of the rows are read so far, one after the other. */
const read_so_far = ({ pull, way }) => Math.ceil(way.look * pull.reads.length);

/**
 * The words around the place: those that are read in amber, one after the other, then
 * right answers in an edge of ink.
 */
export function tape(scene) {
  const { spec, step, place, by, way } = scene;
  const { y, h, count } = place.tape;
  const middle = (count - 1) / 2;
  let read = 0;
  const slots = spec.steps[step].slots.flatMap((row, at) => {
    const reads = (at === middle) === (by === "skip-gram");
    if (row !== null && reads) read += 1;
    const lit = reads ? read <= read_so_far(scene) : way.look === 1;
    return slot(scene, row, at, lit ? (reads ? LIT.read : LIT.right) : LIT.not);
  });
  return [quiet("tape", MARGIN, y + h / 2 + 4, "text"), ...slots];
}

const LIT = {
  not: { fill: "var(--paper)", stroke: "var(--dot)" },
  read: { fill: "var(--pick)", stroke: "var(--ink)", "stroke-width": 1.8 },
  right: { fill: "var(--paper)", stroke: "var(--ink)", "stroke-width": 1.8 },
};

/** A word of the text, or an empty box where there is none. */
function slot({ spec, place }, row, at, look) {
  const { x, y, each, h } = place.tape;
  const [left, wide] = [x + at * each + 1, each - 2];
  if (row === null)
    return [
      rect(`slot${at}`, left, y, wide, h, {
        rx: 4,
        fill: "none",
        stroke: "var(--line)",
      }),
    ];
  const data = { "data-word": row };
  const ink = {
    fill: look === LIT.read ? "var(--onpick)" : "var(--ink)",
    "text-anchor": "middle",
    ...data,
  };
  const text = fitting(drawn_word(spec, row), wide);
  return [
    rect(`slot${at}`, left, y, wide, h, { rx: 4, ...look, ...data }),
    label(`slot${at}:`, left + wide / 2, y + h / 2 + 4, text, {
      ...ink,
      ...within(text, wide),
    }),
  ];
}

/** Where the row stands that is held against the answers: the mean, or the only row read. */
export const held_y = ({ place, pull, by }) =>
  place.reads.y +
  PITCH * (by === "CBOW" ? pull.reads.length : 0) +
  (by === "CBOW" ? 6 : 0);

/** The row that is held against the answers, as a line of numbers. */
export const held_row = ({ spec, pull, by }) =>
  cells_of(by === "CBOW" ? pull.mean : spec.table[pull.reads[0]]);

/** The rows read, and for CBOW their mean, into which copies of them fall. */
export function read_rows(scene) {
  const { spec, place, pull, by } = scene;
  const { reads, size } = place;
  const head = quiet(
    "reads",
    MARGIN,
    reads.y - 8,
    by === "CBOW" ? "rows of table, read" : "row of table, read",
  );
  const lines = pull.reads.slice(0, read_so_far(scene)).flatMap((row, k) => {
    const y = reads.y + PITCH * k;
    return row_line(spec, {
      key: `read${k}`,
      x: reads.x,
      names: reads.names,
      y,
      size,
      row,
      table: "table",
    });
  });
  return [head, ...lines, ...(by === "CBOW" ? mean(scene) : [])];
}

/** A row of one of the two tables with its word. */
export function row_line(spec, { key, x, names, y, size, row, table }) {
  const data = { [`data-${table}`]: row };
  return [
    label(`${key}:`, names, y + size.h / 2 + 4, drawn_word(spec, row), {
      "text-anchor": "end",
      ...data,
    }),
    ...row_cells(spec, {
      key,
      x,
      y,
      size,
      row: cells_of(spec[table][row]),
      data,
    }),
  ];
}

/** The mean, once copies of the rows have fallen into its place. */
function mean(scene) {
  const { spec, place, pull, way } = scene;
  const { reads, size } = place;
  const y = held_y(scene);
  if (way.mean === 0) return [];
  const words = label("mean:", reads.names, y + size.h / 2 + 4, "mean", {
    "text-anchor": "end",
    "font-weight": 600,
  });
  if (way.mean === 1)
    return [
      words,
      ...row_cells(spec, {
        key: "mean",
        x: reads.x,
        y,
        size,
        row: cells_of(pull.mean),
        data: { "data-mean": "" },
      }),
      ...ring("mean", reads.x, y, reads.w, size.h),
    ];
  const copies = pull.reads.flatMap((row, k) => {
    const from = reads.y + PITCH * k;
    const at = from + (y - from) * way.mean;
    return row_cells(spec, {
      key: `copy${k}`,
      x: reads.x,
      y: at,
      size,
      row: cells_of(spec.table[row]),
    });
  });
  return [...copies, words];
}

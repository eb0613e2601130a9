// @ts-check
/**
 * What the pictures share that show ids beside rows of a table: where these stand, the
 * strip, which row is meant.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { chips_of } from "./chips.js";
import { cell, row_width, strip_of } from "./cells.js";
import { LETTER, full, listed, number, path, quiet, rect } from "./draw.js";
import { tag_width } from "./pointers.js";

const WIDE = 620; // px that chips may take where the rest of the picture is less wide
const NARROW = 300;
const OF_A_TEXT = 680; // of a text, whose words and ids are all to be read
const LEAST = { wide: 60, narrow: 30 }; // px of a chip of a text, below which it takes a further line
const WRITTEN = 16; // px of a row from which on an entry of the one-hot is written
const BETWEEN = 10; // px between the rows of two blocks of ids

/**
 * Where the chips, the one-hot, the words, the numbers and the table stand, from the left
 * and from the top. `wide`: px of an entry.
 */
export function beside(
  spec,
  size,
  narrow,
  wide = spec.numbers ? 26 : Math.max(14, size.w),
) {
  const { whole, name_width, drawn, last, shapes } = spec;
  const ids = { x: 4, y: 6 };
  const start = ids.x + LETTER * spec.chips.shape.length + 10;
  const chips = chips_of(spec, {
    x: start,
    y: 2,
    width: (narrow ? NARROW : spec.sentence ? OF_A_TEXT : WIDE) - start,
    least: spec.sentence ? LEAST[narrow ? "narrow" : "wide"] : 0,
  });
  const top = chips.y + chips.h + 12;
  const hot = { x: whole ? 8 : 50, w: wide };
  const names = hot.x + hot.w + (narrow ? 16 : 26) + name_width;
  const index_width = tag_width(last);
  const table = {
    x: Math.max(names + index_width + 16, 4 + LETTER * shapes[0].length + 16),
    y: top + (whole ? 22 : 38),
    w: row_width(spec, size),
    h: drawn * size.h,
  };
  return {
    chips,
    top,
    hot,
    names,
    index: table.x - 8 - index_width / 2,
    table,
  };
}

/** A heading in letters of equal width. */
export const heading = (key, x, y, text) =>
  number(key, x, y, text, { fill: "var(--quiet)", "text-anchor": "start" });

/** The shape of the ids, beside their chips. */
export const ids_heading = ({ chips: { shape } }, { chips }) =>
  heading("ids", 4, chips.y + chips.line / 2 + 4, shape);

/**
 * An entry of the one-hot or of the counts, upright beside line i: [its mark, its text].
 * Where there is room a zero is written, too.
 *
 * @param {any} place
 * @param {number} i
 * @param {number | string} row
 * @param {string[]} numeral
 */
export function entry({ hot, size, table }, i, row, [mark, words]) {
  const y = table.y + i * size.h;
  const data = { "data-row": row };
  const text = size.h >= WRITTEN && LETTER * words.length < hot.w ? words : "";
  const [frame, ...inner] = cell(
    `hot${i}`,
    hot.x,
    y,
    { w: hot.w, h: size.h },
    mark,
    text,
    data,
  );
  if (mark !== "0" || !text || !inner.length) return [frame, ...inner];
  const look = { fill: "var(--quiet)", ...data };
  return [
    frame,
    number(
      `hot${i}#`,
      hot.x + (hot.w - 1) / 2,
      y + size.h / 2 + 3.5,
      text,
      look,
    ),
  ];
}

/**
 * The height of so many rows, of which there is one for each id: those of a block stand
 * together.
 */
export function height_of_rows({ path: count, chips: { block } }, rows, pitch) {
  const blocks = block
    ? Math.min(Math.ceil((rows - 1) / block), Math.floor((count - 1) / block))
    : 0;
  return (rows - 1) * pitch + blocks * BETWEEN;
}

/** How far below the first row in sight the row of id s stands. */
export function row_below({ chips: { block } }, first, s, pitch) {
  const blocks = block ? Math.floor(s / block) - Math.floor(first / block) : 0;
  return (s - first) * pitch + blocks * BETWEEN;
}

/** The numbers of the rows that a step draws: all of them, or the few of its lens. */
export const lens = ({ drawn }, { first = 0 }) =>
  Array.from({ length: drawn }, (_, i) => first + i);

/**
 * The strip stands for all V rows; fold lines lead from the row of the step, its mark of
 * look `now`, to the few of the lens, which begin at `to`.
 */
export function left_out(
  spec,
  step,
  { table, hot },
  ticks,
  now,
  to = hot.x - 8,
) {
  const bottom = table.y + table.h;
  const { bar, y_of } = strip_of(spec, table.y - 20, bottom + 20);
  const y = y_of(step.row);
  const folds = `M20 ${y}L${to} ${table.y}M20 ${y + 3}L${to} ${bottom}`;
  const below = spec.V - step.first - spec.drawn;
  const count = (key, height, rows, where) =>
    rows > 0
      ? [quiet(key, table.x, height, `⋯ ${listed(rows, "row")} ${where}`)]
      : [];
  return [
    bar,
    ...ticks(y_of),
    rect("now", 2, y - 0.5, 18, 4, now),
    path("fold", folds, { stroke: "var(--line)", fill: "none" }),
    ...count("above", table.y - 7, step.first, "above"),
    ...count("below", bottom + 14, below, "below"),
  ];
}

/**
 * The step that shows a row: one of the path if there is one, else the row's own; -1 where
 * the kernel must be asked.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec }, row) =>
  spec.steps.findIndex((step) => step.row === row);

/**
 * What a reader of the page may want to know of the step.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step }) => ({ row: spec.steps[step].row });

/**
 * The row that a typed text means as far as the page can tell: a number as labels write
 * it, or a word drawn. Else NaN.
 *
 * @type {Kind["row_of"]}
 */
export function row_of({ rows }, typed) {
  if (/^(\d{1,9}|\d{1,3}(,\d{3})+)$/.test(typed))
    return Number(typed.replaceAll(",", ""));
  return Number(
    Object.keys(rows).find((row) => full(rows[row]) === typed) ?? NaN,
  );
}

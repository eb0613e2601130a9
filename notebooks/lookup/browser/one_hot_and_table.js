/** What the pictures share that show a one-hot beside rows of a table: where these stand, the strip, which row is meant. */
import { row_width, strip_of } from "./cells.js";
import { LETTER, full, listed, number, path, quiet, rect } from "./draw.js";
import { tag_width } from "./pointers.js";

/** Where the one-hot, the words, the numbers and the table stand, from the left. */
export function beside(spec, size) {
  const { whole, numbers, name_width, drawn, last, shapes } = spec;
  const hot = { x: whole ? 8 : 58, w: numbers ? 26 : Math.max(14, size.w) };
  const names = hot.x + hot.w + 26 + name_width;
  const index_width = tag_width(last);
  const table = {
    x: Math.max(names + index_width + 16, 4 + LETTER * shapes[0].length + 16),
    y: whole ? 32 : 52,
    w: row_width(spec, size),
    h: drawn * size.h,
  };
  return { hot, names, index: table.x - 8 - index_width / 2, table };
}

/** What is written above the one-hot, the table and what stands to its right. */
export function headings([one_hot, rows, result], { table, out }) {
  const top = (key, x, text) => number(key, x, 13, text, { fill: "var(--quiet)", "text-anchor": "start" });
  return [top("one-hot", 4, one_hot), top("table", table.x, rows), top("out", out.x, result)];
}

/** The numbers of the rows that a step draws: all of them, or the few of its lens. */
export const lens = ({ drawn }, { first = 0 }) => Array.from({ length: drawn }, (_, i) => first + i);

/** The strip stands for all V rows; fold lines lead from the row of the step, its mark of look `now`, to the few of the lens. */
export function left_out(spec, step, { table, hot }, ticks, now) {
  const bottom = table.y + table.h;
  const { bar, y_of } = strip_of(spec, table.y - 20, bottom + 20);
  const y = y_of(step.row);
  const folds = `M20 ${y}L${hot.x - 8} ${table.y}M20 ${y + 3}L${hot.x - 8} ${bottom}`;
  const below = spec.V - step.first - spec.drawn;
  return [
    bar,
    ...ticks(y_of),
    rect("now", 2, y - 0.5, 18, 4, now),
    path("fold", folds, { stroke: "var(--line)", fill: "none" }),
    quiet("above", table.x, table.y - 7, `⋯ ${listed(step.first, "row")} above`),
    quiet("below", table.x, bottom + 14, `⋯ ${listed(below, "row")} below`),
  ];
}

/** The step that shows a row: one of the path if there is one, else the row's own; -1 where the kernel must be asked. */
export const step_of = ({ spec }, row) => spec.steps.findIndex((step) => step.row === row);

/** What a reader of the page may want to know of the step. */
export const facts = ({ spec, step }) => ({ row: spec.steps[step].row });

/** The row that a typed text means as far as the page can tell: a number as labels write it, or a word drawn. Else NaN. */
export function row_of({ rows }, typed) {
  if (/^(\d{1,9}|\d{1,3}(,\d{3})+)$/.test(typed)) return Number(typed.replaceAll(",", ""));
  return Number(Object.keys(rows).find((row) => full(rows[row]) === typed) ?? NaN);
}

/** What the pictures share that show a one-hot beside rows of a table: where these stand, the strip, which row is meant. */
import { full, listed, number, quiet, strip_of } from "./draw.js";

export const letter = 6.7; // px that a letter of a shape takes

/** Where the one-hot, the words, the numbers and the table stand, from the left. */
export function beside({ whole, numbers, columns, gap, name_width, drawn, last, shapes }, size) {
  const hot = { x: whole ? 8 : 58, w: numbers ? 26 : Math.max(14, size.w) };
  const names = hot.x + hot.w + 26 + name_width,
    tag_width = Math.max(20, 8 + letter * last.length);
  const x = Math.max(names + tag_width + 16, 4 + letter * shapes[0].length + 16);
  const table = { x, y: whole ? 32 : 52, w: columns.length * size.w + (gap ? 14 : 0), h: drawn * size.h };
  return { hot, names, index: table.x - 8 - tag_width / 2, table };
}

/** What is written above the one-hot, the table and what stands to its right. */
export function headings(texts, { table, out }) {
  const top = (key, x, text) => number(key, x, 13, text, { fill: "var(--quiet)", "text-anchor": "start" });
  const [one_hot, rows, result] = texts;
  return [top("one-hot", 4, one_hot), top("table", table.x, rows), top("out", out.x, result)];
}

/** The numbers of the rows that a step draws: all of them, or the few of its lens. */
export const lens = ({ drawn }, { first = 0 }) => Array.from({ length: drawn }, (_, i) => first + i);

/** The strip stands for all V rows; fold lines lead from the row of the step, its mark of look `now`, to the few of the lens. */
export function left_out(spec, step, { table, hot }, ticks, now) {
  const { bar, y_of } = strip_of(spec, table.y - 20, table.y + table.h + 20),
    y = y_of(step.row);
  const folds = `M20 ${y}L${hot.x - 8} ${table.y}M20 ${y + 3}L${hot.x - 8} ${table.y + table.h}`;
  return [
    bar,
    ...ticks(y_of),
    { key: "now", tag: "rect", x: 2, y: y - 0.5, width: 18, height: 4, ...now },
    { key: "fold", tag: "path", d: folds, stroke: "var(--line)", fill: "none" },
    quiet("above", table.x, table.y - 7, `⋯ ${listed(step.first, "row")} above`),
    quiet(
      "below",
      table.x,
      table.y + table.h + 14,
      `⋯ ${listed(spec.V - step.first - spec.drawn, "row")} below`,
    ),
  ];
}

/** The step that shows a row: one of the path if there is one, else the row's own; -1 where the kernel must be asked. */
export const step_of = ({ spec }, row) => spec.steps.findIndex((s) => s.row === row);

/** What a reader of the page may want to know of the step. */
export const facts = ({ spec, step }) => ({ row: spec.steps[step].row });

/** The row that a typed text means as far as the page can tell: a number as labels write it, or a word drawn. Else NaN. */
export function row_of({ rows }, typed) {
  if (/^(\d{1,9}|\d{1,3}(,\d{3})+)$/.test(typed)) return Number(typed.replaceAll(",", ""));
  return Number(Object.keys(rows).find((row) => full(rows[row]) === typed) ?? NaN);
}

// @ts-check
/** The numbers of a table of weights; those of a gradient are drawn by gradient_cells.js. */
import { INFINITE, cell, column_x, row_heading } from "./cells.js";

/** Cell j of a row of numbers, {marks, texts}, at a place of its own. */
export function row_cell(
  spec,
  { key, x, y, size, row, fade = 0, data = {} },
  j,
) {
  const mark = row.marks[j];
  const text = spec.numbers ? row.texts[j] : INFINITE[mark];
  return cell(`${key},${j}`, x, y, size, mark, text, {
    fade,
    ...data,
    "data-col": j,
  });
}

/** The cells of one row of numbers, wherever it is drawn. */
export const row_cells = (spec, line) =>
  [...line.row.marks].flatMap((_, j) => {
    const x = column_x(spec, line.x, line.size, j);
    return row_cell(spec, { ...line, x }, j);
  });

/** A row of the table with its heading. */
export function table_row(spec, place, line) {
  const { i, y, row, away, data } = line;
  const { size, table } = place;
  const cells = row_cells(spec, {
    key: `w${i}`,
    x: table.x,
    y,
    size,
    row,
    fade: away,
    data,
  });
  return [...row_heading(place, line), ...cells];
}

/** A row of which that share, from the left, is another one already. */
export function turned(row, other, share) {
  const count = Math.round(share * row.marks.length);
  const mixed = (ours, theirs) => [
    ...[...theirs].slice(0, count),
    ...[...ours].slice(count),
  ];
  return {
    marks: mixed(row.marks, other.marks).join(""),
    texts: mixed(row.texts, other.texts),
  };
}

/** The numbers of a table of weights; those of a gradient are drawn by gradient_cells.js. */
import { INFINITE, cell, column_x, row_heading } from "./cells.js";

/** The cells of one row of numbers, {marks, texts}, wherever it is drawn. */
export function row_cells(spec, { key, x, y, size, row, fade = 0, data = {} }) {
  return [...row.marks].flatMap((mark, j) => {
    const text = spec.numbers ? row.texts[j] : INFINITE[mark];
    const left = column_x(spec, x, size, j);
    return cell(`${key},${j}`, left, y, size, mark, text, { fade, ...data, "data-col": j });
  });
}

/** A row of the table with its heading. */
export function table_row(spec, place, line) {
  const { i, y, row, away, data } = line;
  const { size, table } = place;
  const cells = row_cells(spec, { key: `w${i}`, x: table.x, y, size, row, fade: away, data });
  return [...row_heading(place, line), ...cells];
}

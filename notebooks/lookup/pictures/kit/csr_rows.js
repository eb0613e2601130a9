// @ts-check
/**
 * What the parts of the picture of CSR rows ask of its spec: rows of numbers, and how high
 * a line is. Draws nothing.
 */
import { cell_size, cells_of } from "./cells.js";

/** Whether a line is high enough for a count and a tag. */
export const writes = (spec) => cell_size(spec).h >= 16;

/** How far from a row its ring stands: where lines are low it must not cover the neighbours. */
export const ring_off = (spec) => ({ off: writes(spec) ? 3 : 1 });

/** Row r of the table. */
export const row_at = ({ rows }, r) => ({
  ...rows[r],
  ...cells_of(rows[r].cells),
});

/** All rows of numbers that are drawn in any step. */
export const lines_in = ({ rows, steps }) => [
  ...Object.values(rows).map(({ cells }) => cells_of(cells)),
  ...steps.flatMap(({ terms, sums, out }) =>
    [...terms, ...sums, out].map(cells_of),
  ),
];

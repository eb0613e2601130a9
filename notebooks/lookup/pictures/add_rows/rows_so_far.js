// @ts-check
/**
 * The rows of out that are made so far, small and one below the other, so that what one row
 * of X gives stays when the next one begins.
 */
import { cells_of } from "../kit/cells.js";
import { LETTER, number, rect } from "../kit/draw.js";
import { row_cells } from "../kit/weight_cells.js";

const HIGH = 18; // px of a line at most
const NAME = 9 + LETTER * "out[0]".length; // px that the name of a row takes
const APART = 16; // px from these rows to what stands above or below them

/**
 * Where the rows of out stand: above the pile, beside the arrays, which end at `right`; on
 * a narrow page below the sum, at `low`. Undefined where X has one row, which the sum shows,
 * and where colours alone are drawn, whose cells are too many already.
 */
export function made_of({ path, numbers }, size, pile, { right, low, narrow }) {
  if (path < 2 || !numbers) return undefined;
  const h = Math.min(size.h, HIGH);
  const high = path * h;
  const x = narrow ? pile.x : Math.max(pile.x, right + NAME + APART);
  const y = narrow ? low + APART : pile.y - APART - high;
  return { x, y, h, bottom: y + high };
}

/**
 * All rows of out by name; filled before row `index` of X and where they are `kept`, and once
 * `done` there as well.
 */
export function made({ spec, index, kept, place }, done) {
  if (!place.made) return [];
  const { x, y, h } = place.made;
  const size = { w: place.size.w, h };
  return spec.steps.slice(0, spec.path).flatMap(({ out }, r) => {
    const top = y + r * h;
    const name = number(`made${r}`, x - 9, top + h / 2 + 3.5, `out[${r}]`, {
      "text-anchor": "end",
      fill: r === index ? "var(--ink)" : "var(--quiet)",
    });
    const is_out = r === index ? done : r < index || r <= kept;
    if (!is_out)
      return [name, empty(`made${r}:`, x, top, place.table.w - 1, h - 1)];
    const row = cells_of(out);
    const data = { "data-made": r };
    return [
      name,
      ...row_cells(spec, { key: `made${r}`, x, y: top, size, row, data }),
    ];
  });
}

/** The place of a row that is not there yet. */
export const empty = (key, x, y, w, h) =>
  rect(key, x, y, w, h, {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
  });

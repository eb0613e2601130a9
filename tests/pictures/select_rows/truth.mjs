/** A frame of the picture of selected rows, and the times at which frames are looked at. */
import assert from "node:assert/strict";
import { product_stages } from "../../../notebooks/lookup/pictures/select_rows/term_by_term.js";
import * as drawing from "../../../notebooks/lookup/pictures/select_rows/draw.js";
import * as words from "../../../notebooks/lookup/pictures/select_rows/words.js";
import { fill } from "../../../notebooks/lookup/pictures/kit/cells.js";
import {
  assert_outlined,
  assert_says,
  cells,
  frame_of,
  frames_of,
} from "../../browser/frames.mjs";

export const kind = { ...drawing, ...words };
export const STAGES = { lookup: drawing.stages, product: product_stages };
const BETWEEN = [0.15, 0.45, 0.61, 0.85, 1.2, 1.35, 1.7, 2.1, 2.45, 2.8]; // in the midst of a stage

/**
 * The times at which the frames of a way are looked at: the borders of its stages, and
 * between them.
 */
export function times_of({ by }) {
  const stages = STAGES[by];
  const borders = Object.values(stages).flat();
  const end = stages.land[1];
  return [
    ...new Set([
      ...borders,
      ...BETWEEN.filter((t) => t < end),
      end,
      end + 1,
      99,
    ]),
  ].sort((a, b) => a - b);
}

/**
 * A frame, the stages of its way, the line on which the picked row stands, and its product
 * as torch makes it.
 */
export function frame(state, t) {
  const { spec, step, by } = state;
  const { row, first = 0 } = spec.steps[step];
  const truth = spec.truth[step];
  return {
    ...frame_of(kind, state, t),
    stages: STAGES[by],
    row,
    first,
    line: row - first,
    truth,
  };
}

/** Cell j of a row that step s makes by product shows the number that torch makes. */
export function assert_makes(frame, key, j, s = frame.step) {
  const { spec } = frame;
  const [box, inner] = cells(frame, key)[j];
  const value = spec.truth[s][j];
  if (value === "nan") return assert_outlined(frame, `${key},${j}`, box, inner);
  const mark = spec.rows[spec.steps[s].row].marks[j];
  assert.notEqual(mark, "?");
  if (box) assert.equal(box.fill, fill(mark));
  if (spec.numbers && mark !== "0")
    assert_says(inner.text.replace("+", ""), value);
}

/** All frames of both ways; `times` of a state. */
export function* frames(more = {}, times = times_of) {
  for (const by of ["lookup", "product"])
    yield* frames_of(frame, times, { by, ...more });
}
export const END = (state) => [STAGES[state.by].land[1]];

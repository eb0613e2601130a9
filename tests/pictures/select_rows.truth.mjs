/** A frame of the picture of selected rows, and the times at which frames are looked at. */
import { product_stages } from "../../notebooks/lookup/browser/product_rows.js";
import * as drawing from "../../notebooks/lookup/browser/select_rows.js";
import * as words from "../../notebooks/lookup/browser/select_rows_text.js";
import { frame_of, frames_of } from "../browser/frames.mjs";

export const kind = { ...drawing, ...words };
export const STAGES = { lookup: drawing.stages, product: product_stages };
const BETWEEN = [0.15, 0.45, 0.61, 0.85, 1.2, 1.5, 1.7, 2.1]; // in the midst of a stage

/** The times at which the frames of a way are looked at: the borders of its stages, and between them. */
export function times_of({ by }) {
  const stages = STAGES[by];
  const borders = Object.values(stages).flat();
  const end = stages.land[1];
  return [...new Set([...borders, ...BETWEEN.filter((t) => t < end), end, end + 1, 99])].sort(
    (a, b) => a - b,
  );
}

/** A frame, the stages of its way, and the line on which the picked row stands. */
export function frame(state, t) {
  const { row, first = 0 } = state.spec.steps[state.step];
  return { ...frame_of(kind, state, t), stages: STAGES[state.by], row, first, line: row - first };
}

/** All frames of both ways; `times` of a state. */
export function* frames(more = {}, times = times_of) {
  for (const by of ["lookup", "product"]) yield* frames_of(frame, times, { by, ...more });
}
export const END = (state) => [STAGES[state.by].land[1]];

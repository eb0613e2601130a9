/** A frame of the picture of product and lookup, and what NumPy says of it. */
import * as rows from "../../../notebooks/lookup/pictures/kit/one_hot_and_table.js";
import * as drawing from "../../../notebooks/lookup/pictures/product_and_lookup/draw.js";
import * as words from "../../../notebooks/lookup/pictures/product_and_lookup/words.js";
import { frame_of } from "../../browser/frames.mjs";

export const kind = { ...rows, ...drawing, ...words };

export const is_slide = ({ spec, step }) =>
  spec.mixed && step > 0 && step < spec.path;
const stages_of = (state) => (is_slide(state) ? kind.slide : kind.stages);
export const END = (state) => [stages_of(state).land[1]];

/** The borders of all stages of a step, and moments between them. */
export function times_of(state) {
  const stages = stages_of(state);
  const end = stages.land[1];
  const between = [0.05, 0.18, 0.25, 0.35, 0.5, 0.7, 0.78, 0.85].map(
    (share) => share * end,
  );
  return [
    ...new Set([0, ...Object.values(stages).flat(), ...between, end + 1, 99]),
  ].sort((a, b) => a - b);
}

/**
 * A frame with its stages, what is true of its step, and of the one before where that is
 * still shown.
 */
export function frame(state, t) {
  const { spec, step } = state;
  const slides = is_slide(state);
  const facts = { slides, stages: stages_of(state), truth: spec.truth[step] };
  return {
    ...frame_of(kind, state, t),
    ...facts,
    past: slides ? spec.truth[step - 1] : undefined,
  };
}

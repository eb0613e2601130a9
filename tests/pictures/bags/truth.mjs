/** A frame of the picture of EmbeddingBag, and what NumPy says of it. */
import * as rows from "../../../notebooks/lookup/pictures/bags/rows.js";
import * as drawing from "../../../notebooks/lookup/pictures/bags/draw.js";
import * as words from "../../../notebooks/lookup/pictures/bags/words.js";
import { row_at } from "../../../notebooks/lookup/pictures/kit/csr_rows.js";
import * as places from "../../../notebooks/lookup/pictures/bags/places.js";
import { frame_of } from "../../browser/frames.mjs";

export const kind = { ...rows, ...places, ...drawing, ...words, row_at };
export const WITHOUT = "without them";

/** The borders of all stages of a step, and moments between them. */
export function times(state) {
  const stages = Object.values(kind.stages_of(state));
  const end = kind.lasts(state);
  const between = stages.flatMap(([from, to]) =>
    [0.15, 0.45, 0.8].map((share) => from + share * (to - from)),
  );
  return [...new Set([0, ...stages.flat(), ...between, end, end + 1, 99])].sort(
    (a, b) => a - b,
  );
}

/** A frame with its stages, which of them are over, and what is true of its step. */
export function frame(state, t) {
  const { spec, step, narrow, by } = state;
  const stages = kind.stages_of(state);
  const over = (name) => t >= (stages[name] ?? stages.close)[1];
  const counted = spec.ways.length > 0 && by !== WITHOUT;
  const without = spec.ways.length > 0 && by === WITHOUT;
  const truth = spec.truth[step];
  const place = kind.layout(spec, narrow);
  return {
    ...frame_of(kind, state, t),
    place,
    stages,
    over,
    counted,
    without,
    truth,
    done: over("land"),
  };
}

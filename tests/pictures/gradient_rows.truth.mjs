/** A frame of the picture of a gradient, and what NumPy says of it. */
import * as words from "../../notebooks/lookup/browser/gradient_rows_text.js";
import * as drawing from "../../notebooks/lookup/browser/gradient_rows.js";
import * as rows from "../../notebooks/lookup/browser/one_hot_and_table.js";
import { frame_of } from "../browser/frames.mjs";

export const kind = { ...rows, ...drawing, ...words };
export const { point, fade, travel, land, stand, add } = kind.stages;
export const END = add[1];
export const TIMES = [
  0,
  0.15,
  point[1],
  fade[1],
  travel[0],
  0.85,
  1.09,
  travel[1],
  land[1],
  stand[1],
  2.2,
  END,
  99,
];

/** A frame with what NumPy says: of the rows drawn those touched by now, {row: [visits, numbers]}, and what arrives. */
export function frame(state, t) {
  const { spec, step } = state;
  const { row, first = 0 } = spec.steps[step];
  const own = step >= spec.path;
  const truth = spec.truth[step];
  const drawn = Array.from({ length: spec.drawn }, (_, i) => first + i);
  const again = !own && row in truth.before; // to be added to what is there
  const landed = own || (again ? t > stand[1] : t >= travel[1]);
  const mine = landed ? truth.touched[row] : truth.before[row];
  const touched = { ...truth.touched, [row]: mine };
  const facts = { truth, row, own, drawn, again, landed, touched, line: row - first };
  return { ...frame_of(kind, state, t), ...facts };
}

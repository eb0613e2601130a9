/** A frame of the picture of CSR rows, and what NumPy says of it. */
import * as words from "../../notebooks/lookup/browser/add_rows_text.js";
import * as drawing from "../../notebooks/lookup/browser/add_rows.js";
import { frame_of } from "../browser/frames.mjs";

export const kind = { ...drawing, ...words };
export const { point, fade, carry } = kind.stages;

/** How the entries of a step share its time: [when each leaves, when it has landed]. */
function shares(state) {
  const count = state.spec.steps[state.step].terms.length;
  const each = (kind.lasts(state) - carry[0]) / count;
  return Array.from({ length: count }, (_, k) => [carry[0] + k * each, carry[0] + (k + 1) * each]);
}
export function times(state) {
  const between = shares(state).flatMap(([from, to]) =>
    [0.1, 0.45, 0.85, 0.99].map((part) => from + part * (to - from)),
  );
  return [
    0,
    0.15,
    point[1],
    0.45,
    fade[1],
    carry[0],
    ...between,
    kind.lasts(state),
    kind.lasts(state) + 1,
    99,
  ];
}

/** A frame, with what NumPy says of its step, the rows that are drawn, and how many entries have left and landed. */
export function frame(state, t) {
  const { spec, step } = state;
  const truth = spec.truth[step];
  const when = shares(state);
  const done = t >= kind.lasts(state);
  const drawn = spec.whole
    ? Object.keys(spec.rows).map(Number)
    : [...new Set(truth.rows.slice(0, 8))].sort((a, b) => a - b);
  const left = when.filter(([from]) => t > from).length;
  const landed = done ? when.length : when.filter(([, to]) => t >= to).length;
  return { ...frame_of(kind, state, t), truth, drawn, left, landed, done };
}

/** A frame of the picture of one place, and what autograd says of it. */
import * as drawing from "../../../notebooks/lookup/pictures/one_place/draw.js";
import * as layout from "../../../notebooks/lookup/pictures/one_place/layout.js";
import * as words from "../../../notebooks/lookup/pictures/one_place/words.js";
import { frame_of, frames_of, frozen } from "../../browser/frames.mjs";

export const kind = { ...layout, ...drawing, ...words };
export const TASKS = ["CBOW", "skip-gram"];

/** The borders of all stages, moments between them, and after the end. */
export function times(state) {
  const stages = Object.values(kind.stages_of(state));
  const end = kind.lasts(state);
  const between = stages.map(([from, to]) => (from + to) / 2);
  return [
    ...new Set([0, 0.01, ...stages.flat(), ...between, end, end + 1, 99]),
  ].sort((a, b) => a - b);
}

/** A frame, with what is true of its place and which stages have begun and are over. */
function frame(state, t) {
  const { spec, step, by } = state;
  const stages = kind.stages_of(state);
  const begun = (name) => t > stages[name][0];
  const over = (name) => t >= stages[name][1];
  return {
    ...frame_of(kind, state, t),
    by_task: by,
    truth: spec.truth[step][by],
    begun,
    over,
  };
}

/** All frames of both tasks, wide and narrow. */
export function* frames(when = times) {
  for (const narrow of [false, true])
    for (const by of TASKS)
      for (const one of frames_of(
        (state, t) => frame(frozen({ ...state, by, narrow }), t),
        (state) => when({ ...state, by }),
      ))
        yield { ...one, name: `${one.name}, ${by}${narrow ? ", narrow" : ""}` };
}

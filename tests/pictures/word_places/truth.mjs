/** A frame of the picture of words on their ribbon, and what Python says of each word. */
import * as words from "../../../notebooks/lookup/pictures/word_places/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/word_places/draw.js";
import { frame_of, frames_of, frozen } from "../../browser/frames.mjs";

export const kind = { ...drawing, ...words };
export const [FALLEN, RISEN] = [kind.stages.fall[1], kind.stages.rise[1]];
export const TIMES = [
  0,
  0.01,
  0.2,
  0.35,
  0.5,
  0.69,
  FALLEN,
  0.8,
  0.86,
  1,
  1.1,
  1.3,
  RISEN,
  RISEN + 1,
  99,
];

/** A frame, with what Python knows of its word and of those before. */
function frame(state, t) {
  const { spec, step } = state;
  const [landed, risen] = [t >= FALLEN, t >= RISEN];
  return {
    ...frame_of(kind, state, t),
    now: spec.truth[step],
    past: spec.truth.slice(0, step),
    landed,
    risen,
  };
}

/** All frames, wide and narrow. */
export function* frames(times = () => TIMES) {
  for (const narrow of [undefined, true])
    for (const one of frames_of(
      (state, t) => frame(frozen({ ...state, narrow }), t),
      times,
    ))
      yield {
        ...one,
        name: `${one.name}${narrow ? ", narrow" : ""}`,
      };
}

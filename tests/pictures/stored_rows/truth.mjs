/** A frame of the picture of how a gradient is stored, and what Python says of its forms. */
import * as words from "../../../notebooks/lookup/pictures/stored_rows/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/stored_rows/draw.js";
import { frame_of, frames_of, frozen } from "../../browser/frames.mjs";

export const kind = { ...drawing, ...words };
export const END = kind.stages.grow[1];
export const TIMES = [
  0,
  0.01,
  0.3,
  0.5,
  0.7,
  0.8,
  1.1,
  1.4,
  1.5,
  END,
  END + 1,
  99,
];

/** A frame, with the form before, the form shown and what Python knows of each. */
function frame(state, t) {
  const { spec, step, narrow } = state;
  const from = spec.truth[Math.max(0, step - 1)];
  const to = spec.truth[step];
  const settled = t === 0 || t >= END || step === 0;
  const place = kind.layout(spec, narrow);
  return {
    ...frame_of(kind, state, t),
    from,
    to,
    now: t > 0 ? to : from,
    settled,
    place,
  };
}

/** All frames, wide and narrow, without a row picked and with one. */
export function* frames(times = () => TIMES) {
  for (const narrow of [undefined, true])
    for (const picked of [false, true]) {
      const state_of = (state) =>
        frozen({ ...state, narrow, row: picked ? state.spec.pick : null });
      for (const one of frames_of(
        (state, t) => frame(state_of(state), t),
        times,
      ))
        yield {
          ...one,
          name: `${one.name}${picked ? ", picked" : ""}${narrow ? ", narrow" : ""}`,
        };
    }
}

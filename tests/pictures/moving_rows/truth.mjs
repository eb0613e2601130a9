/** A frame of the picture of rows on the move, and what Python says of its moment. */
import * as words from "../../../notebooks/lookup/pictures/moving_rows/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/moving_rows/draw.js";
import { frame_of, frames_of, frozen } from "../../browser/frames.mjs";

export const kind = { ...drawing, ...words };
export const { mark, glide } = kind.stages;
export const END = glide[1];
export const TIMES = [
  0,
  0.01,
  0.15,
  mark[1],
  0.31,
  0.5,
  0.7,
  0.8,
  0.9,
  1.1,
  1.2,
  END,
  END + 1,
  99,
];

/** A frame, with what Python says of its moment and which rows take part. */
function frame(state, t) {
  const { spec, step, row, narrow } = state;
  const truth = spec.truth[step];
  const before = spec.truth[Math.max(0, step - 1)];
  const pick = spec.rows.findIndex((drawn) => drawn.row === row);
  const now = t > 0 ? truth : before;
  const active =
    pick < 0 ? spec.rows.map((_, i) => i) : [pick, ...now.near[pick]];
  const place = kind.layout(spec, narrow);
  const flies = t > 0 && t < END && step > 0;
  const settled = t === 0 || t >= mark[1]; // marks neither come nor go
  const more = {
    truth,
    last: before,
    now,
    pick,
    active,
    place,
    flies,
    settled,
    scale: narrow ? 0.4 : 1,
  };
  return { ...frame_of(kind, state, t), ...more };
}
const each = (times, picked, narrow) => {
  const state_of = (state) =>
    frozen({ ...state, narrow, row: picked ? state.spec.pick : null });
  return frames_of((state, t) => frame(state_of(state), t), times);
};
export function* frames(times = () => TIMES) {
  for (const picked of [false, true])
    for (const narrow of [undefined, true])
      for (const one of each(times, picked, narrow))
        yield {
          ...one,
          name: `${one.name}${picked ? ", picked" : ""}${narrow ? ", narrow" : ""}`,
        };
}

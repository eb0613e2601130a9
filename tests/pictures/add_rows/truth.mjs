/** A frame of the picture of CSR rows, and what NumPy says of it. */
import * as adding from "../../../notebooks/lookup/pictures/add_rows/sums.js";
import * as words from "../../../notebooks/lookup/pictures/add_rows/words.js";
import * as rows from "../../../notebooks/lookup/pictures/kit/csr_rows.js";
import * as drawing from "../../../notebooks/lookup/pictures/add_rows/draw.js";
import { frame_of } from "../../browser/frames.mjs";

export const kind = { ...drawing, ...adding, ...rows, ...words };
export const { point, fade, carry } = kind.stages;

/** When the entries of a step fly, are weighed and join the sum. */
const shares = ({ spec, step }) => kind.schedule(spec.steps[step]);
const within = ([from, to], part) => from + part * (to - from);

/** Moments of entry k: all of them where entries are few, else a third in turn. */
function moments({ fly, weigh, join }, k, few) {
  const all = [fly, weigh, join].flatMap((span) =>
    [0.1, 0.5, 0.95, 1].map((part) => within(span, part)),
  );
  return all.filter((_, i) => few || i % 3 === k % 3);
}

export function times(state) {
  const when = shares(state);
  const between = when.flatMap((spans, k) =>
    moments(spans, k, when.length < 4),
  );
  const end = kind.lasts(state);
  return [
    0,
    0.45,
    point[1],
    1,
    fade[1],
    carry[0],
    ...between,
    end,
    end + 1,
    99,
  ];
}

/**
 * A frame, with what NumPy says of its step, the rows that are drawn, and how many entries
 * have left, have been weighed and have joined the sum; `when` says when each does.
 */
export function frame(state, t) {
  const { spec, step, narrow } = state;
  const truth = spec.truth[step];
  const when = shares(state);
  const done = t >= kind.lasts(state);
  const drawn = spec.whole
    ? Object.keys(spec.rows).map(Number)
    : [...new Set(truth.rows.slice(0, 8))].sort((a, b) => a - b);
  const left = when.filter(({ fly }) => t > fly[0]).length;
  const weighed = when.filter(({ weigh }) => t >= weigh[1]).length;
  const joined = done
    ? when.length
    : when.filter(({ join }) => t >= join[1]).length;
  const place = kind.layout(spec, narrow);
  return {
    ...frame_of(kind, state, t),
    place,
    truth,
    drawn,
    when,
    left,
    weighed,
    joined,
    done,
  };
}

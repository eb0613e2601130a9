// @ts-check
/**
 * What the picture shows once its offsets are moved: of small ones the kernel has made
 * every bag that the ids could be cut into. Draws nothing, adds nothing up.
 */
import { once } from "../kit/draw.js";

/** Where the bags of a spec begin. */
export const starts_of = ({ steps }) => steps.map(({ start }) => start);

/** The spec whose bags begin there; it is seen while it changes, so nothing plays anew. */
export const recut = once((spec, ...offsets) => ({
  ...spec,
  steps: offsets.map((start, b) => ({
    ...spec.spans[`${start},${offsets[b + 1] ?? spec.tail[0]}`],
    ...name_of_bag(spec.steps[b]),
  })),
  shown: true,
}));

const name_of_bag = ({ name, full }) => ({
  ...(name && { name }),
  ...(full && { full }),
});

/** From where to where the offset of bag b can be moved. */
export function range_of({ tail }, offsets, b) {
  return [offsets[b - 1], offsets[b + 1] ?? Number(tail[0])];
}

/** The offsets with that of bag b moved, as far as its neighbours let it. */
export function moved(spec, offsets, b, to) {
  const [low, high] = range_of(spec, offsets, b);
  return offsets.with(b, Math.min(high, Math.max(low, to)));
}

// @ts-check
/** How fast a picture plays; how long each part of a step takes, its own draw.js says. */
export const CALM = 900; // ms that a step rests while playing where motion is not wanted
export const BREATH = 250; // ms between two steps while playing

/**
 * How fast a step goes at time t. The first goes at its own pace, later ones twice as fast:
 * the eye knows the way by then. But what `points` at a row, in the first seconds of a
 * step, always takes its time.
 */
export const pace = (step, t = Infinity, points = 0) =>
  step === 0 || t < points ? 1 : 2;

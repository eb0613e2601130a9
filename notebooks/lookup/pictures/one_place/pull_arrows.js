// @ts-check
/** The arrows of a step: solid for what is pulled, dashed for what is pushed. */
import { path } from "../kit/draw.js";

const LEAST = 1.5; // px below which there is no arrow
const WING = 6;

/** An arrow in the colour of what is written, `seen` so far. */
export function pull_arrow(
  key,
  from,
  to,
  { dashed = false, seen = 1, wide = 2 } = {},
) {
  const [x1, y1] = from;
  const [x2, y2] = to;
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < LEAST) return [];
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = Math.min(WING, length);
  const corner = (turn) => {
    const x = x2 - wing * Math.cos(angle + turn);
    const y = y2 - wing * Math.sin(angle + turn);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const look = {
    fill: "none",
    stroke: "var(--touch)",
    "stroke-width": wide,
    opacity: seen,
  };
  const px = (v) => v.toFixed(1);
  return [
    path(key, `M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}`, {
      ...look,
      ...(dashed && { "stroke-dasharray": "4 3" }),
    }),
    path(
      `${key}>`,
      `M${corner(0.5)}L${px(x2)} ${px(y2)}L${corner(-0.5)}`,
      look,
    ),
  ];
}

/** Numbers of a gradient, drawn by their own mark, so that nobody takes them for weights. */
import { FADED, clamp, column_x, number, share } from "./draw.js";

/** The cells of one row of a gradient: opaque frames, in each a square, below it the number where there is room. */
export function gradient_cells(spec, { key, x, y, size, row, fade = 0, data = {} }) {
  const [w, h] = [size.w - 1, size.h - 1],
    xs = [...row.marks].map((_, j) => column_x(spec, x, size, j));
  const frames = xs.map((left) => square(left, y, w, h)).join("");
  return [
    { key: `${key}|`, tag: "path", d: frames, fill: "var(--paper)", stroke: "var(--line)", ...data },
    ...xs.flatMap((left, j) =>
      entry(`${key},${j}`, left, y, w, h, row.marks[j], spec.numbers && row.texts[j], fade, {
        ...data,
        "data-col": j,
      }),
    ),
  ];
}

const square = (x, y, w, h) => `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`;
const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;
const LEAST = 3.6; // px of the smallest square: wider than the dot of a zero

/** One entry of a gradient: the area of a square is its size, filled for +, hollow for −; a dot is exactly zero. */
function entry(key, x, y, w, h, mark, text, fade, data) {
  const opacity = 1 - (1 - FADED) * fade,
    finite = !"?+-".includes(mark),
    [cx, cy] = [x + w / 2, y + h / 2];
  const felt = { stroke: "none", "pointer-events": "all", opacity, ...data }; // where the pointer finds it: in the whole cell
  if (mark === "0")
    return [
      { key, tag: "circle", cx, cy, r: 1.4, fill: "var(--dot)", "stroke-width": Math.min(w, h) - 3, ...felt },
    ];
  const words = text || { "+": "∞", "-": "−∞" }[mark];
  const written = (middle, seen) => number(`${key}#`, cx, middle + 4, words, { opacity: seen, ...data });
  if (!finite && words) return [written(cy, opacity)]; // stands in place of a square
  const most = text ? 15 : Math.min(w, h) - 2,
    side = Math.max(LEAST, Math.sqrt(Math.abs(share(mark))) * most),
    plus = mark >= "a";
  if (!finite) return [{ key, tag: "path", d: cross(cx, cy, most / 2 - 1), ...felt, stroke: "var(--quiet)" }];
  const wall = clamp(side / 5, 1, 2.4),
    [left, top] = [cx - side / 2, (text ? y + 9.5 : cy) - side / 2];
  const d =
    square(left, top, side, side) +
    (plus ? "" : square(left + wall, top + wall, side - 2 * wall, side - 2 * wall));
  const fill_ = { fill: `var(--${plus ? "pos" : "neg"})`, "fill-rule": "evenodd" },
    around = Math.max(0, (text ? 18 : Math.min(w, h)) - side - 1);
  const shape = { key, tag: "path", d, ...fill_, "stroke-width": around, ...felt };
  return text ? [shape, written(y + 23, 1 - fade)] : [shape];
}

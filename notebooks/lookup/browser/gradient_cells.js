/** Numbers of a gradient, drawn by their own mark, so that nobody takes them for weights. */
import { INFINITE, column_x, share, square } from "./cells.js";
import { FADED, circle, clamp, number, path } from "./draw.js";

const LEAST = 3.6; // px of the smallest square: wider than the dot of a zero

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;

/** The cells of one row of a gradient: opaque frames, in each a square, below it the number where there is room. */
export function gradient_cells(spec, { key, x, y, size, row, fade = 0, data = {} }) {
  const w = size.w - 1;
  const h = size.h - 1;
  const lefts = [...row.marks].map((_, j) => column_x(spec, x, size, j));
  const frames = lefts.map((left) => square(left, y, w, h)).join("");
  const entries = lefts.flatMap((left, j) => {
    const text = spec.numbers && row.texts[j];
    const box = { x: left, y, w, h };
    return entry(`${key},${j}`, box, row.marks[j], text, fade, { ...data, "data-col": j });
  });
  return [path(`${key}|`, frames, { fill: "var(--paper)", stroke: "var(--line)", ...data }), ...entries];
}

/** One entry of a gradient: a dot is exactly zero, a cross not a number; of others the square, or the text of an infinite one. */
function entry(key, { x, y, w, h }, mark, text, fade, data) {
  const opacity = 1 - (1 - FADED) * fade;
  const middle = { x: x + w / 2, y: y + h / 2 };
  const low = Math.min(w, h);
  const anywhere = { stroke: "none", "pointer-events": "all", opacity, ...data }; // the pointer finds it in the whole cell
  if (mark === "0") {
    const look = { fill: "var(--dot)", "stroke-width": low - 3, ...anywhere };
    return [circle(key, middle.x, middle.y, 1.4, look)];
  }
  const words = text || INFINITE[mark];
  const written = (base, seen) => number(`${key}#`, middle.x, base + 4, words, { opacity: seen, ...data });
  if ("?+-".includes(mark)) {
    if (words) return [written(middle.y, opacity)];
    return [path(key, cross(middle.x, middle.y, low / 2 - 2), { ...anywhere, stroke: "var(--quiet)" })];
  }
  if (text) return [sized(key, middle.x, y + 9.5, mark, 15, 18, anywhere), written(y + 23, 1 - fade)];
  return [sized(key, middle.x, middle.y, mark, low - 2, low, anywhere)];
}

/** A square around a middle, whose area is the size of the entry, `most` px wide at most: filled for +, hollow for −. */
function sized(key, x, y, mark, most, cell, anywhere) {
  const plus = mark >= "a";
  const side = Math.max(LEAST, Math.sqrt(Math.abs(share(mark))) * most);
  const wall = clamp(side / 5, 1, 2.4);
  const left = x - side / 2;
  const top = y - side / 2;
  const inner = side - 2 * wall;
  const hole = plus ? "" : square(left + wall, top + wall, inner, inner);
  return path(key, square(left, top, side, side) + hole, {
    fill: `var(--${plus ? "pos" : "neg"})`,
    "fill-rule": "evenodd",
    "stroke-width": Math.max(0, cell - side - 1),
    ...anywhere,
  });
}

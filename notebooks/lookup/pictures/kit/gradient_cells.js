// @ts-check
/** Numbers of a gradient, drawn by their own mark, so that nobody takes them for weights. */
import { INFINITE, column_x, share, square } from "./cells.js";
import { FADED, circle, clamp, number, path } from "./draw.js";

const LEAST = 3.6; // px of the smallest square: wider than the dot of a zero
const BESIDE = 8.5; // px from the middle of a cell to each of two squares beside one another
const ABOVE = 6; // px from the middle of two numbers, one above the other, to each
const LOW = 24; // px below which a number stands beside its square, not below it

const ALL = ["frames", "marks", "texts"];

const cross = (x, y, r) =>
  `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`;

/** How far a row grows up and down so that the two parts of a sum stand in it. */
export const growth = (spec, size) => (spec.numbers ? 3 : size.h / 2);

/**
 * The cells of one row of a gradient: opaque frames, in each a square, below it the number
 * where there is room. A part of a sum stands on its `side`, -1 or 1, of a row that is
 * `open`, 0 to 1. `only` frames, marks or texts: the names of what is drawn.
 */
export function gradient_cells(spec, line) {
  const {
    key,
    x,
    y,
    size,
    row,
    fade = 0,
    data = {},
    side = 0,
    open = 0,
    only = ALL,
  } = line;
  const grown = growth(spec, size) * open;
  const w = size.w - 1;
  const h = size.h - 1;
  const lefts = [...row.marks].map((_, j) => column_x(spec, x, size, j));
  const frames = lefts
    .map((left) => square(left, y - grown, w, h + 2 * grown))
    .join("");
  const entries = lefts.flatMap((left, j) => {
    const place = places(spec, { x: left, y, w, h }, side, open);
    const about = {
      place,
      mark: row.marks[j],
      text: spec.numbers && row.texts[j],
      fade,
    };
    const more = { ...data, "data-col": j };
    const name = `${key},${j}`;
    return [
      ...(only.includes("marks") ? mark_of(name, about, more) : []),
      ...(only.includes("texts")
        ? text_of(name, about, more, only.includes("marks"))
        : []),
    ];
  });
  if (!only.includes("frames")) return entries;
  return [
    path(`${key}|`, frames, {
      fill: "var(--paper)",
      stroke: "var(--line)",
      ...data,
    }),
    ...entries,
  ];
}

/** Where in a cell its square, its number and what stands alone have their middles. */
function places({ numbers }, { x, y, w, h }, side, open) {
  const low = Math.min(w, h);
  const middle = { x: x + w / 2, y: y + h / 2 };
  if (!numbers) {
    const alone = { x: middle.x, y: middle.y + (side * open * h) / 2 };
    return {
      square: alone,
      number: alone,
      alone,
      low,
      most: low - 2,
      cell: low,
    };
  }
  if (h < LOW) {
    const square = { x: x + 9, y: middle.y };
    const number = { x: middle.x + 7, y: middle.y };
    return { square, number, alone: middle, low, most: 12, cell: 14 };
  }
  const line = y + 23 + open * (0.3 + side * ABOVE);
  return {
    square: { x: middle.x + side * open * BESIDE, y: y + 9.5 - 4 * open },
    number: { x: middle.x, y: line },
    alone: { x: middle.x, y: middle.y + open * (line - middle.y) },
    low,
    most: 15,
    cell: 18,
  };
}

/**
 * The mark of an entry: a dot is exactly zero, a cross not a number, all else finite a
 * square. An infinite one is its text.
 */
function mark_of(key, { place, mark, text, fade }, data) {
  const { square: at, alone, low, most, cell } = place;
  const opacity = 1 - (1 - FADED) * fade;
  const anywhere = {
    stroke: "none",
    "pointer-events": "all",
    opacity,
    ...data,
  }; // the pointer finds it in the whole cell
  if (mark === "0") {
    const look = { fill: "var(--dot)", "stroke-width": low - 3, ...anywhere };
    return [circle(key, alone.x, alone.y, 1.4, look)];
  }
  if (is_odd(mark)) {
    const look = { ...anywhere, stroke: "var(--quiet)" };
    return text || INFINITE[mark]
      ? []
      : [path(key, cross(alone.x, alone.y, low / 2 - 2), look)];
  }
  return [sized(key, at.x, at.y, mark, most, cell, anywhere)];
}

/**
 * What is written of an entry: its number where there is room, "∞" always. What has no
 * square may be `centred`.
 */
function text_of(key, { place, mark, text, fade }, data, centred) {
  const words = text || INFINITE[mark];
  if (mark === "0" || !words) return [];
  const { x, y } = is_odd(mark) && centred ? place.alone : place.number;
  const fill = `var(--${fade > 0 ? "quiet" : "ink"})`;
  return [number(`${key}#`, x, y + 4, words, { fill, ...data })];
}

const is_odd = (mark) => "?+-".includes(mark);

/**
 * A square around a middle, whose area is the size of the entry, `most` px wide at most:
 * filled for +, hollow for −.
 */
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

// @ts-check
/**
 * A wall of squares, one for each row or for several: where they stand, and what its spec
 * says of them. Draws nothing but lines.
 */
import { once, path } from "./draw.js";

const UNIT = 0.8; // px: a pixel of most screens, as a picture is shown at 1.25 of its size
const LARGEST = 20; // units of a square

/** Squares in reading order within w × h: {x, y, n, p, cols, w, h}, p the pitch. */
export function grid_in(x, y, n, w, h) {
  const fits = (p) => Math.ceil(n / Math.floor(w / p)) * p <= h;
  let units = LARGEST;
  while (units > 1 && !fits(units * UNIT)) units -= 1;
  return grid_of(x, y, n, w, units * UNIT);
}

/** Squares of pitch p in reading order, as many beside each other as the width has room for. */
export function grid_of(x, y, n, w, p) {
  const cols = Math.min(Math.max(n, 1), Math.floor(w / p + 1e-9));
  return { x, y, n, p, cols, w: cols * p, h: Math.ceil(n / cols) * p };
}

/** The square at a place, or -1. */
export function square_at({ x, y, n, p, cols, w }, [left, top]) {
  const [i, j] = [Math.floor((left - x) / p), Math.floor((top - y) / p)];
  const square = j * cols + i;
  return left >= x && left < x + w && j >= 0 && square < n ? square : -1;
}

/** Where the corner of a square is. */
export const corner_of = ({ x, y, p, cols }, square) => [
  x + (square % cols) * p,
  y + Math.floor(square / cols) * p,
];

const short = (v) => Number(v.toFixed(2));

/** Runs of squares [from, to) as one path of thick lines. */
export function squares(key, grid, runs, role, strength = 1) {
  const d = runs.flatMap(([from, to]) => lines_of(grid, from, to)).join("");
  const look = {
    fill: "none",
    stroke: `var(--${role})`,
    "stroke-width": grid.p,
  };
  return path(key, d, { ...look, "stroke-opacity": strength });
}

/** A line through each row of squares that a run takes part of. */
function lines_of(grid, from, to) {
  const { y, p, cols } = grid;
  const lines = [];
  for (let start = from; start < to;) {
    const end = Math.min(to, (Math.floor(start / cols) + 1) * cols);
    const [left, top] = corner_of(grid, start);
    const middle = short(top + p / 2);
    lines.push(
      `M${short(left)} ${middle}L${short(left + (end - start) * p)} ${middle}`,
    );
    start = end;
  }
  return lines;
}

/**
 * The inner part of each square of the runs, `off` px from its edges and joints, as one
 * path of thick lines.
 */
export function cores(key, grid, runs, role, off) {
  const { p } = grid;
  const wide = p - joint_of(p) - 2 * off;
  const squares = runs.flatMap(([from, to]) =>
    Array.from({ length: to - from }, (_, k) => from + k),
  );
  const d = squares.map((square) => {
    const [left, top] = corner_of(grid, square);
    const middle = short(top + off + wide / 2);
    return `M${short(left + off)} ${middle}L${short(left + off + wide)} ${middle}`;
  });
  return path(key, d.join(""), {
    fill: "none",
    stroke: `var(--${role})`,
    "stroke-width": short(wide),
  });
}

/**
 * The paper between the squares of a grid: at the right and the lower edge of each, so
 * that whole pixels take it.
 */
export function joints(key, { x, y, p, cols, w, h }) {
  const wide = joint_of(p);
  const upright = Array.from({ length: cols - 1 }, (_, i) =>
    short(x + (i + 1) * p - wide / 2),
  );
  const level = Array.from({ length: Math.round(h / p) - 1 }, (_, j) =>
    short(y + (j + 1) * p - wide / 2),
  );
  const d = [
    ...upright.map((at) => `M${at} ${y}L${at} ${short(y + h)}`),
    ...level.map((at) => `M${x} ${at}L${short(x + w)} ${at}`),
  ];
  return path(key, d.join(""), {
    fill: "none",
    stroke: "var(--paper)",
    "stroke-width": wide,
  });
}

/** Px of paper between squares of a pitch. */
function joint_of(p) {
  if (p < 3 * UNIT) return UNIT / 2;
  return p < 10 * UNIT ? UNIT : 2 * UNIT;
}

/** How many squares a wall has: each stands for `each` rows. */
export const squares_of = ({ V, each }) => Math.ceil(V / each);

const bytes_of = once((_, map) =>
  Uint8Array.from(atob(map), (letter) => letter.charCodeAt(0)),
);

/** Whether a bit of a map in base 64 is 1. */
export function bit(spec, map, square) {
  const bytes = bytes_of(spec, map);
  return ((bytes[square >> 3] >> (7 - (square & 7))) & 1) === 1;
}

/** The runs [from, to) of squares whose bit is 1. */
export const runs_of = once((spec, map) => {
  const runs = [];
  for (let square = 0; square < squares_of(spec); square++) {
    if (!bit(spec, map, square)) continue;
    if (runs.at(-1)?.[1] === square) runs.at(-1)[1] += 1;
    else runs.push([square, square + 1]);
  }
  return runs;
});

/**
 * {row: {visits, name}} of the rows that hold numbers, as far as the page knows them; else
 * null.
 */
export const known_rows = once((spec) => {
  if (!spec.known) return null;
  const { rows, visits, names } = spec.known;
  const counts = visits?.split(" ").map(Number);
  let row = 0;
  const entries = rows
    .split(" ")
    .filter((gap) => gap !== "")
    .map((gap, k) => {
      row += Number(gap);
      return [
        row,
        { row, visits: counts?.[k] ?? null, name: names?.[k] ?? "" },
      ];
    });
  return new Map(entries);
});

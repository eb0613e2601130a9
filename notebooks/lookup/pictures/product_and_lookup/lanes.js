// @ts-check
/**
 * What both lanes of the picture of product and lookup have: a title, a heading, a place
 * for what comes out, a counter.
 */
import { heading } from "../kit/one_hot_and_table.js";
import { label, path, quiet, rect } from "../kit/draw.js";

export const NO_ID_GIVES = "No id gives this row."; // of a mixture
const LINE = 15; // px of a line of a counter
const BOLD = 8.2; // px that a letter of a title takes

/**
 * The name of a lane, what it does in code, and above its table a heading; `grey` where it
 * takes no part.
 */
export function top_of(
  key,
  { y, start, table },
  [name, code],
  words,
  grey = false,
) {
  return [
    label(`${key}:`, start, y + 10, name, {
      "font-weight": 600,
      fill: `var(--${grey ? "quiet" : "ink"})`,
    }),
    heading(`${key}=`, start + BOLD * name.length + 8, y + 10, code),
    heading(`${key}W`, table.x, y + 30, words),
  ];
}

/**
 * The line below the table and the place of what comes out, with what it is called; dashed
 * while it is `open`.
 */
export function out_of(key, { table, out, size }, words, open) {
  const y = out - 10;
  const empty = {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
  };
  return [
    path(`${key}_`, `M${table.x} ${y}L${table.x + table.w - 1} ${y}`, {
      stroke: "var(--ink)",
      fill: "none",
      "stroke-width": 1.3,
    }),
    ...(open
      ? [rect(`${key}|`, table.x, out, table.w - 1, size.h - 1, empty)]
      : []),
    quiet(`${key}#`, table.x - 9, out + size.h / 2 + 4, words, {
      "text-anchor": "end",
    }),
  ];
}

/** Lines of a counter, each a number and what it counts. */
export const counter = (key, { table, counter: y }, lines) =>
  lines.flatMap(([count, noun], i) => [
    label(`${key}count${i}`, table.x + 20, y + i * LINE, String(count), {
      "text-anchor": "end",
      "font-weight": 700,
    }),
    quiet(`${key}noun${i}`, table.x + 26, y + i * LINE, noun),
  ]);

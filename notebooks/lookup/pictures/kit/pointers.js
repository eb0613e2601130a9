// @ts-check
/** What points at something: rings, tags and arrows. */
import { LETTER, letters, number, path, rect } from "./draw.js";

const PICKED = { ink: 4.5, pick: 2.5 }; // amber, cased in ink so that it stands on any fill

/**
 * The ring that says which row is meant; `edge` says in which role, by the colours and
 * widths of its lines.
 *
 * @param {string} key
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {{seen?: number, dashed?: boolean, edge?: {[role: string]: number}, off?: number}} [look]
 */
export const ring = (
  key,
  x,
  y,
  w,
  h,
  { seen = 1, dashed = false, edge = PICKED, off = 3 } = {},
) =>
  Object.entries(edge).map(([role, width]) =>
    rect(key + role, x - off, y - off, w + 2 * off - 1, h + 2 * off - 1, {
      rx: 3,
      fill: "none",
      stroke: `var(--${role})`,
      "stroke-width": width,
      opacity: seen,
      ...(dashed && { "stroke-dasharray": "6 5" }),
    }),
  );

/** How wide the tag of an index is. */
export const tag_width = (text) => Math.max(20, 8 + LETTER * letters(text));

/**
 * The round tag that carries an index, in the colour of its role.
 *
 * @param {string} key
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {object} [more] attributes
 * @param {string} [role]
 */
export function tag(key, x, y, text, more = {}, role = "pick") {
  const w = tag_width(text);
  const edge = `var(--${role === "pick" ? "ink" : role})`;
  const look = {
    rx: 10,
    fill: `var(--${role})`,
    stroke: edge,
    "stroke-width": 1.2,
    ...more,
  };
  const words = {
    fill: `var(--${role === "pick" ? "onpick" : "onfill"})`,
    "font-weight": 700,
    ...more,
  };
  return [
    rect(key, x - w / 2, y - 10, w, 20, look),
    number(`${key}#`, x, y + 4, text, words),
  ];
}

/** The line that an id leaves on its way. */
export const trail = (from, to, seen = 1) => [
  path("trail", `M${from.x} ${from.y}L${to.x} ${to.y}`, {
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.3,
    opacity: seen,
    "pointer-events": "none",
  }),
];

/** A line that ends in an arrow head. */
export function arrow(key, x1, y1, x2, y2, seen = 1) {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) => {
    const x = x2 - 7 * Math.cos(angle + turn);
    const y = y2 - 7 * Math.sin(angle + turn);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const d = `M${x1} ${y1}L${x2} ${y2}M${wing(0.5)}L${x2} ${y2}L${wing(-0.5)}`;
  return path(key, d, {
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.3,
    opacity: seen,
  });
}

// @ts-check
/**
 * What of the picture can be taken, what lies under a hand, and what it carries: an id, to
 * the table, or the number of a row, to the ids.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { box_after, step_at } from "../kit/chips.js";
import { label, number, rect } from "../kit/draw.js";
import { lens } from "../kit/one_hot_and_table.js";
import { ring, tag, trail } from "../kit/pointers.js";

/**
 * Where a place is, and of which id or row. An id can be taken, and a row by what stands
 * before its numbers.
 *
 * @param {any} spec
 * @param {any} place the layout
 * @param {any} step the one shown
 * @param {number[]} at
 * @returns {ReturnType<NonNullable<Kind["under"]>>}
 */
export function under_at(spec, place, step, at) {
  const [x, y] = at;
  const { chips, table, size, hot } = place;
  if (y < chips.y + chips.h) {
    const s = step_at(spec, chips, at);
    if (s === undefined) return { place: "ids" };
    return { place: "ids", step: s, row: spec.steps[s].row, takes: true };
  }
  const i = Math.floor((y - table.y) / size.h);
  const inside = x >= hot.x && x < table.x + table.w && i >= 0;
  if (!inside || i >= spec.drawn) return { place: "" };
  return { place: "table", row: lens(spec, step)[i], takes: x < table.x };
}

/** The rows in sight. */
export const in_sight = ({ spec, step }) => lens(spec, spec.steps[step]);

/**
 * The row whose number the learner has put behind the ids, or holds above them; undefined
 * where there is none.
 */
export function own_row({ spec, step, added = [], held }, over) {
  if (held && held.step === undefined && over === "ids") return held.row;
  const last = step < spec.path ? added.at(-1) : step;
  return last === undefined ? undefined : spec.steps[last].row;
}

/** The middle of the number of the chip behind the ids. */
export function own_id(spec, { chips }) {
  const { x, y, w, h } = box_after(spec, chips);
  return { x: x + w / 2, y: y + h - (spec.chips.words ? 11 : 12) };
}

/** The chip of a row that the learner has asked for; dashed while it is in the hand. */
export function own_chip(state, { chips }, row, open) {
  const { spec, step } = state;
  const { x, y, w, h } = box_after(spec, chips);
  const now = step >= spec.path && !open;
  const ink = { fill: now ? "var(--onpick)" : "var(--ink)" };
  const look = now
    ? { fill: "var(--pick)", stroke: "var(--ink)", "stroke-width": 1.5 }
    : { fill: "var(--zero)", stroke: open ? "var(--ink)" : "var(--dot)" };
  const dashed = open ? { "stroke-dasharray": "3 3" } : {};
  const middle = { "text-anchor": "middle", ...ink };
  return [
    rect("own", x, y, w, h, { rx: 4, ...look, ...dashed }),
    ...(spec.chips.words
      ? [label("own:", x + w / 2, y + 14, "yours", middle)]
      : []),
    number(
      "own#",
      x + w / 2,
      own_id(spec, { chips }).y + 4,
      spec.rows[row].label,
      ink,
    ),
  ];
}

/**
 * The tag in the hand with the line back to where it was taken, and around the row that an
 * id over the table means, a ring; while a guess is wanted, around the row under the hand.
 *
 * @param {any} scene
 * @param {{x: number, y: number}} home
 * @param {boolean} asks
 */
export function carried({ state, spec, step, rows, place }, home, asks) {
  const { step: id, row, at } = state.held;
  const [x, y] = at;
  const { size, table } = place;
  const below = under_at(spec, place, step, at);
  const meant = asks ? below.row : row;
  const i = rows.indexOf(meant);
  const over = id !== undefined && below.place === "table" && i >= 0;
  const around = (i) =>
    ring("held", table.x, table.y + i * size.h, table.w - 1, size.h - 1, {
      dashed: asks,
    });
  const { label: text } = spec.rows[row];
  return [
    ...trail(home, { x, y }),
    ...(over ? around(i) : []),
    ...tag("tag", x, y, text, { "pointer-events": "none" }),
  ];
}

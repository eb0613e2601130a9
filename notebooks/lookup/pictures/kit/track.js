// @ts-check
/**
 * The steps of a picture side by side below its slider, each with its name; and what it is
 * to pick one of many things, beside the steps.
 *
 * @import { Kind } from "./kind.js"
 */
import { fitting } from "./chips.js";
import { label, rect } from "./draw.js";

const LINE = 14; // px from one line of a name to the next

/**
 * A box with its name for each of `steps`; that of the one shown, `here`, -1 for none,
 * has an edge of ink. A name that is long may take two lines of a high box.
 */
export function track_of(key, { x, y, w, h }, steps, here) {
  const wide = w / steps.length;
  const fit = (text) => fitting(text, wide - 10);
  return steps.flatMap(({ name }, k) => {
    const edge =
      k === here
        ? { stroke: "var(--ink)", "stroke-width": 1.6 }
        : { stroke: "var(--line)" };
    const fill = k === here ? "var(--zero)" : "var(--paper)";
    const lines = h < 2 * LINE || fit(name) === name ? [name] : halves(name);
    const top = y + h / 2 + 4 - (LINE / 2) * (lines.length - 1);
    const look = {
      "text-anchor": "middle",
      ...(k === here && { "font-weight": 600 }),
    };
    return [
      rect(`${key}${k}`, x + k * wide + 1, y, wide - 2, h, {
        rx: 3,
        fill,
        ...edge,
      }),
      ...lines.map((line, i) =>
        label(
          `${key}${k}:${i || ""}`,
          x + (k + 0.5) * wide,
          top + LINE * i,
          fit(line),
          look,
        ),
      ),
    ];
  });
}

/** A name in two lines, parted at the space that is nearest to its middle. */
function halves(name) {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length === 0) return [name];
  const off = (at) => Math.abs(at - name.length / 2);
  const at = spaces.reduce((best, space) =>
    off(space) < off(best) ? space : best,
  );
  return [name.slice(0, at), name.slice(at + 1)];
}

/** The whole number, at least 0, that a text writes; else NaN. */
export const whole_number = (typed) =>
  /^(\d+|\d{1,3}(,\d{3})+)$/.test(typed)
    ? Number(typed.replaceAll(",", ""))
    : NaN;

/**
 * To mean one of the V things of a spec moves no step; -1 where there is no such thing, so
 * that the kernel says why.
 *
 * @type {Kind["step_of"]}
 */
export const step_of_pick = ({ spec, step }, row) =>
  row === null || (row >= 0 && row < spec.V) ? step : -1;

/**
 * What a reader of the page may want to know: what is picked.
 *
 * @type {Kind["facts"]}
 */
export const facts_of_pick = ({ row }) => ({ picked: row ?? "" });

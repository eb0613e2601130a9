// @ts-check
/** The list of ids, each with its word and its count, and the offsets at which it is cut. */
import { fitting, within } from "../kit/chips.js";
import { label, number, path, quiet, rect } from "../kit/draw.js";
import { cut_y, rows_heading, said } from "./places.js";

const ID = 22; // px that an id is high, where its line leaves so much
const GRAB = 9; // px around a cut in which a pointer finds it

/** What stands above each column. */
export function headings({ spec, place }) {
  const [, out] = spec.shapes;
  const y = place.top - 10;
  const middle = (key, x, text) =>
    number(key, x, y, text, { fill: "var(--quiet)" });
  const left = (key, x, text) =>
    number(key, x, y, text, { fill: "var(--quiet)", "text-anchor": "start" });
  const roomy = place.index - 12 > place.offsets.end;
  return [
    left("offsets:", 4, "offsets"),
    ...(roomy ? [middle("ids:", place.index, "ids")] : []),
    ...(place.count && !place.narrow
      ? [middle("counts:", place.counts + place.count / 2, "counts")]
      : []),
    left("W", place.rows, rows_heading(spec)),
    ...(place.narrow ? [] : [left("out", place.out, out)]),
  ];
}

/** All ids: amber are those of the bag. */
export const ids = (scene) =>
  scene.spec.steps.flatMap((step, b) =>
    step.rows.flatMap((_, k) => id(scene, b, k)),
  );

/** Id k of bag b, with its word and its count. */
function id(scene, b, k) {
  const { spec, place, at, gone } = scene;
  const { rows, counts } = spec.steps[b];
  const row = spec.rows[rows[k]];
  const mine = b === at && gone.close > 0;
  const y = scene.line_y(b, k);
  const middle = y + place.size.h / 2;
  const high = Math.min(ID, place.size.h);
  const data = { "data-of": b, "data-entry": k, ...scene.jump(b) };
  const look = mine
    ? { fill: "var(--pick)", stroke: "var(--ink)" }
    : { fill: "var(--paper)", stroke: "var(--dot)" };
  const shapes = [
    rect(
      `id${b}.${k}`,
      place.index - place.id / 2,
      middle - high / 2,
      place.id,
      high - 1,
      {
        ...{ rx: 10, ...look, ...data },
      },
    ),
    number(`id${b}.${k}#`, place.index, middle + 4, row.label, {
      fill: `var(--${mine ? "onpick" : "ink"})`,
      ...data,
    }),
  ];
  const text = fitting(row.name ?? "", place.name);
  if (text)
    shapes.push(
      label(`word${b}.${k}`, place.words + place.name, middle + 4, text, {
        "text-anchor": "end",
        ...within(text, place.name),
        ...data,
      }),
    );
  return counts ? [...shapes, count_of(scene, b, k, middle, data)] : shapes;
}

/** How often id k of bag b counts; struck out where that is not used. */
function count_of({ spec, place, counted }, b, k, middle, data) {
  const text = `${spec.steps[b].counts[k]} ×`;
  const strong = counted && spec.steps[b].counts[k] !== "1";
  return number(
    `count${b}.${k}#`,
    place.counts + place.count / 2,
    middle + 4,
    text,
    {
      fill: `var(--${strong ? "ink" : "quiet"})`,
      ...(strong && { "font-weight": 700 }),
      ...(!counted && { "text-decoration": "line-through" }),
      ...data,
      "data-count": k,
    },
  );
}

/** The cuts, with the offsets at which they are made, and where the list ends. */
export function cuts(scene) {
  const { spec, place } = scene;
  const [text, words] = spec.tail;
  const end = cut_y(spec, place.narrow, spec.path);
  return [
    ...spec.steps.flatMap(({ start }, b) => cut(scene, b, said(start))),
    ...line(scene, "end", end, text, {}),
    quiet("tail", place.offsets.x + place.offsets.w / 2 + 8, end + 16, words),
  ];
}

/** The cut at which bag b begins; one that can be moved has arrows, and finds the pointer. */
function cut(scene, b, text) {
  const { spec, place } = scene;
  const y = cut_y(spec, place.narrow, b);
  const data = { "data-cut": b };
  if (b === 0 || !spec.spans) return line(scene, b, y, text, data);
  const { x, w } = place.offsets;
  const left = x - w / 2 - 7;
  const held = { ...data, "data-fence": b };
  const arrow = (way) =>
    `M${left - 4} ${y + 3 * way}L${left} ${y + 8 * way}L${left + 4} ${y + 3 * way}`;
  const arrows = arrow(-1) + arrow(1);
  return [
    rect(`fence${b}`, 0, y - GRAB, place.rows + place.w, 2 * GRAB, {
      fill: "none",
      "pointer-events": "all",
      ...held,
    }),
    ...line(scene, b, y, text, held),
    path(`arrows${b}`, arrows, {
      fill: "none",
      stroke: "var(--ink)",
      "stroke-width": 1.5,
      ...held,
    }),
  ];
}

/** A line across the list, and before it the place at which it is. */
function line({ spec, place, at }, b, y, text, data) {
  const { x, w } = place.offsets;
  const near =
    b === at || b === at + 1 || (b === "end" && at + 1 === spec.path);
  const right = place.rows + place.w;
  return [
    path(`cut${b}`, `M${x + w / 2} ${y}L${right} ${y}`, {
      fill: "none",
      stroke: `var(--${near ? "ink" : "dot"})`,
      "stroke-dasharray": "4 3",
    }),
    rect(`pill${b}`, x - w / 2, y - place.pill / 2, w, place.pill, {
      ...{ rx: 3, fill: "var(--paper)", stroke: "var(--ink)" },
      "stroke-width": spec.spans && b > 0 ? 1.6 : 0.8,
      ...data,
    }),
    number(`offset${b}`, x, y + 4, text, { fill: "var(--ink)", ...data }),
  ];
}

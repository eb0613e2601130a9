// @ts-check
/**
 * The rows of the ids, each times its count; those of a bag fall together into its line of
 * the output, and there may be divided.
 */
import { cells_of, column_x } from "../kit/cells.js";
import { row_at } from "../kit/csr_rows.js";
import { clamp, listed, number, path, quiet, rect } from "../kit/draw.js";
import { ring, tag, tag_width } from "../kit/pointers.js";
import { row_cells, turned } from "../kit/weight_cells.js";

export const WITH = "with counts"; // what stands beside numbers that are so
const APART = { ink: 2 }; // the edge around numbers that differ
const BRACKET = 7; // px that a bracket stands from the rows, and is wide
const PLUS = 7; // px from a sign to its row

/** Whether there are counts and they are left out. */
export const goes_without = ({ spec, by }) =>
  spec.ways.length > 0 && by === spec.ways[1];

/** Whether there are counts and they are used. */
export const uses_counts = (state) =>
  state.spec.ways.length > 0 && !goes_without(state);

/** Whether what comes out of a bag is not the same without its counts. */
export const is_apart = ({ plain }) => plain !== undefined;

/** All bags that may be shown of a spec: its own, or every one that it could be cut into. */
const bags_of = ({ steps, spans }) => (spans ? Object.values(spans) : steps);

/** Whether some bag gives other numbers without its counts. */
export const forgets = (spec) => bags_of(spec).some(is_apart);

/** All rows of numbers that may be drawn. */
export function lines_in(spec) {
  const made = bags_of(spec).flatMap(
    ({ terms = [], out, sum = out, plain = out }) => [
      ...terms,
      out,
      sum,
      plain,
    ],
  );
  return [...Object.values(spec.rows).map((row) => row.cells), ...made].map(
    cells_of,
  );
}

/** The lines that the ids of a bag take, with what is said of those not drawn. */
export const lines_of_ids = ({ rows, more }) => rows.length + (more ? 1 : 0);

/** The lines that a bag takes: an empty one has room for its sum. */
export const lines_of = (step) => Math.max(1, lines_of_ids(step));

/** What a bag is called beside its line of the output. */
export const name_of = ({ steps }, b) => steps[b].name ?? `bag ${b + 1}`;

/** What an entry is called; `counted` says whether with its count. */
export function words_of(spec, { rows, counts }, k, counted) {
  const row = `row ${spec.rows[rows[k]].label}`;
  return counted ? `${counts[k]} × ${row}` : row;
}

/** What comes out of a bag, as a line that travels. */
export const out_of = ({ out, plain = out }, without) =>
  without ? plain : out;

/** Whether a count of a bag changes its row. */
export const weighs = ({ counts = [] }) =>
  counts.some((count) => count !== "1");

/** The numbers of entry k of a bag, with its count or as the table holds them. */
const numbers_of = ({ spec }, step, k, counted) =>
  counted ? cells_of(step.terms[k]) : row_at(spec, step.rows[k]);

/** What is said of rows that are not drawn. */
export const rest_of = ({ more }) =>
  more ? `+ ${listed(more, "more row")}, not drawn` : "";

/** The rows of all bags, beside their ids: times their counts, once their bag is played. */
export const rows = (scene) =>
  scene.spec.steps.flatMap((step, b) => [
    ...step.rows.flatMap((_, k) => entry(scene, b, k)),
    ...more_of(scene, b),
  ]);

/** Entry k of bag b, and the sign between it and the one above. */
function entry(scene, b, k) {
  const { spec, at, place, gone, counted } = scene;
  const step = spec.steps[b];
  const turn = counted ? (b < at ? 1 : b === at ? gone.weigh : 0) : 0;
  const y = scene.line_y(b, k);
  const row =
    turn === 0
      ? numbers_of(scene, step, k, false)
      : turned(
          numbers_of(scene, step, k, false),
          numbers_of(scene, step, k, true),
          turn,
        );
  const data = data_of(step.rows[k], b, k, turn);
  const cells = row_cells(spec, {
    key: `term${b}.${k}`,
    x: place.rows,
    y,
    size: place.size,
    row,
    data: { ...data, ...scene.jump(b) },
  });
  return k === 0 ? cells : [...cells, plus(scene, b, k, y)];
}

/** What a row tells of itself: it is the table's, or that times its count; half turned, neither. */
function data_of(row, b, k, turn) {
  if (turn === 1) return { "data-of": b, "data-term": k };
  return turn > 0 ? {} : { "data-line": row };
}

function plus({ place, at }, b, k, y) {
  const look = { fill: `var(--${b <= at ? "ink" : "quiet"})` };
  const middle = y - (place.pitch - place.size.h) / 2 + 4;
  return number(`plus${b}.${k}`, place.rows - PLUS, middle, "+", look);
}

/** What is said of the rows of bag b that are not drawn. */
function more_of({ spec, place, line_y }, b) {
  const step = spec.steps[b];
  if (!step.more) return [];
  const y = line_y(b, step.rows.length) + place.size.h / 2 + 4;
  return [quiet(`rest${b}`, place.rows, y, rest_of(step))];
}

/** Beside the rows of each bag a bracket, which points at their sum; an empty bag has none. */
export function brackets(scene) {
  const { spec, at, place, gone } = scene;
  if (place.narrow) return [];
  return spec.steps.flatMap((step, b) => {
    const { top, bottom, out } = scene.bags[b];
    const x = place.rows + place.w + BRACKET;
    const tip = place.out - BRACKET;
    const middle = out + place.size.h / 2;
    const low = bottom - (place.pitch - place.size.h);
    const arms = step.rows.length
      ? `M${x} ${top}L${x + BRACKET} ${top}L${x + BRACKET} ${low}L${x} ${low}`
      : `M${x + BRACKET} ${middle - 4}L${x + BRACKET} ${middle + 4}`;
    const strong = b === at && gone.close === 1;
    return [
      path(`bracket${b}`, `${arms}M${x + BRACKET} ${middle}L${tip} ${middle}`, {
        fill: "none",
        stroke: `var(--${b <= at ? "ink" : "dot"})`,
        "stroke-width": strong ? 2 : 1.2,
      }),
      path(
        `tip${b}`,
        `M${tip - 5} ${middle - 4}L${tip} ${middle}L${tip - 5} ${middle + 4}`,
        {
          fill: "none",
          stroke: `var(--${b <= at ? "ink" : "dot"})`,
          "stroke-width": 1.2,
        },
      ),
    ];
  });
}

/** The counts of the bag where they strike their rows. */
export function strikes(scene) {
  const { spec, at, place } = scene;
  const { counts = [] } = spec.steps[at];
  if (!scene.during("weigh")) return [];
  return counts.flatMap((count, k) =>
    count === "1"
      ? []
      : tag(
          `times${k}`,
          place.counts + place.count / 2,
          scene.line_y(at, k) + place.size.h / 2,
          `${count} ×`,
        ),
  );
}

/** All rows of the bag once more, falling together into its line; the ring says that they are one. */
export function falling(scene) {
  const { spec, at, place, gone, counted } = scene;
  const step = spec.steps[at];
  if (gone.fall === 0 || gone.fall === 1 || step.rows.length === 0) return [];
  const { out } = scene.bags[at];
  const on = (from, to) => from + (to - from) * gone.fall;
  const x = on(place.rows, place.out);
  const y_of = (k) => on(scene.line_y(at, k), out);
  const cells = (k) =>
    row_cells(spec, {
      key: `fall${k}`,
      x,
      y: y_of(k),
      size: place.size,
      row: numbers_of(scene, step, k, counted),
    });
  // of colours alone the way is enough
  const copies = spec.numbers ? step.rows.flatMap((_, k) => cells(k)) : [];
  const top = y_of(0);
  const high = y_of(step.rows.length - 1) + place.size.h - top;
  return [...copies, ...ring("fall", x, top, place.w - 1, high - 1)];
}

/** The output, a line a bag: those that are filled, that of the bag, and those that are still empty. */
export const outputs = (scene) =>
  scene.spec.steps.flatMap((_, b) => slot(scene, b));

/** The line of bag b. */
function slot(scene, b) {
  const { spec, place, at, gone, without } = scene;
  const { size, out: x } = place;
  const y = scene.bags[b].out;
  const step = spec.steps[b];
  const filled = b < at || (b === at && gone.fall === 1);
  const words = b === at ? "ink" : "quiet";
  const shapes = [
    rect(`slot${b}`, x, y, place.w - 1, size.h - 1, {
      ...{ fill: "none", stroke: "var(--dot)", "stroke-dasharray": "3 3" },
      "pointer-events": "all",
      ...scene.jump(b),
    }),
    quiet(`slot${b}:`, x + place.w + 8, y + size.h / 2 + 4, name_of(spec, b), {
      fill: `var(--${words})`,
      ...scene.jump(b),
    }),
  ];
  if (!filled) return shapes;
  const done = b < at || gone.land === 1;
  const divided = b < at ? 1 : gone.divide;
  const out = out_of(step, without);
  const row = turned(cells_of(step.sum ?? out), cells_of(out), divided);
  const data = done ? { "data-out": b } : {};
  shapes.push(...row_cells(spec, { key: `out${b}`, x, y, size, row, data }));
  if (b === at && divided > 0 && divided < 1)
    shapes.push(...division(scene, step, y));
  return done && without && is_apart(step)
    ? [...shapes, ...differences(scene, step, b, y)]
    : shapes;
}

/** What the sum is divided by, over its end. */
function division({ place }, { rows, more }, y) {
  const text = `÷ ${(rows.length + more).toLocaleString("en")}`;
  const x = place.out + place.w - tag_width(text) / 2 - 4;
  return tag("divide", x, y + place.size.h / 2, text);
}

/**
 * Rings around the numbers that differ without the counts, and below the line the numbers
 * with them.
 */
function differences({ spec, place }, step, b, y) {
  const { size, out } = place;
  const right = cells_of(step.out);
  const rings = runs_of(step.apart).flatMap(([from, to], i) => {
    const x = column_x(spec, out, size, from);
    const w = column_x(spec, out, size, to - 1) + size.w - x;
    return ring(`apart${b},${i}`, x, y, w - 1, size.h - 1, {
      edge: APART,
      dashed: true,
      off: 1,
    });
  });
  const low = y + size.h + 10;
  const said = quiet(`right${b}#`, out + place.w + 8, low, WITH);
  if (!spec.numbers) {
    const cells = {
      ...{ key: `right${b}`, x: out, y: y + size.h + 3 },
      ...{ size: { ...size, h: 8 }, row: right },
    };
    return [...rings, ...row_cells(spec, cells), said];
  }
  const texts = right.texts.map((text, j) => {
    const x = column_x(spec, out, size, j) + (size.w - 1) / 2;
    return number(`right${b},${j}`, x, low, text, { "font-weight": 700 });
  });
  return [...rings, said, ...texts];
}

/** The runs of columns that differ, each from one up to another. */
function runs_of(apart) {
  return [...apart.matchAll(/1+/g)].map(({ index, 0: run }) => [
    index,
    index + run.length,
  ]);
}

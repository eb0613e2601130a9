// @ts-check
/**
 * The rows of a bag, lined up, each times its count; they fall together into a line of the
 * output, and there may be divided.
 */
import { cells_of, column_x } from "../kit/cells.js";
import { row_at } from "../kit/csr_rows.js";
import {
  LETTER,
  clamp,
  listed,
  number,
  part,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { ring, tag, tag_width } from "../kit/pointers.js";
import { column_part } from "../kit/product_rows.js";
import { entry_of, name_of } from "./places.js";
import { row_cells, turned } from "../kit/weight_cells.js";

export const SLOTS = 8; // lines of the output in sight; earlier ones are counted
export const EARLIER = 12; // px for how many lines came before those in sight
export const NOTHING = "no ids, so nothing to add";
const APART = { ink: 2 }; // the edge around numbers that differ
const FLIES = 0.55; // of the time of weighing, in which a count is on its way

/** Whether there are counts and they are left out. */
export const goes_without = ({ spec, by }) =>
  spec.ways.length > 0 && by === spec.ways[1];

/** Whether there are counts and they are used. */
export const uses_counts = (state) =>
  state.spec.ways.length > 0 && !goes_without(state);

/** Whether what comes out of a bag is not the same without its counts. */
export const is_apart = ({ plain }) => plain !== undefined;

/** Whether some bag gives other numbers without its counts. */
export const forgets = ({ steps }) => steps.some(is_apart);

/** All rows of numbers that are drawn of any bag. */
export function lines_in({ rows, steps }) {
  const made = steps.flatMap(({ terms = [], out, sum = out, plain = out }) => [
    ...terms,
    out,
    sum,
    plain,
  ]);
  return [...Object.values(rows).map((row) => row.cells), ...made].map(
    cells_of,
  );
}

/** The lines that the rows of a bag take. */
export const lines_of = ({ rows, more }) =>
  Math.max(1, rows.length + (more ? 1 : 0));

/** What stands beside the line of entry k; `counted` says whether with its count. */
export function words_of(spec, { rows, counts }, k, counted) {
  const row = `row ${spec.rows[rows[k]].label}`;
  return counted ? `${counts[k]} × ${row}` : row;
}

/** What comes out of a bag, as a line that travels. */
export const out_of = ({ out, plain = out }, without) =>
  without ? plain : out;

/** The numbers of entry k before and after its count strikes them. */
const row_of_entry = ({ spec, step }, k) => row_at(spec, step.rows[k]);
const term_of = (scene, k) =>
  scene.counted ? cells_of(scene.step.terms[k]) : row_of_entry(scene, k);

const line_y = ({ pile }, k) => pile.y + k * pile.pitch;
const beside = ({ pile, size }, key, y, text, role = "quiet") =>
  number(key, pile.x - 9, y + size.h / 2 + 4, text, {
    "text-anchor": "end",
    fill: `var(--${role})`,
  });

/** What is said of rows that are not drawn. */
export const rest_of = ({ more }) =>
  more ? `+ ${listed(more, "more row")}, not drawn` : "";

/** The rows of the bag, on their way or in line, and what is said below them. */
export function pile(scene) {
  const { step, place, gone } = scene;
  const { x, rule } = place.pile;
  const line = `M${x} ${rule}L${x + place.w - 1} ${rule}`;
  const shapes = [
    path("rule", line, {
      stroke: "var(--ink)",
      fill: "none",
      "stroke-width": 1.3,
    }),
    beside(
      place,
      "op",
      rule - place.size.h / 2,
      scene.spec.mean ? "mean" : "sum",
    ),
    ...step.rows.flatMap((_, k) => entry(scene, k)),
  ];
  if (step.rows.length === 0 && gone.close === 1)
    shapes.push(
      quiet("nothing", x, line_y(place, 0) + place.size.h / 2 + 4, NOTHING),
    );
  if (step.more && gone.travel === 1)
    shapes.push(
      quiet("rest", x, line_y(place, step.rows.length) + 14, rest_of(step)),
    );
  return shapes;
}

/** Entry k: a copy of its row on its way from the table, then in its line. */
function entry(scene, k) {
  const { spec, step, place, gone, t, stage } = scene;
  const share = column_part(t, stage.travel, k, step.rows.length);
  if (share === 0) return [];
  const { size, pile } = place;
  const from = scene.source(step.rows[k], k);
  const y = line_y(place, k);
  const at = {
    x: from.x + (pile.x - from.x) * share,
    y: from.y + (y - from.y) * share,
  };
  const turn = scene.counted
    ? clamp((weighing(scene) - FLIES) / (1 - FLIES), 0, 1)
    : 1;
  const row = turned(row_of_entry(scene, k), term_of(scene, k), turn);
  const data = data_of(step.rows[k], k, share, turn);
  const shapes = row_cells(spec, { key: `term${k}`, ...at, size, row, data });
  if (share < 1)
    return [
      ...shapes,
      ...ring(`copy${k}`, at.x, at.y, place.w - 1, size.h - 1),
    ];
  const words = words_of(spec, step, k, scene.counted && gone.weigh === 1);
  return [...shapes, beside(place, `of${k}`, y, words)];
}

/**
 * What the copy of a row tells of itself: it is the row, or the row times its count; half
 * turned, it is neither.
 */
function data_of(row, k, share, turn) {
  if (share === 1 && turn === 1) return { "data-term": k };
  return turn > 0 && turn < 1 ? {} : { "data-line": row };
}

/** How far the counts are on their way, 0 to 1, in even time. */
const weighing = ({ t, stage }) =>
  stage.weigh
    ? clamp((t - stage.weigh[0]) / (stage.weigh[1] - stage.weigh[0]), 0, 1)
    : 1;

/** What a count says on its way. */
const times_of = ({ counts }, k) => `${counts[k]} ×`;

/**
 * Px beside the line of entry k that a count takes where it strikes, with what stands
 * there already.
 */
export const strike_width = (spec, step, k) =>
  12 +
  LETTER * words_of(spec, step, k, false).length +
  tag_width(times_of(step, k));

/** The counts on their way from the ribbon to the rows that they strike. */
export function strikes(scene) {
  const { spec, step, at, place, counted } = scene;
  const share = weighing(scene);
  if (!counted || share === 0 || share === 1) return [];
  const flown = part(share, [0, FLIES]);
  return step.rows.flatMap((_, k) => {
    const text = times_of(step, k);
    const from = entry_of(place.ribbon, at, k, "count");
    const x = place.pile.x - strike_width(spec, step, k) + tag_width(text) / 2;
    const y = line_y(place, k) + place.size.h / 2;
    return tag(
      `times${k}`,
      from.x + (x - from.x) * flown,
      from.y + (y - from.y) * flown,
      text,
    );
  });
}

/**
 * All rows of the bag once more, falling together into the line of the output; the ring
 * says that they are one.
 */
export function falling(scene) {
  const { spec, step, place, gone } = scene;
  if (gone.fall === 0 || gone.fall === 1 || step.rows.length === 0) return [];
  const { size, pile } = place;
  const to = out_y(scene, scene.at);
  const y_of = (k) => line_y(place, k) + (to - line_y(place, k)) * gone.fall;
  const cells = (k) =>
    row_cells(spec, {
      key: `fall${k}`,
      x: pile.x,
      y: y_of(k),
      size,
      row: term_of(scene, k),
    });
  // of colours alone the way is enough
  const copies = spec.numbers ? step.rows.flatMap((_, k) => cells(k)) : [];
  const top = y_of(0);
  const high = y_of(step.rows.length - 1) + size.h - top;
  return [...copies, ...ring("fall", pile.x, top, place.w - 1, high - 1)];
}

/** The step of the first line of the output in sight. */
const first_of = ({ spec, at }) =>
  clamp(at - SLOTS + 1, 0, spec.path - Math.min(spec.path, SLOTS));

const out_y = (scene, b) =>
  scene.place.out.y + (b - first_of(scene)) * scene.place.out.pitch;

/**
 * The output, a line a bag: those that are filled, that of the bag, and those that are
 * still empty.
 */
export function outputs(scene) {
  const { spec, place } = scene;
  const first = first_of(scene);
  const lines = Array.from({ length: place.out.rows }, (_, k) =>
    slot(scene, first + k),
  );
  if (first === 0) return lines.flat();
  const earlier = `⋯ ${listed(first, "earlier bag")}`;
  return [
    quiet("earlier", place.pile.x, place.out.y - 4, earlier, {
      "font-size": 10,
    }),
    ...lines.flat(),
  ];
}

/** The line of bag b. */
function slot(scene, b) {
  const { spec, place, at, gone, without } = scene;
  const { size, pile } = place;
  const k = b - first_of(scene);
  const y = out_y(scene, b);
  const step = spec.steps[b];
  const empty = {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
  };
  const shapes = [
    rect(`slot${k}`, pile.x, y, place.w - 1, size.h - 1, {
      ...empty,
      "data-row": b,
    }),
    beside(place, `slot${k}#`, y, `out[${b}]`, b === at ? "ink" : "quiet"),
  ];
  if (b > at || (b === at && gone.fall < 1)) return shapes;
  const done = b < at || gone.land === 1;
  const divided = b < at ? 1 : gone.divide;
  const out = out_of(step, without);
  const row = turned(cells_of(step.sum ?? out), cells_of(out), divided);
  const data = done ? { "data-out": b } : {};
  shapes.push(
    ...row_cells(spec, { key: `out${k}`, x: pile.x, y, size, row, data }),
  );
  if (b === at && divided > 0 && divided < 1)
    shapes.push(...division(scene, step, y));
  if (!done) return shapes;
  shapes.push(
    quiet(
      `slot${k}:`,
      pile.x + place.w + 8,
      y + size.h / 2 + 4,
      name_of(spec, b),
    ),
  );
  return without && is_apart(step)
    ? [...shapes, ...differences(scene, step, k, y)]
    : shapes;
}

/** What the sum is divided by, beside it. */
function division({ place }, { rows, more }, y) {
  const text = `÷ ${(rows.length + more).toLocaleString("en")}`;
  return tag(
    "divide",
    place.pile.x + place.w + 8 + tag_width(text) / 2,
    y + place.size.h / 2,
    text,
  );
}

/**
 * Rings around the numbers that differ without the counts, and below the line the numbers
 * with them.
 */
function differences({ spec, place }, step, k, y) {
  const { size, pile } = place;
  const right = cells_of(step.out);
  const rings = runs_of(step.apart).flatMap(([from, to], i) => {
    const x = column_x(spec, pile.x, size, from);
    const w = column_x(spec, pile.x, size, to - 1) + size.w - x;
    return ring(`apart${k},${i}`, x, y, w - 1, size.h - 1, {
      edge: APART,
      dashed: true,
      off: 1,
    });
  });
  if (!spec.numbers) {
    const cells = {
      key: `right${k}`,
      x: pile.x,
      y: y + size.h + 3,
      size: { ...size, h: 8 },
      row: right,
    };
    return [...rings, ...row_cells(spec, cells)];
  }
  const low = y + size.h + 10;
  const texts = right.texts.map((text, j) =>
    number(
      `right${k},${j}`,
      column_x(spec, pile.x, size, j) + (size.w - 1) / 2,
      low,
      text,
      {
        "font-weight": 700,
      },
    ),
  );
  const look = { "text-anchor": "end", fill: "var(--quiet)" };
  return [
    ...rings,
    number(`right${k}#`, pile.x - 9, low, "with counts", look),
    ...texts,
  ];
}

/** The runs of columns that differ, each from one up to another. */
function runs_of(apart) {
  return [...apart.matchAll(/1+/g)].map(({ index, 0: run }) => [
    index,
    index + run.length,
  ]);
}

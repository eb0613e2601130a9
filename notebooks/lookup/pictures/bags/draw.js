// @ts-check
/**
 * EmbeddingBag: a ribbon of ids is cut into bags where the offsets say. The ids of a bag
 * name rows of the table; copies of these are lined up, each times its count, and fall
 * together into the bag's line of the output.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import {
  EARLIER,
  NOTHING,
  SLOTS,
  falling,
  forgets,
  goes_without,
  lines_in,
  lines_of,
  outputs,
  pile,
  rest_of,
  strike_width,
  strikes,
  uses_counts,
  words_of,
} from "./rows.js";
import * as words from "./words.js";
import { cell_size, row_width, strip_of } from "../kit/cells.js";
import { row_at } from "../kit/csr_rows.js";
import { LETTER, clamp, number, once, part, path, rect } from "../kit/draw.js";
import { player } from "../kit/player.js";
import { tag, tag_width } from "../kit/pointers.js";
import { ribbon } from "./ribbon.js";
import { entry_of, ribbon_of } from "./places.js";
import { table_row } from "../kit/weight_cells.js";

export const unit = "bag";
export const ways = (spec) => spec.ways;

// Of each stage the seconds before it, where the eye arrives, and those that it takes, in
// the order the eye should follow.
const SPANS = {
  close: [0, 0.4],
  point: [0, 0.4],
  travel: [0.1, 0.9],
  weigh: [0.1, 0.9],
  fall: [0.1, 0.6],
  divide: [0.1, 0.5],
  land: [0, 0.2],
};

/** Seconds from and to of each stage of the step: an empty bag has little to do. */
export function stages_of(state) {
  const { spec, step } = state;
  const does = { weigh: uses_counts(state), divide: spec.mean };
  const empty = spec.steps[step].rows.length === 0;
  const stages = {};
  let at = 0;
  for (const [name, [wait, lasts]] of Object.entries(SPANS)) {
    if (does[name] === false || (empty && !["close", "land"].includes(name)))
      continue;
    stages[name] = [at + wait, at + wait + lasts];
    at += wait + lasts;
  }
  return stages;
}

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => stages_of(state).land[1];

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export const layout = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const size = cell_size({ ...spec, whole: false });
  if (narrow) size.w = narrow_cell(spec, size);
  const ribbon = ribbon_of(spec, 4, narrow);
  const y = ribbon.bottom + 40;
  const w = row_width(spec, size);
  const tabled = spec.table && !narrow;
  const index_width = tag_width(spec.last);
  const names = 4 + spec.name_width;
  const table = tabled ? { x: names + index_width + 16, y } : null;
  const left = tabled ? table.x + w + 16 : spec.table ? 0 : 40;
  const x = left + words_width(spec);
  const pitch = size.h + 5;
  const lines = Math.max(...spec.steps.map(lines_of));
  const rule = y + lines * pitch + 4;
  const rows = Math.min(spec.path, SLOTS);
  const out = {
    y: rule + 28 + (spec.path > rows ? EARLIER : 0),
    rows,
    pitch: pitch + (forgets(spec) ? 10 : 0),
  };
  const bottom = Math.max(
    out.y + rows * out.pitch,
    tabled ? y + spec.V * size.h : 0,
  );
  const named = Math.max(spec.bag_width + 12, 40);
  return {
    size,
    ribbon,
    w,
    table,
    strip: spec.table ? null : { low: y, high: bottom - 8 },
    names,
    index: table ? table.x - 8 - index_width / 2 : 0,
    pile: { x, y, pitch, rule },
    out,
    width: Math.max(ribbon.right, x + w + named, x + below_width(spec)) + 4,
    height: bottom + 6,
  };
}

/**
 * Px of a cell on a narrow page: less where all numbers have room, and where none are
 * written.
 */
function narrow_cell(spec, { w }) {
  if (!spec.numbers)
    return Math.min(w, Math.max(7, Math.floor(220 / spec.columns.length)));
  return lines_in(spec).every(({ texts }) =>
    texts.every((text) => text.length < 6),
  )
    ? 36
    : w;
}

/** Px for what stands beside the rows and beside the output. */
function words_width(spec) {
  const counted = spec.ways.length > 0;
  const each = (find) =>
    spec.steps.flatMap((step) => step.rows.map((_, k) => find(step, k)));
  const strikes = counted
    ? each((step, k) => strike_width(spec, step, k) + 4)
    : [];
  const below = [
    `out[${spec.path - 1}]`,
    ...(forgets(spec) ? ["with counts"] : []),
  ];
  const words = [
    ...each((step, k) => words_of(spec, step, k, counted)),
    ...below,
  ];
  return Math.max(
    ...strikes,
    ...words.map((text) => 14 + LETTER * text.length),
  );
}

/** Px for what is written above, below or in the place of the rows. */
function below_width({ steps, shapes: [W, out] }) {
  const said = steps.flatMap((step) => [
    rest_of(step),
    step.rows.length ? "" : NOTHING,
  ]);
  return (
    LETTER * Math.max(...[rows_of(W), out, ...said].map((text) => text.length))
  );
}

const rows_of = (W) => `rows of ${W}`;

/**
 * All shapes of the step at time t (seconds). State: the spec, the step, `by` with counts
 * or without.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step: at, narrow } = state;
  const place = layout(spec, narrow);
  const stage = stages_of(state);
  const gone = gone_of(stage, t);
  const source = source_of(spec, at, place);
  const scene = {
    spec,
    at,
    step: spec.steps[at],
    t,
    stage,
    gone,
    place,
    source,
    counted: uses_counts(state),
    without: goes_without(state),
  };
  const during = (name) =>
    name in stage && t > stage[name][0] && gone[name] < 1;
  const marks = {
    now: at,
    closed: gone.close,
    read: during("point"),
    weighed: during("weigh"),
    used: scene.counted,
  };
  return [
    ...ribbon(spec, place.ribbon, marks),
    ...headings(scene),
    ...(place.table ? table(scene) : []),
    ...(place.strip ? strip(scene) : []),
    ...outputs(scene),
    ...pile(scene),
    ...falling(scene),
    ...tags(scene),
    ...strikes(scene),
  ];
}

/** How far each stage has gone; one that the step does not have is over with the one before. */
function gone_of(stage, t) {
  const gone = {};
  let before = 0;
  for (const name in SPANS) {
    gone[name] = stage[name] ? part(t, stage[name]) : Math.floor(before);
    before = gone[name];
  }
  return gone;
}

/** What stands above the table and above the output. */
function headings({ spec, place }) {
  const [W, out] = spec.shapes;
  const { table, strip, pile } = place;
  const above = spec.path > place.out.rows ? EARLIER : 0;
  const left = table ? table.x : 4;
  const look = { fill: "var(--quiet)", "text-anchor": "start" };
  return [
    table || strip
      ? number("W", left, pile.y - 10, W, look)
      : number("W", pile.x, pile.y - 10, rows_of(W), look),
    number("out", pile.x, place.out.y - 9 - above, out, look),
  ];
}

/**
 * Where the copies of rows come from, and where ids are sent to: the table, the strip that
 * stands for it, or, without either, the ids.
 */
function source_of(spec, at, place) {
  const { table, strip, index, size, pile, ribbon, w } = place;
  if (table)
    return (row) => ({
      x: table.x,
      y: table.y + row * size.h,
      to: { x: index, y: table.y + (row + 0.5) * size.h },
    });
  if (strip) {
    const { y_of } = strip_of(spec, strip.low, strip.high);
    const y = (row) =>
      clamp(y_of(row) - size.h / 2, strip.low, strip.high - size.h);
    return (row) => ({
      x: 22,
      y: y(row),
      to: { x: 4 + tag_width(spec.last) / 2, y: y_of(row) + 1.5 },
    });
  }
  return (row, k) => {
    const { x, y } = entry_of(ribbon, at, k);
    return { x: clamp(x - w / 2, 4, pile.x), y: y - size.h / 2, to: null };
  };
}

/** The whole table; rows that no id of the bag names step back. */
function table({ spec, step, place, gone }) {
  return Object.keys(spec.rows).flatMap((key) => {
    const row = Number(key);
    const mine = step.rows.includes(row);
    const line = {
      i: row,
      y: place.table.y + row * place.size.h,
      row: row_at(spec, row),
      away: mine ? 0 : gone.point,
      tagged: mine && gone.point === 1,
      data: { "data-line": row },
    };
    return table_row(spec, place, line);
  });
}

/**
 * The strip of all V rows, and a line from each that the bag names to where its copy
 * stands.
 */
function strip({ spec, step, place, gone }) {
  const { pile, size } = place;
  const { bar, y_of } = strip_of(spec, place.strip.low, place.strip.high);
  if (gone.point < 1) return [bar];
  const tick = {
    fill: "var(--pick)",
    stroke: "var(--ink)",
    "stroke-width": 0.8,
  };
  const ticks = [...new Set(step.rows)].map((row) =>
    rect(`tick${row}`, 2, y_of(row) - 0.5, 18, 4, tick),
  );
  const fold = (row, k) =>
    `M20 ${y_of(row) + 1.5}L38 ${pile.y + k * pile.pitch + size.h / 2}`;
  return [
    bar,
    ...ticks,
    path("fold", step.rows.map(fold).join(""), {
      stroke: "var(--line)",
      fill: "none",
    }),
  ];
}

/** The ids of the bag, on their way to the rows that they name. */
function tags({ spec, step, at, place, source, gone }) {
  const stays = place.table !== null;
  if (
    gone.point === 0 ||
    (gone.point === 1 && !stays) ||
    !(stays || place.strip)
  )
    return [];
  return [...new Set(step.rows)].flatMap((row) => {
    const from = entry_of(place.ribbon, at, step.rows.indexOf(row));
    const { to } = source(row);
    const x = from.x + (to.x - from.x) * gone.point;
    const y = from.y + (to.y - from.y) * gone.point;
    return tag(`tag${row}`, x, y, spec.rows[row].label, { "data-line": row });
  });
}

/**
 * A bag is a step of its own.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec }, bag) => (bag < spec.path ? bag : -1);

export default player({
  ...words,
  picture,
  step_of,
  layout,
  lasts,
  unit,
  ways,
});

// @ts-check
/**
 * Select rows: each id becomes a row of the output. By product: a one-hot is multiplied
 * with the table, row by row, and the products are added up. By lookup: the id says which
 * row is read. Either way the same numbers arrive, while all are finite.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cell_size, column_x } from "../kit/cells.js";
import { box_after, chips, id_of, in_one_line } from "../kit/chips.js";
import {
  FADED,
  LETTER,
  letters,
  clamp,
  glide,
  once,
  part,
  quiet,
  rect,
} from "../kit/draw.js";
import {
  beside,
  entry,
  facts,
  heading,
  height_of_rows,
  ids_heading,
  left_out,
  lens,
  row_of,
} from "../kit/one_hot_and_table.js";
import { player } from "../kit/player.js";
import { step_beside } from "../kit/player_state.js";
import { ring, tag, trail } from "../kit/pointers.js";
import {
  carried,
  in_sight,
  own_chip,
  own_id,
  own_row,
  under_at,
} from "./in_hand.js";
import { SLOTS, outputs } from "./outputs.js";
import * as words from "./words.js";
import { counted, made, spoilt_in } from "./words.js";
import {
  added_part,
  adding,
  made_part,
  product,
  product_stages,
} from "./term_by_term.js";
import { row_cell, row_cells, table_row } from "../kit/weight_cells.js";

/** Seconds from and to of a lookup, in the order the eye should follow. */
export const stages = {
  point: [0, 0.9], // the longest: that an id says where to look is what there is to see
  fade: [0.9, 1.1],
  travel: [1.2, 1.7],
  land: [1.7, 1.9],
};
const GAP = 5; // px between two output rows
const OWN = 3; // of rows that the learner has asked for, where there is room
const APART = 8; // px between these and the others
const NAME = 7; // px of a letter of a name; wording.py says the same
const EARLIER = 12; // px for how many rows come before those in sight, or after them
const BELOW = 18; // px from all of it to what the step has cost

const by_product = ({ by }) => by !== "lookup";

/** The stages of a step: those of a product, or those of a lookup. */
const stages_of = (state) => (by_product(state) ? product_stages : stages);

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec, narrow) {
  const size = cell_size(spec);
  const left = beside(spec, size, narrow);
  const { table, top, chips } = left;
  const rows = Math.min(spec.path, SLOTS);
  const pitch = size.h + GAP;
  const high = height_of_rows(spec, rows, pitch) + size.h;
  const below = spec.whole ? 0 : 20; // the rows that the lens leaves out
  const more = spec.ids > rows ? EARLIER : 0;
  const free = table.h - high - more - APART + GAP;
  const own = narrow ? 1 : clamp(Math.floor(free / pitch), 1, OWN);
  const all = high + more + APART + own * pitch - GAP;
  const earlier = spec.path > rows ? EARLIER : 0;
  const out = {
    x: narrow ? table.x : table.x + table.w + 64,
    y: narrow
      ? table.y + table.h + below + 34 + earlier
      : table.y + Math.max(0, (table.h - all) / 2),
    rows,
    pitch,
    high,
    own: { rows: own, y: high + more + APART },
  };
  const cost = {
    x: 4,
    y: Math.max(table.y + table.h + below, out.y + all) + BELOW,
  };
  const after = box_after(spec, chips);
  const width = Math.max(
    out.x + table.w + spec.word_width + 10,
    out.x + LETTER * spec.shapes[2].length,
    cost.x + LETTER * counted(spec, { by: undefined }).length,
    after.x + after.w + 6,
  );
  return {
    ...left,
    top,
    size,
    out,
    cost,
    width,
    height: cost.y + 8,
    track: in_one_line(spec, chips) ? chips : undefined,
  };
}

/**
 * All shapes of the step at time t (seconds). State: the spec, the step, `by`; in a
 * prediction `asked`, `guess` and the row `over` which the pointer is.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, asked } = state;
  const place = layout(spec, state.narrow);
  const step = spec.steps[state.step];
  const rows = lens(spec, step);
  const stage = stages_of(state);
  const gone = (name) => part(asked ? 0 : t, stage[name]);
  const way = {
    t: asked ? 0 : t,
    point: glide(asked ? 0 : t, stage.point),
    fade: gone("fade"),
    land: gone("land"),
  };
  const scene = {
    state,
    spec,
    step,
    rows,
    place,
    stage,
    way,
    y: place.table.y + rows.indexOf(step.row) * place.size.h,
    spoilt: spoilt_in(state, state.step)?.sum,
  };
  return [
    ...headings(scene),
    ...chips(state, place.chips, true),
    ...own(scene),
    ...(spec.whole ? [] : strip(scene)),
    ...rows.flatMap((row, i) => line(scene, row, i)),
    ...veils(scene),
    ...guessed(scene),
    ...(by_product(state) && !asked
      ? [...product(scene), ...again(scene), ...adding(scene)]
      : []),
    ...(asked || state.held ? [] : pointers(scene)),
    ...outputs(scene),
    ...(asked ? [] : cost(scene)),
    ...(state.held ? in_hand(scene) : []),
  ];
}

/** The chip behind the ids, of a row that the learner has asked for or is about to. */
function own({ state, spec, step, place }) {
  const { held } = state;
  const over = held && under_at(spec, place, step, held.at).place;
  const row = own_row(state, over);
  if (row === undefined) return [];
  const open = Boolean(held) && over === "ids" && held.step === undefined;
  return own_chip(state, place, row, open);
}

/** What the hand carries, from the chip or the row where it was taken. */
function in_hand(scene) {
  const { state, spec, rows, place } = scene;
  const { held, guesses = {} } = state;
  const { size, table, index } = place;
  const y = table.y + (rows.indexOf(held.row) + 0.5) * size.h;
  const home =
    held.step === undefined
      ? { x: index, y }
      : id_of(spec, place.chips, held.step);
  const asks = spec.predict && held.step < spec.path && !(held.step in guesses);
  return carried(scene, home, asks);
}

/** What stands above the chips, the one-hot, the table and the output. */
function headings({ state, spec, place }) {
  const { table, out, top, hot } = place;
  const [one_hot, rows, result] = spec.shapes;
  const above = out.y - 10 - (spec.path > out.rows ? EARLIER : 0);
  const y = state.narrow ? above : top + 10;
  return [
    ids_heading(spec, place),
    ...(by_product(state) && !state.asked
      ? [heading("one-hot", Math.min(4, hot.x), top + 10, one_hot)]
      : []),
    heading("table", table.x, top + 10, rows),
    heading("out", out.x, y, result),
  ];
}

/** The strip with a tick for the row of each step. */
function strip({ state, spec, step, rows, place }) {
  const path = spec.steps.slice(0, spec.path);
  const tick = (y, k) =>
    rect(`tick${k}`, 4, y, 14, 2, { fill: "var(--quiet)" });
  const ticks = (y_of) =>
    state.asked ? [] : path.map(({ row }, k) => tick(y_of(row), k));
  const look = { fill: "var(--pick)", stroke: "var(--ink)" };
  const without = !by_product(state) || state.asked; // a one-hot
  const widths = rows.map((row) => NAME * letters(spec.rows[row].name ?? ""));
  const widest = Math.max(...widths);
  return left_out(
    spec,
    step,
    place,
    ticks,
    look,
    without ? place.names - widest - 12 : undefined,
  );
}

/**
 * Line i: a number of the one-hot where there is one, and a row of the table. Without
 * numbers it is made once, and `veils` let it step back.
 */
function line(scene, row, i) {
  const { state, spec, step, way } = scene;
  const picked = row === step.row;
  const away = picked ? 0 : way.fade;
  if (spec.numbers) return line_at(scene, row, i, away);
  const pointed = picked && way.point === 1 && !state.held;
  const { narrow, by, asked } = state;
  return line_of_colours(spec, narrow, by, asked, row, i, picked, pointed);
}

const line_of_colours = once(
  (spec, narrow, by, asked, row, i, picked, pointed) => {
    const scene = {
      spec,
      state: { by, asked },
      step: { row: picked ? row : null },
      place: layout(spec, narrow),
      way: { point: pointed ? 1 : 0 },
    };
    return line_at(scene, row, i, 0);
  },
);

function line_at({ state, spec, step, place, way }, row, i, away) {
  const y = place.table.y + i * place.size.h;
  const picked = row === step.row;
  const tagged = picked && way.point === 1 && !state.held;
  const data = { "data-row": row };
  const about = {
    i,
    y,
    row: spec.rows[row],
    away,
    data,
    tagged,
    bare: !picked && row % 5 > 0,
  };
  const shapes = table_row(spec, place, about);
  if (!by_product(state) || state.asked) return shapes;
  return [...entry(place, i, row, tagged ? ["z", "1"] : ["0", "0"]), ...shapes];
}

/**
 * Paper over the rows above and below the picked one, which step back: two shapes, where
 * the cells may be a thousand.
 */
function veils({ spec, rows, place, way, y }) {
  if (spec.numbers || way.fade === 0) return [];
  const { size, table } = place;
  const end = table.y + rows.length * size.h;
  const look = {
    fill: "var(--paper)",
    opacity: (1 - FADED) * way.fade,
    "pointer-events": "none",
  };
  const veil = (key, from, to) =>
    to > from ? [rect(key, table.x, from, table.w, to - from, look)] : [];
  return [...veil("veil<", table.y, y), ...veil("veil>", y + size.h, end)];
}

/**
 * A dashed ring around the row that was guessed, if it is another one, or that would be
 * guessed now, or that the keys have chosen.
 */
function guessed({ state, step, rows, place: { table, size } }) {
  const { asked, guess, over, cursor } = state;
  const meant = cursor ?? (asked ? over : guess);
  const i = rows.indexOf(meant);
  const taken = !asked && cursor === undefined && meant === step.row;
  if (i < 0 || taken) return [];
  return ring("guess", table.x, table.y + i * size.h, table.w - 1, size.h - 1, {
    dashed: true,
  });
}

/**
 * What points at the row of the step: the id on its way from its chip, or from where a hand
 * let go of it, and the line that it leaves there until the step is over; once it is there a
 * ring around the row.
 */
function pointers({ state, spec, step, place, way, y }) {
  const { size, table, index } = place;
  const { point } = way;
  if (point === 0) return [];
  const { label } = spec.rows[step.row];
  const to = { x: index, y: y + size.h / 2 };
  const home =
    state.step < spec.path
      ? id_of(spec, place.chips, state.step)
      : own_id(spec, place);
  const from = state.from ? { x: state.from[0], y: state.from[1] } : home;
  const x = from.x + (to.x - from.x) * point;
  const at = from.y + (to.y - from.y) * point;
  const here = ring("row", table.x, y, table.w - 1, size.h - 1, {
    seen: point,
  });
  const left = way.land < 1 ? trail(home, { x, y: at }, 1 - way.land) : [];
  return [
    ...left,
    ...here,
    ...tag("tag", x, at, label, { "data-row": step.row }),
  ];
}

/**
 * The row of the step once more, on top of the products that fall onto it: column by
 * column it becomes their sum.
 */
function again(scene) {
  const { state, spec, step, place, way, y } = scene;
  const { times, travel } = product_stages;
  if (way.t <= times[0] || way.t > travel[0]) return [];
  const { size, table } = place;
  const [row, sum] = [spec.rows[step.row], made(state, state.step)];
  const cells = {
    key: "sum",
    x: table.x,
    y,
    size,
    data: { "data-row": step.row },
  };
  if (row === sum) return row_cells(spec, { ...cells, row });
  return spec.columns.flatMap((_, j) => {
    const now = added_part(scene, j) === 1 ? sum : row;
    return row_cell(
      spec,
      { ...cells, x: column_x(spec, table.x, size, j), row: now },
      j,
    );
  });
}

/**
 * What the step has cost so far: the multiplications of the columns that are made, or the
 * numbers that were read.
 */
function cost(scene) {
  const { state, spec, place, way } = scene;
  const { x, y } = place.cost;
  const { V, D, columns } = spec;
  const reached = (_, j) =>
    by_product(state) ? made_part(scene, j) === 1 : way.t > stages.travel[0];
  const done = columns.filter(reached).length;
  if (done === 0) return [];
  const made = { V, D: Math.round((D * done) / columns.length) };
  // beside the rows of all steps so far its numbers would be taken for theirs
  const text = by_product(state)
    ? counted(made, state)
    : `this step: ${counted(made, state)}`;
  return [quiet("cost", x, y, text)];
}

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => stages_of(state).land[1];

/**
 * Seconds in which the id goes to its row.
 *
 * @type {NonNullable<Kind["points"]>}
 */
export const points = (state) => stages_of(state).point[1];

/**
 * What lies under a hand.
 *
 * @type {NonNullable<Kind["under"]>}
 */
export const under = ({ spec, step, narrow }, at) =>
  under_at(spec, layout(spec, narrow), spec.steps[step], at);

/** The step of a row that is asked for: it comes after the ids, whichever they are. */
export const step_of = ({ spec }, row) => step_beside(spec, row);

const hint = " Or drag an id onto the table, or a row's number onto the ids.";

export const ways = ["product", "lookup"];

export default player({
  ...words,
  picture,
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  points,
  under,
  in_sight,
  hint,
  ways,
});

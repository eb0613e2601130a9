// @ts-check
/**
 * Gradient rows: select_rows turned round. A copy of each row that arrives travels back to
 * its row of W.grad and is added there: where that row was visited before, both parts of
 * the sum stand in it for a moment, and then are one.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cell_size, cells_of, row_heading } from "../kit/cells.js";
import { chips, id_of } from "../kit/chips.js";
import {
  FADED,
  LETTER,
  clamp,
  listed,
  once,
  part,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { gradient_cells, growth } from "../kit/gradient_cells.js";
import * as words from "./words.js";
import { as_of, visits_of, written } from "./words.js";
import {
  beside,
  entry,
  facts,
  heading,
  height_of_rows,
  ids_heading,
  left_out,
  lens,
  row_below,
  row_of,
} from "../kit/one_hot_and_table.js";
import { player } from "../kit/player.js";
import { arrow, ring, tag } from "../kit/pointers.js";

/**
 * Seconds from and to, in the order the eye should follow. A first visit lands; at a later
 * one the parts of the sum stand together from the end of the travel on, then are added.
 * Such a step plays at twice its pace: they are seen standing for half a second.
 */
export const stages = {
  point: [0, 0.9], // the longest: that an id says where to write is what there is to see
  fade: [0.9, 1.1],
  travel: [1.2, 1.7],
  land: [1.7, 1.9],
  add: [2.7, 3.1],
};
const ROWS = 8; // rows of `up` in sight; the others are counted
const EARLIER = 12; // px for how many rows came before those in sight
const TOUCHED = { edge: { touch: 3 }, off: 1.5 }; // the ring of a row that an id names
const UNTOUCHED = { edge: { ink: 1.5 }, off: 1.5 };
const LOW = 16; // px of a row from which on each can carry its visits
const MOST_ABOVE = 6; // px that a row may grow above the table
const SMALL = 6; // px that a letter of the visits takes

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec, narrow) {
  const size = cell_size(spec, 34);
  const left = beside(spec, size, narrow);
  const { table, chips } = left;
  const visits = {
    x: table.x + table.w + 15,
    w: SMALL * `${spec.ids.toLocaleString("en")}th visit`.length,
  };
  const rows = Math.min(spec.path, ROWS);
  const pitch = size.h + 5;
  const high = height_of_rows(spec, rows, pitch) + size.h;
  const below_table = spec.whole ? 6 : 20; // a row that grows, or how many rows are not drawn
  const out = narrow
    ? {
        x: table.x,
        y:
          table.y +
          table.h +
          below_table +
          34 +
          (spec.path > rows ? EARLIER : 0),
      }
    : {
        x: visits.x + visits.w + 44,
        y: table.y + Math.max(0, (table.h - high) / 2),
      };
  const above =
    LETTER * Math.max(spec.shapes[2].length, "⋯ 100,000 more rows".length);
  const right = Math.max(
    visits.x + visits.w,
    table.x +
      LETTER * Math.max(spec.shapes[1].length, most_left_out(spec).length),
    out.x + table.w + spec.word_width + 10,
    out.x + above,
  );
  const bottom = Math.max(
    table.y + table.h + below_table,
    out.y + high + (spec.ids > rows ? 18 : 0),
  );
  return {
    ...left,
    size,
    visits,
    out: { ...out, rows, pitch, high },
    width: Math.max(right, chips.x + chips.w + 6),
    height: bottom + 8,
    track: chips,
  };
}

/** The longest text of how many rows of W.grad are not drawn. */
const most_left_out = ({ whole, V }) =>
  whole ? "" : `⋯ ${listed(V, "row")} above`;

/**
 * Whether the row of the step was visited before: then what arrives is added to what is
 * there.
 */
const is_again = ({ spec, step }) => spec.steps[step].visit > 1;

/**
 * What is drawn and where: the layout, the step, whether it is a row that the learner
 * asked for (`own`), how far each stage has gone.
 */
function scene_of(state, t) {
  const { spec, step: at, narrow } = state;
  const gone = (name) => part(t, stages[name]);
  const [point, fade, travel, land, add] = [
    "point",
    "fade",
    "travel",
    "land",
    "add",
  ].map(gone);
  const step = spec.steps[at];
  const own = at >= spec.path;
  const again = is_again(state);
  const landed = own || (again ? add > 0 : travel === 1);
  const open = again ? travel * (1 - add) : 0; // how far the row makes room for two
  const place = layout(spec, narrow);
  const y = place.table.y + lens(spec, step).indexOf(step.row) * place.size.h;
  return {
    ...place,
    state,
    spec,
    at,
    step,
    own,
    point,
    fade,
    travel,
    land,
    add,
    again,
    landed,
    open,
    y,
  };
}

/**
 * All shapes of the step at time t (seconds). State: the spec and the step.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const scene = scene_of(state, t);
  const { spec, step, own } = scene;
  return [
    ...headings(scene),
    ...chips(state, scene.chips),
    ...(spec.whole ? [] : strip(scene)),
    ...lens(spec, step).flatMap((row, i) => line(scene, row, i)),
    ...(scene.open > 0 ? parts(scene) : []),
    ...incoming(scene),
    ...pointers(scene),
    ...(own || scene.travel === 0 ? [] : way(scene)),
  ];
}

/** What stands above the chips, the one-hot, W.grad and what arrives. */
function headings(scene) {
  const { state, spec, own, hot, table, out, top } = scene;
  const [one_hot, gradient, up] = spec.shapes;
  const y = top + 10;
  const above = out.y - 10 - (spec.path > out.rows ? EARLIER : 0);
  return [
    ids_heading(spec, scene),
    heading("one-hot", Math.min(4, hot.x), y, own ? spec.counts : one_hot),
    heading("table", table.x, y, gradient),
    heading("out", out.x, state.narrow ? above : y, up),
  ];
}

/** The strip with a tick wherever the whole batch touches rows. */
function strip(scene) {
  const { spec, step } = scene;
  const look = { fill: "none", stroke: "var(--touch)", "stroke-width": 2 };
  const tick = (y) => `M4 ${y}L18 ${y}`;
  const ticks = (y_of) => [
    path("ticks", spec.ticks.map((row) => tick(y_of(row) + 1)).join(""), look),
  ];
  const role = step.row in spec.totals || step.visit ? "touch" : "ink";
  return left_out(spec, step, scene, ticks, {
    fill: `var(--${role})`,
    stroke: "var(--paper)",
  });
}

/**
 * Line i: a number of the one-hot upright beside W.grad, and row `row` of W.grad as it is
 * now.
 */
function line(scene, row, i) {
  const { state, spec, step, at, point, land, size, table } = scene;
  const y = table.y + i * size.h;
  const here = row === step.row;
  const after = as_of(state, row, here && !scene.landed ? at - 1 : at);
  const done = written(spec, after, row);
  const data = { "data-row": row };
  const names = { tagged: here && point === 1, bare: !here && row % 5 > 0 };
  const look = done && { fill: "var(--touch)", "font-weight": 700 };
  const shapes = [
    ...entry(scene, i, row, hot_of(scene, row)),
    ...row_heading(scene, { i, y, row: spec.rows[row], data, look, ...names }),
    ...(here && scene.open > 0 ? [] : row_cells(scene, row, after)),
  ];
  if (done) {
    const bar = {
      fill: "var(--touch)",
      opacity: here && step.visit === 1 ? land : 1,
    };
    shapes.push(
      rect(`bar${i}`, table.x + table.w + 5, y + 1, 4, size.h - 3, bar),
    );
  }
  return [...shapes, ...visits(scene, i, here, done)];
}

/** What a row of W.grad holds after a step. */
function row_cells({ spec, step, size, table }, row, after, more = {}) {
  const zeros = "0".repeat(spec.columns.length);
  const done = written(spec, after, row);
  const i = lens(spec, step).indexOf(row);
  return gradient_cells(spec, {
    key: `w${i}`,
    x: table.x,
    y: table.y + i * size.h,
    size,
    row: done ? cells_of(done.sum) : { marks: zeros, texts: [...zeros] },
    data: { "data-row": row, "data-at": after },
    ...more,
  });
}

/**
 * The mark and the text of the one-hot beside a row: 1 once the id has arrived; beside the
 * path, how often each row is named.
 */
function hot_of({ spec, step, own, point }, row) {
  if (own) return spec.totals[row]?.count ?? ["0", "0"];
  return row === step.row && point === 1 ? ["z", "1"] : ["0", "0"];
}

/**
 * How often a row has been touched: said of the row of the step, and of others where it
 * was more than once.
 */
function visits(scene, i, here, done) {
  const { step, size, table } = scene;
  const landed = here && scene.landed;
  const again = done && done.visits !== "1" && size.h >= LOW;
  if (!landed && !(here ? done : again)) return [];
  const words = landed && step.visit ? `${step.nth} visit` : visits_of(done);
  const look = landed ? { fill: `var(--${done ? "touch" : "ink"})` } : {};
  return [
    quiet(
      `visits${i}`,
      scene.visits.x,
      table.y + (i + 0.5) * size.h + 4,
      words,
      look,
    ),
  ];
}

/**
 * The row of the step where it makes room for two: what it held, and as the two become
 * one, the number of their sum.
 */
function parts(scene) {
  const { step, at, add, open, table } = scene;
  const { y, top, h } = grown(scene);
  const paper = rect("sum", table.x, top, table.w - 1, h, {
    fill: "var(--paper)",
  }); // fills the gap
  const stands = { y, open, side: -1 };
  if (add === 0) return [paper, ...row_cells(scene, step.row, at - 1, stands)];
  return [
    paper,
    ...row_cells(scene, step.row, at - 1, {
      ...stands,
      only: ["frames", "marks"],
    }),
    ...(scene.spec.numbers
      ? row_cells(scene, step.row, at, { y, open, only: ["texts"] })
      : []),
  ];
}

/**
 * Where the row of the step stands with what it has grown, which must not reach the
 * heading.
 */
function grown({ spec, size, table, y, open }) {
  const by = growth(spec, size) * open;
  const top = Math.max(y - by, table.y - MOST_ABOVE);
  return { y: top + by, top, h: size.h - 1 + 2 * by };
}

/**
 * What points at the row of the step: its id on the way from its chip, and from the
 * landing on a ring.
 */
function pointers(scene) {
  const { spec, at, step, own, point, travel, size, table, index, y } = scene;
  if (point === 0) return [];
  const { label } = spec.rows[step.row];
  const touched = !own || written(spec, at, step.row);
  const to = { x: index, y: y + size.h / 2 };
  const from = own ? to : id_of(spec, scene.chips, at);
  const x = from.x + (to.x - from.x) * point;
  const middle = from.y + (to.y - from.y) * point;
  const { top, h } = grown(scene);
  const look = { seen: own ? point : 1, ...(touched ? TOUCHED : UNTOUCHED) };
  return [
    ...(own || travel === 1
      ? ring("row", table.x, top, table.w - 1, h, look)
      : []),
    ...tag(
      "tag",
      x,
      middle,
      label,
      { "data-row": step.row },
      touched ? "touch" : "ink",
    ),
  ];
}

const first_of = ({ spec, at, out }) => clamp(at - 3, 0, spec.path - out.rows);

/** Where row s of `up` stands. */
function top_of(scene, s) {
  const { spec, out } = scene;
  return out.y + row_below(spec, first_of(scene), s, out.pitch);
}

/** The rows that arrive, and how many are not in sight. */
function incoming(scene) {
  const { spec, out } = scene;
  const first = first_of(scene);
  const after = spec.ids - first - out.rows;
  const count = (key, y, rows, noun) =>
    quiet(key, out.x, y, `⋯ ${listed(rows, noun)}`, { "font-size": 10 });
  const rows = Array.from({ length: out.rows }, (_, k) =>
    arriving(scene, k, first + k),
  ).flat();
  const shapes = [...rows, ...veils(scene)];
  if (first > 0) shapes.push(count("earlier", out.y - 5, first, "earlier row"));
  if (after > 0)
    shapes.push(count("later", out.y + out.high + 13, after, "more row"));
  return shapes;
}

/** The row that arrives in step s, with its place or its word. */
function arriving(scene, k, s) {
  const { spec, state, at, fade, size, table, out } = scene;
  const step = spec.steps[s];
  const y = top_of(scene, s);
  const words = quiet(
    `slot${k}`,
    out.x + table.w + 8,
    y + size.h / 2 + 4,
    step.slot,
  );
  const { x } = out;
  const cells = spec.numbers
    ? line_of(spec, k, s, x, y, size.w, size.h, s === at ? 0 : fade)
    : line_of_colours(spec, k, s, x, y, size.w, size.h);
  return [...cells, words];
}

const line_of = (spec, k, s, x, y, w, h, fade = 0) =>
  gradient_cells(spec, {
    key: `in${k}`,
    x,
    y,
    size: { w, h },
    row: cells_of(spec.steps[s].in),
    data: { "data-in": s },
    fade,
  });

const line_of_colours = once(line_of); // `veils` let it step back

/**
 * Paper over the rows that do not arrive now, which step back: where no numbers are, it
 * need not spare any.
 */
function veils(scene) {
  const { spec, at, own, fade, size, table, out } = scene;
  if (spec.numbers || fade === 0) return [];
  const top = out.y - 1;
  const bottom = out.y + out.high + 1;
  const here = own ? bottom + 1 : top_of(scene, at);
  const look = {
    fill: "var(--paper)",
    opacity: (1 - FADED) * fade,
    "pointer-events": "none",
  };
  const veil = (key, from, to) =>
    to > from ? [rect(key, out.x - 1, from, table.w + 1, to - from, look)] : [];
  return [
    ...veil("veil<", top, here - 1),
    ...veil("veil>", here + size.h, bottom),
  ];
}

/** The way back, and on it the copy until it has landed or is added. */
function way(scene) {
  const {
    state,
    at,
    step,
    travel,
    add,
    again,
    visits: words,
    size,
    table,
    out,
    y: line,
  } = scene;
  const half = size.h / 2;
  const from = top_of(scene, at);
  const end = words.x + SMALL * `${step.nth} visit`.length + 10;
  const back = state.narrow
    ? []
    : [arrow("way", out.x - 8, from + half, end, line + half, travel)];
  if (travel < 1) return [...back, ...travelling(scene, from)];
  if (!again || add === 1) return back;
  return [
    ...back,
    ...copy(
      scene,
      table.x,
      grown(scene).y,
      add === 0 ? ["marks", "texts"] : ["marks"],
    ),
  ];
}

/** The copy on its way from the row at height `from`. */
function travelling(scene, from) {
  const { spec, travel, open, size, table, out } = scene;
  const x = out.x + (table.x - out.x) * travel;
  const y = from + (grown(scene).y - from) * travel;
  const by = growth(spec, size) * open;
  const w = table.w - 1;
  const h = size.h - 1 + 2 * by;
  return [
    rect("copy", x, y - by, w, h, { fill: "var(--paper)" }), // fills the gap
    ...copy(scene, x, y),
    ...ring("copy", x, y - by, w, h, TOUCHED),
  ];
}

/** What arrives, wherever it stands. */
function copy({ spec, at, step, open, size }, x, y, only) {
  const data = { "data-in": at };
  return gradient_cells(spec, {
    key: "copy",
    x,
    y,
    size,
    row: cells_of(step.in),
    side: 1,
    open,
    only,
    data,
  });
}

/**
 * Seconds that a step takes.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = (state) => (is_again(state) ? stages.add : stages.land)[1];

/**
 * Seconds in which the id goes to its row.
 *
 * @type {NonNullable<Kind["points"]>}
 */
export const points = () => stages.point[1];

export default player({
  ...words,
  picture,
  row_of,
  facts,
  layout,
  lasts,
  points,
});

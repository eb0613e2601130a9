/** Gradient rows: select_rows turned round. A copy of each row that arrives travels back to its row of W.grad and is added there. */
import { cell, cell_size, cells_of, row_heading } from "./cells.js";
import { LETTER, clamp, listed, number, part, path, quiet, rect } from "./draw.js";
import { gradient_cells } from "./gradient_cells.js";
import { alt, hover, numbers, place_of, say, visits_of, written } from "./gradient_rows_text.js";
import { beside, facts, headings, left_out, lens, row_of, step_of } from "./one_hot_and_table.js";
import { player } from "./player.js";
import { arrow, ring, tag, tag_width } from "./pointers.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], travel: [0.6, 1.1], land: [1.1, 1.3] };
const ROWS = 8; // rows of `up` in sight; the others are counted
const TOUCHED = { edge: { touch: 3 }, off: 1.5 }; // the ring of a row that an id names
const UNTOUCHED = { edge: { ink: 1.5 }, off: 1.5 };
const LOW = 16; // px of a row from which on each can carry its visits
const SMALL = 6; // px that a letter of the visits takes

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const size = cell_size(spec, 34);
  const left = beside(spec, size);
  const { table } = left;
  const rows = Math.min(spec.path, ROWS);
  const pitch = Math.max(size.h + 5, 24);
  const high = (rows - 1) * pitch + size.h;
  const visits = table.x + table.w + 15;
  const id_width = tag_width(spec.last);
  const x = visits + SMALL * "10,000 visits".length + 54 + id_width;
  const y = table.y + Math.max(0, (table.h - high) / 2);
  const out = { x, y, rows, pitch, id: x - 12 - id_width / 2, from: x - 18 - id_width };
  const above = LETTER * Math.max(spec.shapes[2].length, "⋯ 100,000 more rows".length);
  const below_table = spec.whole ? 0 : 20;
  const below_rows = spec.ids > rows ? 18 : 0;
  const width = x + Math.max(table.w + spec.word_width + 10, above);
  const bottom = Math.max(table.y + table.h + below_table, y + high + below_rows);
  return { ...left, size, visits, out, width, height: bottom + 8 };
}

/** What is drawn and where: the layout, the step, whether it is a row that the learner asked for (`own`), how far each stage has gone. */
function scene_of({ spec, step: at }, t) {
  const [point, fade, travel, land] = Object.values(stages).map((stage) => part(t, stage));
  const own = at >= spec.path;
  const landed = own || travel === 1;
  return { ...layout(spec), spec, at, step: spec.steps[at], own, point, fade, travel, land, landed };
}

/** All shapes of the step at time t (seconds). State: the spec and the step. */
export function picture(state, t) {
  const scene = scene_of(state, t);
  const { spec, at, step, own, landed } = scene;
  const [start, end, counts] = spec.hot;
  const one_hot = own ? counts : start + place_of(step) + end;
  const complete = landed && (own || at + 1 === spec.ids);
  const table = spec.shapes[1] + (complete ? "" : " so far");
  return [
    ...headings([one_hot, table, spec.shapes[2]], scene),
    ...(spec.whole ? [] : strip(scene)),
    ...lens(spec, step).flatMap((row, i) => line(scene, row, i)),
    ...pointers(scene),
    ...incoming(scene),
    ...(own || scene.travel === 0 ? [] : way(scene)),
  ];
}

/** The strip with a tick wherever the whole batch touches rows. */
function strip(scene) {
  const { spec, step } = scene;
  const look = { fill: "none", stroke: "var(--touch)", "stroke-width": 2 };
  const tick = (y) => `M4 ${y}L18 ${y}`;
  const ticks = (y_of) => [path("ticks", spec.ticks.map((row) => tick(y_of(row) + 1)).join(""), look)];
  const role = step.row in spec.totals || step.visit ? "touch" : "ink";
  return left_out(spec, step, scene, ticks, { fill: `var(--${role})`, stroke: "var(--paper)" });
}

/** Line i: a number of the one-hot upright beside W.grad, and row `row` of W.grad as it is now. */
function line(scene, row, i) {
  const { spec, step, own, point, land, landed, size, hot, table } = scene;
  const y = table.y + i * size.h;
  const here = row === step.row;
  const at = here && !landed ? scene.at - 1 : scene.at;
  const done = written(spec, at, row);
  const [mark, count] = hot_of(scene, row);
  const text = size.h >= LOW && LETTER * count.length < hot.w ? count : "";
  const data = { "data-row": row };
  const heading = { tagged: here && point > 0, bare: !here && row % 5 > 0 };
  const look = done && { fill: "var(--touch)", "font-weight": 700 };
  const zeros = "0".repeat(spec.columns.length);
  const cells = done ? cells_of(done.sum) : { marks: zeros, texts: [...zeros] };
  const shapes = [
    ...cell(`hot${i}`, hot.x, y, { w: hot.w, h: size.h }, mark, text, data),
    ...row_heading(scene, { i, y, row: spec.rows[row], data, look, ...heading }),
    ...gradient_cells(spec, {
      key: `w${i}`,
      x: table.x,
      y,
      size,
      row: cells,
      data: { ...data, "data-at": at },
    }),
  ];
  if (done) {
    const first = here && !own && done.visits === "1";
    const bar = { fill: "var(--touch)", opacity: first ? land : 1 };
    shapes.push(rect(`bar${i}`, table.x + table.w + 5, y + 1, 4, size.h - 3, bar));
  }
  return [...shapes, ...visits(scene, i, here, done)];
}

/** The mark and the text beside a row: 1 at the row of the step; beside the path, how often each row is named. */
function hot_of({ spec, step, own }, row) {
  if (own) return spec.totals[row]?.count ?? ["0", ""];
  return row === step.row ? ["z", "1"] : ["0", ""];
}

/** How often a row has been touched: said of the row of the step, and of others where it was more than once. */
function visits(scene, i, here, done) {
  const { step, own, land, size, table } = scene;
  const landed = here && scene.landed;
  const again = done && done.visits !== "1" && size.h >= LOW;
  if (!landed && !(here ? done : again)) return [];
  const words = landed && step.visit ? `${step.nth} visit` : visits_of(done);
  const look = landed ? { fill: `var(--${done ? "touch" : "ink"})`, opacity: own ? 1 : land } : {};
  return [quiet(`visits${i}`, scene.visits, table.y + (i + 0.5) * size.h + 4, words, look)];
}

const line_y = ({ spec, step, table, size }) => table.y + lens(spec, step).indexOf(step.row) * size.h;

/** What points at the row of the step: its tag, and from the landing on its ring. */
function pointers(scene) {
  const { spec, at, step, own, point, landed, size, table, index } = scene;
  if (point === 0) return [];
  const y = line_y(scene);
  const touched = !own || written(spec, at, step.row);
  const look = { seen: own ? point : 1, ...(touched ? TOUCHED : UNTOUCHED) };
  const { label } = spec.rows[step.row];
  const role = touched ? "touch" : "ink";
  return [
    ...(landed ? ring("row", table.x, y, table.w - 1, size.h - 1, look) : []),
    ...tag("tag", index, y + size.h / 2, label, point, { "data-row": step.row }, role),
  ];
}

const first_of = ({ spec, at, out }) => clamp(at - 3, 0, spec.path - out.rows);

/** The rows that arrive, and how many are not in sight. */
function incoming(scene) {
  const { spec, out, size } = scene;
  const first = first_of(scene);
  const after = spec.ids - first - out.rows;
  const shapes = [number("ids", out.id, 13, "ids", { fill: "var(--quiet)" })];
  for (let k = 0; k < out.rows; k++) shapes.push(...arriving(scene, k, first + k));
  const count = (key, y, rows, noun) => quiet(key, out.x, y, `⋯ ${listed(rows, noun)}`, { "font-size": 10 });
  const bottom = out.y + (out.rows - 1) * out.pitch + size.h;
  if (first > 0) shapes.push(count("earlier", out.y - 5, first, "earlier row"));
  if (after > 0) shapes.push(count("later", bottom + 12, after, "more row"));
  return shapes;
}

/** The row that arrives in step s: with its id at the left, as that is where it goes, and its word at the right. */
function arriving({ spec, at, point, fade, size, table, out }, k, s) {
  const step = spec.steps[s];
  const here = s === at;
  const away = here ? 0 : fade;
  const opacity = 1 - 0.4 * away;
  const y = out.y + k * out.pitch;
  const middle = y + size.h / 2;
  const id = spec.rows[step.row].label;
  const cells = {
    key: `in${k}`,
    x: out.x,
    y,
    size,
    row: cells_of(step.in),
    fade: away,
    data: { "data-in": s },
  };
  return [
    ...gradient_cells(spec, cells),
    quiet(`slot${k}`, out.x + table.w + 8, middle + 4, step.slot, { opacity }),
    ...(here && point > 0
      ? tag("id", out.id, middle, id, point, {}, "touch")
      : [number(`id${k}`, out.id, middle + 4, id, { fill: "var(--quiet)", opacity })]),
  ];
}

/** The way back, and on it the copy until it has landed. */
function way(scene) {
  const { spec, at, step, travel, landed, visits: left, size, table, out } = scene;
  const half = size.h / 2;
  const from = out.y + (at - first_of(scene)) * out.pitch;
  const to = line_y(scene);
  const end = left + SMALL * `${step.nth} visit`.length + 10;
  const back = arrow("way", out.from, from + half, end, to + half, travel);
  if (landed) return [back];
  const x = out.x + (table.x - out.x) * travel;
  const y = from + (to - from) * travel;
  const w = table.w - 1;
  const h = size.h - 1;
  return [
    back,
    rect("copy", x, y, w, h, { fill: "var(--paper)" }), // fills the gap
    ...gradient_cells(spec, { key: "copy", x, y, size, row: cells_of(step.in), data: { "data-in": at } }),
    ...ring("copy", x, y, w, h, TOUCHED),
  ];
}

/** Seconds that a step takes. */
export const lasts = () => stages.land[1];

export default player({ picture, say, alt, hover, numbers, step_of, row_of, facts, layout, lasts });

// @ts-check
/**
 * Add rows: a row of X names rows of the table and how often each; weighed copies stand
 * one under the other, and add up.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import * as words from "./words.js";
import {
  entry_at,
  lasts,
  lines_of,
  pile,
  points,
  stages,
  starts,
  words_of,
} from "./sums.js";
import { cell, cell_size, row_width, strip_of } from "../kit/cells.js";
import { chips, chips_of } from "../kit/chips.js";
import { arrays, arrays_of, entry_of } from "./csr_arrays.js";
import { lines_in, ring_off, row_at, writes } from "../kit/csr_rows.js";
import { made, made_of } from "./rows_so_far.js";
import {
  LETTER,
  letters,
  number,
  part,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { player } from "../kit/player.js";
import { ring, tag, tag_width } from "../kit/pointers.js";
import { table_row } from "../kit/weight_cells.js";

const WIDE = 560; // px that the chips of the rows of X may take
const NARROW = 300;

/** The rows of X as chips.js draws ids: what each is called. */
function chips_spec({ path: count, steps }) {
  const labels = steps.map((_, r) => `X[${r}]`);
  const width = LETTER * Math.max(...labels.map((text) => text.length));
  return {
    path: count,
    chips: { width, words: false, block: 0 },
    steps: steps.map((_, r) => ({ row: r })),
    rows: labels.map((text) => ({ label: text })),
  };
}

/**
 * Whether each copy stands in line with its row: where lines are high enough, and no line
 * is needed twice.
 */
const in_line = (spec, narrow) =>
  !narrow &&
  spec.whole && // a lens would then be too high for a slide
  writes(spec) &&
  spec.steps.every(
    ({ rows, more }) =>
      more === 0 && rows.every((row, k) => k === 0 || row > rows[k - 1]),
  );

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec, narrow) {
  const { whole, shapes, name_width, count_width, last, drawn } = spec;
  const size = cell_size(spec);
  if (narrow && spec.numbers && is_short(spec)) size.w = 36;
  const start = narrow ? 4 : 14 + LETTER * shapes[0].length;
  const track = chips_of(chips_spec(spec), {
    x: start,
    y: narrow ? 20 : 2,
    width: narrow ? NARROW : WIDE,
  });
  const csr = arrays_of(spec, track.y + track.h + 16, narrow);
  const y = csr.bottom + (whole ? 38 : 50);
  const counts = writes(spec)
    ? Math.max(26, 8 + count_width)
    : Math.max(14, size.w);
  const hot = { x: whole ? 8 : 50, w: counts };
  const names = hot.x + hot.w + (narrow ? 14 : 26) + name_width;
  const index_width = tag_width(last);
  const w = row_width(spec, size);
  const pitch = size.h + (whole ? 0 : 16);
  const x = Math.max(names + index_width + 16, hot.x + LETTER * 5 + 12);
  const table = { x, y, w, h: drawn * pitch, pitch };
  const words =
    14 +
    LETTER * Math.max(...spec.steps.flatMap((step) => widths_of(spec, step)));
  const beside = in_line(spec, narrow);
  const lines = beside ? drawn + 1 : Math.max(...spec.steps.map(lines_of));
  const place = narrow
    ? { x: Math.max(table.x, words), y: y + table.h + 46 }
    : { x: table.x + w + words + 16, y };
  const each = beside ? pitch : size.h + 5;
  const sum = beside
    ? place.y + (drawn - 1) * pitch + 2 * size.h + 14
    : place.y + lines * each + 9;
  const right = Math.max(csr.right, track.x + track.w);
  const low = sum + size.h;
  const made = made_of(spec, size, place, { right, low, narrow });
  const above =
    LETTER * Math.max(shapes[2].length, "+ 292 more entries, not drawn".length);
  const ends = [right, table.x + w, place.x + Math.max(w, above)];
  if (made) ends.push(made.x + Math.max(w, LETTER * shapes[2].length));
  const foot = y + table.h + (writes(spec) ? 20 : 0);
  return {
    size,
    track,
    csr,
    hot,
    names,
    index: table.x - 8 - index_width / 2,
    table,
    pile: { ...place, pitch: each, beside },
    lines,
    sum,
    made,
    width: Math.max(...ends) + 8,
    height: Math.max(foot, low, made?.bottom ?? 0) + 10,
  };
}

/** Whether all numbers fit into the cells of a narrow page. */
const is_short = (spec) =>
  lines_in(spec).every(({ texts }) => texts.every((text) => text.length < 6));

/** How many letters stand beside each line of a step. */
const widths_of = (spec, step) => [
  "so far".length,
  ...step.terms.map((_, k) => letters(words_of(spec, step, k))),
];

/**
 * All shapes of the step at time t (seconds). State: the spec and the step.
 *
 * @type {Kind["picture"]}
 */
export function picture(state, t) {
  const { spec, step: index, narrow, kept = -1 } = state;
  const place = layout(spec, narrow);
  const step = spec.steps[index];
  const drawn = drawn_of(spec, step);
  const line_y = (row) =>
    place.table.y + drawn.indexOf(row) * place.table.pitch;
  const scene = {
    spec,
    step,
    index,
    kept,
    place,
    drawn,
    line_y,
    ...entry_at(step, t),
  };
  const point = part(t, stages.point);
  return [
    ...headings(scene, narrow),
    ...chips({ spec: chips_spec(spec), step: index }, place.track),
    ...arrays(spec, index, place.csr, { seen: point, now: scene.now }),
    ...rows_of(scene, point, part(t, stages.fade)),
    ...made(scene, t >= lasts(state)),
    ...pile(scene, t),
  ];
}

function headings({ spec, index, place }, narrow) {
  const { hot, table, track } = place;
  const to = (!narrow && place.made) || place.pile;
  const [X, W, out] = spec.shapes;
  const above = spec.whole ? 10 : 22;
  const look = { fill: "var(--quiet)", "text-anchor": "start" };
  return [
    number("X", 4, narrow ? 13 : track.y + track.h / 2 + 4, X, look),
    number("dense", hot.x, table.y - above, `X[${index}]`, look),
    number("table", table.x, table.y - above, W, look),
    number("out", to.x, to.y - 10, out, look),
    ...(writes(spec)
      ? [quiet("hint", hot.x, table.y + table.h + 16, "click a count")]
      : []),
  ];
}

/** The rows of the table that a step draws: all, or those that it names. */
const drawn_of = ({ whole, V }, { counts }) =>
  whole ? [...Array(V).keys()] : Object.keys(counts).map(Number);

/** The dense row beside the table, the table, and what points at the rows that are named. */
function rows_of(scene, point, fade) {
  const { spec, place, drawn, now, reads, step, line_y } = scene;
  const { size, table } = place;
  const shapes = spec.whole ? [] : lens(scene);
  shapes.push(
    ...drawn.flatMap((row, i) => line(scene, row, i, point === 1, fade)),
  );
  if (reads)
    shapes.push(
      ...ring(
        "row",
        table.x,
        line_y(step.rows[now]),
        table.w - 1,
        size.h - 1,
        ring_off(spec),
      ),
    );
  return point > 0 ? [...shapes, ...marks(scene, point)] : shapes;
}

/** Line i: a number of the dense row of X, and a row of the table. */
function line({ spec, step, place, line_y }, row, i, pointed, fade) {
  const { size, hot } = place;
  const y = line_y(row);
  const named = row in step.counts;
  const written = writes(spec);
  const about = {
    i,
    y,
    row: row_at(spec, row),
    data: { "data-line": row },
    away: named ? 0 : fade,
    tagged: named && written && pointed,
    bare: !named && row % 5 > 0,
  };
  const count = step.counts[row] ?? ["0", "0"];
  const box = { x: hot.x, y, w: hot.w, h: size.h };
  const data = {
    "data-count": row,
    ...(written && { "data-row": spec.path + row }), // behind the rows of X: for the kernel
  };
  return [
    ...count_cell(`hot${i}`, box, count, written, data),
    ...table_row(spec, place, about),
  ];
}

/** How often the row of X takes a row of the table. */
function count_cell(key, { x, y, w, h }, [mark, text], written, data) {
  if (mark !== "0" || !written)
    return cell(key, x, y, { w, h }, mark, written ? text : "", data);
  const [frame] = cell(key, x, y, { w, h }, mark, "", data);
  const look = { fill: "var(--quiet)", ...data };
  return [
    frame,
    number(`${key}#`, x + (w - 1) / 2, y + h / 2 + 3.5, text, look),
  ];
}

/**
 * The indices of the entries, on their way to the rows that they name; a bar where the
 * lines are too low for a number.
 */
function marks({ spec, step, index, place, drawn, line_y }, point) {
  const { size, csr, table } = place;
  return drawn.flatMap((row, i) => {
    if (!(row in step.counts)) return [];
    const data = { "data-line": row };
    const look = {
      fill: "var(--pick)",
      stroke: "var(--ink)",
      "stroke-width": 0.8,
      ...data,
    };
    if (!writes(spec))
      return [
        rect(`tag${i}`, table.x - 8, line_y(row) + 0.5, 5, size.h - 2, look),
      ];
    const from = entry_of(spec, index, csr, step.rows.indexOf(row));
    const x = from.x + (place.index - from.x) * point;
    const y = from.y + (line_y(row) + size.h / 2 - from.y) * point;
    return tag(`tag${i}`, x, y, spec.rows[row].label, data);
  });
}

/**
 * The strip of all V rows, a tick for each that is named, a fold line to each that is
 * drawn, and what is left out.
 */
function lens({ spec, step, place, drawn, line_y }) {
  const { size, hot, table } = place;
  const { bar, y_of } = strip_of(spec, table.y - 20, table.y + table.h);
  const tick = {
    tag: "rect",
    x: 2,
    width: 18,
    height: 4,
    fill: "var(--pick)",
    stroke: "var(--ink)",
  };
  const ticks = drawn.map((row, i) => ({
    key: `tick${i}`,
    ...tick,
    y: y_of(row) - 0.5,
  }));
  const fold = (row) =>
    `M20 ${y_of(row) + 1.5}L${hot.x - 8} ${line_y(row) + size.h / 2}`;
  const left_out = step.gaps
    .map((text, i) =>
      quiet(`gap${i}`, table.x, table.y + i * table.pitch - 4, text, {
        "font-size": 10,
      }),
    )
    .filter(({ text }) => text);
  return [
    bar,
    ...ticks,
    path("fold", drawn.map(fold).join(""), {
      stroke: "var(--line)",
      fill: "none",
    }),
    ...left_out,
  ];
}

/**
 * A row of X is a step of its own.
 *
 * @type {Kind["step_of"]}
 */
export const step_of = ({ spec }, row) => (row < spec.path ? row : -1);

/**
 * The row of X that a typed text means; NaN where the kernel must say.
 *
 * @type {Kind["row_of"]}
 */
export const row_of = ({ path: rows }, typed) =>
  /^\d{1,3}$/.test(typed) && Number(typed) < rows ? Number(typed) : NaN;

/**
 * What a reader of the page may want to know of the step.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step }) => ({
  rows: spec.steps[step].rows.join(" "),
});

export default player({
  ...words,
  picture,
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  points,
  starts,
});

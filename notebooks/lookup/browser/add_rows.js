/** Add rows: a row of X names rows of the table and how often each; weighed copies stand one under the other, and add up. */
import { alt, hover, numbers, row_at, say } from "./add_rows_text.js";
import { cell, cell_size, cells_of, row_width, strip_of } from "./cells.js";
import { arrays, arrays_of } from "./csr_arrays.js";
import { LETTER, number, part, path, quiet, rect } from "./draw.js";
import { player } from "./player.js";
import { ring, tag, tag_width } from "./pointers.js";
import { row_cells, table_row } from "./weight_cells.js";

/** Seconds from and to, in the order the eye should follow; the entries share `carry`. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], carry: [0.6, 2.4] };
const EACH = 0.6; // most seconds that an entry takes
const WRITTEN = 16; // px of a line from which on a count and a tag fit

/** Seconds that a step takes: longer the more entries there are, up to a bound. */
export function lasts({ spec, step }) {
  const [from, to] = stages.carry;
  return Math.min(to, from + EACH * Math.max(1, spec.steps[step].terms.length));
}

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const size = cell_size(spec);
  const csr = arrays_of(spec);
  const y = spec.whole ? 162 : 182;
  const low = size.h < WRITTEN;
  const hot = {
    x: spec.whole ? 8 : 58,
    w: low ? Math.max(14, size.w) : Math.max(26, 8 + spec.count_width),
  };
  const names = hot.x + hot.w + 26 + spec.name_width;
  const index_width = tag_width(spec.last);
  const w = row_width(spec, size);
  const pitch = size.h + (spec.whole ? 0 : 24);
  const table = {
    x: Math.max(names + index_width + 16, 8 + LETTER * 10),
    y,
    w,
    h: spec.drawn * pitch,
    pitch,
  };
  const pile = { x: table.x + w + 60 + spec.weight_width, y, pitch: size.h + 5 };
  const sum = y + spec.lines * pile.pitch + 9;
  const above = Math.max(spec.shapes[2].length, "+ 292 more entries, not drawn".length);
  const right = Math.max("so far".length, "out[7]".length, "row ".length + spec.last.length);
  const width = Math.max(csr.right, pile.x + LETTER * above, pile.x + w + 12 + LETTER * right);
  const height = Math.max(y + table.h, sum + size.h) + 10;
  return { size, csr, hot, names, index: table.x - 8 - index_width / 2, table, pile, sum, width, height };
}

/** All shapes of the step at time t (seconds). State: the spec and the step. */
export function picture(state, t) {
  const { spec, step } = state;
  const place = layout(spec);
  const point = part(t, stages.point);
  const fade = part(t, stages.fade);
  return [
    ...headings(spec, step, place),
    ...arrays(spec, step, place.csr, point),
    ...rows_of(spec, spec.steps[step], place, { point, fade }),
    ...pile(state, place, t),
  ];
}

function headings({ shapes: [X, W, out], whole }, index, { hot, table, pile }) {
  const y = table.y - (whole ? 10 : 24);
  const look = { fill: "var(--quiet)", "text-anchor": "start" };
  return [
    number("X", 8, 13, X, look),
    number("dense", hot.x, y, `X[${index}]`, look),
    number("table", table.x, y, W, look),
    number("out", pile.x, y, out, look),
  ];
}

/** The rows of the table that a step draws: all, or those that it names. */
const drawn_of = ({ whole, V }, { counts }) =>
  whole ? [...Array(V).keys()] : Object.keys(counts).map(Number);
const line_y = ({ table }, i) => table.y + i * table.pitch;

/** The dense row beside the table, the table, and what points at the rows that are named. */
function rows_of(spec, step, place, seen) {
  const drawn = drawn_of(spec, step);
  return [
    ...(spec.whole ? [] : lens(spec, place, drawn, step.gaps)),
    ...drawn.flatMap((row, i) => line(spec, step, place, { i, row, ...seen })),
    ...(seen.point > 0 ? pointers(spec, place, drawn, step.counts, seen.point) : []),
  ];
}

/** Line i: a number of the dense row of X, and a row of the table. */
function line(spec, { counts }, place, { i, row, point, fade }) {
  const { size, hot } = place;
  const y = line_y(place, i);
  const named = row in counts;
  const written = size.h >= WRITTEN;
  const [mark, count] = counts[row] ?? ["0", ""];
  const text = written && mark !== "0" ? count : "";
  return [
    ...cell(`hot${i}`, hot.x, y, { w: hot.w, h: size.h }, mark, text, { "data-count": row }),
    ...table_row(spec, place, {
      i,
      y,
      row: row_at(spec, row),
      data: { "data-line": row },
      away: named ? 0 : fade,
      tagged: named && written && point > 0,
      bare: !named && row % 5 > 0,
    }),
  ];
}

/** Rings and tags of the rows that are named. Neighbours share a ring: of two, each would cover the other's row. */
function pointers(spec, place, drawn, counts, seen) {
  const { size, table, index } = place;
  const is_named = (i) => drawn[i] in counts;
  const shares = (i) => spec.whole && is_named(i);
  const lines = drawn.map((_, i) => i).filter(is_named);
  const firsts = lines.filter((i) => !shares(i - 1));
  const rings = firsts.flatMap((first) => {
    const last = lines.find((i) => i >= first && !shares(i + 1));
    const high = (last - first) * table.pitch + size.h - 1;
    return ring(`row${first}`, table.x, line_y(place, first), table.w - 1, high, { seen });
  });
  if (size.h < WRITTEN) return rings;
  const tags = lines.flatMap((i) => {
    const row = drawn[i];
    const y = line_y(place, i) + size.h / 2;
    return tag(`tag${i}`, index, y, spec.rows[row].label, seen, { "data-line": row });
  });
  return [...rings, ...tags];
}

/** The strip of all V rows, a tick for each that is named, a fold line to each that is drawn, and what is left out. */
function lens(spec, place, drawn, gaps) {
  const { size, hot, table } = place;
  const { bar, y_of } = strip_of(spec, table.y - 20, table.y + table.h);
  const tick = { tag: "rect", x: 2, width: 18, height: 4, fill: "var(--pick)", stroke: "var(--ink)" };
  const ticks = drawn.map((row, i) => ({ key: `tick${i}`, ...tick, y: y_of(row) - 0.5 }));
  const fold = (row, i) => `M20 ${y_of(row) + 1.5}L${hot.x - 8} ${line_y(place, i) + size.h / 2}`;
  const left_out = gaps
    .map((text, i) => quiet(`gap${i}`, table.x, line_y(place, i) - 8.5, text, { "font-size": 10 }))
    .filter(({ text }) => text);
  return [
    bar,
    ...ticks,
    path("fold", drawn.map(fold).join(""), { stroke: "var(--line)", fill: "none" }),
    ...left_out,
  ];
}

/** The weighed rows one under the other, the copy on its way, and their sum so far. */
function pile(state, place, t) {
  const { spec, step: index } = state;
  const step = spec.steps[index];
  const { x, y, pitch } = place.pile;
  const [from] = stages.carry;
  const end = lasts(state);
  const count = step.terms.length;
  const each = (end - from) / count;
  const done = t >= (count ? end : from);
  const landed = Math.min(count - 1, Math.floor((t - from) / each));
  const shapes = step.terms.flatMap((_, k) => {
    const start = from + k * each;
    const gone = part(t, [start, start + 0.8 * each]); // a breath before the next one leaves
    return gone > 0 ? term(spec, place, step, k, gone) : [];
  });
  if (step.more && done) {
    const more = `+ ${step.more} more ${step.more > 1 ? "entries" : "entry"}, not drawn`;
    shapes.push(quiet("rest", x, y + count * pitch + 14, more));
  }
  const total = done ? step.out : step.sums[landed - 1];
  return [...shapes, ...sum_of(spec, place, index, total, done)];
}

/** The line below the pile, and below it the sum; `done`: of all entries, else so far. */
function sum_of(spec, { size, table, pile, sum: y }, index, total, done) {
  const { x } = pile;
  const rule = `M${x} ${y - 6}L${x + table.w - 1} ${y - 6}`;
  const empty = { fill: "none", stroke: "var(--line)", "stroke-dasharray": "3 3" };
  const shapes = [
    path("rule", rule, { stroke: "var(--ink)", fill: "none", "stroke-width": 1.3 }),
    rect("empty", x, y, table.w - 1, size.h - 1, empty),
  ];
  if (total) {
    const data = done ? { "data-sum": index } : {};
    shapes.push(...row_cells(spec, { key: "sum", x, y, size, row: cells_of(total), data }));
  }
  const words = total && !done ? "so far" : `out[${index}]`;
  const opacity = total ? 1 : 0.45;
  shapes.push(quiet("sum#", x + table.w + 8, y + size.h / 2 + 4, words, { opacity }));
  return shapes;
}

/** Entry k of a step: a copy of its row until it has arrived, weighed from then on. */
function term(spec, place, step, k, gone) {
  const { size, table, pile } = place;
  const row = step.rows[k];
  const there = gone === 1;
  const start = line_y(place, drawn_of(spec, step).indexOf(row));
  const end = pile.y + k * pile.pitch;
  const middle = end + size.h / 2 + 4;
  const x = table.x + (pile.x - table.x) * gone;
  const y = start + (end - start) * gone;
  const cells = there ? cells_of(step.terms[k]) : row_at(spec, row);
  const data = there ? { "data-term": k } : { "data-line": row };
  const times = { "text-anchor": "end", opacity: gone };
  const shapes = [
    number(`times${k}`, pile.x - 8, middle, `${step.weights[k]} ×`, times),
    ...row_cells(spec, { key: `term${k}`, x, y, size, row: cells, data }),
    quiet(`of${k}`, pile.x + table.w + 8, middle, `row ${spec.rows[row].label}`, { opacity: gone }),
  ];
  if (!there) shapes.push(...ring("copy", x, y, table.w - 1, size.h - 1));
  return shapes;
}

/** A row of X is a step of its own. */
export const step_of = ({ spec }, row) => (row < spec.path ? row : -1);

/** The row of X that a typed text means; NaN where the kernel must say. */
export const row_of = ({ path: rows }, typed) =>
  /^\d{1,3}$/.test(typed) && Number(typed) < rows ? Number(typed) : NaN;

/** What a reader of the page may want to know of the step. */
export const facts = ({ spec, step }) => ({ rows: spec.steps[step].rows.join(" ") });

export default player({ picture, say, alt, hover, numbers, facts, step_of, row_of, layout, lasts });

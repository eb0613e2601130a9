/** Add rows: a row of X names rows of the table and how often each; weighed copies stand one under the other, and add up. */
import {
  cell,
  cell_size,
  cells_of,
  number,
  part,
  quiet,
  ring,
  row_cells,
  strip_of,
  table_row,
  tag,
} from "./draw.js";
import { alt, hover, numbers, row_at, say } from "./add_rows_text.js";
import { arrays, arrays_of } from "./csr_arrays.js";
import { player } from "./player.js";

/** Seconds from and to, in the order the eye should follow; the entries share `carry`. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], carry: [0.6, 2.4] };
const EACH = 0.6; // most seconds that an entry takes
const LETTER = 6.7; // px that a letter takes at most
const WRITTEN = 16; // px of a line from which on a count and a tag fit

/** Seconds that a step takes: longer the more entries there are, up to a bound. */
export function lasts({ spec, step }) {
  const [from, to] = stages.carry;
  return Math.min(to, from + EACH * Math.max(1, spec.steps[step].terms.length));
}

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const { whole, columns, gap, drawn, last, shapes } = spec,
    size = cell_size(spec);
  const y = whole ? 162 : 182,
    csr = arrays_of(spec);
  const hot = {
    x: whole ? 8 : 58,
    w: size.h < WRITTEN ? Math.max(14, size.w) : Math.max(26, 8 + spec.count_width),
  };
  const names = hot.x + hot.w + 26 + spec.name_width,
    tag_width = Math.max(20, 8 + LETTER * last.length);
  const w = columns.length * size.w + (gap ? 14 : 0),
    pitch = size.h + (whole ? 0 : 24);
  const table = { x: Math.max(names + tag_width + 16, 8 + LETTER * 10), y, w, h: drawn * pitch, pitch };
  const pile = { x: table.x + w + 60 + spec.weight_width, y, pitch: size.h + 5 };
  const sum = y + spec.lines * pile.pitch + 9;
  const width = Math.max(
    csr.right,
    pile.x + LETTER * Math.max(shapes[2].length, "+ 292 more entries, not drawn".length),
    pile.x + w + 12 + LETTER * Math.max("so far".length, "out[7]".length, "row ".length + last.length),
  );
  const height = Math.max(y + table.h, sum + size.h) + 10;
  return { size, csr, hot, names, index: table.x - 8 - tag_width / 2, table, pile, sum, width, height };
}

/** All shapes of the step at time t (seconds). State: the spec and the step. */
export function picture(state, t) {
  const { spec, step } = state,
    place = layout(spec),
    point = part(t, stages.point),
    fade = part(t, stages.fade);
  const left = [...arrays(spec, step, place.csr, point), ...rows_of(state, place, point, fade)];
  return [...headings(spec, step, place), ...left, ...pile(state, place, t)];
}

function headings({ shapes: [X, W, out], whole }, index, { hot, table, pile }) {
  const head = (key, x, y, text) => number(key, x, y, text, { fill: "var(--quiet)", "text-anchor": "start" });
  const y = table.y - (whole ? 10 : 24);
  return [
    head("X", 8, 13, X),
    head("dense", hot.x, y, `X[${index}]`),
    head("table", table.x, y, W),
    head("out", pile.x, y, out),
  ];
}

/** The rows of the table that a step draws: all, or those that it names. */
const drawn_of = ({ whole, V }, { counts }) =>
  whole ? [...Array(V).keys()] : Object.keys(counts).map(Number);
const line_y = ({ table }, i) => table.y + i * table.pitch;

/** The dense row beside the table, the table, and what points at the rows that are named. */
function rows_of({ spec, step: index }, place, point, fade) {
  const { size, hot } = place,
    { counts, gaps } = spec.steps[index],
    drawn = drawn_of(spec, spec.steps[index]);
  const written = size.h >= WRITTEN,
    lines = drawn.flatMap((r, i) => {
      const y = line_y(place, i),
        mine = r in counts,
        [mark, count] = counts[r] ?? ["0", ""];
      const row = row_at(spec, r),
        text = written && mark !== "0" ? count : "";
      const look = { away: mine ? 0 : fade, tagged: mine && written && point > 0, bare: !mine && r % 5 > 0 };
      return [
        ...cell(`hot${i}`, hot.x, y, { w: hot.w, h: size.h }, mark, text, { "data-count": r }),
        ...table_row(spec, place, { i, y, row, data: { "data-line": r }, ...look }),
      ];
    });
  const around = spec.whole ? [] : lens(spec, place, drawn, gaps);
  return [...around, ...lines, ...(point > 0 ? pointers(spec, place, drawn, counts, point) : [])];
}

/** Rings and tags of the rows that are named. Neighbours share a ring: of two, each would cover the other's row. */
function pointers(spec, place, drawn, counts, seen) {
  const { size, table, index } = place,
    mine = (i) => drawn[i] in counts,
    beside = (i) => spec.whole && mine(i);
  const lines = drawn.map((_, i) => i).filter(mine);
  const rings = lines
    .filter((i) => !beside(i - 1))
    .flatMap((i) => {
      const last = lines.find((j) => j >= i && !beside(j + 1)),
        h = (last - i) * table.pitch + size.h - 1;
      return ring(`row${i}`, table.x, line_y(place, i), table.w - 1, h, { seen });
    });
  const tag_of = (i, r) =>
    tag(`tag${i}`, index, line_y(place, i) + size.h / 2, spec.rows[r].label, seen, { "data-line": r });
  return size.h < WRITTEN ? rings : [...rings, ...lines.flatMap((i) => tag_of(i, drawn[i]))];
}

/** The strip of all V rows, a tick for each that is named, a fold line to each that is drawn, and what is left out. */
function lens(spec, place, drawn, gaps) {
  const { size, hot, table } = place,
    { bar, y_of } = strip_of(spec, table.y - 20, table.y + table.h);
  const tick = { tag: "rect", x: 2, width: 18, height: 4, fill: "var(--pick)", stroke: "var(--ink)" };
  const ticks = drawn.map((r, i) => ({ key: `tick${i}`, ...tick, y: y_of(r) - 0.5 }));
  const d = drawn
    .map((r, i) => `M20 ${y_of(r) + 1.5}L${hot.x - 8} ${line_y(place, i) + size.h / 2}`)
    .join("");
  const left_out = gaps.map((text, i) =>
    quiet(`gap${i}`, table.x, line_y(place, i) - 8.5, text, { "font-size": 10 }),
  );
  return [
    bar,
    ...ticks,
    { key: "fold", tag: "path", d, stroke: "var(--line)", fill: "none" },
    ...left_out.filter(({ text }) => text),
  ];
}

/** The weighed rows one under the other, the copy on its way, and their sum so far. */
function pile(state, place, t) {
  const { spec, step: index } = state,
    {
      size,
      table,
      sum,
      pile: { x, y, pitch },
    } = place,
    step = spec.steps[index];
  const [from] = stages.carry,
    count = step.terms.length,
    end = lasts(state),
    each = (end - from) / count;
  const done = t >= (count ? end : from),
    landed = Math.min(count - 1, Math.floor((t - from) / each));
  const shapes = step.terms.flatMap((_, k) => {
    const start = from + k * each,
      gone = part(t, [start, start + 0.8 * each]); // a breath before the next one leaves
    return gone > 0 ? term(spec, place, step, k, gone) : [];
  });
  const more = `+ ${step.more} more ${step.more > 1 ? "entries" : "entry"}, not drawn`;
  if (step.more && done) shapes.push(quiet("rest", x, y + count * pitch + 14, more));
  const total = done ? step.out : step.sums[landed - 1],
    words = total && !done ? "so far" : `out[${index}]`;
  const rule = `M${x} ${sum - 6}L${x + table.w - 1} ${sum - 6}`,
    empty = { x, y: sum, width: table.w - 1, height: size.h - 1 };
  return [
    ...shapes,
    { key: "rule", tag: "path", d: rule, stroke: "var(--ink)", fill: "none", "stroke-width": 1.3 },
    { key: "empty", tag: "rect", ...empty, fill: "none", stroke: "var(--line)", "stroke-dasharray": "3 3" },
    ...(total
      ? row_cells(spec, {
          key: "sum",
          x,
          y: sum,
          size,
          row: cells_of(total),
          data: done ? { "data-sum": index } : {},
        })
      : []),
    quiet("sum#", x + table.w + 8, sum + size.h / 2 + 4, words, { opacity: total ? 1 : 0.45 }),
  ];
}

/** Entry k of a step: a copy of its row until it has arrived, weighed from then on. */
function term(spec, place, { rows, weights, terms, counts }, k, gone) {
  const {
      size,
      table,
      pile: { x, y, pitch },
    } = place,
    row = rows[k],
    there = gone === 1;
  const top = y + k * pitch,
    middle = top + size.h / 2 + 4,
    start = line_y(place, drawn_of(spec, { counts }).indexOf(row));
  const at = { x: table.x + (x - table.x) * gone, y: start + (top - start) * gone };
  const cells = there ? cells_of(terms[k]) : row_at(spec, row),
    data = there ? { "data-term": k } : { "data-line": row };
  return [
    number(`times${k}`, x - 8, middle, `${weights[k]} ×`, { "text-anchor": "end", opacity: gone }),
    ...row_cells(spec, { key: `term${k}`, ...at, size, row: cells, data }),
    quiet(`of${k}`, x + table.w + 8, middle, `row ${spec.rows[row].label}`, { opacity: gone }),
    ...(there ? [] : ring("copy", at.x, at.y, table.w - 1, size.h - 1)),
  ];
}

/** A row of X is a step of its own. */
export const step_of = ({ spec }, row) => (row < spec.path ? row : -1);

/** The row of X that a typed text means; NaN where the kernel must say. */
export const row_of = ({ path }, typed) =>
  /^\d{1,3}$/.test(typed) && Number(typed) < path ? Number(typed) : NaN;

/** What a reader of the page may want to know of the step. */
export const facts = ({ spec, step }) => ({ rows: spec.steps[step].rows.join(" ") });

export default player({ picture, say, alt, hover, numbers, facts, step_of, row_of, layout, lasts });

/** Add rows: a row of X names rows of the table and how often each; weighed copies stand one under the other, and add up. */
import { cell, clamp, label, named, number, part, quiet, ring, row_cells, strip_of, table_row, tag } from "./draw.js";
import { player } from "./play.js";

/** Seconds from and to, in the order the eye should follow; the entries share `carry`. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], carry: [0.6, 2.4] };
const EACH = 0.6; // most seconds that an entry takes
const MONO = 6.7; // px a letter of a number takes
const TALL = 22; // px of a cell of indptr, indices, data

const shown_entries = ({ spec, step }) => spec.steps[step].entries;

/** Seconds that a step takes: longer the more entries there are, up to a bound. */
export function lasts(state) {
  const [from, to] = stages.carry;
  return Math.min(to, from + EACH * Math.max(1, shown_entries(state).length));
}

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const { whole, numbers, columns, gap, name_width, drawn, lines } = spec;
  const tall = numbers ? 26 : whole ? clamp(Math.floor(420 / drawn), 10, 20) : 20;
  const size = numbers ? { w: 42, h: 26 } : { w: clamp(Math.floor(300 / columns.length), 10, 20), h: tall };
  const written = [...spec.arrays.flat(), spec.last, ...spec.steps.flatMap(({ bounds, entries }) => [...bounds, ...entries.map(({ weight }) => weight)])];
  const arrays = { x: 66, y: 22, w: 12 + MONO * Math.max(...written.map((text) => text.length)) };
  const y = whole ? 162 : 182, hot = { x: whole ? 8 : 58, w: Math.max(26, 8 + spec.weight_width) };
  const names = hot.x + hot.w + 26 + name_width, tag_width = Math.max(20, 8 + MONO * spec.last.length);
  const pitch = size.h + (whole ? 0 : 20);
  const table = { x: Math.max(names + tag_width + 16, 8 + MONO * 10), y, w: columns.length * size.w + (gap ? 14 : 0), h: drawn * pitch, pitch };
  const pile = { x: table.x + table.w + 60 + spec.weight_width, y, pitch: size.h + 5 };
  const sum = pile.y + lines * pile.pitch + 9;
  const cells = spec.arrays.length ? Math.max(spec.arrays[0].length, spec.arrays[1].length) : 10;
  const width = Math.max(pile.x + table.w + 40 + MONO * spec.last.length, arrays.x + cells * arrays.w + 8, pile.x + MONO * spec.shapes[2].length + 60);
  return { size, arrays, hot, names, index: table.x - 8 - tag_width / 2, table, pile, sum, width, height: Math.max(y + table.h, sum + size.h) + 10 };
}

/** All shapes of the step at time t (seconds). State: the spec and the step. */
export function picture(state, t) {
  const { spec, step: index } = state, place = layout(spec), step = spec.steps[index];
  const [point, fade] = [stages.point, stages.fade].map((stage) => part(t, stage));
  return [...headings(spec, index, place), ...csr(state, place, point), ...rows_of(state, place, point, fade), ...pile(state, place, t)];
}

function headings(spec, index, { hot, table, pile }) {
  const top = (key, x, text) => number(key, x, table.y - (spec.whole ? 10 : 24), text, { fill: "var(--quiet)", "text-anchor": "start" });
  const [X, W, out] = spec.shapes;
  return [number("X", 8, 13, X, { fill: "var(--quiet)", "text-anchor": "start" }), top("dense", Math.min(hot.x, 8), `X[${index}]`), top("table", table.x, W), top("out", pile.x, out)];
}

/** The three arrays: whole where they are small, else what this row of X reads of them. The bracket is what indptr says. */
function csr({ spec, step: index }, { arrays: { x, y, w } }, point) {
  const { start, bounds, entries, more } = spec.steps[index], whole = spec.arrays.length > 0;
  const [indptr, indices, data] = whole ? spec.arrays : [bounds, entries.map(({ row }) => spec.rows[row].label), entries.map(({ weight }) => weight)];
  const first = whole ? start : 0, end = first + entries.length + (whole ? more : 0), low = y + TALL + 30;
  const line = (name, top, texts, read) => [
    label(`${name}:`, x - 8, top + 15, name, { "text-anchor": "end" }),
    ...texts.flatMap((text, i) => box(`${name}${i}`, x + i * w, top, w, text, read(i))),
  ];
  const mine = (i) => first <= i && i < end, at = whole ? index : 0;
  const shapes = [
    ...line("indptr", y, indptr, (i) => i === at || i === at + 1),
    ...line("indices", low, indices, mine),
    ...line("data", low + TALL + 4, data, mine),
  ];
  if (!whole) shapes.push(quiet("where", x + 2 * w + 8, y + 15, `indptr[${index}] and indptr[${index + 1}]`));
  if (!whole && more) shapes.push(quiet("more", x + entries.length * w + 8, low + 15, `⋯ ${more} more`));
  if (point > 0) {
    shapes.push(...ring("ptr", x + at * w, y, 2 * w - 1, TALL - 1, { seen: point }));
    const [left, right] = [x + first * w, x + end * w], d = `M${x + at * w + w / 2} ${y + TALL + 4}L${left} ${low - 9}V${low - 5}M${x + (at + 1.5) * w} ${y + TALL + 4}L${right} ${low - 9}V${low - 5}M${left} ${low - 7}H${right}`;
    shapes.push({ key: "bracket", tag: "path", d, fill: "none", stroke: "var(--ink)", "stroke-width": 1.3, opacity: point });
    if (end > first) shapes.push(...ring("slice", left, low, right - left - 1, 2 * TALL + 3, { seen: point }));
  }
  return shapes;
}

/** A number of an array: no fill, as it is an index or a count and no size of the ramp. */
function box(key, x, y, w, text, read) {
  const opacity = read ? 1 : 0.6;
  return [
    { key, tag: "rect", x, y, width: w - 1, height: TALL - 1, fill: "var(--zero)", stroke: "var(--line)", opacity },
    number(`${key}#`, x + w / 2, y + 15, text, { opacity }),
  ];
}

const line_y = ({ table }, i) => table.y + i * table.pitch;

/** The dense row beside the table, the table, and the rings of the rows that are named. */
function rows_of({ spec, step: index }, place, point, fade) {
  const { size, hot, index: center, table } = place, { counts, drawn, gaps } = spec.steps[index], tags = size.h >= 16, shapes = [];
  drawn.forEach((r, i) => {
    const y = line_y(place, i), [mark, weight] = counts[r] ?? ["0", ""], mine = r in counts, data = { "data-line": r };
    shapes.push(...cell(`hot${i}`, hot.x, y, { w: hot.w, h: size.h }, mark, size.h >= 16 && mark !== "0" ? weight : "", data));
    shapes.push(...table_row(spec, place, { i, y, row: spec.rows[r], away: mine ? 0 : fade, tagged: mine && tags && point > 0, bare: r % 5 > 0, data }));
  });
  if (!spec.whole) shapes.push(...lens_of(spec, place, drawn, gaps));
  if (point > 0)
    drawn.forEach((r, i) => {
      if (!(r in counts)) return;
      shapes.push(...ring(`row${i}`, table.x, line_y(place, i), table.w - 1, size.h - 1, { seen: point }));
      if (tags) shapes.push(...tag(`tag${i}`, center, line_y(place, i) + size.h / 2, spec.rows[r].label, point, { "data-line": r }));
    });
  return shapes;
}

/** The strip of all V rows, a tick for each that is named, and a fold line to each that is drawn. */
function lens_of(spec, place, drawn, gaps) {
  const { size, hot, table } = place, { bar, y_of } = strip_of(spec, table.y - 20, table.y + table.h);
  const ticks = drawn.map((r, i) => ({ key: `tick${i}`, tag: "rect", x: 2, y: y_of(r) - 0.5, width: 18, height: 4, fill: "var(--pick)", stroke: "var(--ink)" }));
  const folds = drawn.map((r, i) => `M20 ${y_of(r) + 1.5}L${hot.x - 8} ${line_y(place, i) + size.h / 2}`).join("");
  const between = gaps.map((text, i) => quiet(`gap${i}`, table.x, line_y(place, i) - 7, text, { "font-size": 10 }));
  return [bar, ...ticks, { key: "fold", tag: "path", d: folds || "M0 0", stroke: "var(--line)", fill: "none" }, ...between.filter(({ text }) => text)];
}

/** The weighed rows one under the other, the copy on its way, and their sum so far. */
function pile(state, place, t) {
  const { spec, step: index } = state, { size, table, pile: { x, y, pitch }, sum } = place, step = spec.steps[index];
  const [from] = stages.carry, each = (lasts(state) - from) / Math.max(1, step.entries.length), shapes = [];
  const landed = step.entries.filter((_, k) => t >= from + (k + 1) * each).length, done = landed === step.entries.length && t > stages.fade[1];
  step.entries.forEach(({ row, weight, term }, k) => {
    const top = y + k * pitch, gone = part(t, [from + k * each, from + (k + 0.8) * each]), middle = top + size.h / 2 + 4;
    if (gone <= 0) return;
    const there = gone >= 1, start = line_y(place, step.drawn.indexOf(row)), data = { "data-term": k };
    shapes.push(number(`times${k}`, x - 8, middle, `${weight} ×`, { "text-anchor": "end", opacity: gone }));
    const at = { x: table.x + (x - table.x) * gone, y: start + (top - start) * gone };
    shapes.push(...row_cells(spec, { key: `term${k}`, ...at, size, row: there ? term : spec.rows[row], data }));
    shapes.push(label(`of${k}`, x + table.w + 8, middle, `row ${spec.rows[row].label}`, { class: "quiet", fill: "var(--quiet)", opacity: gone }));
    if (!there) shapes.push(...ring("copy", at.x, at.y, table.w - 1, size.h - 1));
  });
  if (step.more && done) shapes.push(quiet("rest", x, y + step.entries.length * pitch + 14, `+ ${step.more} more ${step.more > 1 ? "entries" : "entry"}, not drawn`));
  shapes.push({ key: "rule", tag: "path", d: `M${x} ${sum - 6}H${x + table.w - 1}`, stroke: "var(--ink)", fill: "none", "stroke-width": 1.3 });
  shapes.push({ key: "empty", tag: "rect", x, y: sum, width: table.w - 1, height: size.h - 1, fill: "none", stroke: "var(--line)", "stroke-dasharray": "3 3" });
  const total = done ? step.out : landed ? step.entries[landed - 1].sum : null;
  if (total) shapes.push(...row_cells(spec, { key: "sum", x, y: sum, size, row: total, data: { "data-sum": index } }));
  shapes.push(quiet("sum#", x + table.w + 8, sum + size.h / 2 + 4, done || !total ? `out[${index}]` : "so far", { opacity: total ? 1 : 0.45 }));
  return shapes;
}

const terms = ({ entries, more }, rows) =>
  [...entries.map(({ row, weight }) => `${weight} × row ${rows[row].label}`), ...(more ? [`${more} more`] : [])].join(" + ");

/** One sentence for the caption, which screen readers speak. */
export function say({ spec, step: index }) {
  const step = spec.steps[index], [a, b] = step.bounds, which = `Row ${index} of X, ${index + 1} of ${spec.path}`;
  const reading = spec.numbers ? ` = ${step.out.texts.join(", ")}` : "";
  if (!step.entries.length) return `${which}: indptr reads ${a} and ${b}, so it names no row of the table, and the sum is zero.`;
  return `${which}: indptr reads ${a} and ${b}; the entries between say ${terms(step, spec.rows)}${reading}.`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt({ spec, step: index }) {
  const { entries, more, rows } = spec.steps[index], few = entries.slice(0, 4).map(({ row, weight }) => `${weight} × row ${spec.rows[row].label}`);
  const named = new Set(rows).size, left = entries.length + more - few.length;
  const what = few.length ? `the output is ${few.join(" + ")}${left ? ` + ${left} more` : ""}` : "the output is zero";
  return `Row ${index} of a CSR matrix beside the table ${spec.shapes[1]}; ${named} ${named === 1 ? "row is" : "rows are"} named; ${what}.`;
}

/** The value under the pointer, for the caption. */
export function hover({ spec, step: index }, { line, term, sum, col }) {
  if (col === undefined) return "";
  const { entries, out } = spec.steps[index], entry = entries[term];
  if (sum !== undefined) return `out[${index}, ${spec.columns[col]}] = ${out.texts[col]}`;
  const [row, cells] = entry ? [entry.row, entry.term] : [line, spec.rows[line]];
  const name = `W[${spec.rows[row].label}, ${spec.columns[col]}]`, text = cells.texts?.[col];
  return `${entry ? `${entry.weight} × ` : ""}${name}${text === undefined ? "" : ` = ${text}`}`;
}

/** The numbers of the step as rows of a plain table, for screen readers. */
export function numbers({ spec, step: index }) {
  const { entries, out } = spec.steps[index], rows = spec.rows;
  const body = entries.map(({ row, weight, term }) => [`${weight} × row ${named(rows[row])}`, ...(term.texts ?? [])]);
  return { head: ["row", ...spec.columns.map((c) => `column ${c}`)], body, foot: [[`out[${index}]`, ...out.texts]] };
}

/** A row of X is a step of its own. */
export const step_of = ({ spec }, row) => (row < spec.path ? row : -1);

/** The row of X that a typed text means; NaN where the kernel must say. */
export const row_of = ({ path }, typed) => (/^\d{1,3}$/.test(typed) && Number(typed) < path ? Number(typed) : NaN);

/** What a reader of the page may want to know of the step. */
export const facts = ({ spec, step }) => ({ rows: spec.steps[step].rows.join(" ") });

export default player({ picture, say, alt, hover, numbers, facts, step_of, row_of, layout, lasts });

/** Select rows: a one-hot stands beside the table, the row at its 1 is ringed, a copy travels to the output. */
import { cell, cell_size } from "./cells.js";
import { LETTER, clamp, full, listed, named, part, quiet, quoted, rect } from "./draw.js";
import { beside, facts, headings, left_out, lens, row_of, step_of } from "./one_hot_and_table.js";
import { player } from "./player.js";
import { arrow, ring, tag } from "./pointers.js";
import { row_cells, table_row } from "./weight_cells.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], travel: [0.6, 1.1], land: [1.1, 1.3] };
const SLOTS = 8; // output rows in sight; earlier ones are counted

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const size = cell_size(spec);
  const left = beside(spec, size);
  const { table } = left;
  const rows = Math.min(spec.path, SLOTS);
  const pitch = size.h + 5;
  const high = rows * pitch - 5;
  const out = { x: table.x + table.w + 64, y: table.y + Math.max(0, (table.h - high) / 2), rows, pitch };
  const width = Math.max(out.x + table.w + spec.word_width + 10, out.x + LETTER * spec.shapes[2].length);
  const bottom = Math.max(table.h + (spec.whole ? 0 : 20), high);
  return { ...left, size, out, width, height: table.y + bottom + 8 };
}

/** All shapes of the step at time t (seconds). State: the spec, the step, and in a prediction `asked` and `guess`. */
export function picture(state, t) {
  const { spec, asked } = state;
  const place = layout(spec);
  const step = spec.steps[state.step];
  const rows = lens(spec, step);
  const y = place.table.y + rows.indexOf(step.row) * place.size.h;
  const [point, fade, travel, land] = Object.values(stages).map((stage) => part(asked ? 0 : t, stage));
  return [
    ...headings(spec.shapes, place),
    ...(spec.whole ? [] : strip(spec, step, place)),
    ...rows.flatMap((row, i) => line(spec, step, place, { i, row, point, fade })),
    ...guessed(state, rows, place),
    ...(point > 0 ? pointers(spec, step, place, y, point) : []),
    ...outputs(state, place, { y, travel, land }),
  ];
}

/** The strip with a tick for the row of each step. */
function strip(spec, step, place) {
  const path = spec.steps.slice(0, spec.path);
  const tick = (y, k) => rect(`tick${k}`, 4, y, 14, 2, { fill: "var(--quiet)" });
  const ticks = (y_of) => path.map(({ row }, k) => tick(y_of(row), k));
  return left_out(spec, step, place, ticks, { fill: "var(--pick)", stroke: "var(--ink)" });
}

/** Line i: a number of the one-hot, and a row of the table. */
function line(spec, step, place, { i, row, point, fade }) {
  const { size, hot, table } = place;
  const y = table.y + i * size.h;
  const picked = row === step.row;
  const mark = picked ? "z" : "0";
  const one = picked && size.h >= 16 ? "1" : "";
  const data = { "data-row": row };
  const heading = { tagged: picked && point > 0, bare: !picked && row % 5 > 0 };
  const away = picked ? 0 : fade;
  return [
    ...cell(`hot${i}`, hot.x, y, { w: hot.w, h: size.h }, mark, one, data),
    ...table_row(spec, place, { i, y, row: spec.rows[row], away, data, ...heading }),
  ];
}

/** A dashed ring around the row that was guessed, if it is another one. */
function guessed({ spec, step, guess }, rows, { size, table }) {
  const i = rows.indexOf(guess);
  if (i < 0 || guess === spec.steps[step].row) return [];
  return ring("guess", table.x, table.y + i * size.h, table.w - 1, size.h - 1, { dashed: true });
}

/** What points at the row of the step: a ring around its 1, one around the row, and its tag. */
function pointers(spec, step, { size, hot, table, index }, y, seen) {
  const { label } = spec.rows[step.row];
  return [
    ...ring("hot", hot.x, y, hot.w - 1, size.h - 1, { seen }),
    ...ring("row", table.x, y, table.w - 1, size.h - 1, { seen }),
    ...tag("tag", index, y + size.h / 2, label, seen, { "data-row": step.row }),
  ];
}

/** The output: rows that have landed, the copy on its way, and the places still empty. */
function outputs(state, place, way) {
  const { spec, step: now } = state;
  const { out } = place;
  if (now >= spec.path) return slot(state, place, way, 0, now); // a row that the learner asked for, beside the path
  const first = clamp(now - SLOTS + 1, 0, spec.path);
  const slots = Array.from({ length: out.rows }, (_, k) => slot(state, place, way, k, first + k));
  if (first === 0) return slots.flat();
  const earlier = `⋯ ${listed(first, "earlier row")}`;
  return [quiet("earlier", out.x, out.y - 5, earlier, { "font-size": 10 }), ...slots.flat()];
}

/** Place k of the output: empty, then with the row of step s. */
function slot({ spec, step: now, asked }, place, way, k, s) {
  const { size, table, out } = place;
  const step = spec.steps[s];
  const row = spec.rows[step.row];
  const y = out.y + k * out.pitch;
  const empty = { fill: "none", stroke: "var(--line)", "stroke-dasharray": "3 3" };
  const shapes = [rect(`slot${k}`, out.x, y, table.w - 1, size.h - 1, empty)];
  const landed = s < now;
  if (landed)
    shapes.push(...row_cells(spec, { key: `out${k}`, x: out.x, y, size, row, data: { "data-out": s } }));
  if (landed || !asked) {
    const opacity = Math.max(seen_of(spec, s, now, way.land), 0.45);
    shapes.push(quiet(`slot${k}#`, out.x + table.w + 8, y + size.h / 2 + 4, step.slot, { opacity }));
  }
  if (s === now && way.travel > 0) shapes.push(...copy(spec, s, place, way, y));
  return shapes;
}

/** How much is to be seen of the word beside the place of step s. */
function seen_of(spec, s, now, land) {
  if (s < now || now >= spec.path) return 1;
  return s === now ? land : 0;
}

/** The copy of the row on its way to the output at height `to`. */
function copy(spec, s, { size, table, out }, { y: from, travel }, to) {
  const x = table.x + (out.x - table.x) * travel;
  const y = from + (to - from) * travel;
  const half = size.h / 2;
  const row = spec.rows[spec.steps[s].row];
  return [
    arrow("way", table.x + table.w + 6, from + half, out.x - 8, to + half, travel),
    ...row_cells(spec, { key: "copy", x, y, size, row, data: { "data-out": s } }),
    ...ring("copy", x, y, table.w - 1, size.h - 1),
  ];
}

const reading = (spec, row) => (spec.numbers ? ` It reads ${row.texts.join(", ")}.` : "");

/** One sentence for the caption, which screen readers speak. */
export function say({ spec, step: index, asked, guess }) {
  const step = spec.steps[index];
  const row = spec.rows[step.row];
  const where = index < spec.path ? `Step ${index + 1} of ${spec.path}` : "Your row";
  if (asked) {
    const place = `The one-hot has its 1 at place ${row.label}.`;
    return `${where}. ${place} Which row comes out? Click it, or type its number.`;
  }
  const reads = reading(spec, row);
  if (guess !== undefined && guess !== step.row) {
    const why = `the 1 stands beside row ${row.label}, so row ${row.label} comes out`;
    return `${where}. Not row ${guess.toLocaleString("en")}: ${why}.${reads}`;
  }
  if (step.unknown) {
    const id = `its id is ${row.label}, the row of ${quoted(full(row))}`;
    return `${where}: ${quoted(step.word)} is unknown, so ${id}.${reads}`;
  }
  const id = step.word ? `${quoted(step.word)} has id ${row.label} and` : `id ${row.label}`;
  const right = guess === undefined ? "" : " As you said.";
  return `${where}: ${id} picks row ${row.label}.${reads}${right}`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt({ spec, step: index, asked, guess }) {
  const step = spec.steps[index];
  const { label } = spec.rows[step.row];
  const start = `One-hot for index ${label} beside the table ${spec.shapes[1]}`;
  if (asked) return `${start}; no row is ringed yet.`;
  const wrong = guess !== undefined && guess !== step.row;
  const ringed = wrong ? `row ${label} is ringed, not the guess` : `only row ${label} is ringed`;
  return `${start}; ${ringed}; the output equals row ${label}.`;
}

/** The value under the pointer, for the caption. */
export function hover({ spec }, { row, col, out }) {
  const from = out === undefined ? row : spec.steps[out].row;
  if (from === undefined || col === undefined) return "";
  const { label, texts } = spec.rows[from];
  const column = spec.columns[col];
  const name = out === undefined ? `W[${label}, ${column}]` : `output, column ${column}`;
  const text = texts?.[col];
  return text ? `${name} = ${text}` : name;
}

/** The numbers of the step as rows of a plain table, for screen readers. */
export function numbers({ spec, step: index, asked }) {
  const step = spec.steps[index];
  const body = lens(spec, step)
    .filter((row) => spec.rows[row].texts)
    .map((row) => [named(spec.rows[row]), row === step.row ? "1" : "0", ...spec.rows[row].texts]);
  const foot = asked ? [] : [["output", "", ...spec.rows[step.row].texts]];
  return { head: ["row", "one-hot", ...spec.columns.map((column) => `column ${column}`)], body, foot };
}

/** Seconds that a step takes. */
export const lasts = () => stages.land[1];

export default player({ picture, say, alt, hover, numbers, step_of, row_of, facts, layout, lasts });

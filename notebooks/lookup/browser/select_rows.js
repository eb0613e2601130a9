/** Select rows: a one-hot stands beside the table, the row at its 1 is ringed, a copy travels to the output. */
import {
  arrow,
  cell,
  cell_size,
  clamp,
  full,
  listed,
  named,
  part,
  quiet,
  quoted,
  ring,
  row_cells,
  table_row,
  tag,
} from "./draw.js";
import { player } from "./player.js";
import { beside, facts, headings, lens, left_out, letter, row_of, step_of } from "./one_hot_and_table.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], travel: [0.6, 1.1], land: [1.1, 1.3] };
const SLOTS = 8; // output rows in sight; earlier ones are counted

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const size = cell_size(spec),
    left = beside(spec, size),
    { table } = left,
    { y } = table;
  const rows = Math.min(spec.path, SLOTS),
    pitch = size.h + 5,
    high = rows * pitch - 5;
  const out = { x: table.x + table.w + 64, y: y + Math.max(0, (table.h - high) / 2), rows, pitch };
  const width = Math.max(out.x + table.w + spec.word_width + 10, out.x + letter * spec.shapes[2].length);
  const bottom = Math.max(table.h + (spec.whole ? 0 : 20), high);
  return { ...left, size, out, width, height: y + bottom + 8 };
}

/** All shapes of the step at time t (seconds). State: the spec, the step, and in a prediction `asked` and `guess`. */
export function picture(state, t) {
  const { spec, step: index, asked, guess } = state;
  const place = layout(spec),
    { size, hot, table, out } = place,
    step = spec.steps[index];
  const [point, fade, travel, land] = Object.values(stages).map((stage) => part(asked ? 0 : t, stage));
  const shapes = headings(spec.shapes, place),
    rows = lens(spec, step);
  if (!spec.whole) shapes.push(...strip(state, place));
  rows.forEach((r, i) => {
    const y = table.y + i * size.h,
      picked = r === step.row,
      away = picked ? 0 : fade,
      data = { "data-row": r };
    shapes.push(
      ...cell(
        `hot${i}`,
        hot.x,
        y,
        { w: hot.w, h: size.h },
        picked ? "z" : "0",
        picked && size.h >= 16 ? "1" : "",
        data,
      ),
    );
    shapes.push(
      ...table_row(spec, place, {
        i,
        y,
        row: spec.rows[r],
        away,
        tagged: picked && point > 0,
        bare: !picked && r % 5 > 0,
        data,
      }),
    );
  });
  const y = table.y + rows.indexOf(step.row) * size.h;
  const box = (x, top, more) => [x, top, table.w - 1, size.h - 1, more];
  if (guess !== undefined && guess !== step.row && rows.includes(guess))
    shapes.push(...ring("guess", ...box(table.x, table.y + rows.indexOf(guess) * size.h, { dashed: true })));
  if (point > 0) {
    shapes.push(...ring("hot", hot.x, y, hot.w - 1, size.h - 1, { seen: point }));
    shapes.push(...ring("row", ...box(table.x, y, { seen: point })));
    shapes.push(
      ...tag("tag", place.index, y + size.h / 2, spec.rows[step.row].label, point, { "data-row": step.row }),
    );
  }
  return [...shapes, ...outputs(state, place, { y, travel, land })];
}

/** The strip with a tick for the row of each step. */
function strip({ spec, step }, place) {
  const tick = (y, k) => ({
    key: `tick${k}`,
    tag: "rect",
    x: 4,
    y,
    width: 14,
    height: 2,
    fill: "var(--quiet)",
  });
  const ticks = (y_of) => spec.steps.slice(0, spec.path).map((s, k) => tick(y_of(s.row), k));
  return left_out(spec, spec.steps[step], place, ticks, { fill: "var(--pick)", stroke: "var(--ink)" });
}

/** The output: rows that have landed, the copy on its way, and the places still empty. */
function outputs({ spec, step: index, asked }, { size, table, out }, { y, travel, land }) {
  const off = index >= spec.path; // a row that the learner asked for, beside the path
  const first = off ? 0 : clamp(index - SLOTS + 1, 0, spec.path);
  const count = off ? 1 : out.rows,
    shapes = [];
  if (first > 0)
    shapes.push(quiet("earlier", out.x, out.y - 5, `⋯ ${listed(first, "earlier row")}`, { "font-size": 10 }));
  for (let k = 0; k < count; k++) {
    const s = off ? index : first + k,
      top = out.y + k * out.pitch,
      here = s === index,
      step = spec.steps[s];
    const empty = { key: `slot${k}`, tag: "rect", x: out.x, y: top, width: table.w - 1, height: size.h - 1 };
    shapes.push({ ...empty, fill: "none", stroke: "var(--line)", "stroke-dasharray": "3 3" });
    if (s < index && !off)
      shapes.push(
        ...row_cells(spec, {
          key: `out${k}`,
          x: out.x,
          y: top,
          size,
          row: spec.rows[step.row],
          data: { "data-out": s },
        }),
      );
    const seen = s < index || off ? 1 : here ? land : 0;
    if (!asked || s < index)
      shapes.push(
        quiet(`slot${k}#`, out.x + table.w + 8, top + size.h / 2 + 4, step.slot, {
          opacity: Math.max(seen, 0.45),
        }),
      );
    if (!here || travel <= 0) continue;
    const x = table.x + (out.x - table.x) * travel,
      at = y + (top - y) * travel,
      mid = size.h / 2;
    shapes.push(arrow("way", table.x + table.w + 6, y + mid, out.x - 8, top + mid, travel));
    shapes.push(
      ...row_cells(spec, { key: "copy", x, y: at, size, row: spec.rows[step.row], data: { "data-out": s } }),
    );
    shapes.push(...ring("copy", x, at, table.w - 1, size.h - 1));
  }
  return shapes;
}

const reading = ({ spec }, row) => (spec.numbers ? ` It reads ${row.texts.join(", ")}.` : "");

/** One sentence for the caption, which screen readers speak. */
export function say(state) {
  const { spec, step: index, asked, guess } = state,
    step = spec.steps[index],
    row = spec.rows[step.row];
  const where = index < spec.path ? `Step ${index + 1} of ${spec.path}` : "Your row";
  if (asked)
    return `${where}. The one-hot has its 1 at place ${row.label}. Which row comes out? Click it, or type its number.`;
  if (guess !== undefined && guess !== step.row)
    return `${where}. Not row ${guess.toLocaleString("en")}: the 1 stands beside row ${row.label}, so row ${row.label} comes out.${reading(state, row)}`;
  const right = guess === undefined ? "" : " As you said.";
  if (step.unknown)
    return `${where}: ${quoted(step.word)} is unknown, so its id is ${row.label}, the row of ${quoted(full(row))}.${reading(state, row)}`;
  const id = step.word ? `${quoted(step.word)} has id ${row.label} and` : `id ${row.label}`;
  return `${where}: ${id} picks row ${row.label}.${reading(state, row)}${right}`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt({ spec, step: index, asked, guess }) {
  const index_ = spec.rows[spec.steps[index].row].label,
    size = spec.shapes[1];
  if (asked) return `One-hot for index ${index_} beside the table ${size}; no row is ringed yet.`;
  const wrong = guess !== undefined && guess !== spec.steps[index].row;
  const ringed = wrong ? `row ${index_} is ringed, not the guess` : `only row ${index_} is ringed`;
  return `One-hot for index ${index_} beside the table ${size}; ${ringed}; the output equals row ${index_}.`;
}

/** The value under the pointer, for the caption. */
export function hover({ spec }, { row, col, out }) {
  const from = out === undefined ? row : spec.steps[out].row;
  if (from === undefined || col === undefined) return "";
  const j = Number(col),
    text = spec.rows[from].texts?.[j];
  const name =
    out === undefined
      ? `W[${spec.rows[from].label}, ${spec.columns[j]}]`
      : `output, column ${spec.columns[j]}`;
  return text ? `${name} = ${text}` : name;
}

/** The numbers of the step as rows of a plain table, for screen readers. */
export function numbers({ spec, step: index, asked }) {
  const step = spec.steps[index];
  const body = lens(spec, step)
    .filter((r) => spec.rows[r].texts)
    .map((r) => {
      const row = spec.rows[r];
      return [named(row), r === step.row ? "1" : "0", ...row.texts];
    });
  const foot = asked ? [] : [["output", "", ...spec.rows[step.row].texts]];
  return { head: ["row", "one-hot", ...spec.columns.map((c) => `column ${c}`)], body, foot };
}

/** Seconds that a step takes. */
export const lasts = () => stages.land[1];

export default player({ picture, say, alt, hover, numbers, step_of, row_of, facts, layout, lasts });

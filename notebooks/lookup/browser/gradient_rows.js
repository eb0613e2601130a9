/** Gradient rows: select_rows turned round. A copy of each row that arrives travels back to its row of W.grad and is added there. */
import {
  arrow,
  cell,
  cell_size,
  cells_of,
  clamp,
  listed,
  number,
  part,
  quiet,
  ring,
  row_heading,
  tag,
} from "./draw.js";
import { gradient_cells } from "./gradient_cells.js";
import { alt, hover, numbers, place_of, say, visits_of, written } from "./gradient_rows_text.js";
import { player } from "./player.js";
import { beside, facts, headings, left_out, lens, letter, row_of, step_of } from "./one_hot_and_table.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { point: [0, 0.3], fade: [0.3, 0.5], travel: [0.6, 1.1], land: [1.1, 1.3] };
const ROWS = 8; // rows of `up` in sight; the others are counted
const TOUCHED = { edge: { touch: 3 }, off: 1.5 },
  UNTOUCHED = { edge: { ink: 1.5 }, off: 1.5 }; // rings
const LOW = 16; // px of a row from which on each can carry its visits

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export function layout(spec) {
  const size = cell_size(spec, 34),
    left = beside(spec, size),
    { table } = left;
  const rows = Math.min(spec.path, ROWS),
    pitch = Math.max(size.h + 5, 24),
    high = (rows - 1) * pitch + size.h;
  const visits = table.x + table.w + 15,
    id_width = Math.max(20, 8 + letter * spec.last.length);
  const x = visits + 6 * "10,000 visits".length + 54 + id_width;
  const out = {
    x,
    y: table.y + Math.max(0, (table.h - high) / 2),
    rows,
    pitch,
    id: x - 12 - id_width / 2,
    from: x - 18 - id_width,
  };
  const more = letter * Math.max(spec.shapes[2].length, "⋯ 100,000 more rows".length);
  const bottom = Math.max(
    table.y + table.h + (spec.whole ? 0 : 20),
    out.y + high + (spec.ids > rows ? 18 : 0),
  );
  return {
    ...left,
    size,
    visits,
    out,
    width: Math.max(x + table.w + spec.word_width + 10, x + more),
    height: bottom + 8,
  };
}

/** All shapes of the step at time t (seconds). State: the spec and the step. */
export function picture({ spec, step: index }, t) {
  const place = layout(spec),
    step = spec.steps[index],
    own = index >= spec.path;
  const [point, fade, travel, land] = Object.values(stages).map((stage) => part(t, stage));
  const landed = own || travel === 1,
    so_far = landed && (own || index + 1 === spec.ids) ? "" : " so far";
  const now = { spec, step, index, own, point, fade, travel, land, landed };
  return [
    ...headings(
      [
        own ? spec.hot[2] : spec.hot[0] + place_of(step) + spec.hot[1],
        spec.shapes[1] + so_far,
        spec.shapes[2],
      ],
      place,
    ),
    ...(spec.whole ? [] : strip(now, place)),
    ...gradient(now, place),
    ...incoming(now, place),
    ...(own || travel === 0 ? [] : way(now, place)),
  ];
}

/** The strip with a tick wherever the whole batch touches rows. */
function strip({ spec, step }, place) {
  const d = (y_of) =>
    spec.ticks
      .map((row) => y_of(row) + 1)
      .map((y) => `M4 ${y}L18 ${y}`)
      .join("");
  const ticks = (y_of) => [
    { key: "ticks", tag: "path", d: d(y_of), fill: "none", stroke: "var(--touch)", "stroke-width": 2 },
  ];
  const touched = step.row in spec.totals || step.visit;
  return left_out(spec, step, place, ticks, {
    fill: `var(--${touched ? "touch" : "ink"})`,
    stroke: "var(--paper)",
  });
}

/** The one-hot upright beside W.grad, and W.grad as it is now. */
function gradient(now, place) {
  const { spec, step, index, own, point, land, landed } = now,
    { size, hot, table } = place,
    zeros = "0".repeat(spec.columns.length);
  return lens(spec, step)
    .flatMap((r, i) => {
      const y = table.y + i * size.h,
        here = r === step.row,
        at = here && !landed ? index - 1 : index;
      const done = written(spec, at, r),
        data = { "data-row": r, "data-at": at };
      const [mark, count] = own ? (spec.totals[r]?.count ?? ["0", ""]) : here ? ["z", "1"] : ["0", ""];
      const text = size.h >= LOW && letter * count.length < hot.w ? count : "";
      const row = done ? cells_of(done.sum) : { marks: zeros, texts: [...zeros] };
      const look = done ? { fill: "var(--touch)", "font-weight": 700 } : { fill: "var(--quiet)" };
      const seen = here && !own && done?.visits === "1" ? land : 1;
      const bar = {
        key: `bar${i}`,
        tag: "rect",
        x: table.x + table.w + 5,
        y: y + 1,
        width: 4,
        height: size.h - 3,
        fill: "var(--touch)",
        opacity: seen,
      };
      return [
        ...cell(`hot${i}`, hot.x, y, { w: hot.w, h: size.h }, mark, text, { "data-row": r }),
        ...row_heading(place, {
          i,
          y,
          row: spec.rows[r],
          tagged: here && point > 0,
          bare: !here && r % 5 > 0,
          data: { "data-row": r },
          look,
        }),
        ...gradient_cells(spec, { key: `w${i}`, x: table.x, y, size, row, data }),
        ...(done ? [bar] : []),
        ...visits(now, place, { i, y, here, done }),
      ];
    })
    .concat(here_of(now, place));
}

/** How often a row has been touched: said of the row of the step, and of others where it was more than once. */
function visits({ step, own, land, landed }, place, { i, y, here, done }) {
  const words = here && landed && step.visit ? `${step.nth} visit` : visits_of(done);
  if (here ? !landed && !done : !done || done.visits === "1" || place.size.h < LOW) return [];
  const look = here && landed ? { fill: `var(--${done ? "touch" : "ink"})`, opacity: own ? 1 : land } : {};
  return [quiet(`visits${i}`, place.visits, y + place.size.h / 2 + 4, words, look)];
}

/** What points at the row of the step: its tag, and from the landing on its ring. */
function here_of({ spec, step, index, own, point, landed }, { size, table, index: x }) {
  const y = table.y + lens(spec, step).indexOf(step.row) * size.h,
    role = own && !written(spec, index, step.row) ? "ink" : "touch";
  if (point === 0) return [];
  return [
    ...(landed
      ? ring("row", table.x, y, table.w - 1, size.h - 1, {
          seen: own ? point : 1,
          ...(role === "ink" ? UNTOUCHED : TOUCHED),
        })
      : []),
    ...tag("tag", x, y + size.h / 2, spec.rows[step.row].label, point, { "data-row": step.row }, role),
  ];
}

const first_of = ({ spec, index }, { out }) => clamp(index - 3, 0, spec.path - out.rows);

/** The rows that arrive: each with its id at the left, as that is where it goes, and its word at the right. */
function incoming(now, place) {
  const { spec, index, point, fade } = now,
    { size, table, out } = place,
    first = first_of(now, place),
    after = spec.ids - first - out.rows;
  const shapes = [number("ids", out.id, 13, "ids", { fill: "var(--quiet)" })];
  for (let k = 0; k < out.rows; k++) {
    const s = first + k,
      y = out.y + k * out.pitch,
      middle = y + size.h / 2,
      here = s === index,
      away = here ? 0 : fade;
    const step = spec.steps[s],
      id = spec.rows[step.row].label,
      opacity = 1 - 0.4 * away;
    shapes.push(
      ...gradient_cells(spec, {
        key: `in${k}`,
        x: out.x,
        y,
        size,
        row: cells_of(step.in),
        fade: away,
        data: { "data-in": s },
      }),
    );
    shapes.push(quiet(`slot${k}`, out.x + table.w + 8, middle + 4, step.slot, { opacity }));
    if (here && point > 0) shapes.push(...tag("id", out.id, middle, id, point, {}, "touch"));
    else shapes.push(number(`id${k}`, out.id, middle + 4, id, { fill: "var(--quiet)", opacity }));
  }
  const count = (key, y, rows, noun) => quiet(key, out.x, y, `⋯ ${listed(rows, noun)}`, { "font-size": 10 });
  if (first > 0) shapes.push(count("earlier", out.y - 5, first, "earlier row"));
  if (after > 0)
    shapes.push(count("later", out.y + (out.rows - 1) * out.pitch + size.h + 12, after, "more row"));
  return shapes;
}

/** The way back, and on it the copy until it has landed. */
function way(now, place) {
  const { spec, step, index, travel, landed } = now,
    { size, table, out, visits: left } = place,
    half = size.h / 2;
  const from = out.y + (index - first_of(now, place)) * out.pitch,
    to = table.y + lens(spec, step).indexOf(step.row) * size.h;
  const x = out.x + (table.x - out.x) * travel,
    y = from + (to - from) * travel,
    end = left + 6 * `${step.nth} visit`.length + 10;
  const way_ = arrow("way", out.from, from + half, end, to + half, travel);
  if (landed) return [way_];
  const below = {
    key: "copy",
    tag: "rect",
    x,
    y,
    width: table.w - 1,
    height: size.h - 1,
    fill: "var(--paper)",
  }; // fills the gap
  const cells = gradient_cells(spec, {
    key: "copy",
    x,
    y,
    size,
    row: cells_of(step.in),
    data: { "data-in": index },
  });
  return [way_, below, ...cells, ...ring("copy", x, y, table.w - 1, size.h - 1, TOUCHED)];
}

/** Seconds that a step takes. */
export const lasts = () => stages.land[1];

export default player({ picture, say, alt, hover, numbers, step_of, row_of, facts, layout, lasts });

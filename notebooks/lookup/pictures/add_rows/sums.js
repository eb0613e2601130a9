// @ts-check
/**
 * The rows that a row of X names, added up: copies come one after the other, are weighed,
 * and join the sum.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cells_of } from "../kit/cells.js";
import { ring_off, row_at } from "../kit/csr_rows.js";
import { number, part, path, quiet } from "../kit/draw.js";
import { empty } from "./rows_so_far.js";
import { ring, tag, tag_width } from "../kit/pointers.js";
import { row_cells, turned } from "../kit/weight_cells.js";

/** Seconds from and to, in the order the eye should follow; the entries share `carry`. */
export const stages = {
  point: [0, 0.9], // the longest: that indices say where to look is what there is to see
  fade: [0.9, 1.1],
  carry: [1.2, 5.2],
};
const FLIGHT = 0.45; // seconds that a copy takes, where there is time
const WEIGHING = 0.55;
const JOINING = 0.6;
const STATION = 0.87; // of the way, where a weight strikes the copy
const FAN = 4; // px by which the third and fourth copy of a row stand below the second

/**
 * When the copies of each entry fly, when they are weighed, and when they join the sum. Where
 * a count was `edited`, all others lie there already, and one more copy of its row comes, if
 * any.
 */
export function schedule({ terms, copies, edited }) {
  const [from, to] = stages.carry;
  const times = terms.map((_, k) => {
    if (edited && k !== edited.at) return [0, 0, 0];
    if (edited) return [FLIGHT, 0, JOINING];
    return [
      FLIGHT * Math.max(1, copies[k]),
      copies[k] === 1 ? 0 : WEIGHING,
      JOINING,
    ];
  });
  const whole = times.flat().reduce((sum, time) => sum + time, 0);
  const scale = Math.min(1, (to - from) / whole);
  let at = from;
  return times.map((spans) => {
    if (edited) at = from;
    const [fly, weigh, join] = spans.map((span) => [at, (at += scale * span)]);
    return { fly, weigh, join };
  });
}

const end_of = (step) =>
  Math.max(stages.carry[0], ...schedule(step).map(({ join }) => join[1]));

/**
 * Seconds that a step takes: longer the more entries there are, up to a bound.
 *
 * @type {Kind["lasts"]}
 */
export const lasts = ({ spec, step }) => end_of(spec.steps[step]);

/**
 * Seconds in which the indices go to their rows, where there are any.
 *
 * @type {NonNullable<Kind["points"]>}
 */
export const points = ({ spec, step }) =>
  spec.steps[step].rows.length ? stages.point[1] : 0;

/**
 * The second from which a step plays that has come from the kernel: one with an edited
 * count keeps all that lies there.
 *
 * @type {Kind["starts"]}
 */
export const starts = ({ spec, step }) =>
  spec.steps[step].edited ? stages.carry[0] : 0;

/** The entry of which a step takes care at time t, -1 if none. */
const moving_at = (when, t) =>
  when.findIndex(({ fly: [start], join: [, end] }) => start < t && t < end);

/**
 * The entry of which a step takes care at time t, -1 if none, and whether its row is just
 * being read.
 */
export function entry_at(step, t) {
  const when = schedule(step);
  const now = moving_at(when, t);
  return { now, reads: now >= 0 && t < when[now].fly[1] };
}

/**
 * How many lines the entries of a step take: below copies that wait for one another there
 * is one more.
 */
export const lines_of = ({ terms, copies, more }) =>
  Math.max(
    1,
    terms.length + (more ? 1 : 0),
    ...copies.map((count, k) => k + (count > 1 ? 2 : 1)),
  );

/** What stands beside the line of entry k. */
export const words_of = (spec, { rows, weights }, k) => {
  const { name, label } = spec.rows[rows[k]];
  return `${weights[k]} × ${name ?? `row ${label}`}`;
};

/** The weighed rows one under the other, what is on its way, and the sum so far. */
export function pile(scene, t) {
  const { step, place, now } = scene;
  const when = schedule(step);
  const done = t >= end_of(step);
  const here = { ...scene, t };
  const shapes = when.flatMap((times, k) =>
    t >= times.weigh[1] ? weighed(here, k) : [],
  );
  shapes.push(...sum_of(scene, done ? step.out : so_far(step, when, t), done));
  if (now >= 0 && t < when[now].weigh[1])
    shapes.push(...arriving(here, now, when[now]));
  else if (now >= 0) shapes.push(...joining(here, now, when[now]));
  if (step.more && done) {
    const { x, y, pitch } = place.pile;
    const more = `+ ${step.more} more ${step.more > 1 ? "entries" : "entry"}, not drawn`;
    shapes.push(quiet("rest", x, y + step.terms.length * pitch + 14, more));
  }
  return shapes;
}

/** The sum of the entries that have joined it, undefined before the first has. */
function so_far({ sums, edited }, when, t) {
  if (edited) return t > stages.carry[0] ? edited.was : undefined;
  return sums[when.filter(({ join }) => t >= join[1]).length - 1];
}

/** Where entry k lies: in line with its row, or below the entry before it. */
const line_of = ({ step, place: { pile }, line_y }, k) =>
  pile.beside ? line_y(step.rows[k]) : pile.y + k * pile.pitch;
const beside = ({ pile, size }, key, y, text) =>
  number(key, pile.x - 9, y + size.h / 2 + 4, text, {
    "text-anchor": "end",
    fill: "var(--quiet)",
  });

/** The line below the pile, and below it the sum; `done`: of all entries, else so far. */
function sum_of({ spec, index, place }, total, done) {
  const { size, table, pile, sum: y } = place;
  const { x } = pile;
  const rule = `M${x} ${y - 6}L${x + table.w - 1} ${y - 6}`;
  const words = total && !done ? "so far" : `out[${index}]`;
  const shapes = [
    path("rule", rule, {
      stroke: "var(--ink)",
      fill: "none",
      "stroke-width": 1.3,
    }),
    empty("empty", x, y, table.w - 1, size.h - 1),
    beside(place, "sum#", y, words),
  ];
  if (!total) return shapes;
  const data = done ? { "data-sum": index } : {};
  return [
    ...shapes,
    ...row_cells(spec, { key: "sum", x, y, size, row: cells_of(total), data }),
  ];
}

/** Entry k, weighed, in its line. */
function weighed(scene, k) {
  const { spec, step, place } = scene;
  const { size, pile } = place;
  const y = line_of(scene, k);
  const line = {
    key: `term${k}`,
    x: pile.x,
    y,
    size,
    row: cells_of(step.terms[k]),
    data: { "data-term": k },
  };
  return [
    beside(place, `of${k}`, y, words_of(spec, step, k)),
    ...row_cells(spec, line),
  ];
}

/**
 * Entry k until it lies weighed in its line: a copy for each time that it counts, or one
 * that its weight strikes on the way.
 */
function arriving(scene, k, times) {
  if (scene.step.edited) return one_more(scene, k, times);
  return scene.step.copies[k]
    ? counted(scene, k, times)
    : struck(scene, k, times);
}

/** One more copy of the row of entry k, on its way to the line of the entry. */
function one_more(scene, k, { fly }) {
  const at = on_the_way(scene, k, part(scene.t, fly), line_of(scene, k));
  return copy(scene, k, { key: `term${k}`, ...at });
}

/** A copy of the row of entry k at a place; the ring says that it moves. */
function copy(
  { spec, step, place },
  k,
  { key, x, y, row = undefined, moves = true },
) {
  const { size, table } = place;
  const from = step.rows[k];
  const data = row ? {} : { "data-line": from }; // half weighed, it is neither
  const line = { key, x, y, size, row: row ?? row_at(spec, from), data };
  const shapes = row_cells(spec, line);
  return moves
    ? [
        ...shapes,
        ...ring("copy", x, y, table.w - 1, size.h - 1, ring_off(spec)),
      ]
    : shapes;
}

/** Where a copy is that has gone that share of the way from its row of the table to a line. */
function on_the_way({ step, place, line_y }, k, share, to) {
  const { table, pile } = place;
  const from = line_y(step.rows[k]);
  return {
    x: table.x + (pile.x - table.x) * share,
    y: from + (to - from) * share,
  };
}

/**
 * The copies of a row that counts once or a few times; all are there before they become
 * one.
 */
function counted(scene, k, { fly: [from, to], weigh }) {
  const { step, place, t } = scene;
  const count = step.copies[k];
  const each = (to - from) / count;
  const merged = part(t, weigh);
  const target = line_of(scene, k);
  const shapes = [];
  for (let j = 0; j < count; j++) {
    const start = from + j * each;
    if (t <= start) break;
    const below = j ? (place.pile.pitch + FAN * (j - 1)) * (1 - merged) : 0;
    const share = part(t, [start, start + (count > 1 ? 0.85 : 1) * each]);
    const at = on_the_way(scene, k, share, target + below);
    const last = t <= start + each || (j === count - 1 && merged > 0);
    shapes.push(
      ...copy(scene, k, {
        key: j ? `copy${j}` : `term${k}`,
        ...at,
        moves: last,
      }),
    );
  }
  if (count > 1 && t >= from + 2 * each)
    shapes.push(beside(place, "plus", target + place.pile.pitch, "+"));
  return shapes;
}

/** A copy that its weight strikes before it lands: its numbers change one after the other. */
function struck(scene, k, { fly, weigh: [from, to] }) {
  const { spec, step, place, t } = scene;
  const { size, table } = place;
  const target = line_of(scene, k);
  const turn = part(t, [from, from + 0.6 * (to - from)]);
  const landing = part(t, [from + 0.65 * (to - from), to]);
  const share = STATION * part(t, fly) + (1 - STATION) * landing;
  const { x, y } = on_the_way(scene, k, share, target);
  const row = turned(row_at(spec, step.rows[k]), cells_of(step.terms[k]), turn);
  const shapes = copy(scene, k, { key: `term${k}`, x, y, row });
  if (part(t, fly) < 0.9) return shapes;
  const text = `${step.weights[k]} ×`;
  return [
    ...shapes,
    ...tag("times", x - 10 - tag_width(text) / 2, y + size.h / 2, text),
  ];
}

/**
 * Entry k once more: it comes down to the sum, stands beside it for a moment, and falls
 * onto it.
 */
function joining(scene, k, { join: [from, to] }) {
  const { spec, step, place, t } = scene;
  const { size, table, pile, sum } = place;
  const above = pile.beside
    ? sum - size.h - 10
    : pile.y + (place.lines - 1) * pile.pitch;
  const span = to - from;
  const down = part(t, [from, from + 0.45 * span]);
  const fall = part(t, [from + 0.7 * span, to]);
  const start = line_of(scene, k);
  const y = start + (above - start) * down + (sum - above) * fall;
  const line = {
    key: "joins",
    x: pile.x,
    y,
    size,
    row: step.edited ? row_at(spec, step.rows[k]) : cells_of(step.terms[k]),
    data: {},
  };
  const cells = spec.numbers ? row_cells(spec, line) : []; // of colours alone the way is enough
  const shapes = [
    ...cells,
    ...ring("copy", pile.x, y, table.w - 1, size.h - 1, ring_off(spec)),
  ];
  return (k || step.edited) && down === 1
    ? [...shapes, beside(place, "plus", above, "+")]
    : shapes;
}

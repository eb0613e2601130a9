// @ts-check
/**
 * What was measured, as shapes: lines over the size of the table, where a step goes to
 * scale, and bytes in a second.
 */
import {
  LETTER,
  label,
  letters,
  number,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { median, rate_text, seconds_text } from "../kit/units.js";
import {
  by_way,
  caption,
  count,
  MOVED,
  PART,
  seen,
  start_of,
  trapped,
  UNMEASURED,
} from "./words.js";

const LEFT = 62;
const RIGHT = 34; // the last size stands out by half
const TOP = 26;
const TALL = 180; // of the lines
const BAR = 18;
const PAIR = 56; // px from two bars of the clock to the next two
const NAMED = 140; // px for the names of bars
const GAP = 6; // px between the names of two sizes
const SMALL = 500; // px of a drawing below which names stand in two lines
// A hue is an idea, and a dash a variant of it, as in the charts of notebook 06.
const LOOKS = {
  "one-hot @ W": { stroke: "var(--pos)" },
  Embedding: { stroke: "var(--neg)" },
  "Embedding, sparse": { stroke: "var(--neg)", "stroke-dasharray": "6 4" },
};
const FILLS = {
  lookup: "var(--pick)",
  zero: "var(--line)",
  scatter_add: "var(--touch)",
  sgd: "var(--quiet)",
};

/** What the lines and the parts of the bar mean, for the key below the picture. */
export const KEY = [
  ["pos", "one-hot @ W"],
  ["neg", "Embedding"],
  ["dashed", "Embedding, sparse: only the rows of the batch"],
];

/**
 * All shapes for a page that is so many pixels wide, and how tall they are.
 *
 * @param {any} found {times, account, bandwidth}, as far as it is known
 * @param {{of: string, ids: number}} view
 * @param {import("./measure.js").Plan} plan
 * @param {number} width
 * @param {boolean} [busy] whether more is to come, for which the room is kept: so nothing grows
 *   under the pointer
 */
export function drawing(found, view, plan, width, busy = false) {
  const shapes =
    view.of === "clock"
      ? clock_bars(found, view, width)
      : lines(found, view, plan.sizes, width);
  let y = TOP + TALL + 52;
  const { account, bandwidth } = found;
  if (account?.parts) shapes.push(...step_bar(account, y, width));
  if (account?.parts || busy) y += width < SMALL ? 92 : 74;
  const start = start_of(found, plan);
  if (bandwidth?.bytes) shapes.push(...rate_bars(bandwidth, start, y, width));
  if (bandwidth?.bytes || busy) y += 22 + 3 * (BAR + 8);
  if (start) shapes.push(start_text(start, y));
  if (start || busy) y += 8;
  return { shapes, height: y };
}

/** The decades that hold all of the seconds: [exponent of the least, of the most]. */
function decades(seconds) {
  if (!seconds.length) return [-6, -2];
  const low = Math.floor(Math.log10(Math.min(...seconds)));
  const high = Math.ceil(Math.log10(Math.max(...seconds)));
  return [low, Math.max(high, low + 1)];
}

function lines(found, view, sizes, width) {
  const there = seen(found, view).filter((one) => one.seconds);
  const start = found.account?.parts?.nothing;
  const all = there.flatMap((one) => one.seconds);
  const [low, high] = decades(start ? [...all, ...start] : all);
  const span = Math.log(sizes.at(-1) / sizes[0]) || 1;
  const x = (rows) =>
    LEFT + (Math.log(rows / sizes[0]) / span) * (width - LEFT - RIGHT - 16) + 8;
  const y = (seconds) =>
    TOP + TALL * (1 - (Math.log10(seconds) - low) / (high - low));
  const shapes = [label("of", 0, 12, caption(found, view))];
  for (let power = low; power <= high; power++)
    shapes.push(...tick(power, y(10 ** power), width));
  for (const rows of named(sizes, x))
    shapes.push(
      number(
        `size${rows}`,
        x(rows),
        TOP + TALL + 18,
        rows.toLocaleString("en"),
      ),
    );
  shapes.push(quiet("sizes", LEFT, TOP + TALL + 36, "rows of the table"));
  if (start) shapes.push(...floor(y(median(start)), width));
  for (const [way, points] of Object.entries(by_way(there)))
    shapes.push(...line(way, points, x, y));
  return shapes;
}

/** The sizes whose names find room, the largest first: on a phone not all do. */
function named(sizes, x) {
  const half = (rows) => (LETTER * letters(rows.toLocaleString("en"))) / 2;
  return sizes.reduceRight((kept, rows) => {
    const [next] = kept;
    const free =
      next === undefined || x(rows) + half(rows) + GAP <= x(next) - half(next);
    return free ? [rows, ...kept] : kept;
  }, []);
}

const tick = (power, y, width) => [
  path(`tick${power}`, `M${LEFT} ${y}H${width - RIGHT}`, {
    stroke: "var(--zero)",
  }),
  number(`time${power}`, LEFT - 8, y + 4, seconds_text(1.0001 * 10 ** power), {
    "text-anchor": "end",
  }),
];

/** The price of starting a kernel at all, below which no line can be. */
const floor = (y, width) => [
  path("floor", `M${LEFT} ${y}H${width - RIGHT}`, {
    stroke: "var(--quiet)",
    "stroke-dasharray": "1 4",
  }),
  quiet("floor_text", LEFT + 4, y - 4, "a kernel that does nothing"),
];

function line(way, points, x, y) {
  const places = points.map(({ rows, seconds }) => [
    x(rows),
    y(median(seconds)),
  ]);
  const look = { fill: "none", "stroke-width": 2, ...LOOKS[way] };
  const shapes = [
    path(way, `M${places.map((place) => place.join(" ")).join("L")}`, look),
  ];
  for (const [k, { rows, seconds }] of points.entries()) {
    const [from, to] = [Math.max(...seconds), Math.min(...seconds)].map(y);
    const [at, middle] = places[k];
    const spread = `M${at} ${from}V${to}M${at - 3} ${middle}h6`;
    shapes.push(
      path(`${way}${rows}`, spread, { ...look, "stroke-dasharray": "none" }),
    );
  }
  return shapes;
}

function step_bar({ rows, ids, parts, whole }, top, width) {
  const names = Object.keys(PART);
  const seconds = names.map((name) => median(parts[name]));
  const sum = seconds.reduce((a, b) => a + b, 0);
  const title =
    `where a step goes: ${count(rows, "rows")}, ${count(ids, "ids")}, ` +
    `${seconds_text(median(whole))}`;
  const shapes = [label("step", 0, top, title)];
  let x = 0;
  names.forEach((name, k) => {
    const wide = (seconds[k] / sum) * (width - RIGHT);
    shapes.push(
      rect(`part${name}`, x, top + 10, wide, BAR, { fill: FILLS[name] }),
    );
    x += wide;
  });
  const beside = width < SMALL ? 2 : 4; // so many of the names in a line
  names.forEach((name, k) => {
    const text = `${PART[name]} ${seconds_text(seconds[k])}`;
    const at = (k % beside) * (width / beside);
    const line = top + 46 + 18 * Math.floor(k / beside);
    shapes.push(
      rect(`swatch${name}`, at, line - 9, 10, 10, { fill: FILLS[name] }),
    );
    shapes.push(quiet(`name${name}`, at + 14, line, text));
  });
  return shapes;
}

/** What the clock shows of the same work, two bars at a time to one scale. */
function clock_bars(found, view, width) {
  const shapes = [label("of", 0, 12, caption(found, view))];
  trapped(found).forEach(({ names, seconds, factor }, pair) => {
    const most = Math.max(...(seconds ?? []));
    names.forEach((name, k) => {
      const y = TOP + pair * PAIR + k * (BAR + 4);
      const [share, told] = seconds
        ? [seconds[k] / most, told_of(seconds[k], most, factor)]
        : [0, UNMEASURED];
      shapes.push(...bar(`${pair}${k}`, name, y, share, told, width));
    });
  });
  return shapes;
}

const told_of = (seconds, most, factor) =>
  seconds_text(seconds) + (seconds === most ? `, ${factor} times` : "");

/** A bar beside its name, with what it stands for. */
function bar(key, name, y, share, told, width) {
  const wide = share * (width - RIGHT - NAMED - 110);
  return [
    quiet(`of${key}`, 0, y + 13, name),
    rect(`bar${key}`, NAMED, y, wide, BAR, { fill: "var(--dot)" }),
    label(`told${key}`, NAMED + wide + 8, y + 13, told),
  ];
}

/** The line that parts what the start of a call takes of a bar, as the floor of the lines. */
const start_mark = (name, y, at) =>
  path(`start${name}`, `M${at} ${y - 3}v${BAR + 6}`, {
    stroke: "var(--ink)",
    "stroke-dasharray": "1 3",
    "stroke-width": 2,
  });

const start_text = ({ seconds }, y) =>
  quiet(
    "start",
    0,
    y,
    `left of the dots: the start of a call, ${seconds_text(seconds)}`,
  );

function rate_bars({ bytes, rows }, start, top, width) {
  const names = Object.keys(MOVED);
  const rates = names.map((name) => median(bytes[name]));
  const most = Math.max(...rates);
  const title =
    `bytes in a second, read and written, ${count(rows, "rows")}` +
    (width < SMALL ? "" : ", caches and starts included");
  return [
    label("rates", 0, top, title),
    ...names.flatMap((name, k) => {
      const y = top + 10 + k * (BAR + 8);
      const told = rate_text(rates[k]);
      const drawn = bar(name, MOVED[name], y, rates[k] / most, told, width);
      if (!start) return drawn;
      const at = NAMED + Number(drawn[1].width) * start.shares[name];
      return [...drawn, start_mark(name, y, at)];
    }),
  ];
}

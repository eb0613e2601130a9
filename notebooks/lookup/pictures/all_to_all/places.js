// @ts-check
/**
 * Where things stand in the picture of an all-to-all: the ranks side by side, each with its
 * ids above and its rows of the table below, and between them the wire. Draws nothing.
 */
import { cells_of } from "../kit/cells.js";
import { LETTER, clamp, letters, once } from "../kit/draw.js";

// The steps.
export const SEND = 0;
export const LOOK = 1;
export const ANSWER = 2;
export const ADD = 3;

const EDGE = 8;
const LOW = 10; // px between the last words of a rank and its edge
const CHIP = 24; // px of an id
const GAP = 6; // px between an id and its row of the output
const BAR = 10; // px that the bar of a touched row takes, with what parts it from others
const APART = 2; // px between two ids that ask for the same row
const HEAD = 26; // px that the name of a rank takes
const LINE = 22; // px that a line of words takes
const CABLE = 6; // px of the wire
const FOOT = 8; // px that a rank stands above what is below it
const ROOMY = 38; // px that a cell with a number takes at most, if that needs no more
const SMALL = 12; // px that a cell without a number takes at most
const TALL = 330; // px that all lines share
const LEAST_WIDTH = 396; // px for the names of the steps
const LEDGER = 220; // px between two ranks that what crossed the wire is written in
const WIDE = { most: 920, gap: 36, pad: 10, asks: 30, rank: 170, far: 250 };
const NARROW = { most: 420, gap: 16, pad: 6, asks: 30, rank: 150, far: 60 };

/**
 * Where things stand, from the spec alone, so that nothing jumps from step to step or way
 * to way. `track`: where the slider lies.
 */
export const places = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const room = narrow ? NARROW : WIDE;
  const names = narrow || spec.name_width === 0 ? 0 : spec.name_width + 8;
  const lines = lines_of(spec);
  const pitch = clamp(Math.floor(TALL / (lines.ids + lines.rows)), 16, 22);
  const across = across_of(spec, room, names);
  const down = down_of(lines, pitch);
  const { width, gap } = across;
  const inside = gap >= LEDGER;
  const ledger = inside
    ? { x: EDGE + across.rank + 20, y: down.table.words, down: true }
    : { x: EDGE, y: down.bottom + FOOT + 20, down: false };
  const low = inside ? down.bottom + FOOT + 12 : ledger.y + 32;
  const track = { x: EDGE, y: low, w: width - 2 * EDGE, h: 32 };
  return {
    ...across,
    ...down,
    ...{ ledger, track, names, pitch, chip: CHIP },
    size: { w: across.cell, h: pitch - 1 },
    wide: spec.columns.length * across.cell,
    height: track.y + track.h + 6,
  };
}

/** How many lines ids and rows take at most, in every rank and whoever owns a row. */
function lines_of({ ids, ways, shards }) {
  const owned = ways.flatMap((way) => shards[way].map((shard) => shard.length));
  return {
    ids: Math.max(...ids.map((asked) => asked.length)),
    rows: Math.max(...owned),
  };
}

/** How wide a rank is, what stands in it, and how far it is to the next one. */
function across_of(spec, { most, gap, pad, asks, rank, far }, names) {
  const n = spec.ids.length;
  const D = spec.columns.length;
  const each = Math.floor((most - 2 * EDGE - (n - 1) * gap) / n);
  const fixed = 2 * pad + names + CHIP + GAP + BAR;
  const free = Math.floor((each - fixed - asks) / D);
  const needs = widths_of_numbers(spec);
  const cell =
    free >= needs.weights
      ? clamp(free, needs.weights, Math.max(needs.gradients, ROOMY))
      : clamp(free, 5, SMALL);
  const taken = fixed + D * cell;
  const wanted = most_asks(spec) * (CHIP + APART);
  const beside = clamp(each - taken, asks, Math.max(asks, wanted));
  const view = { columns: spec.columns, gap: 0 };
  const wide = Math.max(taken + beside, Math.min(rank, each));
  const left = (most - 2 * EDGE - n * wide) / (n - 1);
  const least = (LEAST_WIDTH - 2 * EDGE - n * wide) / (n - 1);
  const apart = Math.ceil(Math.max(clamp(left, gap, far), least));
  return {
    ...{ rank: wide, gap: apart, pad, cell },
    weights: { ...view, numbers: cell >= needs.weights },
    gradients: { ...view, numbers: cell >= needs.gradients },
    asks: wide - taken,
    inner: wide - 2 * pad,
    lefts: spec.ids.map((_, r) => EDGE + r * (wide + apart)),
    width: 2 * EDGE + n * wide + (n - 1) * apart,
  };
}

/** How many ids ask for the same row at most. */
function most_asks({ ids }) {
  const counts = new Map();
  for (const row of ids.flat()) counts.set(row, (counts.get(row) ?? 0) + 1);
  return Math.max(...counts.values());
}

/** Px of a cell in which every number has room, and beside its mark if it is of a gradient. */
function widths_of_numbers({ rows, up, sums, zero }) {
  const need = (lines, more) => {
    const texts = lines.flatMap((line) => cells_of(line).texts);
    const longest = Math.max(...texts.map((text) => LETTER * letters(text)));
    return Math.ceil(clamp(longest + more, 26, 60));
  };
  const weights = Object.values(rows).map(({ cells }) => cells);
  return {
    weights: need(weights, 8),
    gradients: need([...up.flat(), ...sums.flat(), zero], 17),
  };
}

/**
 * How far down everything stands: `words` above the first line of the ids and of the rows,
 * between them the wire with a lane above and a lane below it.
 */
function down_of(lines, pitch) {
  const ids = { words: EDGE + HEAD + 12, first: EDGE + HEAD + LINE };
  const wire = ids.first + (lines.ids + 1) * pitch + 10;
  const lanes = { right: wire - pitch - 1, left: wire + CABLE + 2 };
  const words = lanes.left + pitch + 18;
  const table = { words, first: words + LINE - 12 };
  const busy = table.first + lines.rows * pitch + 15;
  return { top: EDGE, ids, wire, lanes, table, busy, bottom: busy + LOW };
}

export const cable = CABLE;
export const foot = FOOT;

/** Where the ids, the rows and those who ask for them begin in a rank. */
export const chip_x = ({ lefts, pad, names }, rank) =>
  lefts[rank] + pad + names;
export const cells_x = (place, rank) => chip_x(place, rank) + CHIP + GAP;
export const asks_x = ({ asks, pad, rank: wide, lefts }, rank) =>
  lefts[rank] + wide - pad - asks;

/**
 * {rank, place, row, owner, order, nth, of, turn} of each id: `order` among all of them,
 * the `nth` `of` those that ask for its row, and whose `turn` it is at its owner.
 */
export const asks_of = once((spec, by) => {
  const owners = new Map(
    spec.shards[by].flatMap((shard, owner) => shard.map((row) => [row, owner])),
  );
  const asks = spec.ids
    .flatMap((asked, rank) =>
      asked.map((row, place) => ({ rank, place, row, owner: owners.get(row) })),
    )
    .map((ask, order) => ({ ...ask, order }));
  return asks.map((ask) => {
    const same = asks.filter(({ row }) => row === ask.row);
    const before = (one) => one.order < ask.order;
    const turn = asks.filter(
      (one) => before(one) && one.owner === ask.owner,
    ).length;
    const nth = same.filter(before).length;
    return { ...ask, turn, nth, of: same.length };
  });
});

/** Where an id is among those of its rank, and where its row of the output begins. */
export const listed_at = (place, { rank, place: k }) => ({
  x: chip_x(place, rank),
  y: place.ids.first + k * place.pitch,
});
export const out_at = (place, ask) => ({
  x: cells_x(place, ask.rank),
  y: listed_at(place, ask).y,
});

/** {row: the rank that owns it, where it stands there}. */
export const stored_at = once((spec, by, narrow) => {
  const place = places(spec, narrow);
  const rows = spec.shards[by].flatMap((shard, rank) =>
    shard.map((row, line) => [
      row,
      {
        rank,
        x: cells_x(place, rank),
        y: place.table.first + line * place.pitch,
      },
    ]),
  );
  return new Map(rows);
});

/** How far it is from one id that asks for a row to the next: many cover one another. */
export const ask_step = ({ asks }, of) =>
  of > 1 ? Math.min(CHIP + APART, (asks - CHIP) / (of - 1)) : 0;

/** Where an id stands that has reached its row, which is `at` a place. */
export const beside = (place, at, { nth, of }) => ({
  x: at.x + asks_x(place, 0) - cells_x(place, 0) + nth * ask_step(place, of),
  y: at.y,
});

/**
 * The way of something from a place in one rank to a place in another, as points: down or
 * up to its lane along the wire, and from there to its place. What stays goes straight.
 */
export function way_of({ lanes }, from, rank, to, other) {
  if (rank === other) return [from, to];
  const y = lanes[rank < other ? "right" : "left"];
  return [from, { x: from.x, y }, { x: to.x, y }, to];
}

/** The points of a way up to a share of its length. */
export function walked(points, share) {
  const legs = points
    .slice(1)
    .map(({ x, y }, i) => Math.hypot(x - points[i].x, y - points[i].y));
  let left = share * legs.reduce((sum, leg) => sum + leg, 0);
  const passed = [points[0]];
  for (const [i, leg] of legs.entries()) {
    if (left <= leg)
      return [...passed, between(points[i], points[i + 1], left / (leg || 1))];
    passed.push(points[i + 1]);
    left -= leg;
  }
  return passed;
}

/** The point that is a share of a way from its beginning. */
export const along = (points, share) => walked(points, share).at(-1);

export const between = (from, to, share) => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/**
 * How many of ids, rows and gradients have crossed the wire, in this order, at the end of
 * a step, or before it is `under_way`.
 */
export const crossed = (step, under_way) =>
  [SEND, ANSWER, ADD].filter((at) => at < step || (at === step && !under_way))
    .length;

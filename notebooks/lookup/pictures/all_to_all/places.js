// @ts-check
/**
 * Where things stand in the picture of an all-to-all, and where an id, its row and its
 * gradient are at each step. Draws nothing.
 */
import { cells_of } from "../kit/cells.js";
import { LETTER, clamp, letters, once } from "../kit/draw.js";

// The steps.
export const SORT = 0;
export const ASK = 1;
export const PICK = 2;
export const HOME = 3;
export const ORDER = 4;
export const BACK = 5;
export const ADD = 6;

const EDGE = 8;
const CHIP = 24; // px of an id
const GAP = 6; // px between an id and its row of the output
const PAD = 5; // px around what a box holds
const APART = 6; // px between two boxes
const WIRE = 16; // px between two ranks
const LEAST_WIDTH = 396; // px for the names of the steps
const SMALL = 12; // px that a cell without a number takes at most
const TALL = 400; // px that all lines share
const WIDE = { most: 800, ends: 60, least: 8, rank: 48, top: 0, gap: 28 };
const NARROW = { most: 404, ends: 50, least: 5, rank: 0, top: 18, gap: 10 };

/**
 * The number of ids that a rank has, of rows that it owns, of things in its fullest box:
 * so many lines it takes, whoever owns a row.
 */
export function lines_of({ ids, ways, shards, boxes }, rank) {
  const filled = ways.flatMap((way) =>
    ids.flatMap((_, other) => [
      boxes[way][rank][other].length,
      boxes[way][other][rank].length,
    ]),
  );
  return Math.max(
    1,
    ids[rank].length,
    ...ways.map((way) => shards[way][rank].length),
    ...filled,
  );
}

/**
 * Where things stand, from the spec alone, so that nothing jumps from step to step or way
 * to way. `track`: where the slider lies.
 */
export const places = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const room = narrow ? NARROW : WIDE;
  const n = spec.ids.length;
  const D = spec.columns.length;
  const names = narrow || spec.name_width === 0 ? 0 : spec.name_width + 8;
  const sizes = sizes_of(spec, room, names);
  const list = {
    x: EDGE + room.rank,
    cells: EDGE + room.rank + CHIP + GAP,
    w: CHIP + GAP + D * sizes.ends.w,
  };
  const left = list.x + Math.max(list.w, CHIP + room.ends) + room.gap;
  const box = { w: CHIP + 3 + D * sizes.boxes.w + 2 * PAD };
  const boxes = { x: left, w: n * (box.w + APART) - APART, each: box.w };
  boxes.right = boxes.x + boxes.w + room.gap;
  const index = boxes.right + names;
  const table = {
    names: index - 6,
    index: index + CHIP / 2 - 3,
    x: index + CHIP,
    w: D * sizes.ends.w,
  };
  const width =
    Math.max(table.x + Math.max(table.w + 12, room.ends), LEAST_WIDTH) + EDGE;
  const lanes = lanes_of(spec, sizes.pitch, room);
  const bottom = lanes.at(-1).y + lanes.at(-1).h;
  const track = { x: EDGE, y: bottom + 56, w: width - 2 * EDGE, h: 38 };
  const views = Object.fromEntries(
    ["ends", "boxes"].map((part) => [part, view_of(spec, sizes[part])]),
  );
  return {
    ...{
      sizes,
      views,
      list,
      boxes,
      table,
      lanes,
      pad: PAD,
      chip: CHIP,
      edge: EDGE,
    },
    ...{ ledger: bottom + 22, track, width, height: track.y + track.h + 6 },
  };
}

/** What the numbers of a part need of a spec: whether they are written. */
const view_of = ({ columns }, { written }) => ({
  columns,
  gap: 0,
  numbers: written,
});

/**
 * The sizes of cells: at either end numbers are written if there is room, then in the
 * boxes.
 */
function sizes_of(spec, { most, least, rank, gap }, names) {
  const n = spec.ids.length;
  const D = spec.columns.length;
  const full = width_of_numbers(spec);
  const fixed =
    2 * EDGE +
    rank +
    2 * CHIP +
    GAP +
    2 * gap +
    12 +
    names +
    n * (CHIP + 3 + 2 * PAD + APART);
  const free = most - fixed - n * D * least;
  const ends = size(Math.floor(free / (2 * D)), full);
  const left = most - fixed - 2 * D * ends.w;
  const total = spec.ids.reduce(
    (sum, _, rank) => sum + lines_of(spec, rank),
    0,
  );
  const pitch = clamp(Math.floor(TALL / total), 16, 22);
  const boxes = size(Math.floor(left / (n * D)), full);
  for (const part of [ends, boxes]) part.h = pitch - 1;
  return { ends, boxes, pitch };
}

function size(free, full) {
  const written = free >= full;
  return { w: written ? full : clamp(free, 5, SMALL), written };
}

/** Px of a cell in which every number has room, beside its mark if it is of a gradient. */
function width_of_numbers({ rows, up, sums, zero }) {
  const longest = (lines) =>
    Math.max(
      ...lines.flatMap((line) =>
        cells_of(line).texts.map((text) => LETTER * letters(text)),
      ),
      0,
    );
  const weights = longest(Object.values(rows).map(({ cells }) => cells));
  const gradients = longest([
    ...up.flat(),
    ...sums.flatMap((changed) => Object.values(changed)),
    zero,
  ]);
  return Math.ceil(clamp(Math.max(weights + 8, gradients + 17), 26, 60));
}

/** The lanes of the ranks, one below the other: what leaves a lane crosses the wire. */
function lanes_of(spec, pitch, { top }) {
  let y = 40;
  return spec.ids.map((_, rank) => {
    const lane = {
      y,
      h: lines_of(spec, rank) * pitch + 2 * PAD + top,
      first: y + top + PAD,
    };
    y += lane.h + WIRE;
    return lane;
  });
}

/** {rank, place, row, owner, nth} of each id: which of its box it is, in the order asked. */
export const asks_of = once((spec, by) =>
  spec.boxes[by].flatMap((row, rank) =>
    row.flatMap((box, owner) =>
      box.map((place, nth) => ({
        rank,
        place,
        row: spec.ids[rank][place],
        owner,
        nth,
      })),
    ),
  ),
);

const line_y = ({ lanes, sizes }, rank, line) =>
  lanes[rank].first + line * sizes.pitch;

/** Where box `other` of a rank begins. */
export const box_x = ({ boxes }, other) =>
  boxes.x + other * (boxes.each + APART);

/**
 * Where an id is among those of its rank, in the box at home, in that of its owner: the
 * upper left corner.
 */
export const listed_at = (place, { rank, place: k }) => ({
  x: place.list.x,
  y: line_y(place, rank, k),
});
export const boxed_at = (place, { rank, owner, nth }) =>
  in_box(place, rank, owner, nth);
export const arrived_at = (place, { rank, owner, nth }) =>
  in_box(place, owner, rank, nth);

const in_box = (place, rank, other, nth) => ({
  x: box_x(place, other) + place.pad,
  y: line_y(place, rank, nth),
});

/** {row: where it stands in the shard of its owner}. */
export const stored_at = once((spec, by, narrow) => {
  const place = places(spec, narrow);
  const rows = spec.shards[by].flatMap((shard, rank) =>
    shard.map((row, line) => [
      row,
      { rank, x: place.table.x, y: line_y(place, rank, line) },
    ]),
  );
  return new Map(rows);
});

/**
 * How many of ids, rows and gradients have crossed the wire, in this order, at the end of
 * a step, or before it is `under_way`.
 */
export const crossed = (step, under_way) =>
  [ASK, HOME, BACK].filter((at) => at < step || (at === step && !under_way))
    .length;

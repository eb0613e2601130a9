// @ts-check
/**
 * Where things stand, and when: the wall, the drawer, the copies on their way. Draws
 * nothing. Lengths are CSS px where nothing else is said; a number of the table is a square
 * of `u` px, a whole number of the screen's own.
 */
import { clamp, part } from "../kit/draw.js";
import { gradient, sorted, table_of } from "./table.js";

const TALL = { wide: 548, narrow: 700 }; // px that a wall may have
const LARGEST = 24; // px of a number
const ROW = 24; // px from one stripe of the drawer to the next
const EDGE = 6; // px around them
const STRIPE = { w: 256, h: 16 }; // wider for a row of more numbers
const LABEL = 148; // px for a word and its number
export const NEAR = 8; // stripes of a sorted wall: a row and those nearest to it
const LEAST = 64; // px of a stripe in the narrowest page
const BESIDE = 16; // px from a small wall to the drawer
const FEWEST = 4; // stripes for which a narrow drawer has room
const STEP = 24; // px by which a drawer moves out of the way

/** Seconds from and to, from the moment at which a copy may leave. */
export const stages = { point: [0, 0.4], fly: [0.4, 1.5] };
export const GAP = 0.45; // seconds from one word to the next
export const WIPE = 3; // that the wall takes to be multiplied
export const FALL = 1.4; // to fall
export const SORT = 1.6; // to sort itself
const LATER = 0.2; // after which the copies leave

/**
 * The wall within a width: `k` of the screen's pixels a number, `cols` columns of `H` rows;
 * w, h in numbers. The largest k for which it is not taller than may be, nor than `window`;
 * below 1 where the page has fewer pixels than the table has numbers.
 *
 * @param {{V: number, D: number}} spec
 * @param {number} width
 * @param {number} ratio of the screen's pixels to px
 */
export function wall_of(
  { V, D },
  width,
  ratio,
  narrow = false,
  window = Infinity,
) {
  const most = Math.min(TALL[narrow ? "narrow" : "wide"], window);
  const room = Math.floor(width * ratio);
  const fits = (k) => Math.max(1, Math.floor((room + k) / (k * (D + 1))));
  const tall = (k) => Math.floor((most * ratio) / k);
  const largest = Math.max(1, Math.floor(LARGEST * ratio));
  let k = largest;
  while (k > 1 && (k * D > room || fits(k) * tall(k) < V)) k -= 1;
  const cols = k === largest ? Math.ceil(V / tall(k)) : fits(k);
  const wall = wall_with({ V, D }, cols, k, ratio);
  if (wall.w * k <= room && wall.h <= tall(k)) return wall;
  return smaller({ V, D }, width, most, ratio);
}

const wall_with = ({ V, D }, cols, k, ratio) => {
  const H = Math.ceil(V / cols);
  return { k, u: k / ratio, cols, H, V, D, w: cols * (D + 1) - 1, h: H };
};

/** The wall with the largest numbers that fits a page, a part of a pixel each. */
function smaller({ V, D }, width, most, ratio) {
  const share = (cols) => {
    const { w, h } = wall_with({ V, D }, cols, 1, 1);
    return Math.min(width / w, most / h);
  };
  let cols = 1;
  while (cols < V && share(cols + 1) >= share(cols)) cols += 1;
  return wall_with({ V, D }, cols, share(cols) * ratio, ratio);
}

/** The corner of a place of the wall, in numbers: places go down a column, then right. */
export const corner_of = ({ H, D }, place) => [
  Math.floor(place / H) * (D + 1),
  place % H,
];

/** The place at a point of the wall, in numbers; -1 for none. */
export function place_at({ H, D, V, w, h }, [x, y]) {
  const [column, off] = [Math.floor(x / (D + 1)), Math.floor(x) % (D + 1)];
  const place = column * H + Math.floor(y);
  const inside = x >= 0 && x < w && y >= 0 && y < h && off < D;
  return inside && place < V ? place : -1;
}

/** The px that a drawer of so many stripes is tall. */
const drawer_tall = (stripes) => 2 * EDGE + ROW * stripes;

/** The px above the wall of a narrow page that a drawer of so many stripes takes. */
export const above_wall = (stripes) => drawer_tall(stripes) + EDGE;

/**
 * Where wall and drawer are, and the size of both: the drawer stands beside a small wall,
 * else lies on it, where it hides no line that is lit if there is such a place; in a narrow
 * page it stands above.
 */
export function layout(wall, marks, stripes, width, narrow) {
  const rows = narrow ? Math.max(FEWEST, stripes) : stripes;
  const h = drawer_tall(rows);
  const stripe = {
    w: clamp(
      Math.floor(width - LABEL - 2 * EDGE),
      LEAST,
      Math.max(STRIPE.w, wall.D),
    ),
    h: STRIPE.h,
  };
  const w = LABEL + stripe.w + 2 * EDGE;
  const [wide, high] = [wall.w * wall.u, wall.h * wall.u];
  const x = wide + BESIDE;
  if (x + w <= width) {
    const size = [x + w, stripes ? Math.max(high, h) : high];
    return { stripe, drawer: { x, y: 0, w, h }, top: 0, size };
  }
  if (narrow || w > wide || h > high) {
    const top = above_wall(rows);
    const size = [Math.max(wide, w), top + high];
    return { stripe, drawer: { x: 0, y: 0, w, h }, top, size };
  }
  const drawer = { ...free_of(wall, marks, w, h), w, h };
  return { stripe, drawer, top: 0, size: [wide, high] };
}

/** The place that hides fewest marks: the first from the lower right, column by column. */
function free_of(wall, marks, w, h) {
  const { u, D } = wall;
  const [right, low] = [wall.w * u - w, wall.h * u - h];
  const boxes = marks.map((place) => corner_of(wall, place).map((n) => n * u));
  const hidden = ({ x, y }) =>
    boxes.filter(
      ([left, top]) =>
        left < x + w + 4 &&
        left + D * u > x - 4 &&
        top < y + h + 6 &&
        top > y - 6,
    ).length;
  let best = { x: right, y: low };
  let fewest = hidden(best);
  for (let x = right; x >= 0 && fewest; x -= STEP)
    for (let y = low; y >= 0 && fewest; y -= STEP) {
      const now = hidden({ x, y });
      if (now < fewest) [best, fewest] = [{ x, y }, now];
    }
  return best;
}

/** The box of a stripe of the drawer. */
export const slot = ({ drawer, stripe }, k) => ({
  x: drawer.x + EDGE + LABEL,
  y: drawer.y + EDGE + k * ROW + (ROW - stripe.h) / 2,
  ...stripe,
});

/** The row that a sorted wall is sorted by: one that was chosen, or that of the last word. */
export const top_row = ({ row, words }) => row ?? words.at(-1)?.row ?? null;

/** What is shown: the act, or, before any word is looked up, the table itself. */
export const act_of = (state) =>
  (state.by === "sort" && top_row(state) !== null) ||
  (state.by !== "sort" && state.words.length)
    ? state.by
    : "rest";

/** The stripes of the drawer: the words of the sentence, or the rows nearest to one. */
export function stripes_of(state) {
  const { spec, words } = state;
  if (act_of(state) !== "sort") return words;
  const { order, cosines } = sorted(spec, top_row(state));
  const near = order.slice(0, NEAR).filter((row) => cosines[row] > -2);
  return near.map((row, k) => ({
    word: table_of(spec).words[row],
    row,
    cosine: k ? cosines[row] : null,
    at: state.since + SORT,
  }));
}

/** The places of the wall that are lit: of each word, or of the row at the top. */
export const marks_of = (state) =>
  ({ rest: [], sort: [0] })[act_of(state)] ?? [
    ...new Set(state.words.map(({ row }) => row)),
  ];

/** Where the rows of the table are on the wall when it is sorted by one; null: by none. */
export function place_in(spec, top) {
  if (top === null) return (row) => row;
  const { place } = sorted(spec, top);
  return (row) => place[row];
}

/** When each word's copy leaves, once an act begins at `now`. */
export function starts(by, now, count) {
  const first = { multiply: WIPE + LATER, learn: LATER }[by] ?? 0;
  const apart = by === "multiply" ? GAP / 3 : GAP;
  return Array.from({ length: count }, (_, k) =>
    by === "sparse=True" ? now - stages.fly[1] : now + first + k * apart,
  );
}

/** When nothing moves any more. */
export function end_of(state) {
  const { since } = state;
  const takes = { multiply: WIPE, "sparse=True": FALL, sort: SORT };
  const act = act_of(state);
  const last = Math.max(0, ...stripes_of(state).map(({ at }) => at));
  return act === "rest"
    ? 0
    : Math.max(since + (takes[act] ?? 0), last + stages.fly[1]);
}

/**
 * All that a moment shows.
 *
 * @returns what the wall is and how far it has come, and each stripe with how far its line
 *   is lit and how far its copy is gone, 0 to 1
 */
export function scene_of(state) {
  const { spec, now, since } = state;
  const act = act_of(state);
  const straight = (takes) => clamp((now - since) / takes, 0, 1);
  return {
    act,
    wiped: act === "multiply" ? Math.floor(spec.V * straight(WIPE)) : 0,
    fallen: act === "sparse=True" ? straight(FALL) ** 2 : 0,
    moved: act === "sort" ? part(now - since, [0, SORT]) : 0,
    top: top_row(state),
    before: state.before,
    stripes: stripes_of(state).map(({ at, ...stripe }) => ({
      ...stripe,
      lit: part(now - at, stages.point),
      gone: part(now - at, stages.fly),
    })),
  };
}

/** How often each row of the sentence has been written so far, {row: times}. */
export function written(scene) {
  const times = {};
  for (const { row, gone } of scene.stripes)
    times[row] = (times[row] ?? 0) + Number(gone === 1);
  return times;
}

/** The most that a row of the gradient gets. */
export const most_written = ({ spec, words }) =>
  Math.max(
    1,
    ...words.map(
      ({ row }) =>
        gradient(
          spec,
          words.map((one) => one.row),
        ).numbers[row * spec.D],
    ),
  );

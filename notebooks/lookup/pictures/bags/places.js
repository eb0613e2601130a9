// @ts-check
/**
 * Where a ribbon of ids stands that is cut into bags: in one line, or in as many as it
 * needs. Draws nothing.
 */
import { LETTER, once } from "../kit/draw.js";

export const CUT = 16; // px that a cut takes
export const TAB = 20; // px that the tab of a bag is high
export const LEG = 9; // px from there to the ids, which the bracket crosses
export const CELL = 22; // px that an id or a count is high
const WORD = 17;
const TAB_WORD = 48; // px in which a tab says more than the number of its bag
const OFFSET = 16; // px for what stands below a cut
const BETWEEN = 14; // px between two lines
const HEADINGS = 57; // px for the names of the lines
const WIDE = 810; // px that a line of it may take
const NARROW = 270;
export const OPEN = 14; // px around a bag from which its frame closes
const MOST_LINES = 2; // in which ids keep their room; a narrow page has one more

export const said = (count) => count.toLocaleString("en");
const widest = (texts) =>
  LETTER * Math.max(0, ...texts.map((text) => text.length));

/** What stands at the tab of a bag. */
export const name_of = ({ steps }, b) => steps[b].name ?? `bag ${b + 1}`;

/** Where the ribbon stands from y on, the same for every step. */
export const ribbon_of = once((spec, y, narrow) => fitted(spec, y, narrow));

/** Of the sizes the most readable in which it takes few lines, else the smallest. */
function fitted(spec, y, narrow) {
  const most = MOST_LINES + (narrow ? 1 : 0);
  const laid = sizes_of(spec).map((size) =>
    laid_in(spec, y, narrow ? NARROW : WIDE, size),
  );
  return laid.find(({ lines }) => lines <= most) ?? laid.at(-1);
}

/**
 * Sizes of the ribbon, the most readable first: px of an id, whether words are written, px
 * that a bag takes at the least.
 */
function sizes_of({ steps, rows, name_width, bag_width, tail }) {
  const ids = steps.flatMap((step) => step.rows.map((row) => rows[row].label));
  const counts = steps.flatMap((step) => step.counts ?? []);
  const least = Math.max(20, 8 + widest([...ids, ...counts]));
  const offset =
    6 + widest([...steps.map(({ start }) => said(start)), tail[0]]) - CUT;
  const roomy = [72, 40].map((most) => ({
    w: Math.max(26, least, 6 + Math.min(name_width, most)),
    words: name_width > 0,
    tab: Math.max(offset, TAB_WORD, 8 + Math.min(bag_width, most)),
  }));
  return [...roomy, { w: least, words: false, tab: Math.max(offset, 22) }];
}

/**
 * The ribbon in ids of a size, and its pieces: a bag has one, or one in each line that it
 * takes.
 */
function laid_in(spec, y, free, { w, words, tab }) {
  const left = 4 + HEADINGS;
  const high = CELL + (words ? WORD : 0) + (spec.ways.length ? CELL : 0);
  const pitch = TAB + LEG + high + OFFSET + BETWEEN;
  const pieces = [];
  let x = left;
  let line = 0;
  for (const piece of spec.steps.flatMap((step, b) =>
    pieces_of(step, b, w, tab, free - CUT),
  )) {
    const ends = piece.from > 0 || x + CUT + piece.w > left + free;
    if (ends && x > left) {
      x = left;
      line += 1;
    }
    pieces.push({ ...piece, x: x + CUT, y: y + line * pitch });
    x += CUT + piece.w;
  }
  const end = { x: x + CUT / 2, y: y + line * pitch };
  const tail = end.x + LETTER * (spec.tail[0].length + spec.tail[1].length) + 8;
  const right = Math.max(
    tail,
    ...pieces.map((piece) => piece.x + piece.w + OPEN + 2),
  );
  // or some tabs would say more than others
  const numbered = pieces.some((piece) => piece.w < TAB_WORD);
  const lines = line + 1;
  return {
    y,
    w,
    words,
    numbered,
    high,
    pieces,
    end,
    lines,
    right,
    bottom: y + lines * pitch - BETWEEN,
  };
}

/**
 * The pieces of bag b in lines with so much room: its ids `from` `to`, and in the last one
 * `rest`, what is not drawn.
 */
function pieces_of(step, b, w, tab, room) {
  const { rows } = step;
  const most = Math.max(1, Math.floor(room / w));
  const pieces = [];
  for (let from = 0; from === 0 || from < rows.length; from += most) {
    const to = Math.min(rows.length, from + most);
    pieces.push({ b, from, to, rest: "", w: w * (to - from) });
  }
  const rest = step.more ? `+${said(step.more)}` : "";
  const wide = rest ? LETTER * rest.length + 8 : 0;
  if (pieces.at(-1).w + wide > room)
    pieces.push({ b, from: rows.length, to: rows.length, rest, w: wide });
  else Object.assign(pieces.at(-1), { rest, w: pieces.at(-1).w + wide });
  return pieces.map((piece) => ({
    ...piece,
    inner: piece.w,
    w: Math.max(tab, piece.w),
  }));
}

/** Where the first id of a piece stands: ids stand in the middle of a piece that is wider. */
export const cells_x = ({ x, w, inner }) => x + (w - inner) / 2;

/** The middle of the id of entry k of bag b, or of its count. */
export function entry_of({ pieces, w, high }, b, k, line = "id") {
  const piece = pieces.find(
    (piece) => piece.b === b && piece.from <= k && k < piece.to,
  );
  const top = piece.y + TAB + LEG + (line === "count" ? high - CELL : 0);
  return { x: cells_x(piece) + (k - piece.from + 0.5) * w, y: top + CELL / 2 };
}

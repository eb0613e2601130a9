// @ts-check
/**
 * Where a list of ids stands that is cut into bags, beside each id its row, and beside each
 * bag its sum. Draws nothing.
 */
import { LETTER, clamp, once } from "../kit/draw.js";
import { cell_size, row_width } from "../kit/cells.js";
import { tag_width } from "../kit/pointers.js";
import {
  forgets,
  lines_in,
  lines_of,
  lines_of_ids,
  rest_of,
  WITH,
} from "./rows.js";

const TOP = 28; // px for what stands above the list
const HINT = 26; // px below it for where it ends
const TALL = 470; // px that the lines of a list may take, apart where there is room
const PITCH = { least: 15, most: 27 };
const HEADING = 50; // px for the name of the offsets
const PILL = 18; // px that an offset is high
const MOST_NAME = { wide: 120, narrow: 34 };
const PLUS = 16; // px between a count and its row, for the sign
const BRACKET = 46; // px between the rows and their sum
const SAID = 12; // px for the numbers with counts, below a line
const APART = { few: 12, many: 6 }; // px between two bags, and of how many these are
const FEW = 8;

export const said = (count) => count.toLocaleString("en");
const widest = (texts) =>
  LETTER * Math.max(0, ...texts.map((text) => text.length));

/** Where things stand, from the spec alone, so that nothing jumps from step to step. */
export const laid = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const { w: wide, h: high } = cell_size({ ...spec, whole: false });
  const apart = gap_of(spec);
  const count = lines_at_most(spec, narrow);
  const free = TALL - apart * spec.path;
  const most = Math.min(PITCH.most, high + 3);
  const pitch = clamp(Math.floor(free / count), PITCH.least, most);
  const size = { w: narrow ? narrow_cell(spec, wide) : wide, h: pitch - 3 };
  const left = columns_of(spec, narrow);
  const w = row_width(spec, size);
  const heading = LETTER * rows_heading(spec).length + 12;
  const out = narrow ? left.rows : left.rows + Math.max(w + BRACKET, heading);
  const height =
    TOP + count * pitch + spec.path * apart + (narrow ? SAID : 0) + HINT;
  const named =
    12 + Math.max(spec.bag_width, forgets(spec) ? widest([WITH]) : 0);
  return {
    ...left,
    ...{ size, pitch, apart, w, narrow, top: TOP, pill: PILL },
    out,
    width: Math.max(out + w + named, out + below_width(spec)) + 4,
    height,
  };
}

/** Where the offsets, the words, the ids, the counts and the rows stand, from the left. */
function columns_of(spec, narrow) {
  const starts = [...spec.steps.map(({ start }) => said(start)), spec.tail[0]];
  const pill = Math.max(22, 10 + widest(starts));
  const ids = spec.steps.flatMap(({ rows }) =>
    rows.map((row) => spec.rows[row].label),
  );
  const id = Math.max(20, ...ids.map(tag_width));
  const counts = spec.steps.flatMap(({ counts = [] }) => counts);
  const count = spec.ways.length
    ? Math.max(narrow ? 34 : 44, widest(counts) + 22)
    : 0;
  const most = MOST_NAME[narrow ? "narrow" : "wide"];
  const name = spec.name_width && Math.min(spec.name_width + 6, most);
  const wide = narrow ? pill + 16 : Math.max(pill + 20, HEADING);
  const offsets = { x: 4 + wide - pill / 2, w: pill, end: 4 + HEADING };
  const words = 4 + wide + 12;
  const index = words + name + (name ? 6 : 0) + id / 2;
  const counts_x = index + id / 2 + (narrow ? 2 : 8);
  const rows = counts_x + count + (narrow ? 12 : PLUS);
  return { offsets, words, name, index, id, counts: counts_x, count, rows };
}

/** The lines that the bags of a spec take, or may take where their offsets are moved. */
function lines_at_most({ steps, spans, path }, narrow) {
  const sum = (find) => steps.reduce((total, step) => total + find(step), 0);
  const ids = sum(lines_of_ids);
  if (narrow) return ids + path; // below its ids each bag has its sum
  return spans ? ids + path - 1 : sum(lines_of); // all bags but one may be empty
}

/** Px between two bags: with room for the numbers with counts, where some differ. */
const gap_of = (spec) =>
  forgets(spec) ? APART.few + 3 : spec.path > FEW ? APART.many : APART.few;

/** Px of a cell on a narrow page: less where all numbers have room, and where none are written. */
function narrow_cell(spec, w) {
  if (!spec.numbers)
    return Math.min(w, Math.max(6, Math.floor(180 / spec.columns.length)));
  return lines_in(spec).every(({ texts }) =>
    texts.every((text) => text.length < 6),
  )
    ? 34
    : w;
}

/** What stands above the rows. */
export const rows_heading = ({ shapes: [W] }) => `rows of ${W}`;

/** Px for what is said beside the rows that are not drawn, and above the rows and the sums. */
const below_width = (spec) =>
  widest([
    spec.shapes[1],
    rows_heading(spec),
    ...spec.steps.map((step) => rest_of(step)),
  ]);

/** Where each bag stands: {top, bottom, out}, and the line of each of its ids. */
export const bags_at = once((spec, narrow = false) => {
  const { top, pitch, apart, size } = laid(spec, narrow);
  let y = top + apart;
  return spec.steps.map((step) => {
    const lines = narrow ? lines_of_ids(step) : lines_of(step);
    const bottom = y + lines * pitch;
    const middle = (y + bottom - (pitch - size.h)) / 2;
    const bag = {
      top: y,
      bottom,
      out: narrow ? bottom : middle - size.h / 2,
    };
    y = bottom + (narrow ? pitch : 0) + apart;
    return bag;
  });
});

/** The height of the line of entry k of a bag. */
export const line_y = ({ pitch }, bag, k) => bag.top + k * pitch;

/** The height of the cut at which bag b begins; that of all bags is where the last one ends. */
export function cut_y(spec, narrow, b) {
  const { apart, pitch, size } = laid(spec, narrow);
  const bags = bags_at(spec, narrow);
  const room = (apart + pitch - size.h) / 2;
  if (b < bags.length) return bags[b].top - room;
  const { bottom } = bags.at(-1);
  return bottom + (narrow ? pitch : 0) - (pitch - size.h) + room;
}

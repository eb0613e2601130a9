// @ts-check
/** Where things stand: the map, the rows of the table below it, the dots. Draws nothing. */
import { LETTER, cut_short, listed, once } from "../kit/draw.js";

export const DOT = 2.6; // radius of the dot of a word of the map
export const LIT = 4.5; // radius of the dot of a word asked for or near to one
export const RING = 7; // radius of the ring around a near one
const EDGE = 14; // px of the map around all dots, in which a ring has room
const MARGIN = 4;
const TOP = 24; // px above the map
const LINE = 16; // px from one line of words to the next
const MOST_LETTERS = 12; // of a word beside its dot
const OF_AXIS = 205; // px that the words of an axis take
const WIDE = { w: 740, h: 339 }; // so low that picture and controls fit a notebook's window
const SMALL = { w: 470, h: 184 }; // for a slide, on which letters are to be large
const NARROW = { w: 304, h: 380 };
export const SIDE = 1000; // of the map, as picture.py counts

/**
 * Where things stand, from the spec alone. `asked_w`: px for what is asked for, above the
 * map; `track`: where the slider lies.
 */
export const layout_of = once((spec, narrow = false) =>
  narrow ? upright(spec) : level(spec),
);

/** What the rows of the table are called. */
export function rows_text({ V, small }, narrow) {
  const rows = `the table: ${listed(V, "row")}`;
  return narrow || small ? rows : `${rows}; words come from here`;
}

/** The axes are told beside what is asked for, the rows beside their strip. */
function level(spec) {
  const box = { x: MARGIN, y: TOP, ...(spec.small ? SMALL : WIDE) };
  const right = box.x + box.w;
  const asked_w = box.w - OF_AXIS * spec.axes.length;
  const axes = spec.axes.map((_, k) => ({
    x: box.x + asked_w + OF_AXIS * k,
    y: TOP - 9,
  }));
  const left = box.x + LETTER * rows_text(spec, false).length + 8;
  const strip = { x: left, y: box.y + box.h + 10, w: right - left, h: 9 };
  const rows_y = strip.y + strip.h;
  const track = { x: box.x, y: rows_y + 11, w: box.w, h: 24 };
  return { box, asked_w, axes, strip, rows_y, track, ...size_of(box, track) };
}

/** All below one another. */
function upright(spec) {
  const box = { x: MARGIN, y: TOP, ...NARROW };
  const under = box.y + box.h;
  const axes = spec.axes.map((_, k) => ({
    x: box.x,
    y: under + LINE * (k + 1),
  }));
  const last = axes.at(-1)?.y ?? under;
  const strip = { x: box.x, y: last + 14, w: box.w, h: 9 };
  const rows_y = strip.y + strip.h + 14;
  const track = { x: box.x, y: rows_y + 10, w: box.w, h: 38 };
  const sizes = size_of(box, track);
  return { box, asked_w: box.w, axes, strip, rows_y, track, ...sizes };
}

/** The size of all, of which the track is the lowest. */
const size_of = (box, track) => ({
  width: box.w + 2 * MARGIN,
  height: track.y + track.h + 6,
});

/** Where a place of the map, in its own whole steps, is drawn. */
export function drawn_at(spec, narrow, [x, y]) {
  const { box } = layout_of(spec, narrow);
  return {
    x: box.x + EDGE + (x / SIDE) * (box.w - 2 * EDGE),
    y: box.y + box.h - EDGE - (y / SIDE) * (box.h - 2 * EDGE),
  };
}

/** Where the dots of all words are. */
export const places = once((spec, narrow = false) =>
  spec.rows.map((_, k) => drawn_at(spec, narrow, [spec.x[k], spec.y[k]])),
);

/** Where a word comes from: its row among all rows of the table. */
export function origin(spec, narrow, k) {
  const { strip } = layout_of(spec, narrow);
  const x = strip.x + ((spec.rows[k] + 0.5) / spec.V) * strip.w;
  return { x, y: strip.y + strip.h / 2 };
}

/** A point on its way from one to another; exactly these at the ends. */
export const between = (a, b, gone) =>
  gone === 1 ? b : { x: a.x + (b.x - a.x) * gone, y: a.y + (b.y - a.y) * gone };

/** Whether three words were asked for, and not one. */
export const is_sum = ({ terms }) => terms.length > 1;

/** The point to which words are near: that of the word asked for, or that of the sum. */
export const target = (spec, narrow, step) =>
  is_sum(step)
    ? drawn_at(spec, narrow, step.at)
    : places(spec, narrow)[step.terms[0]];

/** The words of a step, each once: those asked for, those near. */
export const lit_in = ({ terms, near }) => [...new Set([...terms, ...near])];

/** The words that are drawn: those of the map, and those of a step that are not. */
export function drawn_in(spec, step) {
  const shown = Array.from({ length: spec.drawn }, (_, k) => k);
  return [
    ...shown,
    ...(step ? lit_in(step).filter((k) => k >= spec.drawn) : []),
  ];
}

/** A word as it stands beside its dot: a long one is cut short. */
export const label_of = (spec, k) => cut_short(spec.words[k], MOST_LETTERS);

/** The place of a word among all drawn, if need be in lower case; -1 for none. */
export function word_at(spec, typed) {
  const place = (word) => spec.words.indexOf(word);
  const exact = place(typed);
  return exact < 0 ? place(typed.toLowerCase()) : exact;
}

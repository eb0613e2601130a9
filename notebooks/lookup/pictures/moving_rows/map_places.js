// @ts-check
/** Where things stand on a map of rows, and what its spec holds, read once. Draws nothing. */
import { letters, once, LETTERS } from "../kit/draw.js";

export const DOT = 4.5; // radius of a dot
export const RING = 7.5; // radius of the ring around a dot
export const AROUND = 11; // radius of the ring of a row picked
const EDGE = 16; // px around the map, in which a ring has room
const LINE = 16; // px from one line of words to the next
const NARROW = 0.4; // what is left of a map on a narrow page
const MARGIN = 4;

/**
 * Where things stand, from the spec alone, so that nothing jumps from moment to moment.
 * `track`: where the slider lies.
 */
export const layout_of = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const [w, h] = spec.map.map(
    (side) => side * (narrow ? NARROW : 1) + 2 * EDGE,
  );
  const key_y = narrow && spec.marked ? 14 + LINE : 14;
  const groups = in_lines(spec.groups, w);
  const lines = groups.length ? groups.at(-1).line + 1 : 0;
  const box = { x: MARGIN, y: key_y + 10 + LINE * lines, w, h };
  const under = box.y + h;
  const foot = narrow ? spec.axes.length + (spec.hits ? 1 : 0) : 1;
  const track = {
    x: box.x + 5,
    y: under + LINE * foot + 10,
    w: w - 10,
    h: spec.hits ? 44 : 20,
  }; // its mark has room at both ends
  const bottom = track.y + track.h;
  return {
    box,
    key: { y: key_y, right: box.x + w },
    groups: groups.map(({ x, line }) => ({
      x: box.x + x,
      y: key_y + LINE * (line + 1),
    })),
    axes: spec.axes.map((_, k) => ({
      x: box.x + (narrow ? 0 : 205 * k),
      y: under + LINE * (narrow ? k + 1 : 1),
    })),
    hits: { y: under + LINE * foot, right: box.x + w },
    track,
    names_y: bottom + 13,
    width: w + 2 * MARGIN,
    height: bottom + 19,
  };
}

/** Px that a swatch with its words takes. */
export const wide = (words) => 30 + LETTERS.number * letters(words);

/** What is written beside a row: its word, its number if it has none. */
export const word_of = ({ name, label }) => name ?? label;

/** Where each of some words with a swatch begins, in lines of a width. */
function in_lines(all, width) {
  let [x, line] = [0, 0];
  return all.map((words) => {
    if (x > 0 && x + wide(words) > width) [x, line] = [0, line + 1];
    const place = { x, line };
    x += wide(words);
    return place;
  });
}

/**
 * What a spec says of a moment: {x, y, near}; near holds for each row {at, cosine in
 * hundredths} of the rows nearest to it.
 */
export const moment = once((spec, step) => {
  const [x, y] = ["x", "y"].map((axis) =>
    spec.steps[step][axis].match(/../g).map((pair) => parseInt(pair, 36)),
  );
  const { near } = spec.steps[step];
  const size = near.length / x.length;
  return {
    x,
    y,
    near: x.map((_, i) => near_of(near.slice(size * i, size * (i + 1)))),
  };
});

/**
 * Each of the rows near to one travels as a letter for its place and a letter for its
 * cosine.
 */
const near_of = (text) =>
  (text.match(/[^ ]./g) ?? []).map(([at, cosine]) => ({
    at: at.charCodeAt(0) - 65,
    cosine: 135 - cosine.charCodeAt(0),
  }));

/** The place of a row among those drawn; -1 for none and for one that is not drawn. */
export const place_of = ({ rows }, row) =>
  rows.findIndex((drawn) => drawn.row === row);

/** Where the dots are at a moment. */
export const places_at = once((spec, step, narrow) => {
  const { box } = layout_of(spec, narrow);
  const { x, y } = moment(spec, step);
  const scale = narrow ? NARROW : 1;
  return x.map((left, i) => ({
    x: box.x + EDGE + scale * left,
    y: box.y + box.h - EDGE - scale * y[i],
  }));
});

/** A number on its way from `a` to `b`; exactly these at the ends. */
export const between = (a, b, gone) => (gone === 1 ? b : a + (b - a) * gone);

/**
 * What comes and what goes between two moments, {what: how strong it is}; `found_at` gives
 * the list of a moment.
 */
export function fading({ from, to, marked }, found_at) {
  const strength = {};
  const add = (what, share) => (strength[what] = (strength[what] ?? 0) + share);
  if (marked < 1) for (const what of found_at(from)) add(what, 1 - marked);
  if (marked > 0) for (const what of found_at(to)) add(what, marked);
  return strength;
}

/**
 * The mark that is worth a ring at a moment: "t", written, where few rows are; "s", not
 * written, where most are.
 */
export const ringed = once((spec, step) => {
  const { marks = "" } = spec.steps[step];
  const written = [...marks].filter((mark) => mark === "t").length;
  return 2 * written > marks.length ? "s" : "t";
});

/** Whether a row has a ring at a moment. */
export const has_ring = (spec, step, i) =>
  spec.steps[step].marks?.[i] === ringed(spec, step);

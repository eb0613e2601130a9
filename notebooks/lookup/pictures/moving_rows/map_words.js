// @ts-check
/**
 * The words and cosines of a map of rows: where they stand is settled once for each
 * moment, and glides with the dots.
 */
import { label, letters, number, once, LETTERS } from "../kit/draw.js";
import { cosine_text } from "../kit/units.js";
import {
  AROUND,
  DOT,
  RING,
  has_ring,
  layout_of,
  moment,
  place_of,
  places_at,
  word_of,
} from "./map_places.js";
import { apart, sides, take, taken_by } from "../kit/place_labels.js";

const STILL = [0, 0];
const ALONG = [0.5, 0.4, 0.6, 0.3, 0.7]; // where on its line a cosine may stand
const BESIDE = [0, 9, -9, 16, -16, 23, -23]; // and how many px from it

/** How far a mark reaches from the middle of its dot. */
function reach_of(spec, step, i, picked) {
  if (i === picked) return AROUND + 2.25;
  return has_ring(spec, step, i) ? RING + 1.1 : DOT + 0.5;
}

/**
 * The dots of a moment in the order in which they may choose: the row picked, those near
 * to it, all others.
 */
function dots_at(state, step) {
  const { spec, narrow } = state;
  const picked = place_of(spec, state.row);
  const first =
    picked < 0
      ? []
      : [picked, ...moment(spec, step).near[picked].map(({ at }) => at)];
  const others = spec.rows.map((_, i) => i).filter((i) => !first.includes(i));
  const places = places_at(spec, step, narrow);
  return [...first, ...others].map((i) => ({
    i,
    ...places[i],
    way: STILL,
    reach: reach_of(spec, step, i, picked),
    must: i === picked,
    first: first.includes(i),
    width:
      letters(word_of(spec.rows[i])) *
      (i === picked ? LETTERS.picked : LETTERS.dot),
  }));
}

/**
 * What words must not cover: the dots, and where the row picked and those near to it
 * started.
 */
function taken_at({ spec, narrow, row }, dots) {
  const starts = place_of(spec, row) < 0 ? [] : dots.filter((dot) => dot.first);
  const reach = DOT + 1.5;
  const ghosts = starts.map(({ i }) => ({
    ...places_at(spec, 0, narrow)[i],
    way: STILL,
    reach,
  }));
  return [...dots, ...ghosts].map(taken_by);
}

function frame_of({ spec, narrow }) {
  const { x, y, w, h } = layout_of(spec, narrow).box;
  return [x, y, x + w, y + h];
}

/**
 * Where words and cosines stand at a moment: {words: [{i, side, anchor, dx, dy}], cosines:
 * [{at, text, x, y}]}.
 */
export const at_rest = ({ spec, narrow, row }, step) =>
  words_at_rest(spec, narrow, row, step);

const words_at_rest = once((spec, narrow, row, step) => {
  const state = { spec, narrow, row };
  const frame = frame_of(state);
  const dots = dots_at(state, step);
  const taken = taken_at(state, dots);
  const beside = (dot) => ({
    i: dot.i,
    ...take(sides(dot), frame, taken, dot.must),
  });
  const first = dots.filter((dot) => dot.first).map(beside);
  const cosines = cosines_at(state, step, first, frame, taken);
  const others = dots.filter((dot) => !dot.first).map(beside);
  return { words: [...first, ...others].filter(({ box }) => box), cosines };
});

/**
 * The words that keep their side and are free all the way from the moment before, in the
 * dots' own motion.
 */
export const in_flight = ({ spec, narrow, row }, step) =>
  words_in_flight(spec, narrow, row, step);

const words_in_flight = once((spec, narrow, row, step) => {
  const state = { spec, narrow, row };
  const [before, after] = [step - 1, step].map((s) => at_rest(state, s).words);
  const side_in = (words, i) => words.find((word) => word.i === i)?.side;
  const to = places_at(spec, step, narrow);
  const from = places_at(spec, step - 1, narrow);
  const dots = dots_at(state, step).map((dot) => ({
    ...dot,
    ...from[dot.i],
    way: [to[dot.i].x - from[dot.i].x, to[dot.i].y - from[dot.i].y],
  }));
  const taken = taken_at(state, dots);
  const words = dots.map((dot) => {
    const side = side_in(before, dot.i);
    const same = side !== undefined && side === side_in(after, dot.i);
    const open = sides(dot).filter((place) =>
      same ? place.side === side : dot.must,
    );
    return { i: dot.i, ...take(open, frame_of(state), taken, dot.must) };
  });
  return { words: words.filter(({ box }) => box), cosines: [] };
});

/**
 * The cosines of the row picked, each on its line where there is room, else beside the
 * word that its line leads to.
 */
function cosines_at({ spec, row, narrow }, step, words, frame, taken) {
  const picked = place_of(spec, row);
  if (picked < 0) return [];
  const places = places_at(spec, step, narrow);
  const { near } = moment(spec, step);
  const lines = near[picked].map(({ at }) => ({
    at,
    ...line(places[picked], places[at]),
  }));
  return near[picked].flatMap(({ at, cosine }) => {
    const text = cosine_text(cosine);
    const open = on_line(places[picked], places[at], text);
    const clear = open.filter((place) =>
      lines.every((other) => other.at === at || apart(place, other)),
    );
    const word = words.find(({ i, box }) => i === at && box);
    const found = take(
      [...clear, ...open, ...(word ? after(word, text) : [])],
      frame,
      taken,
      false,
    );
    return found ? [{ at, text, ...found }] : [];
  });
}

/** A line as what a point covers that moves along it. */
const line = (from, to) => ({
  box: [from.x, from.y, from.x, from.y],
  way: [to.x - from.x, to.y - from.y],
});

/** Half of what a number takes. */
const half_of = (text) => 3.4 * text.length + 2.5;

/** Where a number may stand on the line between two dots, best first. */
function on_line(from, to, text) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const half = half_of(text);
  return BESIDE.flatMap((off) =>
    ALONG.map((share) => {
      const x = from.x + share * dx - (off * dy) / length;
      const y = from.y + share * dy + (off * dx) / length;
      return {
        x,
        y: y + 4,
        box: [x - half, y - 7, x + half, y + 7],
        way: STILL,
      };
    }),
  );
}

/** Where a number may stand beside a word. */
function after({ box: [left, top, right] }, text) {
  const half = half_of(text);
  return [right + half, left - half].map((x) => ({
    x,
    y: top + 10,
    box: [x - half, top, x + half, top + 14],
    way: STILL,
  }));
}

/** Keeps a text readable on a line; where there are none it would only take time. */
const HALO = {
  stroke: "var(--paper)",
  "stroke-width": 4,
  "paint-order": "stroke",
};

/** The words beside the dots, {x, y, away} in the order of the rows, and the cosines. */
export function words_of({ spec, row }, { words, cosines }, dots) {
  const picked = place_of(spec, row);
  return [
    ...cosines.map(({ at, text, x, y }) =>
      number(`cosine${at}`, x, y, text, HALO),
    ),
    ...words.map(({ i, anchor, dx, dy }) =>
      label(`word${i}`, dots[i].x + dx, dots[i].y + dy, word_of(spec.rows[i]), {
        ...(picked >= 0 && HALO),
        "text-anchor": anchor,
        "font-size": i === picked ? 12 : 11,
        ...(i === picked && { "font-weight": 700 }),
        fill: dots[i].away ? "var(--quiet)" : "var(--ink)",
        "data-row": spec.rows[i].row,
      }),
    ),
  ];
}

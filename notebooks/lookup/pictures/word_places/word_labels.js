// @ts-check
/**
 * Where words stand above the ribbon, so that none covers another: settled once for a
 * text. Draws nothing.
 */
import { letters, once, LETTERS } from "../kit/draw.js";
import { apart } from "../kit/place_labels.js";
import { height_at, layout_of, levels, x_of, y_of } from "./ribbon.js";

const LINE = 13; // px from one line of words to the next
const ABOVE = 37; // px above the curve's highest step in which words may stand
const DOT = 4;

/** A box that never moves, as `apart` asks for it. */
const still = (left, top, right, bottom) => ({
  box: [left, top, right, bottom],
  way: [0, 0],
});

const free = (boxes, taken) =>
  boxes.every((one) => taken.every((other) => apart(one, other)));

/** The dot of an id: where it lies, and how high its count stands. */
export function dot_of(spec, narrow, row) {
  const { plot } = layout_of(spec, narrow);
  return { x: x_of(spec, plot, row), y: y_of(spec, plot, count_of(spec, row)) };
}

const count_of = ({ places }, row) => places.counts[places.rows.indexOf(row)];

/**
 * Where a text of `lines` lines may stand above a dot, best first: {x, y of its last line,
 * boxes it takes}, `y` no higher than `top`.
 */
function* above(spec, narrow, dot, { wide, lines, top, most }) {
  const { plot } = layout_of(spec, narrow);
  const right = plot.x + plot.w;
  for (let level = 0; level < most; level++)
    for (const wanted of [dot.x - wide / 2, dot.x - 3, dot.x + 3 - wide]) {
      const left = Math.min(Math.max(plot.x, wanted), right - wide);
      const ground = Math.min(dot.y - DOT, height_at(spec, narrow, left));
      const y = ground - 5 - LINE * level;
      if (y - LINE * lines < top - 2) continue;
      const boxes = [still(left, y - LINE * lines + 3, left + wide, y + 3)];
      if (y + 4 < dot.y - DOT)
        boxes.push(still(dot.x - 1, y + 4, dot.x + 1, dot.y - DOT));
      yield { x: left + wide / 2, y, boxes };
    }
}

/**
 * The ids worth a word where there is room, the first ones and round ones before the
 * others.
 */
const landmarks = ({ places: { rows }, V }) => {
  const tens = rows.filter((row) => /^10*$/.test(row));
  const rounds = rows.filter((row) => /^[25]0*$/.test(row));
  return [
    ...new Set([
      ...rows.slice(0, 6),
      ...tens,
      V - 1,
      ...rounds,
      ...rows.slice(0, 9),
    ]),
  ];
};

/**
 * {texts: of each id that has room for its word {row, text, x, y, mark}, taken} of a text
 * and of the ribbon; `mark` for landmarks.
 */
export const settled = once((spec, narrow) => {
  const { plot } = layout_of(spec, narrow);
  const of_text = spec.steps.filter(({ row }) => row > 0);
  const own = new Map(of_text.map(({ row, slot }) => [row, slot]));
  const taken = levels(spec, narrow)
    .filter(({ text }) => text)
    .map(({ text, y, right }) =>
      still(right - LETTERS.word * text.length, y - 12, right + 9, y - 1),
    );
  for (const row of own.keys()) {
    const { x, y } = dot_of(spec, narrow, row);
    taken.push(still(x - DOT, y - DOT, x + DOT, y + DOT));
  }
  const words = [...own].map(([row, text]) => ({ row, text, mark: false }));
  for (const row of landmarks(spec))
    if (!own.has(row)) words.push(landmark(spec, row));
  const texts = words.flatMap((word) => {
    const wide = LETTERS.word * letters(word.text) + 2;
    const room = {
      wide,
      lines: 1,
      top: plot.y - ABOVE,
      most: word.mark ? 1 : 20,
    };
    const dot = dot_of(spec, narrow, word.row);
    const found = first_free(above(spec, narrow, dot, room), taken);
    if (found)
      taken.push(...found.boxes.map((box) => ({ ...box, row: word.row })));
    return found ? [{ ...word, ...found }] : [];
  });
  return { texts, taken };
});

/** The first of these places whose boxes are free; not every browser finds it by `find`. */
function first_free(places, taken) {
  for (const place of places) if (free(place.boxes, taken)) return place;
  return undefined;
}

const landmark = ({ places }, row) => ({
  row,
  text: places.words[places.rows.indexOf(row)],
  mark: true,
});

/**
 * Where the word of a step stands with how often it occurs: free of all other words, or in
 * the lane above them.
 */
export const told_at = once((spec, narrow, row, slot, times) => {
  const { plot, chips } = layout_of(spec, narrow);
  const wide =
    Math.max(LETTERS.told * letters(slot), LETTERS.word * times.length) + 2;
  const dot = dot_of(spec, narrow, row);
  const others = settled(spec, narrow).taken.filter((box) => box.row !== row);
  const room = { wide, lines: 2, top: chips.y + chips.h, most: 20 };
  const around = (own) => own.boxes.slice(0, 1); // its stem may pass below a word
  const ways = [...above(spec, narrow, dot, room)];
  const clear =
    ways.find((way) => free(way.boxes, others)) ??
    ways.find((way) => free(around(way), others));
  const lane = { x: ways.at(-1).x, y: chips.y + chips.h + 2 * LINE - 2 };
  return clear ?? lane;
});

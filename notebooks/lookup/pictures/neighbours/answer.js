// @ts-check
/**
 * What a page without a kernel answers, from how the words of the map lie to one another:
 * picture.py's `between`. Its nearest words are the nearest of the map. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { clamp, listed, once, quoted } from "../kit/draw.js";
import { hundredths } from "../kit/units.js";
import { SIDE, label_of, word_at } from "./places.js";
import { terms_of } from "./sums.js";

const STEPS = 2 ** 15 - 1; // as picture.py has them
const NEAREST = 8;

/**
 * The spec with one more step, for a word of the map that was clicked, or for a text.
 *
 * @type {Kind["answer"]}
 */
export function answer({ spec, between }, { typed, row }) {
  const asked = row === undefined ? terms_of(typed.trim()) : [];
  const terms = asked.length
    ? asked.map((word) => word_at(spec, word))
    : [spec.rows.indexOf(Number(row))];
  const lacks = terms.findIndex((k) => k < 0 || k >= spec.drawn);
  if (lacks >= 0)
    return {
      refused: refusal(spec, asked[lacks] ?? spec.words[terms[lacks]]),
    };
  const steps = [
    ...spec.steps.slice(0, spec.path),
    step_of(spec, between, terms),
  ];
  return { spec: { ...spec, steps }, step: spec.path };
}

const refusal = (spec, word) =>
  `${quoted(word)} is not on the map, and this page has no kernel: it knows the ` +
  `${listed(spec.drawn, "word")} of its map, and sums of three of them.`;

function step_of(spec, between, terms) {
  const signs = terms.length > 1 ? [1, -1, 1] : [1];
  const near = Array.from({ length: spec.drawn }, (_, k) => k)
    .filter((k) => may_be_near(between, k) && !terms.includes(k))
    .map((k) => [k, cosine(between, terms, signs, k)])
    .sort(([a, x], [b, y]) => y - x || spec.rows[a] - spec.rows[b])
    .slice(0, length(between, terms, signs) > 0 ? NEAREST : 0);
  const at = (places) =>
    clamp(
      terms.reduce((sum, k, n) => sum + signs[n] * places[k], 0),
      0,
      SIDE,
    );
  const [a, ...others] = terms.map((k) => label_of(spec, k));
  return {
    name: others.length ? `${a} − ${others[0]} + ${others[1]}` : a,
    terms,
    own: terms.map((k) => hundredths(cosine(between, terms, signs, k))),
    near: near.map(([k]) => k),
    cosines: near.map(([, one]) => hundredths(one)),
    at: [at(spec.x), at(spec.y)],
    of: spec.drawn - between.aside.length,
  };
}

const may_be_near = ({ aside, lengths }, k) =>
  lengths[k] > 0 && !aside.includes(k);

/** The cosine of a word of the map with a sum of others; 0 where the sum has no direction. */
function cosine(between, terms, signs, k) {
  const both = length(between, terms, signs) * between.lengths[k];
  return both > 0 ? product(between, terms, signs, k) / both : 0;
}

/** How long a sum of words is. */
function length(between, terms, signs) {
  const square = terms.reduce(
    (sum, k, n) => sum + signs[n] * product(between, terms, signs, k),
    0,
  );
  return Math.sqrt(Math.max(0, square));
}

/** The dot product of a word of the map with a sum of others. */
function product(between, terms, signs, k) {
  const { lengths } = between;
  const dot = (i) => lengths[i] * lengths[k] * pair(between, i, k);
  return terms.reduce((sum, i, n) => sum + signs[n] * dot(i), 0);
}

/** The cosine of two words of the map. */
function pair(between, i, j) {
  if (i === j) return 1;
  const [low, high] = [Math.min(i, j), Math.max(i, j)];
  return numbers_of(between)[(high * (high - 1)) / 2 + low] / STEPS;
}

const numbers_of = once(({ cosines }) => {
  const bytes = Uint8Array.from(atob(cosines), (letter) =>
    letter.charCodeAt(0),
  );
  const view = new DataView(bytes.buffer);
  return Int16Array.from({ length: bytes.length / 2 }, (_, n) =>
    view.getInt16(2 * n, true),
  );
});

// @ts-check
/**
 * The answers at one place, a word on a lane each: where its score is, and how the step moves
 * it, the hidden word to what was read, the drawn ones away from it.
 */
import { fitting, within } from "../kit/chips.js";
import {
  LETTER,
  circle,
  clamp,
  label,
  letters,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import {
  LANE,
  MARGIN,
  TOKEN,
  drawn_word,
  layout_of,
  pull_of,
  value_of,
} from "./layout.js";

const LINE = 6; // px from a word to its line
const ZERO = 22; // px from the middle of "score 0" to its ends
const WING = 6;
const LEAST = 1.5; // px below which there is no arrow
const AWAY = "← away";
const TOWARDS = {
  CBOW: "towards the mean →",
  "skip-gram": "towards its row →",
};
const ROLES = {
  wide: ["hidden word", "drawn at random"],
  narrow: ["hidden", "drawn"],
};

/**
 * All answers, and the loss below them. Until they have scores the words stand below one
 * another.
 */
export function lanes(found) {
  const { spec, step, by, state, place, pull, way } = found;
  const scene = {
    ...found,
    at: scale(spec, step, by, state.narrow),
  };
  const question = way.pull > 0 ? "rows of out" : "which is hidden?";
  return [
    quiet("answers", MARGIN, head_y(place.ways[by]), question),
    ...(way.score > 0 ? axis(scene) : []),
    ...pull.answers.flatMap((answer, k) => lane(scene, answer, k)),
    ...loss(scene),
  ];
}

/** Where a score stands: all of the place, before the step and after it, and 0 have room. */
function scale(spec, step, by, narrow) {
  const { axis, token } = layout_of(spec, narrow);
  const { answers } = pull_of({ spec, step, by });
  const scores = answers.flatMap(({ score, after }) => [score, after]);
  const values = [0, ...scores.map(value_of)];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const each = (axis.w - token) / (high - low || 1);
  const start = high > low ? axis.x + token / 2 : axis.x + axis.w / 2;
  return (value) => start + (value - low) * each;
}

const head_y = ({ lanes }) => lanes - 14;

/** Which way is which, and where the score is 0. */
function axis({ state, place, by, at }) {
  const { axis, ways } = place;
  const { lanes, end } = ways[by];
  const y = head_y(ways[by]);
  const low = end - LANE + TOKEN + LINE;
  const [zero, right] = [at(0), axis.x + axis.w];
  const text = clamp(zero, axis.x + ZERO, right - ZERO);
  return [
    ...(state.narrow ? [] : [quiet("away", axis.x, y, AWAY)]),
    quiet("towards", right, y, TOWARDS[by], { "text-anchor": "end" }),
    path("zero", `M${zero} ${lanes - 6}L${zero} ${low + 6}`, {
      stroke: "var(--dot)",
      "stroke-dasharray": "2 3",
    }),
    quiet("zero:", text, low + 18, "score 0", { "text-anchor": "middle" }),
  ];
}

/** The lane of an answer: its role, its word where the score is, and the way of the step. */
function lane(scene, answer, k) {
  const { place, way, by, state, at } = scene;
  const { axis, token, ways } = place;
  const top = ways[by].lanes + LANE * k;
  const y = top + TOKEN + LINE;
  const data = { "data-answer": k };
  const from = at(value_of(answer.score));
  const to = at(value_of(answer.after));
  const start = axis.x + axis.w / 2;
  const scored = between(start, from, way.score);
  const x = between(scored, to, way.step);
  const [hidden, drawn] = ROLES[state.narrow ? "narrow" : "wide"];
  const bold = { "font-weight": 600, ...data };
  const role = answer.right
    ? label(`role${k}`, MARGIN, top + 15, hidden, bold)
    : quiet(`role${k}`, MARGIN, top + 15, drawn, data);
  return [
    path(`lane${k}`, `M${axis.x} ${y}L${axis.x + axis.w} ${y}`, {
      stroke: "var(--line)",
    }),
    ...(way.pull > 0 ? [role] : []),
    ...arrow(way, k, from, to, y, !answer.right, data),
    ...word(scene, answer, k, { x, y: top, w: token }, data),
  ];
}

/** A part of the way from one number to another; at its end that one itself. */
const between = (a, b, gone) => (gone === 1 ? b : a + (b - a) * gone);

/** The word of an answer in its box, whose middle is its score. */
function word({ spec, way }, { row, right }, k, { x, y, w: most }, data) {
  const all = drawn_word(spec, row);
  const w = Math.min(12 + LETTER * letters(all), most);
  const known = way.pull > 0;
  const look = known && right ? RIGHT : known ? DRAWN : OPEN;
  const text = fitting(all, w);
  return [
    rect(`token${k}`, x - w / 2, y, w, TOKEN, {
      rx: 4,
      ...look,
      ...data,
    }),
    label(`token${k}:`, x, y + TOKEN / 2 + 4, text, {
      "text-anchor": "middle",
      ...(known && right && { "font-weight": 700 }),
      ...data,
      ...within(text, w),
    }),
  ];
}

const OPEN = { fill: "var(--paper)", stroke: "var(--dot)" };
const DRAWN = { fill: "var(--zero)", stroke: "var(--dot)" };
const RIGHT = {
  fill: "var(--paper)",
  stroke: "var(--ink)",
  "stroke-width": 2,
  "stroke-dasharray": "4 3",
};

/** From the score before the step to that after it: solid for a pull, dashed for a push. */
function arrow({ pull }, k, from, to, y, dashed, data) {
  if (pull === 0) return [];
  const end = between(from, to, pull);
  const start = circle(`before${k}`, from, y, 3, {
    fill: "var(--touch)",
    ...data,
  });
  const length = Math.abs(end - from);
  if (length < LEAST) return [start];
  const wing = Math.min(WING, length) * Math.sign(end - from);
  const look = {
    fill: "none",
    stroke: "var(--touch)",
    "stroke-width": 2.6,
    ...data,
  };
  const px = (v) => v.toFixed(1);
  const shaft = `M${px(from)} ${y}L${px(end)} ${y}`;
  const head = `M${px(end - wing)} ${y - 4}L${px(end)} ${y}L${px(end - wing)} ${y + 4}`;
  return [
    start,
    path(`pull${k}`, shaft, {
      ...look,
      ...(dashed && { "stroke-dasharray": "4 3" }),
    }),
    path(`pull${k}>`, head, look),
  ];
}

/** The loss before the step and after it. */
function loss({ place, pull, way, by }) {
  if (way.score < 1) return [];
  const [before, after] = pull.loss;
  const text = way.step === 1 ? `loss ${before} → ${after}` : `loss ${before}`;
  const y = place.ways[by].end + 30;
  return [label("loss", MARGIN, y, text, { "font-weight": 600 })];
}

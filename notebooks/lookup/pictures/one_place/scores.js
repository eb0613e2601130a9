// @ts-check
/**
 * Beside the map: how the step moves the score of each answer, up what is right, down what
 * was drawn, and with them the loss.
 */
import { circle, label, once, path, quiet, rect } from "../kit/draw.js";
import { LINE, drawn_word, value_of } from "./layout.js";

const DOT = 5;
const BAR = { h: 10, most: 190 };

/** A line for each answer, and the loss below them. */
export function scores(scene) {
  const { place, pull, way } = scene;
  if (way.fly === 0) return [];
  const { x, y } = place.scores;
  const axis = axis_of(scene);
  const end = y + LINE * pull.answers.length;
  return [
    quiet("scores", axis.middle, y, "score", { "text-anchor": "middle" }),
    path("zero", `M${axis.middle} ${y + 6}L${axis.middle} ${end + 4}`, {
      stroke: "var(--dot)",
    }),
    ...pull.answers.flatMap((answer, k) => line(scene, answer, k)),
    ...loss(scene, x, end + 26),
  ];
}

/** Where scores stand: 0 in the middle, the largest of the task at either end. */
const axis_of = ({ place }) => {
  const { x, names, axis } = place.scores;
  return { middle: x + 14 + names + 12 + axis / 2, half: axis / 2 - DOT };
};

/** An answer: its square, its word, its score on the way, and what becomes of it. */
function line(scene, { row, right, score, after }, k) {
  const { spec, by, place, way } = scene;
  const { x, y, names } = place.scores;
  const axis = axis_of(scene);
  const middle = y + LINE * (k + 1) - 8;
  const data = { "data-answer": k };
  const at = (text) =>
    axis.middle + (axis.half * value_of(text)) / spec.reach[by];
  const [from, to] = [at(score), at(after)];
  const fill = right ? "var(--ink)" : "var(--quiet)";
  const word = label(
    `answer${k}:`,
    x + 14 + names,
    middle + 4,
    drawn_word(spec, row),
    {
      "text-anchor": "end",
      ...(right && { "font-weight": 600 }),
      ...data,
    },
  );
  const dot = circle(`score${k}`, from + (to - from) * way.step, middle, DOT, {
    fill,
    ...data,
  });
  const ghost = circle(`before${k}`, from, middle, DOT - 1, {
    fill: "var(--paper)",
    stroke: "var(--quiet)",
    ...data,
  });
  return [
    rect(`square${k}`, x, middle - DOT, 2 * DOT, 2 * DOT, { fill, ...data }),
    word,
    ...(way.score === 0 ? [] : way.step > 0 ? [ghost, dot] : [dot]),
    ...(way.pull > 0
      ? [
          quiet(
            `role${k}`,
            axis.middle + axis.half + DOT + 12,
            middle + 4,
            right ? "pulled" : "pushed",
            data,
          ),
        ]
      : []),
  ];
}

/** The largest loss of all places, which the longest bar stands for. */
const largest_loss = once((spec) =>
  Math.max(
    ...spec.steps.flatMap((step) =>
      spec.ways.flatMap((way) => step[way].loss.map(value_of)),
    ),
  ),
);

/** The loss before the step and after it, as a number and as a bar. */
function loss({ spec, pull, way }, x, y) {
  if (way.score < 1) return [];
  const [before, after] = pull.loss;
  const [from, to] = [before, after].map(
    (text) => (BAR.most * value_of(text)) / (largest_loss(spec) || 1),
  );
  const text = way.step === 1 ? `loss ${before} → ${after}` : `loss ${before}`;
  return [
    label("loss", x, y, text, { "font-weight": 600 }),
    rect("lost", x, y + 8, from, BAR.h, {
      fill: "none",
      stroke: "var(--dot)",
    }),
    rect("left", x, y + 8, from + (to - from) * way.step, BAR.h, {
      fill: "var(--quiet)",
    }),
  ];
}

// @ts-check
/**
 * The answers at one place: rows of `out`, the score of each as a bar, its pull or push,
 * and its score after the step.
 */
import { label, number, path, quiet, rect } from "../kit/draw.js";
import { PITCH, value_of } from "./layout.js";
import { pull_arrow } from "./pull_arrows.js";
import { held_row, held_y, row_line } from "./reads.js";
import { row_cells } from "../kit/weight_cells.js";

const BAR = { y: 1, h: 11 };
const AFTER = { y: 14, h: 7 };
const STRONGEST = 44; // px of an arrow of strength 1

/** All answers, and the loss below them. */
export function answers(scene) {
  const { place, pull, way } = scene;
  const { answers } = place;
  const top = answers.y - 8;
  const heads = [
    quiet("answers", answers.target - 6, top, "target, row of out"),
    quiet("scores", answers.bars.x + 2, top, "score"),
    quiet("pulls", answers.arrows.x, top, "pull →, ← push"),
  ];
  if (way.look < 1) return [heads[0]];
  const height = PITCH * pull.answers.length - 6;
  const { middle } = answers.bars;
  const zero = path(
    "zero",
    `M${middle} ${answers.y - 2}L${middle} ${answers.y + height}`,
    {
      stroke: "var(--dot)",
    },
  );
  const shown = [
    heads[0],
    ...(way.score > 0 ? [heads[1], zero] : []),
    ...(way.pull > 0 ? [heads[2]] : []),
  ];
  const lines = pull.answers.flatMap((answer, k) => line(scene, answer, k));
  return [...shown, ...lines, ...flying(scene), ...loss(scene)];
}

/** An answer: target, word, row, score, pull, score after. */
function line(scene, answer, k) {
  const { row, right } = answer;
  const { spec, place, way } = scene;
  const { answers, size } = place;
  const y = answers.y + PITCH * k;
  const data = { "data-answer": k };
  const target = number(
    `target${k}`,
    answers.target,
    y + size.h / 2 + 4,
    right ? "1" : "0",
    {
      "font-weight": 700,
      ...(right ? {} : { fill: "var(--quiet)" }),
      ...data,
    },
  );
  const row_of = row_line(spec, {
    key: `answer${k}`,
    x: answers.x,
    names: answers.names,
    y,
    size,
    row,
    table: "out",
  });
  return [
    target,
    ...row_of,
    ...bars(scene, answer, k, y, data),
    ...arrow(scene, right, answer, k, y, data),
  ];
}

/** The bar of a score, from 0 in the middle, and below it that after the step. */
function bars({ spec, by, place, way }, { score, after }, k, y, data) {
  const { bars, text } = place.answers;
  const half = bars.w / 2 - 2;
  const bar = (key, value, { y: down, h }, fill) => {
    const w = Math.abs(value / spec.reach[by]) * half;
    return rect(
      key,
      value < 0 ? bars.middle - w : bars.middle,
      y + down,
      w,
      h,
      { fill, ...data },
    );
  };
  const [before, then] = [value_of(score), value_of(after)];
  const grown = before * way.score;
  const moved = before + (then - before) * way.step;
  const right = { "text-anchor": "end", ...data };
  return [
    ...(way.score > 0
      ? [bar(`score${k}`, grown, BAR, before < 0 ? "var(--neg)" : "var(--pos)")]
      : []),
    ...(way.score === 1
      ? [number(`score${k}#`, text, y + 10, score, right)]
      : []),
    ...(way.step > 0 ? [bar(`after${k}`, moved, AFTER, "var(--touch)")] : []),
    ...(way.step === 1
      ? [
          number(`after${k}#`, text, y + 23, after, {
            ...right,
            fill: "var(--touch)",
          }),
        ]
      : []),
  ];
}

/** How strongly an answer is pulled, to the right, or pushed, to the left. */
function arrow({ place, way }, right, { strength }, k, y, data) {
  if (way.pull === 0) return [];
  const { x } = place.answers.arrows;
  const length = (4 + STRONGEST * value_of(strength)) * way.pull;
  const [start, end] = right ? [x, x + length] : [x + length, x];
  const middle = y + 11;
  const text = { "text-anchor": "start", ...data };
  return [
    ...pull_arrow(`pull${k}`, [start, middle], [end, middle], {
      dashed: !right,
    }),
    ...(way.pull === 1
      ? [number(`pull${k}#`, x + 4 + STRONGEST + 6, middle + 4, strength, text)]
      : []),
  ];
}

/** Copies of the row that is held against the answers, on their way to each. */
function flying(scene) {
  const { spec, place, pull, way } = scene;
  if (way.fly === 0 || way.fly === 1) return [];
  const { reads, answers, size } = place;
  const from = held_y(scene);
  return pull.answers.flatMap((_, k) => {
    const x = reads.x + (answers.x - reads.x) * way.fly;
    const y = from + (answers.y + PITCH * k - from) * way.fly;
    return row_cells(spec, {
      key: `fly${k}`,
      x,
      y,
      size,
      row: held_row(scene),
    });
  });
}

/** The loss before the step and after it. */
function loss({ place, pull, way }) {
  if (way.score < 1) return [];
  const { target, y } = place.answers;
  const under = y + PITCH * pull.answers.length + 18;
  const [before, after] = pull.loss;
  const text = way.step === 1 ? `loss ${before} → ${after}` : `loss ${before}`;
  return [label("loss", target - 6, under, text, { "font-weight": 600 })];
}

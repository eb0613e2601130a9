// @ts-check
/**
 * What the picture says of a step: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { full, listed, named, once, quoted } from "../kit/draw.js";

/**
 * A size, at least 0, in so many digits, "≈0" below 0.0001: as `size_text` of picture.py
 * writes it. With a text for each number, the kernel would send nearly twice as much.
 */
export function size_text(value, digits = 2) {
  if (value > 0 && value < 1e-4) return "≈0";
  if (value >= 99_950)
    return value.toExponential(digits - 1).replace("e+", "e");
  return Number(value.toPrecision(digits)).toLocaleString("en", {
    maximumFractionDigits: 6,
  });
}

/**
 * What became of each row under an optimiser: {gradient, memory, moved, way}, each the
 * numbers of its steps, row by row.
 *
 * @type {(spec: any, by: string) => any}
 */
export const run_of = once(({ runs }, by) =>
  Object.fromEntries(
    Object.entries(runs[by]).map(([name, rows]) => [
      name,
      rows.map((row) => row.split(" ").map(Number)),
    ]),
  ),
);

/** The number of a step in the training. */
export const at_of = ({ steps }, step) => steps[step].toLocaleString("en");

/** @type {Kind["title"]} */
export const title = ({ spec }) => spec.title;

/** Whether row i moves in a step although it has neither a gradient nor a memory of one. */
const drifts = ({ gradient, memory, moved }, i, step) =>
  gradient[i][step] === 0 && memory[i][step] === 0 && moved[i][step] > 0;

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export const key = () => [
  ["touch", "a gradient pushes the row"],
  ["quiet", "it moves without one; arrow: its memory, which fades"],
  ["unmoved", "it stands still"],
];

/** The numbers of row i after a step, as texts. */
function sizes({ spec, by }, i, step) {
  const { gradient, memory, moved, way } = run_of(spec, by);
  return {
    gradient: size_text(gradient[i][step]),
    memory: size_text(memory[i][step]),
    moved: size_text(moved[i][step]),
    way: size_text(way[i][step], 3),
    still: moved[i][step] === 0,
  };
}

/** What the row that is seen once does in the step. */
function does(state) {
  const { gradient, memory, moved, still } = sizes(
    state,
    state.spec.coasting,
    state.step,
  );
  return `has gradient ${gradient} and memory ${memory}, and ${still ? "stands still" : `moves by ${moved}`}`;
}

function so_far(state) {
  const { way } = sizes(state, state.spec.coasting, state.step);
  return `${way} first step${way === "1" ? "" : "s"} from its start`;
}

/**
 * One sentence for the caption, which screen readers speak; then how far the row has come,
 * and who has neither gradient nor memory.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step, by } = state;
  const run = run_of(spec, by);
  const word = quoted(full(spec.rows[spec.coasting]));
  const others = spec.rows.map((row, i) => {
    if (i === spec.coasting) return "";
    if (drifts(run, i, step))
      return ` ${quoted(full(row))} has neither and moves by ${size_text(run.moved[i][step])}.`;
    return run.moved[i][step] === 0
      ? ` ${quoted(full(row))} stands still.`
      : "";
  });
  return (
    `Step ${at_of(spec, step)}, ${by}: ${word} ${does(state)}. ` +
    `It is now ${so_far(state)}.${others.join("")}`
  );
}

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, step, by } = state;
  const { name } = spec.rows[spec.coasting];
  const lanes = `${listed(spec.ways.length, "lane")} at step ${at_of(spec, step)}. ${by}`;
  return `${lanes}: ${name} ${does(state)}; it is ${so_far(state)}.`;
}

/**
 * The row on the lane under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, { lane }) {
  const { spec, step, rest } = state;
  const at = rest ? step - 1 : step;
  if (lane === undefined || at < 0) return "";
  const by = spec.ways[lane];
  const { gradient, memory, moved, way } = sizes(
    { spec, by },
    spec.coasting,
    at,
  );
  return (
    `${by}, ${named(spec.rows[spec.coasting])}: ` +
    `gradient ${gradient}, memory ${memory}, moved ${moved}, distance ${way}`
  );
}

/**
 * The numbers of all rows as a plain table; at rest those of the step before.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, step, rest } = state;
  const at = rest ? step - 1 : step;
  const body = spec.rows.map((row, i) => {
    if (at < 0) return [named(row), "", "", "", "0"];
    const { gradient, memory, moved, way } = sizes(state, i, at);
    return [named(row), gradient, memory, moved, way];
  });
  return {
    head: ["row", "gradient", "memory", "moved in this step", "distance"],
    body,
    foot: [],
  };
}

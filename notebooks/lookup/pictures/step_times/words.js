// @ts-check
/**
 * What the picture says of a part of a training step: in a sentence, as an alt text,
 * under the pointer, as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed } from "../kit/draw.js";

const count = (many) => many.toLocaleString("en");

/** The way in which the step is done: its parts, its time. */
export const run_of = ({ spec, by }) => spec.runs[by];

/** What one of the parts touches and takes. */
export const part_of = (state) => run_of(state).parts[state.step];

/**
 * How much faster a way is than the longest, in words, in a `narrow` picture without the
 * time of that one; "" for the longest.
 */
export function gain_words({ spec, by }, narrow = false) {
  const { times } = spec.runs[by];
  const { longest } = spec;
  return (
    times &&
    `${times} times as fast as ${longest}${narrow ? "" : `, ${spec.runs[longest].text}`}`
  );
}

/**
 * One sentence for the caption, which screen readers speak; after the last part one of the
 * whole step.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step, by } = state;
  const { name, text, percent, does, rows, bytes } = part_of(state);
  const part = `${by}: ${name} takes ${text}, ${percent} of the step; it ${does}.`;
  const touched = `${listed(rows, "row")}, ${bytes}`;
  if (step + 1 < spec.path) return `${part} So far: ${touched}.`;
  const gain = gain_words(state);
  return `${part} The whole step takes ${run_of(state).text} and touches ${touched}${gain && `; it is ${gain}`}.`;
}

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { name, text, does } = part_of(state);
  const gain = gain_words(state);
  const whole = `Timeline of one training step, ${state.by}, ${run_of(state).text}${gain && `, ${gain}`}`;
  return `${whole}. ${name} takes ${text} and ${does}.`;
}

/**
 * What the marks mean; the parts have their colours in the list.
 *
 * @type {Kind["key"]}
 */
export const key = () => [
  ["stored", "rows held; in the colour of a part, those it reads or writes"],
];

/**
 * The part or the tensor under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, { row, tensor }) {
  if (tensor !== undefined) return tensor_words(state, tensor);
  if (row === undefined) return "";
  const { name, range, percent, moved } = run_of(state).parts[row];
  return `${name}: ${range}, ${percent}; ${moved}`;
}

/** What the part shown does to a tensor. */
function tensor_words(state, tensor) {
  const { name, read, written, held } = part_of(state);
  const [one, two, all] = [read, written, held].map((rows) =>
    count(rows[tensor]),
  );
  return (
    `${name}, ${state.spec.labels[Number(tensor) + 1]}: ` +
    `rows read ${one}, written ${two}, held ${all}`
  );
}

/**
 * The parts of the way shown as a plain table, for screen readers.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { parts, text } = run_of(state);
  const sum = (rows) => count(rows.reduce((a, b) => a + b, 0));
  const body = parts.map(({ name, text: time, percent, read, written }) => [
    name,
    time,
    percent,
    sum(read),
    sum(written),
  ]);
  const all = (rows) => sum(parts.flatMap((part) => part[rows]));
  const head = ["part", "time", "share", "rows read", "rows written"];
  return {
    head,
    body,
    foot: [["the whole step", text, "", all("read"), all("written")]],
  };
}

/**
 * The part that a typed text means: its number, from 1 on, or its name; NaN for none.
 *
 * @type {Kind["row_of"]}
 */
export function row_of(spec, typed) {
  const names = Object.values(spec.runs).map(({ parts }) =>
    parts.map(({ name }) => name),
  );
  if (/^\d{1,2}$/.test(typed)) return Number(typed) - 1;
  const at = names.map((own) => own.indexOf(typed)).find((place) => place >= 0);
  return at ?? NaN;
}

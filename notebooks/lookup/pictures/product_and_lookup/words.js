// @ts-check
/**
 * What the picture says of a step: in a sentence, as an alt text, under the
 * pointer, as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cells_of } from "../kit/cells.js";
import { full, listed, named, quoted } from "../kit/draw.js";
import { NO_ID_GIVES } from "./lanes.js";

const NAMED = 3; // rows of a mixture that a sentence names

/**
 * What a reader of the page may want to know of the step: a mixture is about no row.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step }) => ({
  row: spec.steps[step].row ?? "none",
});

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export function key({ spec: { rows, steps } }) {
  const lines = steps.flatMap(({ sum, products }) => [
    sum,
    ...Object.values(products),
  ]);
  const marks = [...Object.values(rows), ...lines.map(cells_of)]
    .map((line) => line.marks)
    .join("");
  const words = [];
  if (/[a-z+]/.test(marks)) words.push(["pos", "above 0"]);
  if (/[A-Z-]/.test(marks)) words.push(["neg", "below 0"]);
  words.push(["dot", "exactly 0"], ["ring", "the row that is read"]);
  if (steps.some(({ unknown }) => unknown))
    words.push(["hatch", "a word without a row of its own"]);
  return words;
}

/** The rows of a mixture with their weights: [its text, the label of the row]. */
function parts_of({ rows }, { v }) {
  const { marks, texts } = cells_of(v);
  return [...marks].flatMap((mark, row) =>
    mark === "0" ? [] : [[texts[row], rows[row].label]],
  );
}

const sum_of = ({ sum }) => cells_of(sum).texts.join(", ");

/**
 * What a 0 times a number that is not finite makes, where it spoils a sum; of a one-hot
 * that is all that can.
 */
function spoilt({ rows }, step) {
  const others = Object.entries(rows).filter(
    ([row]) => Number(row) !== step.row,
  );
  const marks = others.map(([, { marks }]) => marks).join("");
  return /[+-]/.test(marks) ? "0 × ∞ is nan" : "0 × nan is nan";
}

/**
 * Whether both lanes give the same, as a sign and in words; of a mixture there is nothing
 * to compare.
 */
export function verdict({ spec, step: index }) {
  const step = spec.steps[index];
  if (step.row === undefined) return {};
  if (step.same) return { sign: "=", words: "equal, number for number" };
  return { sign: "≠", words: `not equal: ${spoilt(spec, step)}` };
}

/**
 * One sentence for each lane, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say({ spec, step: index }) {
  const step = spec.steps[index];
  const where =
    index < spec.path ? `Step ${index + 1} of ${spec.path}: ` : "Your row: ";
  return (
    where + (step.row === undefined ? mixed(spec, step) : compared(spec, step))
  );
}

/** What both lanes do with an id. */
function compared(spec, step) {
  const { label, texts } = spec.rows[step.row];
  const { V, D } = spec;
  const all = V * D === 1 ? "the 1 number" : `all ${listed(V * D, "number")}`;
  const zeros = (V - 1) * D;
  const by_zero = zeros ? `, ${zeros.toLocaleString("en")} of them by 0,` : "";
  const product = `Linear multiplies ${all}${by_zero} and gets ${sum_of(step)}`;
  const lookup = `Embedding reads the ${listed(D, "number")} of row ${label}`;
  if (step.same)
    return `${given(spec, step)} ${product}. ${lookup} and gets the same.`;
  return (
    `${given(spec, step)} ${product}, because ${spoilt(spec, step)}. ` +
    `${lookup} and gets ${texts.join(", ")}.`
  );
}

/** Which id is given. */
function given({ rows }, { row, word, unknown }) {
  const { label } = rows[row];
  if (unknown)
    return (
      `${quoted(word)} is unknown, so its id is ${label}, ` +
      `the row of ${quoted(full(rows[row]))}.`
    );
  return word ? `${quoted(word)} has id ${label}.` : `the id is ${label}.`;
}

/** What Linear makes of a mixture, of which an id can say nothing. */
function mixed(spec, step) {
  const parts = parts_of(spec, step);
  if (parts.length === 0)
    return `every weight is 0, so Linear gets ${sum_of(step)}. ${NO_ID_GIVES}`;
  const words = parts
    .slice(0, NAMED)
    .map(([weight, label]) => share_of(weight, label));
  if (parts.length > NAMED)
    words.push(listed(parts.length - NAMED, "more row"));
  const does = parts.length === 1 ? "Linear takes" : "Linear mixes";
  return `${does} ${joined(words)}: ${sum_of(step)}. ${NO_ID_GIVES}`;
}

/** Words as in a sentence: "a, b and c". */
const joined = (words) =>
  [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

function share_of(weight, label) {
  if (weight === "1") return `row ${label}`;
  return weight === "0.5" ? `half of row ${label}` : `${weight} × row ${label}`;
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step: index }) {
  const step = spec.steps[index];
  const W = spec.shapes[1];
  if (step.row === undefined) {
    const count = listed(parts_of(spec, step).length, "row");
    return (
      `Two lanes. Linear mixes ${count} of ${W} into one; ` +
      "the lane of Embedding is grey, because no id gives this row."
    );
  }
  const { label } = spec.rows[step.row];
  const end = step.same
    ? "both give the same"
    : `they differ, because ${spoilt(spec, step)}`;
  return (
    `Two lanes for id ${label}. Linear: ` +
    `one-hot times ${W}, all products added up; Embedding: ` +
    `only row ${label} is ringed and read; ${end}.`
  );
}

/**
 * The value under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover({ spec, step: index }, { row, col, made, sum, out }) {
  if (col === undefined && sum === undefined) return "";
  const step = spec.steps[index];
  if (sum !== undefined)
    return `Linear, column ${sum} = ${cells_of(step.sum).texts[sum]}`;
  if (out !== undefined)
    return `Embedding, column ${col} = ${spec.rows[out].texts[col]}`;
  const text = spec.rows[row].texts[col];
  const name = `W[${spec.rows[row].label}, ${col}]`;
  return made === undefined
    ? `${name} = ${text}`
    : product(spec, step, row, col);
}

/** A product in full, as it is made of a weight and a number of W. */
function product({ rows }, { v, products }, row, col) {
  const weight = cells_of(v).texts[row];
  const made = row in products ? cells_of(products[row]).texts[col] : "0";
  return `v[${row}] × W[${row}, ${col}] = ${weight} × ${rows[row].texts[col]} = ${made}`;
}

/**
 * The numbers of the step as rows of a plain table.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step: index, rest }) {
  const step = spec.steps[index];
  const hidden = rest && !spec.mixed; // the one-hot is made of the id
  const body = Object.entries(spec.rows).map(([row, line]) => {
    const weight = hidden ? "0" : cells_of(step.v).texts[row];
    const made = (text, col) =>
      rest
        ? text
        : product(spec, step, row, col).split(" = ").slice(1).join(" = ");
    return [named(line), weight, ...line.texts.map(made)];
  });
  return {
    head: ["row", "v", ...spec.columns.map((column) => `column ${column}`)],
    body,
    foot: rest ? [] : outputs(spec, step),
  };
}

/** What comes out of both lanes. */
function outputs({ rows, columns }, step) {
  const none = columns.map((_, j) => (j ? "" : "no id gives this row"));
  const read = step.row === undefined ? none : rows[step.row].texts;
  return [
    ["output of Linear", "", ...cells_of(step.sum).texts],
    ["output of Embedding", "", ...read],
  ];
}

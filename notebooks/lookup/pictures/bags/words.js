// @ts-check
/**
 * What the picture says of each bag: in a sentence, as an alt text, under the pointer, as a
 * table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import {
  forgets,
  goes_without,
  is_apart,
  lines_in,
  out_of,
  uses_counts,
  words_of,
} from "./rows.js";
import { said } from "./places.js";
import { cells_of } from "../kit/cells.js";
import { row_at } from "../kit/csr_rows.js";
import { full, listed, quoted } from "../kit/draw.js";

const FEW = 3; // rows that an alt text names

/**
 * What the picture is called, with counts or without.
 *
 * @type {Kind["title"]}
 */
export const title = (state) =>
  `${state.spec.title}${goes_without(state) ? " without counts" : ""}`;

/**
 * What a reader of the page may want to know of the bag.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step, by }) => ({
  rows: spec.steps[step].rows.join(" "),
  by,
});

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export function key(state) {
  const { spec } = state;
  const marks = lines_in(spec)
    .map((line) => line.marks)
    .join("");
  const words = [];
  if (/[a-z+]/.test(marks)) words.push(["pos", "above 0"]);
  if (/[A-Z-]/.test(marks)) words.push(["neg", "below 0"]);
  if (marks.includes("0")) words.push(["dot", "exactly 0"]);
  if (spec.steps.some(({ rows }) => rows.length))
    words.push(["pick", "an id of the bag that is added up"]);
  if (goes_without(state) && forgets(spec))
    words.push(["apart", "not what it is with counts"]);
  return words;
}

/** How many ids a bag has. */
const size_of = ({ start, end }) => end - start;

/** The first rows of a bag as a sum in words. */
function sum_in_words(state, most) {
  const { spec, step: at } = state;
  const step = spec.steps[at];
  const terms = step.rows
    .slice(0, most)
    .map((_, k) => words_of(spec, step, k, uses_counts(state)));
  const left = size_of(step) - terms.length;
  if (left > 0) terms.push(`${said(left)} more`);
  const sum = terms.join(" + ");
  return spec.mean && terms.length > 1 ? `(${sum})` : sum;
}

const reading = (spec, line) =>
  spec.numbers ? ` = ${cells_of(line).texts.join(", ")}` : "";

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step: at } = state;
  const step = spec.steps[at];
  const name = full(step) ? `, ${quoted(full(step))},` : "";
  const bag = `Bag ${at + 1} of ${spec.path}${name}`;
  if (size_of(step) === 0)
    return `${bag} is empty: ${no_ids(state, step)}, so out[${at}] is a row of zeros.`;
  const without = goes_without(state);
  const out = reading(spec, out_of(step, without));
  const sum = `${sum_in_words(state, Infinity)}${divided(spec, step)}${out}`;
  if (!without) return `${bag} lies between ${span(state, step)}: ${sum}.`;
  return `${bag} lies between ${span(state, step)}; without counts ${sum}. ${right(state, step)}`;
}

/** What a sum is divided by. */
const divided = ({ mean }, step) => (mean ? ` / ${said(size_of(step))}` : "");

/** What comes out with the counts. */
function right({ spec, step: at }, step) {
  if (!is_apart(step)) return "With them it is the same.";
  return `With them out[${at}]${reading(spec, step.out) || " is another row"}.`;
}

/** Whether the ids end where the bag does. */
const is_last = ({ spec, step }) =>
  step + 1 === spec.path && spec.tail[1] === "end";

/** From where to where a bag goes. */
function span(state, { start, end }) {
  if (is_last(state))
    return `offset ${said(start)} and the end of the ids, ${said(end)}`;
  return `offsets ${said(start)} and ${said(end)}`;
}

/** Why a bag is empty. */
function no_ids(state, { start, end }) {
  if (is_last(state))
    return `the last offset, ${said(start)}, is where the ids end`;
  return `offsets ${said(start)} and ${said(end)} are the same place`;
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, step: at } = state;
  const step = spec.steps[at];
  const offsets = spec.steps.slice(0, 6).map(({ start }) => said(start));
  if (spec.path > 6) offsets.push("…");
  const list = `A list of ids cut at offsets ${offsets.join(", ")}`;
  if (size_of(step) === 0)
    return `${list}; bag ${at + 1} is empty; its line of the output is zero.`;
  const sum = `${sum_in_words(state, FEW)}${divided(spec, step)}`;
  const wrong =
    goes_without(state) && is_apart(step) ? ", not what it is with counts" : "";
  return `${list}; bag ${at + 1} is bracketed; its line of the output is ${sum}${wrong}.`;
}

/**
 * The value under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, data) {
  const { spec } = state;
  if (data.col !== undefined) return number_under(state, data);
  if (data.cut !== undefined)
    return `offsets[${data.cut}] = ${said(spec.steps[data.cut].start)}`;
  if (data.entry !== undefined) return entry_under(spec, data);
  if (data.row !== undefined)
    return `bag ${Number(data.row) + 1}: ${listed(size_of(spec.steps[data.row]), "id")}`;
  return "";
}

/** An id of the list, or its count. */
function entry_under(spec, { of: b, entry, count }) {
  const step = spec.steps[b];
  const place = said(step.start + Number(entry));
  if (count !== undefined) return `counts[${place}] = ${step.counts[count]}`;
  const row = spec.rows[step.rows[entry]];
  return `ids[${place}] = ${row.label}${row.name ? `, ${full(row)}` : ""}`;
}

/** A number of the table, of a row times its count, or of the output. */
function number_under(state, { col, line, term, of: b, out }) {
  const { spec } = state;
  const column = spec.columns[col];
  const counted = uses_counts(state);
  if (out !== undefined)
    return equals(
      `out[${out}, ${column}]`,
      cells_of(out_of(spec.steps[out], goes_without(state))).texts[col],
    );
  if (line !== undefined)
    return equals(
      `W[${spec.rows[line].label}, ${column}]`,
      row_at(spec, line).texts[col],
    );
  if (term === undefined) return "";
  const step = spec.steps[b];
  const name = words_of(spec, step, term, counted).replace(
    /row (.*)/,
    `W[$1, ${column}]`,
  );
  return equals(name, line_of(spec, step, term, counted).texts[col]);
}

const equals = (name, text) =>
  text === undefined ? name : `${name} = ${text}`;

/** The numbers of entry k, times its count or not. */
const line_of = (spec, { rows, terms }, k, counted) =>
  counted ? cells_of(terms[k]) : row_at(spec, rows[k]);

/**
 * The numbers of the bag as rows of a plain table, for screen readers.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, step: at, rest } = state;
  const step = spec.steps[at];
  const counted = uses_counts(state);
  const body = step.rows.map((row, k) => {
    const name = full(spec.rows[row]);
    const heading = [words_of(spec, step, k, counted), name]
      .filter(Boolean)
      .join(" ");
    return [
      heading,
      ...(spec.numbers ? line_of(spec, step, k, counted).texts : []),
    ];
  });
  return {
    head: ["row", ...spec.columns.map((column) => `column ${column}`)],
    body,
    foot: rest ? [] : outputs(state),
  };
}

/** What comes out of the bag, and where that differs, what would with the counts. */
function outputs(state) {
  const { spec, step: at } = state;
  const step = spec.steps[at];
  const line = (name, cells) => [name, ...cells_of(cells).texts];
  const without = goes_without(state);
  const out = line(`out[${at}]`, out_of(step, without));
  return without && is_apart(step)
    ? [out, line(`out[${at}] with counts`, step.out)]
    : [out];
}

/**
 * The bag that a typed text means, by its number or its name; NaN where there is none.
 *
 * @type {Kind["row_of"]}
 */
export function row_of({ steps, path }, typed) {
  if (/^\d{1,3}$/.test(typed))
    return Number(typed) >= 1 && Number(typed) <= path
      ? Number(typed) - 1
      : NaN;
  const found =
    typed === "" ? -1 : steps.findIndex((step) => full(step) === typed);
  return found < 0 ? NaN : found;
}

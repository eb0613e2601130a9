// @ts-check
/**
 * What the picture says of each form: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed, quoted } from "../kit/draw.js";
import { bit, known_rows } from "../kit/wall.js";

const MOST_LINES = 24; // of the unseen table

const count = (many) => many.toLocaleString("en");
const entries = (many) => (many === 1 ? "1 entry" : `${count(many)} entries`);
const are = (many) => (many === 1 ? "is" : "are");
const hold = (many) => (many === 1 ? "holds" : "hold");

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export const key = ({ spec, row }) => [
  ["touch", "a row that holds numbers"],
  ["stored", "a row of zeros that is stored"],
  ...(spec.steps.some(
    ({ dense, entries, stored }) => !dense && entries > stored,
  )
    ? [["again", "an entry that names a row again"]]
    : []),
  ...(row === null || row === undefined ? [] : [["ring", "the row picked"]]),
];

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step, row } = state;
  const form = spec.steps[step];
  const sentence = form.dense ? dense_words(spec, form) : coo_words(spec, form);
  const asked =
    row === null || row === undefined ? "" : ` ${capital(about(state, row))}.`;
  return `${form.name}: ${sentence}: ${form.text}.${asked}`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function dense_words({ count: lit }, { stored }) {
  const empty = stored - lit;
  const zeros =
    empty === 0
      ? "none nothing but zeros"
      : `${count(empty)} ${hold(empty)} nothing but zeros`;
  return (
    `${listed(stored, "row")} ${are(stored)} stored, ` +
    `${count(lit)} of them ${hold(lit)} numbers, ${zeros}`
  );
}

function coo_words({ V, count: lit }, { entries: many, stored, per }) {
  const rows = listed(stored, "row");
  const each =
    per === "visit"
      ? `, one for each visit of ${rows}`
      : per === "row"
        ? `, one for each of ${rows}`
        : ` of ${rows}`;
  const zeros = stored - lit;
  const empty =
    zeros > 0
      ? `, ${count(zeros)} of which ${hold(zeros)} nothing but zeros`
      : "";
  const others = V - stored;
  const rest =
    others === 0
      ? "no row is left out"
      : `the other ${listed(others, "row")} ${are(others)} not stored`;
  return `${entries(many)} ${are(many)} stored${each}${empty}; ${rest}`;
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step }) {
  const { name, dense, stored, entries: many, text } = spec.steps[step];
  const wall = `Wall of ${listed(spec.V, "row")}, ${count(spec.count)} of which hold numbers`;
  const what = dense
    ? `all ${count(stored)} are stored`
    : `${entries(many)} of ${listed(stored, "row")} are stored`;
  return `${wall}; in the form ${name} ${what}, which takes ${text}.`;
}

/** The square under the pointer; -1 for none. */
export function hover(state, square) {
  const { each, V } = state.spec;
  if (square < 0) return "";
  const row = square * each;
  return each === 1
    ? `${about(state, row)}.`
    : `${squares_rows(state, row, Math.min(V, row + each))}.`;
}

/** What is stored of a row in the form shown. */
function about(state, row) {
  const { spec, step } = state;
  const form = spec.steps[step];
  const found = known(spec, row);
  const square = Math.floor(row / spec.each) * spec.each;
  if (!found)
    return squares_rows(state, square, Math.min(spec.V, square + spec.each));
  const name = found.name ? ` ${quoted(found.name)}` : "";
  return `row ${count(row)}${name}: ${stored_words(form, step, found)}`;
}

function stored_words({ dense, per }, step, { lit, visits, stored }) {
  if (!stored[step]) return "not stored";
  if (!lit) return "a row of zeros, stored";
  const many = visits === null ? "" : `, ${listed(visits, "visit")}`;
  if (dense || visits === null || per === "") return `stored${many}`;
  if (per === "row") return `stored in one entry${many}`;
  return `stored in ${entries(visits)}, one for each visit`;
}

/**
 * What is known of a row: {name, lit, visits, stored in each form}; null if no more than
 * of its square.
 */
function known(spec, row) {
  const { asked, steps, each, lit: map } = spec;
  if (asked?.row === row) return asked;
  const rows = known_rows(spec);
  const vague = each > 1 && (!rows || steps.some(({ zeros }) => zeros));
  if (vague) return null;
  const lit = rows ? rows.has(row) : bit(spec, map, row);
  const stored = steps.map(
    ({ dense, zeros }) =>
      dense || lit || (zeros !== "" && bit(spec, zeros, row)),
  );
  return { name: "", visits: null, ...rows?.get(row), lit, stored };
}

/** What is stored of the rows from `first` to before `end`, which share a square. */
function squares_rows({ spec, step }, first, end) {
  const { dense, zeros } = spec.steps[step];
  const square = first / spec.each;
  const name = `rows ${count(first)} to ${count(end - 1)}`;
  const lit = bit(spec, spec.lit, square);
  if (dense)
    return `${name}: stored, ${lit ? `${some(spec, first, end)} numbers` : "all of them zeros"}`;
  if (lit) return `${name}: ${some(spec, first, end)} numbers`;
  return `${name}: ${zeros && bit(spec, zeros, square) ? "rows of zeros, stored" : "not stored"}`;
}

/** How many of these rows hold something. */
function some(spec, first, end) {
  const rows = known_rows(spec);
  if (!rows) return "some hold";
  const many = [...rows.keys()].filter(
    (row) => first <= row && row < end,
  ).length;
  return `${count(many)} ${hold(many)}`;
}

/**
 * The forms beside each other as a plain table, for screen readers: rows that hold
 * numbers, then all rows together.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, row: picked } = state;
  const { steps } = spec;
  const lit = [...(known_rows(spec)?.keys() ?? [])].slice(0, MOST_LINES);
  const rows = new Set(
    picked === null || picked === undefined ? lit : [...lit, picked],
  );
  const body = [...rows].sort((a, b) => a - b).map((row) => line(state, row));
  const all = (name, text) => [name, ...steps.map(text)];
  const foot = [
    all("rows stored", ({ stored }) => count(stored)),
    all("entries", ({ dense, entries: many }) => (dense ? "" : count(many))),
    all("memory", ({ text }) => text),
  ];
  return { head: ["row", ...steps.map(({ name }) => name)], body, foot };
}

/** What each form stores of a row. */
function line({ spec }, row) {
  const found = known(spec, row);
  const heading = [count(row), found?.name ?? ""].join(" ").trim();
  const cell = (form, step) =>
    found
      ? stored_words(form, step, found)
      : squares_rows({ spec, step }, ...square_ends(spec, row)).replace(
          /^.*?: /,
          "",
        );
  return [heading, ...spec.steps.map(cell)];
}

const square_ends = ({ each, V }, row) => {
  const first = Math.floor(row / each) * each;
  return [first, Math.min(V, first + each)];
};

// @ts-check
/**
 * What the picture says of a place: in a sentence, as an alt text, under the pointer, as
 * a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { full, listed, named, quoted } from "../kit/draw.js";
import { around, pull_of } from "./layout.js";

const NAMED = 4; // words that a sentence names

/** @type {Kind["title"]} */
export const title = ({ spec, by }) => `${spec.title}, ${by}`;

/**
 * What a reader of the page may want to know of the place.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ spec, step, by }) => ({
  by,
  row: spec.steps[step].row,
});

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export const key = ({ by }) => [
  ["pick", by === "CBOW" ? "read, and the mean" : "read"],
  ["touch", "moved by the step"],
  ["solid", "pulled"],
  ["dashed", "pushed away"],
];

const word_of = ({ rows }, row) => full(rows[row]) ?? rows[row].label;

/** Words as in a sentence: “a”, “b” and “c”; of many how many they are. */
function words_of(spec, all) {
  const rows = [...new Set(all)];
  if (rows.length > NAMED) return listed(rows.length, "word");
  const words = rows.map((row) => quoted(word_of(spec, row)));
  return [words.slice(0, -1).join(", "), words.at(-1)]
    .filter(Boolean)
    .join(" and ");
}

/** The last place before this one at which the same words stood around another word. */
function same_company({ steps }, step) {
  const of = (at) =>
    around(steps[at])
      .sort((a, b) => a - b)
      .join();
  for (let at = step - 1; at >= 0; at--)
    if (steps[at].row !== steps[step].row && of(at) === of(step))
      return steps[at];
  return undefined;
}

/**
 * A few sentences for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step, by } = state;
  const { loss } = pull_of(state);
  const place =
    step < spec.path ? `Place ${step + 1} of ${spec.path}` : "Your place";
  const pulled = by === "CBOW" ? pulled_by_mean(state) : pulled_by_one(state);
  return (
    `${place}, ${by}: ${pulled}; ${pushed(state)}. ` +
    `The loss goes from ${loss[0]} to ${loss[1]}.${twin(state)}`
  );
}

/** The words around the place, and the one in the middle. */
function company_of({ spec, step }) {
  const company = around(spec.steps[step]);
  const middle = quoted(word_of(spec, spec.steps[step].row));
  const many = new Set(company).size > 1;
  return { middle, many, company: words_of(spec, company) };
}

function pulled_by_mean(state) {
  const { middle, many, company } = company_of(state);
  const mean = many ? `the mean of ${company}` : `that of ${company} in table`;
  return `${middle} is hidden. Its row of out and ${mean} are pulled together`;
}

function pulled_by_one(state) {
  const { middle, many, company } = company_of(state);
  const are = many ? "are" : "is";
  const rows = many ? "Their rows" : "Its row";
  const row = `that of ${middle} in table`;
  return `${company} ${are} hidden. ${rows} of out and ${row} are pulled together`;
}

function pushed({ spec }) {
  const are = new Set(spec.drawn).size > 1 ? "are" : "is";
  return `${words_of(spec, spec.drawn)}, drawn at random, ${are} pushed away`;
}

/** What the place has in common with an earlier one. */
function twin({ spec, step, by }) {
  const other = same_company(spec, step);
  if (!other) return "";
  const word = quoted(word_of(spec, other.row));
  const now = quoted(word_of(spec, spec.steps[step].row));
  return by === "CBOW"
    ? ` The same words stood around ${word}: the same mean pulls both ${word} and ${now} in out.`
    : ` The same words stood around ${word}: ` +
        `the same rows of out pull both ${word} and ${now} in table.`;
}

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, step, by } = state;
  const { answers, loss, reads } = pull_of(state);
  const middle = quoted(word_of(spec, spec.steps[step].row));
  const right = answers.length - spec.drawn.length;
  const pulled =
    by === "CBOW"
      ? `CBOW, ${middle} hidden: its row of out and the mean of ` +
        `${listed(reads.length, "row")} of table`
      : `Skip-gram at ${middle}: its row of table and ` +
        `${listed(right, "right row")} of out`;
  return (
    `${pulled} are pulled together, ${listed(spec.drawn.length, "drawn word")} ` +
    `pushed away; the loss goes from ${loss[0]} to ${loss[1]}.`
  );
}

/**
 * What is under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, { table, out, answer, word, mean, col }) {
  const { spec } = state;
  if (answer !== undefined)
    return score_of(spec, pull_of(state).answers[answer]);
  if (mean !== undefined) return value(spec, "mean", pull_of(state).mean, col);
  const name = table === undefined ? "out" : "table";
  const row = table ?? out;
  if (row !== undefined)
    return value(
      spec,
      `${name}, row ${named(spec.rows[row])}`,
      spec[name][row],
      col,
    );
  return word === undefined ? "" : `id ${named(spec.rows[word])}`;
}

function value({ columns, numbers }, name, line, col) {
  if (col === undefined) return name;
  const text = numbers ? ` = ${line.split(" ")[Number(col) + 1]}` : "";
  return `${name}, column ${columns[col]}${text}`;
}

const score_of = (spec, { row, right, score, strength, after }) =>
  `${word_of(spec, row)}: score ${score}, target ${right ? 1 : 0}, ` +
  `${right ? "pull" : "push"} ${strength}, after the step ${after}`;

/**
 * The rows and scores of the place as a plain table; at rest nothing is scored yet.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, rest } = state;
  const { reads, answers, loss } = pull_of(state);
  const line = (name, row) =>
    spec.numbers ? spec[name][row].split(" ").slice(1) : [];
  const read = reads.length === 1 ? "read" : `read, 1 of ${reads.length}`;
  const body = [
    ...reads.map((row) => [
      `table: ${named(spec.rows[row])}`,
      read,
      "",
      "",
      "",
      ...line("table", row),
    ]),
    ...answers.map(({ row, right, score, strength, after }) => [
      `out: ${named(spec.rows[row])}`,
      right ? "right answer, target 1" : "drawn, target 0",
      ...(rest
        ? ["", "", ""]
        : [score, `${right ? "pull" : "push"} ${strength}`, after]),
      ...line("out", row),
    ]),
  ];
  const blank = line("table", reads[0]).map(() => "");
  return {
    head: [
      "row",
      "used as",
      "score",
      "pull or push",
      "score after the step",
      ...blank.map((_, j) => `column ${spec.columns[j]}`),
    ],
    body,
    foot: rest ? [] : [["loss", "", loss[0], "", loss[1], ...blank]],
  };
}

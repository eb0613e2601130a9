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
export const key = ({ spec, by }) => [
  [
    "pick",
    by === "CBOW"
      ? "read: a row of table; the mean of these"
      : "read: the row of table",
  ],
  ...(spec.map
    ? [
        [
          "solid",
          `pulled (arrows ${spec.map.arrows} times as long as the step)`,
        ],
        ["dashed", "drawn at random: pushed away"],
      ]
    : [
        ["pos", "score above 0"],
        ["neg", "score below 0"],
        ["touch", "after the step"],
        ["solid", "pulled together"],
        ["dashed", "pushed apart"],
      ]),
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
 * A sentence or two for the caption, which screen readers speak. On a map the arrows need
 * not point from one to the other, but both can be seen to turn.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step, by } = state;
  const { answers, loss, turned } = pull_of(state);
  const middle = quoted(word_of(spec, spec.steps[step].row));
  const company = words_of(spec, around(spec.steps[step]));
  const drawn = words_of(
    spec,
    answers.filter(({ right }) => !right).map(({ row }) => row),
  );
  const how = turned ? "turned towards each other" : "pulled together";
  const what =
    by === "CBOW"
      ? `the mean of ${company} in table and ${middle} in out are ${how}, ` +
        `the mean and ${drawn} pushed apart.`
      : `${middle} in table and ${company} in out are ${how}, ` +
        `${middle} and ${drawn} pushed apart.`;
  const place =
    step < spec.path ? `Place ${step + 1} of ${spec.path}` : "Your place";
  return `${place}, ${by}: ${what} The loss goes from ${loss[0]} to ${loss[1]}.${twin(state)}`;
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
  const drawn = answers.filter(({ right }) => !right).length;
  const right = answers.length - drawn;
  const end = `${listed(drawn, "drawn word")} pushed; the loss goes from ${loss[0]} to ${loss[1]}.`;
  return by === "CBOW"
    ? `CBOW at ${middle}: the mean of ${listed(reads.length, "row")} of table ` +
        `and the row of ${middle} in out are pulled together, ${end}`
    : `Skip-gram at ${middle}: its row of table and ` +
        `${listed(right, "right row")} of out are pulled together, ${end}`;
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

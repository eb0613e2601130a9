// @ts-check
/**
 * What the picture says of a step: in a sentence, as an alt text, under the pointer, as
 * a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { NAN } from "../kit/cells.js";
import { full, listed, named, once, quoted } from "../kit/draw.js";
import { lens } from "../kit/one_hot_and_table.js";

/**
 * What the picture is called, by product or by lookup.
 *
 * @type {Kind["title"]}
 */
export const title = ({ spec, by }) =>
  by === "lookup" ? "W[ids]" : spec.title;

/** How many numbers a step multiplies, and how many of them by 0; or how many it reads. */
export function counted({ V, D }, { by }) {
  if (by === "lookup") return `${listed(D, "number")} read`;
  return `${listed(V * D, "multiplication")}, ${((V - 1) * D).toLocaleString("en")} of them by 0`;
}

/**
 * Why the product of step s is not its row, if it is not: the marks of its `sum`, and
 * `why` in words.
 */
export const spoilt_in = ({ spec, by }, s) =>
  by === "lookup"
    ? undefined
    : spec.spoilt.find(({ steps }) => steps.includes(s));

/** The numbers that step s makes: the row of its id, but nan where the product is spoilt. */
export const made = ({ spec, by }, s) => made_by(spec, by, s);

const made_by = once((spec, by, s) => {
  const row = spec.rows[spec.steps[s].row];
  const spoilt = spoilt_in({ spec, by }, s);
  if (!spoilt) return row;
  const or_nan = (values, nan) =>
    [...values].map((value, j) => (spoilt.sum[j] === "=" ? value : nan));
  return { marks: or_nan(row.marks, "?"), texts: or_nan(row.texts, NAN) };
});

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export function key({ spec, by }) {
  const products =
    by === "lookup"
      ? []
      : spec.spoilt.map(({ sum }) => sum.replace(/[<>]/g, "?"));
  const signs = [
    ...Object.values(spec.rows).map(({ marks }) => marks),
    ...products,
  ].join("");
  const has = (marks) => marks.test(signs);
  const words = [];
  if (has(/[a-z+]/)) words.push(["pos", "above 0"]);
  if (has(/[A-Z-]/)) words.push(["neg", "below 0"]);
  if (has(/0/) || by !== "lookup") words.push(["dot", "exactly 0"]);
  if (has(/[?]/)) words.push(["nan", "nan, not a number"]);
  words.push(["ring", "the row that is taken"]);
  if (spec.steps.some(({ unknown }) => unknown))
    words.push(["hatch", "a word without a row of its own"]);
  if (!spec.whole) words.push(["strip", `all ${listed(spec.V, "row")}`]);
  return words;
}

/** The numbers of the step, where they are few; of a lookup their count, too. */
function reading(state, row) {
  const { spec, by, step } = state;
  const texts = ({ texts }) => texts.join(", ");
  if (by === "lookup")
    return ` ${listed(spec.D, "number")} read${spec.numbers ? `: ${texts(row)}` : ""}.`;
  if (!spec.numbers) return "";
  if (!spoilt_in(state, step)) return ` It reads ${texts(row)}.`;
  return ` The product reads ${texts(made(state, step))}; row ${row.label} reads ${texts(row)}.`;
}

const where_of = ({ spec, step }) =>
  step < spec.path ? `Step ${step + 1} of ${spec.path}` : "Your row";

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, step: index, asked, cursor } = state;
  if (cursor !== undefined) return chosen(spec.rows[cursor], asked);
  const step = spec.steps[index];
  const row = spec.rows[step.row];
  const where = where_of(state);
  const id = step.word
    ? `${quoted(step.word)} has id ${row.label}`
    : `The id is ${row.label}`;
  if (asked) {
    const unknown = step.unknown
      ? `${quoted(step.word)} is unknown, so its id is ${row.label}`
      : id;
    return (
      `${where}. ${unknown}. Which row comes out? ` +
      "Click it, drop the id on it, or type its number and press Enter; " +
      "the arrow to the right skips."
    );
  }
  return `${where}: ${as_guessed(state, step, row)}${told(state, step, row)}${reading(state, row)}`;
}

/** What Enter does with the row that the keys have chosen. */
function chosen(row, asked) {
  const name = row.name ? `, ${quoted(full(row))}` : "";
  const does = asked
    ? "says that it comes out"
    : "puts its number behind the ids";
  return `Row ${row.label}${name}: Enter ${does}, Escape goes back.`;
}

/** What happens in the step. */
function told(state, step, row) {
  const { spec, by } = state;
  const { label } = row;
  const spoilt = spoilt_in(state, state.step);
  if (step.unknown) {
    const id = `its id is ${label}, the row of ${quoted(full(row))}`;
    return `${quoted(step.word)} is unknown, so ${id}${spoilt ? `; but ${spoilt.why}` : ""}.`;
  }
  const id = step.word ? `${quoted(step.word)} has id ${label}` : `id ${label}`;
  if (by === "lookup")
    return `${id}${step.word ? " and" : ""} picks row ${label}.`;
  const left = spoilt
    ? `but ${spoilt.why}`
    : `and what is left is row ${label}`;
  return `${id}, so the 1 stands beside row ${label}; ${counted(spec, state)}, ${left}.`;
}

/** How the guess was, if there was one. */
function as_guessed({ guess }, step, { label }) {
  if (guess === undefined || guess === null) return "";
  if (guess === step.row) return "as you said, ";
  return `you said row ${guess.toLocaleString("en")}, but id ${label} means row ${label}; `;
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, step: index, asked, guess, by } = state;
  const step = spec.steps[index];
  const { label } = spec.rows[step.row];
  const start =
    `${by === "lookup" ? "Id" : "One-hot for index"} ${label} beside the table ` +
    `${spec.shapes[1]}`;
  if (asked)
    return (
      `Id ${label} and the table ${spec.shapes[1]}; ` +
      "no row is ringed yet, and the output is open."
    );
  const wrong = guess !== undefined && guess !== null && guess !== step.row;
  const ringed = wrong
    ? `row ${label} is ringed, not the guess`
    : `only row ${label} is ringed`;
  const spoilt = spoilt_in(state, index);
  if (spoilt) return `${start}; ${ringed}; the output differs: ${spoilt.why}.`;
  return `${start}; ${counted(spec, state)}; ${ringed}; the output equals row ${label}.`;
}

/**
 * The value under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, { row, col, out }) {
  const { spec } = state;
  if ((out ?? row) === undefined || col === undefined) return "";
  const { label, texts } =
    out === undefined ? spec.rows[row] : made(state, Number(out));
  const column = spec.columns[col];
  const name =
    out === undefined ? `W[${label}, ${column}]` : `output, column ${column}`;
  const text = texts?.[col];
  return text ? `${name} = ${text}` : name;
}

/**
 * The numbers of the step as rows of a plain table.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, step: index, asked, rest, by } = state;
  const step = spec.steps[index];
  const one_hot = by !== "lookup" && !asked;
  const entry = (text) => (one_hot ? [text] : []);
  const body = lens(spec, step)
    .filter((row) => spec.rows[row].texts)
    .map((row) => [
      named(spec.rows[row]),
      ...entry(row === step.row && !rest ? "1" : "0"),
      ...spec.rows[row].texts,
    ]);
  const foot =
    asked || rest
      ? []
      : [["output", ...entry(""), ...made(state, index).texts]];
  return {
    head: [
      "row",
      ...entry("one-hot"),
      ...spec.columns.map((column) => `column ${column}`),
    ],
    body,
    foot,
  };
}

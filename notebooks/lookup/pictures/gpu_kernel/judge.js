// @ts-check
/**
 * What came out of a kernel, against what must come out: right, or the cause in words.
 * Draws nothing and needs no GPU.
 */

/**
 * @typedef {Object} Outcome a case and what came out of it
 * @property {string} name "own", "full", "rest", "again", "other"
 * @property {number} D columns
 * @property {ArrayLike<number>} got
 * @property {ArrayLike<number>} wanted
 */

const same = (a, b) => a.every((number, i) => Object.is(number, b[i]));
const is_right = ({ got, wanted }) => same([...got], [...wanted]);

/**
 * @param {"rows" | "gradient"} task
 * @param {Outcome[]} ran the first is the notebook's own
 * @returns {{right: boolean, say: string}}
 */
export function judged(task, ran) {
  const wrong = ran.filter((one) => !is_right(one));
  if (wrong.length === 0) return { right: true, say: praise(task, ran) };
  const cause = CAUSES[task].find(({ fits }) => fits(ran, wrong[0]));
  return { right: false, say: cause ? cause.say : differs(wrong[0]) };
}

/** @type {(task: string, ran: Outcome[]) => string} */
const praise = (task, [own, ...others]) =>
  `Right. All ${own.wanted.length.toLocaleString("en")} numbers are those of torch, to ` +
  `the bit, and so are those of ${others.length} tables of other sizes` +
  (task === "gradient" ? ", in which many threads meet in one row." : ".");

/** The first number that differs, for what has no name. */
function differs({ name, got, wanted, D }) {
  const at = [...wanted].findIndex((number, i) => number !== got[i]);
  const where =
    name === "own" ? "" : "In another table than yours, of other sizes, ";
  const what = `row ${Math.floor(at / D)}, column ${at % D}`;
  return `${where || "Not yet: "}${what} is ${got[at]}, and ${wanted[at]} must come out.`;
}

const all_zeros = ({ got }) => [...got].every((number) => number === 0);

/** Whether it came out as it should, but so many rows further down. */
const shifted =
  (rows) =>
  ({ got, wanted, D }) => {
    const offset = rows * D;
    const inside = [...wanted.keys()].filter(
      (i) => wanted[i] !== 0 && i + offset >= 0 && i + offset < wanted.length,
    );
    return (
      inside.length > 0 && inside.every((i) => got[i + offset] === wanted[i])
    );
  };

const named = (ran, name) => ran.filter((one) => one.name === name);
const right_in = (ran, name) => named(ran, name).every(is_right);

const NOTHING = {
  fits: (_, wrong) => all_zeros(wrong),
  say: "Only zeros came out, so nothing was written. Which place does your line write to?",
};
const A_ROW_OFF = {
  fits: (_, wrong) => shifted(1)(wrong) || shifted(-1)(wrong),
  say:
    "All of it stands a row too far up or down. Row r begins at number r * D, and " +
    "ids[i / D] is the row, without one more or less.",
};

/** Whether it holds of all numbers but the last, which surplus threads may have written. */
const all_but_last = (got, holds) => [...got.keys()].slice(0, -1).every(holds);

const IN_GROUPS =
  "Threads start in groups of 64, so that some have an i that is B * D or more: those " +
  "must do nothing.";

/** Where it differs from what must come out. */
const wrong_places = ({ got, wanted }) =>
  [...wanted.keys()].filter((i) => !Object.is(got[i], wanted[i]));

const CAUSES = {
  rows: [
    NOTHING,
    {
      fits: (_, wrong) =>
        wrong_places(wrong).join() === String(wrong.wanted.length - 1),
      say: `All is right but the last number, which was written over. ${IN_GROUPS}`,
    },
    {
      fits: (_, { got, wanted, D }) =>
        all_but_last(got, (i) => got[i] === got[i - (i % D)]),
      say:
        "Every row came out with one and the same number in all its columns. The column " +
        "is i % D: what remains of i, if whole rows are taken off.",
    },
    {
      fits: (_, { got, D }) =>
        got.length > D && all_but_last(got, (i) => got[i] === got[i % D]),
      say:
        "The same row came out for every id. Which id is it that number i of the output " +
        "belongs to? i / D counts the rows that lie before it.",
    },
  ],
  gradient: [
    NOTHING,
    A_ROW_OFF,
    {
      fits: (ran) =>
        [...named(ran, "full"), ...named(ran, "rest")].every(lacks_one),
      say:
        "One number is left out: one thread short. The numbers of up are 0 to B * D - 1, " +
        "so that the last one is number B * D - 1.",
    },
    {
      fits: (ran) => right_in(ran, "full") && !right_in(ran, "rest"),
      say: `Too much was added where B * D is no multiple of 64. ${IN_GROUPS}`,
    },
    {
      fits: (ran) =>
        right_in(ran, "full") &&
        right_in(ran, "rest") &&
        lost(named(ran, "again")),
      say:
        "Where an id comes several times, additions were lost. Two threads read the same " +
        "old sum, each adds its own to it, and the one that writes last wins. What you " +
        "need looks, adds and writes in one go: atomicAdd(&G[place], number).",
    },
  ],
};

/** Whether a single number came out too small. */
const lacks_one = (one) => {
  const [first, ...others] = wrong_places(one);
  return others.length === 0 && one.got[first] < one.wanted[first];
};

/** Whether somewhere less came out than must, and nowhere more. */
const lost = (cases) =>
  cases.some((one) => !is_right(one)) &&
  cases.every(({ got, wanted }) =>
    [...wanted.keys()].every((i) => got[i] <= wanted[i]),
  );

/** What the compiler says, with a hint where learners meet it often. */
export function compiler_says({ line, letter, message, last }) {
  const hint = HINTS.find(([sign]) => sign.test(message))?.[1] ?? "";
  const [first] = message.split("\n");
  const where = last ? "the end" : `line ${line}, letter ${letter}`;
  return `The compiler says of ${where}: ${first} ${hint}`.trim();
}

/**
 * By the words of Chrome's compiler, Tint, and of Firefox's, naga.
 *
 * @type {[RegExp, string][]}
 */
const HINTS = [
  [
    /atomic/,
    "(G holds atomic numbers: atomicAdd adds to one, atomicLoad reads it, atomicStore writes it.)",
  ],
  [
    /unresolved|no definition in scope/,
    "(There is nothing of that name here.)",
  ],
  [/expected (';'|`;`)|missing ';'/, "(A statement ends with a semicolon.)"],
  [
    /no matching overload|type mismatch|cannot (assign|convert)|is expected to be/,
    "(WGSL does not turn one kind of number into another by itself: 1u is a u32, 1i an i32, 1.0 an f32.)",
  ],
];

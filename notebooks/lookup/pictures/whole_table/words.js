// @ts-check
/**
 * What the picture says: in a sentence, as an alt text, under the pointer, as a table.
 * Draws nothing.
 */
import { listed, once, quoted } from "../kit/draw.js";
import { cosine_text, hundredths } from "../kit/units.js";
import { act_of, stripes_of, top_row } from "./places.js";
import { gradient, product, sorted, table_of } from "./table.js";

const NAMED = 4; // nearest words that a sentence names
const UNKNOWN = 3; // words without a row that it names
const count = (many) => many.toLocaleString("en");
const rows_of = ({ words }) => words.map(({ row }) => row);
const lines_of = (state) => new Set(rows_of(state)).size;
const about = (cosine) => `≈ ${cosine_text(hundredths(cosine))}`;

const has_zero = once((spec) => table_of(spec).tones.includes(0));

/** What stands beside a word: its row, or how near it is to the one at the top. */
export const beside = ({ row, cosine }) =>
  cosine === undefined
    ? count(row)
    : cosine === null
      ? "itself"
      : about(cosine);

/** What the marks mean, [swatch, words]. */
export function key(state) {
  const act = act_of(state);
  const learns = act === "learn" || act === "sparse=True";
  const marks = learns
    ? [
        ["pos", "gradient above 0"],
        ["touch", "a row that is written"],
      ]
    : [
        ["pos", "above 0"],
        ["neg", "below 0"],
      ];
  if (["look up", "multiply"].includes(state.by))
    // at rest, too, so that nothing moves
    marks.push(["ring", "a row that comes out"]);
  if (
    act === "multiply" ||
    act === "learn" ||
    (!learns && has_zero(state.spec))
  )
    marks.push(["stored", "exactly 0"]);
  if (act === "sort") marks.push(["ring", "sorted by this row"]);
  return marks;
}

/** One sentence for the caption, which is spoken when nothing moves any more. */
export function say(state, scene) {
  const act = act_of(state);
  if (act === "multiply" && scene.wiped < state.spec.V)
    return so_far(state, scene);
  if (act === "rest")
    return [
      `Each pixel is a number. Press Play, or type.`,
      ...left_out(state),
    ].join(" ");
  return [SAYS[act](state), ...left_out(state)].join(" ");
}

/** What is multiplied while the wall is on its way to zero. */
function so_far({ spec, words }, { wiped }) {
  const all = words.length * wiped * spec.D;
  const ones = words.filter(({ row }) => row < wiped).length * spec.D;
  return `Multiplied ${count(all)} times, ${count(all - ones)} of them by 0 …`;
}

const SAYS = {
  "look up": ({ spec: { V, D }, words }) =>
    `Read ${count(words.length * D)} of ${listed(V * D, "number")}, multiplied none.`,
  multiply: (state) => {
    const { multiplied, by_zero, equal } = product(state.spec, rows_of(state));
    const all = state.words.length * state.spec.D;
    const same =
      equal === all ? "The same rows come out" : "Other rows come out";
    return (
      `Multiplied ${count(multiplied)} times, ${count(by_zero)} of them by 0. ` +
      `${same}: ${count(equal)} of ${listed(all, "number")} equal.`
    );
  },
  learn: (state) => {
    const { zeros, dense } = gradient(state.spec, rows_of(state));
    return (
      `Gradient of the sum of what was looked up: ${count(zeros)} of ` +
      `${listed(numbers_in(state), "number")} exactly 0, ${listed(dense, "byte")}.`
    );
  },
  "sparse=True": (state) => {
    const { dense, sparse } = gradient(state.spec, rows_of(state));
    return (
      `With sparse=True torch keeps ${listed(state.words.length, "row")} and their ids: ` +
      `${listed(sparse, "byte")} instead of ${count(dense)}.`
    );
  },
  sort: (state) => {
    const { spec } = state;
    const near = stripes_of(state).slice(1, NAMED + 1);
    const top = quoted(table_of(spec).words[top_row(state)]);
    const named = near.map(({ word, cosine }) => `${word} ${about(cosine)}`);
    return named.length
      ? `Nearest to ${top} by cosine: ${named.join(", ")}.`
      : `No row is near to that of ${top}.`;
  },
};

const numbers_in = ({ spec: { V, D } }) => V * D;

/** Sentences on words that have no row, and on those beyond the last one shown. */
function left_out({ unknown, more, spec }) {
  const few = unknown.slice(0, UNKNOWN).map(quoted).join(", ");
  const others = unknown.length - UNKNOWN;
  const rest = others > 0 ? ` and ${listed(others, "other")}` : "";
  const verb = unknown.length === 1 ? "has" : "have";
  return [
    ...(few ? [`${few}${rest} ${verb} no row.`] : []),
    ...(more ? [`Only the first ${spec.most} words are shown.`] : []),
  ];
}

/** What the picture shows, which numbers matter. */
export function alt(state) {
  const { V, D } = state.spec;
  const table = `Wall of ${listed(V * D, "number")}, a pixel each, ${listed(V, "row")} of ${count(D)}`;
  const act = act_of(state);
  const lit = listed(lines_of(state), "row");
  return {
    rest: `${table}; nothing is looked up yet.`,
    "look up": `${table}; ${lit} lit, and a copy for each of ${listed(state.words.length, "word")}.`,
    multiply: `${table}, wiped to 0 but for ${lit}, which come out as in a lookup.`,
    learn: `Gradient as large as the table, ${listed(V * D, "number")}: all 0 but for ${lit}.`,
    "sparse=True": `The wall of zeros is gone: ${lit} of the gradient remain.`,
    sort: `${table}, sorted by cosine to one row.`,
  }[act];
}

/** The row at a place of the wall as it is shown now. */
export function row_at(state, place) {
  return act_of(state) === "sort"
    ? sorted(state.spec, top_row(state)).order[place]
    : place;
}

/** The word of a row; in a sorted wall also how near it is. */
export function named(state, place) {
  if (place < 0 || place >= state.spec.V) return "";
  const row = row_at(state, place);
  const said = `row ${count(row)}: ${table_of(state.spec).words[row]}`;
  if (act_of(state) !== "sort" || row === top_row(state)) return said;
  const cosine = sorted(state.spec, top_row(state)).cosines[row];
  return cosine < -1.5 ? said : `${said}, cosine ${about(cosine)}`;
}

/** The stripes of the drawer as a plain table. */
export function numbers(state) {
  const { D, V } = state.spec;
  const act = act_of(state);
  const last = {
    learn: ["added", count(D)],
    "sparse=True": ["kept", count(D)],
    multiply: ["multiplied", count(V * D)],
  }[act] ?? ["read", count(D)];
  const head = [
    "word",
    "row",
    act === "sort" ? "cosine" : `numbers ${last[0]}`,
  ];
  const body = stripes_of(state).map(({ word, row, cosine }) => [
    word,
    count(row),
    act === "sort" ? beside({ row, cosine }) : last[1],
  ]);
  return {
    head,
    body,
    foot: [["the whole table", `${listed(V, "row")} of ${D} numbers`, ""]],
  };
}

// @ts-check
/**
 * What the picture says of each step: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import {
  ADD,
  ASK,
  BACK,
  HOME,
  ORDER,
  PICK,
  SORT,
  asks_of,
  crossed,
} from "./places.js";
import { cells_of } from "../kit/cells.js";
import { listed, named } from "../kit/draw.js";

const FEW = 3; // ids that a sentence follows

/** @type {Kind["title"]} */
export const title = ({ spec, by }) => `${spec.title}, ${by} shards`;

/**
 * What a reader of the page may want to know of the step.
 *
 * @type {Kind["facts"]}
 */
export const facts = ({ by, row }) => ({ by, picked: row ?? "" });

/** The step of which the picture shows the end: at rest that before, -1 before the first. */
const shown_of = ({ step, rest }) => (rest ? step - 1 : step);

const is_picked = ({ row }) => row !== null && row !== undefined;

/**
 * What the marks of the picture mean, in a line below it.
 *
 * @type {Kind["key"]}
 */
export function key({ spec, step, row }) {
  const backward = step >= BACK;
  const lines = backward
    ? [
        ...spec.up.flat(),
        ...spec.sums.flatMap((changed) => Object.values(changed)),
      ]
    : Object.values(spec.rows).map(({ cells }) => cells);
  const marks = lines.map((line) => cells_of(line).marks).join("");
  const words = [["pick", "an id"]];
  if (/[a-z+]/.test(marks))
    words.push(["pos", backward ? "gradient above 0" : "above 0"]);
  if (/[A-Z-]/.test(marks))
    words.push(backward ? ["hollow", "gradient below 0"] : ["neg", "below 0"]);
  if (backward || marks.includes("0")) words.push(["dot", "exactly 0"]);
  if (step === ADD) words.push(["touch", "a row that gradients were added to"]);
  words.push(["apart", "the box that stays at home"]);
  if (is_picked({ row }))
    words.push(["ring", "the row picked, and each id that asks for it"]);
  return words;
}

/**
 * A sentence or two for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const about = is_picked(state) ? [picked_words(state)] : [];
  return [...(state.rest ? [] : [step_words(state)]), ...about].join(" ");
}

const verb = (count, one, many) => (count === 1 ? one : many);

function step_words({ spec, step, by }) {
  const { count, of, parts } = spec.sent[by];
  const part = parts[crossed(step, false) - 1];
  const cost = part && `${count} × ${part.each}`;
  const ids = listed(of, "id");
  switch (step) {
    case SORT:
      return (
        "Each rank sorts its ids by owner into a box for each rank. " +
        `${count} of ${ids} ${verb(count, "is", "are")} for another rank.`
      );
    case ASK:
      return (
        "All to all: the grid of boxes is transposed, " +
        "so each box is now with the rank that it was for. " +
        `${count} of ${ids} ${verb(count, "crosses", "cross")} the wire, ${cost}; ` +
        "the others stay at home."
      );
    case PICK:
      return (
        `Each owner picks the rows that it is asked for, ${of} in all. ` +
        "Nothing crosses the wire."
      );
    case HOME:
      return (
        "The boxes go home, now with rows in them: " +
        `${count} of ${listed(of, "row")} ${verb(count, "crosses", "cross")} the ` +
        `wire, ${cost}. Their ids stay: the place in the box says which row it is.`
      );
    case ORDER:
      return (
        "Each rank puts its rows back into the order in which it asked. " +
        `Every id has its row, ${of} in all.`
      );
    case BACK:
      return (
        "Backward: the gradients of out are sorted into the boxes and go the way " +
        `of the ids: ${count} of ${of} ${verb(count, "crosses", "cross")} the ` +
        `wire, ${cost}.`
      );
    default:
      return (
        "Each owner adds what arrived to the gradients of its rows, box after box: " +
        `${touched(spec)} of ${listed(spec.V, "row")} ` +
        `${verb(touched(spec), "is", "are")} touched. ` +
        `${part.so_far} crossed the wire, however many rows the table has.`
      );
  }
}

/** How many rows gradients were added to. */
const touched = ({ sums }) =>
  new Set(sums.flatMap((changed) => Object.keys(changed))).size;

/** What is said of the row picked: who owns it, who asks for it, where all that is now. */
function picked_words(state) {
  const { spec, row, by } = state;
  const owner = spec.shards[by].findIndex((shard) => shard.includes(row));
  const asks = asks_of(spec, by).filter((ask) => ask.row === row);
  const lives = `Row ${named(spec.rows[row])} lives on rank ${owner}`;
  if (asks.length === 0) return `${lives}; no rank asks for it.`;
  const each = asks
    .slice(0, FEW)
    .map((ask) => `${name_of(ask)}: ${where(state, ask)}`);
  if (asks.length > FEW) each.push(`${asks.length - FEW} more`);
  return `${lives}. ${each.join("; ")}.`;
}

const name_of = ({ rank, place }) => `ids[${rank}][${place}]`;

/** Where an ask is at the end of a step. */
function where(state, { rank, place, owner }) {
  const stays = rank === owner ? ", at home" : "";
  return {
    [-1]: `with rank ${rank}`,
    [SORT]: `in rank ${rank}’s box for rank ${owner}`,
    [ASK]: `in rank ${owner}’s box from rank ${rank}${stays}`,
    [PICK]: `its row is in rank ${owner}’s box for rank ${rank}`,
    [HOME]: `its row is in rank ${rank}’s box from rank ${owner}${stays}`,
    [ORDER]: `its row is out[${rank}][${place}]`,
    [BACK]: `its gradient is in rank ${owner}’s box from rank ${rank}${stays}`,
    [ADD]: `its gradient is added on rank ${owner}`,
  }[shown_of(state)];
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step, by }) {
  const { count, of, parts } = spec.sent[by];
  const n = spec.ids.length;
  const lanes = `${n} lanes, one for each rank, with boxes of`;
  const sent = parts[crossed(step, false) - 1];
  return {
    [SORT]:
      `${lanes} ids sorted by owner, a box for each rank; ` +
      `${count} of ${of} ${verb(count, "is", "are")} for another rank.`,
    [ASK]:
      `${lanes} ids, transposed: each id is with its owner; ` +
      `${count} of ${of} crossed, ${sent?.so_far} so far.`,
    [PICK]:
      `${lanes} ids; beside each stands the row that its owner picked from the ` +
      "shard at the right.",
    [HOME]:
      `${lanes} rows, transposed back: each row is with the rank that asked; ` +
      `${sent?.so_far} crossed so far.`,
    [ORDER]: `${n} lanes, one for each rank; at the left each id has its row, in the order asked.`,
    [BACK]:
      `${lanes} gradients, transposed as the ids were: each is with its owner; ` +
      `${sent?.so_far} crossed so far.`,
    [ADD]:
      `${n} lanes, one for each rank; ` +
      `at the right the gradients are added up in ${touched(spec)} of ` +
      `${listed(spec.V, "row")}; ${sent?.so_far} crossed in all.`,
  }[step];
}

/**
 * What is under the pointer: a row of the table, or something that a rank asks for.
 *
 * @type {Kind["hover"]}
 */
export function hover(state, { row, ask, at, col }) {
  const { spec, by } = state;
  if (row === undefined) return "";
  const grad = shown_of(state) >= BACK ? ".grad" : "";
  if (at === "table")
    return `W${grad}, row ${named(spec.rows[row])}${value(state, row, undefined, col)}`;
  const found = asks_of(spec, by).find(
    ({ rank, place }) => `${rank}.${place}` === ask,
  );
  if (at === "out" && col !== undefined)
    return `out${grad}[${found.rank}][${found.place}]${value(state, row, found, col)}`;
  const about = `${name_of(found)} = ${named(spec.rows[row])}, on rank ${found.owner}`;
  return col === undefined ? about : `${about}${value(state, row, found, col)}`;
}

/** A number of a row, of its gradient on the way, or of what that adds up to. */
function value(state, row, ask, col) {
  const { spec } = state;
  const at = shown_of(state);
  if (col === undefined) return "";
  const gradient = ask
    ? spec.up[ask.rank][ask.place]
    : (at === ADD && total(spec, row)) || spec.zero;
  const { texts } = cells_of(at >= BACK ? gradient : spec.rows[row].cells);
  return `, column ${spec.columns[col]} = ${texts[col]}`;
}

const total = ({ sums }, row) =>
  sums.findLast((changed) => row in changed)?.[row];

/**
 * All ids with their owners, where they are, and as far as they have come their rows or
 * gradients; then what crossed the wire.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, by } = state;
  const at = shown_of(state);
  const texts = (line) => cells_of(line).texts;
  const pad = (found) => spec.columns.map((_, j) => found[j] ?? "");
  const { count, parts } = spec.sent[by];
  const body = asks_of(spec, by)
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place)
    .map((ask) => {
      const line =
        at >= BACK ? spec.up[ask.rank][ask.place] : spec.rows[ask.row].cells;
      const row = at < PICK ? [] : texts(line);
      const heading = `${name_of(ask)} = ${named(spec.rows[ask.row])}`;
      return [heading, `rank ${ask.owner}`, where(state, ask), ...pad(row)];
    });
  const done = crossed(at, false);
  const sent = parts
    .slice(0, done)
    .map(({ what, each }) => [
      `${what} sent`,
      "",
      `${count} × ${each}`,
      ...pad([]),
    ]);
  const rows =
    at < ADD ? [] : Object.keys(spec.rows).filter((row) => total(spec, row));
  const owner = (row) =>
    spec.shards[by].findIndex((shard) => shard.includes(Number(row)));
  const sums = rows.map((row) => [
    `W.grad, row ${named(spec.rows[row])}`,
    `rank ${owner(row)}`,
    "",
    ...pad(texts(total(spec, row))),
  ]);
  const head = [
    "id",
    "owner",
    "where it is",
    ...spec.columns.map((column) => `column ${column}`),
  ];
  return { head, body, foot: [...sent, ...sums] };
}

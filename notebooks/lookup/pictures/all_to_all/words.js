// @ts-check
/**
 * What the picture says of each step: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { ADD, ANSWER, LOOK, SEND, asks_of, crossed } from "./places.js";
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
  const backward = step === ADD;
  const lines = backward
    ? [...spec.up.flat(), ...spec.sums.flat()]
    : Object.values(spec.rows).map(({ cells }) => cells);
  const marks = lines.map((line) => cells_of(line).marks).join("");
  const words = [["pick", "an id"]];
  if (/[a-z+]/.test(marks))
    words.push(["pos", backward ? "gradient above 0" : "above 0"]);
  if (/[A-Z-]/.test(marks))
    words.push(backward ? ["hollow", "gradient below 0"] : ["neg", "below 0"]);
  if (backward || marks.includes("0")) words.push(["dot", "exactly 0"]);
  if (backward) words.push(["touch", "a row that gradients were added to"]);
  if (is_picked({ row }))
    words.push(["ring", "the row picked, and each id that asks for it"]);
  else if (step === LOOK || step === ANSWER)
    words.push(["ring", "a row that is looked up"]);
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
  const across = `${verb(count, "crosses", "cross")} the wire, ${count} × ${part.each}`;
  switch (step) {
    case SEND:
      return (
        "Each id goes to the rank that owns its row: " +
        `${count} of ${listed(of, "id")} ${across}. ${compared(spec, by)}`
      );
    case LOOK:
      return (
        `Each owner looks up the rows that it is asked for: ${shared_out(spec, by)}. ` +
        "Nothing crosses the wire."
      );
    case ANSWER:
      return (
        "The rows go back to who asked, each to its place beside the id: " +
        `${count} of ${listed(of, "row")} ${across}.`
      );
    default:
      return (
        "Backward: each gradient goes to the owner of its row, and is added there. " +
        `${count} of ${of} ${across}; ${touched(spec)} of ${listed(spec.V, "row")} ` +
        `${verb(touched(spec), "is", "are")} touched. ` +
        `${part.so_far} crossed in all, however many rows the table has.`
      );
  }
}

/** How many ids would cross if rows had other owners. */
function compared({ ways, sent }, by) {
  const other = ways.find((way) => way !== by);
  const same = sent[other].count === sent[by].count;
  return `With ${other} shards it would be ${same ? "as many" : sent[other].count}.`;
}

/** How many rows each rank is asked for. */
function shared_out(spec, by) {
  const asks = asks_of(spec, by);
  const counts = spec.ids.map(
    (_, rank) => asks.filter(({ owner }) => owner === rank).length,
  );
  return counts.map((count, rank) => `${count} on rank ${rank}`).join(", ");
}

/** How many rows gradients were added to. */
const touched = ({ ids }) => new Set(ids.flat()).size;

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
    [SEND]: `with rank ${owner}${stays}`,
    [LOOK]: `its row is looked up by rank ${owner}${stays}`,
    [ANSWER]: `its row is out[${rank}][${place}]`,
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
  const places = `${spec.ids.length} ranks, each with its own part of ${listed(spec.V, "row")}`;
  const { so_far } = parts[crossed(step, false) - 1];
  return {
    [SEND]:
      `${places}; each id stands beside its row, with the rank that owns it; ` +
      `${count} of ${of} crossed the wire, ${so_far}.`,
    [LOOK]: `${places}; the rows that are asked for are ringed: ${shared_out(spec, by)}.`,
    [ANSWER]:
      `${places}; above, each id has its row, in the order asked; ` +
      `${so_far} crossed the wire so far.`,
    [ADD]:
      `${places}; the gradients are added up in ${touched(spec)} of them, by their owners; ` +
      `${so_far} crossed the wire in all.`,
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
  const grad = shown_of(state) === ADD ? ".grad" : "";
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
    : (total(spec, row) ?? spec.zero);
  const { texts } = cells_of(at === ADD ? gradient : spec.rows[row].cells);
  return `, column ${spec.columns[col]} = ${texts[col]}`;
}

/** What the gradients of a row add up to in the end; undefined if nobody asks for it. */
function total(spec, row) {
  const [by] = spec.ways; // whoever owns a row, it is the same
  const last = asks_of(spec, by).findLast((ask) => ask.row === Number(row));
  return last && spec.sums[last.rank][last.place];
}

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
  const body = asks_of(spec, by).map((ask) => {
    const line =
      at === ADD ? spec.up[ask.rank][ask.place] : spec.rows[ask.row].cells;
    const row = at < LOOK ? [] : texts(line);
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

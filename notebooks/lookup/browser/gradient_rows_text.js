/** What gradient_rows.js says of a step: in a sentence, as an alt text, under the pointer, as a table. Draws nothing. */
import { cells_of, listed, named, quoted } from "./draw.js";
import { lens } from "./one_hot_and_table.js";

/** What row r of W.grad holds after step `at`, {visits, sum}; beside the path the sum over all ids. Undefined: untouched. */
export function written({ steps, path, totals }, at, r) {
  if (at >= path) return totals[r];
  const step = steps.slice(0, at + 1).findLast(({ row }) => row === Number(r));
  return step && { visits: String(step.visit), sum: step.sum ?? step.in };
}

export const visits_of = (done) =>
  done ? `${done.visits} ${done.visits === "1" ? "visit" : "visits"}` : "no visit";

const reading = (spec, done) =>
  spec.numbers && done ? ` It now reads ${cells_of(done.sum).texts.join(", ")};` : "";
const of_all = ({ V }, left) => `${left} of ${V.toLocaleString("en")} rows ${left === "1" ? "is" : "are"}`;
const rest = (spec, { left, visit }) =>
  left === "0"
    ? "no row is untouched"
    : `${of_all(spec, left)} ${visit ? "still " : ""}untouched, exactly zero`;

/** Where a row stands in `up`. */
export const place_of = ({ place, slot }) => place ?? slot;

function arriving(step) {
  const place = place_of(step),
    row = place.includes(",") ? `[${place}]` : place;
  return place ? `row ${row} of the incoming gradient` : "the incoming gradient";
}

const start = (words) => words[0].toUpperCase() + words.slice(1);

/** One sentence for the caption, which screen readers speak. */
export function say({ spec, step: index }) {
  const step = spec.steps[index],
    { label } = spec.rows[step.row],
    done = written(spec, index, step.row);
  const reads = reading(spec, done),
    end = reads ? `${reads} ${rest(spec, step)}.` : ` ${start(rest(spec, step))}.`;
  if (!step.visit && !done)
    return `Your row: no id names row ${label}, so its gradient is exactly zero.${end}`;
  const name = done.visits === "1" ? "names" : "name";
  if (!step.visit)
    return `Your row: ${done.visits} of ${listed(spec.ids, "id")} ${name} row ${label}, none of the first ${spec.path}.${end}`;
  const id = !step.word
    ? `id ${label}`
    : `${quoted(step.word)} ${step.unknown ? "is unknown, so its id is" : "has id"} ${label}`;
  return `Step ${index + 1} of ${spec.path}: ${id}, so ${arriving(step)} is added to row ${label} of W.grad, its ${step.nth} visit.${end}`;
}

/** What a picture of this state shows, which numbers matter, what follows. */
export function alt({ spec, step: index }) {
  const step = spec.steps[index],
    { label } = spec.rows[step.row],
    done = written(spec, index, step.row);
  const what = step.visit
    ? `${arriving(step)} is added to row ${label}, its ${step.nth} visit`
    : `row ${label} has ${visits_of(done)}`;
  return `One-hot for index ${label} beside ${spec.shapes[1]}; ${what}; ${rest(spec, step)}.`;
}

/** The value under the pointer, for the caption. */
export function hover({ spec }, { row, col, at, in: arrived }) {
  if (col === undefined || (row ?? arrived) === undefined) return "";
  const line = arrived === undefined ? written(spec, Number(at), row)?.sum : spec.steps[arrived].in;
  const place = arrived === undefined ? spec.rows[row].label : place_of(spec.steps[arrived]),
    text = line ? cells_of(line).texts[col] : "0";
  const name = `${arrived === undefined ? "W.grad" : "up"}[${place ? `${place}, ` : ""}${spec.columns[col]}]`;
  return text ? `${name} = ${text}` : name;
}

/** The numbers of the step as rows of a plain table, for screen readers. */
export function numbers({ spec, step: index }) {
  const step = spec.steps[index],
    zeros = spec.columns.map(() => "0");
  const body = lens(spec, step).map((r) => {
    const done = written(spec, index, r);
    return [named(spec.rows[r]), done?.visits ?? "0", ...(done ? cells_of(done.sum).texts : zeros)];
  });
  const foot = step.visit ? [[arriving(step), "", ...cells_of(step.in).texts]] : [];
  return {
    head: ["row", "visits", ...spec.columns.map((c) => `column ${c}`)],
    body: body.filter((cells) => cells.length > 2),
    foot,
  };
}

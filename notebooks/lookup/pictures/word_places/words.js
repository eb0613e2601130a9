// @ts-check
/**
 * What the picture says of each word: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed, quoted } from "../kit/draw.js";

const UNKNOWN = "<unk>";

const count = (many) => many.toLocaleString("en");

/** How often a word occurs. */
export const times = (many) => (many === 1 ? "once" : `${count(many)} times`);

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export function key({ spec }) {
  const { once } = spec;
  const words = [["pick", "the word of this step"]];
  if (spec.path > 1) words.push(["quiet", "a word that came before"]);
  if (once > 0)
    words.push([
      "stored",
      `${listed(once, "word")} that ${once === 1 ? "occurs" : "occur"} once`,
    ]);
  words.push(["hatch", "place 0, for every unknown word"]);
  return words;
}

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say({ spec, step: at }) {
  const { row, word, unknown } = spec.steps[at];
  const before = spec.steps.slice(0, at);
  if (unknown) {
    const other = before.findLast((step) => step.unknown && step.word !== word);
    const like = other ? `, like ${quoted(other.word)}` : "";
    return `${quoted(word)} is not in the vocabulary, so it gets number 0, ${UNKNOWN}${like}.`;
  }
  if (row === 0)
    return `${quoted(word)} is number 0, the place of every word that is not in the vocabulary.`;
  const { label, count: many } = spec.rows[row];
  const again = before.some((step) => step.row === row) ? ", as before" : "";
  return (
    `${quoted(word)} is number ${label} of ${count(spec.V)}${again}: ` +
    `it occurs ${times(many)}.`
  );
}

/**
 * What a picture of this state shows, which numbers matter, what follows.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step: at }) {
  const { row, word, unknown } = spec.steps[at];
  const ribbon = `Ribbon of ${count(spec.V)} words on a logarithmic axis, the most frequent first;`;
  if (unknown)
    return `${ribbon} ${quoted(word)} is not among them and has dropped into place 0, ${UNKNOWN}.`;
  if (row === 0)
    return `${ribbon} ${quoted(word)} is place 0, for all words that are not among them.`;
  const { label, count: many } = spec.rows[row];
  return (
    `${ribbon} ${quoted(word)}, which occurs ${times(many)}, ` +
    `has dropped to its place, number ${label}.`
  );
}

/** The word at an id, 0 for the box of unknown words, -1 for none. */
export function hover({ spec: { places } }, id) {
  if (id < 0) return "";
  if (id === 0)
    return `id 0, ${UNKNOWN}: every word that is not in the vocabulary`;
  const k = places.rows.indexOf(id);
  return `id ${count(id)}, ${quoted(places.words[k])}: occurs ${times(places.counts[k])}`;
}

/**
 * The words of the text so far as a plain table, for screen readers, and below them the
 * words at round ids.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step: at, rest }) {
  const { steps, rows, places } = spec;
  const line = ({ row, word, unknown }, k) => {
    const occurs = unknown
      ? "not in the vocabulary"
      : row === 0
        ? "for unknown words"
        : times(rows[row].count);
    return [`${k + 1} ${word}`, rows[row].label, occurs];
  };
  const tens = places.rows.filter((row) => /^10*$/.test(row));
  const foot = tens.map((row) => {
    const k = places.rows.indexOf(row);
    return [
      `on the ribbon: ${places.words[k]}`,
      count(row),
      times(places.counts[k]),
    ];
  });
  return {
    head: ["word", "id", "occurs"],
    body: steps.slice(0, rest ? at : at + 1).map(line),
    foot,
  };
}

// @ts-check
/**
 * What the picture says of a word and its nearest rows: in a sentence, as an alt text,
 * under the pointer, as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { cut_short, listed, quoted } from "../kit/draw.js";
import { cosine_text } from "../kit/units.js";
import { is_sum, label_of } from "./places.js";

const SAID = 3; // nearest words that caption and alt text name; the map shows all
const ALT_NAME = 60; // letters of what was asked for in the alt text
const count = (many) => many.toLocaleString("en");

/** A word as a sentence says it. */
const whole = (spec, k) => spec.words[k];

/** Words with their cosines. */
const with_cosines = (spec, places, cosines, called = whole) =>
  places
    .map((k, rank) => `${called(spec, k)} ${cosine_text(cosines[rank])}`)
    .join(", ");

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export const key = ({ spec, step, rest }) =>
  rest
    ? [["dots", "a word of the map: click it, or type another"]]
    : [
        ["dots", "a word of the map"],
        [
          "pick",
          is_sum(spec.steps[step])
            ? "the words asked for, and their sum"
            : "the word asked for",
        ],
        ["unmoved", "its nearest words, each with its cosine"],
      ];

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say({ spec, step }) {
  const now = spec.steps[step];
  const few = now.near.slice(0, SAID);
  const all = now.of
    ? `the ${listed(now.of, "word")} of the map`
    : listed(spec.whole, "whole word");
  const near = few.length
    ? `Nearest of ${all}, by cosine: ${with_cosines(spec, few, now.cosines)}`
    : "No whole word is near";
  if (is_sum(now))
    return `${now.name}, as a sum of rows. ${near}. ${left_out(spec, now)}`;
  const [k] = now.terms;
  return `${quoted(now.name)} is row ${count(spec.rows[k])} of ${count(spec.V)}. ${near}.`;
}

/** That the words of a sum are left out, and how near they would be. */
function left_out(spec, { terms, own, near, cosines }) {
  const all = with_cosines(spec, terms, own);
  const best = own.indexOf(Math.max(...own));
  const first = !near.length || own[best] > cosines[0];
  const would = first
    ? `${quoted(spec.words[terms[best]])} would be first`
    : "none of them would be first";
  return `The three words themselves are left out (${all}): ${would}.`;
}

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step }) {
  const { name, near, cosines } = spec.steps[step];
  const few = with_cosines(spec, near.slice(0, SAID), cosines, label_of);
  const lit = near.length
    ? `lit are its nearest words, ${few}`
    : "none is near";
  return `Map of ${listed(spec.drawn, "word")}, with ${cut_short(name, ALT_NAME)}; ${lit}.`;
}

/**
 * The word under the pointer, and how near it is.
 *
 * @type {Kind["hover"]}
 */
export function hover({ spec, step, rest }, { row }) {
  const k = spec.rows.indexOf(Number(row));
  if (row === undefined || k < 0) return "";
  const beyond = spec.beyond.includes(k) ? ", beyond the edge of the map" : "";
  const said = `${named(spec, k)}${beyond}`;
  const { terms, own, near, cosines } = spec.steps[step];
  if (rest || (terms.length === 1 && terms[0] === k)) return said;
  const cosine = terms.includes(k)
    ? own[terms.indexOf(k)]
    : cosines[near.indexOf(k)];
  return cosine === undefined ? said : `${said}: cosine ${cosine_text(cosine)}`;
}

const named = (spec, k) => `${count(spec.rows[k])} ${spec.words[k]}`;

/**
 * The nearest words as rows of a plain table, for screen readers; below them those left
 * out.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step, rest }) {
  const now = spec.steps[step];
  const line = (k, cosine) => [
    named(spec, k),
    cosine_text(cosine),
    k < spec.drawn ? "yes" : "no",
  ];
  const head = ["row", "cosine", "a word of the map"];
  if (rest) return { head, body: [], foot: [] };
  return {
    head,
    body: now.near.map((k, rank) => line(k, now.cosines[rank])),
    foot: now.terms.map((k, at) => {
      const [heading, ...others] = line(k, now.own[at]);
      return [`left out: ${heading}`, ...others];
    }),
  };
}

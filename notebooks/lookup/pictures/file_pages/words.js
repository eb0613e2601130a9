// @ts-check
/**
 * What the picture says of each call: in a sentence, as an alt text, under the pointer,
 * as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed } from "../kit/draw.js";
import { bit } from "../kit/wall.js";

const count = (many) => many.toLocaleString("en");

/** How many pages of the file a call has read, and how many bytes these are. */
export const counted = ({ V, page }, call) =>
  `${count(call.count)} of ${listed(V, "page")}, ${listed(call.count * page, "byte")}`;

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export const key = ({ row }) => [
  ["pick", "a page that the call read"],
  ["stored", "a page that stayed in the file"],
  ...(row === null || row === undefined ? [] : [["ring", "the page picked"]]),
];

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say({ spec, step, row }) {
  const call = spec.steps[step];
  const picked =
    row === null || row === undefined
      ? ""
      : ` Page ${count(row)} ${whether(spec, call, row)}.`;
  return `${call.name} reads ${counted(spec, call)}.${picked}`;
}

const whether = (spec, call, page) =>
  bit(spec, call.lit, page) ? "is read" : "is not read";

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step }) {
  const call = spec.steps[step];
  return (
    `Wall of ${listed(spec.V, "page")} of a file; ` +
    `lit are those that ${call.name} read, ${counted(spec, call)}.`
  );
}

/** The page under the pointer, -1 for none. */
export function hover({ spec, step, rest }, page) {
  const at = rest ? step - 1 : step;
  if (page < 0) return "";
  return at < 0
    ? `page ${count(page)}`
    : `page ${count(page)} ${whether(spec, spec.steps[at], page)}`;
}

/**
 * The calls so far as a plain table, for screen readers.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step, rest, row }) {
  const picked = row === null || row === undefined ? [] : [row];
  const line = (name, pages) => [name, count(pages), count(pages * spec.page)];
  const body = spec.steps
    .slice(0, rest ? step : step + 1)
    .map((call) => [
      ...line(call.name, call.count),
      ...picked.map((page) => whether(spec, call, page)),
    ]);
  return {
    head: [
      "call",
      "pages read",
      "bytes read",
      ...picked.map((page) => `page ${count(page)}`),
    ],
    body,
    foot: [[...line("the file", spec.V), ...picked.map(() => "")]],
  };
}

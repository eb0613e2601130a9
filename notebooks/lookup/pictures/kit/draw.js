// @ts-check
/**
 * A picture is a list of shapes; a shape is a plain object {key, tag, text?, ...attributes}.
 * Nothing here needs a browser until `paint`, so node tests and images/ use the same code.
 * @typedef {{key: string, tag: string, text?: string, [attribute: string]: unknown}} Shape
 */

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const smooth = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/**
 * A function of a spec, and of plain values, that is asked once for the same ones: a frame
 * must not wait for it.
 *
 * @template {any[]} Values
 * @template Answer
 * @param {(spec: any, ...values: Values) => Answer} find
 * @returns {(spec: any, ...values: Values) => Answer}
 */
export function once(find) {
  const answers = new WeakMap(); // {spec: {values as text: answer}}
  return (spec, ...values) => {
    if (!answers.has(spec)) answers.set(spec, new Map());
    const of_spec = answers.get(spec);
    const asked = JSON.stringify(values);
    if (!of_spec.has(asked)) of_spec.set(asked, find(spec, ...values));
    return of_spec.get(asked);
  };
}

/**
 * How far the stage [start, end] (seconds) has gone at time t: 0 to 1, eased.
 *
 * @param {number} t
 * @param {number[]} stage
 */
export const part = (t, [start, end]) =>
  smooth(clamp((t - start) / (end - start), 0, 1));

/**
 * The same for what goes from one place to another, and is followed by the eye: nearly half
 * of the time for the middle two thirds of its way.
 *
 * @param {number} t
 * @param {number[]} stage
 */
export const glide = (t, [start, end]) =>
  (1 - Math.cos(Math.PI * clamp((t - start) / (end - start), 0, 1))) / 2;

export const FADED = 0.38; // what is left of a cell or a dot that takes no part

/** px that a letter takes, by what it is a letter of; a text that must fit takes the most. */
export const LETTERS = {
  chip: 6.6,
  number: 6.2, // on a map
  bold: 7.4,
  dot: 7, // beside a dot
  picked: 8.4, // beside the dot that is picked, in bold and larger
};
export const LETTER = 6.7; // of any other text

/** Whether a letter is Chinese, Japanese or Korean: these are twice as wide as others. */
export const is_wide = (letter) => /[\u1100-\u11ff\u2e80-\uffdc]/.test(letter);

/** A text of at most so many letters, however wide: a longer one ends in an ellipsis. */
export function cut_short(text, most) {
  const all = [...text];
  return all.length > most ? `${all.slice(0, most - 1).join("")}…` : text;
}

/** How many letters wide a text is. */
export const letters = (text) =>
  text.length + text.split("").filter(is_wide).length;

export const rect = (key, x, y, width, height, more) => ({
  key,
  tag: "rect",
  x,
  y,
  width,
  height,
  ...more,
});
export const circle = (key, cx, cy, r, more) => ({
  key,
  tag: "circle",
  cx,
  cy,
  r,
  ...more,
});
export const path = (key, d, more) => ({ key, tag: "path", d, ...more });

/** The lines of a path that slant through a box, so many px apart. */
export function slants(x, y, w, h, apart) {
  let d = "";
  for (let from = apart - h; from < w; from += apart) {
    const start = Math.max(0, from);
    const end = Math.min(w, from + h);
    d += `M${x + start} ${y + h - (start - from)}L${x + end} ${y + h - (end - from)}`;
  }
  return d;
}

/**
 * A text in ink; a `quiet` one stands back, a `number` is centred and its digits are
 * equally wide.
 */
export const label = (key, x, y, text, more) => ({
  key,
  tag: "text",
  x,
  y,
  fill: "var(--ink)",
  text,
  ...more,
});
export const quiet = (key, x, y, text, more) =>
  label(key, x, y, text, { class: "quiet", fill: "var(--quiet)", ...more });
export const number = (key, x, y, text, more) =>
  label(key, x, y, text, { class: "number", "text-anchor": "middle", ...more });

/** The word of a row; beside the row a long one is cut short. */
export const full = (row) => row.full ?? row.name;

/** A row as a heading: its number, and its word if it has one. */
export const named = (row) =>
  full(row) ? `${row.label} ${full(row)}` : row.label;

/** A count with its noun: "1 row", "20,004 rows". */
export const listed = (count, noun) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A word between quotation marks, kept apart from the direction of the text around it. */
export const quoted = (word) => `“\u2068${word}\u2069”`;

const OWN = ["key", "tag", "text"]; // what a shape has beside its attributes

/**
 * Bring the shapes into the page. Nodes are kept by key, so a frame changes only what
 * differs.
 */
export function paint(svg, shapes) {
  const old = (svg.byKey ??= new Map());
  const next = new Map();
  for (const shape of shapes) {
    const had = old.get(shape.key);
    const kept = had?.shape.tag === shape.tag;
    const node = kept
      ? had.node
      : document.createElementNS("http://www.w3.org/2000/svg", shape.tag);
    if (!kept || had.shape !== shape)
      change(node, kept ? had.shape : {}, shape);
    next.set(shape.key, { node, shape });
  }
  for (const [key, { node }] of old)
    if (next.get(key)?.node !== node) node.remove(); // first: what stays need not move then
  let place = svg.firstChild;
  for (const { node } of next.values()) {
    if (node === place) place = place.nextSibling;
    else svg.insertBefore(node, place);
  }
  svg.byKey = next;
}

function change(node, before, now) {
  for (const name in before)
    if (!(name in now) && !OWN.includes(name)) node.removeAttribute(name);
  for (const name in now)
    if (now[name] !== before[name] && !OWN.includes(name))
      node.setAttribute(name, now[name]);
  if (before.text !== now.text) node.textContent = now.text ?? "";
}

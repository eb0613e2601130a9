/**
 * A picture is a list of shapes; a shape is a plain object {key, tag, text?, ...attributes}.
 * Nothing here needs a browser until `paint`, so node tests and images/ use the same code.
 * @typedef {{key: string, tag: string, text?: string, [attribute: string]: unknown}} Shape
 */

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const smooth = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** How far the stage [start, end] (seconds) has gone at time t: 0 to 1, eased. */
export const part = (t, [start, end]) => smooth(clamp((t - start) / (end - start), 0, 1));

export const FADED = 0.38; // what is left of a cell that takes no part
const DARK = 0.62; // from this share of the ramp on, a number is written in --onfill
const SMALL = 24; // px below which a zero is its dot alone: a table of zeros must not double its nodes

/**
 * The mark of a number, one character made by Python: "a" to "z" for sizes up to the largest
 * positive, "A" to "Z" for negative ones, "0" exactly zero, "+" and "-" infinite, "?" not a number.
 * Returns the signed share of the ramp, -1 to 1.
 */
export function share(mark) {
  if (mark === "0" || mark === "?") return 0;
  if (mark === "+" || mark === "-") return mark === "+" ? 1 : -1;
  const up = mark >= "a";
  return ((up ? 1 : -1) * (mark.charCodeAt(0) - (up ? 97 : 65))) / 25;
}

/** The fill of a mark: paper for what has no size, else a mix of the ramp's origin and end. */
export function fill(mark) {
  if (mark === "0" || mark === "?") return "var(--paper)";
  const part_ = Math.round(100 * Math.abs(share(mark)));
  return `color-mix(in oklab, var(--${share(mark) > 0 ? "pos" : "neg"}) ${part_}%, var(--zero))`;
}

/** One matrix cell: fill says how much, a dot says exactly zero, a cross says not a number. */
export function cell(key, x, y, size, mark, text, { fade = 0, ...more } = {}) {
  const [w, h] = [size.w - 1, size.h - 1];
  const opacity = 1 - (1 - FADED) * fade;
  const box = { key, tag: "rect", x, y, width: w, height: h, fill: fill(mark), opacity, ...more };
  if (mark === "0" || mark === "?") box.stroke = "var(--line)";
  if (mark === "0") {
    const dot = {
      key: `${key}#`,
      tag: "circle",
      cx: x + w / 2,
      cy: y + h / 2,
      r: 1.4,
      fill: "var(--dot)",
      opacity,
      ...more,
    };
    const felt = { stroke: "none", "stroke-width": Math.min(w, h) - 3, "pointer-events": "all" }; // where the pointer finds it
    return w < SMALL ? [{ ...dot, ...felt }] : [box, dot];
  }
  if (mark === "?" && !text) {
    const [right, bottom] = [x + w, y + h],
      frame_ = `M${x} ${y}L${right} ${y}L${right} ${bottom}L${x} ${bottom}Z`;
    const cross = `M${x + 3} ${y + 3}L${right - 3} ${bottom - 3}M${right - 3} ${y + 3}L${x + 3} ${bottom - 3}`;
    return [
      {
        key: `${key}#`,
        tag: "path",
        d: frame_ + cross,
        fill: box.fill,
        stroke: "var(--quiet)",
        opacity,
        ...more,
      },
    ];
  }
  const ink = Math.abs(share(mark)) > DARK ? "var(--onfill)" : "var(--ink)";
  return text
    ? [box, number(`${key}#`, x + w / 2, y + h / 2 + 4, text, { fill: ink, opacity: 1 - fade, ...more })]
    : [box];
}

/** The size of a cell: `high` where numbers are written, else what the number of rows and columns leaves. */
export function cell_size({ whole, numbers, columns, drawn }, high = 26) {
  const low = whole ? clamp(Math.floor(420 / drawn), 10, 20) : 20;
  return numbers ? { w: 42, h: high } : { w: clamp(Math.floor(300 / columns.length), 10, 20), h: low };
}

export const column_x = (spec, at, size, j) => at + j * size.w + (spec.gap && j >= spec.gap ? 14 : 0);

/** The cells of one row of numbers, {marks, texts}, wherever it is drawn. */
export function row_cells(spec, { key, x, y, size, row, fade = 0, data = {} }) {
  return [...row.marks].flatMap((mark, j) => {
    const text = spec.numbers ? row.texts[j] : mark === "+" ? "∞" : mark === "-" ? "−∞" : "";
    return cell(`${key},${j}`, column_x(spec, x, size, j), y, size, mark, text, {
      fade,
      ...data,
      "data-col": j,
    });
  });
}

/** A row of numbers that travels as one text: its marks, then its texts. */
export const cells_of = (line) => ({ marks: line.split(" ")[0], texts: line.split(" ").slice(1) });

/** The word of a row; beside the row a long one is cut short. */
export const full = ({ full: whole, name }) => whole ?? name;

/** A row as a heading: its number, and its word if it has one. */
export const named = (row) => (full(row) ? `${row.label} ${full(row)}` : row.label);

/** The word and the number of a row; `bare` rows lose both where lines are too low, `tagged` ones the number; `look` is the number's. */
export function row_heading(
  { size, names, index },
  { i, y, row, away = 0, tagged, bare, data, look = { fill: "var(--quiet)" } },
) {
  const middle = y + size.h / 2 + 4,
    opacity = 1 - 0.4 * away;
  if (size.h < 12 && bare) return [];
  return [
    ...(row.name
      ? [label(`name${i}`, names, middle, row.name, { "text-anchor": "end", opacity, ...data })]
      : []),
    number(`index${i}`, index, middle, row.label, { ...look, opacity: tagged ? 0 : opacity, ...data }),
  ];
}

/** A row of the table with its heading. */
export function table_row(spec, place, line) {
  const { i, y, row, away, data } = line,
    { size, table } = place;
  return [
    ...row_heading(place, line),
    ...row_cells(spec, { key: `w${i}`, x: table.x, y, size, row, fade: away, data }),
  ];
}

/** The strip that stands for all V rows of a large table: its bar, and where on it a row is. */
export const strip_of = (spec, low, high) => ({
  bar: {
    key: "strip",
    tag: "rect",
    x: 4,
    y: low,
    width: 14,
    height: high - low,
    fill: "var(--zero)",
    stroke: "var(--line)",
  },
  y_of: (row) => low + ((high - low - 3) * row) / Math.max(1, spec.V - 1),
});

const PICKED = { ink: 5.5, pick: 3.5 }; // amber, cased in ink so that it stands on any fill

/** The ring that says which row is meant; `edge` says in which role, by the colours and widths of its lines. */
export const ring = (key, x, y, w, h, { seen = 1, dashed = false, edge = PICKED, off = 3 } = {}) =>
  Object.entries(edge).map(([role, width]) => ({
    key: key + role,
    tag: "rect",
    x: x - off,
    y: y - off,
    width: w + 2 * off - 1,
    height: h + 2 * off - 1,
    rx: 3,
    fill: "none",
    stroke: `var(--${role})`,
    "stroke-width": width,
    opacity: seen,
    ...(dashed && { "stroke-dasharray": "6 5" }),
  }));

/** The round tag that carries an index, in the colour of its role. */
export const tag = (key, x, y, text, seen = 1, more = {}, role = "pick") => {
  const [edge, words] = role === "pick" ? ["ink", "onpick"] : [role, "onfill"];
  const w = Math.max(20, 8 + 6.7 * text.length);
  const box = {
    x: x - w / 2,
    y: y - 10,
    width: w,
    height: 20,
    rx: 10,
    fill: `var(--${role})`,
    stroke: `var(--${edge})`,
  };
  return [
    { key, tag: "rect", ...box, "stroke-width": 1.2, opacity: seen, ...more },
    number(`${key}#`, x, y + 4, text, {
      fill: `var(--${words})`,
      opacity: seen,
      "font-weight": 700,
      ...more,
    }),
  ];
};

export const label = (key, x, y, text, more = {}) => ({
  key,
  tag: "text",
  x,
  y,
  fill: "var(--ink)",
  text,
  ...more,
});
export const quiet = (key, x, y, text, more = {}) =>
  label(key, x, y, text, { class: "quiet", fill: "var(--quiet)", ...more });
export const number = (key, x, y, text, more = {}) =>
  label(key, x, y, text, { class: "number", "text-anchor": "middle", ...more });

/** A line that ends in an arrow head. */
export function arrow(key, x1, y1, x2, y2, seen = 1) {
  const a = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) =>
    `${(x2 - 7 * Math.cos(a + turn)).toFixed(1)} ${(y2 - 7 * Math.sin(a + turn)).toFixed(1)}`;
  const d = `M${x1} ${y1}L${x2} ${y2}M${wing(0.5)}L${x2} ${y2}L${wing(-0.5)}`;
  return { key, tag: "path", d, fill: "none", stroke: "var(--ink)", "stroke-width": 1.3, opacity: seen };
}

/** A count with its noun: "1 row", "20,004 rows". */
export const listed = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** A word between quotation marks, kept apart from the direction of the text around it. */
export const quoted = (word) => `“\u2068${word}\u2069”`;

const escape = (text) => String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** One shape as SVG text. */
export const markup = ({ key: _, tag: name, text, ...rest }) =>
  `<${name}${Object.entries(rest)
    .map(([k, v]) => ` ${k}="${escape(v)}"`)
    .join("")}>${escape(text ?? "")}</${name}>`;

/** Bring the shapes into the page. Nodes are kept by key, so a frame changes only what differs. */
export function paint(svg, shapes) {
  const old = (svg.byKey ??= new Map());
  const next = new Map();
  for (const shape of shapes) {
    const had = old.get(shape.key),
      same = had?.shape.tag === shape.tag;
    const node = same ? had.node : document.createElementNS("http://www.w3.org/2000/svg", shape.tag);
    change(node, same ? had.shape : {}, shape);
    next.set(shape.key, { node, shape });
  }
  for (const [key, { node }] of old) if (next.get(key)?.node !== node) node.remove(); // first: what stays need not move then
  let place = svg.firstChild;
  for (const { node } of next.values()) {
    if (node === place) place = place.nextSibling;
    else svg.insertBefore(node, place);
  }
  svg.byKey = next;
}

function change(node, before, { key: _, tag: __, text, ...now }) {
  for (const name in before)
    if (!(name in now) && !["key", "tag", "text"].includes(name)) node.removeAttribute(name);
  for (const name in now) if (before[name] !== now[name]) node.setAttribute(name, now[name]);
  if (before.text !== text) node.textContent = text ?? "";
}

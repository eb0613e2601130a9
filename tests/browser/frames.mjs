/**
 * What the tests of every picture ask of its frames: shapes by key, boxes, cells, and the
 * properties that all must have.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { pace } from "../../notebooks/lookup/pictures/kit/tempo.js";
import { fill } from "../../notebooks/lookup/pictures/kit/cells.js";
import { assert_readable } from "./contrast.mjs";

/** `value` and all within it, frozen: a picture must not change what it draws. */
export function frozen(value) {
  if (value && typeof value === "object")
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

assert(
  process.env.SPECS,
  "SPECS must name the file of specs that frames.py writes",
);
export const specs = frozen(
  JSON.parse(fs.readFileSync(process.env.SPECS, "utf8")),
);

export const near = (a, b) => Math.abs(a - b) < 0.01;

/**
 * A frame with what the properties ask of it: its shapes also by key, its words, where
 * things stand.
 */
export function frame_of(kind, state, t) {
  const { spec, step } = state;
  const shapes = kind.picture(state, t);
  const by = new Map(shapes.map((shape) => [shape.key, shape]));
  const place = kind.layout(spec, state.narrow);
  const rows = {}; // the shapes of each row of numbers, once asked for
  return {
    kind,
    state,
    spec,
    step,
    t,
    shapes,
    by,
    place,
    rows,
    say: kind.say(state),
    alt: kind.alt(state),
  };
}

/**
 * Every step of every spec; the first steps at all times, later ones at a third of them,
 * in turn.
 */
export function* frames_of(frame, times, more = {}) {
  for (const [name, spec] of Object.entries(specs)) {
    for (let step = 0; step < spec.steps.length; step++) {
      const state = frozen({ spec, step, ...more });
      const chosen = in_turn(times(state), step);
      if (!chosen.length) continue;
      const before = frame(state, 0);
      for (const t of chosen) yield { name, before, ...frame(state, t) };
    }
  }
}

/** The times that are judged of a step; over four steps all of them have their turn. */
function in_turn(times, step) {
  // A single time is as a rule the end, which sums up.
  if (step < 2 || times.length === 1) return times;
  return times.filter((_, i) => i % 4 === step % 4);
}

/**
 * A test for each property, which must hold for every frame; the first frame that breaks
 * it is named.
 */
export function hold(frames, properties) {
  const broken = {};
  for (const frame of frames) {
    for (const property in properties) {
      if (!broken[property])
        broken[property] = failure(frame, properties[property]);
    }
  }
  for (const property in properties) {
    test(property, () => {
      if (broken[property]) throw broken[property];
    });
  }
}

/** The error with which a property does not hold for a frame, if it does not. */
function failure(frame, holds) {
  try {
    holds(frame);
  } catch (error) {
    const where = `${frame.name}, step ${frame.step}, ${frame.t} s`;
    return new Error(`${where}: ${error.message}`, { cause: error });
  }
}

/** The shapes of one row of numbers, column by column: [the cell, what stands in it]. */
export function cells({ by, spec, rows }, key) {
  rows[key] ??= spec.columns.map((_, j) => [
    by.get(`${key},${j}`),
    by.get(`${key},${j}#`),
  ]);
  return rows[key];
}

/** A cell, or a zero, which is its dot alone. */
export const cell_of = (frame, key) =>
  frame.by.get(key) ?? frame.by.get(`${key}#`);

/** The keys of the shapes that a pattern fits, in the order in which they are drawn. */
export const keys_of = ({ shapes }, pattern) =>
  shapes.map(({ key }) => key).filter((key) => pattern.test(key));

/** The rings around what is picked. */
export const rings_of = ({ shapes }) =>
  shapes.filter((s) => s.fill === "none" && s.stroke === "var(--pick)");

export function centre(shape) {
  if (shape.tag === "circle") return [shape.cx, shape.cy];
  if (shape.tag === "rect")
    return [shape.x + shape.width / 2, shape.y + shape.height / 2];
  if (shape.tag === "text") return [shape.x, shape.y - 4];
  const [left, top, right, bottom] = box_of(shape);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** What a cell and what stands in it look like, wherever they stand. */
export function look([box, inner]) {
  const middle = centre(box ?? inner);
  return [box, inner].map((shape) => {
    if (!shape) return undefined;
    const { tag, fill, stroke, text, r, width, height, opacity } = shape;
    return [
      tag,
      fill,
      stroke,
      text,
      r,
      width,
      height,
      opacity,
      ...from(middle, shape),
    ];
  });
}

/** The places of a shape, x and y in turn, seen from a point. */
function from(point, { d, cx, cy, x, y }) {
  const places = d ? numbers_in(d) : [cx ?? x, cy ?? y];
  return places.map((place, i) =>
    (place - point[i % 2]).toFixed(3).replace("-0.000", "0.000"),
  );
}

const read = new Map(); // the numbers of a path, which many frames share

/** The numbers of a path of M and L, x and y in turn. */
export function numbers_in(d) {
  if (!read.has(d))
    read.set(d, (d.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number));
  return read.get(d);
}

/** A shape's box [left, top, right, bottom], its line and its letters roughly included. */
export function box_of(shape) {
  const { tag, x, y, cx, cy, r, d } = shape;
  if (tag === "circle") return [cx - r, cy - r, cx + r, cy + r];
  if (tag === "text") return box_of_text(shape);
  if (tag === "path") {
    const places = d ? numbers_in(d) : [0, 0];
    const xs = places.filter((_, i) => i % 2 === 0);
    const ys = places.filter((_, i) => i % 2 === 1);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  const edge = shape.stroke ? (shape["stroke-width"] ?? 1) / 2 : 0;
  return [x - edge, y - edge, x + shape.width + edge, y + shape.height + edge];
}

function box_of_text({ x, y, text, class: look, "text-anchor": anchor }) {
  const wide = text.match(/[\u1100-\u11ff\u2e80-\uffdc]/g)?.length ?? 0;
  const width = text.length * (look === "number" ? 6.6 : 6) + wide * 5;
  const left = { end: x - width, middle: x - width / 2 }[anchor] ?? x;
  return [left, y - 9, left + width, y + 3];
}

export const around = (ring, [x, y]) =>
  ring.x < x &&
  x < ring.x + ring.width &&
  ring.y < y &&
  y < ring.y + ring.height;

/** The cells of a row show its marks and, where numbers are written, its texts. */
export function assert_cells(frame, key, { marks, texts }) {
  cells(frame, key).forEach(([box, inner], j) => {
    const mark = marks[j];
    const size = mark.toLowerCase().charCodeAt(0) - 97;
    if (mark === "0") assert.equal(inner.tag, "circle");
    if (mark === "?") assert_outlined(frame, `${key},${j}`, box, inner);
    if ("0?".includes(mark))
      return assert.equal(box?.fill ?? "var(--paper)", "var(--paper)");
    const end = mark === "+" || mark >= "b" ? "--pos" : "--neg";
    const share = "+-".includes(mark) ? 100 : size * 4;
    assert.equal(
      box.fill,
      `color-mix(in oklab, var(${end}) ${share}%, var(--zero))`,
    );
    assert.equal(box.fill, fill(mark));
    if (frame.spec.numbers) assert.equal(inner.text, texts[j]);
    else assert.equal(inner?.text, { "+": "∞", "-": "−∞" }[mark]);
  });
}

/** What is not a number is outlined in ink and hatched, so that it needs no colour. */
export function assert_outlined({ by, spec }, key, box, inner) {
  const hatch = by.get(`${key}~`) ?? inner;
  assert.equal(hatch.tag, "path");
  assert.equal(hatch.stroke, "var(--ink)");
  if (!spec.numbers) return;
  assert.equal(box.stroke, "var(--ink)");
  const [left, right] = [inner.x - 11, inner.x + 11]; // of its three letters
  const xs = numbers_in(hatch.d).filter((_, i) => i % 2 === 0);
  assert(
    xs.length > 0 && xs.every((x) => x <= left || x >= right),
    "beside its text",
  );
}

/**
 * A row that is `away` keeps its fill, fainter, and its number; one that is not stays as
 * it was.
 */
export function assert_faded(frame, key, away, [from, to]) {
  cells(frame, key).forEach(([box, inner], j) => {
    const [then, before] = cells(frame.before, key)[j];
    assert.equal(box?.fill, then?.fill);
    assert.equal(inner?.text, before?.text);
    if (frame.t <= from || !away)
      return assert.equal((box ?? inner).opacity, 1);
    if (frame.t >= to) assert(near((box ?? inner).opacity, 0.38));
  });
}

const WORDY = { nan: "nan", "≈0": 0, "∞": "inf", "+∞": "inf", "−∞": "-inf" };
const value_of = (text) => WORDY[text] ?? Number(text.replace("−", "-"));

/** How far a text may be from a number of that size: it has few letters. */
function tolerance(size) {
  if (size < 9.995) return 0.00501;
  if (size < 99.95) return 0.0501;
  return size < 99_999.5 ? 0.501 : size / 3;
}

/** A text says a number, or "nan", "inf", "-inf", as well as its few letters can. */
export function assert_says(text, number) {
  if (typeof number === "string") return assert.equal(value_of(text), number);
  const size = Math.abs(number);
  const off = Math.abs(value_of(text) - number);
  assert.equal(text === "0", number === 0, `${text} for ${number}`);
  assert(off <= tolerance(size), `${text} for ${number}`);
  assert(
    number >= 0 || text === "≈0" || text[0] === "−",
    `${text} for ${number}`,
  );
}

/**
 * A row of shapes shows these numbers: their sign by colour, zeros as dots, and written
 * out where there is room.
 */
export function assert_shows(frame, key, numbers) {
  cells(frame, key).forEach(([box, inner], j) => {
    const number = numbers[j];
    const sign = number === "inf" || number > 0 ? "--pos" : "--neg";
    if (number === 0)
      return assert(
        inner?.tag === "circle" &&
          (box?.fill ?? "var(--paper)") === "var(--paper)",
        `${key},${j}`,
      );
    if (number === "nan")
      return assert.equal((box ?? inner).fill, "var(--paper)");
    assert(
      box.fill.includes(sign) || /--\w+\) 0%/.test(box.fill),
      `${key},${j} is ${box.fill} for ${number}`,
    );
    if (frame.spec.numbers) assert_says(inner.text, number);
  });
}

/**
 * Whether a text stands in a cell: numbers of neighbours may touch, as cells are drawn
 * apart.
 */
const in_a_cell = ({ key }) => key.includes(",");

/**
 * No text that can be seen lies on another one or below a ring; `rings` are their outer
 * lines.
 */
export function assert_apart(shapes, rings) {
  const texts = shapes.filter(
    (shape) => shape.tag === "text" && shape.opacity !== 0,
  );
  const boxes = texts.map((shape) => {
    const [left, top, right, bottom] = box_of(shape);
    return { s: shape, l: left, r: right, t: top + 2, b: bottom - 3 };
  });
  for (const [i, one] of boxes.entries()) {
    for (const other of boxes.slice(i + 1)) {
      const apart =
        one.r <= other.l ||
        other.r <= one.l ||
        one.b <= other.t ||
        other.b <= one.t;
      const numbers = in_a_cell(one.s) && in_a_cell(other.s);
      if (!apart && !numbers)
        assert.fail(
          `${one.s.key} ${one.s.text} and ${other.s.key} ${other.s.text}`,
        );
    }
    if (!in_a_cell(one.s)) for (const ring of rings) assert_beside(ring, one);
  }
  return boxes;
}

/** A text lies outside of a ring or within its line. */
function assert_beside(ring, { s, l, r, t, b }) {
  const [left, top, right, bottom] = box_of(ring);
  const wide = ring["stroke-width"];
  const outside = r <= left || l >= right || b <= top || t >= bottom;
  const inside =
    l >= left + wide &&
    r <= right - wide &&
    t >= top + wide &&
    b <= bottom - wide;
  assert(outside || inside, `${ring.key} and ${s.key} ${s.text}`);
}

const BEAT = 0.02; // seconds of the clock between two looks at what moves

/**
 * How long each shape moves in a step, {key: seconds of the clock}; the line that follows
 * another shape apart.
 */
export function motions_of(kind, state) {
  const seconds = {};
  let before = new Map();
  for (let t = 0; t <= kind.lasts(state);) {
    const now = new Map(kind.picture(state, t).map((s) => [s.key, s]));
    for (const [key, shape] of now) {
      const old = before.get(key);
      const moves = old && shape.tag !== "path" && is_elsewhere(old, shape);
      if (moves) seconds[key] = (seconds[key] ?? 0) + BEAT;
    }
    before = now;
    t += BEAT * pace(state.step, t, kind.points(state));
  }
  return seconds;
}

const is_elsewhere = (one, other) =>
  ["x", "y", "cx", "cy"].some((name) => one[name] !== other[name]);

/** What an id does to find its row takes longer than all other motions of its step. */
export function assert_flies_longest(kind, state) {
  const { tag, "tag#": text, ...others } = motions_of(kind, state);
  assert(tag >= 0.8, `the id flies ${tag?.toFixed(2)} s`);
  assert.equal(text, tag);
  for (const key in others)
    assert(others[key] < tag - 0.1, `${key} moves ${others[key].toFixed(2)} s`);
}

/** What holds for every frame of every picture. */
export const COMMON = {
  "no two shapes share a key": ({ by, shapes }) =>
    assert.equal(by.size, shapes.length),
  "no frame has more than 1,500 shapes": ({ shapes }) =>
    assert(shapes.length <= 1500, `${shapes.length}`),
  "every shape lies inside the picture": ({
    shapes,
    place: { width, height },
  }) => {
    for (const shape of shapes) {
      const [left, top, right, bottom] = box_of(shape);
      const inside =
        left >= 0 && top >= 0 && right <= width && bottom <= height;
      if (!inside)
        assert.fail(`${JSON.stringify(shape)} in ${width} × ${height}`);
    }
  },
  "nothing is undefined or NaN": ({ shapes, say, alt }) => {
    for (const shape of shapes) {
      for (const name in shape) {
        if (name !== "text" && /undefined|NaN/.test(shape[name]))
          assert.fail(`${shape.key} ${name}`);
      }
    }
    assert(!/undefined/.test(say + alt));
  },
  "after the end nothing changes": ({ kind, state, t, shapes }) => {
    if (t > kind.lasts(state))
      assert.deepEqual(shapes, kind.picture(state, kind.lasts(state)));
  },
  "every text can be read": assert_readable,
  "the same state at the same time is the same picture": ({
    kind,
    state,
    t,
    step,
    shapes,
  }) => {
    if (step < 2) assert.deepEqual(kind.picture(state, t), shapes);
  },
  "the alt text is short": ({ alt }) => assert(alt.length <= 200, alt),
};

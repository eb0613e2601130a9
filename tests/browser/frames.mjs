/** What the tests of every picture ask of its frames: shapes by key, boxes, cells, and the properties that all must have. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { fill } from "../../notebooks/lookup/browser/cells.js";

/** `value` and all within it, frozen: a picture must not change what it draws. */
export function frozen(value) {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

assert(process.env.SPECS, "SPECS must name the file of specs that frames.py writes");
export const specs = frozen(JSON.parse(fs.readFileSync(process.env.SPECS, "utf8")));

export const near = (a, b) => Math.abs(a - b) < 0.01;

/** A frame with what the properties ask of it: its shapes also by key, its words, where things stand. */
export function frame_of(kind, state, t) {
  const { spec, step } = state,
    shapes = kind.picture(state, t);
  const words = { say: kind.say(state), alt: kind.alt(state) };
  return {
    kind,
    state,
    spec,
    step,
    t,
    shapes,
    by: new Map(shapes.map((shape) => [shape.key, shape])),
    seen: {},
    place: kind.layout(spec),
    ...words,
  };
}

/** Every step of every spec; the first steps at all times, later ones at a third of them, in turn. */
export function* frames_of(frame, times, more = {}) {
  for (const [name, spec] of Object.entries(specs))
    for (let step = 0; step < spec.steps.length; step++) {
      const state = frozen({ spec, step, ...more }),
        before = frame(state, 0);
      for (const t of times(state).filter((_, i) => step < 4 || i % 3 === step % 3))
        yield { name, before, ...frame(state, t) };
    }
}

/** A test for each property, which must hold for every frame; the first frame that breaks it is named. */
export function hold(frames, properties) {
  const broken = {};
  for (const frame of frames)
    for (const [property, holds] of Object.entries(properties))
      try {
        if (!broken[property]) holds(frame);
      } catch (error) {
        broken[property] = new Error(`${frame.name}, step ${frame.step}, ${frame.t} s: ${error.message}`, {
          cause: error,
        });
      }
  for (const property in properties)
    test(property, () => {
      if (broken[property]) throw broken[property];
    });
}

/** The shapes of one row of numbers, column by column: [the cell, what stands in it]. */
export const cells = ({ by, spec, seen }, key) =>
  (seen[key] ??= spec.columns.map((_, j) => [by.get(`${key},${j}`), by.get(`${key},${j}#`)]));

export function centre(s) {
  const [left, top, right, bottom] = s.tag === "path" ? box_of(s) : [];
  if (s.tag === "path") return [(left + right) / 2, (top + bottom) / 2];
  if (s.tag === "text") return [s.x, s.y - 4];
  return s.tag === "circle" ? [s.cx, s.cy] : [s.x + s.width / 2, s.y + s.height / 2];
}

/** What a shape looks like, wherever it stands. */
export function look([box, mark]) {
  const [x, y] = centre(box ?? mark);
  return [box, mark].map(
    (s) => s && [s.tag, s.fill, s.stroke, s.text, s.r, s.width, s.height, s.opacity, ...moved(s, x, y)],
  );
}
const moved = (s, x, y) =>
  (s.d ? numbers_in(s.d) : [s.cx ?? s.x, s.cy ?? s.y]).map((v, i) =>
    (v - (i % 2 ? y : x)).toFixed(3).replace("-0.000", "0.000"),
  );

/** The numbers of a path of M and L, x and y in turn. */
export const numbers_in = (d) => (d.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);

/** A shape's box, its line and its letters roughly included. */
export function box_of(s) {
  const edge = s.stroke ? (s["stroke-width"] ?? 1) / 2 : 0;
  if (s.tag === "rect") return [s.x - edge, s.y - edge, s.x + s.width + edge, s.y + s.height + edge];
  if (s.tag === "circle") return [s.cx - s.r, s.cy - s.r, s.cx + s.r, s.cy + s.r];
  if (s.tag === "path") {
    const v = s.d ? numbers_in(s.d) : [0, 0],
      [xs, ys] = [0, 1].map((odd) => v.filter((_, i) => i % 2 === odd));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  const letter = s.class === "number" ? 6.6 : 6,
    wide = s.text.match(/[\u1100-\uffdc]/g)?.length ?? 0;
  const w = s.text.length * letter + wide * 5,
    from = { end: w, middle: w / 2 }[s["text-anchor"]] ?? 0;
  return [s.x - from, s.y - 9, s.x - from + w, s.y + 3];
}

export const around = (ring, [x, y]) =>
  ring.x < x && x < ring.x + ring.width && ring.y < y && y < ring.y + ring.height;

/** The cells of a row show its marks and, where numbers are written, its texts. */
export function assert_cells(frame, key, { marks, texts }) {
  cells(frame, key).forEach(([box, inner], j) => {
    const mark = marks[j],
      size = mark.toLowerCase().charCodeAt(0) - 97;
    if (mark === "0") assert.equal(inner.tag, "circle");
    if (mark === "?" && !frame.spec.numbers) assert.equal(inner.tag, "path");
    if ("0?".includes(mark)) return assert.equal(box?.fill ?? "var(--paper)", "var(--paper)");
    const end = mark === "+" || mark >= "b" ? "--pos" : "--neg",
      share = "+-".includes(mark) ? 100 : size * 4;
    assert.equal(box.fill, `color-mix(in oklab, var(${end}) ${share}%, var(--zero))`);
    assert.equal(box.fill, fill(mark));
    if (frame.spec.numbers) assert.equal(inner.text, texts[j]);
    else assert.equal(inner?.text, { "+": "∞", "-": "−∞" }[mark]);
  });
}

/** A row that is `away` keeps its fill and loses its number; one that is not stays as it was. */
export function assert_faded(frame, key, away, [from, to]) {
  cells(frame, key).forEach(([box, inner], j) => {
    const [then] = cells(frame.before, key)[j],
      done = frame.t >= to;
    assert.equal(box?.fill, then?.fill);
    if (frame.t <= from || !away) return assert.equal((box ?? inner).opacity, 1);
    if (done && inner?.tag === "text") assert.equal(inner.opacity, 0);
    if (done) assert(near((box ?? inner).opacity, 0.38));
  });
}

const WORDY = { NaN: "nan", "≈0": 0, "∞": "inf", "+∞": "inf", "−∞": "-inf" };
const value_of = (text) => WORDY[text] ?? Number(text.replace("−", "-"));

/** A text says a number, or "nan", "inf", "-inf", as well as its few letters can. */
export function assert_says(text, number) {
  if (typeof number === "string") return assert.equal(value_of(text), number);
  const size = Math.abs(number),
    off = Math.abs(value_of(text) - number);
  assert.equal(text === "0", number === 0, `${text} for ${number}`);
  const most = size < 9.995 ? 0.00501 : size < 99.95 ? 0.0501 : size < 99_999.5 ? 0.501 : size / 3;
  assert(off <= most, `${text} for ${number}`);
  assert(number >= 0 || text === "≈0" || text[0] === "−", `${text} for ${number}`);
}

const numbers = /,/; // keys of what stands in a cell

/** No text that can be seen lies on another one or below a ring; `rings` are their outer lines. */
export function assert_apart(shapes, rings) {
  const texts = shapes.filter((s) => s.tag === "text" && s.opacity !== 0);
  const boxes = texts
    .map((s) => ({ s, box: box_of(s) }))
    .map(({ s, box: [l, t, r, b] }) => ({ s, l, r, t: t + 2, b: b - 3 }));
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const apart =
        a.r <= b.l ||
        b.r <= a.l ||
        a.b <= b.t ||
        b.b <= a.t ||
        (numbers.test(a.s.key) && numbers.test(b.s.key));
      if (!apart) assert.fail(`${a.s.key} ${a.s.text} and ${b.s.key} ${b.s.text}`);
    }
    for (const ring of rings) {
      const [left, top, right, bottom] = box_of(ring),
        wide = ring["stroke-width"];
      const outside = a.r <= left || a.l >= right || a.b <= top || a.t >= bottom;
      const inside = a.l >= left + wide && a.r <= right - wide && a.t >= top + wide && a.b <= bottom - wide;
      assert(outside || inside || numbers.test(a.s.key), `${ring.key} and ${a.s.key} ${a.s.text}`);
    }
  }
  return boxes;
}

/** What every frame of every picture owes the eye. */
export const COMMON = {
  "no two shapes share a key": ({ by, shapes }) => assert.equal(by.size, shapes.length),
  "no frame has more than 1,500 shapes": ({ shapes }) => assert(shapes.length <= 1500, `${shapes.length}`),
  "every shape lies inside the picture": ({ shapes, place: { width, height } }) => {
    for (const shape of shapes) {
      const [left, top, right, bottom] = box_of(shape);
      const inside = left >= 0 && top >= 0 && right <= width && bottom <= height;
      if (!inside) assert.fail(`${JSON.stringify(shape)} in ${width} × ${height}`);
    }
  },
  "nothing is undefined or NaN": ({ shapes, say, alt }) => {
    for (const shape of shapes)
      for (const name in shape)
        if (/undefined|NaN/.test(shape[name]) && name !== "text") assert.fail(`${shape.key} ${name}`);
    assert(!/undefined/.test(say + alt));
  },
  "after the end nothing changes": ({ kind, state, t, shapes }) => {
    if (t > kind.lasts(state)) assert.deepEqual(shapes, kind.picture(state, kind.lasts(state)));
  },
  "the same state at the same time is the same picture": ({ kind, state, t, step, shapes }) => {
    if (step < 2) assert.deepEqual(kind.picture(state, t), shapes);
  },
  "the alt text is short": ({ alt }) => assert(alt.length <= 200, alt),
};

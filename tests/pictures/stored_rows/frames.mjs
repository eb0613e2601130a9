/**
 * What every frame of how a gradient is stored shows: all forms of real gradients, wide
 * and narrow. Run by test_stored_rows_frames.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  assert_apart,
  box_of,
  hold,
  near,
  numbers_in,
} from "../../browser/frames.mjs";
import { END, frames, kind } from "./truth.mjs";

/** The squares that lines of a path cover, by the grid on which they lie. */
function covered({ x, y, p, cols }, shape) {
  if (!shape) return [];
  const places = numbers_in(shape.d);
  const found = [];
  for (let k = 0; k < places.length; k += 4) {
    const [left, middle, right] = places.slice(k, k + 4);
    const row = Math.round((middle - y) / p - 0.5);
    for (
      let i = Math.round((left - x) / p);
      i < Math.round((right - x) / p);
      i++
    )
      found.push(row * cols + i);
  }
  return found;
}

const strength = (shape) => shape?.["stroke-opacity"] ?? 0;
const squares_of = (rows, { spec }) => [
  ...new Set(rows.map((row) => Math.floor(row / spec.each))),
];
const zeros_of = ({ shapes }) => shapes.filter((s) => /^zeros/.test(s.key));
const ended = (frame) => kind.picture(frame.state, END);

const widths = new Map(); // how long the bar was
const PROPERTIES = {
  ...COMMON,
  "the joints between squares wear no text away": ({ shapes }) => {
    const last = shapes.findLastIndex(({ key }) => key.includes("joints"));
    const first = shapes.findIndex(({ text }) => text !== undefined);
    assert(first > last, `a text is shape ${first}, the joints are ${last}`);
  },
  "no frame has more than 40 shapes, however many rows": ({ shapes }) =>
    assert(shapes.length <= 40, `${shapes.length}`),
  "a form begins as the one before it ended": ({ t, step, state, shapes }) => {
    if (t === 0 && step)
      assert.deepEqual(shapes, kind.picture({ ...state, step: step - 1 }, END));
  },
  "the rows that hold numbers are lit, and no others, in every form": (
    frame,
  ) => {
    const lit = covered(frame.place.wall, frame.by.get("lit"));
    assert.deepEqual(lit, squares_of(frame.spec.lit_rows, frame));
    assert.equal(frame.by.get("lit").stroke, "var(--touch)");
    assert.equal(strength(frame.by.get("lit")), 1);
  },
  "zeros that are stored are pale, others are not there": (frame) => {
    if (!frame.settled) return;
    const there = zeros_of(frame).filter((shape) => strength(shape) > 0);
    const shown = [
      ...new Set(there.flatMap((shape) => covered(frame.place.wall, shape))),
    ];
    const lit = new Set(squares_of(frame.spec.lit_rows, frame));
    const wanted = squares_of(frame.now.zeros, frame).filter(
      (square) => !lit.has(square),
    );
    assert.deepEqual(
      shown.filter((square) => !lit.has(square)).sort((a, b) => a - b),
      wanted,
    );
    for (const shape of there) assert.equal(shape.stroke, "var(--line)");
  },
  "zeros fade by and by": (frame) => {
    if (frame.settled || !frame.from.dense || frame.to.dense) return;
    const seen = strength(frame.by.get("zeros"));
    assert(seen < 1);
    assert.equal(seen === 0, frame.t >= kind.stages.fade[1]);
  },
  "squares lie within the wall, one for each so many rows": ({
    place: { wall },
    spec,
  }) => {
    assert.equal(wall.n, Math.ceil(spec.V / spec.each));
    assert(wall.n <= wall.cols * Math.round(wall.h / wall.p));
    assert(
      near(wall.w, wall.cols * wall.p) && wall.p >= 1.6 - 1e-9,
      `${wall.p}`,
    );
  },
  "beside the wall lies a square for each so many entries": (frame) => {
    if (!frame.settled) return;
    const { list, per } = frame.place;
    const count = (key) => covered(list, frame.by.get(key)).length;
    const { dense, entries, stored } = frame.now;
    const first = dense ? 0 : Math.ceil(stored / per);
    assert.equal(count("first"), first);
    assert.equal(count("again"), dense ? 0 : Math.ceil(entries / per) - first);
    if (count("again"))
      assert(strength(frame.by.get("again")) < strength(frame.by.get("first")));
  },
  "entries are counted in words": ({ by, now, place }) => {
    const text =
      now.entries === 1
        ? "1 entry"
        : `${now.entries.toLocaleString("en")} entries`;
    assert.equal(
      by.get("entries")?.text.startsWith(text),
      now.dense ? undefined : true,
    );
    if (now.dense || place.per === 1) return;
    const words = [by.get("below0"), by.get("below1")].map(
      (shape) => shape?.text,
    );
    assert(
      words.includes(`a square is ${place.per.toLocaleString("en")}`),
      `${words}`,
    );
  },
  "the bar is as long as its bytes, and its plum as those that hold numbers": (
    frame,
  ) => {
    const most = Math.max(...frame.spec.truth.map(({ bytes }) => bytes));
    const { w } = frame.place.bar;
    const long = (count) => Math.max(1.5, (w * count) / most);
    const { by, settled, now, from, to, name, step, t } = frame;
    const width = by.get("bytes").width;
    if (settled) {
      assert(near(width, long(now.bytes)), `${width} for ${now.bytes}`);
      assert(
        Math.abs(by.get("held").width - Math.min(width, long(now.held))) < 0.51,
      );
      assert.equal(
        by.get("size").text,
        frame.spec.steps[Math.max(0, t > 0 ? step : step - 1)].text,
      );
    }
    const ends = [from.bytes, to.bytes].map(long).sort((a, b) => a - b);
    assert(width >= ends[0] - 0.01 && width <= ends[1] + 0.01);
    const had = widths.get(`${name},${step}`);
    if (had && had.t < t)
      assert(
        (width - had.width) * (to.bytes - from.bytes) >= -1e-9,
        "one way only",
      );
    widths.set(`${name},${step}`, { t, width });
    assert(near(by.get("size").x, by.get("bytes").x + width + 7));
  },
  "the ring is around the square of the row picked": ({
    by,
    state,
    spec,
    place: { wall },
  }) => {
    const rings = ["ink", "pick"].map((role) => by.get(`ring${role}`));
    assert.equal(rings.filter(Boolean).length, state.row === null ? 0 : 2);
    if (state.row === null) return;
    const square = Math.floor(state.row / spec.each);
    const middle = [square % wall.cols, Math.floor(square / wall.cols)].map(
      (v) => (v + 0.5) * wall.p,
    );
    const { x, y, width, height } = rings[0];
    const off = [
      x + width / 2 - wall.x - middle[0],
      y + height / 2 - wall.y - middle[1],
    ];
    assert(
      off.every((v) => Math.abs(v) <= 0.51),
      `${off}`,
    );
    assert(width > wall.p);
  },
  "the forms stand below the slider, the one shown with an edge of ink": ({
    by,
    spec,
    now,
    place,
  }) => {
    const { track } = place;
    spec.truth.forEach((form, k) => {
      const [box, name] = [by.get(`form${k}`), by.get(`form${k}:`)];
      assert.equal(box.stroke === "var(--ink)", form === now);
      assert.equal("font-weight" in name, form === now);
      const cut = name.text.replace(/…$/, "");
      assert(
        name.text === spec.steps[k].name ||
          (spec.steps[k].name.startsWith(cut) && cut.length > 3),
      );
      const [left, , right] = box_of(name);
      assert(left >= box.x && right <= box.x + box.width, name.text);
      const wide = track.w / spec.path;
      assert(
        near(box.x + box.width / 2, track.x + (k + 0.5) * wide) &&
          box.y === track.y,
      );
    });
  },
  "no text lies on another or below a ring": ({ shapes, by }) => {
    const rings = ["ringink"].map((key) => by.get(key)).filter(Boolean);
    assert_apart(shapes, rings);
  },
  "what is narrow is narrow": ({ place, state }) => {
    if (state.narrow) assert(place.width <= 320, `${place.width}`);
    assert(place.width <= 700);
  },
  "text is there or it is not": ({ shapes }) => {
    for (const { key, tag, opacity } of shapes)
      if (tag === "text") assert.equal(opacity, undefined, key);
  },
};

hold(frames(), PROPERTIES);

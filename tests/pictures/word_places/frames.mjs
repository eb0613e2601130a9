/**
 * What every frame of words that drop onto a ribbon shows: real ids and counts, wide and
 * narrow. Run by test_word_places_frames.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  assert_apart,
  box_of,
  centre,
  hold,
  near,
  numbers_in,
} from "../../browser/frames.mjs";
import { RISEN, frames, kind } from "./truth.mjs";

const count = (many) => many.toLocaleString("en");

/** Where an id lies, by two formulas of school: the axis reaches half an id beyond its ends. */
function x_of({ spec, place: { plot } }, id) {
  const share = Math.log(2 * id) / Math.log(2 * spec.V - 1);
  return plot.x + share * plot.w;
}

/** How high a count stands: 8 px at 1, and as high as the plot at the largest or at 10. */
function y_of({ spec, place: { plot } }, many) {
  const largest = Math.max(10, spec.of_places[1][1]);
  return plot.base - 8 - ((plot.h - 8) * Math.log(many)) / Math.log(largest);
}

/** How high the curve is at some px from the left. */
function curve_at({ by }, x) {
  const places = numbers_in(by.get("curve").d);
  for (let k = 0; k < places.length; k += 4)
    if (places[k] <= x && x <= places[k + 2]) return places[k + 1];
  return NaN;
}

const texts = ({ shapes }, keys) =>
  shapes.filter(({ key, tag }) => tag === "text" && keys.test(key));
const known = (words) => [
  ...new Set(words.filter(({ row }) => row > 0).map(({ row }) => row)),
];
const close = (a, b, most = 0.2) => Math.abs(a - b) <= most;

const falls = new Map(); // how far a word had fallen
const PROPERTIES = {
  ...COMMON,
  "no frame has more than 200 shapes, however many words": ({ shapes }) =>
    assert(shapes.length <= 200, `${shapes.length}`),
  "ids lie at their logarithms": (frame) => {
    const ticks = texts(frame, /^tick/);
    assert(ticks.length >= 1);
    for (const { x, text } of ticks) {
      const wanted = x_of(frame, Number(text.replaceAll(",", "")));
      const end = frame.place.plot.x + frame.place.plot.w;
      assert(
        near(x, wanted) || (x < wanted && close(x + 3.35 * text.length, end)),
        `${text} at ${x}`,
      );
    }
  },
  "counts stand at theirs": (frame) => {
    for (const { y, text } of texts(frame, /^level/)) {
      const many = text === "once" ? 1 : Number(text.replace(/,| times/g, ""));
      assert(close(y + 3, y_of(frame, many)), `${text} at ${y}`);
    }
  },
  "the curve never rises, and goes through the counts": (frame) => {
    const places = numbers_in(frame.by.get("curve").d);
    for (let k = 3; k < places.length; k += 2) {
      assert(places[k] >= places[k - 2], "falls");
      assert(places[k - 1] >= places[k - 3], "to the right");
    }
    const rows = Object.keys(frame.spec.of_places).filter(
      (_, k) => k % 7 === 0,
    );
    for (const row of rows) {
      const wanted = y_of(frame, frame.spec.of_places[row][1]);
      // its own step may be narrower than a pixel
      const x = Math.min(x_of(frame, Number(row)) + 0.2, places.at(-2));
      assert(close(curve_at(frame, x), wanted, 1), `${row}`);
    }
  },
  "words that occur once are darker, in the curve and on the ribbon": (
    frame,
  ) => {
    const { by, spec, place } = frame;
    const { x, width, height } = by.get("rare");
    const end = place.plot.x + place.plot.w;
    const start = spec.once ? x_of(frame, spec.V - spec.once - 0.5) : end;
    assert(close(x, start) && close(x + width, end) && height > place.box.h);
  },
  "landmarks name the word at their id": (frame) => {
    for (const { key, text } of texts(frame, /^mark/)) {
      const row = Number(key.slice(4, -1));
      const [word] = frame.spec.of_places[row];
      assert(
        word.startsWith(text.replace(/…$/, "")),
        `${row}: ${text} and ${word}`,
      );
      assert(close(frame.by.get(`mark${row}`).cx, x_of(frame, row)));
    }
  },
  "a word has its id in the text once it has risen to it, and none before": (
    frame,
  ) => {
    const { by, spec, step, risen, state } = frame;
    spec.truth.forEach(({ row }, s) => {
      const { text } = by.get(`chip${s}#`);
      const landed = s < step || (s === step && risen);
      if (landed && text) assert.equal(text, count(row));
      if (landed && s === step && !state.narrow) assert(text);
      if (!landed && text) assert.equal(text, "–");
      assert.equal(by.has(`hatch${s}`), landed && !spec.truth[s].known);
    });
  },
  "the word falls from the text to its place": (frame) => {
    const { by, t, name, step, place, landed, spec } = frame;
    const tag = by.get("fall");
    assert.equal(Boolean(tag), t > 0 && !landed);
    if (!tag) return;
    const { y } = tag;
    assert.equal(by.get("fall#").text, spec.steps[step].slot);
    assert(
      y >= place.chips.y - 2 && y + 20 <= place.plot.base + place.box.h + 1,
    );
    const had = falls.get(`${name},${step}`);
    if (had && had.t < t) assert(y > had.y, "downward");
    falls.set(`${name},${step}`, { t, y });
  },
  "where it has landed its number stands at its place": (frame) => {
    const { by, landed, now, place } = frame;
    const tag = by.get("id");
    assert.equal(Boolean(tag), landed);
    if (!landed) return;
    assert.equal(by.get("id#").text, count(now.row));
    const x = now.row ? x_of(frame, now.row) : place.box.x + place.box.w / 2;
    const [middle, high] = centre(tag);
    const edge = tag.x <= 1.01 || tag.x + tag.width >= place.width - 1.01;
    assert(
      close(middle, x) || (edge && tag.x <= x && x <= tag.x + tag.width),
      `${middle} for ${x}`,
    );
    assert(close(high, place.plot.base + place.box.h / 2));
  },
  "a copy of the number rises to the word": ({ by, t, now, place }) => {
    const copy = by.get("copy");
    assert.equal(Boolean(copy), t > kind.stages.rise[0] && t < RISEN);
    if (!copy) return;
    assert.equal(by.get("copy#").text, count(now.row));
    assert(copy.y >= place.chips.y && copy.y <= place.plot.base + place.box.h);
  },
  "the dot is as high as the word is frequent, and says how often": (frame) => {
    const { by, landed, now, spec, step } = frame;
    const shown = landed && now.row > 0;
    assert.deepEqual(
      ["dot", "word", "times"].map((key) => by.has(key)),
      Array(3).fill(shown),
    );
    if (!shown) return;
    const dot = by.get("dot");
    assert(
      close(dot.cx, x_of(frame, now.row)) &&
        close(dot.cy, y_of(frame, now.count)),
    );
    assert.equal(by.get("word").text, spec.steps[step].slot);
    assert.equal(
      by.get("times").text,
      now.count === 1 ? "once" : `${count(now.count)} times`,
    );
    assert(by.get("times").y < dot.cy);
    const boxes = ["word", "times"].map((key) => box_of(by.get(key)));
    const [left, right] = [
      Math.min(...boxes.map(([x]) => x)),
      Math.max(...boxes.map((box) => box[2])),
    ];
    assert(left - 18 <= dot.cx && dot.cx <= right + 18, "above its dot");
  },
  "words that have landed stay marked, and no others are": (frame) => {
    const { by, shapes, past, now, landed } = frame;
    const rows = known(past).filter((row) => !(landed && row === now.row));
    const marked = shapes
      .filter(({ key }) => /^dot\d/.test(key))
      .map(({ key }) => Number(key.slice(3)));
    assert.deepEqual(marked, rows);
    for (const row of rows) {
      assert(close(by.get(`dot${row}`).cx, x_of(frame, row)));
      const many = frame.spec.of_places[row][1];
      assert(close(by.get(`dot${row}`).cy, y_of(frame, many)));
    }
    for (const { key, text } of texts(frame, /^word\d/)) {
      const row = Number(key.slice(4));
      assert(rows.includes(row));
      assert(frame.spec.of_places[row][0].startsWith(text.replace(/…$/, "")));
    }
  },
  "unknown words pile up above the box of place 0": (frame) => {
    const { spec, step, landed, place, shapes } = frame;
    const steps = spec.steps
      .slice(0, landed ? step + 1 : step)
      .filter(({ row }) => row === 0);
    const words = [...new Set(steps.map(({ slot }) => slot))];
    const pile = shapes.filter(({ key }) => /^pile/.test(key));
    assert.equal(pile.length, Math.min(words.length, 10));
    pile.forEach(({ text, x, y }, k) => {
      assert(near(x, place.box.x + place.box.w / 2) && y < place.box.y);
      const more =
        words.length > 10 && k === 9 ? `⋯ ${words.length - 9} more` : words[k];
      assert(more.startsWith(text.replace(/…$/, "")), `${text} for ${more}`);
    });
    assert.equal(frame.by.get("unknown").text, "<unk>");
  },
  "no text lies on another": ({ shapes }) => {
    // on their way; and the chip of the step may lie on its neighbours
    const elsewhere = /^(fall|copy|chip)/;
    assert_apart(
      shapes.filter(({ key }) => !elsewhere.test(key)),
      [],
    );
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

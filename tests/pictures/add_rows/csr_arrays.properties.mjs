/**
 * What every frame shows of the three arrays of a CSR matrix and of their bracket. Used by
 * frames.mjs.
 */
import assert from "node:assert/strict";
import {
  around,
  assert_says,
  box_of,
  near,
  numbers_in,
} from "../../browser/frames.mjs";

const FREE = { true: 270, false: 600 }; // px of an array that is drawn whole, narrow or not
const texts_of = ({ by }, name, from, to) =>
  Array.from(
    { length: to - from },
    (_, i) => by.get(`${name}${from + i}#`).text,
  );
/** The entry that the step takes care of, if any. */
export const entry_of = ({ when, t }) =>
  when.findIndex(({ fly, join }) => fly[0] < t && t < join[1]);

/** The cells of the arrays that stand out. */
const read_of = ({ shapes }) =>
  shapes.filter(
    (s) =>
      /^(indptr|indices|data)\d+$/.test(s.key) && s.fill !== "var(--paper)",
  );

/**
 * How many entries of its row the arrays of a frame draw, from which one on, and where its
 * bounds stand.
 */
function arrays_of({ place, step, truth: { start, rows } }) {
  const { whole, most } = place.csr;
  const drawn = whole ? rows.length : Math.min(8, most, rows.length);
  return { whole, drawn, from: whole ? start : 0, at: whole ? step : 0 };
}

/** No line of a frame or ring lies on a text: the text is within or outside. */
export function assert_off(line, text) {
  const [left, top, right, bottom] = box_of(line);
  const wide = line["stroke-width"];
  const [l, t, r, b] = box_of(text);
  const [high, low] = [t + 2, b - 3];
  const outside = r <= left || l >= right || low <= top || high >= bottom;
  const inside =
    l >= left + wide &&
    r <= right - wide &&
    high >= top + wide &&
    low <= bottom - wide;
  assert(outside || inside, `${line.key} lies on ${text.key} ${text.text}`);
}

export const ARRAYS = {
  "no bracket lies on a number of the arrays": ({ shapes, by }) => {
    for (const s of shapes.filter(
      (s) => s.tag === "text" && /^(indptr|indices|data)\d/.test(s.key),
    ))
      for (const key of ["ptr", "slice"])
        if (by.has(key)) assert_off(by.get(key), s);
  },
  "the arrays are CSR's: whole where they fit, or what the row of X reads of them":
    (frame) => {
      const { spec, step, state, place, by, truth } = frame;
      const { rows, weights, bounds } = truth;
      const { whole, drawn, from, at } = arrays_of(frame);
      const longest = Math.max(0, ...spec.arrays.map((array) => array.length));
      const free = FREE[Boolean(state.narrow)];
      assert(
        whole
          ? longest * place.csr.w <= free
          : !longest || place.csr.w * 8 > free / 2 || state.narrow,
      );
      assert(place.csr.most >= 1 && place.csr.right <= place.width);
      if (whole)
        spec.arrays.forEach((array, k) =>
          assert.deepEqual(
            texts_of(frame, ["indptr", "indices", "data"][k], 0, array.length),
            array,
          ),
        );
      assert.deepEqual(texts_of(frame, "indptr", at, at + 2), bounds);
      assert.deepEqual(
        texts_of(frame, "indices", from, from + drawn),
        rows.slice(0, drawn).map((r) => r.toLocaleString("en")),
      );
      texts_of(frame, "data", from, from + drawn).forEach((text, k) =>
        assert_says(text, weights[k]),
      );
      const keys = ["indices", "data"].flatMap((name) =>
        Array.from({ length: drawn }, (_, k) => `${name}${from + k}`),
      );
      assert.deepEqual(
        read_of(frame).map((s) => s.key),
        [`indptr${at}`, `indptr${at + 1}`, ...keys],
      );
      if (!whole)
        assert.equal(
          by.get("where").text,
          `indptr[${step}] and indptr[${step + 1}]`,
        );
      assert.equal(
        by.get("more")?.text,
        rows.length > drawn ? `⋯ ${rows.length - drawn} more` : undefined,
      );
    },
  "the entry that is taken care of is marked in the arrays": (frame) => {
    const k = entry_of(frame);
    const { from, drawn } = arrays_of(frame);
    const marked = frame.shapes.filter(
      (s) =>
        /^(indptr|indices|data)\d+$/.test(s.key) && s.fill === "var(--pick)",
    );
    const keys =
      k < 0 || k >= drawn ? [] : [`indices${from + k}`, `data${from + k}`];
    assert.deepEqual(
      marked.map((s) => s.key),
      keys,
    );
  },
  "the bracket leads from two numbers of indptr to the entries between them": (
    frame,
  ) => {
    const { by, t } = frame;
    const { at, from, drawn: count } = arrays_of(frame);
    assert.equal(by.has("bracket"), t > 0);
    if (t === 0) return assert(!by.has("ptr") && !by.has("slice"));
    const [x1, , left, , , , x2, , right] = numbers_in(by.get("bracket").d);
    const data = [...Array(count).keys()].map((k) => by.get(`data${from + k}`));
    assert.deepEqual(
      [x1, x2],
      [at, at + 1].map((i) => by.get(`indptr${i}#`).x),
    );
    const more = by.get("more");
    const before = from ? by.get(`data${from - 1}`) : null;
    if (count) assert(near(left + 2, data[0].x));
    else
      assert(
        right - left < 4 &&
          near(
            left + 2,
            before ? before.x + before.width + 1 : by.get("indptr0").x,
          ),
      );
    const end = Math.max(left + 2, ...data.map((s) => s.x + s.width + 1));
    assert(
      more
        ? right >= box_of(more)[2] && right < box_of(more)[2] + 20
        : near(right - 1, end),
    );
    assert.equal(by.has("slice"), count > 0);
    const inside = (key) =>
      frame.shapes
        .filter(
          (s) =>
            /^(indptr|indices|data)\d+#$/.test(s.key) &&
            around(by.get(key), [s.x, s.y - 4]),
        )
        .map((s) => s.key);
    assert.deepEqual(inside("ptr"), [`indptr${at}#`, `indptr${at + 1}#`]);
    if (count)
      assert.deepEqual(
        inside("slice"),
        ["indices", "data"].flatMap((name) =>
          data.map((_, k) => `${name}${from + k}#`),
        ),
      );
  },
};

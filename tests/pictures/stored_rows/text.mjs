/**
 * What is said of how a gradient is stored: in words, under the pointer, as a table. Run
 * by test_stored_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { specs } from "../../browser/frames.mjs";
import { END, frames, kind } from "./truth.mjs";

const ends = () => frames(() => [END]);
const count = (many) => many.toLocaleString("en");
const bare = (text) => text.replace(/[“”\u2068\u2069]/g, "");

test("the sentence counts rows, entries and bytes", () => {
  for (const { say, alt, spec, to, step } of ends()) {
    const { name, text } = spec.steps[step];
    assert(say.startsWith(`${name}: `) && say.includes(`: ${text}.`), say);
    const numbers = to.dense
      ? [spec.V, spec.lit_rows.length, to.zeros.length || "none"]
      : [to.entries, to.stored, spec.V - to.stored || "no row is left out"];
    for (const number of numbers)
      assert(say.includes(count(number)), `${number} in ${say}`);
    assert(alt.includes(count(spec.V)) && alt.includes(text), alt);
    assert(!/\b1 (rows|entries|visits)\b/.test(say + alt), say);
  }
});

test("the three forms of a small gradient, word for word", () => {
  const say = (step, row = null) => kind.say({ spec: specs.small, step, row });
  const [dense, sparse, coalesced] = [
    "dense: 8 rows are stored, 3 of them hold numbers, 5 hold nothing but zeros: 128 B.",
    "sparse=True: 6 entries are stored, one for each visit of 3 rows; " +
      "the other 5 rows are not stored: 144 B.",
    "coalesced: 3 entries are stored, one for each of 3 rows; " +
      "the other 5 rows are not stored: 72 B.",
  ];
  assert.deepEqual([say(0), say(1), say(2)], [dense, sparse, coalesced]);
  assert.equal(bare(say(0, 4)), `${dense} Row 4 cat: stored, 3 visits.`);
  assert.equal(
    bare(say(1, 4)),
    `${sparse} Row 4 cat: stored in 3 entries, one for each visit.`,
  );
  assert.equal(
    bare(say(1, 6)),
    `${sparse} Row 6 eel: stored in 1 entry, one for each visit.`,
  );
  assert.equal(
    bare(say(2, 4)),
    `${coalesced} Row 4 cat: stored in one entry, 3 visits.`,
  );
  assert.equal(say(0, 7), `${dense} Row 7: a row of zeros, stored.`);
  assert.equal(say(2, 7), `${coalesced} Row 7: not stored.`);
});

test("rows of zeros that a COO stores are counted", () => {
  const say = (step) => kind.say({ spec: specs["zeros stored"], step, row: 2 });
  assert(
    say(0).includes(
      "one for each visit of 3 rows, 1 of which holds nothing but zeros; the other 5",
    ),
    say(0),
  );
  assert(say(0).endsWith("Row 2: a row of zeros, stored."), say(0));
});

test("the row under the pointer is said, and that of no square is not", () => {
  for (const { state, spec, to, place } of ends()) {
    const { wall } = place;
    const at = (square) => [
      wall.x + ((square % wall.cols) + 0.5) * wall.p,
      wall.y + (Math.floor(square / wall.cols) + 0.5) * wall.p,
    ];
    const said = (place) =>
      bare(kind.hover(state, kind.square_of(state, place)));
    for (const row of [
      0,
      spec.V - 1,
      ...spec.lit_rows.slice(0, 9),
      ...to.zeros.slice(0, 9),
    ]) {
      const text = said(at(Math.floor(row / spec.each)));
      const lit = spec.lit_rows.includes(row);
      const stored = lit || to.zeros.includes(row);
      if (spec.each > 1)
        assert(
          text.startsWith(`rows `) && (!stored || !/not stored/.test(text)),
          text,
        );
      else {
        assert(text.startsWith(`row ${count(row)}`), text);
        assert.equal(/: stored/.test(text), lit, text);
        assert.equal(
          /: a row of zeros, stored\.$/.test(text),
          stored && !lit,
          text,
        );
        assert.equal(/: not stored\.$/.test(text), !stored, text);
      }
    }
    for (const outside of [
      [wall.x - 1, wall.y + 1],
      [wall.x + 1, wall.y - 1],
      at(wall.n + wall.cols),
      [-9, 9],
    ])
      assert.equal(said(outside), "");
  }
});

test("squares of several rows say how many of these hold numbers", () => {
  const spec = specs.large;
  const [row] = spec.lit_rows;
  const first = Math.floor(row / spec.each) * spec.each;
  const many = spec.lit_rows.filter(
    (other) => first <= other && other < first + spec.each,
  ).length;
  const rows = `rows ${count(first)} to ${count(first + spec.each - 1)}`;
  const hover = (step, square) => kind.hover({ spec, step, row: null }, square);
  const holds = `${many} ${many === 1 ? "holds" : "hold"} numbers.`;
  assert.equal(hover(0, first / spec.each), `${rows}: stored, ${holds}`);
  assert.equal(hover(1, first / spec.each), `${rows}: ${holds}`);
  const lit = new Set(
    spec.lit_rows.map((other) => Math.floor(other / spec.each)),
  );
  const empty = [...Array(99).keys()].find((square) => !lit.has(square));
  assert(hover(0, empty).endsWith(": stored, all of them zeros."));
  assert(hover(1, empty).endsWith(": not stored."));
  const last = hover(0, Math.ceil(spec.V / spec.each) - 1);
  assert(last.includes(` to ${count(spec.V - 1)}: `), last);
});

test("the unseen table has the counts of each form, and the row picked", () => {
  for (const { state, spec } of ends()) {
    const { head, body, foot } = kind.numbers(state);
    assert.deepEqual(head, ["row", ...spec.steps.map(({ name }) => name)]);
    assert.deepEqual(
      foot.map((line) => line.slice(1)),
      [
        spec.truth.map(({ stored }) => count(stored)),
        spec.truth.map(({ dense, entries }) => (dense ? "" : count(entries))),
        spec.steps.map(({ text }) => text),
      ],
    );
    assert(body.length <= 25);
    for (const line of body) assert.equal(line.length, head.length);
    if (state.row === null) continue;
    const own = body.find(
      ([heading]) => heading.split(" ")[0] === count(state.row),
    );
    assert(own, `${state.row}`);
    if (spec.each > 1) continue;
    const lit = spec.lit_rows.includes(state.row);
    spec.truth.forEach(({ zeros }, k) => {
      const stored = lit || zeros.includes(state.row);
      assert.equal(own[k + 1] === "not stored", !stored);
      assert.equal(own[k + 1] === "a row of zeros, stored", stored && !lit);
    });
  }
});

test("a typed text means a row, nothing, or is not known", () => {
  const spec = specs.small;
  const known = { 4: 4, 7: 7, "1,000": 1000, cat: 4, eel: 6, "": null };
  for (const [typed, row] of Object.entries(known))
    assert.equal(kind.row_of(spec, typed), row);
  for (const typed of ["dog", "Cat", "-1", "1.5", "1,00", "٢"])
    assert(Number.isNaN(kind.row_of(spec, typed)));
  const step_of = (row) => kind.step_of({ spec, step: 2 }, row);
  assert.deepEqual(
    [0, 7, null, 8, -1, NaN].map(step_of),
    [2, 2, 2, -1, -1, -1],
  );
});

test("the key names what there is", () => {
  const key = (name, row = null) =>
    kind.key({ spec: specs[name], row }).map(([swatch]) => swatch);
  assert.deepEqual(key("small"), ["touch", "stored", "again"]);
  assert.deepEqual(key("only dense", 3), ["touch", "stored", "ring"]);
});

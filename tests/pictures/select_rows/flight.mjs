/**
 * An id on its way to its row, and in the hand of a learner. Run by
 * test_select_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  assert_flies_longest,
  centre,
  frozen,
  specs,
} from "../../browser/frames.mjs";
import { frame, kind } from "./truth.mjs";

const state_of = (name, more) =>
  frozen({ spec: specs[name], step: 0, by: "lookup", rest: false, ...more });

test("in every step the id's flight to its row is the longest motion", () => {
  for (const [name, spec] of Object.entries(specs))
    for (const by of kind.ways)
      for (const step of [0, 1, spec.steps.length - 1])
        if (step < spec.steps.length)
          assert_flies_longest(kind, state_of(name, { by, step }));
});

test("the id leaves a line from its chip, which is gone when the step is over", () => {
  for (const by of kind.ways) {
    const state = state_of("words", { by });
    const ends = kind.lasts(state);
    const line = (t) => frame(state, t).by.get("trail");
    assert.equal(line(0), undefined);
    for (const share of [0.2, 0.5, 0.9])
      assert(line(share * ends).opacity > 0, `${by} at ${share}`);
    assert.equal(line(ends), undefined);
  }
});

test("an id that a hand let go of flies from there", () => {
  const from = [150, 120];
  const { by } = frame(state_of("words", { from }), 0.001);
  assert.deepEqual(centre(by.get("tag")).map(Math.round), from);
});

test("a hand that carries an id over the table sees which row it means", () => {
  const { place, spec } = frame(state_of("words"), 0);
  const { table, size } = place;
  const at = [table.x + 40, table.y + 1.5 * size.h]; // over row 1
  const { row } = spec.steps[0];
  const held = { step: 0, row, at };
  const { by } = frame(state_of("words", { held }), 99);
  assert.deepEqual(centre(by.get("tag")), at);
  const [, y] = centre(by.get("heldpick"));
  assert.equal(Math.floor((y - table.y) / size.h), row);
  assert(by.has("trail") && !by.has("rowpick"));
  const outside = { ...held, at: [table.x, place.chips.y + 1] };
  assert(!frame(state_of("words", { held: outside }), 99).by.has("heldpick"));
});

test("what lies under a hand is an id, a row or nothing", () => {
  const state = state_of("words");
  const { place, spec } = frame(state, 0);
  const { chips, table, size, index, hot } = place;
  const under = (x, y) => kind.under(state, [x, y]);
  for (let s = 0; s < spec.path; s++)
    assert.deepEqual(under(chips.x + (s + 0.5) * chips.each, chips.y + 9), {
      place: "ids",
      step: s,
      row: spec.steps[s].row,
      takes: true,
    });
  assert.deepEqual(under(chips.x + chips.w + 9, chips.y + 9), { place: "ids" });
  for (let row = 0; row < spec.V; row++) {
    const y = table.y + (row + 0.5) * size.h;
    const of_row = { place: "table", row };
    assert.deepEqual(under(index, y), { ...of_row, takes: true });
    assert.deepEqual(under(table.x + 9, y), { ...of_row, takes: false });
  }
  for (const [x, y] of [
    [hot.x - 5, table.y + 9],
    [table.x + table.w + 5, table.y + 9],
    [table.x + 9, table.y - 9],
    [table.x + 9, table.y + table.h + 9],
  ])
    assert.deepEqual(under(x, y), { place: "" });
});

test("rows that were asked for stand below those of the ids, and take none of their places", () => {
  const spec = specs.infinite;
  const beside = [spec.path + 2, spec.path, spec.path + 5];
  const kept = spec.path - 1;
  const added = beside.slice(0, 2);
  const { by, place } = frame(
    state_of("infinite", { step: added[1], kept, added }),
    99,
  );
  const texts = (key) =>
    spec.columns.map((_, j) => by.get(`${key},${j}#`)?.text);
  for (let s = 0; s <= kept; s++)
    assert.deepEqual(texts(`out${s}`), written(spec, s));
  const { rows, own } = place.out;
  assert(own.rows >= 2, "both have room");
  assert.deepEqual(texts(`out${rows}`), written(spec, added[0]));
  assert.deepEqual(texts("copy"), written(spec, added[1]));
  assert.equal(by.get("own#").text, spec.rows[spec.steps[added[1]].row].label);
  const many = frame(
    state_of("infinite", { step: beside[2], kept, added: beside }),
    99,
  );
  assert.equal(many.by.has("hidden"), own.rows < 3);
});

/** The numbers of the row of step s as they are written; a zero is a dot. */
const written = ({ rows, steps, columns }, s) =>
  columns.map((_, j) => {
    const { marks, texts } = rows[steps[s].row];
    return marks[j] === "0" ? undefined : texts[j];
  });

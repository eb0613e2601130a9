/**
 * What becomes of a run when a learner takes an id or the number of a row, or asks for a row,
 * without a browser. Run by test_player_state.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { state_of } from "../../../notebooks/lookup/pictures/kit/player_state.js";
import { ASKS, assert_is, at, moving, then } from "./runs.mjs";

const BESIDE = {
  path: 3,
  steps: [{ row: 4 }, { row: 1 }, { row: 2 }, { row: 5 }, { row: 4 }],
};
const HAND = {
  points: () => 0.9,
  in_sight: () => [0, 1, 2, 3, 4, 5],
  // a place is [where, row]
  under: (_, [place, row]) => ({ place, row }),
  step_of: ({ spec }, row) =>
    spec.steps.findIndex((step, s) => s >= spec.path && step.row === row),
};
const in_hand = (step, changes, spec) =>
  at(step, changes, { ...BESIDE, ...spec }, HAND);
const kept = (run) => {
  const { kept: until, added } = state_of(run);
  return [until, added];
};

test("what points at a row takes its time in later steps, too", () => {
  const run = in_hand(1, { moving: true, t: 0.2 });
  assert_is(then(run, "tick", 0.1), { t: 0.30000000000000004 });
  assert_is(then({ ...run, t: 0.95 }, "tick", 0.1), { t: 1.15 });
});

test("a click keeps what has come out, and a row that is asked for comes after it", () => {
  const clicked = then(in_hand(1), "click", 5);
  assert_is(clicked, { step: 3, moving: true });
  assert.deepEqual(kept(clicked), [1, [3]]);
  const both = then(clicked, "click", 4);
  assert.deepEqual(kept(both), [1, [3, 4]], "also one that an id means, too");
  assert.deepEqual(kept(then(both, "click", 5)), [1, [4, 3]], "once");
  const jumped = then(both, "jump", { to: 0 });
  assert_is(jumped, { step: 0, moving: true });
  assert.deepEqual(kept(jumped), [1, [3, 4]]);
  assert.deepEqual(kept(then(in_hand(1, { t: 0 }), "click", 5)), [0, [3]]);
});

test("back leads through the rows that were asked for, and each step of the path forgets them", () => {
  const both = then(then(in_hand(1), "click", 5), "click", 4);
  const back = then(both, "back");
  assert_is(back, { step: 3 });
  assert.deepEqual(kept(back), [1, [3]]);
  assert_is(then(back, "back"), { step: 1 });
  for (const [event, detail] of [
    ["reset"],
    ["slide", 1.5],
    ["play"],
    ["place", { step: 2, row: null, by: "product" }],
  ])
    assert.deepEqual(kept(then(both, event, detail)), [-1, []], event);
});

test("an id in the hand moves nothing until it is let go of over the table", () => {
  const before = in_hand(1);
  const run = then(before, "take", {
    held: { step: 2, row: 2, at: ["ids", 2] },
    before,
  });
  assert_is(run, { step: 1, moving: false });
  const over = then(run, "carry", ["table", 0]);
  assert_is(over, { step: 1, moving: false, due: { draw: true } });
  assert.deepEqual(state_of(over).held.at, ["table", 0]);
  const dropped = then(over, "drop");
  assert_is(dropped, { step: 2, t: 0, moving: true });
  assert.deepEqual(state_of(dropped).from, ["table", 0]);
  for (const [event, detail] of [["drop"], ["let_go"], ["escape"]])
    assert_is(then(run, event, detail), { step: 1, moving: false });
});

test("an id that comes to its own row is looked up there at once, its way being done", () => {
  const before = in_hand(1);
  const held = { step: 2, row: 2, at: ["ids", 2] };
  const run = then(before, "take", { held, before });
  const found = then(run, "carry", ["table", 2]);
  assert_is(found, { step: 2, t: 0.9, moving: true });
  assert.equal(state_of(found).held, null);
  assert_is(then(found, "drop"), { step: 2, moving: true });
});

test("where a guess is wanted, the row below the id is it", () => {
  const before = in_hand(0, {}, ASKS);
  const held = { step: 0, row: 4, at: ["ids", 4] };
  const run = then(before, "take", { held, before });
  const over = then(run, "carry", ["table", 4]);
  assert_is(over, { step: 0, phase: "asked" });
  const dropped = then(then(over, "carry", ["table", 5]), "drop");
  assert.equal(state_of(dropped).guess, 5);
  assert_is(dropped, { moving: true });
});

test("a row's number is asked for where it is let go of among the ids", () => {
  const before = in_hand(1);
  const held = { row: 5, at: ["table", 5] };
  const run = then(before, "take", { held, before });
  assert_is(then(then(run, "carry", ["table", 1]), "drop"), { step: 1 });
  const added = then(then(run, "carry", ["ids"]), "drop");
  assert_is(added, { step: 3, moving: true });
  assert.deepEqual(kept(added), [1, [3]]);
});

test("the keys go up and down the rows in sight, Enter means one, and Escape none", () => {
  const cursor = (run) => state_of(run).cursor;
  const down = then(in_hand(1), "down");
  assert.equal(cursor(down), 2);
  assert.equal(cursor(then(then(then(down, "up"), "up"), "up")), 0);
  assert.equal(cursor(then(down, "next")), undefined);
  const away = then(down, "escape");
  assert.deepEqual([cursor(away), away.due.leave], [undefined, undefined]);
  assert.equal(then(away, "escape").due.leave, true);
  const meant = then(then(then(down, "down"), "down"), "enter");
  assert_is(meant, { step: 4, moving: true });
  assert_is(then(in_hand(1), "enter"), { step: 1, t: 0, moving: true });
  assert.equal(cursor(then(in_hand(0, {}, ASKS), "down")), 0, "tells nothing");
});

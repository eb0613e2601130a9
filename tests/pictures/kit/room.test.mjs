/**
 * How much room the words of a picture need, and what fits a window, without a browser. Run by
 * test_room.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  is_whole,
  tallest,
} from "../../../notebooks/lookup/pictures/kit/arrive.js";
import { cut_short } from "../../../notebooks/lookup/pictures/kit/draw.js";
import { begin } from "../../../notebooks/lookup/pictures/kit/player_state.js";
import {
  longest_captions,
  longest_key,
  played,
} from "../../../notebooks/lookup/pictures/kit/room.js";

const SPEC = {
  path: 3,
  steps: [{ row: 4 }, { row: 1 }, { row: 2 }, { row: 5 }],
};
const KIND = {
  lasts: () => 1,
  ways: ["product", "lookup"],
  say: ({ step, by, asked, guess }) =>
    asked ? "Which row?".repeat(9) : `${by} ${"a".repeat(step)}${guess ?? ""}`,
  key: ({ step }) => Array.from({ length: step }, () => ["pos", "above 0"]),
};
const run = (spec = SPEC) =>
  begin(KIND, { spec, step: 0, row: null, by: "lookup" });

test("a caption's room is that of the longest in every way, a run's words included", () => {
  assert.deepEqual(longest_captions(run()), [
    "Played steps 1 to 3. product aa",
    "Played steps 1 to 3. lookup aa",
    "product aaa",
  ]);
});

test("where a guess is wanted, its question and a wrong guess count, too", () => {
  const said = longest_captions(run({ ...SPEC, predict: true }));
  assert.ok(said.every((text) => text.endsWith("Which row?".repeat(9))));
});

test("a key's room is that of the longest, none where there is none", () => {
  assert.equal(longest_key(run()).length, 3);
  assert.deepEqual(
    longest_key({ ...run(), kind: { ...KIND, key: undefined } }),
    [],
  );
});

test("a run through steps is told by its first and last", () => {
  assert.equal(played(0, 2, "row"), "Played rows 1 to 3. ");
  assert.equal(played(2, 2, "row"), "Played row 3. ");
});

test("a drawing takes what a window leaves, unless that is too little", () => {
  assert.equal(tallest(647, 200.5), 438);
  assert.equal(tallest(263, 200), null);
});

test("a picture is in view as a whole, or with its top where it is taller", () => {
  assert.ok(is_whole(0, 640, 647));
  assert.ok(is_whole(7, 640, 647));
  assert.ok(!is_whole(8, 640, 647));
  assert.ok(!is_whole(-2, 640, 647));
  assert.ok(is_whole(0.4, 700, 647));
});

test("a text is cut short between letters, and only where it is longer", () => {
  assert.equal(cut_short("queen", 5), "queen");
  assert.equal(cut_short("queens", 5), "quee…");
  assert.equal(cut_short("👑👑👑", 2), "👑…");
});

/**
 * What a page without a kernel answers, and how words that are clicked become a sum. Run by
 * test_neighbours.py, which sends a picture and what torch finds.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { answer } from "../../../notebooks/lookup/pictures/neighbours/answer.js";
import * as drawing from "../../../notebooks/lookup/pictures/neighbours/draw.js";
import { quoted } from "../../../notebooks/lookup/pictures/kit/draw.js";
import * as sums from "../../../notebooks/lookup/pictures/neighbours/sums.js";
import { say } from "../../../notebooks/lookup/pictures/neighbours/words.js";

const { shared, truth } = JSON.parse(readFileSync(process.env.SPECS, "utf8"));
const names = (spec, places) => places.map((k) => spec.words[k]);

for (const { asked, near, cosines, own, at } of truth)
  test(`${JSON.stringify(asked)} is answered as torch would`, () => {
    const { spec, step, refused } = answer(shared, asked);
    assert.equal(refused, undefined);
    assert.equal(step, spec.path);
    const found = spec.steps[step];
    assert.deepEqual(names(spec, found.near), near);
    found.cosines.forEach((one, k) =>
      assert(Math.abs(one - 100 * cosines[k]) < 0.6),
    );
    found.own.forEach((one, k) => assert(Math.abs(one - 100 * own[k]) < 0.6));
    found.at.forEach((one, k) => assert(Math.abs(one - at[k]) <= 2));
    const state = { spec, step, narrow: false, rest: false };
    assert(drawing.picture(state, 99).length > 0);
    assert(say(state).includes(`the ${found.of} words of the map, by cosine`));
  });

test("what is not on the map is refused by its name", () => {
  for (const [typed, name] of [
    ["cow", "cow"],
    ["king - cow + woman", "cow"],
    ["##s", "##s"],
    ["king - man", "king - man"],
    ["", ""],
  ]) {
    const { refused, spec } = answer(shared, { typed });
    assert.equal(spec, undefined);
    assert(refused.startsWith(`${quoted(name)} is not on the map`), refused);
    assert(refused.includes(`${shared.spec.drawn} words of its map`));
  }
});

test("a sum that is equal to an example is that example", () => {
  const { spec } = answer(shared, { typed: "king − man + woman" });
  for (const typed of ["king + woman - man", "King−Man + woman"])
    assert.equal(drawing.row_of(spec, typed), -2 - spec.path);
  assert(Number.isNaN(drawing.row_of(spec, "woman + king - man")));
});

test("a sum without a direction has no nearest word", () => {
  const lengths = shared.between.lengths.map(() => 0);
  const flat = { ...shared, between: { ...shared.between, lengths } };
  const { spec, step } = answer(flat, { typed: "king − man + woman" });
  assert.deepEqual(spec.steps[step].near, []);
});

test("a second answer takes the place of the first", () => {
  const once = answer(shared, { typed: "king" });
  const twice = answer({ ...shared, spec: once.spec }, { typed: "woman" });
  assert.equal(twice.spec.steps.length, once.spec.steps.length);
  assert.equal(twice.spec.steps.at(-1).name, "woman");
});

test("words that are clicked become a sum", () => {
  const clicked = [
    [["king", "−"], "king − "],
    [["king − man + woman", "−"], "king − "],
    [["", "−"], "old"],
  ];
  for (const [[shown, sign], text] of clicked)
    assert.equal(sums.signed("old", shown, sign), text);
  for (const sign of ["−", "+"]) {
    assert.equal(sums.signed("king − man", "red", sign), "king − man + ");
    assert.equal(sums.signed("king + man", "red", sign), "king + man − ");
  }
  assert.equal(sums.with_word("king − ", "man"), "king − man");
  assert.equal(sums.with_word("king − man + ", "woman"), "king − man + woman");
  assert.equal(sums.with_word("king − man", "woman"), null);
  assert.equal(sums.with_word("", "woman"), null);
  assert(sums.is_whole("king − man + woman"));
  for (const text of ["king", "king − man", "a − b − c", "a + b + c"])
    assert(!sums.is_whole(text), text);
});

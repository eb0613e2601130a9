/**
 * What is said of words on their ribbon: in words, under the pointer, as a table. Run by
 * test_word_places_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { specs } from "../../browser/frames.mjs";
import { RISEN, frames, kind } from "./truth.mjs";

const ends = () => frames(() => [RISEN]);
const count = (many) => many.toLocaleString("en");
const bare = (text) => text.replace(/[“”\u2068\u2069]/g, "");

test("the sentence says number and count, or that there is none", () => {
  for (const { say, alt, spec, now, step } of ends()) {
    const { word } = spec.steps[step];
    assert(say.includes(`“\u2068${word}\u2069”`) && alt.includes(word), say);
    assert(alt.includes(`${count(spec.V)} words`), alt);
    const times = now.count === 1 ? "once" : `${count(now.count)} times`;
    if (now.row > 0) {
      assert(
        say.includes(`is number ${count(now.row)} of ${count(spec.V)}`),
        say,
      );
      assert(say.endsWith(`it occurs ${times}.`), say);
      assert(
        alt.includes(`occurs ${times}`) &&
          alt.includes(`number ${count(now.row)}.`),
        alt,
      );
    } else if (now.known)
      assert(say.includes("is number 0, the place of every word"), say);
    else
      assert(
        say.includes("is not in the vocabulary, so it gets number 0, <unk>"),
        say,
      );
  }
});

test("a small text, word for word", () => {
  const say = (step) => bare(kind.say({ spec: specs.small, step }));
  assert.deepEqual([0, 1, 2, 3, 4].map(say), [
    "the is number 1 of 7: it occurs 3 times.",
    "cat is number 3 of 7: it occurs once.",
    "zebra is not in the vocabulary, so it gets number 0, <unk>.",
    "cat is number 3 of 7, as before: it occurs once.",
    "sat is number 2 of 7: it occurs 2 times.",
  ]);
  const zorp = bare(kind.say({ spec: specs["notebook 00"], step: 7 }));
  assert.equal(
    zorp,
    "zorp is not in the vocabulary, so it gets number 0, <unk>, like blorf.",
  );
  const odd = specs["no words"];
  const at = odd.steps.findIndex(({ word }) => word === "<unk>");
  const box =
    "<unk> is number 0, the place of every word that is not in the vocabulary.";
  assert.equal(bare(kind.say({ spec: odd, step: at })), box);
});

test("under the pointer stands the word at that place, whatever has landed", () => {
  for (const { state, spec, place } of ends()) {
    const said = (x, y) =>
      bare(kind.hover(state, kind.id_under(state, [x, y])));
    const { plot, box } = place;
    const middle = (plot.y + plot.base) / 2;
    const at = (id) =>
      plot.x + (plot.w * Math.log(2 * id)) / Math.log(2 * spec.V - 1);
    for (const id of [1, 2, 5, spec.V - 1].filter((id) => id < spec.V)) {
      const [word, many] = spec.of_places[id];
      const text = said(at(id), middle);
      assert(text.startsWith(`id ${count(id)}, `), `${text} at ${id}`);
      assert(
        text.endsWith(
          many === 1 ? "occurs once" : `occurs ${count(many)} times`,
        ),
        text,
      );
      assert(word.length > 14 || text.includes(word), text);
    }
    assert.equal(
      said(box.x + 3, box.y + 3),
      "id 0, <unk>: every word that is not in the vocabulary",
    );
    for (const [x, y] of [
      [plot.x + 9, plot.y - 3],
      [plot.x + plot.w + 2, middle],
      [plot.x - 3, middle],
      [plot.x + 9, plot.base + box.h + 3],
    ])
      assert.equal(said(x, y), "");
  }
});

test("the unseen table has each word so far, and words at round ids", () => {
  for (const { state, spec, step } of ends()) {
    const { head, body, foot } = kind.numbers(state);
    assert.deepEqual(head, ["word", "id", "occurs"]);
    assert.equal(body.length, step + 1);
    body.forEach(([heading, id, occurs], k) => {
      const { row, count: many, known } = spec.truth[k];
      assert.equal(heading, `${k + 1} ${spec.steps[k].word}`);
      assert.equal(id, count(row));
      if (!known) assert.equal(occurs, "not in the vocabulary");
      else if (row)
        assert.equal(occurs, many === 1 ? "once" : `${count(many)} times`);
    });
    const tens = foot.map(([, id]) => Number(id.replaceAll(",", "")));
    assert.deepEqual(
      tens,
      [1, 10, 100, 1000, 10_000, 100_000].filter((ten) => ten < spec.V),
    );
    assert.equal(kind.numbers({ ...state, rest: true }).body.length, step);
  }
});

test("the key counts the words that occur once", () => {
  const key = (name) =>
    kind
      .key({ spec: specs[name] })
      .map(([swatch, words]) => `${swatch}: ${words}`);
  assert(key("notebook 00").includes("stored: 6,326 words that occur once"));
  assert(key("two words").includes("stored: 1 word that occurs once"));
  assert(!key("flat").some((line) => line.startsWith("stored")));
});

test("the page itself finds no typed word", () => {
  assert(Number.isNaN(kind.row_of(specs.small, "cat")));
  assert.equal(kind.step_of({ spec: specs.small, step: 0 }, 3), -1);
});

/**
 * What is said of one place: in words, under the pointer, as a table. Run by
 * test_one_place_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { specs } from "../../browser/frames.mjs";
import { TASKS, frames, kind } from "./truth.mjs";

const ends = () => frames((state) => [kind.lasts(state)]);
const bare = (text) => text.replace(/[“”\u2068\u2069]/g, "");

test("the sentence names the place, the task and the loss before and after", () => {
  for (const { say, alt, spec, step, by_task } of ends()) {
    const place =
      step < spec.path ? `Place ${step + 1} of ${spec.path}` : "Your place";
    assert(say.startsWith(`${place}, ${by_task}: `), say);
    const [before, after] = spec.steps[step][by_task].loss;
    assert(say.includes(`The loss goes from ${before} to ${after}.`), say);
    assert(alt.endsWith(`the loss goes from ${before} to ${after}.`), alt);
    assert(alt.length <= 200, alt);
  }
});

test("a small text, word for word", () => {
  const say = (step, by) =>
    bare(kind.say({ spec: specs["one column"], step, by })).replace(
      / The loss goes from \S+ to \S+\.( |$)/,
      "|",
    );
  assert.deepEqual(
    [0, 1].map((step) => say(step, "CBOW")),
    [
      "Place 1 of 5, CBOW: b is hidden. Its row of out and the mean of a and d are " +
        "pulled together; e and g, drawn at random, are pushed away.|",
      "Place 2 of 5, CBOW: c is hidden. Its row of out and the mean of a and d are " +
        "pulled together; e and g, drawn at random, are pushed away.|The same words " +
        "stood around b: the same mean pulls both b and c in out.",
    ],
  );
  assert.equal(
    say(1, "skip-gram"),
    "Place 2 of 5, skip-gram: a and d are hidden. Their rows of out and that of c " +
      "in table are pulled together; e and g, drawn at random, are pushed away.|" +
      "The same words stood around b: the same rows of out pull both b and c in table.",
  );
});

test("only another word in the same company is named", () => {
  for (const { say, spec, step } of ends()) {
    const company = ({ around }) => [...around].sort((a, b) => a - b).join();
    const now = spec.truth[step];
    const twins = spec.truth
      .slice(0, step)
      .filter(
        (one) => company(one) === company(now) && one.middle !== now.middle,
      );
    assert.equal(
      say.includes("The same words stood around"),
      twins.length > 0,
      say,
    );
  }
});

test("under the pointer stands a word, a number of its row, or a score in full", () => {
  for (const { state, spec, truth } of ends()) {
    const said = (data) => kind.hover(state, data);
    assert.equal(said({}), "");
    truth.rows.forEach((row, k) => {
      const text = said({ answer: k });
      assert(
        text.includes(
          `target ${k < truth.right ? 1 : 0}, ${k < truth.right ? "pull" : "push"} `,
        ),
        text,
      );
      assert(
        said({ out: row, col: 0 }).startsWith(
          `out, row ${spec.rows[row].label}`,
        ),
      );
      assert.equal(said({ out: row, col: 0 }).includes(" = "), spec.numbers);
    });
    for (const row of truth.reads) {
      assert(
        said({ table: row }).startsWith(`table, row ${spec.rows[row].label}`),
      );
      assert(said({ word: row }).startsWith(`id ${spec.rows[row].label}`));
    }
    if (spec.numbers)
      assert.equal(said({ mean: "", col: 0 }).split(" = ").length, 2);
  }
});

test("the unseen table has all rows; at rest no scores", () => {
  for (const { state, truth, spec } of ends())
    for (const rest of [false, true]) {
      const { head, body, foot } = kind.numbers({ ...state, rest });
      assert.equal(body.length, truth.reads.length + truth.rows.length);
      assert.equal(foot.length, rest ? 0 : 1);
      assert([...body, ...foot].every((line) => line.length === head.length));
      assert.equal(head.length, 5 + (spec.numbers ? spec.columns.length : 0));
      const scored = body.filter(([, , score]) => score !== "").length;
      assert.equal(scored, rest ? 0 : truth.rows.length);
    }
});

test("the key says what is read, what moves, what is pulled and pushed", () => {
  for (const { state } of ends()) {
    const names = kind.key(state).map(([name]) => name);
    assert.deepEqual(names, ["pick", "touch", "solid", "dashed"]);
  }
});

test("a typed word or number means the next place with it in the middle", () => {
  const spec = specs["one column"];
  for (const by of TASKS) {
    const next = (step, typed) =>
      kind.step_of({ spec, step, by }, kind.row_of(spec, typed));
    assert.deepEqual(
      [
        next(0, "c"),
        next(1, "c"),
        next(2, "c"),
        next(4, "2"),
        next(1, "b"),
        next(0, "f"),
      ],
      [1, 2, 1, 1, 4, 3],
    );
    for (const typed of ["cow", "", "-1", "99", "1.5"])
      assert.equal(next(0, typed), -1);
  }
});

/**
 * What the picture of selected rows asks, answers and says: predictions, blocks, its key,
 * the value under the pointer. Run by test_select_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { around, centre, frozen, specs } from "../../browser/frames.mjs";
import { END, frame, frames, kind } from "./truth.mjs";

const pick_edges = ({ shapes }) =>
  shapes
    .filter((s) => s.tag === "rect" && s.stroke === "var(--pick)")
    .map((s) => s.key);

test(
  "a prediction reveals nothing before the guess but its id, " +
    "and where the answer will stand",
  () => {
    for (const frame of frames({ asked: true }, (state) => [
      0,
      0.85,
      ...END(state),
    ])) {
      const { by, spec, step, row } = frame;
      if (step >= spec.path) continue;
      assert.deepEqual(pick_edges(frame), []);
      assert(
        ![...by.keys()].some((key) =>
          /^(copy|way|tag|guess|hot|zero|cost|tick)/.test(key),
        ),
      );
      assert.deepEqual(frame.shapes, frame.before.shapes);
      assert.equal(by.get(`chip${step}#`).text, spec.rows[row].label);
      const { foot } = kind.numbers(frame.state);
      assert(!foot.length && /no row is ringed/.test(frame.alt));
      assert(/Which row/.test(frame.say) && !/reads/.test(frame.say));
    }
  },
);

test("an output that was not predicted yet is a question, also where a later step is shown", () => {
  for (const [name, spec] of Object.entries(asking())) {
    const state = frozen({
      spec,
      step: 2,
      by: "lookup",
      guesses: { 0: null },
      asked: true,
    });
    const { by } = frame(state, 0);
    assert(by.has("out0,0") || by.has("out0,0#"), name);
    assert(
      !by.has("slot0?") &&
        by.get("slot1?").text === "?" &&
        by.get("slot2?").text === "?",
      name,
    );
    assert(!by.has("out1,0") && !by.has("out1,0#"), name);
  }
});

/** Specs of three steps or more, in each of which the learner is asked. */
function asking() {
  const several = Object.entries(specs).filter(
    ([, { path, chips }]) => path > 2 && path < 9 && !chips.block,
  );
  return Object.fromEntries(
    several.map(([name, spec]) => [name, frozen({ ...spec, predict: true })]),
  );
}

test("the row under the pointer is ringed while the learner is asked, and only then", () => {
  for (const { state, spec, row, first } of frames({ asked: true }, () => [
    0,
  ])) {
    const other = first + ((row - first + 1) % spec.drawn);
    const over = frame(frozen({ ...state, over: other }), 0);
    assert.deepEqual(pick_edges(over), ["guesspick"]);
    assert(over.by.get("guesspick")["stroke-dasharray"]);
    const shown = frame(frozen({ ...state, asked: false, over: other }), 99);
    assert.deepEqual(pick_edges(shown).sort(), ["copypick", "rowpick"]);
  }
});

test("a chip keeps what became of the guess", () => {
  for (const spec of Object.values(asking())) {
    const { row } = spec.steps[1];
    const { label } = spec.rows[row];
    for (const [guess, text] of [
      [row, `${label} ✓`],
      [row + 1, `${label} ✗`],
      [null, label],
    ]) {
      const { by } = frame(
        frozen({ spec, step: 1, by: "lookup", guess, guesses: { 1: guess } }),
        99,
      );
      assert.equal(by.get("chip1#").text, text);
    }
  }
});

test("a right guess gets one ring, a wrong one both, the learner's dashed", () => {
  for (const { state, spec, row, first, step, name } of frames({}, END)) {
    const wrong = first + ((row - first + 1) % spec.drawn);
    const { label } = spec.rows[row];
    for (const guess of wrong === row ? [row] : [row, wrong]) {
      const guessed = frame(
        frozen({ ...state, guess, guesses: { [step]: guess } }),
        99,
      );
      const theirs = guessed.by.get("guesspick");
      const rings = [
        ...(guess === row ? [] : ["guesspick"]),
        "copypick",
        "rowpick",
      ].sort();
      assert.deepEqual(pick_edges(guessed).sort(), rings, name);
      if (guess === row) assert.match(guessed.say, /: as you said, /);
      else {
        const cells =
          guessed.by.get(`w${guess - first},0`) ??
          guessed.by.get(`w${guess - first},0#`);
        assert(theirs["stroke-dasharray"] && around(theirs, centre(cells)));
        assert(
          guessed.say.includes(
            `you said row ${guess.toLocaleString("en")}, but id ${label} means row ${label}; `,
          ),
        );
        assert(!guessed.alt.includes("only"));
      }
    }
  }
});

test("a guess that was skipped is neither right nor wrong", () => {
  for (const { state, step } of frames({}, END)) {
    const skipped = frame(
      frozen({ ...state, guess: null, guesses: { [step]: null } }),
      99,
    );
    assert.deepEqual(pick_edges(skipped).sort(), ["copypick", "rowpick"]);
    assert(!/you said/i.test(skipped.say));
    assert(![...skipped.by.values()].some(({ text }) => /[✓✗]/.test(text)));
  }
});

test("ids of two dimensions stand in blocks, and so do their rows", () => {
  const { by, place } = frame(
    frozen({ spec: specs.numbers, step: 3, by: "lookup" }),
    99,
  );
  const y = [0, 1, 2, 3].map((k) => by.get(`slot${k}`).y);
  const gaps = y.slice(1).map((at, k) => at - y[k]);
  assert(
    gaps[1] > gaps[0] && gaps[0] === gaps[2] && gaps[0] === place.out.pitch,
  );
  const x = [0, 1, 2]
    .map((s) => by.get(`chip${s}`))
    .map((chip) => chip.x + chip.width);
  const apart = [1, 2, 3].map((s, k) => by.get(`chip${s}`).x - x[k]);
  assert(apart[1] > apart[0]);
});

test("the key names what is in the picture and nothing else", () => {
  const named = (name, by) =>
    kind.key({ spec: specs[name], by }).map(([swatch]) => swatch);
  assert.deepEqual(named("words", "product"), [
    "pos",
    "neg",
    "dot",
    "ring",
    "hatch",
  ]);
  assert.deepEqual(named("one cell", "lookup"), ["neg", "ring"]);
  assert.deepEqual(named("one cell", "product"), ["neg", "dot", "ring"]);
  assert(named("lens", "lookup").includes("strip"));
  assert.deepEqual(named("infinite", "product"), ["pos", "dot", "nan", "ring"]);
  assert.deepEqual(named("infinite", "lookup"), ["pos", "dot", "ring"]);
  assert(named("odd", "lookup").includes("nan"));
});

test("the value under the pointer is the table's, or the product's", () => {
  for (const { state, spec, row } of frames({}, END))
    spec.columns.forEach((column, j) => {
      const { label, texts } = spec.rows[row];
      assert.equal(
        kind.hover(state, { row: String(row), col: String(j) }),
        `W[${label}, ${column}] = ${texts[j]}`,
      );
      const lost = state.by === "product" && spec.truth[0][j] === "nan";
      assert.equal(
        kind.hover(state, { out: "0", col: String(j) }),
        `output, column ${column} = ${lost ? "nan" : spec.rows[spec.steps[0].row].texts[j]}`,
      );
      assert.equal(kind.hover(state, { row: String(row) }), "");
    });
});

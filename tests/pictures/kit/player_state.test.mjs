/**
 * What becomes of a run when something happens, without a browser. Run by
 * test_player_state.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  begin,
  state_of,
} from "../../../notebooks/lookup/pictures/kit/player_state.js";
import {
  ASKS,
  KIND,
  LASTS,
  MOVED,
  SPEC,
  assert_is,
  at,
  frozen,
  moving,
  then,
} from "./runs.mjs";

/** The runs of a play from `run` to its end, frame by frame. */
function* played(run) {
  for (let events = 0; run.playing && events < 1000; events++) {
    run = run.moving ? then(run, "tick", 0.016) : then(run, "rested");
    yield run;
  }
}

const STARTS = {
  play: at(0),
  "play from the end": at(2),
  "play from beside the path": at(4),
};
for (const [name, start] of Object.entries(STARTS))
  test(`${name} runs through every step and saves once, at the end`, () => {
    const first = then(start, "play");
    assert_is(first, {
      step: 0,
      t: 0,
      moving: true,
      playing: true,
      phase: "moving",
    });
    const runs = [...played(first)];
    assert.deepEqual(
      runs.flatMap(({ due }) => (due.share ? [due.share] : [])),
      [{ step: 1 }, { step: 2 }],
    );
    assert.deepEqual(
      runs.map(({ due }) => due.save ?? false),
      [...Array(runs.length - 1).fill(false), true],
    );
    assert_is(runs.at(-1), {
      step: 2,
      t: LASTS,
      moving: false,
      playing: false,
      phase: "shown",
    });
    assert.equal(runs.at(-1).due.ran, 0);
    assert(runs.slice(0, -1).every(({ due }) => due.ran === undefined));
  });

test("a picture opens at rest, and a later step complete", () => {
  assert_is(at(0), { step: 0, t: 0, moving: false, phase: "rest" });
  assert_is(at(2), { step: 2, t: Infinity, moving: false, phase: "shown" });
  assert_is(at(0, {}, ASKS), { phase: "asked" });
});

test("a run that was paused says from where it went on", () => {
  const runs = [...played(then(moving(1), "play"))];
  assert.equal(runs.at(-1).due.ran, 1);
});

test(
  "the first step goes at its own pace, later ones twice as fast, " +
    "and neither beyond its end",
  () => {
    assert_is(then(moving(0), "tick", 0.1), { t: 0.5, due: { draw: true } });
    assert_is(then(moving(1), "tick", 0.1), {
      t: 0.6000000000000001,
      due: { draw: true },
    });
    assert_is(then(moving(1), "tick", 9), {
      t: LASTS,
      moving: false,
      due: MOVED,
    });
  },
);

test("a pause stands where it is and saves, and play goes on from there", () => {
  const paused = then(moving(1, { playing: true }), "play");
  assert_is(paused, {
    step: 1,
    t: 0.4,
    moving: false,
    playing: false,
    phase: "shown",
  });
  assert.deepEqual(paused.due, { tell: true, save: true });
  assert_is(then(paused, "play"), {
    step: 1,
    t: 0.4,
    moving: true,
    playing: true,
    due: MOVED,
  });
});

test(
  "play after a step that is complete goes on with the next, " +
    "and after the last begins again",
  () => {
    const first = then(then(then(at(0), "play"), "tick", LASTS), "pause");
    assert_is(first, { step: 0, t: LASTS, playing: false });
    assert_is(then(first, "play"), { step: 1, t: 0, playing: true });
    assert_is(then(at(1), "play"), { step: 2, t: 0, playing: true });
    assert_is(then(at(2), "play"), { step: 0, t: 0, playing: true });
    assert_is(then(at(3), "play"), { step: 0, t: 0, playing: true });
  },
);

test("next moves a step that waits, else shows the next one, and at the last step its end", () => {
  assert_is(then(at(0, { t: 0 }), "next"), {
    step: 0,
    t: 0,
    moving: true,
    due: MOVED,
  });
  const next = then(moving(0, { playing: true }), "next");
  assert_is(next, { step: 1, t: 0, moving: true, playing: false });
  assert.deepEqual(next.due, { tell: true, share: { step: 1 }, save: true });
  assert_is(then(moving(2), "next"), {
    step: 2,
    t: LASTS,
    moving: false,
    due: MOVED,
  });
  assert_is(then(at(3), "next"), {
    step: 3,
    t: LASTS,
    moving: false,
    due: MOVED,
  });
});

test(
  "back shows the step before, at the first step its beginning, " +
    "and beside the path the last of it",
  () => {
    assert_is(then(moving(1, { playing: true }), "back"), {
      step: 0,
      t: 0,
      moving: true,
      playing: false,
    });
    assert_is(then(moving(0), "back"), {
      step: 0,
      t: 0,
      moving: false,
      phase: "rest",
      due: MOVED,
    });
    for (const beside of [3, 4]) {
      const back = then(at(beside), "back");
      assert_is(back, { step: 2, moving: true });
      assert.deepEqual(back.due, {
        tell: true,
        share: { step: 2 },
        save: true,
      });
    }
  },
);

test("start again waits at the first step and forgets the guesses", () => {
  const run = then(
    moving(
      2,
      { playing: true, guesses: { 0: 4, 1: 4, 2: 2 } },
      { predict: true },
    ),
    "reset",
  );
  assert_is(run, {
    step: 0,
    t: 0,
    moving: false,
    playing: false,
    phase: "asked",
  });
  assert.deepEqual(run.guesses, {});
  assert.deepEqual(run.due, { tell: true, share: { step: 0 }, save: true });
  assert_is(then(moving(2), "reset"), {
    step: 0,
    t: 0,
    moving: false,
    phase: "rest",
  });
});

test(
  "play and next show what comes out where the learner is asked, " +
    "as a guess that was skipped",
  () => {
    for (const event of ["play", "next"]) {
      const run = then(at(0, {}, ASKS), event);
      assert_is(run, {
        step: 0,
        t: 0,
        moving: true,
        playing: false,
        phase: "moving",
        due: MOVED,
      });
      assert.deepEqual(run.guesses, { 0: null });
      assert.equal(state_of(run).guess, null);
      assert_is(then(then(run, "tick", 9), event), { step: 1, phase: "asked" });
    }
  },
);

test("a run ends at a question", () => {
  const run = then(at(0, { playing: true, guesses: { 0: 4 } }, ASKS), "rested");
  assert_is(run, { step: 1, moving: false, playing: false, phase: "asked" });
  assert.deepEqual(run.due, { tell: true, share: { step: 1 }, save: true });
});

test("a row that is clicked or typed answers the question, and the step moves", () => {
  for (const [event, detail, row] of [
    ["click", 4, 4],
    ["type", " 3 ", 3],
  ]) {
    const run = then(at(0, {}, ASKS), event, detail);
    assert_is(run, {
      step: 0,
      t: 0,
      moving: true,
      phase: "moving",
      due: MOVED,
    });
    assert.equal(state_of(run).guess, row);
    assert_is(then(run, "next"), { step: 1, phase: "asked" });
  }
});

test("a row that the table does not have answers no question", () => {
  const run = then(at(0, {}, ASKS), "type", "6");
  assert_is(run, { phase: "asked", due: { tell: true, ask: { typed: "6" } } });
});

test("beside the path and where nothing is predicted nothing is asked", () => {
  assert_is(at(3, {}, ASKS), { phase: "shown" });
  assert_is(at(1), { phase: "shown" });
});

test("the scrub bar ends a run, stands between two steps and saves when it is let go", () => {
  const run = then(moving(0, { playing: true }), "slide", 1.5);
  assert_is(run, {
    step: 1,
    t: LASTS / 2,
    moving: false,
    playing: false,
    phase: "shown",
  });
  assert.deepEqual(run.due.share, { step: 1 });
  const on = then(run, "slide", 1.75);
  assert_is(on, { step: 1, t: 0.75 * LASTS, due: MOVED });
  const further = then(on, "slide", 2);
  assert_is(further, {
    step: 2,
    t: 0,
    phase: "rest",
    due: { tell: true, share: { step: 2 } },
  });
  assert.deepEqual(then(further, "slid").due, { save: true });
});

test("the scrub bar shows no answer before it is given", () => {
  const run = then(at(0, { guesses: { 0: 4 } }, ASKS), "slide", 1.5);
  assert_is(run, { step: 1, t: 0, phase: "asked" });
});

test("a click on the scrub bar plays the step that was clicked from its beginning", () => {
  const before = at(1);
  const run = then(then(before, "slide", 2.5), "jump", { to: 2, before });
  assert_is(run, { step: 2, t: 0, moving: true, playing: false });
  assert.equal(run.due.save, true);
  assert.equal(state_of(run).kept, 1);
});

test("another way shows the step anew, in every view", () => {
  const run = then(at(1), "choose_way", "lookup");
  assert_is(run, {
    step: 1,
    t: 0,
    moving: true,
    due: { tell: true, share: { by: "lookup" }, save: true },
  });
  assert.equal(state_of(run).by, "lookup");
  assert.deepEqual(
    then(run, "place", { step: 1, row: null, by: "lookup" }).due,
    {},
    "as this view has shared it",
  );
  const there = then(at(1), "place", { step: 1, row: null, by: "lookup" });
  assert_is(there, { t: 0, moving: true, due: MOVED });
});

test("the way before is known until another step is shown", () => {
  const was = (run) => state_of(run).was;
  const run = then(at(1), "choose_way", "lookup");
  assert.equal(was(at(1)), null);
  assert.equal(was(run), "product");
  assert.equal(
    was(then(run, "choose_way", "lookup")),
    "product",
    "it is this way already",
  );
  assert.equal(
    was(then(run, "place", { step: 1, row: null, by: "lookup" })),
    "product",
  );
  assert.equal(
    was(then(run, "place", { step: 1, row: null, by: "product" })),
    "lookup",
  );
  for (const [event, detail] of [
    ["next"],
    ["back"],
    ["reset"],
    ["jump", { to: 2 }],
  ])
    assert.equal(was(then(run, event, detail)), null, event);
  assert.equal(
    was(then(run, "place", { step: 2, row: null, by: "lookup" })),
    null,
  );
});

test("a page that becomes narrow or wide has the picture fitted, once", () => {
  const run = then(at(1), "fit", true);
  assert.deepEqual(run.due, { fit: true, draw: true });
  assert.equal(state_of(run).narrow, true);
  assert.deepEqual(then(run, "fit", true).due, {});
});

const fresh_spec = (changes = {}) => frozen({ ...SPEC, ...changes });

test("a new spec ends a run, unless it is the text that was typed", () => {
  for (const [sentence, asking, playing] of [
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ]) {
    const before = moving(
      2,
      { playing: true, guesses: { 0: 1 } },
      { sentence },
    );
    const run = { ...before, asking: asking ? before.spec : null };
    const spec = fresh_spec({ sentence });
    const shown = then(frozen(run), "spec", {
      spec,
      step: 0,
      row: null,
      by: "product",
    });
    assert_is(shown, { step: 0, t: 0, moving: true, playing, due: MOVED });
    assert.equal(shown.spec, spec);
    assert.deepEqual(shown.guesses, sentence ? {} : { 0: 1 });
  }
});

test("a row clicked beside a text is no text", () => {
  const before = at(0, {}, { sentence: true });
  const run = then({ ...before, asking: before.spec }, "spec", {
    spec: fresh_spec({ sentence: true }),
    step: 3,
    row: null,
  });
  assert_is(run, { step: 3, moving: true, playing: false });
});

test("a new spec plays from the second at which its kind says that it starts", () => {
  const spec = fresh_spec();
  const shown = (starts) =>
    then(at(1, {}, {}, { starts }), "spec", { spec, step: 1, row: null });
  assert_is(
    shown(() => 0.7),
    { t: 0.7, moving: true },
  );
  assert_is(
    shown(() => LASTS),
    { t: LASTS, moving: false },
  );
  assert_is(shown(undefined), { t: 0, moving: true });
});

test("a spec with fewer steps is shown at its last", () => {
  const spec = fresh_spec({ path: 1, steps: [{ row: 4 }] });
  assert_is(then(at(2), "spec", { spec, step: 2, row: null }), { step: 0 });
});

test("where motion is not wanted a step is complete at once, and a run rests between steps", () => {
  const calm = { calm: true };
  assert_is(then(at(0, calm), "next"), {
    step: 0,
    t: LASTS,
    moving: false,
    phase: "shown",
  });
  assert_is(then(at(1, calm), "next"), {
    step: 2,
    t: LASTS,
    moving: false,
    phase: "shown",
  });
  const first = then(at(0, calm), "play");
  assert_is(first, {
    step: 0,
    t: LASTS,
    moving: false,
    playing: true,
    due: MOVED,
  });
  const runs = [...played(first)];
  assert.deepEqual(
    runs.map(({ step, playing, due }) => [step, playing, due.save ?? false]),
    [
      [1, true, false],
      [2, false, true],
    ],
  );
});

test("a row of the path is shown, another one is asked of the kernel", () => {
  const shown = then(moving(0, { playing: true }), "click", 2);
  assert_is(shown, { step: 2, t: 0, moving: true, playing: false });
  assert.deepEqual(shown.due, { tell: true, share: { step: 2 }, save: true });
  assert.deepEqual(
    then(at(1), "click", 1).due,
    { tell: true, save: true },
    "it is the step of all views",
  );
  const asked = then(moving(1, { playing: true }), "click", 3);
  assert_is(asked, { step: 1, t: 0.4, moving: false, playing: false });
  assert.deepEqual(asked.due, { tell: true, save: true, ask: { row: "3" } });
  assert.deepEqual(then(at(1), "type", " x ").due, {
    tell: true,
    ask: { typed: " x " },
  });
  const text = then(at(1, {}, { sentence: true }), "type", "2");
  assert.deepEqual(text.due, { tell: true, ask: { typed: "2" } });
});

test("an answer is said where it refuses, and the same once more is shown once more", () => {
  const asked = then(at(1, {}, { sentence: true }), "type", "x");
  const refused = then(asked, "answer", "no such word");
  assert_is(refused, { step: 1, moving: false, due: MOVED });
  assert.equal(refused.refused, "no such word");
  assert.equal(
    then(refused, "point", { row: 1 }).refused,
    "no such word",
    "a pointer does not answer it",
  );
  for (const event of ["play", "next", "type"])
    assert.equal(then(refused, event, "4").refused, "");
  assert_is(then(asked, "answer", ""), {
    step: 1,
    t: 0,
    moving: true,
    playing: true,
  });
  assert.deepEqual(then(refused, "answer", "").due, {}, "nothing was asked");
});

test("a kernel that is silent or gone is mentioned, and the picture stays", () => {
  const asked = then(at(1), "type", "x");
  for (const event of ["silent", "gone"]) {
    const run = then(asked, event);
    assert.match(run.refused, /the picture stays as it is\.$/i);
    assert_is(run, { step: 1, t: Infinity, moving: false });
  }
  assert.equal(then(asked, "gone").asking, null);
});

test(
  "what this view shared moves nothing, " +
    "what another one shared moves it and lets it play",
  () => {
    const run = moving(1, { playing: true });
    const echo = then(run, "place", { step: 1, row: null, by: "product" });
    assert.deepEqual({ ...echo, due: {} }, { ...run, due: {} });
    assert.deepEqual(echo.due, {});
    const there = then(run, "place", { step: 2, row: null, by: "product" });
    assert_is(there, {
      step: 2,
      t: 0,
      moving: true,
      playing: true,
      due: MOVED,
    });
    assert_is(then(run, "place", { step: 99, row: null, by: "product" }), {
      step: 4,
    });
  },
);

test("where a kind picks, a row is picked, let go and shared, and no step moves", () => {
  const run = at(1, {}, {}, { picks: true });
  assert_is(then(run, "click", 4), {
    step: 1,
    moving: false,
    due: { share: { row: 4 }, save: true },
  });
  const picked = then(run, "place", { step: 1, row: 4, by: "product" });
  assert_is(picked, { moving: false, due: MOVED });
  assert.equal(state_of(picked).row, 4);
  assert.deepEqual(then(picked, "click", 4).due, {
    share: { row: null },
    save: true,
  });
  assert.deepEqual(then(picked, "type", "4").due, {
    tell: true,
    share: { row: 4 },
    save: true,
  });
  assert_is(then(then(run, "type", "x"), "answer", ""), {
    moving: false,
    due: {},
  });
});

test("what is under the pointer is written while nothing moves, and goes with the pointer", () => {
  assert.deepEqual(then(at(1), "point", { row: "4" }).due, { under: "row 4" });
  assert.deepEqual(then(at(1), "point", {}).due, { under: "" });
  assert.deepEqual(then(moving(1), "point", { row: "4" }).due, { under: "" });
  for (const run of [at(1), moving(1), at(1, { playing: true })])
    assert.deepEqual(
      then(run, "leave").due,
      { under: "" },
      "and a rest is not begun anew",
    );
});

test("the row under the pointer is drawn as meant while the learner is asked", () => {
  const over = then(at(0, {}, ASKS), "point", { row: "4" });
  assert.deepEqual(over.due, { under: "row 4", draw: true });
  assert.equal(state_of(over).over, 4);
  assert.equal(then(over, "point", { row: "4" }).due.draw, undefined);
  assert.deepEqual(then(over, "leave").due, { under: "", draw: true });
});

test("a view that is opened later keeps what another one does", () => {
  const shared = { spec: SPEC, row: null, by: "product" };
  const came = { step: 0, kept: 2, added: [5] };
  const run = begin(KIND, { ...shared, step: 0, came });
  assert.deepEqual([run.kept, run.added, run.t], [2, [5], Infinity]);
  const none = begin(KIND, { ...shared, step: 0 });
  assert.deepEqual([none.kept, none.added, none.t], [-1, [], 0]);
});

test("a step that another view has shown brings along what it keeps", () => {
  const came = { step: 1, kept: 2, added: [] };
  const run = then(at(2), "place", { step: 1, by: "product", came });
  assert.deepEqual([run.step, run.kept], [1, 2]);
  const by_kernel = then(at(2), "place", { step: 1, by: "product" });
  assert.deepEqual([by_kernel.step, by_kernel.kept], [1, -1]);
});

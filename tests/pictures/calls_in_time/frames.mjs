/**
 * What every frame of queued calls in time shows, and what is said of it. Run by
 * test_calls_in_time.py, which adds the times as they were measured.
 */
import assert from "node:assert/strict";
import test from "node:test";
import * as words from "../../../notebooks/lookup/pictures/calls_in_time/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/calls_in_time/draw.js";
import { time_text } from "../../../notebooks/lookup/pictures/kit/units.js";
import {
  COMMON,
  assert_apart,
  box_of,
  frame_of,
  frames_of,
  frozen,
  hold,
  near,
  specs,
} from "../../browser/frames.mjs";

const kind = { ...drawing, ...words };
const { STOPWATCH, WORK, WAIT } = words;
const TIMES = [0, 0.01, 0.4, 0.9, 1.2, 1.4, 1.5, 1.6, 2.2, 3, 3.39, 3.4, 4, 99];
const LEAST = 1.5; // px of what is too short to be seen

/** A frame, with the times as they were measured and the time that it is. */
function frame(state, t) {
  const { spec, step } = state;
  const { truth } = spec;
  const end = kind.lasts(state);
  const [begin] = kind.stages[step].time;
  const gone = Math.min(1, Math.max(0, (t - begin) / (end - begin)));
  return {
    ...frame_of(kind, state, t),
    truth,
    gone,
    over: t >= end,
    calls: truth.called.length,
  };
}

function* frames() {
  for (const narrow of [false, true])
    for (const picked of [false, true]) {
      const row = (spec) => (picked ? spec.calls.length - 1 : null);
      for (const one of frames_of(
        (state, t) =>
          frame(frozen({ ...state, narrow, row: row(state.spec) }), t),
        () => TIMES,
      ))
        yield {
          ...one,
          name: `${one.name}${picked ? ", picked" : ""}${narrow ? ", narrow" : ""}`,
        };
    }
}

/** How many px a second takes, by the last of the round times below the lanes. */
function scale(frame) {
  const ticks = frame.shapes.filter(({ key }) => /^tick\d/.test(key));
  return { ticks, per: frame.place.w / sight(frame) };
}

/** How many seconds are in sight: the calls only, or all. */
function sight({ truth, step, t, over, spec }) {
  const [first, last] = [truth.returned.at(-1), truth.waited].map(
    (seconds) => 1.03 * seconds,
  );
  if (step === STOPWATCH) return first;
  if (step === WAIT || over || t >= kind.stages[WORK].zoom[1]) return last;
  return t === 0 ? first : undefined;
}

/** A bar reaches from one time to another. */
function assert_reaches(frame, key, from, to) {
  const { by, place } = frame;
  const { per } = scale(frame);
  const { x, width } = by.get(key);
  const [left, right] = [from, to].map((seconds) => place.x + per * seconds);
  assert(near(x, left), `${key} begins at ${x}, not ${left}`);
  assert(
    near(width, Math.max(LEAST, right - left)),
    `${key} is ${width} wide, not ${right - left}`,
  );
}

const keys = ({ shapes }, name) =>
  shapes.filter(({ key }) => new RegExp(`^${name}\\d+$`).test(key));

hold(frames(), {
  ...COMMON,
  "a stage begins as the one before it ended": ({ t, step, state, shapes }) => {
    if (t === 0 && step)
      assert.deepEqual(shapes, kind.picture({ ...state, step: step - 1 }, 99));
  },
  "calls are drawn to scale, as far as they have been made": (frame) => {
    const { truth, step, gone, over } = frame;
    if (sight(frame) === undefined) return;
    const until = step === STOPWATCH ? gone * truth.returned.at(-1) : Infinity;
    const made = truth.called.filter(
      (seconds) => seconds <= until + 1e-12,
    ).length;
    assert.equal(keys(frame, "call").length, made);
    for (let k = 0; k < made; k++)
      assert_reaches(
        frame,
        `call${k}`,
        truth.called[k],
        Math.min(until, truth.returned[k]),
      );
    if (over) assert.equal(made, frame.calls);
  },
  "work is drawn to scale, as far as it has come, and never in the first stage":
    (frame) => {
      const { truth, step, gone } = frame;
      const until =
        step === WAIT
          ? Infinity
          : step === WORK && gone > 0
            ? gone * truth.done.at(-1)
            : -1;
      const begun = truth.began.filter(
        (seconds) => seconds <= until + 1e-12,
      ).length;
      assert.equal(keys(frame, "work").length, begun);
      assert.equal(
        frame.shapes.filter(({ key }) => key.startsWith("link")).length,
        begun,
      );
      for (let k = 0; k < begun; k++)
        assert_reaches(
          frame,
          `work${k}`,
          truth.began[k],
          Math.min(until, truth.done[k]),
        );
    },
  "the wait goes on behind the last call": (frame) => {
    const { truth, step, gone, by } = frame;
    assert.equal(by.has("wait"), step === WAIT && gone > 0);
    if (!by.has("wait")) return;
    const from = truth.returned.at(-1);
    assert_reaches(frame, "wait", from, from + gone * (truth.waited - from));
  },
  "the lane of the work is there when there is work to see": ({
    by,
    step,
    t,
    spec,
  }) => {
    assert.equal(
      by.get("lane1")?.text,
      step > WORK || (step === WORK && t > 0) ? spec.lanes[1] : undefined,
    );
    assert.equal(by.get("lane0").text, "Python");
  },
  "round times stand where they say": (frame) => {
    const { place, narrow, state } = frame;
    if (sight(frame) === undefined) return;
    const { ticks, per } = scale(frame);
    assert(
      ticks.length >= 2 && ticks.length <= (state.narrow ? 4 : 6),
      `${ticks.length}`,
    );
    assert.equal(ticks[0].text, "0 s");
    const step = (ticks[1].x - place.x) / per;
    ticks.forEach(({ x, text }, k) => {
      assert(near(x, place.x + per * step * k));
      assert.equal(text, time_text(step * k));
    });
    assert(
      /^[125](0*)( |$)/.test(ticks[1].text.replace(",", "")),
      ticks[1].text,
    );
  },
  "a stopwatch is read where it stops": ({ by, truth, step, over, t }) => {
    const stopped = step > STOPWATCH || over;
    const both = step === WAIT && over;
    const text = (key) => by.get(`${key}:`)?.text;
    assert.equal(
      text("stop"),
      stopped
        ? `stopwatch without waiting: ${time_text(truth.returned.at(-1))}`
        : undefined,
    );
    assert.equal(
      text("over"),
      both ? `stopwatch with the wait: ${time_text(truth.waited)}` : undefined,
    );
    assert.equal(by.has("now"), t > kind.stages[step].time[0] && !over);
  },
  "bars lie in their lanes, numbers on their bars": (frame) => {
    const { by, place } = frame;
    for (const [lane, name] of ["call", "work"].entries())
      for (const { key, x, y, width } of keys(frame, name)) {
        assert.equal(y, place.lanes[lane]);
        assert(x >= place.x - 0.01 && x + width <= place.x + place.w + LEAST);
        const text = by.get(`${key}#`);
        assert.equal(Boolean(text), width >= 16);
        if (!text) continue;
        const [left, , right] = box_of(text);
        assert(left >= x && right <= x + width, key);
      }
  },
  "the call picked is ringed, in both lanes": (frame) => {
    const { by, state, calls } = frame;
    const k = calls - 1;
    assert.equal(
      by.has(`of${k}pick`),
      state.row !== null && by.has(`call${k}`),
    );
    assert.equal(
      by.has(`at${k}pick`),
      state.row !== null && by.has(`work${k}`),
    );
  },
  "a bar tells the pointer its call": (frame) => {
    for (const name of ["call", "work"])
      for (const { key, "data-row": row } of keys(frame, name))
        assert.equal(key, `${name}${row}`);
  },
  "the sentence says what was measured": ({
    say,
    alt,
    truth,
    step,
    state,
    calls,
    spec,
  }) => {
    const last = truth.returned.at(-1);
    const early = truth.done.filter((seconds) => seconds <= last).length;
    const wanted = [
      [`after ${time_text(last)} `],
      [
        `from ${time_text(truth.began[0])} to ${time_text(truth.done.at(-1))}.`,
        `${early} of ${calls} call`,
      ],
      [`until ${time_text(truth.waited)}.`, " times as much."],
    ];
    for (const text of wanted[step]) assert(say.includes(text), say);
    assert(!/\b1 (calls|were|are)\b/.test(say + alt), say);
    assert(alt.includes(`returned after ${time_text(last)}`), alt);
    assert.equal(
      alt.includes(time_text(truth.done.at(-1))) || step > STOPWATCH,
      step > STOPWATCH || time_text(truth.done.at(-1)) === time_text(last),
      alt,
    );
    assert.equal(/Call \d.*\.$/.test(say), state.row !== null, say);
    if (step >= WORK) assert(say.includes(spec.worker) || step === WAIT);
  },
  "the unseen table tells nothing of a stage to come": ({
    state,
    step,
    truth,
    calls,
  }) => {
    for (const rest of [false, true]) {
      const at = rest ? step - 1 : step;
      const { head, body, foot } = kind.numbers({ ...state, rest });
      assert.deepEqual(
        [head.length, body.length, foot.length],
        [5, calls, at >= WAIT ? 1 : 0],
      );
      body.forEach(([, ...texts], k) => {
        const times = [
          truth.called,
          truth.returned,
          truth.began,
          truth.done,
        ].map((column) => time_text(column[k]));
        assert.deepEqual(texts, [
          ...times.slice(0, 2).map((text) => (at < STOPWATCH ? "" : text)),
          ...times.slice(2).map((text) => (at < WORK ? "" : text)),
        ]);
      });
      const hover = kind.hover({ ...state, rest }, { row: "0" });
      assert.equal(/returned at/.test(hover), at >= STOPWATCH);
      assert.equal(/worked on/.test(hover), at >= WORK);
    }
    assert(kind.hover(state, { wait: "1" }).startsWith("wait: from "));
    assert.equal(kind.hover(state, {}), "");
  },
  "the key names what there is": ({ state, step }) => {
    const names = kind.key(state).map(([swatch]) => swatch);
    assert.deepEqual(names, [
      ...["ink", "quiet", "hatch"].slice(0, step + 1),
      ...(state.row === null ? [] : ["ring"]),
    ]);
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "what is narrow is narrow": ({ place, state }) =>
    assert(place.width <= (state.narrow ? 320 : 720), `${place.width}`),
});

test("a typed text means a call, nothing, or is not known", () => {
  const spec = specs.thread;
  const known = { 1: 0, 4: 3, 0: -1, "": null };
  for (const [typed, row] of Object.entries(known))
    assert.equal(kind.row_of(spec, typed), row);
  for (const typed of ["cow", "-1", "1.5"])
    assert(Number.isNaN(kind.row_of(spec, typed)));
  const step_of = (row) => kind.step_of({ spec, step: 2 }, row);
  assert.deepEqual(
    [0, 3, null, 4, -1, NaN].map(step_of),
    [2, 2, 2, -1, -1, -1],
  );
});

test("the three stages of four calls, word for word", () => {
  const say = (step, row = null) => kind.say({ spec: specs.thread, step, row });
  assert.equal(
    say(0),
    "A stopwatch that does not wait: after 61 µs all 4 calls had returned, and it stops.",
  );
  assert.equal(
    say(1),
    "The work: a helper thread worked from 50 µs to 20.5 ms. " +
      "When the last call returned, 0 of 4 calls were done.",
  );
  assert.equal(
    say(2, 1),
    "The wait: Python waited until 20.6 ms. " +
      "Only then is it sure that all 4 calls are done: " +
      "a stopwatch that waits shows 338 times as much. Call 2: " +
      "called at 20 µs, returned at 34 µs, worked on from 5.2 ms to 10.2 ms.",
  );
});

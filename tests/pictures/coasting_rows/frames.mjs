/**
 * What every frame of the rows that coast must show. Run by test_coasting_rows.py, which
 * adds what NumPy says of each step.
 */
import assert from "node:assert/strict";
import * as words from "../../../notebooks/lookup/pictures/coasting_rows/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/coasting_rows/draw.js";
import {
  COMMON,
  assert_apart,
  box_of,
  frame_of,
  frames_of,
  frozen,
  hold,
  near,
  numbers_in,
  specs,
} from "../../browser/frames.mjs";

const kind = { ...drawing, ...words };
const { bars, glide } = kind.stages;
const END = glide[1];
const TIMES = [0, 0.01, 0.1, glide[0], bars[1], 0.3, 0.45, END, END + 1, 99];
const BARS = { gradient: "var(--touch)", memory: "var(--pos)" };
const COLOURS = {
  gradient: "var(--touch)",
  memory: "var(--pos)",
  neither: "var(--quiet)",
  none: "var(--paper)",
};

/** A frame, with what NumPy says of the step whose numbers stand, and of the one before. */
function frame(state, t) {
  const { spec, step, by } = state;
  const truth = spec.truth[by];
  const rows = spec.rows.map((_, i) => i);
  return {
    ...frame_of(kind, state, t),
    truth,
    rows,
    now: t > 0 ? step : step - 1,
  };
}

function* frames() {
  for (const narrow of [false, true])
    for (const by of new Set(Object.values(specs).flatMap((spec) => spec.ways)))
      for (const one of frames_of(
        (state, t) => frame(frozen({ ...state, by: way_of(state, by) }), t),
        () => TIMES,
        { narrow },
      ))
        yield { ...one, name: `${one.name}, ${by}${narrow ? ", narrow" : ""}` };
}
const way_of = ({ spec }, by) => (spec.ways.includes(by) ? by : spec.ways[0]);

/** Where row i should be on its lane. */
function place_of({ spec, place, truth, step, t }, i) {
  const before = step > 0 ? truth.distance[i][step - 1] : 0;
  const after = truth.distance[i][step];
  const [low, high] =
    t <= glide[0]
      ? [before, before]
      : t >= END
        ? [after, after]
        : [before, after].sort((a, b) => a - b);
  return [low, high].map((way) => place.x + (place.w * way) / spec.reach);
}

const two_digits = (text, value) => {
  if (value === 0) return assert.equal(text, "0");
  if (value < 0.9e-4) return assert.equal(text, "≈0");
  assert.notEqual(text, "0");
  assert(
    text === "≈0" ||
      Math.abs(Number(text.replaceAll(",", "")) - value) <= 0.051 * value,
    `${text} for ${value}`,
  );
};

const PROPERTIES = {
  ...COMMON,
  "a row is where its distance says, or behind the end of its lane": (
    frame,
  ) => {
    const { by, place, rows, spec } = frame;
    const end = place.x + place.w;
    for (const i of rows) {
      const { cx } = by.get(`sledge${i}`);
      const [low, high] = place_of(frame, i);
      const off = 0.006 * (high - place.x) + 0.01;
      if (by.has(`off${i}`))
        assert(cx > end && high > end - off, `row ${i} is not away`);
      else
        assert(
          cx >= low - off && cx <= high + off && cx <= end + 0.1,
          `row ${i} at ${cx}, not ${low} to ${high}`,
        );
      assert(
        i !== spec.coasting || !by.has(`off${i}`),
        "the row that is seen once stays in sight",
      );
    }
  },
  "a row has the colour of what moves it, and is hollow where it stands still":
    ({ by, rows, truth, now }) => {
      for (const i of rows) {
        const moves = now >= 0 && truth.moved[i][now] > 0;
        const driver =
          ["gradient", "memory"].find(
            (name) => now >= 0 && truth[name][i][now] > 0,
          ) ?? "neither";
        assert.equal(
          by.get(`sledge${i}`).fill,
          COLOURS[moves ? driver : "none"],
        );
      }
    },
  "the trail has a tick for each place so far that is in sight": ({
    by,
    rows,
    step,
    truth,
    place,
    spec,
  }) => {
    for (const i of rows) {
      const ways = [0, ...truth.distance[i].slice(0, step)].filter(
        (way) => way <= spec.reach,
      );
      const xs = numbers_in(by.get(`trail${i}`).d).filter(
        (_, k) => k % 4 === 0,
      );
      const loose = ways.filter(
        (way) => Math.abs(way - spec.reach) > 0.006 * spec.reach,
      );
      assert(
        xs.length >= loose.length && xs.length <= ways.length + 1,
        `${xs.length} of ${ways.length}`,
      );
      ways
        .slice(0, xs.length)
        .forEach((way, k) =>
          assert(
            Math.abs(xs[k] - place.x - (place.w * way) / spec.reach) <=
              0.006 * place.w,
          ),
        );
    }
  },
  "a bar is as long as its number beside the row's largest": ({
    by,
    rows,
    step,
    truth,
    place,
    t,
  }) => {
    for (const i of rows)
      for (const name in BARS) {
        const { width, fill } = by.get(`${name}${i}`);
        const most = Math.max(...truth[name][i]) || 1;
        const share = truth[name][i][step] / most;
        assert.equal(fill, BARS[name]);
        if (t >= bars[1])
          assert(
            Math.abs(width / place.bar - share) <= 0.06,
            `${width} for ${share}`,
          );
        if (t === 0)
          assert(
            Math.abs(
              width / place.bar - (step ? truth[name][i][step - 1] / most : 0),
            ) <= 0.06,
          );
      }
  },
  "the numbers are those of the step": ({ by, rows, now, truth, t, step }) => {
    for (const i of rows) {
      for (const name in BARS) {
        const { text } = by.get(`${name}${i}#`);
        if (now < 0) assert.equal(text, "");
        else two_digits(text, truth[name][i][now]);
      }
      const at = t >= END ? step : step - 1;
      two_digits(by.get(`way${i}`).text, at < 0 ? 0 : truth.distance[i][at]);
    }
  },
  "the axis has its unit, and its ticks stand where they say": ({
    by,
    place,
    spec,
  }) => {
    for (const tick of spec.ticks)
      assert(
        near(by.get(`tick${tick}`).x, place.x + (place.w * tick) / spec.reach),
      );
    assert(
      spec.ticks.length >= 2 && spec.ticks.length <= 4 && spec.ticks[0] === 0,
    );
    assert.equal(by.get("axis1").text, spec.axis[1]);
  },
  "which optimiser and which step stand above": ({ by, state, now, spec }) => {
    const at = (now < 0 ? spec.steps[0] : spec.steps[now]).toLocaleString("en");
    assert.equal(
      by.get("when").text,
      `${state.by}, ${now < 0 ? "before " : ""}step ${at}`,
    );
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "a row covers no text": ({ by, shapes, rows }) => {
    for (const i of rows) {
      const [left, top, right, bottom] = box_of(by.get(`sledge${i}`));
      for (const text of shapes.filter(({ tag }) => tag === "text")) {
        const [l, t, r, b] = box_of(text);
        assert(
          r <= left || right <= l || b - 3 <= top || bottom <= t + 2,
          `row ${i} and ${text.text}`,
        );
      }
    }
  },
  "the sentence names the step, the optimiser and the row that is seen once, with its numbers":
    ({ say, alt, state, step, spec, truth }) => {
      const i = spec.coasting;
      const found = say.match(
        /^Step ([\d,]+), (.+): “\u2068(.+?)\u2069” has gradient (\S+) and memory (\S+), and (?:moves by (\S+)|stands still)\. It is now (\S+) first steps? from its start\./,
      );
      assert(found, say);
      const [, at, by, , gradient, memory, moved = "0", way] = found;
      assert.deepEqual(
        [Number(at.replaceAll(",", "")), by],
        [spec.steps[step], state.by],
      );
      const texts = { gradient, memory, moved, distance: way };
      for (const name in texts) two_digits(texts[name], truth[name][i][step]);
      assert(alt.includes(`gradient ${gradient} and memory ${memory}`));
      const still = spec.rows.filter(
        (_, k) => k !== i && truth.moved[k][step] === 0,
      );
      assert.equal(
        say.match(/stands still\./g)?.length ?? 0,
        still.length + (truth.moved[i][step] === 0),
      );
      const adrift = spec.rows.filter(
        (_, k) =>
          k !== i &&
          truth.moved[k][step] > 0 &&
          !truth.gradient[k][step] &&
          !truth.memory[k][step],
      );
      assert.equal(
        say.match(/has neither and moves by/g)?.length ?? 0,
        adrift.length,
      );
    },
  "the unseen table and the pointer say the numbers of each row": ({
    state,
    now,
    rows,
    truth,
  }) => {
    const rest = now < state.step;
    const { head, body } = kind.numbers({ ...state, rest });
    assert.equal(head.length, 5);
    for (const i of rows) {
      const [, gradient, memory, moved, way] = body[i];
      const texts = { gradient, memory, moved, distance: way };
      if (now < 0)
        assert.deepEqual(texts, {
          gradient: "",
          memory: "",
          moved: "",
          distance: "0",
        });
      else
        for (const name in texts) two_digits(texts[name], truth[name][i][now]);
      const said = kind.hover({ ...state, rest }, { lane: `${i}` });
      assert.equal(
        said,
        now < 0
          ? ""
          : `${body[i][0]}: gradient ${gradient}, memory ${memory}, moved ${moved}, ` +
              `distance ${way}`,
      );
    }
    assert.equal(kind.hover(state, {}), "");
  },
  "the key says what is drawn": ({ state, spec, truth, rows }) => {
    const drifts = rows.some((i) =>
      spec.steps.some(
        (_, k) =>
          truth.moved[i][k] && !truth.gradient[i][k] && !truth.memory[i][k],
      ),
    );
    assert.equal(
      kind.key(state).some(([name]) => name === "quiet"),
      drifts,
    );
  },
  "a typed number is a step, unless the kernel is to train again": ({
    spec,
    state,
    step,
  }) => {
    const typed = `${spec.steps[step]}`;
    assert.equal(
      kind.step_of(state, kind.row_of(spec, typed)),
      spec.range ? -1 : step,
    );
    for (const text of ["cow", "-1", "1.5", "", "1e1", "9999"])
      assert.equal(kind.step_of(state, kind.row_of(spec, text)), -1);
  },
};

hold(frames(), PROPERTIES);

/**
 * What every frame of a step to scale must show. Run by test_step_times.py, which adds
 * what it counts in the steps.
 */
import assert from "node:assert/strict";
import * as words from "../../../notebooks/lookup/pictures/step_times/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/step_times/draw.js";
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
const { shrink, open } = kind.stages;
const TIMES = [
  0,
  0.01,
  0.2,
  shrink[0],
  0.45,
  0.8,
  shrink[1],
  1.5,
  open[1],
  1.9,
  2.5,
  4,
  99,
];
const COLOURS = ["ink", "touch", "quiet", "line"].map(
  (name) => `var(--${name})`,
);

/** A frame, with what the test counts of the way shown and of the one before. */
function frame(state, t) {
  const { spec, by, was, step } = state;
  const truth = spec.truth[by];
  const changes = was !== null && was !== by;
  const own = kind.lasts(state) - (changes ? open[1] : 0);
  const begun = changes ? open[1] : 0;
  const now = t >= begun + own ? step : step - 1; // the part that is complete
  return {
    ...frame_of(kind, state, t),
    truth,
    old: spec.truth[was ?? by],
    begun,
    changes,
    now,
  };
}

function* frames() {
  const names = new Set(Object.values(specs).flatMap(({ ways }) => ways));
  for (const narrow of [false, true])
    for (const by of names)
      for (const was of [null, "dense", "sparse=True"])
        for (const one of frames_of(
          (state, t) => frame(frozen(of_spec(state, by, was)), t),
          () => TIMES,
          { narrow },
        ))
          if (one.state.by === by && one.state.was === was)
            yield {
              ...one,
              name: `${one.name}, ${by} after ${was}${narrow ? ", narrow" : ""}`,
            };
}

/** A state with ways that its spec has. */
function of_spec(state, by, was) {
  const { ways } = state.spec;
  return {
    ...state,
    by: ways.includes(by) ? by : ways[0],
    was: ways.includes(was) ? was : null,
  };
}

/** The cells in which the test found an id. */
const marks_of = ({ truth }) => truth.cells;

/**
 * A block is as wide as its time, but at least a pixel, if there is one before the end of
 * the bar.
 */
function assert_wide(width, wanted) {
  const close = [wanted, Math.max(1, wanted)].some(
    (wide) => Math.abs(width - wide) < 0.1,
  );
  assert(close, `${width} for ${wanted}`);
}

const widths = ({ by, truth }, key) =>
  truth.shares.map((_, k) => by.get(`${key}${k}`).width);

const PROPERTIES = {
  ...COMMON,
  "the bar is to scale: each block as long as its share of the longest step": (
    frame,
  ) => {
    const { by, place, truth, old, changes, t } = frame;
    const from = changes && t <= shrink[0];
    if (changes && !from && t < shrink[1]) return;
    const { shares, whole } = from ? old : truth;
    widths(frame, "bar").forEach((width, k) => {
      const wanted = shares[k] * whole * place.w;
      assert_wide(width, wanted);
    });
    const { x, width } = by.get("longest");
    assert.deepEqual([x, width], [place.x, place.w]);
  },
  "while another way takes over, the bar only shrinks or only grows": (
    frame,
  ) => {
    const { truth, old, changes, state, t } = frame;
    if (!changes) return;
    const end = (at) =>
      box_of(kind.picture(state, at).find(({ key }) => key === "bar0"))[2];
    const [low, high] = [truth, old]
      .map(({ shares, whole }) => shares[0] * whole)
      .sort((a, b) => a - b);
    const share = (end(t) - frame.place.x) / frame.place.w;
    const most = Math.max(
      high,
      Math.max(...truth.shares) * Math.max(truth.whole, old.whole),
    );
    assert(share >= low - 0.01 && share <= most + 0.01, `${share}`);
  },
  "a lens shows a bar that is too short, enlarged to the whole width": (
    frame,
  ) => {
    const { by, place, truth, changes, t, begun, spec, state } = frame;
    if (changes && t < begun) return;
    assert.equal(by.has("glass"), truth.whole < 1 / 8);
    if (!by.has("glass")) return;
    assert(near(by.get("glass").width, place.w));
    widths(frame, "lens").forEach((width, k) => {
      assert_wide(width, truth.shares[k] * place.w);
    });
    const { times } = spec.runs[state.by];
    assert(
      Math.abs(Number(times.replaceAll(",", "")) * truth.whole - 1) < 0.051,
      times,
    );
    assert.equal(by.get("factor").text, `enlarged ${times} times`);
  },
  "the cursor has come as far as the part": ({
    by,
    place,
    truth,
    state,
    step,
    t,
    begun,
    changes,
  }) => {
    if (changes && t < begun) return;
    const long = by.has("glass") ? place.w : truth.whole * place.w;
    const before = truth.shares.slice(0, step).reduce((a, b) => a + b, 0);
    const [x] = numbers_in(by.get("cursor").d);
    const [low, high] = [before, before + truth.shares[step]].map(
      (share) => place.x + share * long,
    );
    assert(x >= low - 0.1 && x <= high + 0.1, `${x}`);
    if (t <= begun) assert(Math.abs(x - low) < 0.1);
    if (t >= kind.lasts(state)) assert(Math.abs(x - high) < 0.1);
  },
  "a tensor is as long as what is held of it, once the part is complete": ({
    by,
    truth,
    spec,
    place,
    now,
    step,
  }) => {
    if (now < step) return;
    spec.truth.tensors.forEach((tensor, k) => {
      const rows = truth.held[step][tensor] ?? 0;
      const held = by.get(`held${k}`);
      if (rows === 0) return assert.equal(held, undefined);
      const wanted = Math.min(place.strips.w, (rows * place.strips.w) / spec.V);
      assert(
        Math.abs(held.width - wanted) <= 1.5,
        `${tensor}: ${held.width} for ${wanted}`,
      );
    });
  },
  "what a part touches is lit in its colour, all of a tensor or the rows of the ids":
    (frame) => {
      const { by, truth, spec, place, now, step } = frame;
      spec.truth.tensors.forEach((tensor, k) => {
        for (const lane of ["read", "written"]) {
          const rows = truth[lane][step][tensor] ?? 0;
          const lit = by.get(`${lane}${k}`);
          if (!rows) assert.equal(lit, undefined, `${tensor} is not ${lane}`);
          if (!rows || now < step) continue;
          assert.equal(
            lit.fill === "none" || !lit.fill ? lit.stroke : lit.fill,
            COLOURS[step],
          );
          if (rows < (truth.held[step][tensor] ?? 0))
            assert.equal(numbers_in(lit.d).length, 4 * marks_of(spec).length);
          else
            assert(
              near(lit.width, by.get(`held${k}`).width),
              "all that is held",
            );
        }
      });
    },
  "what was written stays in the colour of the part that wrote it last": ({
    by,
    truth,
    spec,
    step,
    now,
  }) => {
    if (now < step) return;
    spec.truth.tensors.forEach((tensor, k) => {
      const writers = truth.written.map((rows) => rows[tensor] > 0);
      const last = writers.slice(0, step).lastIndexOf(true);
      const stays = last >= 0 && (truth.held[step][tensor] ?? 0) > 0;
      const left = by.get(`left${k}`);
      assert.equal(left !== undefined, stays, tensor);
      if (!stays) return;
      const colours = [left.fill, left.stroke];
      assert(colours.includes(COLOURS[last]), `${tensor}: ${colours}`);
    });
  },
  "each id has its line, at its place": ({ by, spec, place }) => {
    const xs = numbers_in(by.get("id").d).filter((_, i) => i % 4 === 0);
    const marks = marks_of(spec);
    assert.equal(xs.length, marks.length);
    const { x, w } = place.strips;
    marks.forEach((mark, k) =>
      assert(near(xs[k], x + ((mark + 0.5) / spec.cells.length) * w)),
    );
  },
  "the counter says the rows of the parts that are complete": ({
    by,
    truth,
    now,
  }) => {
    const rows = truth.rows.slice(0, now + 1).reduce((a, b) => a + b, 0);
    const said = by.get("total").text.match(/^([\d,]+) rows?, [\d.,]+ \w?B$/);
    assert.equal(Number(said[1].replaceAll(",", "")), rows);
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "the sentence says what the part takes and touches, at the end what the step does":
    (frame) => {
      const { say, alt, state, step, spec, truth } = frame;
      const { name, text, percent, does, rows } =
        spec.runs[state.by].parts[step];
      assert(
        say.startsWith(
          `${state.by}: ${name} takes ${text}, ${percent} of the step; it ${does}.`,
        ),
        say,
      );
      const so_far = truth.rows.slice(0, step + 1).reduce((a, b) => a + b, 0);
      assert.equal(rows, so_far);
      assert(say.includes(so_far.toLocaleString("en")), say);
      const last = step + 1 === spec.path;
      const { text: whole, times } = spec.runs[state.by];
      assert.equal(
        say.includes(`The whole step takes ${whole} and touches`),
        last,
      );
      assert.equal(say.includes(" times as fast as "), last && times !== "");
      assert.equal(
        alt.includes(` times as fast as ${spec.longest}`),
        times !== "",
      );
      assert(alt.includes(`${name} takes ${text} and ${does}`));
    },
  "the unseen table and the pointer say the same numbers": ({
    state,
    truth,
    spec,
  }) => {
    const { body, foot } = kind.numbers(state);
    const sum = (rows) => Object.values(rows).reduce((a, b) => a + b, 0);
    const { parts } = spec.runs[state.by];
    body.forEach(([name, text, percent, read, written], k) => {
      assert.deepEqual(
        [name, text, percent],
        [parts[k].name, parts[k].text, parts[k].percent],
      );
      assert.deepEqual(
        [read, written],
        [truth.read[k], truth.written[k]].map((rows) =>
          sum(rows).toLocaleString("en"),
        ),
      );
      const said = kind.hover(state, { row: `${k}` });
      assert(
        said.startsWith(`${name}: `) &&
          said.endsWith(`, ${percent}; ${parts[k].moved}`),
      );
    });
    const all = [truth.read, truth.written].map((rows) =>
      rows.map(sum).reduce((a, b) => a + b, 0),
    );
    assert.deepEqual(
      foot[0].slice(3),
      all.map((rows) => rows.toLocaleString("en")),
    );
    for (const tensor of spec.truth.tensors.keys())
      assert.match(
        kind.hover(state, { tensor }),
        /rows read [\d,]+, written [\d,]+, held/,
      );
    assert.equal(kind.hover(state, {}), "");
  },
  "a part is typed by its number or its name": ({ spec, state, step }) => {
    const { name } = spec.runs[state.by].parts[step];
    assert.equal(kind.step_of(state, kind.row_of(spec, `${step + 1}`)), step);
    assert.equal(kind.step_of(state, kind.row_of(spec, name)), step);
    for (const text of ["cow", "-1", "1.5", "", "0", "9"])
      assert.equal(kind.step_of(state, kind.row_of(spec, text)), -1);
  },
};

hold(frames(), PROPERTIES);

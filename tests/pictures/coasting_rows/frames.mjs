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
const { glide } = kind.stages;
const END = glide[1];
const TIMES = [0, 0.01, 0.1, 0.2, END, END + 1, 99];
const MEMORY = 46; // px of the arrow of the largest memory of a lane

/**
 * A frame, with what NumPy says of the rows under the picked optimiser, and of the row that
 * is seen once under each: {gradient, memory, moved, distance}, step by step.
 */
function frame(state, t) {
  const { spec, step, by } = state;
  const rows = spec.rows.map((_, i) => i);
  const lanes = spec.ways.map((name) =>
    Object.fromEntries(
      Object.entries(spec.truth[name]).map(([quantity, numbers]) => [
        quantity,
        numbers[spec.coasting],
      ]),
    ),
  );
  return {
    ...frame_of(kind, state, t),
    truth: spec.truth[by],
    lanes,
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

/** Where the row should be on lane k, from and to. */
function place_of({ spec, place, lanes, step, t }, k) {
  const before = step > 0 ? lanes[k].distance[step - 1] : 0;
  const after = lanes[k].distance[step];
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
  "on each lane the row is where its distance says": (frame) => {
    const { by, place, lanes } = frame;
    lanes.forEach((_, k) => {
      const { cx } = by.get(`sledge${k}`);
      const [low, high] = place_of(frame, k);
      const off = 0.006 * (high - place.x) + 0.01;
      assert(cx >= low - off && cx <= high + off, `${cx} on lane ${k}`);
      assert(cx <= place.x + place.w + 0.1, "it stays in sight");
    });
  },
  "a row that is pushed has an arrow behind it, one that stands still is hollow":
    ({ by, lanes, now }) => {
      lanes.forEach(({ gradient, moved }, k) => {
        const pushed = now >= 0 && gradient[now] > 0;
        const moves = now >= 0 && moved[now] > 0;
        const role = pushed ? "touch" : moves ? "quiet" : "paper";
        const { fill, cx, r } = by.get(`sledge${k}`);
        assert.equal(fill, `var(--${role})`);
        assert.equal(by.has(`push${k}>`), pushed);
        if (!pushed) return;
        assert.equal(by.get(`push${k}>`).fill, "var(--touch)");
        assert(box_of(by.get(`push${k}>`))[2] <= cx - r);
      });
    },
  "ahead of a row that glides is an arrow as long as its memory beside its largest":
    ({ by, lanes, now }) => {
      lanes.forEach(({ gradient, memory }, k) => {
        const pushed = now >= 0 && gradient[now] > 0;
        const most = Math.max(...memory) || 1;
        const wanted = now < 0 || pushed ? 0 : (MEMORY * memory[now]) / most;
        const head = by.get(`memory${k}>`);
        if (!head) return assert(wanted < 1.1, `no arrow for ${wanted}`);
        const { cx, r } = by.get(`sledge${k}`);
        const length = box_of(head)[2] - cx - r;
        assert(Math.abs(length - wanted) < 0.06 * MEMORY);
        assert.equal(head.fill, "var(--quiet)");
      });
    },
  "the trail has a tick for each place so far": (frame) => {
    const { by, lanes, step, place, spec } = frame;
    lanes.forEach(({ distance }, k) => {
      const ways = [0, ...distance.slice(0, step)];
      const xs = numbers_in(by.get(`trail${k}`).d).filter(
        (_, at) => at % 4 === 0,
      );
      assert.equal(xs.length, ways.length);
      ways.forEach((way, at) =>
        assert(
          Math.abs(xs[at] - place.x - (place.w * way) / spec.reach) <=
            0.006 * place.w,
        ),
      );
    });
  },
  "on each lane stands how far the row has come": ({ by, lanes, t, step }) => {
    lanes.forEach(({ distance }, k) => {
      const at = t >= END ? step : step - 1;
      two_digits(by.get(`way${k}`).text, at < 0 ? 0 : distance[at]);
    });
  },
  "a box for each batch, filled where it holds the row": ({
    by,
    shapes,
    lanes,
    spec,
    place,
  }) => {
    const filled = shapes.flatMap(({ key }) =>
      /^batch\d+$/.test(key) ? [Number(key.slice(5))] : [],
    );
    const wanted = lanes[0].gradient.flatMap((size, k) =>
      size > 0 ? [k] : [],
    );
    assert.deepEqual(filled, wanted);
    assert.deepEqual(filled, [0], "the row is seen once");
    const { x, w } = place.track;
    const { x: left, width } = by.get("batch0");
    assert(near(left, x) && near(width, w / spec.path));
    assert.equal(
      by.get("seen").text,
      `${spec.rows[spec.coasting].name} is in this batch`,
    );
  },
  "each optimiser has its lane, that which is picked on a darker ground": ({
    by,
    spec,
    state,
  }) => {
    spec.ways.forEach((name, k) => {
      const picked = name === state.by;
      assert.equal(by.get(`name${k}`).text, name);
      assert.equal(by.get(`field${k}`)["data-way"], name);
      assert.equal(
        by.get(`field${k}`).fill,
        picked ? "var(--zero)" : "var(--paper)",
      );
    });
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
  "which step stands above, once there is one": ({ by, now, spec }) => {
    const at = now < 0 ? undefined : spec.steps[now].toLocaleString("en");
    assert.equal(by.get("when")?.text, at && `step ${at}`);
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "a row covers no text": ({ by, shapes, lanes }) => {
    lanes.forEach((_, k) => {
      const [left, top, right, bottom] = box_of(by.get(`sledge${k}`));
      for (const text of shapes.filter(({ tag }) => tag === "text")) {
        const [l, t, r, b] = box_of(text);
        assert(
          r <= left || right <= l || b - 3 <= top || bottom <= t + 2,
          `lane ${k} and ${text.text}`,
        );
      }
    });
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
  "the unseen table says the numbers of each row, the pointer those of a lane":
    ({ state, now, rows, truth, lanes, spec }) => {
      const rest = now < state.step;
      const { head, body } = kind.numbers({ ...state, rest });
      assert.equal(head.length, 5);
      for (const i of rows) {
        const [, gradient, memory, moved, way] = body[i];
        const texts = { gradient, memory, moved, distance: way };
        if (now < 0) assert.deepEqual(Object.values(texts), ["", "", "", "0"]);
        else
          for (const name in texts)
            two_digits(texts[name], truth[name][i][now]);
      }
      lanes.forEach((lane, k) => {
        const said = kind.hover({ ...state, rest }, { lane: `${k}` });
        if (now < 0) return assert.equal(said, "");
        assert(said.startsWith(`${spec.ways[k]}, ${body[spec.coasting][0]}: `));
        const found = said.match(
          /: gradient (\S+), memory (\S+), moved (\S+), distance (\S+)$/,
        );
        ["gradient", "memory", "moved", "distance"].forEach((name, at) =>
          two_digits(found[at + 1], lane[name][now]),
        );
      });
      assert.equal(kind.hover(state, {}), "");
    },
  "the key says what is drawn": ({ state }) =>
    assert.deepEqual(
      kind.key(state).map(([name]) => name),
      ["touch", "quiet", "unmoved"],
    ),
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

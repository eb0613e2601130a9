/**
 * What every frame of the neighbours of a word shows, and what is said of it. Run by
 * test_neighbours.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import * as drawing from "../../../notebooks/lookup/pictures/neighbours/draw.js";
import * as places from "../../../notebooks/lookup/pictures/neighbours/places.js";
import * as words from "../../../notebooks/lookup/pictures/neighbours/words.js";
import {
  COMMON,
  assert_apart,
  frame_of,
  frames_of,
  frozen,
  hold,
  near,
  numbers_in,
  specs,
} from "../../browser/frames.mjs";

const kind = { ...drawing, ...words };
const { leave, fly, grow, move } = kind.stages;
const TIMES = [
  0,
  0.1,
  leave[1],
  0.8,
  fly[1],
  1.4,
  grow[1],
  2,
  move[1],
  2.7,
  99,
];
const text_of = (cosine) =>
  `${cosine < 0 ? "−" : ""}${(Math.abs(cosine) / 100).toFixed(2)}`;

function* frames() {
  for (const narrow of [false, true]) {
    const frame = (state, t) => {
      const now = frozen({ ...state, narrow });
      return { ...frame_of(kind, now, t), now: state.spec.steps[state.step] };
    };
    for (const one of frames_of(frame, () => TIMES))
      yield { ...one, name: `${one.name}${narrow ? ", narrow" : ""}` };
  }
}

const is_over = ({ t, state }) => t >= kind.lasts(state);
const opacity = (shape) => shape?.opacity ?? 0;
const where = ({ cx, cy }) => [cx, cy];
const is_at = (shape, { x, y }) => near(shape.cx, x) && near(shape.cy, y);
/** The words of a step that are near and not asked for. */
const around = ({ near: all, terms }) => all.filter((k) => !terms.includes(k));

hold(frames(), {
  ...COMMON,
  "an example begins as the one before it ended": ({
    t,
    step,
    state,
    shapes,
    spec,
  }) => {
    if (t > 0 || step === 0 || step >= spec.path) return;
    assert.deepEqual(shapes, kind.picture({ ...state, step: step - 1 }, 99));
  },
  "each word of the map stands where Python put it": ({
    by,
    spec,
    place: { box },
  }) => {
    for (let k = 0; k < spec.drawn; k++) {
      const [x, y] = where(by.get(`dot${k}`));
      const share = [
        (x - box.x - 14) / (box.w - 28),
        (box.y + box.h - 14 - y) / (box.h - 28),
      ];
      assert(
        near(1000 * share[0], spec.x[k]) && near(1000 * share[1], spec.y[k]),
      );
    }
  },
  "what is asked for comes from its row and lands on its place": (frame) => {
    const { by, spec, state, now, t, place } = frame;
    if (t < leave[1]) return;
    for (const k of new Set(now.terms)) {
      const dot = by.get(`term${k}`);
      assert.equal(Boolean(dot), t > fly[0]);
      if (!dot) continue;
      const end = places.places(spec, state.narrow)[k];
      const row =
        place.strip.x + ((spec.rows[k] + 0.5) / spec.V) * place.strip.w;
      assert(dot.cy <= place.strip.y + place.strip.h && dot.cy >= end.y - 0.01);
      assert((dot.cx - row) * (dot.cx - end.x) <= 0.01, "on the way between");
      if (t >= fly[1]) assert(is_at(dot, end));
    }
  },
  "the nearest light up in their order, and then all": (frame) => {
    const { by, now, t } = frame;
    if (t < leave[1]) return;
    const lit = around(now).map((k) => opacity(by.get(`ring${k}`)));
    assert.deepEqual(
      lit,
      [...lit].sort((a, b) => b - a),
    );
    const begins = now.terms.length > 1 ? move[1] : fly[1];
    if (t <= begins) assert(lit.every((one) => one === 0));
    if (is_over(frame)) assert(lit.every((one) => one === 1));
  },
  "each near word has its cosine beside it, and no other word has one": (
    frame,
  ) => {
    if (!is_over(frame)) return;
    const { by, spec, now } = frame;
    around(now).forEach((k) => {
      const cosine = text_of(now.cosines[now.near.indexOf(k)]);
      const label = places.label_of(spec, k);
      assert.equal(by.get(`word${k}`).text, `${label} ${cosine}`);
    });
    for (let k = 0; k < spec.drawn; k++)
      if (!now.near.includes(k) && by.has(`word${k}`))
        assert.equal(by.get(`word${k}`).text, places.label_of(spec, k));
  },
  "a long word is cut short beside its dot, and said whole": ({ spec }) => {
    spec.words.forEach((word, k) => {
      const label = places.label_of(spec, k);
      const cut = `${Array.from(word).slice(0, 11).join("")}…`;
      assert.equal(label, Array.from(word).length > 12 ? cut : word);
    });
  },
  "the arrow of a sum is the one from b to a, moved to c": (frame) => {
    const { by, spec, state, now, t } = frame;
    if (t < leave[1]) return;
    assert.equal(by.has("less"), now.terms.length > 1 && t > grow[0]);
    assert.equal(by.has("more"), now.terms.length > 1 && t > move[0]);
    if (!is_over(frame) || now.terms.length === 1) return;
    const [x1, y1, x2, y2] = numbers_in(by.get("less").d);
    const [u1, v1, u2, v2] = numbers_in(by.get("more").d);
    const c = places.places(spec, state.narrow)[now.terms[2]];
    assert(near(u1, c.x) && near(v1, c.y));
    assert(Math.hypot(u2 - u1 - x2 + x1, v2 - v1 - y2 + y1) < 2.5);
    const [x, y] = numbers_in(by.get("sum").d);
    assert(near(x, u2) && y < v2);
  },
  "words lie apart once all are there": (frame) => {
    if (is_over(frame) || frame.t === 0) assert_apart(frame.shapes, []);
  },
  "the sentence names the three nearest words, and of a sum those left out": ({
    say,
    spec,
    now,
  }) => {
    now.near.slice(0, 3).forEach((k, rank) => {
      const word = spec.words[k];
      assert(say.includes(`${word} ${text_of(now.cosines[rank])}`), say);
    });
    assert.equal(say.includes("left out"), now.terms.length > 1);
    if (now.terms.length === 1 || now.near.length === 0) return;
    const first = Math.max(...now.own) > now.cosines[0];
    assert.equal(say.includes("” would be first"), first, say);
  },
  "the unseen table holds them, too": ({ state, now }) => {
    const { head, body, foot } = kind.numbers(state);
    assert.deepEqual(
      body.map((line) => line[1]),
      now.cosines.map(text_of),
    );
    assert.equal(foot.length, now.terms.length);
    for (const line of [...body, ...foot])
      assert.equal(line.length, head.length);
    assert.deepEqual(kind.numbers({ ...state, rest: true }).body, []);
  },
  "the word under the pointer is named, with its cosine": ({
    state,
    spec,
    now,
  }) => {
    const said = (k) => kind.hover(state, { row: `${spec.rows[k]}` });
    spec.words.forEach((_, k) => {
      assert(said(k).startsWith(spec.rows[k].toLocaleString("en")));
      const lit =
        now.near.includes(k) || (now.terms.length > 1 && now.terms.includes(k));
      if (new Set(spec.rows).size === spec.rows.length)
        assert.equal(/: cosine −?\d\.\d\d$/.test(said(k)), lit, said(k));
    });
    assert.equal(kind.hover(state, {}), "");
  },
  "what is narrow is narrow": ({ place, state }) =>
    assert(place.width <= (state.narrow ? 320 : 760)),
});

test("a typed text means a word or a sum that the page knows, or is not known", () => {
  const spec = specs.small;
  const shown = (typed) =>
    kind.step_of({ spec, step: 0 }, kind.row_of(spec, typed));
  assert.deepEqual(["red", "monday"].map(shown), [0, 2]);
  for (const typed of [
    "king − man + woman",
    "king-man+woman",
    "KING – man  +woman",
  ])
    assert.equal(shown(typed), 1);
  for (const typed of ["", "blue", "cow", "-1", "king - man", "a - b + c"])
    assert.equal(shown(typed), -1);
  assert.equal(kind.step_of({ spec, step: 0 }, null), -1);
});

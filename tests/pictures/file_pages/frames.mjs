/**
 * What every frame of the pages of a file shows, and what is said of it. Run by
 * test_file_pages_picture.py, which adds the pages of each call.
 */
import assert from "node:assert/strict";
import test from "node:test";
import * as words from "../../../notebooks/lookup/pictures/file_pages/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/file_pages/draw.js";
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
const { leave, read } = kind.stages;
const END = read[1];
const TIMES = [0, 0.01, 0.2, leave[1], read[0], 0.7, 1, END, END + 1, 99];
const count = (many) => many.toLocaleString("en");

/** A frame, with the pages that the call before has read, and those of this one. */
function frame(state, t) {
  const { spec, step } = state;
  return {
    ...frame_of(kind, state, t),
    from: spec.truth[step - 1] ?? [],
    to: spec.truth[step],
  };
}

function* frames() {
  for (const narrow of [false, true])
    for (const picked of [false, true]) {
      const state_of = (state) =>
        frozen({ ...state, narrow, row: picked ? state.spec.V - 1 : null });
      for (const one of frames_of(
        (state, t) => frame(state_of(state), t),
        () => TIMES,
      ))
        yield {
          ...one,
          name: `${one.name}${picked ? ", picked" : ""}${narrow ? ", narrow" : ""}`,
        };
    }
}

/** The pages in whose squares the lines of a path lie. */
function pages_of({ x, y, p, cols }, shape) {
  if (!shape || shape["stroke-opacity"] === 0) return [];
  const places = numbers_in(shape.d);
  const pages = [];
  for (let k = 0; k < places.length; k += 4) {
    const [left, middle, right] = places.slice(k, k + 4);
    const [i, j] = [
      Math.floor((left - x + 0.02) / p),
      Math.floor((middle - y) / p),
    ];
    assert(right - x <= (i + 1) * p, "within its square");
    pages.push(j * cols + i);
  }
  return pages;
}

hold(frames(), {
  ...COMMON,
  "no frame has more than 40 shapes, however many pages": ({ shapes }) =>
    assert(shapes.length <= 40),
  "a call begins as the one before it ended": ({ t, step, state, by }) => {
    if (t > 0 || step === 0) return;
    const before = kind.picture({ ...state, step: step - 1 }, END);
    const lit = before.find(({ key }) => key === "lit");
    assert.deepEqual({ ...by.get("left"), key: "lit" }, lit);
    for (const key of ["bytes", "size", `call${step - 1}`])
      assert.deepEqual(
        by.get(key),
        before.find((shape) => shape.key === key),
      );
  },
  "the pages that were read are lit, amber in ink, and no others": ({
    by,
    place,
    t,
    from,
    to,
  }) => {
    const lit = (key) => pages_of(place.wall, by.get(key));
    for (const [key, role] of [
      ["lit", "ink"],
      ["lit.", "pick"],
      ["left", "ink"],
      ["left.", "pick"],
    ])
      if (by.has(key)) assert.equal(by.get(key).stroke, `var(--${role})`);
    for (const end of ["", "."]) {
      assert.deepEqual(lit(`lit${end}`), t > read[0] ? to : []);
      assert.deepEqual(lit(`left${end}`), t < leave[1] ? from : []);
    }
  },
  "a page is read after the last ones are given up, and then all there": ({
    by,
    t,
    to,
  }) => {
    assert(!(by.has("lit") && by.has("left")));
    if (t >= END && to.length) assert.equal(by.get("lit")["stroke-opacity"], 1);
  },
  "each page has a square of 4 px or more": ({ place: { wall }, spec }) => {
    assert.equal(wall.n, spec.V);
    assert(
      wall.p >= 4 - 1e-9 && wall.n <= wall.cols * Math.round(wall.h / wall.p),
      `${wall.p}`,
    );
  },
  "the bar is as long as the pages that were read beside all": ({
    by,
    place: { bar },
    spec,
    t,
    from,
    to,
  }) => {
    if (t > 0 && t < END) return;
    const pages = t === 0 ? from : to;
    const long =
      pages.length === 0
        ? undefined
        : Math.max(2, (bar.w * pages.length) / spec.V);
    assert(
      long === undefined ? !by.has("bytes") : near(by.get("bytes").width, long),
    );
  },
  "pages and bytes are counted above the bar": ({ by, spec, t, from, to }) => {
    const pages = (t > 0 ? to : from).length;
    const bytes = `${count(pages * spec.page)} byte${pages * spec.page === 1 ? "" : "s"}`;
    assert.equal(
      by.get("size").text,
      `${count(pages)} of ${count(spec.V)} page${spec.V === 1 ? "" : "s"}, ${bytes}`,
    );
  },
  "the sentence and the alt text count them, too": ({
    say,
    alt,
    spec,
    step,
    to,
    state,
  }) => {
    const { name } = spec.steps[step];
    assert(
      say.startsWith(
        `${name} reads ${count(to.length)} of ${count(spec.V)} page`,
      ),
      say,
    );
    for (const text of [say, alt])
      assert(text.includes(`${count(to.length * spec.page)} byte`), text);
    const picked = to.includes(spec.V - 1) ? "is read." : "is not read.";
    assert.equal(
      say.endsWith(`Page ${count(spec.V - 1)} ${picked}`),
      state.row !== null,
      say,
    );
  },
  "the call shown has an edge of ink": ({ by, spec, step, t }) => {
    spec.steps.forEach((_, k) => {
      assert.equal(
        by.get(`call${k}`).stroke === "var(--ink)",
        k === (t > 0 ? step : step - 1),
      );
    });
  },
  "the ring is around the page picked": ({
    by,
    state,
    spec,
    place: { wall },
  }) => {
    assert.equal(by.has("ringink"), state.row !== null);
    if (state.row === null) return;
    const { x, y, width, height } = by.get("ringpick");
    const at = kind.page_of(state, [x + width / 2, y + height / 2]);
    assert.equal(at, spec.V - 1);
    assert(width > wall.p);
  },
  "the page under the pointer is said": ({
    state,
    spec,
    place: { wall },
    to,
  }) => {
    const pages = [0, spec.V - 1, ...to.slice(0, 5)];
    for (const page of pages) {
      const at = [page % wall.cols, Math.floor(page / wall.cols)].map(
        (k) => (k + 0.5) * wall.p,
      );
      const said = kind.hover(
        state,
        kind.page_of(state, [wall.x + at[0], wall.y + at[1]]),
      );
      assert.equal(
        said,
        `page ${count(page)} is ${to.includes(page) ? "" : "not "}read`,
      );
    }
    assert.equal(kind.hover(state, kind.page_of(state, [1, 1])), "");
    assert.equal(kind.hover({ ...state, step: 0, rest: true }, 0), "page 0");
  },
  "the unseen table counts the calls so far": ({ state, spec, step }) => {
    for (const rest of [false, true]) {
      const { head, body, foot } = kind.numbers({ ...state, rest });
      const shown = spec.truth.slice(0, rest ? step : step + 1);
      assert.deepEqual(
        body.map((line) => line.slice(1, 3)),
        shown.map((pages) => [
          count(pages.length),
          count(pages.length * spec.page),
        ]),
      );
      for (const line of [...body, ...foot])
        assert.equal(line.length, head.length);
    }
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "what is narrow is narrow": ({ place, state }) =>
    assert(place.width <= (state.narrow ? 320 : 700)),
});

test("a typed text means a page, nothing, or is not known", () => {
  const [spec] = Object.values(specs);
  const known = { 4: 4, 0: 0, "1,000": 1000, "": null };
  for (const [typed, page] of Object.entries(known))
    assert.equal(kind.row_of(spec, typed), page);
  for (const typed of ["cow", "-1", "1.5", "1,00", "٢"])
    assert(Number.isNaN(kind.row_of(spec, typed)));
  const step_of = (row) => kind.step_of({ spec, step: 2 }, row);
  assert.deepEqual(
    [0, spec.V - 1, null, spec.V, -1, NaN].map(step_of),
    [2, 2, 2, -1, -1, -1],
  );
});

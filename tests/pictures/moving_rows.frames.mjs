/** What every frame of the rows on the move shows: all moments of real specs, with and without a row picked. Run by test_moving_rows_frames.py. */
import assert from "node:assert/strict";
import test from "node:test";
import * as words from "../../notebooks/lookup/browser/moving_rows_text.js";
import * as drawing from "../../notebooks/lookup/browser/moving_rows.js";
import {
  COMMON,
  box_of,
  frame_of,
  frames_of,
  frozen,
  hold,
  near,
  numbers_in,
  specs,
} from "../browser/frames.mjs";

const kind = { ...drawing, ...words };
const { mark, glide } = kind.stages;
const END = glide[1];
const TIMES = [0, 0.01, 0.15, mark[1], 0.31, 0.5, 0.7, 0.8, 0.9, 1.1, 1.2, END, END + 1, 99];

/** A frame, with what Python says of its moment and which rows take part. */
function frame(state, t) {
  const { spec, step, row } = state;
  const truth = spec.truth[step];
  const before = spec.truth[Math.max(0, step - 1)];
  const pick = spec.rows.findIndex((drawn) => drawn.row === row);
  const now = t > 0 ? truth : before;
  const active = pick < 0 ? spec.rows.map((_, i) => i) : [pick, ...now.near[pick]];
  return { ...frame_of(kind, state, t), truth, last: before, now, pick, active };
}
const each = (times, more) =>
  frames_of((state, t) => frame(frozen({ ...state, ...(more && { row: state.spec.pick }) }), t), times, {
    row: null,
  });
function* frames(times = () => TIMES) {
  for (const picked of [false, true])
    for (const one of each(times, picked)) yield { ...one, name: `${one.name}${picked ? ", picked" : ""}` };
}

const dot_of = ({ by }, i) => by.get(`dot${i}`);
const place_of = (frame, i) => [dot_of(frame, i).cx, dot_of(frame, i).cy];
const words_of = ({ shapes }) => shapes.filter((s) => /^word/.test(s.key));
const rows_of = ({ spec }) => spec.rows.map((_, i) => i);
const between = (a, b, gone) => a + (b - a) * gone;

const ways = new Map(); // how far a moment has gone
const homes = new Map(); // where rows stood at the first one
const PROPERTIES = {
  ...COMMON,
  "no frame has more than 300 shapes": ({ shapes }) => assert(shapes.length <= 300, `${shapes.length}`),
  "a moment begins as the one before it ended": ({ t, step, state, shapes }) => {
    if (t === 0 && step) assert.deepEqual(shapes, kind.picture({ ...state, step: step - 1 }, END));
  },
  "each row stands where Python put it, and on its way straight between": (frame) => {
    const { box } = frame.place;
    const x0 = box.x + 16;
    const y0 = box.y + 16 + frame.spec.map[1];
    const [from, to] = [frame.last, frame.truth].map(({ x, y }) =>
      rows_of(frame).map((i) => [x0 + x[i], y0 - y[i]]),
    );
    const far = rows_of(frame).reduce(
      (best, i) =>
        Math.hypot(...to[i].map((v, k) => v - from[i][k])) >
        Math.hypot(...to[best].map((v, k) => v - from[best][k]))
          ? i
          : best,
      0,
    );
    const axis = Math.abs(to[far][0] - from[far][0]) > Math.abs(to[far][1] - from[far][1]) ? 0 : 1;
    const way = to[far][axis] - from[far][axis];
    const gone = frame.t >= END || way === 0 ? 1 : (place_of(frame, far)[axis] - from[far][axis]) / way;
    rows_of(frame).forEach((i) =>
      place_of(frame, i).forEach((v, k) => assert(near(v, between(from[i][k], to[i][k], gone)), `row ${i}`)),
    );
    if (frame.t <= glide[0] && way) assert(near(gone, 0));
    const had = ways.get(`${frame.name},${frame.step}`) ?? { t: -1, gone: 0 };
    if (way) assert(frame.t > had.t && gone >= had.gone && gone <= 1, "it only goes on");
    ways.set(`${frame.name},${frame.step}`, { t: frame.t, gone: way ? gone : 0 });
  },
  "a row never seen stands where it stood, hollow": (frame) => {
    for (const i of rows_of(frame)) {
      const key = `${frame.name},${i}`;
      const home = homes.get(key) ?? place_of(frame, i);
      homes.set(key, home);
      const hollow = dot_of(frame, i).fill === "var(--paper)";
      assert.equal(hollow, frame.now.never.includes(i));
      assert.equal(frame.by.has(`dot${i}#`), hollow);
      if (hollow && frame.spec.still)
        place_of(frame, i).forEach((v, k) => assert(near(v, home[k]), `row ${i} moved`));
    }
  },
  "a plum ring is around the rows just written and no other": (frame) => {
    for (const i of rows_of(frame)) {
      const ring = frame.by.get(`dot${i}touch`);
      const written = frame.now.written.includes(i);
      assert.equal(Boolean(ring), written);
      if (!ring) continue;
      assert.deepEqual([ring.cx, ring.cy, ring.stroke], [...place_of(frame, i), "var(--touch)"]);
      if (frame.t === 0 || frame.t >= mark[1])
        assert.equal(ring.opacity, frame.active.includes(i) ? 1 : 0.38);
    }
    assert.equal(frame.by.has("key0"), frame.spec.marked);
  },
  "a picked row is ringed, the others fade but for its nearest": (frame) => {
    const rings = ["ink", "pick"].map((role) => frame.by.get(`ring${role}`));
    assert.equal(rings.filter(Boolean).length, frame.pick < 0 ? 0 : 2);
    if (frame.pick >= 0)
      for (const { cx, cy } of rings) assert.deepEqual([cx, cy], place_of(frame, frame.pick));
    for (const i of rows_of(frame)) {
      const here = frame.active.includes(i);
      assert.equal(dot_of(frame, i).opacity, here ? 1 : 0.38);
      const word = frame.by.get(`word${i}`);
      if (word) assert.equal(word.fill, here ? "var(--ink)" : "var(--quiet)");
    }
  },
  "the trail leads through every moment so far to where the picked row is": (frame) => {
    const lines = ["ink", "pick"].map((role) => frame.by.get(`trail${role}`));
    assert.equal(lines.filter(Boolean).length, frame.pick < 0 ? 0 : 2);
    if (frame.pick < 0) return;
    const { box } = frame.place;
    const past = frame.spec.truth.slice(0, frame.t > 0 ? frame.step : Math.max(0, frame.step - 1));
    const stops = past.flatMap(({ x, y }) => [
      box.x + 16 + x[frame.pick],
      box.y + 16 + frame.spec.map[1] - y[frame.pick],
    ]);
    for (const { d } of lines) assert.deepEqual(numbers_in(d), [...stops, ...place_of(frame, frame.pick)]);
    assert.equal(frame.shapes.filter((s) => /^stop/.test(s.key)).length, past.length);
  },
  "a word is that of its row, and stands beside it": (frame) => {
    for (const word of words_of(frame)) {
      const i = Number(word.key.slice(4));
      const { name, label, row } = frame.spec.rows[i];
      const [left, top, right, bottom] = box_of(word);
      assert.equal(word.text, name ?? label);
      assert.equal(word["data-row"], row);
      const [x, y] = place_of(frame, i);
      const off = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
      assert(off < 24, `${word.text} is ${off} away`);
      const own = off > 3 && off < (i === frame.pick ? 24 : 18);
      assert(own, `${word.text} is ${off} away`);
    }
  },
  "words cover neither each other nor a dot nor a ring": (frame) => {
    const all = words_of(frame);
    const circles = frame.shapes.filter(
      (s) => s.tag === "circle" && /^(dot\d+(touch)?|ringpick)$/.test(s.key),
    );
    const { box } = frame.place;
    for (const [k, word] of all.entries()) {
      const [l, t, r, b] = box_of(word);
      const picked = word.key === `word${frame.pick}`;
      assert(l > box.x && r < box.x + box.w && t > box.y && b < box.y + box.h, `${word.text} is cut`);
      for (const other of all.slice(k + 1).map(box_of))
        assert(r <= other[0] || other[2] <= l || b <= other[1] || other[3] <= t, word.text);
      for (const { cx, cy, r: radius, key } of picked ? [] : circles)
        assert(
          cx + radius <= l || r <= cx - radius || cy + radius <= t || b <= cy - radius,
          `${word.text} and ${key}`,
        );
    }
  },
  "the word of the picked row is always there": (frame) => {
    if (frame.pick >= 0) assert(frame.by.get(`word${frame.pick}`));
    if (frame.spec.roomy) assert.equal(words_of(frame).length, frame.spec.rows.length);
  },
  "which moment it is stands above": ({ by, t, step, spec }) => {
    const before = spec.steps[Math.max(0, step - 1)].name;
    const name = spec.steps[step].name;
    let when = `${before} → ${name}`;
    if (t >= END || step === 0) when = name;
    if (t === 0) when = before;
    assert.equal(by.get("when").text, when);
  },
  "nothing above the map covers its neighbour": ({ shapes }) => {
    const line = shapes
      .filter((s) => /^(when|key\d:?|axis\d)$/.test(s.key))
      .map((s) => ({ s, box: box_of(s) }));
    for (const [k, a] of line.entries())
      for (const b of line.slice(k + 1)) {
        const apart =
          a.box[2] <= b.box[0] || b.box[2] <= a.box[0] || a.box[3] <= b.box[1] || b.box[3] <= a.box[1];
        assert(apart, `${a.s.key} and ${b.s.key}`);
      }
  },
};
hold(frames(), PROPERTIES);

const ends = () => frames(() => [END]);
const called = (row) => row.full ?? row.name ?? `row ${row.label}`;
const bare = (text) => text.replace(/[“”\u2068\u2069]/g, "");
const listed = (list) =>
  [...(list.length > 1 ? [list.slice(0, -1).join(", ")] : []), list.at(-1)].join(" and ");

test("the sentence names the moment, and of a picked row the three nearest", () => {
  for (const { say, alt, truth, pick, spec, step } of ends()) {
    const { name } = spec.steps[step];
    const start = `Moment ${step + 1} of ${spec.path}, ${name}`;
    assert(say.startsWith(start), say);
    assert(alt.startsWith(`Map of ${spec.of} at ${name}, moment ${step + 1} of ${spec.path}; `), alt);
    if (pick >= 0 && truth.near[pick].length) {
      const near = truth.near[pick].map((i) => called(spec.rows[i]));
      const nearest = `nearest ${near.length > 1 ? "are" : "is"} ${listed(near)}`;
      const words = `${start}. ${called(spec.rows[pick])}: ${nearest}, by cosine over ${spec.columns}`;
      assert(bare(say).startsWith(words), say);
    } else if (pick >= 0) assert(say.includes("all zeros, so near to none"), say);
    else if (spec.marked && step)
      assert(
        say.startsWith(`${start}: ${truth.written.length} of these ${spec.rows.length} rows written since`),
        say,
      );
    const never = spec.marked && step && pick < 0 && truth.never.length;
    assert.equal(
      say.includes("never seen so far"),
      Boolean(never) || (pick >= 0 && truth.never.includes(pick)),
      say,
    );
  }
});

test("the row under the pointer and its nearest are said", () => {
  for (const { state, shapes, spec, truth } of ends())
    for (const s of shapes) {
      const row = s["data-row"];
      const said = kind.hover(state, row === undefined ? {} : { row: `${row}` });
      if (row === undefined) {
        assert.equal(said, "");
        continue;
      }
      const i = spec.rows.findIndex((drawn) => drawn.row === row);
      const { label, full, name } = spec.rows[i];
      const heading = [label, full ?? name].filter(Boolean).join(" ");
      assert.equal(said, `${heading}: ${near_words(spec, truth, i)}.`);
    }
});
function near_words(spec, truth, i) {
  const near = truth.near[i].map((k) => spec.rows[k].name ?? `row ${spec.rows[k].label}`);
  return near.length
    ? `nearest ${near.length > 1 ? "are" : "is"} ${listed(near)}`
    : "all zeros, so near to none";
}

test("the unseen table has a line for each row", () => {
  for (const { state, spec, truth } of ends()) {
    const { head, body, foot } = kind.numbers(state);
    assert.deepEqual(head, ["row", "x", "y", ...(spec.marked ? ["written"] : []), "nearest rows"]);
    assert.equal(foot.length, 0);
    body.forEach((line, i) => {
      const { label, name, full } = spec.rows[i];
      const written = truth.written.includes(i) ? "yes" : "no";
      const near = truth.near[i].map((k) => spec.rows[k].name ?? spec.rows[k].label).join(", ");
      assert.deepEqual(line, [
        [label, full ?? name].filter(Boolean).join(" "),
        `${truth.x[i]}`,
        `${truth.y[i]}`,
        ...(spec.marked ? [truth.never.includes(i) ? "never seen" : written] : []),
        near,
      ]);
    });
  }
});

test("a typed text means a row drawn, nothing, or is not known", () => {
  const spec = {
    rows: [
      { row: 1234, label: "1,234", name: "cat" },
      { row: 7, label: "7", name: "embedding tab…", full: "embedding tables" },
      { row: 9, label: "9", name: "7" },
    ],
  };
  const known = { "1,234": 1234, 1234: 1234, cat: 1234, 7: 7, "embedding tables": 7, 9: 9, "": null };
  for (const [typed, row] of Object.entries(known)) assert.equal(kind.row_of(spec, typed), row);
  for (const typed of ["8", "12,34", "dog", "embedding tab…", "Cat"])
    assert(Number.isNaN(kind.row_of(spec, typed)));
  assert.deepEqual(
    [1234, 9, null, NaN, 8].map((row) => kind.step_of({ spec, step: 3 }, row)),
    [3, 3, 3, -1, -1],
  );
});

test("a row that is not drawn is not picked", () => {
  const [spec] = Object.values(specs);
  for (const row of [-1, 10 ** 9, 1.5, "x", undefined])
    assert.deepEqual(
      kind.picture({ spec, step: 1, row }, END),
      kind.picture({ spec, step: 1, row: null }, END),
    );
});

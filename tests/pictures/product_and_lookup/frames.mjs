/**
 * What every frame of the picture of product and lookup shows: all steps of real specs,
 * beside what NumPy says. Run by test_product_and_lookup_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  COMMON,
  around,
  assert_apart,
  assert_cells,
  assert_flies_longest,
  assert_says,
  box_of,
  cells,
  centre,
  frames_of,
  frozen,
  hold,
  look,
  near,
  rings_of,
  specs,
} from "../../browser/frames.mjs";
import { END, frame, kind, times_of } from "./truth.mjs";

/** A row of shapes shows these numbers: zeros as dots, all others written. */
function assert_shows(frame, key, numbers) {
  cells(frame, key).forEach(([box, inner], j) => {
    if (numbers[j] === 0)
      return assert.equal(inner?.tag, "circle", `${key},${j}`);
    assert_says(inner.text, numbers[j]);
    const sign =
      { nan: "paper", inf: "pos", "-inf": "neg" }[numbers[j]] ??
      (numbers[j] > 0 ? "pos" : "neg");
    assert(
      box.fill.includes(`--${sign}`) || / 0%/.test(box.fill),
      `${key},${j} is ${box.fill}`,
    );
  });
}

const count_of = ({ by }, lane, i) => Number(by.get(`${lane}count${i}`).text);
const in_columns = ({ spec }, key) => spec.columns.map((_, j) => `${key},${j}`);
const is_there = ({ by }, key) => by.has(key) || by.has(`${key}#`);
const zeros_in = ({ spec, truth }) =>
  truth.v.filter((weight) => weight === 0).length * spec.D;
/** Whether no number of W is turning into its product. */
const settled = ({ t, stages: { times } }) =>
  t <= times[0] || t >= times[1] || near(t, times[1]);

const places = new Map(); // where things stand in the first frame of a spec
const PROPERTIES = {
  ...COMMON,
  "the layout does not change with the step": ({
    name,
    state,
    place,
    shapes,
  }) => {
    const still = shapes.filter((s) =>
      /^(w~?\d+,0|hot\d+|linear[_:]|embedding:)$/.test(s.key),
    );
    const first =
      places.get(`${name} ${state.narrow}`) ?? new Map([["", place]]);
    places.set(`${name} ${state.narrow}`, first);
    assert.deepEqual(place, first.get(""));
    for (const s of still) {
      const here = box_of({ ...s, stroke: "", text: "" }).slice(0, 2);
      assert.deepEqual(here, first.get(s.key) ?? here, s.key);
      first.set(s.key, here);
    }
  },
  "Embedding's lane holds the table all the time": (frame) => {
    for (const row in frame.spec.rows)
      assert_cells(frame, `w~${row}`, frame.spec.rows[row]);
  },
  "Linear's lane holds the table or, at once for a next input, the products before":
    (frame) => {
      const { spec, t, stages, past } = frame;
      if (t > stages.times[0]) return;
      for (const row in spec.rows) {
        if (past) assert_shows(frame, `w${row}`, past.products[row]);
        else assert_cells(frame, `w${row}`, spec.rows[row]);
      }
    },
  "in the end each number is its product, as NumPy makes it, and stays where it was":
    (frame) => {
      const { spec, t, stages, truth, place } = frame;
      if (t < stages.times[1]) return;
      const { table } = place.linear;
      truth.products.forEach((numbers, row) => {
        assert_shows(frame, `w${row}`, numbers);
        const [x, y] = centre(cells(frame, `w${row}`)[0].find(Boolean));
        assert(Math.abs(x - table.x - (place.size.w - 1) / 2) < 1);
        assert(near(y, table.y + row * place.size.h + (place.size.h - 1) / 2));
      });
      assert.equal(Object.keys(spec.rows).length, truth.products.length);
    },
  "numbers turn one after the other, a few at a time, and those are lit": (
    frame,
  ) => {
    const { spec, shapes, t, slides } = frame;
    const lit = shapes.filter((s) => /^lit/.test(s.key));
    if (settled(frame)) return assert.equal(lit.length, 0);
    const all = spec.V * spec.D;
    assert(lit.length <= 0.18 * all + 2, `${lit.length} of ${all} at ${t}`);
    if (!slides) assert(lit.length > 0);
  },
  "beside each row stands its entry of v": (frame) => {
    const { by, spec, t, stages, truth, past, slides } = frame;
    const known = t >= stages.point[1] || (spec.mixed && !slides);
    const v = known ? truth.v : (past?.v ?? truth.v.map(() => 0));
    v.forEach((weight, row) => {
      const { text } = by.get(`hot${row}#`);
      const off = Math.abs(
        Number(text.replace("−", "-").replace("≈0", 0)) - weight,
      );
      assert(
        off <= 0.00501 && (text === "0") === (weight === 0),
        `${text} for ${weight}`,
      );
      assert.equal(by.get(`hot${row}`).fill === "var(--paper)", weight === 0);
    });
  },
  "the counter of Linear counts what is multiplied, in the end all of it": (
    frame,
  ) => {
    const { spec, t, stages, by, slides } = frame;
    const [read, made, zeros] = [0, 1, 2].map((i) =>
      count_of(frame, "linear", i),
    );
    const all = spec.V * spec.D;
    assert.equal(read, made);
    if (slides) assert.equal(made, all);
    else if (t <= stages.times[0]) assert.equal(made, 0);
    if (t >= stages.times[1])
      assert.deepEqual([made, zeros], [all, zeros_in(frame)]);
    assert(zeros <= made && made <= all);
    const turned =
      by.size &&
      Object.keys(spec.rows).flatMap((row) => in_columns(frame, `w${row}`));
    const done = turned.filter(
      (key) => (by.get(key) ?? by.get(`${key}#`))["data-made"] === 1,
    );
    assert.equal(made, done.length, "it counts what is seen");
    assert.equal(
      by.get("linearnoun0").text,
      read === 1 ? "number read" : "numbers read",
    );
    assert.equal(
      by.get("linearnoun1").text,
      made === 1 ? "multiplication" : "multiplications",
    );
  },
  "the counter of Embedding counts one row and never a multiplication": (
    frame,
  ) => {
    const { spec, t, stages, truth, past } = frame;
    const read = count_of(frame, "embedding", 0);
    assert.equal(count_of(frame, "embedding", 1), 0);
    if (t <= stages.read[0] && !past) assert.equal(read, 0);
    if (t >= stages.read[1])
      assert.equal(read, truth.row === null ? 0 : spec.D);
    assert(read <= spec.D);
  },
  "all rows fall column by column, and the products stay": (frame) => {
    const { spec, t, stages, place, by, truth, slides } = frame;
    const falls = [...by.keys()].filter((key) => /^fall/.test(key));
    if (slides || t <= stages.fall[0] || t >= stages.fall[1])
      return assert.deepEqual(falls, []);
    if (spec.D > 1) assert(falls.length > 0);
    spec.columns.forEach((_, j) => {
      const heights = truth.v.map((_, row) => by.get(`fall${row},${j}`)?.y);
      assert(
        heights.every((y) => (y === undefined) === (heights[0] === undefined)),
        "a whole column",
      );
      if (heights[0] === undefined) return;
      heights.forEach((y, row) => {
        assert(
          place.linear.table.y + row * place.size.h <= y &&
            y <= place.linear.out,
        );
        const under = [by.get(`w${row},${j}`), by.get(`w${row},${j}#`)];
        const mine = [by.get(`fall${row},${j}`), by.get(`fall${row},${j}#`)];
        assert.deepEqual(look(mine), look(under));
      });
      assert(!is_there(frame, `sum,${j}`));
    });
  },
  "the sum is NumPy's, and from one input to the next it is never gone": (
    frame,
  ) => {
    const { t, stages, truth, past, place } = frame;
    if (t >= stages.fall[1]) assert_shows(frame, "sum", truth.sum);
    else if (t <= stages.fall[0] && past) assert_shows(frame, "sum", past.sum);
    else if (t <= stages.fall[0])
      assert(!in_columns(frame, "sum").some((key) => is_there(frame, key)));
    if (past)
      assert(in_columns(frame, "sum").every((key) => is_there(frame, key)));
    if (t >= stages.fall[1])
      assert(
        near(
          centre(cells(frame, "sum")[0].find(Boolean))[1],
          place.linear.out + (place.size.h - 1) / 2,
        ),
      );
  },
  "rings hold the row of the id and its copy, and nothing where there is no id":
    (frame) => {
      const { by, t, stages, truth, spec, slides } = frame;
      const keys = rings_of(frame).map((s) => s.key);
      if (slides && t < stages.point[1]) return assert(keys.length <= 2);
      const due =
        truth.row === null
          ? []
          : [
              ...(t > 0 ? ["rowpick"] : []),
              ...(t > stages.travel[0] ? ["copypick"] : []),
            ];
      assert.deepEqual(keys, due);
      assert.equal(by.has("tag"), due.length > 0);
      if (!due.length || t < stages.point[1]) return;
      for (const row in spec.rows)
        for (const cell of cells(frame, `w~${row}`))
          assert.equal(
            around(by.get("rowpick"), centre(cell.find(Boolean))),
            Number(row) === truth.row,
          );
      assert.equal(by.get("tag#").text, spec.rows[truth.row].label);
      assert(
        Math.abs(centre(by.get("tag"))[1] - centre(by.get("rowpick"))[1]) < 1.1,
      );
    },
  "until the next input has come Embedding's lane stays as the one before has left it":
    (frame) => {
      const { t, stages, past, spec } = frame;
      if (!past || t >= stages.point[1]) return;
      const one = past.row !== null;
      assert.equal(count_of(frame, "embedding", 0), one ? spec.D : 0);
      assert.deepEqual(
        ["tag", "copypick", "none"].map((key) => frame.by.has(key)),
        [one, one, !one],
      );
      if (one)
        assert.deepEqual(
          cells(frame, "copy").map(look),
          cells(frame, `w~${past.row}`).map(look),
        );
    },
  "a copy of the row comes out, at the height of its own lane": (frame) => {
    const { t, stages, truth, place, past } = frame;
    if (past && t < stages.point[1]) return;
    const moves = truth.row !== null && t > stages.travel[0];
    assert.equal(is_there(frame, "copy,0"), moves);
    if (!moves) return;
    const copies = cells(frame, "copy");
    assert.deepEqual(
      copies.map(look),
      cells(frame, `w~${truth.row}`).map(look),
    );
    const y = centre(copies[0].find(Boolean))[1] - (place.size.h - 1) / 2;
    if (t >= stages.travel[1]) assert(near(y, place.embedding.out));
    assert(y <= place.embedding.out + 0.01);
  },
  "the lookup is done before the product is": ({
    stages: { travel, times, fall },
    slides,
  }) => {
    if (!slides) assert(travel[1] < times[1] && times[1] < fall[0]);
  },
  "where there is no id the lane is grey and says so, with Linear's sum still there":
    (frame) => {
      const { by, t, stages, truth, past, spec } = frame;
      if (past && t < stages.point[1]) return;
      assert.equal(
        by.get("none")?.text,
        truth.row === null && (past || t >= stages.read[1])
          ? "No id gives this row."
          : undefined,
      );
      if (t < stages.read[1]) return;
      assert.equal(
        by.get("embedding:").fill,
        truth.row === null ? "var(--quiet)" : "var(--ink)",
      );
      for (const row in spec.rows) {
        const { opacity } = cells(frame, `w~${row}`)[0].find(Boolean);
        if (truth.row === null) assert(opacity < 0.3, `${opacity}`);
        else
          assert(
            near(opacity, Number(row) === truth.row ? 1 : 0.38),
            `${row}: ${opacity}`,
          );
      }
    },
  "both outputs are compared in the end, where there are two": (frame) => {
    const { by, t, stages, truth, state, place } = frame;
    const words = by.get("verdict")?.text;
    if (t <= stages.land[0] || truth.row === null)
      return assert.equal(words, undefined);
    if (truth.same) assert.equal(words, "equal, number for number");
    else assert.match(words, /^not equal: 0 × (∞|nan) is nan$/);
    const equals = by.get("equals");
    assert.equal(
      equals?.text,
      state.narrow ? undefined : truth.same ? "=" : "≠",
    );
    if (!equals) return;
    const { table } = place.linear;
    assert(
      table.x + table.w < equals.x - 9 &&
        equals.x + 9 < box_of(by.get("embedding#"))[0],
      "between",
    );
  },
  "nothing that stands still covers a text": (frame) => {
    const { t, shapes, state, by } = frame;
    if (t !== 0 && t < END(state)[0]) return;
    const rings = ["rowink", "copyink"]
      .map((key) => by.get(key))
      .filter(Boolean);
    // what has no room in one is cut by itself
    const drawn = shapes.filter(({ key }) => !/^chip/.test(key));
    assert_apart(drawn, rings);
  },
  "each input is a chip: its id, or that there is none": ({
    by,
    spec,
    place,
    step,
  }) => {
    const { x, w } = place.track;
    for (let s = 0; s < spec.path; s++) {
      const chip = by.get(`chip${s}`);
      const { row } = spec.truth[s];
      assert(chip.x >= x && chip.x + chip.width <= x + w);
      assert.equal(chip.fill === "var(--pick)", s === step);
      const label = row === null ? "–" : spec.rows[row].label;
      assert(
        [label, s === step ? label : ""].includes(by.get(`chip${s}#`).text),
      );
    }
  },
};

/** Below one another stand the lanes on a narrow page, beside one another on a wide one. */
function stand({ place: { linear, embedding, width }, state, spec }) {
  if (!state.narrow) {
    assert.equal(linear.table.y, embedding.table.y);
    assert.equal(linear.out, embedding.out);
    return assert(linear.table.x + linear.table.w < embedding.table.x);
  }
  assert.equal(linear.table.x, embedding.table.x);
  assert(linear.out < embedding.table.y);
  if (spec.D <= 5 && spec.path <= 5 && !spec.name_width)
    assert(width <= 400, `${width}`);
}

function* frames() {
  yield* frames_of(frame, times_of);
  yield* frames_of(
    frame,
    (state) => times_of(state).filter((_, i) => i % 3 === state.step % 3),
    {
      narrow: true,
    },
  );
}
hold(frames(), { ...PROPERTIES, "the lanes stand where both are seen": stand });

test("in every step of an id the flight to its row is the longest motion", () => {
  for (const spec of Object.values(specs)) {
    if (spec.mixed) continue;
    for (const step of [0, spec.path - 1])
      assert_flies_longest(kind, frozen({ spec, step }));
  }
});

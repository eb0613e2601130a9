/**
 * The product of the picture of selected rows, term by term: what each row times its entry
 * is, how a column is added up, what it costs, and where it is nan. Run by
 * test_select_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { added_part } from "../../../notebooks/lookup/pictures/select_rows/term_by_term.js";
import {
  around,
  cells,
  centre,
  frozen,
  hold,
  look,
  near,
  specs,
} from "../../browser/frames.mjs";
import { assert_makes, frames, kind } from "./truth.mjs";

const PROPERTIES = {
  "all rows but one become zeros, or nan, and fall before anything travels": (
    frame,
  ) => {
    const { state, spec, by, t, line, stages } = frame;
    if (state.by === "lookup") return;
    const covers = [...by.keys()].filter((key) => /^zero/.test(key));
    if (t <= stages.times[0] || t >= stages.fall[1])
      return assert.deepEqual(covers, []);
    if (t < stages.times[1] || t > stages.fall[0]) return;
    const by_cell = covers.every((key) => /\d/.test(key));
    if (by_cell)
      for (let i = 0; i < spec.drawn; i++) assert_covered(frame, i, i !== line);
    if (by_cell) return;
    const high = covers.reduce((sum, key) => sum + by.get(key).height, 0);
    assert(near(high, hidden_height(frame)));
    assert_nans_stand_out(frame);
  },
  "column by column the row becomes torch's product, until that travels": (
    frame,
  ) => {
    const { state, spec, t, line, stages } = frame;
    if (state.by === "lookup") return;
    const sum = cells(frame, "sum");
    if (t <= stages.times[0] || t > stages.travel[0])
      return assert.deepEqual(sum.flat().filter(Boolean), []);
    spec.columns.forEach((_, j) => {
      if (added_part(at(frame), j) === 1) assert_makes(frame, "sum", j);
      else assert.deepEqual(look(sum[j]), look(cells(frame, `w${line}`)[j]));
    });
  },
  "a frame closes around each column that is added up, four of them one at a time":
    (frame) => {
      const { state, spec, by, t, place, line, stages } = frame;
      const frames = spec.columns.map((_, j) => by.get(`adding${j}`));
      const open = frames.filter(Boolean);
      const { size, table } = place;
      const adds =
        state.by === "product" && stages.fall[0] < t && t < stages.fall[1];
      if (!adds) return assert.deepEqual(open, []);
      if (spec.D <= 4) assert(open.length <= 1);
      frames.forEach((box, j) => {
        if (!box) return;
        const y = table.y + line * size.h;
        assert(
          table.y - 1 <= box.y &&
            box.y <= y &&
            box.y + box.height >= y + size.h - 1,
        );
        assert(box.y + box.height <= table.y + table.h + 1);
        for (let i = 0; i < spec.drawn; i++) {
          const falls = by.get(`zero${i},${j}|`);
          if (falls)
            assert(around(box, centre(falls)), `product ${i} of column ${j}`);
        }
      });
    },
  "what spoils a column falls into it, also from beyond the rows that are drawn":
    (frame) => {
      const { spec, by, place, line, step } = frame;
      const marks = spec.spoilt.find(({ steps }) => steps.includes(step))?.sum;
      const { size, table } = place;
      spec.columns.forEach((_, j) => {
        if (!by.has(`adding${j}`)) return assert(!is_there(frame, `nan,${j}`));
        const nans = [...Array(spec.drawn).keys()].filter((i) =>
          is_nan(frame, i, j),
        );
        const fall = nans.filter((i) => i !== line && by.has(`zero${i},${j}|`));
        assert.equal(
          is_there(frame, `nan,${j}`),
          marks !== undefined && marks[j] !== "=" && !fall.length,
        );
        if (!is_there(frame, `nan,${j}`)) return;
        const [, y] = centre(by.get(`nan,${j}`) ?? by.get(`nan,${j}#`));
        const middle = table.y + (line + 0.5) * size.h;
        if (marks[j] === "<")
          assert(table.y - size.h / 2 - 1 <= y && y <= middle);
        if (marks[j] === ">")
          assert(middle <= y + 1 && y <= table.y + table.h + size.h / 2);
      });
    },
  "the signs of the addition stand between the rows, and are lit while it is done":
    (frame) => {
      const { state, spec, by, t, place, stages } = frame;
      const signs = (name) =>
        [...by.values()].filter(({ key }) => RegExp(`^${name}\\d`).test(key));
      const shown = state.by === "product" && place.size.h >= 16;
      const adds = stages.fall && stages.fall[0] < t && t < stages.fall[1];
      const made = stages.times && stages.times[1] <= t && t < stages.fall[1];
      assert.equal(signs("plus").length, shown && made ? spec.drawn - 1 : 0);
      for (const { fill } of signs("plus"))
        assert.equal(fill, adds ? "var(--ink)" : "var(--quiet)");
      if (adds) assert.equal(signs("times").length, 0);
    },
  "a counter says what is multiplied, in the end all of it, or read": ({
    by,
    spec,
    state,
    t,
    stages,
  }) => {
    const cost = by.get("cost")?.text;
    const count = (number) => number.toLocaleString("en");
    const { V, D } = spec;
    const read = `this step: ${count(D)} number${D === 1 ? "" : "s"} read`;
    const made =
      `${count(V * D)} multiplication${V * D === 1 ? "" : "s"}, ` +
      `${count(V * D - D)} of them by 0`;
    if (state.by === "lookup")
      return assert.equal(cost, t > stages.travel[0] ? read : undefined);
    if (t <= stages.times[0]) return assert.equal(cost, undefined);
    if (t >= stages.times[1]) return assert.equal(cost, made);
    const numbers = (cost ?? "0, 0")
      .split(", ")
      .map((text) => /^[\d,]+/.exec(text)[0]);
    const [all, zeros] = numbers.map((text) =>
      Number(text.replaceAll(",", "")),
    );
    assert(all <= V * D && all % V === 0 && zeros === all - all / V, cost);
  },
  "the words say which columns are nan that the row does not have so, and why":
    (frame) => {
      const { state, spec, row, truth, say, alt } = frame;
      const lost = truth.filter(
        (value, j) => value === "nan" && spec.rows[row].marks[j] !== "?",
      ).length;
      const why =
        / (is|are) nan, because (0 × (−?∞|nan) in row [\d,]+ is nan|of products such as 0 × (−?∞|nan) in row [\d,]+)[.;]/;
      for (const words of [say, alt])
        assert.equal(
          why.test(words),
          state.by === "product" && lost > 0,
          words,
        );
      assert.equal(
        /the output equals row/.test(alt),
        state.by === "lookup" || lost === 0,
      );
    },
  "the words say what it costs": ({ state, spec, step, say, alt }) => {
    const words = kind.counted(spec, state);
    const unsaid = state.by === "product" && spec.steps[step].unknown;
    assert(say.includes(words) || unsaid, say);
    assert(alt.includes(words) || /the output differs/.test(alt), alt);
  },
};

test("of a table with an infinity the words are these", () => {
  const words = (step, by) => {
    const state = frozen({ spec: specs.infinite, step, by });
    return [kind.say(state), kind.alt(state)];
  };
  assert.deepEqual(words(0, "product"), [
    "Step 1 of 3: id 4, so the 1 stands beside row 4; " +
      "24 multiplications, 20 of them by 0, but column 2 is nan, " +
      "because 0 × ∞ in row 5 is nan. The product reads 40, 41, nan, 43; " +
      "row 4 reads 40, 41, 42, 43.",
    "One-hot for index 4 beside the table W (6, 4); only row 4 is ringed; " +
      "the output differs: column 2 is nan, because 0 × ∞ in row 5 is nan.",
  ]);
  assert.deepEqual(words(0, "lookup"), [
    "Step 1 of 3: id 4 picks row 4. 4 numbers read: 40, 41, 42, 43.",
    "Id 4 beside the table W (6, 4); 4 numbers read; only row 4 is ringed; " +
      "the output equals row 4.",
  ]);
  assert.deepEqual(words(1, "product"), [
    "Step 2 of 3: id 5, so the 1 stands beside row 5; 24 multiplications, 20 of them by 0, " +
      "and what is left is row 5. It reads 50, 51, ∞, 53.",
    "One-hot for index 5 beside the table W (6, 4); " +
      "24 multiplications, 20 of them by 0; only row 5 is ringed; " +
      "the output equals row 5.",
  ]);
});

/** The height of all rows but the picked one, of which none is left in sight. */
function hidden_height({ by, spec, place, line }) {
  const [above, below] = ["zero<", "zero>"].map((key) => by.get(key));
  const y = place.table.y + line * place.size.h;
  for (const sheet of [above, below].filter(Boolean)) {
    assert.equal(sheet.fill, "var(--paper)");
    assert(near(sheet.width, place.table.w - 1));
    assert(
      sheet.y + sheet.height <= y + 0.01 || sheet.y >= y + place.size.h - 0.01,
      "not over the picked row",
    );
  }
  return (spec.drawn - 1) * place.size.h;
}

/** On the rows that are hidden the products stand that are nan, and only these. */
function assert_nans_stand_out({ by, spec, line, ...frame }) {
  for (let i = 0; i < spec.drawn; i++) {
    const nans = spec.columns.filter(
      (_, j) => i !== line && is_nan({ spec, ...frame }, i, j),
    );
    const squares = (by.get(`nan${i}`)?.d ?? "").match(/Z/g) ?? [];
    assert.equal(squares.length, nans.length);
  }
}

/** Whether 0 times the number in line i and column j is nan. */
const is_nan = ({ spec, first }, i, j) =>
  /[+?-]/.test(spec.rows[first + i].marks[j]);

const is_there = ({ by }, key) => by.has(key) || by.has(`${key}#`);

/** A frame as what draws it asks how far it is. */
const at = ({ spec, t }) => ({ spec, way: { t } });

/**
 * Row i is covered by zeros, a dot in each cell, or nan where its number is not finite; or
 * it is not.
 */
function assert_covered(frame, i, covered) {
  const { by, spec } = frame;
  if (!covered) return assert(!by.has(`zero${i},0|`));
  spec.columns.forEach((_, j) => {
    const [cover, dot, under] = [
      `zero${i},${j}|`,
      `zero${i},${j}#`,
      `w${i},${j}`,
    ].map((key) => by.get(key));
    assert.equal(cover.fill, "var(--paper)");
    if (!is_nan(frame, i, j)) assert.equal(dot.tag, "circle");
    else if (spec.numbers) assert.equal(dot.text, "nan");
    else assert.equal(dot.tag, "path");
    if (under?.width)
      assert(
        near(cover.x, under.x) &&
          near(cover.y, under.y) &&
          near(cover.width, under.width),
      );
  });
}

hold(frames(), PROPERTIES);

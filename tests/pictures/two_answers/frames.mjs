/**
 * What a still of two answers shows: numbers as they are, rings where they differ, wide
 * and narrow. Run by test_two_answers.py.
 */
import assert from "node:assert/strict";
import * as kind from "../../../notebooks/lookup/pictures/two_answers/draw.js";
import {
  COMMON,
  assert_apart,
  assert_cells,
  hold,
  specs,
} from "../../browser/frames.mjs";

const lasts = () => 0;

function* frames() {
  for (const [name, spec] of Object.entries(specs))
    for (const narrow of [false, true]) {
      const state = { spec, narrow };
      const shapes = kind.picture(state);
      const by = new Map(shapes.map((shape) => [shape.key, shape]));
      const own = { ...kind, lasts };
      const alt = kind.alt(spec);
      yield {
        name,
        step: 0,
        t: 0,
        kind: own,
        state,
        spec,
        shapes,
        by,
        place: kind.layout(spec, narrow),
        say: spec.sentence,
        alt,
      };
    }
}

/** The places, "row,column", of a side that lie within its rings. */
function ringed({ shapes, by, spec }, k) {
  const rings = shapes.filter(
    ({ key }) => key.startsWith(`ring${k},`) && key.endsWith("ink"),
  );
  const found = new Set();
  spec.sides[k].rows.forEach((_, i) => {
    for (let j = 0; j < spec.sides[k].width; j++) {
      const [x, y] = [
        by.get(`${k},${i},${j}`) ?? by.get(`${k},${i},${j}#`),
      ].map(({ x, y }) => [x + 5, y + 5])[0];
      const within = (r) =>
        r.x < x && x < r.x + r.width && r.y < y && y < r.y + r.height;
      if (rings.some(within)) found.add(`${i},${j}`);
    }
  });
  return found;
}

/** The places of a side that its words put into brackets. */
function bracketed({ spec }, k) {
  const found = new Set();
  spec.body.forEach((line, i) => {
    const texts = line[k + 1].split(" ").filter(Boolean);
    texts.forEach((text, j) => text.startsWith("[") && found.add(`${i},${j}`));
  });
  return found;
}

hold(frames(), {
  ...COMMON,
  "every number is drawn as it is": (frame) => {
    frame.spec.sides.forEach((side, k) =>
      side.rows.forEach((line, i) => {
        const [marks, ...texts] = line.split(" ");
        const columns = texts.map((_, j) => j);
        assert_cells(
          { ...frame, spec: { columns, numbers: true }, rows: {} },
          `${k},${i}`,
          { marks, texts },
        );
        assert.equal(texts.length, side.width);
      }),
    );
  },
  "rings are round what the words put into brackets, and dashed in yours": (
    frame,
  ) => {
    for (const k of [0, 1])
      assert.deepEqual(ringed(frame, k), bracketed(frame, k));
    for (const { key, ...shape } of frame.shapes)
      if (key.startsWith("ring"))
        assert.equal("stroke-dasharray" in shape, key.startsWith("ring1"), key);
  },
  "rings have none of the gold of a row that is taken": ({ shapes }) => {
    for (const { key, stroke } of shapes)
      if (key.startsWith("ring"))
        assert(["var(--ink)", "var(--paper)"].includes(stroke), key);
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "what is narrow is narrow": ({ place, state }) =>
    assert(place.width <= (state.narrow ? 340 : 620), `${place.width}`),
});

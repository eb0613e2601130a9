/** What every frame of the picture of one-hot rows shows: all steps of real specs, on a grid of times. Run by test_select_rows_frames.py. */
import assert from "node:assert/strict";
import test from "node:test";
import { markup } from "../../images/svg.mjs";
import { cell, fill, share } from "../../notebooks/lookup/browser/cells.js";
import { clamp, part } from "../../notebooks/lookup/browser/draw.js";
import { pace, step_in } from "../../notebooks/lookup/browser/player_state.js";
import * as kind from "../../notebooks/lookup/browser/select_rows.js";
import {
  COMMON,
  around,
  assert_cells,
  assert_faded,
  box_of,
  cells,
  centre,
  frame_of,
  frames_of,
  frozen,
  hold,
  look,
  near,
} from "../browser/frames.mjs";

const { point, fade, travel, land } = kind.stages;
const END = land[1];
const TIMES = [0, 0.15, point[1], 0.45, fade[1], travel[0], 0.61, 0.85, travel[1], 1.2, END, END + 1, 99];

/** A frame, and the line on which the picked row stands. */
function frame(state, t) {
  const { row, first = 0 } = state.spec.steps[state.step];
  return { ...frame_of(kind, state, t), row, first, line: row - first };
}
const frames = (more = {}, times = TIMES) => frames_of(frame, () => times, more);

const firsts = new Map(); // where things stand in the first frame of a spec
const PROPERTIES = {
  ...COMMON,
  "each cell says what Python prepared": (frame) => {
    for (let i = 0; i < frame.spec.drawn; i++) assert_cells(frame, `w${i}`, frame.spec.rows[frame.first + i]);
  },
  "the one-hot has a single 1, in line with the picked row": ({ by, spec, row, first, line }) => {
    for (let i = 0; i < spec.drawn; i++) {
      const box = by.get(`hot${i}`);
      const inner = by.get(`hot${i}#`);
      const shown = box ?? inner;
      assert.equal(shown["data-row"], first + i);
      assert.equal(i === line, Boolean(box?.fill.includes("--pos")));
      assert.equal(i !== line, inner?.tag === "circle");
      assert(near(centre(shown)[1], centre(by.get(`w${i},0`) ?? by.get(`w${i},0#`))[1]));
    }
    assert.equal(by.get(`hot${line}`)["data-row"], row);
  },
  "once pointed at, one ring holds the picked row and another its 1": ({ by, shapes, t, row }) => {
    const [wide, small] = ["row", "hot"].map((key) => by.get(`${key}pick`));
    if (t < point[1]) return assert(!wide || (t > 0 && wide.opacity < 1));
    for (const s of shapes.filter(
      (s) => "data-row" in s && s.tag !== "text" && s.key !== "tag" && s.tag !== "path",
    )) {
      const inside = s["data-row"] === row;
      assert.equal(around("data-col" in s ? wide : small, centre(s)), inside, s.key);
    }
    assert(wide.opacity === 1 && small.opacity === 1 && !wide["stroke-dasharray"]);
  },
  "a row that takes no part keeps its fill and loses its number": (frame) => {
    for (let i = 0; i < frame.spec.drawn; i++) assert_faded(frame, `w${i}`, i !== frame.line, fade);
  },
  "nothing travels before the pointing and the fading are done": ({ by, t, place }) => {
    const copy = by.get("copy,0") ?? by.get("copy,0#");
    assert.equal(Boolean(copy), t > travel[0]);
    assert(point[1] <= fade[0] && fade[1] <= travel[0] && travel[1] <= land[0]);
    const left = copy && centre(copy)[0] - (place.size.w - 1) / 2;
    if (copy) assert(place.table.x < left && left <= place.out.x + 1e-9, `${left}`);
  },
  "the row that travels is the row that left": (frame) => {
    if (frame.t > travel[0])
      assert.deepEqual(cells(frame, "copy").map(look), cells(frame, `w${frame.line}`).map(look));
  },
  "it arrives in its slot, column beside column": (frame) => {
    if (frame.t < travel[1]) return;
    const { by, step, spec, place } = frame;
    const k = step < spec.path ? Math.min(step, place.out.rows - 1) : 0;
    const [left, came] = [`w${frame.line}`, "copy"].map((key) =>
      cells(frame, key).map(([box, inner]) => centre(box ?? inner)),
    );
    const slot = by.get(`slot${k}`);
    const table = { x: place.table.x, y: place.table.y + frame.line * place.size.h };
    came.forEach(([x, y], j) =>
      assert(near(x - left[j][0], slot.x - table.x) && near(y - left[j][1], slot.y - table.y)),
    );
  },
  "earlier outputs are the rows of their ids": (frame) => {
    const { spec, step, by } = frame;
    if (step >= spec.path) return;
    const first = Math.max(0, step - 7);
    for (let s = first; s < step; s++) {
      const k = s - first;
      const { marks, texts } = spec.rows[spec.steps[s].row];
      cells(frame, `out${k}`).forEach(([box, inner], j) => {
        assert.equal((box ?? inner)["data-out"], s);
        if (box) assert.equal(box.fill, fill(marks[j]));
        if (spec.numbers && marks[j] !== "0") assert.equal(inner.text, texts[j]);
      });
      assert.equal(by.get(`slot${k}#`).text, spec.steps[s].slot);
    }
  },
  "the layout does not change with the step": ({ name, shapes, t }) => {
    if (t % 1) return;
    const still = shapes.filter((s) => /^(hot|w)\d|^slot\d+$|^(one-hot|table|out|strip)$/.test(s.key));
    const places =
      firsts.get(name) ?? new Map(still.map((s) => [s.key, box_of({ ...s, stroke: "" }).slice(0, 2)]));
    firsts.set(name, places);
    for (const s of still)
      if (!s.key.includes("#") && places.has(s.key))
        assert.deepEqual(box_of({ ...s, stroke: "" }).slice(0, 2), places.get(s.key));
  },
  "the words name the row": ({ say, alt, spec, row }) => {
    const { label } = spec.rows[row];
    assert(
      (say.includes(`row ${label}.`) || say.includes(`its id is ${label},`)) &&
        alt.includes(`index ${label} `),
      `${say} / ${alt}`,
    );
  },
};

hold(frames(), PROPERTIES);

const pick_edges = ({ shapes }) => shapes.filter((s) => s.stroke === "var(--pick)").map((s) => s.key);

test("a prediction reveals nothing before the guess", () => {
  for (const frame of frames({ asked: true }, [0, 0.85, END])) {
    assert.deepEqual(pick_edges(frame), []);
    assert(![...frame.by.keys()].some((key) => /^(copy|way|tag|guess)/.test(key)));
    assert.deepEqual(frame.shapes, frame.before.shapes);
    const { foot } = kind.numbers(frame.state);
    assert(
      !foot.length &&
        /Which row/.test(frame.say) &&
        /no row is ringed/.test(frame.alt) &&
        !/reads/.test(frame.say),
    );
  }
});

test("a right guess gets one ring, a wrong one both, the learner's dashed", () => {
  for (const { state, spec, row, first, step, name } of frames({}, [END])) {
    const wrong = first + ((row - first + 1) % spec.drawn);
    const guesses = wrong === row ? [row] : [row, wrong];
    for (const guess of guesses) {
      const guessed = frame(frozen({ ...state, asked: false, guess }), END);
      const theirs = guessed.by.get("guesspick");
      assert.deepEqual(
        pick_edges(guessed).sort(),
        [...(guess === row ? [] : ["guesspick"]), "copypick", "hotpick", "rowpick"].sort(),
        name,
      );
      if (guess !== row) {
        assert(
          theirs["stroke-dasharray"] &&
            around(
              theirs,
              centre(guessed.by.get(`w${guess - first},0`) ?? guessed.by.get(`w${guess - first},0#`)),
            ),
        );
        assert(
          guessed.say.includes(`Not row ${spec.rows[guess].label}:`) && !guessed.alt.includes("only"),
          `${guessed.say} ${guessed.alt}`,
        );
      } else if (!spec.steps[step].unknown) assert.match(guessed.say, /As you said\.$/);
    }
  }
});

test("the value under the pointer is the table's", () => {
  for (const { state, spec, row } of frames({}, [END]))
    spec.columns.forEach((column, j) => {
      const { label, texts } = spec.rows[row];
      assert.equal(
        kind.hover(state, { row: String(row), col: String(j) }),
        `W[${label}, ${column}] = ${texts[j]}`,
      );
      assert.equal(
        kind.hover(state, { out: "0", col: String(j) }),
        `output, column ${column} = ${spec.rows[spec.steps[0].row].texts[j]}`,
      );
      assert.equal(kind.hover(state, { row: String(row) }), "");
    });
});

test("marks, stages and steps at their edges", () => {
  assert.deepEqual(
    [..."0?+-aAzZnN"].map(share).map((v) => v + 0),
    [0, 0, 1, -1, 0, 0, 1, -1, 0.52, -0.52],
  );
  assert(fill("a").includes("0%") && fill("z").includes("--pos) 100%") && fill("-").includes("--neg) 100%"));
  assert.deepEqual(
    [-1, 0, 2, 3, 4, 9].map((t) => part(t, [2, 4])),
    [0, 0, 0, 0.5, 1, 1],
  );
  assert.deepEqual([clamp(-1, 0, 3), clamp(9, 0, 3), clamp(2, 0, 3), clamp(1, 0, 0)], [0, 3, 2, 0]);
  const spec = { steps: [1, 2, 3] };
  assert.deepEqual(
    [99, -5, 1.5, "2", null, undefined, NaN, Infinity, "x", {}].map((v) => step_in(v, spec)),
    [2, 0, 1, 2, 0, 0, 0, 2, 0, 0],
  );
  assert.deepEqual([0, 1, 7].map(pace), [1, 2, 2]);
});

test("markup escapes what a word may hold", () => {
  const shape = { key: "k", tag: "text", x: 1, title: `"><script>`, text: `<b>"a" & b</b>` };
  assert.equal(
    markup(shape),
    `<text x="1" title="&#34;&#62;&#60;script&#62;">&#60;b&#62;&#34;a&#34; &#38; b&#60;/b&#62;</text>`,
  );
  const [box, inner] = cell("c", 0, 0, { w: 42, h: 26 }, "z", "+2", { fade: 1 });
  assert(box.opacity < 1 && inner.opacity === 0 && inner.text === "+2");
});

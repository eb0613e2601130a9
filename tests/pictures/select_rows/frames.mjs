/**
 * What every frame of the picture of selected rows shows: all steps of real specs, by
 * product and by lookup, on a grid of times. Run by test_select_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { markup } from "../../../images/svg.mjs";
import {
  cell,
  fill,
  share,
} from "../../../notebooks/lookup/pictures/kit/cells.js";
import { clamp, part } from "../../../notebooks/lookup/pictures/kit/draw.js";
import { step_in } from "../../../notebooks/lookup/pictures/kit/player_state.js";
import { pace } from "../../../notebooks/lookup/pictures/kit/tempo.js";
import {
  COMMON,
  around,
  assert_cells,
  assert_faded,
  box_of,
  cells,
  centre,
  hold,
  look,
  near,
} from "../../browser/frames.mjs";
import { assert_makes, frames, times_of } from "./truth.mjs";

const tops = new Map(); // where things stand in the first frame of a spec
const PROPERTIES = {
  ...COMMON,
  "each cell says what Python prepared": (frame) => {
    for (let i = 0; i < frame.spec.drawn; i++)
      assert_cells(frame, `w${i}`, frame.spec.rows[frame.first + i]);
  },
  "a lookup has no one-hot": ({ by, state }) =>
    assert(state.by === "product" || !by.has("hot0")),
  "once the id is there the one-hot has a single 1, in line with the picked row":
    (frame) => {
      const { state, by, spec, row, first, line, t, stages } = frame;
      if (state.by === "lookup") return;
      for (let i = 0; i < spec.drawn; i++) {
        const box = by.get(`hot${i}`);
        const inner = by.get(`hot${i}#`);
        const shown = box ?? inner;
        const is_one = i === line && t >= stages.point[1];
        assert.equal(shown["data-row"], first + i);
        assert.equal(is_one, Boolean(box?.fill.includes("--pos")));
        if (inner?.text) assert.equal(inner.text, is_one ? "1" : "0");
        else assert.equal(!is_one, inner?.tag === "circle");
        assert(
          near(
            centre(shown)[1],
            centre(by.get(`w${i},0`) ?? by.get(`w${i},0#`))[1],
          ),
        );
      }
      assert.equal(row, first + line);
    },
  "the id goes from its chip to its row, and then a ring holds the row": (
    frame,
  ) => {
    const { by, shapes, t, row, line, step, spec, place, stages } = frame;
    const [ring, tag] = [by.get("rowpick"), by.get("tag")];
    if (t === 0) return assert(!ring && !tag);
    const [x, y] = centre(tag);
    if (t >= stages.point[1]) {
      assert(
        near(x, place.index) &&
          near(y, place.table.y + (line + 0.5) * place.size.h),
      );
      assert(ring.opacity === 1 && !ring["stroke-dasharray"]);
      const in_rows = ({ key }) => /^w\d+,\d+$/.test(key);
      for (const s of shapes.filter((s) => in_rows(s) && s.tag !== "path"))
        assert.equal(around(ring, centre(s)), s["data-row"] === row, s.key);
    } else if (step < spec.path) {
      const chip = box_of(by.get(`chip${step}`));
      assert(y > chip[1] && y < place.table.y + (line + 0.5) * place.size.h);
    }
    assert.equal(by.get("tag#").text, spec.rows[row].label);
  },
  "each id is a chip, in order, and the chips are the track of the scrubber": ({
    by,
    spec,
    step,
    place,
  }) => {
    const { per, x, w } = place.chips;
    assert.equal(place.track, per < spec.path ? undefined : place.chips);
    for (let s = 0; s < spec.path; s++) {
      const chip = by.get(`chip${s}`);
      const [start, end] = [0, 1].map((k) => x + (w * ((s % per) + k)) / per);
      assert(chip.x < end && chip.x + chip.width > start, `chip ${s}`);
      if (s !== step)
        assert(start <= chip.x && chip.x + chip.width <= end, `chip ${s}`);
      assert.equal(chip.fill === "var(--pick)", s === step);
      assert.equal(by.has(`hatch${s}`), Boolean(spec.steps[s].unknown));
      const id = by.get(`chip${s}#`).text;
      const { label } = spec.rows[spec.steps[s].row];
      assert(id === label || (id === "" && s !== step), `${id} of ${label}`);
    }
  },
  "of a text each piece shows its id and a word, whole or with a sign": ({
    by,
    spec,
    state,
    step,
    place,
  }) => {
    if (!spec.sentence) return;
    const chips = spec.steps.slice(0, spec.path).map(({ row, word }, s) => {
      assert.equal(by.get(`chip${s}#`).text, spec.rows[row].label);
      const { text } = by.get(`chip${s}:`);
      assert(
        text === word || (text.endsWith("…") && text.length > 2),
        `${text} of ${word}`,
      );
      return box_of(by.get(`chip${s}`));
    });
    const [[left, top]] = chips;
    for (const [s, [l, t, , b]] of chips.entries()) {
      const line = Math.floor(s / place.chips.per);
      if (s % place.chips.per) assert(l > chips[s - 1][2] - 2, `chip ${s}`);
      else assert(near(l, left) || s === step || step === 0);
      if (line) assert(t > chips[s - place.chips.per][3] - 2);
      else assert(Math.abs(t - top) < 2);
      assert(b < place.table.y);
    }
    if (!state.narrow && spec.path < 8)
      assert(place.track, "one line of chips");
  },
  "output rows out of sight are counted": ({ by, spec, step, place }) => {
    if (step >= spec.path) return;
    const count = (key) =>
      Number((by.get(key)?.text.match(/[\d,]+/)?.[0] ?? "0").replace(",", ""));
    const hidden = count("earlier") + count("later");
    assert.equal(hidden + place.out.rows, spec.ids);
    assert.equal(count("earlier"), Math.max(0, step - 7));
  },
  "a row that takes no part keeps its fill and its number": (frame) => {
    const { spec, by, line, t, stages, place } = frame;
    for (let i = 0; i < spec.drawn; i++)
      assert_faded(frame, `w${i}`, spec.numbers && i !== line, stages.fade);
    const veils = ["veil<", "veil>"].map((key) => by.get(key)).filter(Boolean);
    if (spec.numbers || t <= stages.fade[0]) return assert.deepEqual(veils, []);
    const high = veils.reduce((sum, { height }) => sum + height, 0);
    assert(
      near(high, (spec.drawn - 1) * place.size.h),
      "all rows but the picked one",
    );
    const y = place.table.y + (line + 0.5) * place.size.h;
    assert(veils.every((veil) => !around(veil, [veil.x + 1, y])));
    if (t >= stages.fade[1])
      assert(veils.every(({ opacity }) => near(opacity, 0.62)));
  },
  "one stage begins when the one before is done, and nothing travels before": ({
    by,
    t,
    place,
    stages,
  }) => {
    const { point, fade, times = fade, fall = times, travel, land } = stages;
    const copy = by.get("copy,0") ?? by.get("copy,0#");
    assert.equal(Boolean(copy), t > travel[0]);
    assert(
      point[1] <= fade[0] && fade[1] <= travel[0] && times[1] <= fall[0] + 0.6,
    );
    assert(fall[1] <= travel[0] && travel[1] <= land[0]);
    const left = copy && centre(copy)[0] - (place.size.w - 1) / 2;
    if (copy)
      assert(place.table.x <= left && left <= place.out.x + 1e-9, `${left}`);
  },
  "of a lookup the row that travels is the row that left, of a product what torch makes of it":
    (frame) => {
      const { state, spec, t, line, stages } = frame;
      if (t <= stages.travel[0]) return;
      if (state.by === "product")
        spec.columns.forEach((_, j) => assert_makes(frame, "copy", j));
      else
        assert.deepEqual(
          cells(frame, "copy").map(look),
          cells(frame, `w${line}`).map(look),
        );
    },
  "it arrives in its slot, column beside column": (frame) => {
    if (frame.t < frame.stages.travel[1]) return;
    const { by, step, spec, place } = frame;
    const { rows } = place.out;
    const k = step < spec.path ? Math.min(step, rows - 1) : rows;
    const [left, came] = [`w${frame.line}`, "copy"].map((key) =>
      cells(frame, key).map(([box, inner]) => centre(box ?? inner)),
    );
    const slot = by.get(`slot${k}`);
    const table = {
      x: place.table.x,
      y: place.table.y + frame.line * place.size.h,
    };
    came.forEach(([x, y], j) =>
      assert(
        near(x - left[j][0], slot.x - table.x) &&
          near(y - left[j][1], slot.y - table.y),
      ),
    );
  },
  "earlier outputs are the rows of their ids, or torch's products": (frame) => {
    const { spec, step, by } = frame;
    if (step >= spec.path) return;
    const first = Math.max(0, step - 7);
    for (let s = first; s < step; s++) {
      const k = s - first;
      const { marks, texts } = spec.rows[spec.steps[s].row];
      cells(frame, `out${k}`).forEach(([box, inner], j) => {
        assert.equal((box ?? inner)["data-out"], s);
        if (frame.state.by === "product")
          return assert_makes(frame, `out${k}`, j, s);
        if (box) assert.equal(box.fill, fill(marks[j]));
        if (spec.numbers && marks[j] !== "0")
          assert.equal(inner.text, texts[j]);
      });
      assert.equal(by.get(`slot${k}#`).text, spec.steps[s].slot);
    }
  },
  "the layout does not change with the step": ({ name, state, shapes, t }) => {
    if (t % 1 || state.narrow) return;
    const still = shapes.filter((s) =>
      /^w\d|^slot\d+$|^(table|out|strip)$/.test(s.key),
    );
    const places =
      tops.get(name) ??
      new Map(
        still.map((s) => [s.key, box_of({ ...s, stroke: "" }).slice(0, 2)]),
      );
    tops.set(name, places);
    for (const s of still)
      if (!s.key.includes("#") && places.has(s.key))
        assert.deepEqual(
          box_of({ ...s, stroke: "" }).slice(0, 2),
          places.get(s.key),
        );
  },
  "the words name the row": ({ say, alt, spec, row }) => {
    const { label } = spec.rows[row];
    const named = [
      `row ${label}.`,
      `row ${label};`,
      `its id is ${label},`,
    ].some((words) => say.includes(words));
    assert(named && alt.includes(` ${label} `), `${say} / ${alt}`);
  },
};

hold(frames(), PROPERTIES);
const few = (state) =>
  times_of(state).filter((_, i) => i % 3 === state.step % 3);
hold(frames({ narrow: true }, few), {
  ...PROPERTIES,
  "below the table stands the output": is_below,
});

function is_below({ place: { table, out, width }, by, spec }) {
  assert(out.y > table.y + table.h && out.x === table.x);
  if (spec.columns.length <= 5 && !spec.name_width)
    assert(width <= 400, `${width}`);
  assert.equal(by.get("out").y < out.y, true);
}

test("marks, stages and steps at their edges", () => {
  assert.deepEqual(
    [..."0?+-aAzZnN"].map(share).map((v) => v + 0),
    [0, 0, 1, -1, 0, 0, 1, -1, 0.52, -0.52],
  );
  assert(
    fill("a").includes("0%") &&
      fill("z").includes("--pos) 100%") &&
      fill("-").includes("--neg) 100%"),
  );
  assert.deepEqual(
    [-1, 0, 2, 3, 4, 9].map((t) => part(t, [2, 4])),
    [0, 0, 0, 0.5, 1, 1],
  );
  assert.deepEqual(
    [clamp(-1, 0, 3), clamp(9, 0, 3), clamp(2, 0, 3), clamp(1, 0, 0)],
    [0, 3, 2, 0],
  );
  const spec = { steps: [1, 2, 3] };
  assert.deepEqual(
    [99, -5, 1.5, "2", null, undefined, NaN, Infinity, "x", {}].map((v) =>
      step_in(v, spec),
    ),
    [2, 0, 1, 2, 0, 0, 0, 2, 0, 0],
  );
  assert.deepEqual(
    [0, 1, 7].map((step) => pace(step)),
    [1, 2, 2],
  );
  assert.deepEqual(
    [0, 0.89, 0.9].map((t) => pace(1, t, 0.9)),
    [1, 1, 2],
  );
});

test("markup escapes what a word may hold", () => {
  const shape = {
    key: "k",
    tag: "text",
    x: 1,
    title: `"><script>`,
    text: `<b>"a" & b</b>`,
  };
  assert.equal(
    markup(shape),
    '<text x="1" title="&#34;&#62;&#60;script&#62;">&#60;b&#62;&#34;a&#34; ' +
      "&#38; b&#60;/b&#62;</text>",
  );
  const [box, inner] = cell("c", 0, 0, { w: 42, h: 26 }, "z", "+2", {
    fade: 1,
  });
  assert(box.opacity < 1 && inner.opacity === undefined && inner.text === "+2");
});

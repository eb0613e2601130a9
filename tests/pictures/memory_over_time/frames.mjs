/**
 * What every frame of memory over time must show. Run by test_memory_over_time.py, which
 * adds what was measured.
 */
import assert from "node:assert/strict";
import * as words from "../../../notebooks/lookup/pictures/memory_over_time/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/memory_over_time/draw.js";
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
const END = kind.lasts();
const TIMES = [0, 0.01, 0.2, 0.45, 0.7, END, END + 1, 99];

/**
 * A frame, with what was measured of its run: [{name, held, parts: {kind: bytes}}], and
 * its highest until there.
 */
function frame(state, t) {
  const truth =
    state.spec.truth[state.by][state.spec.layers.indexOf(state.row)];
  const past = truth.slice(0, state.step + (t >= END ? 1 : 0));
  return {
    ...frame_of(kind, state, t),
    truth,
    past,
    share: Math.min(1, t / END),
  };
}

function* frames() {
  const most = Math.max(
    ...Object.values(specs).map(
      ({ ways, layers }) => ways.length * layers.length,
    ),
  );
  for (const narrow of [false, true])
    for (let k = 0; k < most; k++)
      for (const one of frames_of(
        (state, t) => frame(frozen({ ...state, ...run_of(state.spec, k) }), t),
        () => TIMES,
        { narrow },
      ))
        yield { ...one, name: `${one.name}, ${k}${narrow ? ", narrow" : ""}` };
}

const run_of = ({ ways, layers }, k) => ({
  by: ways[k % ways.length],
  row: layers[Math.floor(k / ways.length) % layers.length],
});

const most_of = (phases) => Math.max(0, ...phases.flatMap(({ held }) => held));
const end_of = (phases) => phases.at(-1)?.held.at(-1) ?? 0;

/** A text says so many bytes in tables. */
function says(text, bytes, { table, unit }) {
  if (text === "≈0") return assert(bytes / table < 0.0051);
  const off = Math.abs(Number(text) - bytes / table);
  assert(off <= 0.00501 + (5 * unit) / table, `${text} for ${bytes / table}`);
}

const number_in = (text) => text.match(/(≈0|\d+\.\d\d)/)[1];

/** The heights of the line in each phase: px above zero, two for each moment. */
function heights({ by, place, spec, state }) {
  const { held } = spec.runs[state.by][spec.layers.indexOf(state.row)];
  const ys = numbers_in(by.get("held").d).filter((_, i) => i % 2 === 1);
  const found = held.map(([kind = "0"]) =>
    ys.splice(0, 2 * kind.split(" ").length),
  );
  assert.equal(ys.length, 0);
  return found.map((phase) => phase.map((y) => place.plot.base - y));
}

const PROPERTIES = {
  ...COMMON,
  "the line is as high as the highest moment of each phase, and ends where the phase ends":
    (frame) => {
      const { truth, place, spec } = frame;
      const drawn = heights(frame);
      truth.forEach(({ held }, p) => {
        const found = drawn[p];
        const px = (bytes) => (place.plot.per * bytes) / spec.table;
        const off = 0.02 + px(5 * spec.unit);
        assert(
          Math.abs(Math.max(...found) - px(Math.max(...held))) <= off,
          `highest of phase ${p}`,
        );
        assert(
          Math.abs(found.at(-1) - px(held.at(-1))) <= off,
          `end of phase ${p}`,
        );
      });
    },
  "the areas lie one upon the other, from zero to the line": ({
    by,
    spec,
    place,
  }) => {
    const edges = spec.kinds.map((_, k) => {
      const { d } = by.get(`area${k}`);
      const ys = numbers_in(d).filter((_, i) => i % 2 === 1);
      return [ys.slice(0, ys.length / 2), ys.slice(ys.length / 2).reverse()];
    });
    const line = numbers_in(by.get("held").d).filter((_, i) => i % 2 === 1);
    edges.forEach(([, lower], k) => {
      const below = k ? edges[k - 1][0] : lower.map(() => place.plot.base);
      assert.deepEqual(lower, below);
    });
    if (edges.length) assert.deepEqual(edges.at(-1)[0], line);
  },
  "what is still to come is covered": ({ by, place, step, share, spec }) => {
    const front = place.plot.x + place.plot.wide * (step + share);
    if (step + share >= spec.path)
      return assert(!by.has("cover") && !by.has("front"));
    const { x, width } = by.get("cover");
    assert(near(x, front) && x + width >= place.plot.x + place.plot.w);
    const keys = [...by.keys()];
    assert(keys.indexOf("cover") > keys.indexOf("held"));
    if (step + share > 0) assert(near(by.get("level").cx, front));
  },
  "the highest until there has a line and a number": ({
    by,
    past,
    spec,
    t,
    place,
  }) => {
    if (t > 0 && t < END) return;
    const most = most_of(past);
    if (most < 5 * spec.unit) return;
    says(number_in(by.get("peak:").text), most, spec);
    const [, y] = numbers_in(by.get("peak").d);
    const off = 0.02 + (5 * spec.unit * place.plot.per) / spec.table;
    assert(
      Math.abs(place.plot.base - y - (place.plot.per * most) / spec.table) <=
        off,
    );
    const done = past.length === spec.path;
    assert.equal(by.get("peak:").text.startsWith("peak "), done);
  },
  "above stand the way, the layers, the phase and what it holds": ({
    by,
    state,
    past,
    spec,
    t,
    truth,
    step,
  }) => {
    const { by: way, row } = state;
    assert.equal(
      by.get("when").text,
      `${way}, ${row === 1 ? "1 layer" : `${row.toLocaleString("en")} layers`}`,
    );
    const { text } = by.get("now");
    if (t > 0) assert(text.includes(`, ${truth[step].name}: `), text);
    if (t === 0 || t >= END)
      says(number_in(text.split(": ").at(-1)), end_of(past), spec);
  },
  "the table's band is to scale unless it says that it is not": ({
    by,
    place,
  }) => {
    const { plot } = place;
    const cut = by.get("table:").text.includes("cut off");
    if (!cut) assert(plot.band >= plot.per - 0.01);
    assert.equal(by.get("table").y, plot.base);
  },
  "ticks stand where they say": ({ by, place, spec }) => {
    const ticks = kind.ticks(spec.top);
    assert(ticks.length >= 1 && ticks.length <= 6 && ticks[0] === 0, ticks);
    for (const tick of ticks) {
      const [, y] = numbers_in(by.get(`level${tick}`).d);
      assert(Math.abs(place.plot.base - y - place.plot.per * tick) < 0.02);
      assert(tick <= spec.top * 1.0001);
      assert.equal(Number(by.get(`tick${tick}`).text), tick);
    }
  },
  "each phase has its name below its column, and the slider lies over them": ({
    by,
    place,
    truth,
  }) => {
    const { plot, track } = place;
    truth.forEach(({ name }, p) => {
      const { x, width } = by.get(`phase${p}`);
      assert(near(x - 1, plot.x + p * plot.wide) && near(width, plot.wide - 2));
      const { text } = by.get(`phase${p}:`);
      assert(
        text === name ||
          (text.endsWith("…") && name.startsWith(text.slice(0, -1))),
      );
    });
    assert.deepEqual([track.x, track.w], [plot.x, plot.w]);
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "the sentence says from where to where": ({ say, truth, step, spec }) => {
    const before = step ? truth[step - 1].held.at(-1) : 0;
    const { name, held } = truth[step];
    assert(say.includes(`, ${name}: `), say);
    const found = say
      .split(`, ${name}: `)[1]
      .match(/^from (\S+) to (\S+) tables(?:, and (\S+) between)?/);
    if (!found) {
      const [, same] = say.match(/: (\S+) tables, as before\./);
      return [before, held.at(-1)].forEach((bytes) => says(same, bytes, spec));
    }
    says(found[1], before, spec);
    says(found[2], held.at(-1), spec);
    if (found[3]) says(found[3].replace(",", ""), Math.max(...held), spec);
    else
      assert(
        Math.max(...held) / spec.table -
          Math.max(before, held.at(-1)) / spec.table <
          0.011,
      );
  },
  "at its end it says the peaks of all ways": ({ say, step, spec, state }) => {
    const [, peaks] = say.match(/Peaks with .*, in tables: (.*)\.$/) ?? [];
    assert.equal(peaks !== undefined, step === spec.path - 1);
    if (!peaks) return;
    for (const way of spec.ways) {
      const truth = spec.truth[way][spec.layers.indexOf(state.row)];
      says(
        number_in(peaks.slice(peaks.indexOf(`${way} `) + way.length)),
        most_of(truth),
        {
          ...spec,
          unit: 0,
        },
      );
    }
  },
  "the unseen table has the end and the most of each phase until there, by kind":
    ({ state, spec, t, past, truth }) => {
      if (t > 0 && t < END) return;
      const { head, body, foot } = kind.numbers({ ...state, rest: t === 0 });
      assert.deepEqual(head.slice(1, -2), spec.kinds);
      assert.equal(body.length, past.length);
      body.forEach(([name, ...cells], p) => {
        assert(name.endsWith(`, ${truth[p].name}`));
        spec.kinds.forEach((of, k) =>
          says(cells[k], truth[p].parts[of]?.at(-1) ?? 0, spec),
        );
        says(cells.at(-2), truth[p].held.at(-1), spec);
      });
      assert.equal(
        foot.length,
        past.length === spec.path ? spec.ways.length : 0,
      );
    },
  "the pointer says the moment it is over, and nothing of what is to come": ({
    state,
    spec,
    place,
    truth,
    t,
    step,
  }) => {
    const { plot } = place;
    const rest = t === 0;
    for (let p = 0; p < spec.path; p++) {
      const at = kind.moment_at(state, [
        plot.x + (p + 0.999) * plot.wide,
        plot.base - 3,
      ]);
      assert.equal(at.phase, p);
      const said = kind.hover({ ...state, rest }, at);
      if (p > step || (rest && p === step)) assert.equal(said, "");
      else says(number_in(said.split(": ").at(-1)), truth[p].held.at(-1), spec);
    }
    for (const out of [
      [plot.x - 1, plot.base],
      [plot.x + plot.w + 1, plot.base],
      [plot.x + 1, 0],
    ])
      assert.equal(kind.hover(state, kind.moment_at(state, out)), "");
  },
  "the key says what is drawn": ({ state, spec }) => {
    assert.equal(kind.key(state).length, spec.kinds.length + 1);
    assert(kind.key(state).flat().every(Boolean));
  },
  "a typed number of layers that was measured is shown, any other is for the kernel":
    ({ state, spec, step }) => {
      for (const size of spec.layers)
        assert.equal(kind.step_of(state, kind.row_of(spec, `${size}`)), step);
      for (const text of ["cow", "-1", "1.5", "", "1e1", "9999"])
        assert.equal(kind.step_of(state, kind.row_of(spec, text)), -1);
    },
};

hold(frames(), PROPERTIES);

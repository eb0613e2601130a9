/**
 * What the page reckons of a table is what torch and Python say, and each moment shows the
 * whole of it. Run by test_whole_table.py.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import * as paint from "../../../notebooks/lookup/pictures/whole_table/paint.js";
import * as places from "../../../notebooks/lookup/pictures/whole_table/places.js";
import * as run from "../../../notebooks/lookup/pictures/whole_table/run.js";
import * as tables from "../../../notebooks/lookup/pictures/whole_table/table.js";
import * as words from "../../../notebooks/lookup/pictures/whole_table/words.js";

const cases = JSON.parse(fs.readFileSync(process.env.SPECS, "utf8"));
const SCREENS = [
  [914, 1, false],
  [914, 2, false],
  [914, 1.25, false],
  [370, 3, true],
  [370, 1, true],
  [660, 1, false, 260],
];

/** Px that a wall may have. */
const tall_of = ([, , narrow, window = Infinity]) =>
  Math.min(narrow ? 700 : 548, window);

/** The state in which a case's sentence is done with in a way; `calm`: to the end. */
function shown({ spec, text }, by, calm = true) {
  const first = run.begin(spec, { sentence: "", by, row: null });
  return run.after(first, "play", { text, calm });
}

for (const [number, one] of cases.entries()) {
  const { spec, text, ids, gradient, zeros, dense, sparse } = one;
  const { V, D } = spec;
  const name = (what) => `case ${number}: ${what}`;
  const table = tables.table_of(spec);

  test(name("the numbers are those that Python packed"), () => {
    assert.deepEqual([...table.numbers], one.numbers);
    table.tones.forEach((tone, i) => {
      assert.equal(Math.sign(tone), Math.sign(table.numbers[i]));
      assert(Math.abs(tone) <= tables.TONES);
    });
  });

  test(name("a text looks up the rows that Python finds"), () => {
    const { words: found } = tables.asked(table, text);
    assert.deepEqual(
      found.slice(0, spec.most).map(({ row }) => row),
      ids,
    );
  });

  test(name("the product is the rows looked up, for V × D each"), () => {
    const found = tables.product(spec, ids);
    const rows = ids.flatMap((row) => one.numbers.slice(row * D, row * D + D));
    assert.deepEqual([...found.out], rows);
    assert.equal(found.equal, ids.length * D);
    assert.equal(found.multiplied, ids.length * V * D);
    assert.equal(found.by_zero, ids.length * (V - 1) * D);
  });

  test(name("the gradient and its bytes are torch's"), () => {
    const found = tables.gradient(spec, ids);
    assert.deepEqual([...found.numbers], gradient);
    assert.equal(found.zeros, zeros);
    assert.equal(found.dense, dense);
    assert.equal(found.sparse, sparse);
  });

  test(name("rows are sorted by cosine, each of them once"), () => {
    for (const top of [0, V - 1, Math.floor(V / 2)]) {
      const { order, place, cosines } = tables.sorted(spec, top);
      assert.equal(order[0], top);
      assert.equal(new Set(order).size, V);
      order.forEach((row, at) => assert.equal(place[row], at));
      for (let at = 2; at < V; at++)
        assert(cosines[order[at - 1]] >= cosines[order[at]]);
      const rest = order.slice(1).filter((row) => cosines[row] > -2);
      for (const row of rest) {
        const [a, b] = [top, row].map((r) => [
          ...table.numbers.subarray(r * D, r * D + D),
        ]);
        const dot = (u, v) => u.reduce((sum, x, j) => sum + x * v[j], 0);
        const wanted = dot(a, b) / Math.sqrt(dot(a, a)) / Math.sqrt(dot(b, b));
        assert(Math.abs(cosines[row] - wanted) < 1e-9);
      }
    }
  });

  test(
    name("every number has a pixel of its own, wherever it is shown"),
    () => {
      for (const screen of SCREENS) {
        const wall = places.wall_of(spec, ...screen);
        const { k, u, w, h } = wall;
        assert.equal(u, k / screen[1]);
        assert(k < 1 || Number.isInteger(k));
        assert(w * u < screen[0] + 0.01 && h * u < tall_of(screen) + 0.01);
        const taken = new Set();
        for (let place = 0; place < V; place++) {
          const [x, y] = places.corner_of(wall, place);
          assert(x >= 0 && x + D <= wall.w && y >= 0 && y < wall.h);
          taken.add(`${x} ${y}`);
          assert.equal(places.place_at(wall, [x, y]), place);
          assert.equal(places.place_at(wall, [x + D - 0.5, y + 0.5]), place);
        }
        assert.equal(taken.size, V);
      }
    },
  );

  test(
    name("every stripe lies in the drawer, which is on the wall or above"),
    () => {
      for (const screen of SCREENS) {
        const [width, , narrow] = screen;
        const wall = places.wall_of(spec, ...screen);
        const state = shown(one, "look up");
        const stripes = state.words.length;
        const marks = places.marks_of(state);
        const at = places.layout(wall, marks, stripes, width, narrow);
        const { x, y, w, h } = at.drawer;
        const [wide, high] = at.size;
        assert(x >= 0 && y >= 0 && x + w <= wide);
        if (at.top) assert(y + h <= at.top);
        else if (stripes) assert(y + h <= high);
        for (let k = 0; k < stripes; k++) {
          const box = places.slot(at, k);
          assert(box.x >= x && box.x + box.w <= x + w);
          assert(box.y >= y && box.y + box.h <= y + h);
        }
      }
    },
  );

  test(
    name("what is said is short, whole and says no more than was done"),
    () => {
      for (const by of spec.acts) {
        const state = shown(one, by);
        const said = words.say(state, places.scene_of(state));
        const alt = words.alt(state);
        assert(
          !/undefined|NaN/.test(said + alt + JSON.stringify(words.key(state))),
        );
        assert(alt.length <= 200, alt);
        const { head, body, foot } = words.numbers(state);
        for (const line of [...body, ...foot])
          assert.equal(line.length, head.length);
      }
    },
  );

  test(name("the wall shows what each act leaves of the table"), () => {
    const wall = places.wall_of(spec, 914, 1);
    const inks = {
      paper: 1,
      zero: 2,
      of_tone: Array.from({ length: 101 }, (_, k) => 1000 + k),
    };
    const pixels = paint.pixels_of(spec, inks);
    const image = new Uint32Array(wall.w * wall.h);
    const row_of = (place) => {
      const [x, y] = places.corner_of(wall, place);
      return [...image.subarray(y * wall.w + x, y * wall.w + x + D)];
    };
    const own = (row) => [...pixels.subarray(row * D, row * D + D)];
    const zeros = Array(D).fill(2);
    for (const by of spec.acts) {
      const state = shown(one, by);
      paint.compose(image, pixels, wall, state, places.scene_of(state), inks);
      const act = places.act_of(state);
      const seen = (row) =>
        ({
          rest: own(row),
          "look up": own(row),
          multiply: ids.includes(row) ? own(row) : zeros,
          learn: zeros,
          "sparse=True": Array(D).fill(1),
          sort:
            act === "sort" && own(tables.sorted(spec, ids.at(-1)).order[row]),
        })[act];
      for (let row = 0; row < V; row++) {
        const learns = act === "learn" || act === "sparse=True";
        if (learns && ids.includes(row))
          assert(
            row_of(row).every((ink) => ink > 1050), // above 0, as any number
            `${by} ${row}`,
          );
        else assert.deepEqual(row_of(row), seen(row), `${by} ${row}`);
      }
    }
  });

  test(
    name("a copy leaves its line, and lands in the drawer, and not before"),
    () => {
      for (const by of spec.acts) {
        let state = shown(one, by, false);
        if (places.act_of(state) === "rest") continue;
        const end = places.end_of(state);
        let last = places.scene_of(state).stripes.map(() => 0);
        if (by !== "sparse=True")
          assert(
            places.scene_of(state).stripes.every(({ gone }) => gone === 0),
          );
        for (let t = 0; t <= end + 0.2; t += 0.1) {
          const gone = places.scene_of(state).stripes.map((one) => one.gone);
          gone.forEach((g, k) => assert(g >= last[k]));
          last = gone;
          state = run.after(state, "tick", { seconds: 0.1 });
        }
        assert(last.every((gone) => gone === 1));
        assert.equal(run.moving(state), false);
      }
    },
  );
}

const typing = (spec, texts) => {
  let state = run.begin(spec, { sentence: "", by: "look up", row: null });
  for (const text of texts)
    state = run.after(state, "read", { text, typing: true });
  return state;
};

test("a word is looked up as soon as it is finished, once for each time it stands", () => {
  const { spec } = cases[0];
  const rows = (...texts) => typing(spec, texts).words.map(({ row }) => row);
  assert.deepEqual(rows("re", "red"), []);
  assert.deepEqual(rows("red "), [1]);
  assert.deepEqual(rows("red ", "red lin", "red line"), [1]);
  assert.deepEqual(rows("red,"), [1]);
  assert.deepEqual(rows("red ", "red line red "), [1, 2, 1]);
  assert.deepEqual(rows("red line ", "red "), [1]);
});

test("what stands in the drawer does not fly again while a text goes on", () => {
  const { spec } = cases[0];
  const one = run.after(typing(spec, ["red "]), "tick", { seconds: 9 });
  const two = run.after(one, "read", { text: "red line ", typing: true });
  assert.deepEqual(two.words[0], one.words[0]);
  const { stripes } = places.scene_of(two);
  assert.deepEqual(
    stripes.map(({ gone }) => gone),
    [1, 0],
  );
});

test("an event leaves the state before it as it was", () => {
  const [{ spec, text }] = cases;
  let state = run.begin(spec, { sentence: text, by: "look up", row: null });
  const events = [
    ["play", { text }],
    ["tick", { seconds: 1 }],
    ["pause", {}],
    ["play", { text }],
    ["by", { by: "sort" }],
    ["row", { row: 3 }],
    ["row", { row: null }],
    ["cursor", { place: 99 }],
    ["reset", {}],
  ];
  for (const [event, detail] of events) {
    const { spec: _, ...plain } = state;
    const before = JSON.stringify(plain);
    const next = run.after(state, event, detail);
    assert.equal(JSON.stringify({ ...state, spec: undefined }), before);
    state = next;
  }
  assert.equal(state.words.length, 0);
});

test("by a row that is chosen the wall is sorted until a word is typed", () => {
  const { spec, text } = cases[0];
  const chosen = run.after(shown(cases[0], "look up"), "row", { row: 5 });
  assert.equal(chosen.by, "sort");
  assert.equal(places.top_row(chosen), 5);
  const typed = run.after(chosen, "read", {
    text: `${text} blue `,
    typing: true,
  });
  assert.equal(places.top_row(typed), 6);
  assert.equal(typed.before, 5, "rows move from where they are");
});

test("the keys stay on the wall", () => {
  const { spec } = cases[0];
  const state = run.begin(spec, { sentence: "", by: "look up", row: null });
  for (const [place, stays] of [
    [-3, 0],
    [99, 6],
    [4, 4],
    [null, null],
  ])
    assert.equal(run.after(state, "cursor", { place }).cursor, stays);
});

test("half a million numbers have a pixel each of a notebook's page", () => {
  const table = { V: 7630, D: 64 };
  const at = (...screen) => {
    const { k, cols, H, w, u } = places.wall_of(table, ...screen);
    return [k, cols, H, w * u].map((n) => Number(n.toFixed(3)));
  };
  assert.deepEqual(at(914, 1), [1, 14, 545, 909]);
  assert.deepEqual(at(914, 2), [2, 14, 545, 909]);
  assert.deepEqual(at(370, 1, true), [0.713, 8, 954, 370]); // too few pixels
  assert.deepEqual(at(868, 1), [0.955, 14, 545, 868]);
  assert.deepEqual(at(370, 3, true), [2, 8, 954, 346]);
});

test("the drawer hides no line that is lit, or fewer than elsewhere", () => {
  const wall = places.wall_of({ V: 7630, D: 64 }, 914, 1);
  let seed = 1;
  const drawn = (V) => (seed = (seed * 16807) % 2147483647) % V;
  const hidden = (marks, { x, y }, { w, h }) =>
    marks.filter((place) => {
      const [left, line] = places.corner_of(wall, place);
      return left + 64 > x && left < x + w && line >= y && line < y + h;
    }).length;
  for (let trial = 0; trial < 200; trial++) {
    const V = trial % 2 ? 7630 : 3270; // all columns, or the first six
    const marks = Array.from({ length: 10 }, () => drawn(V));
    const { drawer, top } = places.layout(wall, marks, 10, 914, false);
    assert.equal(top, 0);
    const [right, low] = [wall.w - drawer.w, wall.h - drawer.h];
    assert(drawer.x >= 0 && drawer.x <= right);
    assert(drawer.y >= 0 && drawer.y <= low);
    const found = hidden(marks, drawer, drawer);
    if (V < 7630) assert.equal(found, 0, `${marks}`);
    for (const x of [0, right / 2, right])
      for (const y of [0, low / 2, low])
        assert(found <= hidden(marks, { x, y }, drawer) + 1, `${marks}`);
  }
});

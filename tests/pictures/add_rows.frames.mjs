/** What every frame of the picture of CSR rows shows: all steps of real specs, beside what NumPy says. Run by test_add_rows_frames.py. */
import assert from "node:assert/strict";
import {
  COMMON,
  around,
  assert_apart,
  assert_cells,
  assert_faded,
  assert_says,
  box_of,
  cells,
  centre,
  frames_of,
  hold,
  look,
  near,
  numbers_in,
} from "../browser/frames.mjs";
import { carry, fade, frame, kind, point, times } from "./add_rows.truth.mjs";

/** A row of shapes shows these numbers: their sign by colour, zeros as dots, and written out where there is room. */
function assert_shows(frame, key, numbers) {
  cells(frame, key).forEach(([box, inner], j) => {
    const number = numbers[j];
    const sign = number === "inf" || number > 0 ? "--pos" : "--neg";
    if (number === 0)
      return assert(
        inner?.tag === "circle" && (box?.fill ?? "var(--paper)") === "var(--paper)",
        `${key},${j}`,
      );
    if (number === "nan") return assert.equal((box ?? inner).fill, "var(--paper)");
    assert(
      box.fill.includes(sign) || /--\w+\) 0%/.test(box.fill),
      `${key},${j} is ${box.fill} for ${number}`,
    );
    if (frame.spec.numbers) assert_says(inner.text, number);
  });
}

const ring_of = (shapes, key) => shapes.filter((s) => s.key.startsWith(key) && s.key.endsWith("pick"));
const named_lines = ({ drawn, truth: { rows } }) => drawn.flatMap((r, i) => (rows.includes(r) ? [i] : []));
const cell_of = (frame, key) => frame.by.get(key) ?? frame.by.get(`${key}#`);
const texts_of = ({ by }, name, from, to) =>
  Array.from({ length: to - from }, (_, i) => by.get(`${name}${from + i}#`).text);

/** The cells of the arrays that stand out. */
const read_of = ({ shapes }) =>
  shapes.filter((s) => /^(indptr|indices|data)\d+$/.test(s.key) && s.opacity === 1);

const firsts = new Map(); // where things stand in the first frame of a spec
const PROPERTIES = {
  ...COMMON,
  "the layout does not change with the step": ({ name, shapes, place }) => {
    const still = shapes.filter((s) =>
      /^(X|dense|table|out|indptr:|indices:|data:|rule|empty|strip|(w|hot)\d+(,0)?)$/.test(s.key),
    );
    const places = firsts.get(name) ?? new Map([["", place]]);
    firsts.set(name, places);
    assert.deepEqual(place, places.get(""));
    for (const s of still) {
      const here = box_of({ ...s, stroke: "", text: "" }).slice(0, 2);
      assert.deepEqual(here, places.get(s.key) ?? here, s.key);
      places.set(s.key, here);
    }
  },
  "each cell of the table says what Python prepared": (frame) => {
    frame.drawn.forEach((r, i) => {
      assert_cells(frame, `w${i}`, kind.row_at(frame.spec, r));
      assert(cell_of(frame, `w${i},0`)["data-line"] === r);
    });
    assert.equal(frame.by.get(`w${frame.drawn.length},0`), undefined);
  },
  "beside each row stands the sum of its data, and a dot where it is zero": (frame) => {
    frame.drawn.forEach((r, i) => {
      const count = frame.truth.counts[r] ?? 0;
      const box = frame.by.get(`hot${i}`);
      const inner = frame.by.get(`hot${i}#`);
      assert.equal((box ?? inner)["data-count"], r);
      assert(near(centre(box ?? inner)[1], centre(cell_of(frame, `w${i},0`))[1]));
      if (count === 0) return assert.equal(inner.tag, "circle");
      assert(
        count === "nan" ||
          box.fill.includes(count === "inf" || count > 0 ? "--pos" : "--neg") ||
          box.fill.includes(" 0%"),
      );
      if (frame.place.size.h >= 16) assert_says(inner.text, count);
    });
  },
  "the largest count alone is the end of the ramp": ({ shapes, truth, spec }) => {
    const of_step = ({ counts, rows }) =>
      (spec.whole ? rows : rows.slice(0, 8)).map((r) => Math.abs(counts[r]));
    const most = Math.max(0, ...spec.truth.flatMap(of_step).filter(Number.isFinite));
    for (const s of shapes.filter((s) => "data-count" in s && / 100%/.test(s.fill))) {
      const count = truth.counts[s["data-count"]];
      assert(/inf/.test(count) || Math.abs(count) >= 0.98 * most, `${count} of ${most}`);
    }
  },
  "once pointed at, the ringed rows are the indices of the row of X": (frame) => {
    const rings = ring_of(frame.shapes, "row");
    if (frame.t === 0) return assert.equal(rings.length, 0);
    const mine = named_lines(frame);
    frame.drawn.forEach((r, i) => {
      const inside = rings.filter((ring) =>
        cells(frame, `w${i}`).every(([box, inner]) => around(ring, centre(box ?? inner))),
      );
      assert.equal(inside.length, mine.includes(i) ? 1 : 0, `row ${r}`);
      const tag = frame.by.get(`tag${i}#`);
      assert.equal(
        tag?.text,
        mine.includes(i) && frame.place.size.h >= 16 ? frame.spec.rows[r].label : undefined,
      );
      if (tag || mine.includes(i))
        assert.equal(Boolean(tag) || frame.by.get(`index${i}`).opacity === 1, true);
    });
    if (frame.t >= point[1])
      for (const ring of rings) assert(ring.opacity === 1 && !ring["stroke-dasharray"]);
    assert(
      !mine.length ||
        rings.every((ring) => mine.some((i) => around(ring, centre(cell_of(frame, `w${i},0`))))),
    );
  },
  "no ring covers a row that is named, nor what the row of X reads": (frame) => {
    const mine = named_lines(frame)
      .flatMap((i) => cells(frame, `w${i}`).map(([box]) => box))
      .filter(Boolean);
    const kept = [...mine, ...read_of(frame)];
    for (const ring of ["row", "ptr", "slice"].flatMap((key) => ring_of(frame.shapes, key))) {
      const half = 5.5 / 2;
      const left = ring.x;
      const top = ring.y;
      const right = ring.x + ring.width;
      const bottom = ring.y + ring.height;
      for (const { key, x, y, width, height } of kept) {
        const inside =
          x >= left + half - 0.3 &&
          y >= top + half - 0.3 &&
          x + width <= right - half + 0.8 &&
          y + height <= bottom - half + 0.8;
        const outside =
          x >= right + half - 6 ||
          x + width <= left - half + 6 ||
          y >= bottom + half ||
          y + height <= top - half;
        assert(inside || outside, `${ring.key} covers ${key}`);
      }
    }
  },
  "the arrays are CSR's: whole, or what the row of X reads of them": (frame) => {
    const {
      spec,
      step,
      truth: { start, rows, weights, bounds },
    } = frame;
    const whole = spec.arrays.length > 0;
    const from = whole ? start : 0;
    const drawn = whole ? rows.length : Math.min(8, rows.length);
    const at = whole ? step : 0;
    assert.deepEqual(texts_of(frame, "indptr", at, at + 2), bounds);
    assert.deepEqual(
      texts_of(frame, "indices", from, from + drawn),
      rows.slice(0, drawn).map((r) => r.toLocaleString("en")),
    );
    texts_of(frame, "data", from, from + drawn).forEach((text, k) => assert_says(text, weights[k]));
    const read = read_of(frame).map((s) => s.key);
    const keys = ["indices", "data"].flatMap((name) =>
      Array.from({ length: drawn }, (_, k) => `${name}${from + k}`),
    );
    assert.deepEqual(read, [`indptr${at}`, `indptr${at + 1}`, ...keys]);
    if (!whole) assert.equal(frame.by.get("where").text, `indptr[${step}] and indptr[${step + 1}]`);
    assert.equal(
      frame.by.get("more")?.text,
      rows.length > drawn ? `⋯ ${rows.length - drawn} more` : undefined,
    );
  },
  "the bracket leads from two numbers of indptr to the entries between them": (frame) => {
    const {
      by,
      t,
      spec,
      step,
      truth: { start, rows },
    } = frame;
    const whole = spec.arrays.length > 0;
    assert.equal(by.has("bracket"), t > 0);
    if (t === 0) return assert(!by.has("ptrpick") && !by.has("slicepick"));
    const at = whole ? step : 0;
    const from = whole ? start : 0;
    const count = whole ? rows.length : Math.min(8, rows.length);
    const [x1, , left, , , , x2, , right] = numbers_in(by.get("bracket").d);
    const data = [...Array(count).keys()].map((k) => by.get(`data${from + k}`));
    assert.deepEqual(
      [x1, x2],
      [at, at + 1].map((i) => by.get(`indptr${i}#`).x),
    );
    const more = by.get("more");
    const end = count ? Math.max(...data.map((s) => s.x + s.width + 1)) : left;
    if (count) assert(near(left, data[0].x));
    else
      assert(
        left === right &&
          near(
            left,
            from ? by.get(`data${from - 1}`).x + by.get(`data${from - 1}`).width + 1 : by.get("indptr0").x,
          ),
      );
    assert(more ? right >= box_of(more)[2] && right < box_of(more)[2] + 20 : near(right, end));
    assert.equal(by.has("slicepick"), count > 0);
    const within = (key) =>
      frame.shapes
        .filter((s) => /^(indptr|indices|data)\d+#$/.test(s.key) && around(by.get(key), [s.x, s.y - 4]))
        .map((s) => s.key);
    assert.deepEqual(within("ptrpick"), [`indptr${at}#`, `indptr${at + 1}#`]);
    if (count)
      assert.deepEqual(
        within("slicepick"),
        ["indices", "data"].flatMap((name) => data.map((_, k) => `${name}${from + k}#`)),
      );
  },
  "a row that takes no part keeps its fill and loses its number": (frame) => {
    const mine = named_lines(frame);
    frame.drawn.forEach((_, i) => assert_faded(frame, `w${i}`, !mine.includes(i), fade));
  },
  "nothing travels before the pointing and the fading are done": ({ shapes, t, left }) => {
    assert(point[1] <= fade[0] && fade[1] <= carry[0]);
    if (t <= carry[0]) assert(!shapes.some((s) => /^(term|times|of|copy)/.test(s.key)));
    else assert.equal(shapes.filter((s) => /^times/.test(s.key)).length, left);
  },
  "the row that travels is the row that left, and between both places": (frame) => {
    const flying = frame.by.get("copypick");
    const k = frame.left - 1;
    const { table, pile, size } = frame.place;
    if (!flying) return;
    const from = `w${frame.drawn.indexOf(frame.truth.rows[k])}`;
    assert.deepEqual(cells(frame, `term${k}`).map(look), cells(frame, from).map(look));
    const [x, y] = centre(cell_of(frame, `term${k},0`));
    const ends = [centre(cell_of(frame, `${from},0`))[1], pile.y + k * pile.pitch + (size.h - 1) / 2];
    assert(around(flying, [x, y]) && table.x < x && x - (size.w - 1) / 2 <= pile.x);
    assert(Math.min(...ends) - 0.01 <= y && y <= Math.max(...ends) + 0.01);
  },
  "a row that has arrived is weighed, and says so": (frame) => {
    const {
      by,
      left,
      place: { pile, size },
      truth: { rows, weights, terms },
      spec,
    } = frame;
    for (let k = 0; k < left - (by.has("copypick") ? 1 : 0); k++) {
      assert_shows(frame, `term${k}`, terms[k]);
      const [x, y] = centre(cell_of(frame, `term${k},0`));
      const times = by.get(`times${k}`);
      assert(near(x, pile.x + (size.w - 1) / 2) && near(y, pile.y + k * pile.pitch + (size.h - 1) / 2));
      assert_says(times.text.replace(/ ×$/, ""), weights[k]);
      assert.equal(by.get(`of${k}`).text, `row ${spec.rows[rows[k]].label}`);
      assert(times.opacity === 1 && box_of(times)[2] < pile.x);
    }
    assert(!(frame.t >= kind.lasts(frame.state) && by.has("copypick")));
  },
  "the sum so far is that of the rows that have landed": (frame) => {
    const { by, landed, done, step, truth, spec } = frame;
    const shown = cells(frame, "sum").some(([box, inner]) => box ?? inner);
    const early = !spec.steps[step].terms.length && frame.t >= carry[0]; // nothing is awaited
    assert.equal(shown, landed > 0 || done || early);
    if (shown) assert_shows(frame, "sum", done || early ? truth.out : truth.sums[landed - 1]);
    assert.equal(by.get("sum#").text, shown && !done && !early ? "so far" : `out[${step}]`);
    const held = cells(frame, "sum").every(
      ([box, inner]) => (box ?? inner)?.["data-sum"] === (done || early ? step : undefined),
    );
    assert(held, "what is not yet the result must not be said to be it");
  },
  "an empty row of X rings nothing, moves nothing and gives zero": (frame) => {
    if (frame.truth.rows.length) return;
    assert(!frame.shapes.some((s) => /^(term|times|of|copy|tag|row\d|slice)/.test(s.key)));
    if (frame.done) assert(cells(frame, "sum").every(([box, inner]) => (inner ?? box).tag === "circle"));
    assert.match(frame.say, /names no row of the table, and the sum is zero\.$/);
    assert.match(frame.alt, /no rows are named; the output is zero\.$/);
  },
  "nothing that stands still covers a text": ({ shapes, done, by }) => {
    if (!done) return;
    const rings = shapes
      .filter((s) => s.key.endsWith("pick"))
      .map((ring) => ({ ...ring, "stroke-width": 5.5 }));
    for (const a of assert_apart(shapes, rings)) {
      const [left, rule, right] = box_of(by.get("rule"));
      const above = a.b <= rule;
      const below = a.t >= rule && a.s.key.includes(",");
      assert(above || below || a.r <= left || a.l >= right, `the rule and ${a.s.key}`);
    }
  },
  "the strip ticks the rows that are drawn, and what lies between is counted": ({
    by,
    drawn,
    spec,
    shapes,
    place,
  }) => {
    if (spec.whole) return assert(!by.has("strip"));
    const strip = by.get("strip");
    const ticks = shapes.filter((s) => /^tick/.test(s.key));
    assert.equal(ticks.length, drawn.length);
    ticks.forEach((s, i) =>
      assert(near((s.y + 0.5 - strip.y) / (strip.height - 3), drawn[i] / (spec.V - 1))),
    );
    const gaps = [...drawn, spec.V]
      .map((r, i) => r - (drawn[i - 1] ?? -1) - 1)
      .map((n, i) => [by.get(`gap${i}`)?.text, n]);
    for (const [text, n] of gaps)
      assert.equal(text, n ? `⋯ ${n.toLocaleString("en")} ${n === 1 ? "row" : "rows"}` : undefined);
    assert.equal(numbers_in(by.get("fold").d).length, 4 * drawn.length);
    assert(strip.y + strip.height <= place.height);
  },
};
hold(frames_of(frame, times), PROPERTIES);

/**
 * What every frame of the picture of CSR rows shows: all steps of real specs, beside what
 * NumPy says. Run by test_add_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { pace } from "../../../notebooks/lookup/pictures/kit/tempo.js";
import {
  COMMON,
  around,
  assert_apart,
  assert_cells,
  assert_says,
  assert_shows,
  box_of,
  cell_of,
  cells,
  centre,
  frames_of,
  frozen,
  hold,
  look,
  motions_of,
  near,
  numbers_in,
  rings_of,
  specs,
} from "../../browser/frames.mjs";
import { ARRAYS, assert_off, entry_of } from "./csr_arrays.properties.mjs";
import { carry, fade, frame, kind, point, times } from "./truth.mjs";

const named_lines = ({ drawn, truth: { rows } }) =>
  drawn.flatMap((r, i) => (rows.includes(r) ? [i] : []));
const row_y = (frame, key) => centre(cell_of(frame, `${key},0`))[1];
const written = ({ place }) => place.size.h >= 16;

/** The last frame of a state, by key. */
function last_of(state) {
  const shapes = kind.picture(state, kind.lasts(state));
  return { by: new Map(shapes.map((shape) => [shape.key, shape])) };
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const firsts = new Map(); // where things stand in the first frame of a spec
const seen_turned = new Map(); // how many columns of a copy have changed
let frames_seen = 0;
const PROPERTIES = {
  ...COMMON,
  ...ARRAYS,
  // to look below every text takes longer than all else: one frame in seven, which falls
  // on other moments in each step
  "every text can be read": (frame) => {
    if (frames_seen++ % 7 === 0) COMMON["every text can be read"](frame);
  },
  "the layout does not change with the step": ({
    name,
    shapes,
    place,
    state,
  }) => {
    const still = shapes.filter((s) =>
      /^(X|dense|table|out|indptr:|indices:|data:|rule|empty|strip|(w|hot)\d+(,0)?)$/.test(
        s.key,
      ),
    );
    const places =
      firsts.get(`${name} ${state.narrow}`) ?? new Map([["", place]]);
    firsts.set(`${name} ${state.narrow}`, places);
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
  "beside each row stands the sum of its data": (frame) => {
    frame.drawn.forEach((r, i) => {
      const count = frame.truth.counts[r] ?? 0;
      const box = frame.by.get(`hot${i}`);
      const inner = frame.by.get(`hot${i}#`);
      assert.equal((box ?? inner)["data-count"], r);
      assert(
        near(centre(box ?? inner)[1], centre(cell_of(frame, `w${i},0`))[1]),
      );
      if (count === 0)
        return assert.equal(
          written(frame) ? inner.text : inner.tag,
          written(frame) ? "0" : "circle",
        );
      assert(
        count === "nan" ||
          box.fill.includes(count === "inf" || count > 0 ? "--pos" : "--neg") ||
          box.fill.includes(" 0%"),
      );
      if (written(frame)) assert_says(inner.text, count);
    });
  },
  "the largest count alone is the end of the ramp": ({
    shapes,
    truth,
    spec,
  }) => {
    const of_step = ({ counts, rows }) =>
      (spec.whole ? rows : rows.slice(0, 8)).map((r) => Math.abs(counts[r]));
    const most = Math.max(
      0,
      ...spec.truth.flatMap(of_step).filter(Number.isFinite),
    );
    for (const s of shapes.filter(
      (s) => "data-count" in s && / 100%/.test(s.fill),
    )) {
      const count = truth.counts[s["data-count"]];
      assert(
        /inf/.test(count) || Math.abs(count) >= 0.98 * most,
        `${count} of ${most}`,
      );
    }
  },
  "the rows of X are the chips on the track": ({
    by,
    spec,
    step,
    place,
    shapes,
  }) => {
    const { x, y, w, h } = place.track;
    assert.equal(
      shapes.filter((s) => /^chip\d+$/.test(s.key)).length,
      spec.path,
    );
    spec.truth.forEach((_, r) => {
      const [box, name] = ["", "#"].map((end) => by.get(`chip${r}${end}`));
      const [left, top, right, bottom] = box_of({ ...box, stroke: "" });
      assert(x <= left && right <= x + w && y <= top && bottom <= y + h);
      assert(
        x + (w * (r + 0.5)) / spec.path > left &&
          x + (w * (r + 0.5)) / spec.path < right,
      );
      assert.equal(name.text, `X[${r}]`);
      assert.equal(box.fill === "var(--pick)", r === step);
    });
  },
  "the indices of the row of X go to the rows that they name": (frame) => {
    const mine = named_lines(frame);
    frame.drawn.forEach((r, i) => {
      const tag = frame.by.get(`tag${i}`);
      assert.equal(Boolean(tag), frame.t > 0 && mine.includes(i), `row ${r}`);
      if (written(frame))
        assert.equal(
          frame.by.has(`index${i}`),
          !(mine.includes(i) && frame.t >= point[1]),
        );
      if (!tag) return;
      assert.equal(tag.fill, "var(--pick)");
      assert.equal(tag["data-line"], r);
      assert.equal(
        frame.by.get(`tag${i}#`)?.text,
        written(frame) ? frame.spec.rows[r].label : undefined,
      );
      if (frame.t < point[1]) return;
      assert(
        Math.abs(centre(tag)[1] - row_y(frame, `w${i}`)) < 1 &&
          box_of(tag)[2] <= frame.place.table.x,
      );
    });
  },
  "at most two rings: around the row that is read, and around what moves": (
    frame,
  ) => {
    const { t, when, by, drawn, truth, done } = frame;
    const reads = when.findIndex(({ fly }) => fly[0] < t && t < fly[1]);
    const keys = rings_of(frame).map((s) => s.key);
    if (done || t <= carry[0]) assert.deepEqual(keys, []);
    assert.equal(new Set(keys).size, keys.length);
    assert(keys.every((key) => ["rowpick", "copypick"].includes(key)));
    assert.equal(by.has("rowpick"), reads >= 0);
    if (reads < 0) return;
    const ring = by.get("rowpick");
    const inside = drawn.filter((_, i) =>
      cells(frame, `w${i}`).every(([box, inner]) =>
        around(ring, centre(box ?? inner)),
      ),
    );
    assert.deepEqual(inside, [truth.rows[reads]]);
  },
  "no ring lies on a number of the table": ({ shapes, by }) => {
    const ring = by.get("rowink");
    if (!ring) return;
    for (const s of shapes.filter(
      (s) => s.tag === "text" && /^w\d/.test(s.key),
    ))
      assert_off({ ...ring, x: 0, width: 9999 }, s);
  },
  "a row that takes no part fades and keeps its number": (frame) => {
    const mine = named_lines(frame);
    frame.drawn.forEach((_, i) =>
      cells(frame, `w${i}`).forEach(([box, inner], j) => {
        const [then, said] = cells(frame.before, `w${i}`)[j];
        const away = !mine.includes(i);
        assert.equal(box?.fill, then?.fill);
        assert.equal(inner?.text, said?.text);
        if (frame.t <= fade[0] || !away)
          return assert.equal((box ?? inner).opacity, 1);
        if (frame.t >= fade[1]) assert(near((box ?? inner).opacity, 0.38));
      }),
    );
  },
  "nothing travels before the pointing and the fading are done": ({
    shapes,
    t,
    left,
  }) => {
    assert(point[1] <= fade[0] && fade[1] <= carry[0]);
    const moved = shapes.some((s) =>
      /^(term|times|of|copy|joins|plus)/.test(s.key),
    );
    if (t <= carry[0]) assert(!moved && left === 0);
  },
  "a row that travels is the row that left, until its weight strikes it": (
    frame,
  ) => {
    const { t, when, truth, spec, step, name, state } = frame;
    const k = entry_of(frame);
    if (k < 0 || t >= when[k].weigh[1]) return;
    const own = cells(frame, `w${frame.drawn.indexOf(truth.rows[k])}`).map(
      look,
    );
    const here = cells(frame, `term${k}`).map(look);
    const { table, pile, size } = frame.place;
    const [x] = centre(cell_of(frame, `term${k},0`));
    const ends = [table.x, pile.x].map((start) => start + (size.w - 1) / 2);
    assert(Math.min(...ends) - 0.01 <= x && x <= Math.max(...ends) + 0.01);
    if (t <= when[k].weigh[0] || spec.steps[step].copies[k])
      return assert.deepEqual(here, own);
    assert(frame.by.get("times#").text === `${spec.steps[step].weights[k]} ×`);
    const after = cells(
      { ...frame, ...last_of(state), rows: {} },
      `term${k}`,
    ).map(look);
    const turned =
      here.findLastIndex(
        (shape, j) => same(shape, after[j]) && !same(shape, own[j]),
      ) + 1;
    here.forEach((shape, j) =>
      assert.deepEqual(shape, j < turned ? after[j] : own[j], `column ${j}`),
    );
    const [from, to] = when[k].weigh;
    if (t > from + 0.65 * (to - from))
      assert.deepEqual(here, after, "it is weighed before it lands");
    const which = `${name} ${state.narrow} ${step} ${k}`;
    assert(turned >= (seen_turned.get(which) ?? 0), "a number changes once");
    seen_turned.set(which, turned);
  },
  "a whole count up to 4 sends as many copies, and all are seen before they are one":
    (frame) => {
      const { t, when, truth, spec, step, place, by } = frame;
      const k = entry_of(frame);
      const weight = k < 0 ? 0 : truth.weights[k];
      const count = spec.numbers && [2, 3, 4].includes(weight) ? weight : 1;
      const more = [...by.keys()].filter(
        (key) =>
          /^copy\d+,0#?$/.test(key) &&
          (!key.endsWith("#") || !by.has(key.slice(0, -1))),
      );
      if (k < 0 || t >= when[k].weigh[1]) return assert.equal(more.length, 0);
      assert.equal(
        spec.steps[step].copies[k],
        count > 1 || weight === 1 ? count : 0,
      );
      const [from, to] = when[k].fly;
      if (t === to && count > 1) {
        assert.equal(more.length, count - 1);
        const ys = [`term${k}`, ...more.map((key) => key.split(",")[0])].map(
          (key) => row_y(frame, key),
        );
        assert(
          near(ys[1] - ys[0], place.pile.pitch) && new Set(ys).size === count,
        );
        assert.equal(by.get("plus").text, "+");
      } else
        assert(more.length <= Math.floor((count * (t - from)) / (to - from)));
      const own = cells(frame, `w${frame.drawn.indexOf(truth.rows[k])}`).map(
        look,
      );
      for (const key of more)
        assert.deepEqual(cells(frame, key.split(",")[0]).map(look), own);
    },
  "a row that has arrived is weighed, and says so": (frame) => {
    const {
      by,
      weighed,
      place: { pile, size },
      truth: { rows, weights, terms },
      spec,
    } = frame;
    for (let k = 0; k < weighed; k++) {
      assert_shows(frame, `term${k}`, terms[k]);
      const [x, y] = centre(cell_of(frame, `term${k},0`));
      const line = pile.beside
        ? row_y(frame, `w${frame.drawn.indexOf(rows[k])}`)
        : pile.y + k * pile.pitch + (size.h - 1) / 2;
      assert(near(x, pile.x + (size.w - 1) / 2) && near(y, line));
      const words = by.get(`of${k}`);
      const [times, row] = words.text.split(" × ");
      assert_says(times, weights[k]);
      const { name = `row ${spec.rows[rows[k]].label}` } = spec.rows[rows[k]];
      assert.equal(row, name);
      assert(box_of(words)[2] < pile.x);
    }
    assert(!by.has(`of${weighed}`));
  },
  "a term comes down and stands beside the sum so far before it joins it": (
    frame,
  ) => {
    const { t, when, by, weighed, joined, truth, place } = frame;
    const k = weighed - 1;
    const joins = frame.spec.numbers && k >= joined && t >= when[k].join[0];
    assert.equal(Boolean(cell_of(frame, "joins,0")), joins);
    if (!joins) return;
    assert_shows(frame, "joins", truth.terms[k]);
    const { size, sum, pile } = place;
    const y = row_y(frame, "joins") - (size.h - 1) / 2;
    const [from, to] = when[k].join;
    const gone = (t - from) / (to - from);
    assert(
      near(centre(cell_of(frame, "joins,0"))[0], pile.x + (size.w - 1) / 2),
    );
    if (gone < 0.46 || gone > 0.69) return;
    assert(
      y + size.h <= sum && y >= sum - 2 * pile.pitch,
      "both are seen at once",
    );
    assert.equal(by.get("plus")?.text, k ? "+" : undefined);
  },
  "the sum so far is that of the rows that have joined it": (frame) => {
    const { joined, done, step, truth, by } = frame;
    const shown = cells(frame, "sum").some(([box, inner]) => box ?? inner);
    assert.equal(shown, joined > 0 || done);
    if (shown)
      assert_shows(frame, "sum", done ? truth.out : truth.sums[joined - 1]);
    assert.equal(
      by.get("sum#").text,
      shown && !done ? "so far" : `out[${step}]`,
    );
    const held = cells(frame, "sum").every(
      ([box, inner]) =>
        (box ?? inner)?.["data-sum"] === (done ? step : undefined),
    );
    assert(held, "what is not yet the result must not be said to be it");
  },
  "what each row of X has given stays, by name, beside the places of those to come":
    (frame) => {
      const { by, spec, step, done, place, shapes, state } = frame;
      const several = spec.path > 1 && spec.numbers;
      assert.equal(
        shapes.some((s) => /^made/.test(s.key)),
        several,
      );
      if (!several) return;
      spec.truth.forEach(({ out }, r) => {
        assert.equal(by.get(`made${r}`).text, `out[${r}]`);
        const there = r < step || (r === step && done);
        assert.equal(by.has(`made${r}:`), !there);
        const drawn = cells(frame, `made${r}`);
        assert(drawn.every(([box, inner]) => Boolean(box ?? inner) === there));
        if (!there) return;
        assert_shows(frame, `made${r}`, out);
        assert(
          drawn.every(([box, inner]) => (box ?? inner)["data-made"] === r),
        );
      });
      const [, top, , bottom] = box_of(by.get("rule"));
      const { y, bottom: end } = place.made;
      if (state.narrow) assert(y > bottom && end <= place.height);
      else assert(y > 0 && end < place.pile.y && end < top);
    },
  "an empty row of X names nothing, moves nothing and gives zero": (frame) => {
    if (frame.truth.rows.length) return;
    assert(
      !frame.shapes.some((s) =>
        /^(term|times|of|copy|joins|plus|tag|slice)/.test(s.key),
      ),
    );
    assert(frame.shapes.every((s) => s.stroke !== "var(--pick)"));
    if (frame.done)
      assert(
        cells(frame, "sum").every(
          ([box, inner]) => (inner ?? box).tag === "circle",
        ),
      );
    assert.match(
      frame.say,
      /names no row of the table, and the sum is zero\.$/,
    );
    assert.match(frame.alt, /no rows are named; the output is zero\.$/);
  },
  "copies stand in line with their rows where each row comes once, in order": ({
    spec,
    place,
    state,
  }) => {
    const once = spec.truth.every(
      ({ rows }) =>
        rows.length <= 8 && rows.every((row, k) => !k || row > rows[k - 1]),
    );
    assert.equal(
      place.pile.beside,
      once && spec.whole && place.size.h >= 16 && !state.narrow,
    );
  },
  "a click on a count means its row of the table, behind the rows of X": (
    frame,
  ) => {
    const { by, drawn, spec } = frame;
    drawn.forEach((row, i) => {
      const box = by.get(`hot${i}`) ?? by.get(`hot${i}#`);
      const wanted = written(frame) ? spec.path + row : undefined;
      assert.equal(box["data-row"], wanted);
      assert.equal(kind.step_of({ spec }, spec.path + row), -1);
    });
    assert.equal(by.has("hint"), written(frame));
  },
  "at rest nothing is marked and the pile is empty": ({ t, shapes }) => {
    if (t > 0) return;
    assert(
      !shapes.some((s) =>
        /^(term|times|of|copy|joins|plus|tag|ptr|slice|bracket|sum,)/.test(
          s.key,
        ),
      ),
    );
  },
  "nothing that stands still covers a text": ({ shapes, done, by }) => {
    if (!done) return;
    const lines = shapes.filter((s) => s.key === "ptr" || s.key === "slice");
    const outer = lines.filter((s) => !by.has("more") || s.key === "ptr");
    for (const a of assert_apart(shapes, outer)) {
      const [left, rule, right] = box_of(by.get("rule"));
      const above = a.b <= rule;
      const below = a.t >= rule && a.s.key.includes(",");
      assert(
        above || below || a.r <= left || a.l >= right,
        `the rule and ${a.s.key}`,
      );
    }
  },
  "the strip ticks the rows that are drawn, and what lies between is counted":
    ({ by, drawn, spec, shapes, place }) => {
      if (spec.whole) return assert(!by.has("strip"));
      const strip = by.get("strip");
      const ticks = shapes.filter((s) => /^tick/.test(s.key));
      assert.equal(ticks.length, drawn.length);
      ticks.forEach((s, i) =>
        assert(
          near(
            (s.y + 0.5 - strip.y) / (strip.height - 3),
            drawn[i] / (spec.V - 1),
          ),
        ),
      );
      const gaps = [...drawn, spec.V]
        .map((r, i) => r - (drawn[i - 1] ?? -1) - 1)
        .map((n, i) => [by.get(`gap${i}`)?.text, n]);
      for (const [text, n] of gaps)
        assert.equal(
          text,
          n
            ? `⋯ ${n.toLocaleString("en")} ${n === 1 ? "row" : "rows"}`
            : undefined,
        );
      assert.equal(numbers_in(by.get("fold").d).length, 4 * drawn.length);
      assert(strip.y + strip.height <= place.height);
    },
};

/** Every frame; of those on a narrow page a third, in turn. */
function* frames() {
  yield* frames_of(frame, times);
  yield* frames_of(
    frame,
    (state) => times(state).filter((_, i) => i % 3 === state.step % 3),
    {
      narrow: true,
    },
  );
}
hold(frames(), PROPERTIES);

test("in every step the flight of the indices to their rows is the longest motion", () => {
  for (const spec of Object.values(specs))
    for (const [step, { rows, copies }] of spec.steps.entries()) {
      if (!rows.length) continue;
      const state = frozen({ spec, step });
      const moves = motions_of(kind, state);
      const flights = Object.keys(moves).filter((key) => /^tag\d+$/.test(key));
      const seconds = ([from, to]) => (to - from) / pace(step);
      const others = kind
        .schedule(spec.steps[step])
        .flatMap(({ fly, weigh, join }, k) => [
          seconds(fly) / Math.max(1, copies[k]),
          seconds(weigh),
          seconds(join),
        ]);
      assert.equal(flights.length > 0, kind.writes(spec));
      for (const key of flights) {
        assert(moves[key] >= 0.8, `${key} flies ${moves[key].toFixed(2)} s`);
        assert(Math.max(...others) < moves[key] - 0.1);
      }
    }
});

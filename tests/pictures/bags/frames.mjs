/**
 * What every frame of the picture of EmbeddingBag shows: all bags of real specs, beside
 * what NumPy says. Run by test_bags_frames.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  around,
  assert_apart,
  assert_says,
  assert_shows,
  cell_of,
  cells,
  centre,
  frames_of,
  hold,
  keys_of,
  look,
  near,
  rings_of,
} from "../../browser/frames.mjs";
import { LIST } from "./list.properties.mjs";
import { WITHOUT, frame, kind, times } from "./truth.mjs";

const numbers_of = ({ truth, counted }) => (counted ? truth.terms : truth.rows);
const looks = (frame, key) => cells(frame, key).map(look);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const by_key = (shapes) => new Map(shapes.map((shape) => [shape.key, shape]));
const is_within = ({ stages, t }, name) =>
  name in stages && t > stages[name][0] && t < stages[name][1];

let frames_seen = 0;
const firsts = new Map(); // where things stand in the first frame of a spec
const turned = new Map(); // how many columns of an entry have changed

const ROWS = {
  "beside each id stands its row: times its count once its bag is played": (
    frame,
  ) => {
    const { spec, step, counted, place, over } = frame;
    spec.truth.forEach(({ rows, terms }, b) =>
      rows.forEach((own, k) => {
        if (b === step && is_within(frame, "weigh")) return;
        const weighed = counted && (b < step || (b === step && over("weigh")));
        assert_shows(frame, `term${b}.${k}`, weighed ? terms[k] : own);
        const [x] = centre(cell_of(frame, `term${b}.${k},0`));
        assert(near(x, place.rows + (place.size.w - 1) / 2));
        const told = cells(frame, `term${b}.${k}`).map(
          ([box, inner]) => (box ?? inner)["data-term"],
        );
        assert(told.every((k_told) => k_told === (weighed ? k : undefined)));
      }),
    );
  },
  "between the rows of a bag stands a plus, and between bags none": (frame) => {
    const wanted = frame.spec.truth.flatMap(({ rows }, b) =>
      rows.slice(1).map((_, k) => `plus${b}.${k + 1}`),
    );
    assert.deepEqual(keys_of(frame, /^plus/), wanted);
  },
  "what moves has a ring, and nothing else": (frame) => {
    const falls = is_within(frame, "fall") ? ["fallpick"] : [];
    assert.deepEqual(
      rings_of(frame).map(({ key }) => key),
      falls,
    );
  },
  "a count other than 1 strikes its row, whose numbers turn one after the other, once":
    (frame) => {
      const { stages, t, truth, spec, step, counted, name, state, by } = frame;
      const { counts } = spec.steps[step];
      const strikes = counted && counts.some((text) => text !== "1");
      const now = is_within(frame, "weigh");
      assert.equal(Boolean(stages.weigh), strikes);
      const wanted = now
        ? counts.flatMap((text, k) => (text === "1" ? [] : [`times${k}`]))
        : [];
      assert.deepEqual(keys_of(frame, /^times\d+$/), wanted);
      if (!now) return;
      const at = (time) => ({
        by: by_key(kind.picture(state, time)),
        spec,
        rows: {},
      });
      const [start, end] = stages.weigh.map(at);
      truth.terms.forEach((_, k) => {
        if (counts[k] !== "1")
          assert.equal(by.get(`times${k}#`).text, `${counts[k]} ×`);
        const key = `term${step}.${k}`;
        const [here, after, own] = [frame, end, start].map((one) =>
          looks(one, key),
        );
        const count = here.filter(
          (shape, j) => same(shape, after[j]) && !same(shape, own[j]),
        ).length;
        here.forEach((shape, j) =>
          assert(same(shape, after[j]) || same(shape, own[j]), `column ${j}`),
        );
        const which = `${name} ${state.narrow} ${step} ${k}`;
        assert(count >= (turned.get(which) ?? 0), "a number changes once");
        if (t < stages.weigh[1]) turned.set(which, count);
      });
    },
  "all rows fall together into the line of their bag": (frame) => {
    const { place, step, spec, by } = frame;
    const copies = keys_of(frame, /^fall\d+,0#?$/);
    if (!is_within(frame, "fall") || !spec.numbers)
      return assert.equal(copies.length, 0);
    const [to_x, to_y] = centre(by.get(`slot${step}`));
    const half = (place.w - place.size.w) / 2;
    const shares = numbers_of(frame).map((numbers, k) => {
      assert_shows(frame, `fall${k}`, numbers);
      const [x, y] = centre(cell_of(frame, `fall${k},0`));
      const [own_x, own_y] = centre(cell_of(frame, `term${step}.${k},0`));
      assert(around(by.get("fallpick"), [x, y]));
      return [
        place.narrow ? null : (x - own_x) / (to_x - half - own_x),
        Math.abs(to_y - own_y) < 2 ? null : (y - own_y) / (to_y - own_y),
      ];
    });
    const known = shares.flat().filter((share) => share !== null);
    for (const share of known)
      assert(Math.abs(share - known[0]) < 0.02 && share > 0 && share < 1);
  },
};

const OUTPUT = {
  "the output has a line for each bag, filled as bags are played": (frame) => {
    const { spec, step, over, without, stages } = frame;
    const count = spec.path;
    assert.deepEqual(
      keys_of(frame, /^slot\d+$/),
      Array.from({ length: count }, (_, b) => `slot${b}`),
    );
    for (let b = 0; b < count; b++) {
      const filled = b < step || (b === step && over("fall"));
      assert.equal(Boolean(cell_of(frame, `out${b},0`)), filled, `line ${b}`);
      if (!filled || (b === step && is_within(frame, "divide"))) continue;
      const slot = frame.by.get(`slot${b}`);
      for (const [box, inner] of cells(frame, `out${b}`))
        assert(around(slot, centre(box ?? inner)));
      const { sum, bare, out } = spec.truth[b];
      const whole = b < step || over("divide") || !stages.divide;
      assert_shows(frame, `out${b}`, without ? bare : whole ? out : sum);
      const said = b < step || over("land");
      const held = cells(frame, `out${b}`).every(
        ([box, inner]) => (box ?? inner)["data-out"] === (said ? b : undefined),
      );
      assert(held, "what is not yet the result must not be said to be it");
    }
  },
  "a click goes to a bag that is still to come, and finds none that is filled":
    (frame) => {
      for (const shape of frame.shapes) {
        const bag = shape["data-row"];
        assert(bag === undefined || bag > frame.step, shape.key);
      }
      const to_come = frame.spec.truth.slice(frame.step + 1);
      to_come.forEach((_, i) => {
        const bag = frame.step + 1 + i;
        assert.equal(frame.by.get(`slot${bag}`)["data-row"], bag);
      });
    },
  "a mean is the sum first, and then that divided by the number of ids": (
    frame,
  ) => {
    const { spec, stages, by, truth } = frame;
    assert.equal(Boolean(stages.divide), spec.mean && truth.ids.length > 0);
    assert.equal(
      by.get("divide#")?.text,
      is_within(frame, "divide") ? `÷ ${truth.ids.length}` : undefined,
    );
  },
  "without counts the numbers that differ are ringed, and below stands what they are with them":
    (frame) => {
      const { spec, without, step, over, by } = frame;
      for (let b = 0; b < spec.path; b++) {
        const { apart, sum } = spec.truth[b];
        const shown =
          without &&
          apart.length > 0 &&
          (b < step || (b === step && over("land")));
        const rings = frame.shapes.filter((s) =>
          s.key.startsWith(`apart${b},`),
        );
        assert.equal(rings.length > 0, shown, `line ${b}`);
        if (!shown) continue;
        const ringed = cells(frame, `out${b}`).flatMap(([box, inner], j) =>
          rings.some((ring) => around(ring, centre(box ?? inner))) ? [j] : [],
        );
        assert.deepEqual(ringed, apart);
        if (!spec.numbers) {
          assert_shows(frame, `right${b}`, sum);
          continue;
        }
        const slot = by.get(`slot${b}`);
        sum.forEach((number, j) => {
          const text = by.get(`right${b},${j}`);
          assert_says(text.text, number);
          assert(near(text.x, centre(cell_of(frame, `out${b},${j}`))[0]));
          assert(text.y - 9 > slot.y + slot.height - 2);
        });
      }
    },
  "an empty bag moves nothing and gives zeros": (frame) => {
    const { truth, step } = frame;
    if (truth.ids.length) return;
    assert.deepEqual(keys_of(frame, /^(fall|times|divide)/), []);
    if (frame.done)
      assert(
        cells(frame, `out${step}`).every(([, inner]) => inner.tag === "circle"),
      );
  },
};

const PROPERTIES = {
  ...COMMON,
  ...LIST,
  ...ROWS,
  ...OUTPUT,
  // to look below every text takes longer than all else: one frame in seven, which falls
  // on other moments in each step
  "every text can be read": (frame) => {
    if (frames_seen++ % 7 === 0) COMMON["every text can be read"](frame);
  },
  "the layout does not change with the step, nor with the counts": ({
    name,
    place,
    state,
  }) => {
    const which = `${name} ${state.narrow}`;
    if (!firsts.has(which)) firsts.set(which, place);
    assert.deepEqual(place, firsts.get(which));
  },
  "at rest nothing moves": (frame) => {
    if (frame.t === 0)
      assert.deepEqual(keys_of(frame, /^(fall|times|divide)/), []);
  },
  "nothing that stands still covers a text": ({ shapes, done, t }) => {
    if (done || t === 0)
      assert_apart(
        shapes,
        shapes.filter((s) => /^apart/.test(s.key)),
      );
  },
};

/** Every frame with counts; without them, and on a narrow page, a third of them, in turn. */
function* frames() {
  const third = (state) =>
    times(state).filter((_, i) => i % 3 === state.step % 3);
  yield* frames_of(frame, times, { by: "with counts" });
  yield* frames_of(frame, times, { by: WITHOUT });
  yield* frames_of(frame, third, { by: "with counts", narrow: true });
  yield* frames_of(frame, third, { by: WITHOUT, narrow: true });
}
hold(frames(), PROPERTIES);

/**
 * What every frame of the picture of EmbeddingBag shows: all bags of real specs, beside
 * what NumPy says. Run by test_bags_frames.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  around,
  assert_apart,
  assert_cells,
  assert_says,
  box_of,
  cells,
  centre,
  frames_of,
  hold,
  look,
  near,
} from "../../browser/frames.mjs";
import { RIBBON } from "./ribbon.properties.mjs";
import { WITHOUT, frame, kind, times } from "./truth.mjs";

/**
 * A row of shapes shows these numbers: their sign by colour, zeros as dots, and written
 * out where there is room.
 */
function assert_shows(frame, key, numbers) {
  cells(frame, key).forEach(([box, inner], j) => {
    const number = numbers[j];
    if (number === 0) return assert.equal(inner?.tag, "circle", `${key},${j}`);
    if (number === "nan")
      return assert.equal((box ?? inner).fill, "var(--paper)");
    const sign = number === "inf" || number > 0 ? "--pos" : "--neg";
    assert(
      box.fill.includes(sign) || / 0%/.test(box.fill),
      `${key},${j} is ${box.fill} for ${number}`,
    );
    if (frame.spec.numbers) assert_says(inner.text, number);
  });
}

const cell_of = (frame, key) => frame.by.get(key) ?? frame.by.get(`${key}#`);
const middle = (frame, key) => centre(cell_of(frame, `${key},0`))[1];
const keys_of = ({ shapes }, pattern) =>
  shapes.map(({ key }) => key).filter((key) => pattern.test(key));
const rings_of = ({ shapes }) =>
  shapes.filter((s) => s.fill === "none" && s.stroke === "var(--pick)");
const numbers_of = ({ truth, counted }) => (counted ? truth.terms : truth.rows);
const looks = (frame, key) => cells(frame, key).map(look);

/** How far the copy of entry k is: 0 to 1. */
function share_of(frame, k) {
  const x = centre(cell_of(frame, `term${k},0`))[0];
  return x;
}

const first_of = ({ step, spec }) =>
  Math.max(0, Math.min(step - 7, spec.path - Math.min(8, spec.path)));

let frames_seen = 0;
const firsts = new Map(); // where things stand in the first frame of a spec
const turned = new Map(); // how many columns of an entry have changed

const ROWS = {
  "the whole table stands beside the rows where it is small, else a strip": (
    frame,
  ) => {
    const { spec, by, state, shapes } = frame;
    const small = spec.V <= 12 && spec.D <= 8;
    assert.equal(by.has("strip"), !small);
    assert.equal(Boolean(cell_of(frame, "w0,0")), small && !state.narrow);
    if (!small || state.narrow) return;
    for (let row = 0; row < spec.V; row++)
      assert_cells(frame, `w${row}`, kind.row_at(spec, row));
    assert(!shapes.some(({ key }) => key.startsWith(`w${spec.V},`)));
  },
  "rows of the table that the bag does not name fade and keep their numbers": (
    frame,
  ) => {
    const { spec, truth, stages, t, place } = frame;
    if (!place.table || !stages.point) return;
    for (let row = 0; row < spec.V; row++) {
      const away = !truth.ids.slice(0, 8).includes(row);
      cells(frame, `w${row}`).forEach(([box, inner], j) => {
        const [then, said] = cells(frame.before, `w${row}`)[j];
        assert.deepEqual([box?.fill, inner?.text], [then?.fill, said?.text]);
        if (!away || t <= stages.point[0])
          assert.equal((box ?? inner).opacity, 1);
        else if (t >= stages.point[1])
          assert(near((box ?? inner).opacity, 0.38));
      });
    }
  },
  "the ids go to the rows that they name": (frame) => {
    const { spec, place, truth, stages, t, by } = frame;
    const rows = [...new Set(truth.ids.slice(0, 8))];
    const tags = keys_of(frame, /^tag\d+$/);
    const on_the_way =
      stages.point && t > stages.point[0] && t < stages.point[1];
    const there = stages.point && t >= stages.point[1];
    const wanted =
      (place.table && (on_the_way || there)) || (place.strip && on_the_way)
        ? rows
        : [];
    assert.deepEqual(
      tags,
      wanted.map((row) => `tag${row}`),
    );
    for (const row of wanted) {
      const tag = by.get(`tag${row}`);
      assert.equal(by.get(`tag${row}#`).text, spec.rows[row].label);
      if (there) assert(near(centre(tag)[1], middle(frame, `w${row}`) + 0.5));
      if (there)
        assert(!by.has(`index${row}`) && box_of(tag)[2] <= place.table.x);
    }
    assert.deepEqual(
      keys_of(frame, /^tick/),
      place.strip && there ? rows.map((row) => `tick${row}`) : [],
    );
  },
  "a copy that travels is the row of the table, and arrives in its line": (
    frame,
  ) => {
    const { stages, t, truth, place, spec, by } = frame;
    const entries = keys_of(frame, /^term\d+,0#?$/).length;
    if (!stages.travel || t <= stages.travel[0])
      return assert.equal(entries, 0);
    truth.rows.forEach((numbers, k) => {
      if (!cell_of(frame, `term${k},0`)) return assert(t < stages.travel[1]);
      const rows = { ...frame, truth: { ...truth, terms: truth.rows } };
      if (t <= (stages.weigh ?? stages.fall)[0])
        assert_shows(rows, `term${k}`, numbers);
      if (place.table) {
        const own = looks(frame.before, `w${truth.ids[k]}`);
        if (t <= (stages.weigh ?? stages.fall)[0])
          assert.deepEqual(looks(frame, `term${k}`), own);
      }
      if (t < stages.travel[1]) return;
      const [x, y] = centre(cell_of(frame, `term${k},0`));
      const { pile, size } = place;
      assert(
        near(x, pile.x + (size.w - 1) / 2) &&
          near(y, pile.y + k * pile.pitch + (size.h - 1) / 2),
      );
      assert(
        by.get(`of${k}`).text.endsWith(`row ${spec.rows[truth.ids[k]].label}`),
      );
      assert(box_of(by.get(`of${k}`))[2] < pile.x);
    });
  },
  "what moves has a ring, and nothing else": (frame) => {
    const { stages, t, truth } = frame;
    const flying = truth.rows.flatMap((_, k) => {
      const here =
        stages.travel &&
        cell_of(frame, `term${k},0`) &&
        !frame.by.has(`of${k}`);
      return here ? [`copy${k}pick`] : [];
    });
    const falls =
      stages.fall && t > stages.fall[0] && t < stages.fall[1]
        ? ["fallpick"]
        : [];
    assert.deepEqual(
      rings_of(frame).map(({ key }) => key),
      [...flying, ...falls].sort(
        (a, b) => (a === "fallpick") - (b === "fallpick"),
      ),
    );
  },
  "a count strikes its row: first it travels, then the numbers turn, one after the other, once":
    (frame) => {
      const { stages, t, truth, spec, step, counted, name, state, by } = frame;
      const on_the_way =
        stages.weigh && t > stages.weigh[0] && t < stages.weigh[1];
      const tags = keys_of(frame, /^times\d+$/);
      assert.equal(Boolean(stages.weigh), counted && truth.ids.length > 0);
      assert.equal(tags.length, on_the_way ? truth.rows.length : 0);
      if (!stages.weigh || t < stages.weigh[0]) return;
      truth.terms.forEach((numbers, k) => {
        const text = spec.steps[step].counts[k];
        const label = by.get(`of${k}`).text;
        if (!on_the_way && t > stages.weigh[0]) {
          assert_shows(frame, `term${k}`, numbers);
          const [times, row] = label.split(" × ");
          assert_says(times, truth.counts[k]);
          assert.equal(row, `row ${spec.rows[truth.ids[k]].label}`);
          return;
        }
        assert(!label.includes("×"));
        if (!on_the_way) return;
        assert.equal(by.get(`times${k}#`).text, `${text} ×`);
        const end = { by: last_of(state), spec, rows: {} };
        const [here, after, own] = [
          looks(frame, `term${k}`),
          looks(end, `term${k}`),
          looks(start(frame), `term${k}`),
        ];
        const same = (one, other) =>
          JSON.stringify(one) === JSON.stringify(other);
        const count = here.filter(
          (shape, j) => same(shape, after[j]) && !same(shape, own[j]),
        ).length;
        here.forEach((shape, j) =>
          assert(same(shape, after[j]) || same(shape, own[j]), `column ${j}`),
        );
        const which = `${name} ${state.narrow} ${step} ${k}`;
        assert(count >= (turned.get(which) ?? 0), "a number changes once");
        turned.set(which, count);
      });
    },
  "all rows fall together into the line of their bag": (frame) => {
    const { stages, t, truth, place, step, spec } = frame;
    const falls = stages.fall && t > stages.fall[0] && t < stages.fall[1];
    const copies = keys_of(frame, /^fall\d+,0#?$/);
    if (!falls || !spec.numbers) return assert.equal(copies.length, 0);
    const { pile, out, size } = place;
    const to = out.y + (step - first_of(frame)) * out.pitch + (size.h - 1) / 2;
    const shares = numbers_of(frame).map((numbers, k) => {
      assert_shows(frame, `fall${k}`, numbers);
      const [x, y] = centre(cell_of(frame, `fall${k},0`));
      const from = pile.y + k * pile.pitch + (size.h - 1) / 2;
      assert(near(x, pile.x + (size.w - 1) / 2));
      return (y - from) / (to - from);
    });
    assert(
      shares.every((share) => near(share, shares[0]) && share > 0 && share < 1),
    );
    const ring = frame.by.get("fallpick");
    for (let k = 0; k < truth.rows.length; k++)
      assert(around(ring, centre(cell_of(frame, `fall${k},0`))));
  },
};

/** The last shapes of a state, and those of the moment before its counts leave, by key. */
const last_of = (state) => by_key(kind.picture(state, kind.lasts(state)));
const start = ({ state, stages, spec }) => ({
  by: by_key(kind.picture(state, stages.weigh[0])),
  spec,
  rows: {},
});
const by_key = (shapes) => new Map(shapes.map((shape) => [shape.key, shape]));

const OUTPUT = {
  "the output has a line for each bag, eight in sight, filled as bags are played":
    (frame) => {
      const { spec, step, by, over, place, truth, without, stages, t } = frame;
      const first = first_of(frame);
      const count = Math.min(8, spec.path);
      assert.deepEqual(
        keys_of(frame, /^slot\d+$/),
        Array.from({ length: count }, (_, k) => `slot${k}`),
      );
      assert.equal(
        by.get("earlier")?.text,
        first ? `⋯ ${first} earlier bag${first > 1 ? "s" : ""}` : undefined,
      );
      for (let k = 0; k < count; k++) {
        const b = first + k;
        const filled = b < step || (b === step && over("fall"));
        assert.equal(by.get(`slot${k}#`).text, `out[${b}]`);
        assert.equal(Boolean(cell_of(frame, `out${k},0`)), filled, `line ${b}`);
        if (!filled) continue;
        assert(
          near(
            middle(frame, `out${k}`),
            place.out.y + k * place.out.pitch + (place.size.h - 1) / 2,
          ),
        );
        const { sum, bare, out } = spec.truth[b];
        const turning =
          b === step &&
          stages.divide &&
          t > stages.divide[0] &&
          t < stages.divide[1];
        if (turning) continue;
        const whole = b < step || over("divide") || !stages.divide;
        assert_shows(frame, `out${k}`, without ? bare : whole ? out : sum);
        const said = b < step || over("land");
        assert.equal(by.has(`slot${k}:`), said);
        const held = cells(frame, `out${k}`).every(
          ([box, inner]) =>
            (box ?? inner)["data-out"] === (said ? b : undefined),
        );
        assert(held, "what is not yet the result must not be said to be it");
      }
      assert(truth);
    },
  "a mean is the sum first, and then that divided by the number of ids": (
    frame,
  ) => {
    const { spec, stages, t, by, truth } = frame;
    assert.equal(Boolean(stages.divide), spec.mean && truth.ids.length > 0);
    const on_the_way =
      stages.divide && t > stages.divide[0] && t < stages.divide[1];
    assert.equal(
      by.get("divide#")?.text,
      on_the_way ? `÷ ${truth.ids.length}` : undefined,
    );
    assert.equal(by.get("op").text, spec.mean ? "mean" : "sum");
  },
  "without counts the numbers that differ are ringed, and below stands what they are with them":
    (frame) => {
      const { spec, without, step, over, by, place } = frame;
      const first = first_of(frame);
      for (let k = 0; k < Math.min(8, spec.path); k++) {
        const b = first + k;
        const { apart, sum } = spec.truth[b];
        const shown =
          without &&
          apart.length > 0 &&
          (b < step || (b === step && over("land")));
        const rings = frame.shapes.filter((s) =>
          s.key.startsWith(`apart${k},`),
        );
        assert.equal(rings.length > 0, shown, `line ${b}`);
        if (!shown) continue;
        const ringed = cells(frame, `out${k}`).flatMap(([box, inner], j) =>
          rings.some((ring) => around(ring, centre(box ?? inner))) ? [j] : [],
        );
        assert.deepEqual(ringed, apart);
        if (!spec.numbers) {
          assert_shows(
            { ...frame, spec: { ...spec, numbers: false } },
            `right${k}`,
            sum,
          );
          continue;
        }
        sum.forEach((number, j) => {
          const text = by.get(`right${k},${j}`);
          assert_says(text.text, number);
          assert(near(text.x, centre(cell_of(frame, `out${k},${j}`))[0]));
          assert(text.y - 9 > centre(cell_of(frame, `out${k},${j}`))[1] + 4);
          assert(text.y < place.out.y + (k + 1) * place.out.pitch);
        });
      }
    },
  "an empty bag moves nothing and gives zeros": (frame) => {
    const { truth, by, over } = frame;
    assert.equal(by.has("nothing"), truth.ids.length === 0 && over("close"));
    if (truth.ids.length) return;
    assert.deepEqual(
      keys_of(frame, /^(term|fall|times|of\d|copy|tag|tick|divide)/),
      [],
    );
    const k = frame.step - first_of(frame);
    if (frame.done)
      assert(
        cells(frame, `out${k}`).every(([, inner]) => inner.tag === "circle"),
      );
  },
  "ids that are not drawn are counted": ({ by, truth, over, stages }) => {
    const left = truth.ids.length - 8;
    const said = left > 0 && stages.travel && over("travel");
    assert.equal(
      by.get("rest")?.text,
      said
        ? `+ ${left.toLocaleString("en")} more row${left > 1 ? "s" : ""}, not drawn`
        : undefined,
    );
  },
};

const PROPERTIES = {
  ...COMMON,
  ...RIBBON,
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
  "at rest nothing is marked and nothing has come": (frame) => {
    if (frame.t > 0) return;
    assert.deepEqual(
      keys_of(
        frame,
        /^(term|fall|times|of\d|copy|tag|tick|frame|nothing|rest)/,
      ),
      [],
    );
  },
  "nothing that stands still covers a text": ({ shapes, done, t }) => {
    if (done || t === 0)
      assert_apart(
        shapes,
        shapes.filter((s) => /^(apart|frame)/.test(s.key)),
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

/**
 * What every frame of an all-to-all shows, and what is said of it. Run by
 * test_all_to_all.py, which adds who owns what and what autograd finds.
 */
import assert from "node:assert/strict";
import test from "node:test";
import * as words from "../../../notebooks/lookup/pictures/all_to_all/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/all_to_all/draw.js";
import {
  ADD,
  ASK,
  BACK,
  HOME,
  ORDER,
  PICK,
  SORT,
} from "../../../notebooks/lookup/pictures/all_to_all/places.js";
import {
  COMMON,
  assert_apart,
  assert_says,
  box_of,
  centre,
  frame_of,
  frames_of,
  frozen,
  hold,
  specs,
} from "../../browser/frames.mjs";

const kind = { ...drawing, ...words };
const TIMES = [0, 0.01, 0.3, 0.69, 0.7, 1.1, 1.15, 1.2, 1.75, 2.1, 2.3, 99];
const AT_HOME = [SORT, HOME]; // steps at whose end things lie in the box of the rank that asks

/** A frame, with all that is asked for: {name, rank, place, row, owner} of each id. */
function frame(state, t) {
  const { spec, by } = state;
  const owners = spec.truth.owners[by];
  const asks = spec.ids.flatMap((ids, rank) =>
    ids.map((row, place) => ({
      name: `${rank}.${place}`,
      rank,
      place,
      row,
      owner: owners[row],
    })),
  );
  const stages = Object.values(kind.stages_of(state));
  const over = t >= kind.lasts(state);
  return {
    ...frame_of(kind, state, t),
    truth: spec.truth,
    by_way: by,
    owners,
    asks,
    stages,
    over,
  };
}

/** All frames of both rules, wide and narrow; in half of them a row is picked. */
function* frames(times) {
  for (const narrow of [false, true])
    for (const by of ["contiguous", "modulo"]) {
      const picked = narrow === (by === "modulo");
      const row = (spec) => (picked ? spec.truth.pick : null);
      for (const one of frames_of(
        (state, t) =>
          frame(frozen({ ...state, narrow, by, row: row(state.spec) }), t),
        times,
      ))
        yield {
          ...one,
          name: `${one.name}, ${by}${picked ? ", picked" : ""}${narrow ? ", narrow" : ""}`,
        };
    }
}

const within = ([x, y], { x: left, y: top, width, height }) =>
  x > left && x < left + width && y > top && y < top + height;

/**
 * The shapes of one thing that is asked for, on its way or in a box: its id, its number,
 * its row.
 */
const moving = ({ shapes }, { name }) =>
  shapes.filter(({ key }) =>
    new RegExp(`^(ask|of|row)${name}[#,|]|^(ask|of)${name}$`).test(key),
  );

/**
 * The texts that a row of the picture writes, "0" for a dot; undefined where none are
 * written.
 */
function texts_of({ by, spec }, key) {
  const texts = spec.columns.map(
    (_, j) => by.get(`${key},${j}#`)?.text ?? by.get(`${key},${j}#`)?.tag,
  );
  return texts.map((text, j) =>
    text === "circle" || by.get(`${key},${j}`)?.tag === "circle" ? "0" : text,
  );
}

function assert_row(frame, key, numbers) {
  const texts = texts_of(frame, key);
  if (frame.place.sizes.ends.written)
    texts.forEach((text, j) => assert_says(text, numbers[j]));
  assert(
    frame.spec.columns.every(
      (_, j) => frame.by.has(`${key},${j}`) || frame.by.has(`${key},${j}#`),
    ),
    key,
  );
}

const crossing = ({ asks }) =>
  asks.filter(({ rank, owner }) => rank !== owner).length;

hold(
  frames(() => TIMES),
  {
    ...COMMON,
    "a step begins as the one before it ended": ({
      t,
      step,
      state,
      shapes,
    }) => {
      if (t === 0 && step)
        assert.deepEqual(
          shapes,
          kind.picture({ ...state, step: step - 1 }, 99),
        );
    },
    "only a box that crosses the wire leaves the lane of its rank": (frame) => {
      const { asks, step, t, by, state, place, stages } = frame;
      const [from, to] = kind.stages_of(state).cross ?? [99, 0];
      const crosses = t > from && t < to;
      for (const ask of asks) {
        if (crosses && ask.rank !== ask.owner) continue;
        const before =
          step === SORT ||
          step === ORDER ||
          (step === BACK && t <= from) ||
          (step === ASK && t <= from);
        const home = before || (step === HOME && t >= to);
        const { y, h } = place.lanes[home ? ask.rank : ask.owner];
        for (const shape of moving(frame, ask)) {
          const [, top, , bottom] = box_of(shape);
          if (t > 0)
            assert(
              top >= y - 1 && bottom <= y + h + 1,
              `${shape.key} leaves its lane`,
            );
        }
      }
      const packets = [...by.keys()].filter((key) => key.startsWith("packet"));
      const pairs = new Set(
        asks.map(({ rank, owner }) =>
          rank === owner ? "" : `packet${rank}.${owner}`,
        ),
      );
      pairs.delete("");
      assert.deepEqual(
        packets.sort(),
        crosses ? [...pairs].sort() : [],
        `${stages}`,
      );
    },
    "bytes count once they have crossed": ({
      by,
      by_way,
      t,
      step,
      state,
      spec,
    }) => {
      const at = t === 0 ? step - 1 : step;
      const under_way = t > 0 && t < (kind.stages_of(state).cross?.[1] ?? 0);
      const done = [ASK, HOME, BACK].filter(
        (sent) => sent < at || (sent === at && !under_way),
      ).length;
      const sums = [
        "0 B",
        ...spec.sent[by_way].parts.map(({ so_far }) => so_far),
      ];
      assert.equal(
        by.get("sent").text,
        `crossed the wire so far: ${sums[done]}`,
      );
      assert.equal(
        [...by.keys()].filter((key) => /^sent\d/.test(key)).length,
        done,
      );
    },
    "a row of the table is where its owner is, and says what it holds": (
      frame,
    ) => {
      const { by, place, owners, truth, step, t } = frame;
      if (step > BACK || (step === BACK && t > 0)) return;
      owners.forEach((owner, row) => {
        const { y, h } = place.lanes[owner];
        const at = by.get(`index${row}`);
        assert(at.y > y && at.y < y + h);
        assert_row(frame, `w${row}`, truth.table[row]);
      });
    },
  },
);

const LASTING = {
  "at the end of a step each thing lies in its box, in the order asked": (
    frame,
  ) => {
    const { asks, step, by } = frame;
    const last = {};
    for (const ask of asks) {
      const { rank, owner, place } = ask;
      const [lane, other] = AT_HOME.includes(step)
        ? [rank, owner]
        : [owner, rank];
      const found = moving(frame, ask);
      if (step === ORDER || step === ADD) {
        assert.deepEqual(found, []);
        continue;
      }
      assert(found.length > 0);
      const box = by.get(`box${lane}.${other}`);
      for (const shape of found)
        assert(
          within(centre(shape), box),
          `${shape.key} in box ${lane}.${other}`,
        );
      const [, y] = centre(found[0]);
      const name = `${rank}.${owner}`;
      assert(!(name in last) || (last[name].place < place && last[name].y < y));
      last[name] = { place, y };
    }
  },
  "ids travel to the owners; home go rows, out go gradients, without their ids":
    (frame) => {
      const { asks, step, by } = frame;
      for (const { name } of asks) {
        assert.equal(by.has(`ask${name}`), step <= PICK, `ask${name}`);
        const row = [...by.keys()].some((key) => key.startsWith(`row${name},`));
        assert.equal(row, [PICK, HOME, BACK].includes(step), `row${name}`);
        assert.equal(by.has(`of${name}`), [HOME, BACK].includes(step));
      }
    },
  "rows come out in the order asked, and then what arrives there": (frame) => {
    const { asks, step, truth, by } = frame;
    for (const { name, rank, place } of asks) {
      assert.equal(by.has(`slot${name}`), step < ORDER);
      if (step === ORDER)
        assert_row(frame, `out${name}`, truth.out[rank][place]);
      if (step > ORDER) assert_row(frame, `out${name}`, truth.up[rank][place]);
    }
  },
  "W.grad is what autograd finds, and exactly zero where nobody asked": (
    frame,
  ) => {
    const { step, truth, by, asks } = frame;
    truth.grad.forEach((numbers, row) => {
      if (step === BACK)
        assert_row(
          frame,
          `w${row}`,
          numbers.map(() => 0),
        );
      if (step === ADD) assert_row(frame, `w${row}`, numbers);
      const touched = step === ADD && asks.some((ask) => ask.row === row);
      assert.equal(by.has(`touch${row}`), touched, `${row}`);
    });
    assert.equal(by.get("W").text, step < BACK ? "W" : "W.grad");
    assert.equal(by.get("out").text, step < BACK ? "out" : "out.grad");
  },
  "boxes are for a rank until they have crossed, and then from one": ({
    by,
    step,
    spec,
  }) => {
    const word = [SORT, PICK].includes(step) ? "for" : "from";
    spec.ids.forEach((_, rank) =>
      assert.match(
        by.get(`to${rank}`).text,
        new RegExp(`^${word} (rank )?${rank}$`),
      ),
    );
  },
  "boxes, lists and rows stand apart": ({ by, place, spec, shapes, state }) => {
    const boxes = shapes.filter(({ key }) => /^box\d/.test(key));
    assert.equal(boxes.length, spec.ids.length ** 2);
    assert(
      boxes.every(
        ({ x, width }) =>
          x > place.list.x + place.list.w && x + width < by.get("index0").x,
      ),
    );
    const home = boxes
      .filter((box) => "stroke-dasharray" in box)
      .map(({ key }) => key);
    assert.deepEqual(
      home,
      spec.ids.map((_, rank) => `box${rank}.${rank}`),
    );
    assert(place.width <= (state.narrow ? 436 : 1100), `${place.width}`);
  },
  "the row picked is ringed, and all its ways are drawn": (frame) => {
    const { by, asks, state, shapes } = frame;
    const wanted = asks
      .filter(({ row }) => row === state.row)
      .map(({ name }) => name);
    const named = (pattern) =>
      shapes.map(({ key }) => key.match(pattern)?.[1]).filter(Boolean);
    assert.deepEqual(named(/^asked(.*)pick$/), wanted);
    assert.deepEqual(named(/^way(.*)pick$/), wanted);
    assert.equal(by.has("ownedpick"), state.row !== null);
    for (const { name, row } of asks) {
      const away = state.row !== null && state.row !== row;
      assert.equal(
        by.get(`id${name}`).fill,
        away ? "var(--paper)" : "var(--pick)",
      );
      assert.equal(by.get(`id${name}#`).text, String(row));
    }
  },
  "whatever stands for a row tells the pointer of it": ({ asks, by, spec }) => {
    for (const { name, row } of asks)
      assert.equal(by.get(`id${name}`)["data-row"], row);
    for (const row of Object.keys(spec.rows))
      assert.equal(by.get(`index${row}`)["data-row"], Number(row));
  },
  "no text lies on another": ({ shapes }) => assert_apart(shapes, []),
  "the sentence counts what crosses": (frame) => {
    const { say, alt, step, asks, spec, by_way } = frame;
    const count = crossing(frame);
    const { parts } = spec.sent[by_way];
    const all = { [SORT]: 0, [ASK]: 0, [HOME]: 1, [BACK]: 2 };
    if (step in all)
      assert.match(say, new RegExp(`\\b${count} of ${asks.length} `));
    if (step in all && step !== SORT)
      assert(say.includes(`${count} × ${parts[all[step]].each}`), say);
    if (step === ADD)
      assert(
        say.includes(`${parts[2].so_far} crossed the wire, however many rows`),
        say,
      );
    assert(alt.startsWith(`${spec.ids.length} lanes`), alt);
    assert(!/\b1 (ids|ranks|rows|are|cross)\b/.test(say + alt), say + alt);
  },
  "of the row picked it says who owns it and where all is": ({
    say,
    state,
    owners,
    asks,
    step,
  }) => {
    const { row } = state;
    assert.equal(say.includes(" lives on rank "), row !== null);
    if (row === null) return;
    assert(say.includes(`lives on rank ${owners[row]}`), say);
    const mine = asks.filter((ask) => ask.row === row);
    if (!mine.length)
      return assert(say.endsWith("; no rank asks for it."), say);
    for (const { rank, place, owner } of mine.slice(0, 3)) {
      const lane = AT_HOME.includes(step) ? rank : owner;
      const where = [ORDER, ADD].includes(step) ? "" : `in rank ${lane}’s box`;
      assert(
        say.includes(`ids[${rank}][${place}]: `) && say.includes(where),
        say,
      );
    }
  },
  "the unseen table tells nothing of a step to come": ({
    state,
    asks,
    spec,
    step,
    owners,
    truth,
  }) => {
    for (const rest of [false, true]) {
      const at = rest ? step - 1 : step;
      const { head, body, foot } = kind.numbers({ ...state, rest });
      assert([...body, ...foot].every((line) => line.length === head.length));
      assert.deepEqual(
        body.map(([id, owner]) => [id.split(" = ")[0], owner]),
        asks.map(({ rank, place, row }) => [
          `ids[${rank}][${place}]`,
          `rank ${owners[row]}`,
        ]),
      );
      asks.forEach(({ rank, place }, k) => {
        const numbers =
          at < PICK ? [] : (at < BACK ? truth.out : truth.up)[rank][place];
        const texts = body[k].slice(3);
        if (numbers.length)
          texts.forEach((text, j) => assert_says(text, numbers[j]));
        else assert(texts.every((text) => text === ""));
      });
      assert.equal(
        foot.filter(([text]) => / sent$/.test(text)).length,
        [ASK, HOME, BACK].filter((s) => s <= at).length,
      );
      const sums = foot.filter(([text]) => text.startsWith("W.grad, row "));
      assert.equal(
        sums.length,
        at < ADD ? 0 : new Set(asks.map(({ row }) => row)).size,
      );
      for (const [text, , , ...texts] of sums)
        texts.forEach((said, j) =>
          assert_says(said, truth.grad[parseInt(text.slice(12))][j]),
        );
    }
    assert.equal(spec.path, 7);
  },
  "under the pointer stands what is there": ({ state, asks, step, truth }) => {
    const [{ name, rank, place, row, owner }] = asks;
    const under = (more) => kind.hover(state, { row: String(row), ...more });
    const said = (text) => text.split(" = ").at(-1);
    assert(under({ ask: name, at: "box" }).endsWith(`, on rank ${owner}`));
    assert_says(
      said(under({ ask: name, at: "out", col: "0" })),
      (step < BACK ? truth.out : truth.up)[rank][place][0],
    );
    const held =
      step < BACK ? truth.table[row] : step < ADD ? [0] : truth.grad[row];
    assert_says(said(under({ at: "table", col: "0" })), held[0]);
    assert(
      under({ at: "table" }).startsWith(
        step < BACK ? "W, row " : "W.grad, row ",
      ),
    );
    assert.equal(kind.hover(state, {}), "");
  },
  "the key names what there is": ({ state, step }) => {
    const names = kind.key(state).map(([swatch]) => swatch);
    assert.equal(names[0], "pick");
    assert.equal(names.includes("touch"), step === ADD);
    assert.equal(names.includes("ring"), state.row !== null);
    assert(!names.includes(step < BACK ? "hollow" : "neg"));
  },
};
hold(
  frames(() => [99]),
  LASTING,
);

test("a typed text means a row, nothing, or is not known", () => {
  const spec = specs.words;
  for (const [typed, row] of Object.entries({
    1: 1,
    6: 6,
    "<b>cat</b>": 1,
    "": null,
  }))
    assert.equal(kind.row_of(spec, typed), row);
  for (const typed of ["cow", "-1", "1.5"])
    assert(Number.isNaN(kind.row_of(spec, typed)));
  const step_of = (row) => kind.step_of({ spec, step: 2 }, row);
  assert.deepEqual(
    [0, 6, null, 7, -1, NaN].map(step_of),
    [2, 2, 2, -1, -1, -1],
  );
});

test("at rest nothing is sorted yet", () => {
  const state = {
    spec: specs.two,
    step: 0,
    by: "contiguous",
    row: 7,
    rest: true,
  };
  assert.equal(
    kind.say(state),
    "Row 7 lives on rank 1. ids[0][1]: with rank 0.",
  );
  const keys = kind.picture(state, 0).map(({ key }) => key);
  assert(!keys.some((key) => /^(ask|row|of)\d/.test(key)));
});

test("the steps of six ids on two ranks, word for word", () => {
  const say = (step, row = null) =>
    kind.say({ spec: specs.two, step, by: "contiguous", row });
  assert.equal(
    say(ASK, 7),
    "All to all: the grid of boxes is transposed, " +
      "so each box is now with the rank that it was for. " +
      "3 of 6 ids cross the wire, 3 × 8 B; the others stay at home. " +
      "Row 7 lives on rank 1. ids[0][1]: in rank 1’s box from rank 0.",
  );
  assert.equal(
    say(HOME),
    "The boxes go home, now with rows in them: " +
      "3 of 6 rows cross the wire, 3 × 12 B. Their ids stay: " +
      "the place in the box says which row it is.",
  );
  assert.equal(
    say(ADD, 1),
    "Each owner adds what arrived to the gradients of its rows, box after box: " +
      "5 of 8 rows are touched. 96 B crossed the wire, " +
      "however many rows the table has. Row 1 lives on rank 0; " +
      "no rank asks for it.",
  );
});

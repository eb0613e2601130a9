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
  ANSWER,
  LOOK,
  SEND,
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
  motions_of,
  near,
  specs,
} from "../../browser/frames.mjs";

const kind = { ...drawing, ...words };
const TIMES = [0, 0.01, 0.3, 0.7, 1.1, 1.5, 1.9, 2.4, 3, 3.9, 5.3, 99];
const SENT = [SEND, ANSWER, ADD]; // steps in which something crosses the wire

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
  return {
    ...frame_of(kind, state, t),
    truth: spec.truth,
    by_way: by,
    owners,
    asks,
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

/** The shapes of one thing that is asked for, on its way or beside its row. */
const moving = ({ shapes }, { name }) =>
  shapes.filter(({ key }) =>
    new RegExp(`^(ask|row|under)${name}[#,|]|^(ask|under)${name}$`).test(key),
  );

/** Whether the numbers of rows are written as the step begins or ends. */
const writes = ({ place, step, t }) =>
  (step - (t === 0) < ADD ? place.weights : place.gradients).numbers;

/** The texts that a row of the picture writes, "0" for a dot. */
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
  if (writes(frame)) texts.forEach((text, j) => assert_says(text, numbers[j]));
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
    "what stays at home never leaves its rank": (frame) => {
      for (const ask of frame.asks.filter(({ rank, owner }) => rank === owner))
        for (const shape of moving(frame, ask))
          assert(
            within(centre(shape), frame.by.get(`house${ask.rank}`)),
            `${shape.key} leaves its rank`,
          );
    },
    "between two ranks all goes along the wire, there above and back below it":
      (frame) => {
        const { by, place, asks, spec, step } = frame;
        const houses = spec.ids.map((_, rank) => by.get(`house${rank}`));
        for (const ask of asks) {
          const [from, to] =
            step === ANSWER ? [ask.owner, ask.rank] : [ask.rank, ask.owner];
          const lane = place.lanes[from < to ? "right" : "left"];
          for (const shape of moving(frame, ask)) {
            const [x, y] = centre(shape);
            if (houses.some((house) => within([x, y], house))) continue;
            assert(
              y > lane && y < lane + place.pitch,
              `${shape.key} is beside the wire`,
            );
          }
        }
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
      const under_way = t > 0 && t < kind.lasts(state);
      const done = SENT.filter(
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
      const { by, owners, truth, step, t } = frame;
      owners.forEach((owner, row) => {
        const house = by.get(`house${owner}`);
        assert(within(centre(by.get(`index${row}`)), house));
        if (step < ADD || t === 0)
          assert_row(frame, `w${row}`, truth.table[row]);
      });
    },
    "a gradient grows by each one that arrives, and by no other": (frame) => {
      const { by, truth, step, t } = frame;
      if (step < ADD || t === 0 || !writes(frame)) return;
      truth.running.forEach((sums, row) => {
        const texts = texts_of(frame, `w${row}`);
        const found = sums.findIndex((sum) => {
          try {
            texts.forEach((text, j) => assert_says(text, sum[j]));
            return true;
          } catch {
            return false;
          }
        });
        assert(found >= 0, `row ${row} is ${texts}`);
        if (found > 0) assert(by.has(`touch${row}`), `touch${row}`);
      });
    },
    "no rank has done more than it is asked for, and in the end all": (
      frame,
    ) => {
      const { spec, asks, by, step, t, state } = frame;
      const at = t === 0 ? step - 1 : step;
      spec.ids.forEach((_, rank) => {
        const all = asks.filter(({ owner }) => owner === rank).length;
        const { text } = by.get(`busy${rank}`);
        const [done, of = all] = text.match(/\d+/g).map(Number);
        if (at > SEND) assert.equal(of, all, text);
        assert(done <= all, text);
        if (t === 0 ? at >= 0 : t >= kind.lasts(state))
          assert.equal(done, all, text);
      });
    },
  },
);

const LASTING = {
  "each id waits beside its row, at its owner's, in the order asked": (
    frame,
  ) => {
    const { asks, step, by, place } = frame;
    const last = {};
    for (const ask of asks) {
      const { name, owner, row } = ask;
      assert.equal(by.has(`ask${name}`), step <= LOOK, `ask${name}`);
      if (step > LOOK) {
        assert.deepEqual(moving(frame, ask), []);
        continue;
      }
      const id = by.get(`ask${name}`);
      assert(within(centre(id), by.get(`house${owner}`)), name);
      const index = by.get(`index${row}`);
      assert(Math.abs(centre(id)[1] - centre(index)[1]) < place.pitch / 2);
      assert(id.x > (last[row] ?? index.x), "in order");
      last[row] = id.x;
    }
  },
  "of ids that cover one another the last one shows its number": ({
    asks,
    step,
    by,
    spec,
  }) => {
    if (step > LOOK) return;
    for (const row of new Set(asks.map((ask) => ask.row))) {
      const { name } = asks.findLast((ask) => ask.row === row);
      assert.equal(by.get(`ask${name}#`).text, spec.rows[row].label);
    }
  },
  "rows that are asked for are looked up, and only these": ({
    asks,
    step,
    by,
    spec,
    state,
  }) => {
    for (const row of Object.keys(spec.rows)) {
      const found =
        step === LOOK && asks.some((ask) => ask.row === Number(row));
      const rings = by.has(`found${row}pick`);
      assert.equal(rings, found && state.row === null, `row ${row}`);
    }
  },
  "rows come out in the order asked, and then what arrives there": (frame) => {
    const { asks, step, truth, by } = frame;
    for (const { name, rank, place } of asks) {
      assert.equal(by.has(`slot${name}`), step < ANSWER);
      if (step === ANSWER)
        assert_row(frame, `out${name}`, truth.out[rank][place]);
      if (step === ADD) assert_row(frame, `out${name}`, truth.up[rank][place]);
    }
  },
  "W.grad is what autograd finds, and exactly zero where nobody asked": (
    frame,
  ) => {
    const { step, truth, by, asks, spec } = frame;
    truth.grad.forEach((numbers, row) => {
      if (step === ADD) assert_row(frame, `w${row}`, numbers);
      const touched = step === ADD && asks.some((ask) => ask.row === row);
      assert.equal(by.has(`touch${row}`), touched, `${row}`);
    });
    spec.ids.forEach((_, rank) =>
      assert.equal(
        by.get(`asks${rank}`).text.startsWith("gradients"),
        step === ADD,
      ),
    );
  },
  "each rank says which rows it owns": ({ by, by_way, spec }) =>
    spec.shards[by_way].forEach((shard, rank) => {
      const named = by.get(`owns${rank}`).text.match(/\d+/g) ?? [];
      const all = new Set(shard.map(String));
      assert(named.every((row) => all.has(row)));
      assert.equal(named.length > 0, shard.length > 0);
      assert.equal(named[0], shard.length ? `${shard[0]}` : undefined);
    }),
  "ranks stand apart, and what is theirs within them": ({
    by,
    place,
    spec,
    shapes,
    state,
  }) => {
    const houses = spec.ids.map((_, rank) => by.get(`house${rank}`));
    houses.slice(1).forEach(({ x }, rank) => {
      const { x: left, width } = houses[rank];
      assert(x - left - width >= 16, `${x - left - width}`);
    });
    for (const shape of shapes) {
      if (
        !/^(id|out|slot|w|index|name|touch|ask|busy|owns|rank)\d/.test(
          shape.key,
        )
      )
        continue;
      const [left, top, right, bottom] = box_of(shape);
      const holds = ({ x, y, width, height }) =>
        left >= x && right <= x + width && top >= y && bottom <= y + height;
      assert(houses.some(holds), `${shape.key} ${shape.text ?? ""}`);
    }
    assert(place.width <= (state.narrow ? 500 : 1100), `${place.width}`);
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
  "the sentence counts what crosses, and who is busy": (frame) => {
    const { say, alt, step, asks, spec, by_way } = frame;
    const count = crossing(frame);
    const { parts } = spec.sent[by_way];
    const sent = SENT.indexOf(step);
    if (sent >= 0) {
      assert.match(say, new RegExp(`\\b${count} of ${asks.length} `));
      assert(say.includes(`${count} × ${parts[sent].each}`), say);
    }
    spec.ids.forEach((_, rank) => {
      const all = asks.filter(({ owner }) => owner === rank).length;
      if (step === LOOK) assert(say.includes(`${all} on rank ${rank}`), say);
    });
    if (step === ADD)
      assert(say.includes(`${parts[2].so_far} crossed in all, however`), say);
    assert(alt.startsWith(`${spec.ids.length} ranks`), alt);
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
      const where = step === ANSWER ? "out[" : `rank ${owner}`;
      const [, said] = say.split(`ids[${rank}][${place}]: `);
      assert(said.split(";")[0].includes(where), say);
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
          at < LOOK ? [] : (at < ADD ? truth.out : truth.up)[rank][place];
        const texts = body[k].slice(3);
        if (numbers.length)
          texts.forEach((text, j) => assert_says(text, numbers[j]));
        else assert(texts.every((text) => text === ""));
      });
      assert.equal(
        foot.filter(([text]) => / sent$/.test(text)).length,
        SENT.filter((s) => s <= at).length,
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
    assert.equal(spec.path, 4);
  },
  "under the pointer stands what is there": ({ state, asks, step, truth }) => {
    const [{ name, rank, place, row, owner }] = asks;
    const under = (more) => kind.hover(state, { row: String(row), ...more });
    const said = (text) => text.split(" = ").at(-1);
    assert(under({ ask: name, at: "way" }).endsWith(`, on rank ${owner}`));
    assert_says(
      said(under({ ask: name, at: "out", col: "0" })),
      (step < ADD ? truth.out : truth.up)[rank][place][0],
    );
    const held = step < ADD ? truth.table[row] : truth.grad[row];
    assert_says(said(under({ at: "table", col: "0" })), held[0]);
    assert(
      under({ at: "table" }).startsWith(
        step < ADD ? "W, row " : "W.grad, row ",
      ),
    );
    assert.equal(kind.hover(state, {}), "");
  },
  "the key names what there is": ({ state, step }) => {
    const names = kind.key(state).map(([swatch]) => swatch);
    assert.equal(names[0], "pick");
    assert.equal(names.includes("touch"), step === ADD);
    const rings = state.row !== null || step === LOOK || step === ANSWER;
    assert.equal(names.includes("ring"), rings);
    assert(!names.includes(step < ADD ? "hollow" : "neg"));
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

test("an id on its way to its row moves longer than anything else", () => {
  for (const spec of [specs.two, specs.full])
    for (const by of spec.ways) {
      const longest = spec.steps.map((_, step) => {
        const state = { spec, step, by, row: null, narrow: false };
        const still = { ...kind, points: () => 0 };
        return Math.max(0, ...Object.values(motions_of(still, state)));
      });
      const [flight, ...others] = longest;
      assert(flight >= 1.5, `the id flies ${flight.toFixed(2)} s`);
      assert(
        others.every((other) => other < flight - 0.2),
        `${longest}`,
      );
    }
});

test("where another rule is chosen rows go to their new owners, then the step begins", () => {
  for (const [name, spec] of Object.entries(specs))
    for (const narrow of [false, true])
      for (const step of [SEND, LOOK, ANSWER, ADD]) {
        const state = { spec, step, row: null, narrow, by: "modulo" };
        const changed = { ...state, was: "contiguous", rest: false };
        const places = (shapes) =>
          Object.keys(spec.rows).map((row) =>
            centre(shapes.find(({ key }) => key === `index${row}`)),
          );
        const at = (t) => places(kind.picture(changed, t));
        const before = places(kind.picture({ ...state, by: "contiguous" }, 99));
        const after = places(kind.picture(state, 99));
        assert.deepEqual(at(0), before, name);
        assert.deepEqual(at(0.05), before, name);
        at(0.55).forEach(([x, y], row) => {
          assert(near(2 * x, before[row][0] + after[row][0]), name);
          assert(near(2 * y, before[row][1] + after[row][1]), name);
        });
        assert.deepEqual(at(1.05), after, name);
        assert.deepEqual(
          kind.picture(changed, 99),
          kind.picture(state, 99),
          name,
        );
        assert.equal(near(kind.lasts(changed), kind.lasts(state) + 1), true);
        const rest = { ...changed, rest: true };
        if (step === SEND)
          assert.deepEqual(places(kind.picture(rest, 0)), after);
      }
});

test("a rank names its rows, in as many words as have room", () => {
  const said = (spec, by, narrow, part = "owns", step = SEND) => {
    const shapes = kind.picture({ spec, step, by, row: null, narrow }, 99);
    return spec.ids.map(
      (_, rank) => shapes.find(({ key }) => key === `${part}${rank}`).text,
    );
  };
  assert.deepEqual(said(specs.two, "contiguous", false), [
    "owns rows 0 to 3 of the table",
    "owns rows 4 to 7 of the table",
  ]);
  assert.deepEqual(said(specs.two, "modulo", false), [
    "owns rows 0, 2, 4, 6 of W",
    "owns rows 1, 3, 5, 7 of W",
  ]);
  const full = said(specs.full, "modulo", true);
  assert(full[0].startsWith("rows 0, 4") && full[0].endsWith(", …"), full[0]);
  assert.equal(said(specs["one row"], "modulo", false)[1], "owns no rows");
  assert.match(said(specs.two, "modulo", false, "asks", ADD)[0], /asked for$/);
});

test("at rest nothing has been sent yet", () => {
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
  assert(!keys.some((key) => /^(ask|row|trail)\d/.test(key)));
});

test("the steps of six ids on two ranks, word for word", () => {
  const say = (step, row = null) =>
    kind.say({ spec: specs.two, step, by: "contiguous", row });
  assert.equal(
    say(SEND, 7),
    "Each id goes to the rank that owns its row: " +
      "3 of 6 ids cross the wire, 3 × 8 B. With modulo shards it would be 4. " +
      "Row 7 lives on rank 1. ids[0][1]: with rank 1.",
  );
  assert.equal(
    say(LOOK),
    "Each owner looks up the rows that it is asked for: " +
      "4 on rank 0, 2 on rank 1. Nothing crosses the wire.",
  );
  assert.equal(
    say(ANSWER),
    "The rows go back to who asked, each to its place beside the id: " +
      "3 of 6 rows cross the wire, 3 × 12 B.",
  );
  assert.equal(
    say(ADD, 1),
    "Backward: each gradient goes to the owner of its row, and is added there. " +
      "3 of 6 cross the wire, 3 × 12 B; 5 of 8 rows are touched. " +
      "96 B crossed in all, however many rows the table has. " +
      "Row 1 lives on rank 0; no rank asks for it.",
  );
});

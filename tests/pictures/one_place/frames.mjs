/**
 * What every frame of the picture of one place shows, beside what autograd says. Run by
 * test_one_place_frames.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  assert_apart,
  box_of,
  cells,
  centre,
  hold,
  keys_of,
  near,
  numbers_in,
} from "../../browser/frames.mjs";
import { frames, kind } from "./truth.mjs";

const value = (text) => (text === "≈0" ? 0 : Number(text.replace("−", "-")));

/** A text says a number in three decimals, in fewer where it is large. */
function says(text, number) {
  const size = Math.abs(number);
  const off =
    size < 9.9995
      ? 0.00051
      : size < 99.995
        ? 0.0051
        : size < 99_999.5
          ? 0.51
          : size / 3;
  assert(Math.abs(value(text) - number) <= off, `${text} for ${number}`);
}

/**
 * Words on the map may have to lie on one another where rows do, copies and the chip of
 * the step cover what lies below; nothing else does.
 */
const standing = (shapes) =>
  shapes.filter(({ key }) => !/^(word|fly|chip)/.test(key));

const rings_of = ({ shapes }) => shapes.filter(({ key }) => key === "meanink");
const width_of = (shape) => shape?.width ?? 0;

const firsts = new Map();

const READS = {
  "the tape shows the words around the place, those that are read in amber": (
    frame,
  ) => {
    const { spec, step, by, by_task, begun, over } = frame;
    const { slots, row } = spec.steps[step];
    const middle = (slots.length - 1) / 2;
    assert.equal(slots[middle], row);
    slots.forEach((row, at) => {
      const box = by.get(`slot${at}`);
      assert.equal(by.has(`slot${at}:`), row !== null);
      if (row === null) return assert.equal(box.fill, "none");
      const reads = (at === middle) === (by_task === "skip-gram");
      if (!begun("look")) assert.equal(box.stroke, "var(--dot)");
      if (!over("look")) return;
      assert.equal(box.fill, reads ? "var(--pick)" : "var(--paper)");
      assert.equal(box.stroke, "var(--ink)");
    });
  },
  "each row read stands with its numbers, one after the other": (frame) => {
    const { spec, truth, over, shapes } = frame;
    const shown = keys_of(frame, /^read\d+:$/).length;
    assert.equal(
      shown,
      shapes.filter(
        ({ key, fill }) => /^slot\d+$/.test(key) && fill === "var(--pick)",
      ).length,
    );
    if (over("look")) assert.equal(shown, truth.reads.length);
    truth.reads.slice(0, shown).forEach((row, k) => {
      const [, ...texts] = spec.table[row].split(" ");
      cells(frame, `read${k}`).forEach(([box, inner], j) => {
        assert(box ?? inner);
        if (spec.numbers && inner.tag === "text")
          assert.equal(inner.text, texts[j]);
      });
    });
  },
  "for CBOW copies of the rows fall into their mean, which is ringed; skip-gram has none":
    (frame) => {
      const { by, by_task, over, begun, place, truth } = frame;
      const copies = keys_of(frame, /^copy\d+,0#?$/).length > 0;
      const falls = by_task === "CBOW" && begun("mean") && !over("mean");
      assert.equal(copies, falls);
      assert.equal(by.has("meanink"), by_task === "CBOW" && over("mean"));
      if (!by.has("meanink")) return;
      const [, y] = centre(by.get("mean,0") ?? by.get("mean,0#"));
      assert(y > place.reads.y + 32 * (truth.reads.length - 1) + 22);
    },
};

const ANSWERS = {
  "right answers stand before the drawn ones, each with its target and its row":
    (frame) => {
      const { by, truth, spec, over } = frame;
      if (!over("look"))
        return assert.equal(keys_of(frame, /^answer/).length, 1);
      truth.rows.forEach((row, k) => {
        assert.equal(by.get(`target${k}`).text, k < truth.right ? "1" : "0");
        assert.equal(
          by.get(`answer${k}:`).text,
          spec.rows[row].name ?? spec.rows[row].label,
        );
        assert.equal(by.get(`answer${k}:`)["data-out"], String(row));
      });
      assert(!by.has(`target${truth.rows.length}`));
    },
  "bars and texts say the scores before the step and after it": (frame) => {
    const { by, truth, over, spec, place, by_task } = frame;
    const { bars } = place.answers;
    const half = bars.w / 2 - 2;
    const bar = (key, number, text) => {
      says(text, number);
      const shape = by.get(key);
      const length = (half * Math.abs(value(text))) / spec.reach[by_task];
      assert(
        near(width_of(shape), length),
        `${key}: ${width_of(shape)} for ${length}`,
      );
      const start = shape.x + (value(text) < 0 ? shape.width : 0);
      assert(near(start, bars.middle), "from 0");
      assert(
        shape.x >= bars.x - 0.01 &&
          shape.x + shape.width <= bars.x + bars.w + 0.01,
      );
    };
    truth.rows.forEach((_, k) => {
      assert.equal(by.has(`score${k}#`), over("score"));
      assert.equal(by.has(`after${k}#`), over("step"));
      if (over("score"))
        bar(`score${k}`, truth.score[k], by.get(`score${k}#`).text);
      if (over("step"))
        bar(`after${k}`, truth.after[k], by.get(`after${k}#`).text);
    });
    assert.equal(by.get("loss")?.text.includes("→") ?? false, over("step"));
  },
  "arrows point to the right for what is pulled, dashed to the left for what is pushed":
    (frame) => {
      const { by, truth, over, begun } = frame;
      const lengths = truth.rows.map((_, k) => {
        const line = by.get(`pull${k}`);
        if (!begun("pull")) return assert(!line);
        if (!over("pull")) return undefined;
        const [x1, y1, x2, y2] = numbers_in(line.d);
        assert.equal(x2 > x1, k < truth.right);
        assert.equal(y1, y2);
        assert.equal(Boolean(line["stroke-dasharray"]), k >= truth.right);
        says(by.get(`pull${k}#`).text, truth.strength[k]);
        return Math.abs(x2 - x1);
      });
      if (!over("pull")) return;
      const order = (numbers) =>
        numbers
          .map((_, k) => k)
          .sort((a, b) => numbers[b] - numbers[a] || a - b);
      const [strongest] = order(truth.strength);
      assert(lengths.every((length) => length <= lengths[strongest] + 0.2));
    },
  "copies of what was read fly to the answers before they have scores": (
    frame,
  ) => {
    const { truth, begun, over } = frame;
    const flying = new Set(
      keys_of(frame, /^fly/).map((key) => key.split(",")[0]),
    );
    const wanted = begun("fly") && !over("fly") ? truth.rows.length : 0;
    assert.equal(flying.size, wanted);
  },
};

/** The part that a position of the text plays: "read", "right", or "" for none. */
function part_at({ spec, step, by_task }, at) {
  const { place, slots } = spec.steps[step];
  const row = slots[at - place + (slots.length - 1) / 2];
  if (row === undefined || row === null) return "";
  return (at === place) === (by_task === "CBOW") ? "right" : "read";
}

const MAP = {
  "the whole text stands above, what is read in amber, what is right in an edge of dashes":
    (frame) => {
      const { spec, by, place, begun } = frame;
      const { words } = place.text;
      words.forEach(({ at, row }, k) => {
        const box = by.get(`slot${k}`);
        const part = begun("look") ? part_at(frame, at) : "";
        assert.equal(box["data-word"], row);
        assert.equal(box.fill, `var(--${part === "read" ? "pick" : "paper"})`);
        assert.equal(Boolean(box["stroke-dasharray"]), part === "right");
        assert.equal(box.stroke, part ? "var(--ink)" : "var(--line)");
      });
      const near_places = new Set(
        spec.steps.flatMap(({ place, slots }) =>
          slots.flatMap((row, k) =>
            row === null ? [] : [place + k - (slots.length - 1) / 2],
          ),
        ),
      );
      assert.deepEqual(
        words.map(({ at }) => at),
        [...near_places].sort((a, b) => a - b),
      );
    },
  "a click on a word means the place in whose middle it is": (frame) => {
    const { spec, by, place } = frame;
    place.text.words.forEach(({ at }, k) => {
      const jump = by.get(`slot${k}`)["data-jump"];
      const steps = spec.steps.filter((step) => step.place === at);
      assert.equal(spec.steps[jump]?.place, steps[0]?.place);
      assert.equal(by.get(`slot${k}:`)["data-jump"], jump);
    });
  },
  "all rows are on the map, of table as dots, of out as squares": ({
    by,
    spec,
  }) => {
    const [left, top, right, bottom] = box_of(by.get("map"));
    for (const [table, tag] of [
      ["table", "circle"],
      ["out", "rect"],
    ])
      for (const row in spec.map[table]) {
        const shape = by.get(`${table}${row}`);
        assert.equal(shape.tag, tag);
        const [x, y] = centre(shape);
        assert(x > left && x < right && y > top && y < bottom);
      }
  },
  "what takes part has a word, and an arrow once pulled, dashed where it is pushed alone":
    (frame) => {
      const { by, spec, truth, over, begun, state } = frame;
      const { ends } = kind.pull_of(state);
      const [left, top, right, bottom] = box_of(by.get("map"));
      for (const table of ["table", "out"])
        for (const row in spec.map[table]) {
          const rows = table === "table" ? truth.reads : truth.rows;
          const used = rows.includes(Number(row));
          assert.equal(row in ends[table], used);
          if (!used || !begun("look")) assert(!by.has(`word${table}${row}`));
          const line = by.get(`way${table}${row}`);
          if (!used || !begun("pull")) assert(!line);
          const pulled =
            table === "table" ||
            truth.rows.slice(0, truth.right).includes(Number(row));
          if (!line || !over("pull")) continue;
          assert.equal(Boolean(line["stroke-dasharray"]), !pulled);
          const [x1, y1, x2, y2] = numbers_in(line.d);
          assert(x2 > left && x2 < right && y2 > top && y2 < bottom);
          if (!over("step")) continue;
          const [x, y] = centre(by.get(`${table}${row}`));
          const times = spec.map.arrows;
          assert(Math.abs(x2 - x1 - times * (x - x1)) < 0.3);
          assert(Math.abs(y2 - y1 - times * (y - y1)) < 0.3);
        }
    },
  "rows that take no part are small and do not move": (frame) => {
    const { by, spec, truth, before } = frame;
    for (const row in spec.map.out) {
      if (truth.rows.includes(Number(row))) continue;
      assert.equal(by.get(`out${row}`).fill, "var(--dot)");
      assert.deepEqual(
        centre(by.get(`out${row}`)),
        centre(before.by.get(`out${row}`)),
      );
    }
  },
  "for CBOW copies of the rows read become their mean; skip-gram has none": (
    frame,
  ) => {
    const { by, by_task, over, begun, truth } = frame;
    const copies = keys_of(frame, /^copytable/).length;
    const falls = by_task === "CBOW" && begun("mean") && !over("mean");
    assert.equal(copies, falls ? new Set(truth.reads).size : 0);
    assert.equal(by.has("held"), by_task === "CBOW" && over("mean"));
  },
  "while it is pulled a thin line goes from 0, 0 to each right answer": (
    frame,
  ) => {
    const { by, truth, begun } = frame;
    const right = new Set(
      begun("pull") ? truth.rows.slice(0, truth.right) : [],
    );
    const rays = keys_of(frame, /^ray/);
    assert.deepEqual(
      rays.sort(),
      [...right].map((row) => `rayout${row}`).sort(),
    );
    const zero = centre(by.get("origin"));
    for (const row of right) {
      const [x1, y1, x2, y2] = numbers_in(by.get(`rayout${row}`).d);
      const [x, y] = centre(by.get(`out${row}`));
      assert(near(x1, zero[0]) && near(y1, zero[1]));
      assert(near(x2, x) && near(y2, y));
    }
  },
  "a right answer of CBOW moves along the line to the mean, a drawn one against it":
    (frame) => {
      const { by, truth, over, by_task, before, t } = frame;
      if (by_task !== "CBOW" || !over("step") || t > 90) return;
      const [x1, y1, x2, y2] = numbers_in(by.get("held-ink").d);
      truth.rows.forEach((row, k) => {
        if (truth.rows.filter((other) => other === row).length > 1) return;
        const from = centre(before.by.get(`out${row}`));
        const to = centre(by.get(`out${row}`));
        const dot =
          (to[0] - from[0]) * (x2 - x1) + (to[1] - from[1]) * (y2 - y1);
        assert(
          k < truth.right ? dot >= -1 : dot <= 1,
          `${row} moves by ${dot}`,
        );
      });
    },
  "each answer has a dot that moves from its score to that after the step": (
    frame,
  ) => {
    const { by, truth, spec, place, over, begun, by_task, state } = frame;
    const { answers } = kind.pull_of(state);
    const { x, names, axis } = place.scores;
    const middle = x + 14 + names + 12 + axis / 2;
    truth.rows.forEach((row, k) => {
      assert.equal(by.has(`answer${k}:`), begun("fly"));
      assert.equal(by.has(`score${k}`), begun("score"));
      assert.equal(by.has(`before${k}`), begun("step"));
      if (begun("pull"))
        assert.equal(
          by.get(`role${k}`).text,
          k < truth.right ? "pulled" : "pushed",
        );
      if (begun("score") && (over("step") || !begun("step"))) {
        const name = over("step") ? "after" : "score";
        says(answers[k][name], truth[name][k]);
        const score = value(answers[k][name]);
        const at = ((axis / 2 - 5) * score) / spec.reach[by_task];
        assert(near(by.get(`score${k}`).cx, middle + at));
      }
      if (begun("fly"))
        assert.equal(
          by.get(`answer${k}:`).text,
          spec.rows[row].name ?? spec.rows[row].label,
        );
    });
  },
  "the loss is said, and its bar shrinks or grows to that after the step": (
    frame,
  ) => {
    const { by, over, state } = frame;
    assert.equal(by.has("loss"), over("score"));
    if (!over("score")) return;
    const [before, after] = kind.pull_of(state).loss;
    const done = over("step");
    assert.equal(
      by.get("loss").text,
      done ? `loss ${before} → ${after}` : `loss ${before}`,
    );
    const share = by.get("left").width / by.get("lost").width;
    if (done) assert(Math.abs(share - value(after) / value(before)) < 0.01);
  },
};

/** The properties of pictures with a map, or of those without one. */
const where = (mapped, properties) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, holds]) => [
      name,
      (frame) => {
        if (Boolean(frame.spec.map) === mapped) holds(frame);
      },
    ]),
  );

hold(frames(), {
  ...COMMON,
  "no text lies on another or below a ring": (frame) => {
    assert_apart(standing(frame.shapes), rings_of(frame));
  },
  "nothing jumps from place to place": ({ name, place }) => {
    const { width, height, chips, tape, map, scores } = place;
    const stands = JSON.stringify([width, height, chips?.x, tape, map, scores]);
    if (!firsts.has(name)) firsts.set(name, stands);
    assert.equal(stands, firsts.get(name));
  },
  "there is a map of two columns alone": ({ by, spec }) =>
    assert.equal(by.has("map"), spec.columns.length === 2),
  ...where(false, { ...READS, ...ANSWERS }),
  ...where(true, MAP),
});

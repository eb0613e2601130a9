/**
 * What every frame of the picture of one place shows, beside what autograd says. Run by
 * test_one_place_frames.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  assert_apart,
  assert_says,
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

/** Copies of the rows read, and the chip of the step, cover what lies below. */
const standing = (shapes) =>
  shapes.filter(({ key }) => !/^(copy|chip)/.test(key));

const rings_of = ({ shapes }) =>
  shapes.filter(({ key }) => /^(heldink|written\d+touch)$/.test(key));

const firsts = new Map();

/** The part that a word of the text plays: "read", "right", or "" for none. */
function part_at({ spec, step, by_task }, at) {
  const { place, slots } = spec.steps[step];
  const row = slots[at - place + (slots.length - 1) / 2];
  if (row === undefined || row === null) return "";
  return (at === place) === (by_task === "CBOW") ? "right" : "read";
}

/** A word of the text in its box: what is hidden is a "?" until it is known. */
function assert_word(frame, key, row, part) {
  const { by, spec, begun } = frame;
  const [box, text] = [by.get(key), by.get(`${key}:`)];
  const word = spec.rows[row].name ?? spec.rows[row].label;
  assert.equal(box["data-word"], row);
  assert.equal(box.fill, `var(--${part === "read" ? "pick" : "paper"})`);
  assert.equal(box.stroke, `var(--${part ? "ink" : "line"})`);
  assert.equal(Boolean(box["stroke-dasharray"]), part === "right");
  if (part === "right" && !begun("pull")) return assert.equal(text.text, "?");
  assert(text.text === word || text.text.endsWith("…") || !text.text);
}

const TEXT = {
  "of a small vocabulary the whole text stands above": (frame) => {
    const { spec, place } = frame;
    if (!spec.clicked) return;
    const { words } = place.text;
    words.forEach(({ at, row }, k) => {
      assert_word(frame, `slot${k}`, row, part_at(frame, at));
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
    if (!spec.clicked) return;
    place.text.words.forEach(({ at }, k) => {
      const jump = by.get(`slot${k}`)["data-jump"];
      const steps = spec.steps.filter((step) => step.place === at);
      assert.equal(spec.steps[jump]?.place, steps[0]?.place);
      assert.equal(by.get(`slot${k}:`)["data-jump"], jump);
    });
  },
  "of a large one the words around the place stand side by side": (frame) => {
    const { spec, step, by } = frame;
    if (spec.clicked) return;
    const { slots, row, place } = spec.steps[step];
    const middle = (slots.length - 1) / 2;
    assert.equal(slots[middle], row);
    slots.forEach((row, k) => {
      assert.equal(by.has(`slot${k}:`), row !== null);
      if (row === null) return assert.equal(by.get(`slot${k}`).fill, "none");
      assert_word(frame, `slot${k}`, row, part_at(frame, place + k - middle));
    });
  },
};

const texts_of = (line) => line.split(" ").slice(1);

/** The numbers of a row of cells are those of a line, where they are written. */
function assert_line(frame, key, line) {
  cells(frame, key).forEach(([box, inner], j) => {
    assert(box ?? inner);
    if (frame.spec.numbers && inner.tag === "text")
      assert.equal(inner.text, texts_of(line)[j]);
  });
}

const READS = {
  "each row read stands with its numbers, after the step with what has become of them":
    (frame) => {
      const { spec, truth, over, by, state } = frame;
      const { moved } = kind.pull_of(state);
      assert.equal(keys_of(frame, /^read\d+:$/).length, truth.reads.length);
      assert.equal(Boolean(moved), spec.numbers);
      truth.reads.forEach((row, k) => {
        assert.equal(by.get(`read${k}:`)["data-table"], row);
        const line = over("step") ? moved?.[k] : undefined;
        assert_line(frame, `read${k}`, line ?? spec.table[row]);
        if (over("step") && spec.numbers)
          texts_of(moved[k]).forEach((text, j) => {
            assert_says(text, truth.moved[k][j]);
          });
      });
    },
  "a row that is moved wears the ring of what is written": (frame) => {
    const { truth, begun } = frame;
    const rings = keys_of(frame, /^written\d+touch$/).length;
    assert.equal(rings, begun("step") ? truth.reads.length : 0);
  },
  "for CBOW copies of the rows become their mean, skip-gram has one row": (
    frame,
  ) => {
    const { by, by_task, over, begun, truth, state } = frame;
    const copied = keys_of(frame, /^copy/).map((key) => key.split(",")[0]);
    const copies = new Set(copied).size;
    const falls = by_task === "CBOW" && begun("mean") && !over("mean");
    assert.equal(copies, falls ? truth.reads.length : 0);
    const has_mean = by_task === "CBOW" && over("mean");
    assert.equal(by.has("mean:"), has_mean);
    if (!has_mean) return;
    const { mean, mean_moved } = kind.pull_of(state);
    const line = (over("step") && mean_moved) || mean;
    if (!over("step") || mean_moved) assert_line(frame, "mean", line);
  },
  "what is held against the answers is ringed, and its line ends below them": (
    frame,
  ) => {
    const { by, by_task, over, begun, place } = frame;
    const held = by_task === "CBOW" ? over("mean") : !begun("step");
    assert.equal(by.has("heldpick"), held);
    const line = by.get("post");
    assert.equal(Boolean(line), by_task === "skip-gram" || over("mean"));
    if (!line) return;
    assert(near(line.y + line.height, place.ways[by_task].end));
  },
};

const x_of = (shape) => centre(shape)[0];

const LANES = {
  "right answers stand before the drawn ones, and which is which is said late":
    (frame) => {
      const { by, truth, spec, begun } = frame;
      truth.rows.forEach((row, k) => {
        const text = by.get(`token${k}:`);
        const word = spec.rows[row].name ?? spec.rows[row].label;
        assert(text.text === word || text.text.endsWith("…") || !text.text);
        assert.equal(text["data-answer"], k);
        const right = k < truth.right;
        const box = by.get(`token${k}`);
        assert.equal(
          Boolean(box["stroke-dasharray"]),
          begun("pull") && right,
          "the edge of the gap",
        );
        const role = by.get(`role${k}`);
        assert.equal(Boolean(role), begun("pull"));
        if (role) assert.equal(/hidden/.test(role.text), right);
      });
      assert(!by.has(`token${truth.rows.length}`));
    },
  "words stand at their scores, before the step and after it, on one scale": (
    frame,
  ) => {
    const { by, truth, over, begun, state, place } = frame;
    const { answers } = kind.pull_of(state);
    answers.forEach((answer, k) => {
      says(answer.score, truth.score[k]);
      says(answer.after, truth.after[k]);
      says(answer.strength, truth.strength[k]);
    });
    assert.equal(by.has("zero"), begun("score"));
    const places = answers.map((_, k) => x_of(by.get(`token${k}`)));
    if (!begun("score"))
      return assert.equal(new Set(places).size, 1, "in one column");
    const name = over("step") ? "after" : "score";
    if (over("step") || (over("score") && !begun("step"))) {
      const points = [
        [0, numbers_in(by.get("zero").d)[0]],
        ...answers.map((answer, k) => [value(answer[name]), places[k]]),
      ];
      assert_linear(points);
    }
    const { x, w } = place.axis;
    places.forEach((at) => assert(at > x && at < x + w));
  },
  "an arrow goes from the score to that after the step, dashed for a drawn word":
    (frame) => {
      const { by, truth, over, begun, state } = frame;
      const { answers } = kind.pull_of(state);
      answers.forEach(({ score, after }, k) => {
        const line = by.get(`pull${k}`);
        assert.equal(by.has(`before${k}`), begun("pull"));
        if (!begun("pull")) return assert(!line);
        if (!over("pull") || !line) return;
        const [x1, , x2] = numbers_in(line.d);
        const way = value(after) - value(score);
        assert(way * (x2 - x1) > 0);
        assert.equal(Boolean(line["stroke-dasharray"]), k >= truth.right);
        assert(Math.abs(x_of(by.get(`before${k}`)) - x1) < 0.1);
        if (over("step"))
          assert(Math.abs(x_of(by.get(`token${k}`)) - x2) < 0.1);
      });
    },
  "the loss is said, after the step beside that before it": (frame) => {
    const { by, over, state } = frame;
    const [before, after] = kind.pull_of(state).loss;
    const text = over("step") ? `loss ${before} → ${after}` : `loss ${before}`;
    assert.equal(by.get("loss")?.text, over("score") ? text : undefined);
  },
};

/** Places, [value, px], lie on one line that rises to the right. */
function assert_linear(points) {
  const sorted = [...points].sort(([a], [b]) => a - b);
  const [[low, left], [high, right]] = [sorted[0], sorted.at(-1)];
  if (low === high) return;
  assert(left < right);
  for (const [value, x] of points) {
    const there = left + ((right - left) * (value - low)) / (high - low);
    assert(Math.abs(x - there) < 0.1, `${value} at ${x}, not ${there}`);
  }
}

hold(frames(), {
  ...COMMON,
  "no text lies on another or below a ring": (frame) => {
    assert_apart(standing(frame.shapes), rings_of(frame));
  },
  "nothing jumps from place to place": ({ name, place }) => {
    const { width, height, tape, chips, ways, axis, mean } = place;
    const stands = JSON.stringify([
      width,
      height,
      tape,
      chips,
      ways,
      axis,
      mean,
    ]);
    if (!firsts.has(name)) firsts.set(name, stands);
    assert.equal(stands, firsts.get(name));
  },
  ...TEXT,
  ...READS,
  ...LANES,
});

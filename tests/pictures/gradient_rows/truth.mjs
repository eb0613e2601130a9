/** A frame of the picture of a gradient, and what NumPy says of it. */
import assert from "node:assert/strict";
import * as words from "../../../notebooks/lookup/pictures/gradient_rows/words.js";
import * as drawing from "../../../notebooks/lookup/pictures/gradient_rows/draw.js";
import * as rows from "../../../notebooks/lookup/pictures/kit/one_hot_and_table.js";
import {
  assert_says,
  box_of,
  cells,
  frame_of,
  frames_of,
  near,
  numbers_in,
} from "../../browser/frames.mjs";

export const kind = { ...rows, ...drawing, ...words };
export const { point, fade, travel, land, add } = kind.stages;
export const END = add[1];
const LATER = 3; // the step that has come out by then
export const TIMES = [
  0,
  0.45,
  point[1],
  fade[1],
  travel[0],
  1.45,
  1.69,
  travel[1],
  land[1],
  add[0],
  2.8,
  END,
  99,
];

/**
 * A frame with what NumPy says: of the rows drawn those touched by now, {row: [visits,
 * numbers]}, and what arrives.
 */
export function frame(state, t) {
  const { spec, step, kept = -1 } = state;
  const { row, first = 0 } = spec.steps[step];
  const own = step >= spec.path;
  const truth = spec.truth[step];
  const drawn = Array.from({ length: spec.drawn }, (_, i) => first + i);
  const again = !own && row in truth.before; // to be added to what is there
  const landed = own || (again ? t > add[0] : t >= travel[1]);
  const mine = landed ? truth.touched[row] : truth.before[row];
  const built = spec.truth[Math.max(step, kept)]; // all that has come out
  const touched = { ...built.touched, [row]: mine };
  const facts = {
    truth,
    row,
    own,
    drawn,
    again,
    landed,
    touched,
    untouched: built.untouched,
    line: row - first,
  };
  return { ...frame_of(kind, state, t), ...facts };
}

/** Frames of earlier steps that are shown once more, when the later ones have come out. */
export const frames_once_more = (times) =>
  frames_of(
    frame,
    ({ spec, step }) =>
      spec.whole && spec.path > LATER && step < LATER ? times : [],
    { kept: LATER },
  );

/** A row of shapes shows these numbers, and writes out those of `texts` where there is room. */
export function assert_shows(frame, key, values, texts = values) {
  cells(frame, key).forEach(([box, text], j) => {
    assert_mark(frame, `${key},${j}`, values[j], box);
    assert_text(frame, `${key},${j}`, texts?.[j] ?? 0, text);
  });
}

/**
 * The mark of a number: a dot for zero, else a square, filled for plus, hollow for minus,
 * of fitting area.
 */
function assert_mark({ spec, place: { size } }, key, v, box) {
  const most = spec.numbers ? 15 : Math.min(size.w, size.h) - 3;
  const part = Math.abs(v) / spec.reach;
  if (v === 0)
    return assert(
      box?.tag === "circle" && box.r === 1.4 && box.fill === "var(--dot)",
      `${key} is zero`,
    );
  if (typeof v === "string")
    return assert(
      spec.numbers || v !== "nan" ? !box : box.d && !box.fill,
      `${key} is ${v}`,
    );
  const [left, top, right, bottom] = box_of(box);
  const side = right - left;
  const hollow = numbers_in(box.d).length === 16;
  assert.equal(box.fill, `var(--${v > 0 ? "pos" : "neg"})`);
  assert.equal(hollow, v < 0);
  assert(near(side, bottom - top) && side >= 3 && side <= most + 0.01);
  const fits = Math.abs(side ** 2 / most ** 2 - part) < 0.03 || near(side, 3.6);
  if (part > 0.1) assert(fits, `${key}: ${side} of ${most} for ${part}`);
}

/**
 * What is written of a number: nothing of zero, all where there is room, an infinite one
 * always.
 */
function assert_text({ spec }, key, v, text) {
  const written = v !== 0 && (spec.numbers || ["inf", "-inf"].includes(v));
  assert.equal(Boolean(text), written, `${key} of ${v}`);
  if (written) assert_says(text.text, v);
}

/** The marks of a row stand in its frames, and the frames where the row should be. */
export function assert_stands(frame, key, x, y) {
  const {
    by,
    spec,
    place: { size },
  } = frame;
  const corners = numbers_in(by.get(`${key}|`).d);
  assert(
    by.get(`${key}|`).fill === "var(--paper)" &&
      corners.length === 8 * spec.columns.length,
  );
  cells(frame, key).forEach(([box, text], j) => {
    const [left, top, right, , , bottom] = corners.slice(8 * j, 8 * j + 6);
    assert(
      near(left, x + j * size.w + (spec.gap && j >= spec.gap ? 14 : 0)) &&
        near(top, y) &&
        near(right - left, size.w - 1) &&
        near(bottom - top, size.h - 1),
    );
    assert_within([left, top, right, bottom], [box, text]);
    if (box && text)
      assert(
        box_of(box)[3] <= text.y - 8,
        "a square and its number stand apart",
      );
  });
}

/** A mark and its number lie within a frame. */
export function assert_within([left, top, right, bottom], pair) {
  for (const s of pair.filter(Boolean)) {
    const [l, t, r, b] = box_of({ ...s, stroke: "" });
    const inside =
      s.tag === "text"
        ? t > top && b < bottom + 2 && near(s.x, (left + right) / 2)
        : l >= left && t >= top && r <= right && b <= bottom;
    assert(inside, `${s.key} ${s.text}`);
  }
}

/**
 * The two parts of an entry stand apart: one number above the other, squares beside one
 * another; one above the other without numbers.
 */
export function assert_side_by_side(
  { spec },
  [held, held_text],
  [came, came_text],
  j,
) {
  if (held_text && came_text)
    assert(came_text.y - held_text.y >= 11, `the numbers of column ${j}`);
  if (!held?.d || !came?.d) return;
  const [, , right, bottom] = box_of(held);
  const [left, top] = box_of(came);
  assert(
    spec.numbers ? right <= left : bottom <= top,
    `the squares of column ${j}`,
  );
}

/**
 * Without numbers paper lies over the rows of `up` that do not arrive now, and over no
 * other: at the height y the one that arrives.
 */
export function assert_veiled(frame, y) {
  const { by, spec, own, t } = frame;
  const { out, size } = frame.place;
  const veils = ["veil<", "veil>"].map((key) => by.get(key)).filter(Boolean);
  if (spec.numbers || t <= fade[0]) return assert.deepEqual(veils, []);
  if (t >= fade[1]) assert(veils.every(({ opacity }) => near(opacity, 0.62)));
  const whole = veils.reduce((sum, { height }) => sum + height, 0);
  assert(near(whole, out.high + 2 - (own ? 0 : size.h + 1)), `${whole}`);
  if (own) return;
  assert(veils.every((veil) => y < veil.y || y > veil.y + veil.height));
}

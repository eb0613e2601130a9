/** What every frame of the picture of a gradient shows: all steps of real specs, beside what NumPy says. Run by test_gradient_rows_frames.py. */
import assert from "node:assert/strict";
import {
  COMMON,
  around,
  assert_apart,
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
import { END, TIMES, fade, frame, kind, land, point, travel } from "./gradient_rows.truth.mjs";

/** A row of shapes shows these numbers: a dot for zero, else a square, filled for plus, hollow for minus, of fitting area. */
function assert_shows(frame, key, values) {
  const {
    spec,
    place: { size },
  } = frame;
  const most = spec.numbers ? 15 : Math.min(size.w, size.h) - 3;
  cells(frame, key).forEach(([box, text], j) => {
    const v = values[j];
    const part = Math.abs(v) / spec.reach;
    if (v === 0)
      return assert(
        box?.tag === "circle" && box.r === 1.4 && box.fill === "var(--dot)" && !text,
        `${key},${j}`,
      );
    if (spec.numbers) assert_says(text.text, v);
    if (typeof v === "string")
      return assert(
        spec.numbers || v !== "nan" ? !box && text.text : box.d && !box.fill,
        `${key},${j} is ${v}`,
      );
    const [left, top, right, bottom] = box_of(box);
    const side = right - left;
    const hollow = numbers_in(box.d).length === 16;
    assert.equal(box.fill, `var(--${v > 0 ? "pos" : "neg"})`);
    assert.equal(hollow, v < 0);
    assert(near(side, bottom - top) && side >= 3 && side <= most + 0.01);
    if (part > 0.1)
      assert(
        Math.abs(side ** 2 / most ** 2 - part) < 0.03 || near(side, 3.6),
        `${key},${j}: ${side} of ${most} for ${part}`,
      );
  });
}

/** The marks of a row stand in its frames, and the frames where the row should be. */
function assert_stands(frame, key, x, y) {
  const {
    by,
    spec,
    place: { size },
  } = frame;
  const corners = numbers_in(by.get(`${key}|`).d);
  assert(by.get(`${key}|`).fill === "var(--paper)" && corners.length === 8 * spec.columns.length);
  cells(frame, key).forEach(([box, text], j) => {
    const [left, top, right, , , bottom] = corners.slice(8 * j, 8 * j + 6);
    assert(
      near(left, x + j * size.w + (spec.gap && j >= spec.gap ? 14 : 0)) &&
        near(top, y) &&
        near(right - left, size.w - 1) &&
        near(bottom - top, size.h - 1),
    );
    for (const s of [box, text].filter(Boolean)) {
      const [l, t, r, b] = box_of({ ...s, stroke: "" });
      assert(
        s.tag === "text"
          ? t > top && b < bottom + 2 && near(s.x, (left + right) / 2)
          : l >= left && t >= top && r <= right && b <= bottom,
        `${s.key} ${s.text}`,
      );
    }
    if (box && text) assert(box_of(box)[3] <= text.y - 8, "a square and its number stand apart");
  });
}

const rings = ({ shapes }, role) =>
  shapes.filter((s) => s.tag === "rect" && s.fill === "none" && s.stroke === `var(--${role})`);
const first_of = ({ spec, step, place }) => Math.max(0, Math.min(step - 3, spec.path - place.out.rows));
const slots = (frame) => Array.from({ length: frame.place.out.rows }, (_, k) => [k, first_of(frame) + k]);

const firsts = new Map(); // where things stand in the first frame of a spec
const PROPERTIES = {
  ...COMMON,
  "the layout does not change with the step": ({ name, shapes, place }) => {
    const places = firsts.get(name) ?? new Map([["", place]]);
    firsts.set(name, places);
    assert.deepEqual(place, places.get(""));
    for (const s of shapes.filter((s) =>
      /^(one-hot|table|out|ids|strip|ticks|hot\d+|(w|in)\d+\|)$/.test(s.key),
    )) {
      const here = box_of({ ...s, stroke: "", text: "" }).slice(0, 2);
      assert.deepEqual(here, places.get(s.key) ?? here, s.key);
      places.set(s.key, here);
    }
  },
  "W.grad holds the sums of what has landed, dots elsewhere": (frame) => {
    const zeros = frame.spec.columns.map(() => 0);
    const { table, size } = frame.place;
    frame.drawn.forEach((r, i) => {
      assert_shows(frame, `w${i}`, frame.touched[r]?.[1] ?? zeros);
      assert_stands(frame, `w${i}`, table.x, table.y + i * size.h);
      cells(frame, `w${i}`).forEach((pair) =>
        pair.filter(Boolean).forEach((s) => assert(s["data-row"] === r && s.opacity === 1)),
      );
    });
    assert(!frame.by.has(`w${frame.drawn.length}|`));
  },
  "the one-hot has its 1 at the row of the step; beside the path stands how often each row is named": (
    frame,
  ) => {
    const {
      by,
      spec,
      own,
      drawn,
      row,
      touched,
      place: { size },
    } = frame;
    drawn.forEach((r, i) => {
      const count = own ? Number(touched[r]?.[0] ?? 0) : Number(r === row);
      const box = by.get(`hot${i}`);
      const text = by.get(`hot${i}#`);
      assert(near(centre(box ?? text)[1], frame.place.table.y + i * size.h + (size.h - 1) / 2));
      if (!count) return assert.equal(text.tag, "circle");
      assert(box.fill.includes("--pos"));
      if (size.h >= 16 && count < 100) assert.equal(text.text, `${count}`);
    });
    const at = kind.place_of(spec.steps[frame.step]);
    const [start, end, beside] = spec.hot;
    assert.equal(by.get("one-hot").text, own ? beside : `${start}${at}${end}`);
  },
  "a plum bar and a plum number stand beside each touched row, and beside no other": (frame) => {
    const {
      by,
      drawn,
      touched,
      place: { table, size },
    } = frame;
    drawn.forEach((r, i) => {
      const bar = by.get(`bar${i}`);
      const index = by.get(`index${i}`);
      const is = Boolean(touched[r]);
      assert.equal(Boolean(bar), is, `row ${r}`);
      if (bar)
        assert(
          bar.fill === "var(--touch)" &&
            bar.x > table.x + table.w &&
            near(centre(bar)[1], table.y + i * size.h + (size.h - 1) / 2),
        );
      if (bar && (r !== frame.row || frame.t >= END)) assert.equal(bar.opacity, 1);
      if (index) assert.equal(index.fill, is ? "var(--touch)" : "var(--quiet)");
    });
  },
  "a plum ring stands only around the row of the step, once it is touched": (frame) => {
    const {
      own,
      landed,
      truth,
      row,
      line,
      place: { table, size },
    } = frame;
    const is = Boolean(truth.touched[row]);
    const all = ["touch", "ink"].flatMap((role) => rings(frame, role)).filter((s) => s.key.startsWith("row"));
    const due = own ? frame.t > 0 : landed;
    assert.equal(all.length, due ? 1 : 0);
    if (!due) return;
    assert.equal(all[0].stroke, is ? "var(--touch)" : "var(--ink)");
    const { y, height, opacity } = all[0];
    const top = table.y + line * size.h;
    assert(
      y < top &&
        y > top - 3 &&
        y + height > top + size.h - 1 &&
        y + height < top + size.h + 2 &&
        (opacity === 1 || (own && frame.t < point[1])),
    );
    frame.drawn.forEach((r, i) =>
      cells(frame, `w${i}`).forEach(([box, text]) =>
        assert.equal(around(all[0], centre(box ?? text)), r === row),
      ),
    );
  },
  "nothing here is amber, the mark of reading": ({ shapes }) => {
    for (const s of shapes) assert(![s.fill, s.stroke].includes("var(--pick)"), s.key);
  },
  "visits are counted beside the rows": (frame) => {
    const { by, spec, step, own, drawn, row, landed, touched, place } = frame;
    drawn.forEach((r, i) => {
      const count = touched[r]?.[0] ?? "0";
      const said = `${count} ${count === "1" ? "visit" : "visits"}`;
      const label = by.get(`visits${i}`)?.text;
      const never = count === "0";
      if (r === row && !landed) return assert.equal(label, never ? undefined : said);
      if (r === row && !own) return assert.equal(label, `${spec.steps[step].nth} visit`);
      if (r === row) return assert.equal(label, never ? "no visit" : said);
      assert.equal(label, Number(count.replace(",", "")) > 1 && place.size.h >= 16 ? said : undefined);
    });
    if (!own && landed) assert.equal(String(spec.steps[step].visit), touched[row][0]);
  },
  "what arrives stands whole at the right, each row with its id": (frame) => {
    const {
      by,
      spec,
      own,
      step,
      t,
      place: { out, size },
    } = frame;
    if (!own) assert(slots(frame).some(([, s]) => s === step));
    for (const [k, s] of slots(frame)) {
      const here = s === step;
      const id = spec.rows[spec.steps[s].row].label;
      assert_stands(frame, `in${k}`, out.x, out.y + k * out.pitch);
      if (here || t <= fade[0]) assert_shows(frame, `in${k}`, spec.truth[s].arrives);
      for (const text of here && t > 0 ? ["id#"] : [`id${k}`]) assert.equal(by.get(text).text, id);
      const [box, text] = cells(frame, `in${k}`)[0];
      const mark = spec.steps[s].in[0];
      if (t >= fade[1] && !here)
        assert(near((box ?? text).opacity, 0.38) && (!box || !text || text.opacity === 0), mark);
      if (here || t <= fade[0])
        assert(cells(frame, `in${k}`).every((pair) => pair.filter(Boolean).every((s) => s.opacity === 1)));
      assert.equal(by.get(`slot${k}`).text, spec.steps[s].slot);
      assert(size.h <= out.pitch);
    }
    const count = (key) =>
      Number(
        by
          .get(key)
          ?.text.match(/[\d,]+/)[0]
          .replace(",", "") ?? 0,
      );
    assert.equal(count("earlier") + out.rows + count("later"), spec.ids);
    assert.equal(count("earlier"), first_of(frame));
  },
  "nothing travels before the pointing and the fading are done, nor after the landing": ({ by, t, own }) => {
    assert(point[1] <= fade[0] && fade[1] <= travel[0] && travel[1] <= land[0]);
    assert.equal(by.has("copy|"), !own && t > travel[0] && t < travel[1]);
    assert.equal(by.has("copytouch"), by.has("copy|"));
    assert.equal(by.has("way"), !own && t > travel[0]);
  },
  "the row that travels is the row that arrived, drawn over all that stays": (frame) => {
    const {
      by,
      shapes,
      spec,
      truth,
      step,
      line,
      place: { table, out, size },
    } = frame;
    const moving = by.get("copy|");
    if (!moving) return;
    const k = step - first_of(frame);
    const [x, y] = numbers_in(moving.d);
    const ends = [table.y + line * size.h, out.y + k * out.pitch];
    assert.deepEqual(cells(frame, "copy").map(look), cells(frame, `in${k}`).map(look));
    assert_shows(frame, "copy", truth.arrives);
    assert_stands(frame, "copy", x, y);
    assert(
      table.x - 0.01 <= x && x <= out.x && Math.min(...ends) - 0.01 <= y && y <= Math.max(...ends) + 0.01,
    );
    const below = by.get("copy");
    const over = shapes.indexOf(below);
    const own = (s) => s.key.startsWith("copy");
    assert(shapes.slice(over).every(own) && shapes.filter(own).length === shapes.length - over, spec.title);
    assert(
      below.fill === "var(--paper)" &&
        near(below.x, x) &&
        near(below.y, y) &&
        near(below.width, table.w - 1) &&
        near(below.height, size.h - 1),
    );
    for (const [box, text] of cells(frame, "copy")) assert(around(by.get("copytouch"), centre(box ?? text)));
  },
  "a tag says the row on both sides": ({ by, t, spec, row, own, truth, line, place: { table, size } }) => {
    assert.equal(by.has("tag"), t > 0);
    assert.equal(by.has("id"), t > 0 && !own);
    if (t === 0) return;
    assert.equal(by.get("tag#").text, spec.rows[row].label);
    assert.equal(by.get("tag").fill, truth.touched[row] ? "var(--touch)" : "var(--ink)");
    assert(near(centre(by.get("tag"))[1], table.y + (line + 0.5) * size.h));
    assert.equal(by.get(`index${line}`).opacity, 0);
  },
  "the strip ticks every row that the batch touches, and what lies outside the lens is counted": ({
    by,
    spec,
    drawn,
  }) => {
    if (spec.whole) return assert(!by.has("strip") && !by.has("ticks"));
    const strip = by.get("strip");
    const ys = numbers_in(by.get("ticks").d).filter((_, i) => i % 4 === 1);
    const all = spec.batch;
    const at = (r) => strip.y + ((strip.height - 3) * r) / (spec.V - 1) + 1;
    for (const r of all)
      assert(
        ys.some((y) => Math.abs(y - at(r)) < 2),
        `row ${r}`,
      );
    for (const y of ys) assert(all.some((r) => near(y, at(r))));
    assert(ys.length <= all.length && ys.length <= 220);
    const count = (key) =>
      Number(
        by
          .get(key)
          .text.match(/[\d,]+/)[0]
          .replaceAll(",", ""),
      );
    assert.deepEqual([count("above"), count("below")], [drawn[0], spec.V - 1 - drawn.at(-1)]);
  },
  "nothing that stands still covers a text": (frame) => {
    if (frame.t >= END) assert_apart(frame.shapes, rings(frame, "touch"));
  },
};
hold(
  frames_of(frame, () => TIMES),
  PROPERTIES,
);

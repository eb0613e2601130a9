/**
 * What every frame of the picture of a gradient shows: all steps of real specs, beside
 * what NumPy says. Run by test_gradient_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import {
  COMMON,
  around,
  assert_apart,
  assert_flies_longest,
  box_of,
  cells,
  centre,
  frames_of,
  frozen,
  hold,
  look,
  near,
  numbers_in,
  specs,
} from "../../browser/frames.mjs";
import {
  TIMES,
  add,
  assert_shows,
  assert_side_by_side,
  assert_stands,
  assert_veiled,
  assert_within,
  fade,
  frame,
  frames_once_more,
  kind,
  land,
  point,
  travel,
} from "./truth.mjs";

const rings = ({ shapes }, role) =>
  shapes.filter(
    (s) =>
      s.tag === "rect" &&
      s.fill === "none" &&
      s.stroke === `var(--${role})` &&
      ["row", "copy"].includes(s.key.replace(role, "")),
  );
const first_of = ({ spec, step, place }) =>
  Math.max(0, Math.min(step - 3, spec.path - place.out.rows));
const slots = (frame) =>
  Array.from({ length: frame.place.out.rows }, (_, k) => [
    k,
    first_of(frame) + k,
  ]);

/** Whether the row of the step stands open, as two are being added in it. */
const is_open = ({ again, t }) => again && t > travel[0] && t < add[1];

/** Where row s of `up` is: rows of one block lie close, blocks apart. */
function y_in_up(frame, s) {
  const {
    spec: {
      chips: { block },
    },
    place: { out },
  } = frame;
  const first = first_of(frame);
  const apart = block ? Math.floor(s / block) - Math.floor(first / block) : 0;
  return out.y + (s - first) * out.pitch + 10 * apart;
}

const firsts = new Map(); // where things stand in the first frame of a spec
const PROPERTIES = {
  ...COMMON,
  "the layout does not change with the step": ({ name, shapes, place }) => {
    const places = firsts.get(name) ?? new Map([["", place]]);
    firsts.set(name, places);
    assert.deepEqual(place, places.get(""));
    for (const s of shapes.filter((s) =>
      /^(one-hot|table|out|ids|strip|ticks|hot\d+)$/.test(s.key),
    )) {
      const here = box_of({ ...s, stroke: "", text: "" }).slice(0, 2);
      assert.deepEqual(here, places.get(s.key) ?? here, s.key);
      places.set(s.key, here);
    }
  },
  "the chips are the track: each id in its share of it": ({
    by,
    spec,
    step,
    place: { track, chips },
  }) => {
    assert.equal(track, chips);
    for (let s = 0; s < spec.path; s++) {
      const [x] = centre(by.get(`chip${s}`));
      const share = track.w / spec.path;
      const inside =
        s === step ||
        (x > track.x + s * share && x < track.x + (s + 1) * share);
      assert(inside, `chip ${s}`);
      assert.equal(by.has(`hatch${s}`), Boolean(spec.steps[s].unknown));
    }
  },
  "W.grad holds the sums of what has landed, dots elsewhere": (frame) => {
    const zeros = frame.spec.columns.map(() => 0);
    const { table, size } = frame.place;
    frame.drawn.forEach((r, i) => {
      if (r === frame.row && is_open(frame)) return;
      assert_shows(frame, `w${i}`, frame.touched[r]?.[1] ?? zeros);
      assert_stands(frame, `w${i}`, table.x, table.y + i * size.h);
      cells(frame, `w${i}`).forEach((pair) =>
        pair
          .filter(Boolean)
          .forEach((s) =>
            assert(s["data-row"] === r && (s.opacity ?? 1) === 1),
          ),
      );
    });
    assert(!frame.by.has(`w${frame.drawn.length}|`));
  },
  "a sum stands as its two parts first, which then become one": (frame) => {
    if (!is_open(frame)) return assert(!frame.by.has("sum"));
    const { by, spec, truth, row, line, t, place } = frame;
    const [, held] = truth.before[row];
    const [, sum] = truth.touched[row];
    const standing = t <= add[0];
    const both = t >= travel[1];
    const merged = spec.numbers ? sum : null;
    assert_shows(frame, `w${line}`, held, standing ? held : merged);
    if (both)
      assert_shows(
        frame,
        "copy",
        truth.arrives,
        standing ? truth.arrives : null,
      );
    const corners = numbers_in(by.get(`w${line}|`).d);
    const middle = place.table.y + line * place.size.h + (place.size.h - 1) / 2;
    assert(
      corners[1] < middle &&
        corners[5] > middle &&
        corners[1] >= place.table.y + -6.01,
    );
    if (!both || !standing) return;
    spec.columns.forEach((_, j) => {
      const [left, top, right, , , bottom] = corners.slice(8 * j, 8 * j + 6);
      const [one, other] = [`w${line}`, "copy"].map(
        (key) => cells(frame, key)[j],
      );
      assert_within([left, top, right, bottom], [...one, ...other]);
      assert_side_by_side(frame, one, other, j);
    });
  },
  "the one-hot has its 1 at the row of the step once its id is there; beside the path stands how often each row is named":
    (frame) => {
      const {
        by,
        spec,
        own,
        drawn,
        row,
        t,
        touched,
        place: { size, table, hot },
      } = frame;
      drawn.forEach((r, i) => {
        const count = own
          ? Number(touched[r]?.[0] ?? 0)
          : Number(r === row && t >= point[1]);
        const box = by.get(`hot${i}`);
        const text = by.get(`hot${i}#`);
        assert(
          near(centre(box ?? text)[1], table.y + i * size.h + (size.h - 1) / 2),
        );
        if (count) assert(box.fill.includes("--pos"));
        else assert(!box || box.fill === "var(--paper)");
        const written = size.h >= 16 && (count ? count < 100 : hot.w > 24);
        if (written) assert.equal(text.text, `${count}`);
        else if (!count) assert.equal(text.tag, "circle");
      });
      const shape = `(${spec.V},)`;
      assert.equal(
        by.get("one-hot").text,
        own ? `counts ${shape}` : `one-hot ${shape}`,
      );
    },
  "a plum bar and a plum number stand beside each touched row, and beside no other":
    (frame) => {
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
        if (bar && (r !== frame.row || frame.again || frame.t >= land[1]))
          assert.equal(bar.opacity, 1);
        if (index)
          assert.equal(index.fill, is ? "var(--touch)" : "var(--quiet)");
      });
    },
  "a plum ring stands only around the row of the step, once it is touched, and at most two on a state":
    (frame) => {
      const {
        own,
        t,
        truth,
        row,
        line,
        place: { table, size },
      } = frame;
      const is = Boolean(truth.touched[row]);
      const all = ["touch", "ink"].flatMap((role) => rings(frame, role));
      const here = all.filter((s) => s.key.startsWith("row"));
      const due = own ? t > 0 : t >= travel[1];
      assert(all.length <= 2);
      assert.equal(here.length, due ? 1 : 0);
      if (!due) return;
      assert.equal(here[0].stroke, is ? "var(--touch)" : "var(--ink)");
      const { y, height, opacity } = here[0];
      const top = table.y + line * size.h;
      const more = is_open(frame) ? size.h / 2 : 0;
      assert(
        y < top &&
          y > top - 3 - more &&
          y + height > top + size.h - 1 &&
          y + height < top + size.h + 2 + 2 * more &&
          (opacity === 1 || (own && t < point[1])),
      );
      if (more) return;
      frame.drawn.forEach((r, i) =>
        cells(frame, `w${i}`).forEach(([box, text]) =>
          assert.equal(around(here[0], centre(box ?? text)), r === row),
        ),
      );
    },
  "nothing here is amber, the mark of reading, but the chip of the step": ({
    shapes,
    step,
  }) => {
    for (const s of shapes)
      if (s.key !== `chip${step}` && s.key !== `chip${step}:`)
        assert(![s.fill, s.stroke].includes("var(--pick)"), s.key);
  },
  "visits are counted beside the rows": (frame) => {
    const { by, spec, step, own, drawn, row, landed, touched, place } = frame;
    drawn.forEach((r, i) => {
      const count = touched[r]?.[0] ?? "0";
      const said = `${count} ${count === "1" ? "visit" : "visits"}`;
      const label = by.get(`visits${i}`)?.text;
      const never = count === "0";
      if (r === row && !landed)
        return assert.equal(label, never ? undefined : said);
      if (r === row && !own)
        return assert.equal(label, `${spec.steps[step].nth} visit`);
      if (r === row) return assert.equal(label, never ? "no visit" : said);
      assert.equal(
        label,
        Number(count.replace(",", "")) > 1 && place.size.h >= 16
          ? said
          : undefined,
      );
    });
    if (!own && landed)
      assert.equal(String(spec.steps[step].visit), touched[row][0]);
  },
  "what arrives stands whole, and where it takes no part its squares fade": (
    frame,
  ) => {
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
      assert_stands(frame, `in${k}`, out.x, y_in_up(frame, s));
      assert_shows(frame, `in${k}`, spec.truth[s].arrives);
      for (const [box, text] of cells(frame, `in${k}`)) {
        const veiled = !spec.numbers; // paper over the whole row lets it step back
        if (box && (here || veiled || t <= fade[0]))
          assert.equal(box.opacity, 1);
        else if (box && t >= fade[1]) assert(near(box.opacity, 0.38));
        if (text && !veiled)
          assert.equal(
            text.fill,
            here || t <= fade[0] ? "var(--ink)" : "var(--quiet)",
          );
      }
      assert.equal(by.get(`slot${k}`).text, spec.steps[s].slot);
      assert(size.h <= out.pitch);
    }
    assert_veiled(frame, own ? 0 : y_in_up(frame, step) + size.h / 2);
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
  "nothing travels before the pointing and the fading are done, nor after the landing":
    (frame) => {
      const { by, t, own, state, again } = frame;
      assert(
        point[1] <= fade[0] &&
          fade[1] <= travel[0] &&
          travel[1] <= land[0] &&
          travel[1] < add[0],
      );
      assert.equal(by.has("copy|"), !own && t > travel[0] && t < travel[1]);
      assert.equal(by.has("copytouch"), by.has("copy|"));
      assert.equal(by.has("way"), !own && t > travel[0] && !state.narrow);
      const key = ["copy,0", "copy,0#"].find((key) => by.has(key));
      assert.equal(
        Boolean(key),
        !own &&
          t > travel[0] &&
          t < (again ? add[1] : travel[1]) &&
          key !== undefined,
      );
      assert.equal(kind.lasts(state), (again ? add : land)[1]);
    },
  "the row that travels is the row that arrived, drawn over all that stays": (
    frame,
  ) => {
    const {
      by,
      shapes,
      spec,
      truth,
      step,
      line,
      again,
      place: { table, out, size },
    } = frame;
    if (!by.has("copy|")) return;
    const k = step - first_of(frame);
    const below = by.get("copy");
    const [x, y] = numbers_in(by.get("copy|").d);
    const ends = [table.y + line * size.h, y_in_up(frame, step)];
    assert_shows(frame, "copy", truth.arrives);
    if (!again) {
      assert.deepEqual(
        cells(frame, "copy").map(look),
        cells(frame, `in${k}`).map(look),
      );
      assert_stands(frame, "copy", x, y);
    }
    const most = again ? size.h / 2 : 0.01;
    assert(
      Math.min(table.x, out.x) - 0.01 <= x && x <= Math.max(table.x, out.x),
    );
    assert(Math.min(...ends) - most <= y && y <= Math.max(...ends) + most);
    const over = shapes.indexOf(below);
    const own = (s) => s.key.startsWith("copy");
    assert(
      shapes.slice(over).every(own) &&
        shapes.filter(own).length === shapes.length - over,
      spec.title,
    );
    assert(
      below.fill === "var(--paper)" &&
        near(below.x, x) &&
        near(below.y, y) &&
        near(below.width, table.w - 1) &&
        (again || near(below.height, size.h - 1)),
    );
    for (const [box, text] of cells(frame, "copy"))
      assert(around(by.get("copytouch"), centre(box ?? text)));
  },
  "the id goes from its chip to its row": ({
    by,
    t,
    spec,
    step,
    row,
    own,
    truth,
    line,
    place,
  }) => {
    const { table, size, index, track } = place;
    assert.equal(by.has("tag"), t > 0);
    if (t === 0) return;
    assert.equal(by.get("tag#").text, spec.rows[row].label);
    assert.equal(
      by.get("tag").fill,
      truth.touched[row] ? "var(--touch)" : "var(--ink)",
    );
    if (t >= point[1]) assert(!by.has(`index${line}`));
    const [x, y] = centre(by.get("tag"));
    const [from_x] = own ? [index] : centre(by.get(`chip${step}`));
    if (t >= point[1] || own)
      assert(near(x, index) && near(y, table.y + (line + 0.5) * size.h));
    else
      assert(
        y > track.y &&
          y < table.y + (line + 0.5) * size.h &&
          (x - index) * (x - from_x) <= 150,
      );
  },
  "the strip ticks every row that the batch touches, and what lies outside the lens is counted":
    ({ by, spec, drawn }) => {
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
          (by.get(key)?.text ?? "0").match(/[\d,]+/)[0].replaceAll(",", ""),
        );
      assert.deepEqual(
        [count("above"), count("below")],
        [drawn[0], spec.V - 1 - drawn.at(-1)],
      );
    },
  "nothing that stands still covers a text": (frame) => {
    // the chip of the step covers others
    const others = frame.shapes.filter((s) => !s.key.startsWith("chip"));
    if (frame.t >= kind.lasts(frame.state))
      assert_apart(others, rings(frame, "touch"));
  },
};

const SOME = [0, 0.45, 1.45, travel[1], 2.8, add[1]];

/** All frames of a wide page, and some of a narrow one. */
function* frames() {
  yield* frames_of(frame, () => TIMES);
  const times = ({ spec, step }) => (step < 3 || step >= spec.path ? SOME : []);
  for (const seen of frames_of(frame, times, { narrow: true }))
    yield { ...seen, name: `${seen.name}, narrow` };
  for (const seen of frames_once_more(SOME))
    yield { ...seen, name: `${seen.name}, once more` };
}

hold(frames(), PROPERTIES);

test("in every step the id's flight to its row is the longest motion", () => {
  for (const spec of Object.values(specs))
    for (const step of [0, 1, spec.path - 1])
      if (step < spec.path) assert_flies_longest(kind, frozen({ spec, step }));
});

/**
 * What every frame of the rows on the move shows: all moments of real specs, with and
 * without a row picked, wide and narrow. Run by test_moving_rows.py.
 */
import assert from "node:assert/strict";
import {
  COMMON,
  box_of,
  hold,
  near,
  numbers_in,
} from "../../browser/frames.mjs";
import { END, frames, glide, kind, mark } from "./truth.mjs";

const dot_of = ({ by }, i) => by.get(`dot${i}`);
const place_of = (frame, i) => middle_of(dot_of(frame, i));
function middle_of({ tag, cx, cy, d }) {
  if (tag === "circle") return [cx, cy];
  const places = numbers_in(d);
  return [0, 1].map((axis) => mean(places.filter((_, k) => k % 2 === axis)));
}
/**
 * How much of a mark is left: fills and strokes fade on their own, which costs a browser
 * less than to fade a shape.
 */
const opacity_of = (shape) => shape["fill-opacity"] ?? shape["stroke-opacity"];
const mean = (list) => list.reduce((sum, v) => sum + v) / list.length;
const stands_at = ({ place: { box }, scale }, { x, y }, i) => [
  box.x + 16 + scale * x[i],
  box.y + box.h - 16 - scale * y[i],
];
const words_of = ({ shapes }) => shapes.filter((s) => /^word/.test(s.key));
const cosines_of = ({ shapes }) => shapes.filter((s) => /^cosine/.test(s.key));
const same_places = (a, b) => a.every((v, k) => near(v, b[k]));
const rows_of = ({ spec }) => spec.rows.map((_, i) => i);
const between = (a, b, gone) => a + (b - a) * gone;

const ways = new Map(); // how far a moment has gone
const homes = new Map(); // where rows stood at the first one
const PROPERTIES = {
  ...COMMON,
  "no frame has more than 300 shapes": ({ shapes }) =>
    assert(shapes.length <= 300, `${shapes.length}`),
  "a moment begins as the one before it ended": ({
    t,
    step,
    state,
    shapes,
  }) => {
    // whose numbers are reckoned otherwise
    const but = (list) => list.filter((s) => !/^(now|past|ahead)$/.test(s.key));
    if (t === 0 && step)
      assert.deepEqual(
        but(shapes),
        but(kind.picture({ ...state, step: step - 1 }, END)),
      );
  },
  "each row stands where Python put it, and on its way straight between": (
    frame,
  ) => {
    const [from, to] = [frame.last, frame.truth].map((truth) =>
      rows_of(frame).map((i) => stands_at(frame, truth, i)),
    );
    const far = rows_of(frame).reduce(
      (best, i) =>
        Math.hypot(...to[i].map((v, k) => v - from[i][k])) >
        Math.hypot(...to[best].map((v, k) => v - from[best][k]))
          ? i
          : best,
      0,
    );
    const axis =
      Math.abs(to[far][0] - from[far][0]) > Math.abs(to[far][1] - from[far][1])
        ? 0
        : 1;
    const way = to[far][axis] - from[far][axis];
    const gone =
      frame.t >= END || way === 0
        ? 1
        : (place_of(frame, far)[axis] - from[far][axis]) / way;
    rows_of(frame).forEach((i) =>
      place_of(frame, i).forEach((v, k) =>
        assert(near(v, between(from[i][k], to[i][k], gone)), `row ${i}`),
      ),
    );
    if (frame.t <= glide[0] && way) assert(near(gone, 0));
    const had = ways.get(`${frame.name},${frame.step}`) ?? { t: -1, gone: 0 };
    if (way)
      assert(
        frame.t > had.t && gone > had.gone - 1e-9 && gone < 1 + 1e-9,
        "it only goes on",
      );
    ways.set(`${frame.name},${frame.step}`, {
      t: frame.t,
      gone: way ? gone : 0,
    });
  },
  "a row never seen stands where it stood, hollow": (frame) => {
    for (const i of rows_of(frame)) {
      const key = `${frame.name},${i}`;
      const home = homes.get(key) ?? place_of(frame, i);
      homes.set(key, home);
      const hollow = dot_of(frame, i).fill === "var(--paper)";
      assert.equal(frame.by.has(`dot${i}#`), hollow);
      if (frame.settled) assert.equal(hollow, frame.now.never.includes(i));
      if (frame.now.never.includes(i) && frame.spec.still)
        place_of(frame, i).forEach((v, k) =>
          assert(near(v, home[k]), `row ${i} moved`),
        );
    }
  },
  "a ring is around the rows written where they are few, else around those not written":
    (frame) => {
      if (!frame.settled) return;
      const { written, never } = frame.now;
      const many = 2 * written.length > frame.spec.rows.length;
      const missed = rows_of(frame).filter(
        (i) => !written.includes(i) && !never.includes(i),
      );
      const rings = {
        touch: many ? [] : written,
        missed: many && frame.spec.marked ? missed : [],
      };
      for (const [name, ringed] of Object.entries(rings)) {
        for (const i of rows_of(frame)) {
          const ring = frame.by.get(`dot${i}${name}`);
          assert.equal(Boolean(ring), ringed.includes(i), `${name} ${i}`);
          if (!ring) continue;
          assert.deepEqual(
            ring.stroke,
            name === "touch" ? "var(--touch)" : "var(--ink)",
          );
          assert(same_places([ring.cx, ring.cy], place_of(frame, i)));
          assert.equal(opacity_of(ring), frame.active.includes(i) ? 1 : 0.38);
        }
      }
      const said = frame.by.get("keyring:")?.text ?? "";
      const words = rings.touch.length ? "in a batch" : "in no batch";
      assert.equal(Boolean(said), rings.touch.length + rings.missed.length > 0);
      assert(!said || said.startsWith(words), said);
      assert.equal(
        frame.by.has("keynever"),
        frame.spec.marked && never.length > 0,
      );
    },
  "a mark comes and goes by and by": (frame) => {
    if (frame.settled || frame.step === 0) return;
    const { written, never } = frame.last;
    const gone = written.filter(
      (i) =>
        !frame.truth.written.includes(i) && frame.before.by.has(`dot${i}touch`),
    );
    for (const i of gone) {
      const opacity = opacity_of(frame.by.get(`dot${i}touch`));
      assert(
        opacity > 0 && opacity < opacity_of(dot_of(frame, i)),
        `${opacity}`,
      );
    }
    const seen = never.filter(
      (i) => !frame.truth.never.includes(i) && frame.by.get(`dot${i}#`).r,
    );
    for (const i of seen) assert(frame.by.get(`dot${i}#`).r < 4.5);
  },
  "a picked row is ringed, the others fade but for its nearest": (frame) => {
    const rings = ["ink", "pick"].map((role) => frame.by.get(`ring${role}`));
    assert.equal(rings.filter(Boolean).length, frame.pick < 0 ? 0 : 2);
    if (frame.pick >= 0)
      for (const { cx, cy } of rings)
        assert(same_places([cx, cy], place_of(frame, frame.pick)));
    for (const i of rows_of(frame)) {
      const here = frame.active.includes(i);
      if (frame.settled)
        assert.equal(opacity_of(dot_of(frame, i)), here ? 1 : 0.38);
      const word = frame.by.get(`word${i}`);
      if (word) assert.equal(word.fill, here ? "var(--ink)" : "var(--quiet)");
    }
  },
  "lines lead from the picked row to its nearest, also far away": (frame) => {
    const lines = frame.shapes.filter((s) => /^near/.test(s.key));
    if (!frame.settled || frame.pick < 0)
      return assert(frame.pick >= 0 || lines.length === 0);
    const there = lines
      .filter((line) => opacity_of(line) === 1)
      .map(({ key }) => Number(key.slice(4)));
    assert.deepEqual(new Set(there), new Set(frame.now.near[frame.pick]));
    assert.equal(lines.length, there.length);
    for (const [k, { d }] of lines.entries())
      assert(
        same_places(numbers_in(d), [
          ...place_of(frame, frame.pick),
          ...place_of(frame, there[k]),
        ]),
      );
  },
  "a cosine is written beside the middle of its line or beside the word there, at rest":
    (frame) => {
      const all = cosines_of(frame);
      if (frame.flies || frame.pick < 0) return assert.equal(all.length, 0);
      const { near: found, cosines } = frame.now;
      for (const { key, text, x, y } of all) {
        const at = Number(key.slice(6));
        assert.equal(text, cosines[frame.pick][found[frame.pick].indexOf(at)]);
        const [from, to] = [frame.pick, at].map((i) => place_of(frame, i));
        const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
        const off = Math.hypot(
          x - (from[0] + to[0]) / 2,
          y - 4 - (from[1] + to[1]) / 2,
        );
        const word = frame.by.get(`word${at}`); // beside which it stands where its line has no room
        const beside = word && word.y === y && Math.abs(word.x - x) < 240;
        assert(off <= 24 + 0.27 * long || beside, `${text} is ${off} away`);
      }
      if (frame.spec.roomy && !frame.state.narrow) assert.equal(all.length, 3);
    },
  "pale rings show where the picked row and its nearest started": (frame) => {
    const ghosts = frame.shapes.filter((s) => /^ghost/.test(s.key));
    const moved = frame.pick >= 0 && frame.step > (frame.t > 0 ? 0 : 1);
    if (!frame.settled || !moved) return assert(moved || ghosts.length === 0);
    assert.deepEqual(
      new Set(ghosts.map(({ key }) => Number(key.slice(5)))),
      new Set(frame.active),
    );
    for (const { key, cx, cy, fill } of ghosts) {
      assert.equal(fill, "none");
      assert(
        same_places(
          [cx, cy],
          stands_at(frame, frame.spec.truth[0], Number(key.slice(5))),
        ),
      );
    }
  },
  "the trail leads through every moment so far to where the picked row is": (
    frame,
  ) => {
    const lines = ["ink", "pick"].map((role) => frame.by.get(`trail${role}`));
    assert.equal(lines.filter(Boolean).length, frame.pick < 0 ? 0 : 2);
    if (frame.pick < 0) return;
    const past = frame.spec.truth.slice(
      0,
      frame.t > 0 ? frame.step : Math.max(0, frame.step - 1),
    );
    const stops = past.flatMap((truth) => stands_at(frame, truth, frame.pick));
    const way = [...stops, ...place_of(frame, frame.pick)];
    for (const { d } of lines) {
      const places = numbers_in(d);
      assert(places.length === way.length && same_places(places, way));
    }
    assert.equal(
      frame.shapes.filter((s) => /^stop/.test(s.key)).length,
      past.length,
    );
  },
  "a word is that of its row, and stands beside it": (frame) => {
    for (const word of words_of(frame)) {
      const i = Number(word.key.slice(4));
      const { name, label, row } = frame.spec.rows[i];
      const [left, top, right, bottom] = box_of(word);
      assert.equal(word.text, name ?? label);
      assert.equal(word["data-row"], row);
      const [x, y] = place_of(frame, i);
      const off = Math.hypot(
        Math.max(left - x, x - right, 0),
        Math.max(top - y, y - bottom, 0),
      );
      assert(off < 24, `${word.text} is ${off} away`);
      const own = off > 3 && off < (i === frame.pick ? 24 : 18);
      assert(own, `${word.text} is ${off} away`);
    }
  },
  "words and cosines cover neither each other nor a dot nor a ring": (
    frame,
  ) => {
    const all = [...words_of(frame), ...cosines_of(frame)];
    const marks = /^(dot\d+(touch|missed)?|ringpick|ghost\d+)$/;
    const circles = frame.shapes.filter(
      (s) => s.tag === "circle" && marks.test(s.key) && shown(frame, s.key),
    );
    const { box } = frame.place;
    for (const [k, word] of all.entries()) {
      const [l, t, r, b] = box_of(word);
      const picked = word.key === `word${frame.pick}`;
      assert(
        l > box.x && r < box.x + box.w && t > box.y && b < box.y + box.h,
        `${word.text} is cut`,
      );
      for (const other of all.slice(k + 1).map(box_of))
        assert(
          r <= other[0] || other[2] <= l || b <= other[1] || other[3] <= t,
          word.text,
        );
      for (const { cx, cy, r: radius, key } of picked ? [] : circles)
        assert(
          cx + radius <= l ||
            r <= cx - radius ||
            cy + radius <= t ||
            b <= cy - radius,
          `${word.text} and ${key}`,
        );
    }
  },
  "the word of the picked row is always there": (frame) => {
    if (frame.pick >= 0) assert(frame.by.get(`word${frame.pick}`));
    if (frame.spec.roomy && !frame.flies && !frame.state.narrow)
      assert.equal(words_of(frame).length, frame.spec.rows.length);
  },
  "words keep their side while dots glide, and stand there before and after": (
    frame,
  ) => {
    if (!frame.flies) return;
    const after = new Map(
      kind.picture(frame.state, END).map((shape) => [shape.key, shape]),
    );
    const flying = kind.picture(frame.state, 0.5);
    assert.deepEqual(
      words_of(frame).map(({ key }) => key),
      words_of({ shapes: flying }).map(({ key }) => key),
    );
    for (const word of words_of(frame)) {
      const i = Number(word.key.slice(4));
      const beside = (by) => {
        const { x, y, "text-anchor": anchor } = by.get(word.key);
        const [cx, cy] = middle_of(by.get(`dot${i}`));
        return { anchor, off: [x - cx, y - cy] };
      };
      const [now, later] = [frame.by, after].map(beside);
      if (i === frame.pick) continue; // which is always there
      assert.equal(now.anchor, later.anchor);
      assert(same_places(now.off, later.off), word.text);
      assert.equal(beside(frame.before.by).anchor, now.anchor);
    }
  },
  "text is there or it is not": ({ shapes }) => {
    for (const { key, tag, opacity, fill } of shapes)
      if (tag === "text")
        assert(opacity === undefined && /ink|quiet/.test(fill), key);
  },
  "a row has the shape of its group, and the key names it": (frame) => {
    for (const i of rows_of(frame)) {
      const { group } = frame.spec.rows[i];
      const corners =
        dot_of(frame, i).tag === "circle"
          ? 0
          : numbers_in(dot_of(frame, i).d).length / 2;
      assert.equal(corners, [0, 4, 3, 4][group ?? 0]);
      const same = frame.spec.rows.findIndex((row) => row.group === group);
      const [one, other] = [i, same].map((row) => look_of(frame, `dot${row}`));
      assert(
        one === other || [one, other].includes("hollow"),
        `${one} and ${other}`,
      );
    }
    for (const [k, name] of frame.spec.groups.entries()) {
      const i = frame.spec.rows.findIndex(({ group }) => group === k);
      assert.equal(frame.by.get(`group${k}:`).text, name);
      assert.equal(frame.by.get(`group${k}`).tag, dot_of(frame, i).tag);
    }
    assert.equal(frame.by.has(`group${frame.spec.groups.length}`), false);
  },
  "the track goes through the moments, to where the slider stands": ({
    by,
    place,
    spec,
    step,
    t,
    state,
  }) => {
    const { track } = place;
    const along = step === 0 ? 1 : Math.min(1, t / END);
    const { cx, cy, r } = by.get("now");
    assert(near(cx, track.x + (track.w * (step + along)) / spec.path));
    for (let s = 0; s < spec.path; s++)
      assert(
        near(
          numbers_in(by.get(`tick${s}`).d)[0],
          track.x + (track.w * (s + 1)) / spec.path,
        ),
      );
    assert(cx - r >= 0 && cx + r <= place.width);
    assert(cy - r >= track.y && cy + r <= track.y + track.h);
    const [past, ahead] = ["past", "ahead"].map((key) =>
      numbers_in(by.get(key).d),
    );
    assert(
      same_places(past.slice(-2), [cx, cy]) &&
        same_places(ahead.slice(0, 2), [cx, cy]),
    );
    assert.equal(past.length + ahead.length, 2 * (spec.path + 3));
    assert(
      track.y > place.box.y + place.box.h &&
        (!state.narrow || place.width < 340),
    );
  },
  "the curve is as high as the hits, which are written": ({
    by,
    place,
    spec,
    step,
    t,
    flies,
  }) => {
    const text = by.get("hits")?.text;
    if (!spec.hits) return assert.equal(text, undefined);
    const { y, h } = place.track;
    const height = (share) => y + h - 5 - share * (h - 10);
    const curve = [
      ...numbers_in(by.get("past").d).slice(2, -2),
      ...numbers_in(by.get("ahead").d).slice(2),
    ];
    assert(
      same_places(
        curve.filter((_, k) => k % 2),
        spec.hits.map(height),
      ),
    );
    const percent = (s) => `${Math.round(100 * spec.hits[s])} %`;
    const before = Math.max(0, step - 1);
    const whole = `hits ${percent(t > 0 ? step : before)}`;
    assert.equal(
      text,
      flies ? `hits ${percent(before)} → ${percent(step)}` : whole,
    );
  },
  "the names of moments stand apart below the track, the first and the last among them":
    (frame) => {
      const names = frame.shapes.filter((s) => /^name/.test(s.key));
      const inked = frame.t > 0 ? frame.step : Math.max(0, frame.step - 1);
      for (const { key, text, fill, y } of names) {
        const s = Number(key.slice(4));
        assert(frame.spec.steps[s].name.endsWith(text));
        assert.equal(fill, s === inked ? "var(--ink)" : "var(--quiet)");
        assert(y > frame.place.track.y + frame.place.track.h);
      }
      assert(frame.by.has(`name${frame.spec.path - 1}`));
      if (frame.spec.path < 10)
        assert.equal(frame.by.get("name0")?.text, frame.spec.steps[0].name);
    },
  "which moment it is stands above": ({ by, t, step, spec }) => {
    const before = spec.steps[Math.max(0, step - 1)].name;
    const name = spec.steps[step].name;
    let when = `${before} → ${name}`;
    if (t >= END || step === 0) when = name;
    if (t === 0) when = before;
    assert.equal(by.get("when").text, when);
  },
  "nothing around the map covers its neighbour": ({ shapes }) => {
    const line = shapes
      .filter((s) =>
        /^(when|key(ring|never):?|group\d:?|axis\d|hits|name\d+)$/.test(s.key),
      )
      .map((s) => ({ s, box: box_of(s) }));
    for (const [k, a] of line.entries())
      for (const b of line.slice(k + 1)) {
        const apart =
          a.box[2] <= b.box[0] ||
          b.box[2] <= a.box[0] ||
          a.box[3] <= b.box[1] ||
          b.box[3] <= a.box[1];
        assert(apart, `${a.s.key} and ${b.s.key}`);
      }
  },
};

/** A shape's own form, wherever it stands. */
function look_of({ by }, key) {
  const { tag, d, fill } = by.get(key);
  if (fill === "var(--paper)") return "hollow";
  const [x, y] = middle_of(by.get(key));
  return `${tag}${d ? numbers_in(d).map((v, k) => Math.round(3 * (v - (k % 2 ? y : x)))) : ""}`;
}

/** Whether a mark can be seen: those that come or go are not what words stand apart from. */
const shown = (frame, key) => frame.settled || /^(dot\d+|ringpick)$/.test(key);

hold(frames(), PROPERTIES);

/** What every frame shows of a ribbon of ids that is cut into bags. Used by frames.mjs. */
import assert from "node:assert/strict";
import {
  around,
  assert_says,
  box_of,
  centre,
  near,
} from "../../browser/frames.mjs";
import { fitting } from "../../../notebooks/lookup/pictures/kit/chips.js";
import { full } from "../../../notebooks/lookup/pictures/kit/draw.js";

const said = (count) => count.toLocaleString("en");
const role_of = (fill) => fill.match(/--(\w+)/)[1];

/** The entries of bag b that are drawn. */
const drawn = ({ spec }, b) => spec.truth[b].ids.slice(0, 8);

/** The shapes of the ids of bag b. */
const ids_of = (frame, b) =>
  drawn(frame, b).map((_, k) => frame.by.get(`id${b},${k}`));

/** All bags by number. */
const bags_of = ({ spec }) => spec.truth.map((_, b) => b);

export const RIBBON = {
  "the ribbon holds the ids in order, each with its word and its count below it":
    (frame) => {
      const { spec, by, place } = frame;
      for (const b of bags_of(frame)) {
        drawn(frame, b).forEach((id, k) => {
          const [box, text] = [by.get(`id${b},${k}`), by.get(`id${b},${k}#`)];
          assert.equal(text.text, spec.rows[id].label);
          assert(around(box, [text.x, text.y - 4]));
          const word = by.get(`word${b},${k}`);
          const name = place.ribbon.words ? (spec.rows[id].name ?? "") : "";
          assert.equal(
            word?.text,
            name ? fitting(name, place.ribbon.w) : undefined,
          );
          const count = by.get(`count${b},${k}#`);
          assert.equal(Boolean(count), spec.ways.length > 0);
          if (count) assert_says(count.text, spec.truth[b].counts[k]);
          if (count) assert(near(count.x, text.x) && count.y > text.y + 15);
        });
        assert(!by.has(`id${b},${drawn(frame, b).length}`));
      }
    },
  "ids go from left to right, and on in the next line": (frame) => {
    const boxes = bags_of(frame).flatMap((b) => ids_of(frame, b));
    boxes.slice(1).forEach((box, i) => {
      const below = box.y > boxes[i].y + boxes[i].height;
      assert(
        below ||
          (near(box.y, boxes[i].y) && box.x >= boxes[i].x + boxes[i].width),
      );
    });
    assert(
      boxes.every((box) => box.width >= 15),
      "an id can be hit",
    );
  },
  "what is not drawn of a long bag is counted at its end": (frame) => {
    for (const b of bags_of(frame)) {
      const left = frame.spec.truth[b].ids.length - 8;
      const more = frame.by.get(`more${b}`);
      assert.equal(more?.text, left > 0 ? `+${said(left)}` : undefined);
      const last = ids_of(frame, b).at(-1);
      if (more)
        assert(more.y > last.y + 30 || box_of(more)[0] >= last.x + last.width);
    }
  },
  "at each cut stands its offset, and scissors but where the ribbon begins": (
    frame,
  ) => {
    const { by, spec, place } = frame;
    for (const b of bags_of(frame)) {
      const offset = by.get(`offset${b}`);
      assert.equal(offset.text, said(spec.truth[b].start));
      assert.equal(offset["data-cut"], b);
      assert.equal(by.has(`blades${b}`), b > 0);
      const [x] = centre(by.get(`cut${b}`));
      assert(near(x, offset.x));
      const [first] = ids_of(frame, b);
      if (first)
        assert(x < first.x && x > first.x - Math.max(40, place.ribbon.w + 40));
      const before = b > 0 ? ids_of(frame, b - 1).at(-1) : undefined;
      if (before && offset.y - before.y < place.ribbon.high + 60)
        assert(x > before.x + before.width);
    }
    const end = spec.truth.at(-1).end;
    assert.equal(by.get("offsetend").text, said(end));
    const left = spec.bags - spec.path;
    assert.equal(by.get("tail").text, left ? `⋯ ${left} more` : "end");
    assert(left || end === spec.ids);
  },
  "each bag has a tab with its name or its number, which a click finds": (
    frame,
  ) => {
    const { by, spec, place, step, shapes } = frame;
    for (const b of bags_of(frame)) {
      const tabs = shapes.filter(
        ({ key }) => key.startsWith(`tab${b},`) && !key.endsWith("#"),
      );
      assert(tabs.length >= 1);
      for (const tab of tabs) {
        const text = by.get(`${tab.key}#`).text;
        const name = full(spec.steps[b]) ?? `bag ${b + 1}`;
        assert(
          text === said(b + 1) ||
            text === name ||
            (text.endsWith("…") && name.startsWith(text.slice(0, -1))),
        );
        if (place.ribbon.numbered) assert.equal(text, said(b + 1));
        assert.equal(
          role_of(tab.fill),
          b === step ? "pick" : b < step ? "zero" : "paper",
        );
        assert.equal(tab["data-row"], b);
        assert(tab.width >= 19);
      }
      for (const box of ids_of(frame, b)) assert.equal(box["data-row"], b);
    }
  },
  "the frame closes round the ids of the bag, and round no other": (frame) => {
    const { t, stages, shapes, step } = frame;
    const frames = shapes.filter(({ key }) => /^frame\d+$/.test(key));
    assert.equal(frames.length > 0, t > 0);
    if (t < stages.close[1]) return;
    const inside = (box) => frames.some((one) => around(one, centre(box)));
    for (const b of bags_of(frame))
      for (const box of ids_of(frame, b))
        assert.equal(inside(box), b === step, `bag ${b}`);
    if (drawn(frame, step).length === 0)
      assert(inside(frame.by.get(`none${step}`)));
  },
  "the frame gets closer and never wider": (frame) => {
    const { t, stages, state, kind } = frame;
    if (t === 0 || t > stages.close[1]) return;
    const wide = (time) =>
      kind.picture(state, time).find(({ key }) => /^frame/.test(key)).width;
    assert(wide(t) >= wide(t + 0.05));
  },
  "ids are amber while they go to their rows, counts while they strike theirs":
    (frame) => {
      const { t, stages, by, step, without } = frame;
      const during = (name) =>
        Boolean(stages[name]) && t > stages[name][0] && t < stages[name][1];
      for (const b of bags_of(frame)) {
        drawn(frame, b).forEach((_, k) => {
          const mine = b === step;
          const role = (picked) =>
            mine ? (picked ? "pick" : "zero") : "paper";
          assert.equal(
            role_of(by.get(`id${b},${k}`).fill),
            role(during("point")),
          );
          const count = by.get(`count${b},${k}`);
          if (!count) return;
          assert.equal(
            role_of(count.fill),
            without ? "paper" : role(during("weigh")),
          );
          assert.equal("stroke-dasharray" in count, without);
        });
      }
    },
  "counts that are not used are struck out": ({ by, without }) =>
    assert.equal(by.has("struck"), without),
};

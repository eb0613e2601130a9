/** What every frame shows of a list of ids that is cut into bags. Used by frames.mjs. */
import assert from "node:assert/strict";
import {
  around,
  assert_says,
  box_of,
  centre,
  near,
} from "../../browser/frames.mjs";
import { fitting } from "../../../notebooks/lookup/pictures/kit/chips.js";

const said = (count) => count.toLocaleString("en");
const role_of = (fill) => fill.match(/--(\w+)/)[1];

/** The entries of bag b that are drawn. */
const drawn = ({ spec }, b) => spec.truth[b].ids.slice(0, 8);

/** The shapes of the ids of bag b. */
const ids_of = (frame, b) =>
  drawn(frame, b).map((_, k) => frame.by.get(`id${b}.${k}`));

/** All bags by number. */
const bags_of = ({ spec }) => spec.truth.map((_, b) => b);

const cut_y = (frame, b) =>
  centre(frame.by.get(`offset${b === frame.spec.path ? "end" : b}`))[1];

export const LIST = {
  "the list holds the ids in order, each with its word and its count beside it":
    (frame) => {
      const { spec, by, place, counted } = frame;
      for (const b of bags_of(frame)) {
        drawn(frame, b).forEach((id, k) => {
          const [box, text] = [by.get(`id${b}.${k}`), by.get(`id${b}.${k}#`)];
          assert.equal(text.text, spec.rows[id].label);
          assert(around(box, [text.x, text.y - 4]));
          const word = by.get(`word${b}.${k}`);
          const name = fitting(spec.rows[id].name ?? "", place.name);
          assert.equal(word?.text, name || undefined);
          const count = by.get(`count${b}.${k}#`);
          assert.equal(Boolean(count), spec.ways.length > 0);
          if (!count) return;
          const [times, sign] = count.text.split(" ");
          assert_says(times, spec.truth[b].counts[k]);
          assert.equal(sign, "×");
          assert(near(count.y, text.y) && count.x > text.x + 15);
          assert.equal("text-decoration" in count, !counted);
        });
        assert(!by.has(`id${b}.${drawn(frame, b).length}`));
      }
    },
  "ids go from above to below, each as high as its row, and can be hit": (
    frame,
  ) => {
    const boxes = bags_of(frame).flatMap((b) => ids_of(frame, b));
    boxes.forEach((box, i) => {
      if (i > 0) assert(box.y >= boxes[i - 1].y + boxes[i - 1].height);
      assert(box.width >= 19 && box.height >= 11);
    });
    for (const b of bags_of(frame))
      ids_of(frame, b).forEach((box, k) => {
        const cell =
          frame.by.get(`term${b}.${k},0`) ?? frame.by.get(`term${b}.${k},0#`);
        assert(Math.abs(centre(cell)[1] - centre(box)[1]) <= 1);
      });
  },
  "what is not drawn of a long bag is counted below its rows": (frame) => {
    for (const b of bags_of(frame)) {
      const left = frame.spec.truth[b].ids.length - 8;
      const rest = frame.by.get(`rest${b}`);
      assert.equal(
        rest?.text,
        left > 0
          ? `+ ${said(left)} more row${left > 1 ? "s" : ""}, not drawn`
          : undefined,
      );
      if (rest) assert(rest.y > ids_of(frame, b).at(-1).y + 12);
    }
  },
  "at each cut, above the ids of its bag and below those before, stands its offset":
    (frame) => {
      const { by, spec } = frame;
      for (const b of bags_of(frame)) {
        assert.equal(by.get(`offset${b}`).text, said(spec.truth[b].start));
        assert.equal(by.get(`offset${b}`)["data-cut"], b);
        const [x, y] = centre(by.get(`offset${b}`));
        assert(around(by.get(`pill${b}`), [x, y]));
        assert(Math.abs(box_of(by.get(`cut${b}`))[1] - y) <= 1);
        for (const box of ids_of(frame, b)) assert(centre(box)[1] > y);
        const before = b > 0 ? ids_of(frame, b - 1) : [];
        for (const box of before) assert(centre(box)[1] < y);
        assert(cut_y(frame, b + 1) - y >= 15, "a cut can be hit");
      }
      const end = spec.truth.at(-1).end;
      assert.equal(by.get("offsetend").text, said(end));
      const left = spec.bags - spec.path;
      assert.equal(by.get("tail").text, left ? `⋯ ${left} more` : "end");
      assert(left || end === spec.ids);
    },
  "each sum stands between the cuts of its bag, with its name": (frame) => {
    const { by, spec } = frame;
    for (const b of bags_of(frame)) {
      const [, y] = centre(by.get(`slot${b}`));
      assert(y > cut_y(frame, b) && y < cut_y(frame, b + 1));
      const { name = `bag ${b + 1}` } = spec.steps[b];
      assert.equal(by.get(`slot${b}:`).text, name);
    }
  },
  "an offset can be moved where every bag is known, and not the first": ({
    by,
    spec,
  }) => {
    const known = spec.bags === spec.path && spec.ids <= 8;
    assert.equal(Boolean(spec.spans), known);
    for (let b = 0; b < spec.path; b++) {
      const fence = known && b > 0 ? b : undefined;
      assert.equal(by.get(`pill${b}`)["data-fence"], fence);
      assert.equal(by.has(`arrows${b}`), fence !== undefined);
    }
  },
  "ids are amber in the bag that is added up, and in no other": (frame) => {
    const { t, by, step } = frame;
    for (const b of bags_of(frame))
      drawn(frame, b).forEach((_, k) => {
        const amber = b === step && t > 0;
        const role = role_of(by.get(`id${b}.${k}`).fill);
        assert.equal(role, amber ? "pick" : "paper");
      });
  },
  "a bracket leads from the rows of each bag to its sum, that of an empty one is of no height":
    (frame) => {
      const { by, place, spec } = frame;
      for (const b of bags_of(frame)) {
        const bracket = by.get(`bracket${b}`);
        assert.equal(Boolean(bracket), !place.narrow);
        if (place.narrow) continue;
        const [left, top, right, bottom] = box_of(bracket);
        assert(left >= place.rows + place.w && right < place.out);
        const rows = ids_of(frame, b);
        if (rows.length === 0) assert(bottom - top <= 8);
        for (const box of rows) {
          const [, y] = centre(box);
          assert(y > top && y < bottom);
        }
        const lines = spec.steps[b].rows.length + (spec.steps[b].more ? 1 : 0);
        assert(bottom - top <= Math.max(8, lines * place.pitch));
      }
    },
};

/**
 * What the picture of EmbeddingBag says of each bag: in words, under the pointer, as a
 * table. Run by test_bags_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { full } from "../../../notebooks/lookup/pictures/kit/draw.js";
import { assert_says, frames_of } from "../../browser/frames.mjs";
import { WITHOUT, frame, kind, times } from "./truth.mjs";

const said = (count) => count.toLocaleString("en");
const WAYS = ["with counts", WITHOUT];

/** The last frame of every bag, with counts and without. */
function* last_frames() {
  for (const by of WAYS)
    yield* frames_of(frame, (state) => [kind.lasts(state)], { by });
}

/** What a sentence should say of the rows of a bag, at most so many of them. */
function terms_of({ spec, step, truth, counted }, most) {
  const terms = truth.ids.slice(0, Math.min(8, most)).map((id, k) => {
    const count = counted ? `${spec.steps[step].counts[k]} × ` : "";
    return `${count}row ${spec.rows[id].label}`;
  });
  const left = truth.ids.length - terms.length;
  const sum = [...terms, ...(left > 0 ? [`${said(left)} more`] : [])].join(
    " + ",
  );
  const several = terms.length + (left > 0 ? 1 : 0) > 1;
  if (!spec.mean) return sum;
  return `${several ? `(${sum})` : sum} / ${said(truth.ids.length)}`;
}

/** What comes out of a bag. */
const out_of = ({ truth, without }) => (without ? truth.bare : truth.out);

test(
  "the sentence says between which offsets a bag lies, what it adds up, " +
    "and what comes out",
  () => {
    for (const one of last_frames()) {
      const { say, spec, step, truth, without, name } = one;
      const called = full(spec.steps[step]);
      assert(
        say.startsWith(
          `Bag ${step + 1} of ${spec.path}${called ? `, “\u2068${called}\u2069”,` : ""} `,
        ),
        say,
      );
      const ends = truth.end === spec.ids && step + 1 === spec.bags;
      if (truth.ids.length === 0) {
        const why = ends
          ? `the last offset, ${said(truth.start)}, is where the ids end`
          : `offsets ${said(truth.start)} and ${said(truth.end)} are the same place`;
        assert(
          say.endsWith(` is empty: ${why}, so out[${step}] is a row of zeros.`),
          say,
        );
        continue;
      }
      const place = ends
        ? `offset ${said(truth.start)} and the end of the ids, ${said(truth.end)}`
        : `offsets ${said(truth.start)} and ${said(truth.end)}`;
      const sum = terms_of(one, 8);
      assert(
        say.includes(
          ` lies between ${place}${without ? "; without counts " : ": "}${sum}`,
        ),
        `${name}: ${say}`,
      );
      if (spec.numbers) assert_read(say.split(sum)[1], out_of(one));
      if (!without) continue;
      const right = say.split("With them ")[1];
      if (truth.apart.length === 0) assert.equal(right, "it is the same.");
      else if (spec.numbers)
        assert_read(right.slice(`out[${step}]`.length), truth.sum);
      else assert.equal(right, `out[${step}] is another row.`);
    }
  },
);

/** A text begins with " = " and these numbers, and a full stop. */
function assert_read(text, numbers) {
  const [, read] = text.match(/^ = (.*?)\.(?: |$)/);
  const texts = read.split(", ");
  assert.equal(texts.length, numbers.length);
  texts.forEach((one, j) => assert_says(one, numbers[j]));
}

test(
  "the alt text says where the ribbon is cut, which bag is meant, " +
    "and what comes out of it",
  () => {
    for (const one of last_frames()) {
      const { alt, spec, step, truth, without } = one;
      const offsets = spec.truth.slice(0, 6).map(({ start }) => said(start));
      const more = spec.path > 6 ? ", …" : "";
      assert(
        alt.startsWith(
          `A list of ids cut at offsets ${offsets.join(", ")}${more}; bag ${step + 1} is `,
        ),
        alt,
      );
      const wrong =
        without && truth.apart.length > 0 ? ", not what it is with counts" : "";
      const out = truth.ids.length ? `${terms_of(one, 3)}${wrong}` : "zero";
      assert(alt.endsWith(`its line of the output is ${out}.`), alt);
    }
  },
);

/** The data of a shape, as the page hands it on. */
const data_of = (shape) =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([key, value]) =>
      key.startsWith("data-") ? [[key.slice(5), `${value}`]] : [],
    ),
  );

test("the value under the pointer is the one that stands there", () => {
  const seen = new Set();
  for (const by of WAYS) {
    for (const one of frames_of(frame, times, { by })) {
      for (const shape of one.step < 2 ? one.shapes : []) {
        const data = data_of(shape);
        const words = kind.hover(one.state, data);
        const kinds = Object.keys(data).filter((key) => key !== "row");
        seen.add(kinds.sort().join());
        assert_hovers(one, shape, data, words);
      }
    }
  }
  assert.deepEqual(
    [...seen].sort(),
    [
      "",
      "col",
      "col,line",
      "col,of,term",
      "col,out",
      "count,entry,of",
      "cut",
      "cut,fence",
      "entry,of",
    ].sort(),
  );
});

function assert_hovers({ spec, counted, without }, shape, data, words) {
  const { col, line, term, out, entry, count, cut, of, row } = data;
  const [place, text] = words.split(/ = (.*)/);
  if (cut !== undefined)
    return assert.equal(
      words,
      `offsets[${cut}] = ${said(spec.truth[cut].start)}`,
    );
  if (entry !== undefined)
    return assert_entry(spec, of, Number(entry), count, [place, text], shape);
  if (col === undefined) return assert_bag(spec, row, words);
  const column = spec.columns[col];
  if (out !== undefined) {
    assert.equal(place, `out[${out}, ${column}]`);
    return assert_says(text, spec.truth[out][without ? "bare" : "out"][col]);
  }
  if (line === undefined && term === undefined)
    return assert.equal(words, "", "what is on its way is no result");
  const truth = spec.truth[of];
  const id = line ?? truth.ids[term];
  const times =
    line === undefined && counted ? `${spec.steps[of].counts[term]} × ` : "";
  assert.equal(place, `${times}W[${spec.rows[id].label}, ${column}]`);
  const numbers =
    line !== undefined
      ? spec.values[line]
      : counted
        ? truth.terms[term]
        : truth.rows[term];
  if (text === undefined) assert(!spec.numbers);
  else assert_says(text, numbers[col]);
}

/** A bag that is still to come. */
function assert_bag(spec, bag, words) {
  if (bag === undefined) return assert.equal(words, "");
  const size = spec.truth[bag].ids.length;
  const wanted = `bag ${Number(bag) + 1}: ${said(size)} id${size === 1 ? "" : "s"}`;
  assert.equal(words, wanted);
}

/** An id of the list, or its count. */
function assert_entry(spec, b, k, count, [place, text], shape) {
  const { ids, counts, start } = spec.truth[b];
  const at = said(start + k);
  if (count !== undefined) {
    assert.equal(place, `counts[${at}]`);
    return assert_says(text, counts[k]);
  }
  assert.equal(place, `ids[${at}]`);
  const word = full(spec.rows[ids[k]]);
  assert.equal(
    text,
    [spec.rows[ids[k]].label, ...(word ? [word] : [])].join(", "),
  );
  if (shape.key.startsWith("id") && shape.tag === "text")
    assert(text.startsWith(shape.text));
}

test(
  "the unseen table holds the rows of the bag, what comes out, " +
    "and what would with the counts",
  () => {
    for (const one of last_frames()) {
      const { state, spec, step, truth, counted, without } = one;
      const { head, body, foot } = kind.numbers(state);
      assert.deepEqual(head, [
        "row",
        ...spec.columns.map((column) => `column ${column}`),
      ]);
      assert.equal(body.length, Math.min(8, truth.ids.length));
      body.forEach(([heading, ...texts], k) => {
        const row = spec.rows[truth.ids[k]];
        const words = [
          `${counted ? `${spec.steps[step].counts[k]} × ` : ""}row ${row.label}`,
          full(row),
        ];
        assert.equal(heading, words.filter(Boolean).join(" "));
        assert.equal(texts.length, spec.numbers ? spec.columns.length : 0);
        texts.forEach((text, j) =>
          assert_says(text, (counted ? truth.terms : truth.rows)[k][j]),
        );
      });
      const lines = [[`out[${step}]`, out_of(one)]];
      if (without && truth.apart.length)
        lines.push([`out[${step}] with counts`, truth.sum]);
      assert.deepEqual(
        foot.map(([heading]) => heading),
        lines.map(([heading]) => heading),
      );
      foot.forEach(([, ...texts], i) =>
        texts.forEach((text, j) => assert_says(text, lines[i][1][j])),
      );
      assert.deepEqual(kind.numbers({ ...state, rest: true }).foot, []);
    }
  },
);

test("the key explains the marks that are drawn of some bag, and no others", () => {
  for (const by of WAYS) {
    const drawn = {};
    for (const { name, spec, shapes } of frames_of(frame, times, { by })) {
      drawn[name] ??= { spec, shapes: [] };
      drawn[name].shapes.push(...shapes);
    }
    for (const [name, { spec, shapes }] of Object.entries(drawn)) {
      const colours = shapes
        .filter(({ key }) => !/^(word|count)\d/.test(key))
        .map(({ fill }) => fill);
      const has = (role) =>
        colours.some(
          (fill) => fill?.includes(`var(--${role})`) && !fill.includes(" 0%"),
        );
      const seen = {
        pos: has("pos"),
        neg: has("neg"),
        dot: shapes.some(({ tag }) => tag === "circle"),
        pick: has("pick"),
        apart: shapes.some(({ key }) => key.startsWith("apart")),
      };
      const key = kind.key({ spec, step: 0, by }).map(([swatch]) => swatch);
      const wanted = Object.keys(seen).filter((swatch) => seen[swatch]);
      // numbers of the other way of counting share the ramp, so that the key may say a
      // little more than is drawn
      assert(
        wanted.every((swatch) => key.includes(swatch)),
        `${name}: ${key} for ${wanted}`,
      );
      assert(
        key.every(
          (swatch) =>
            wanted.includes(swatch) || ["pos", "neg", "dot"].includes(swatch),
        ),
        name,
      );
    }
  }
});

test("the title says without counts where they are left out", () => {
  for (const { state, spec, without } of last_frames()) {
    assert.equal(
      kind.title(state),
      spec.title + (without ? " without counts" : ""),
    );
    assert.deepEqual(kind.ways(spec), spec.ways);
  }
});

test("a typed text is the number or the name of a bag", () => {
  const steps = [
    { name: "cats" },
    { name: "a long…", full: "a long name" },
    {},
  ];
  const spec = { path: 3, steps };
  const typed = { 1: 0, "003": 2, cats: 0, "a long name": 1 };
  for (const [text, bag] of Object.entries(typed))
    assert.equal(kind.row_of(spec, text), bag);
  for (const text of ["0", "4", "-1", "1.0", "", "dogs", "a long…", "9999"])
    assert.equal(kind.row_of(spec, text), NaN, text);
  assert.deepEqual(
    [0, 2, 3, NaN].map((bag) => kind.step_of({ spec }, bag)),
    [0, 2, -1, -1],
  );
});

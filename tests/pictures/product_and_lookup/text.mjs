/**
 * What the picture of product and lookup says of each step: in words, under the pointer,
 * as a table. Run by test_product_and_lookup_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { assert_says, frames_of } from "../../browser/frames.mjs";
import { END, frame, kind } from "./truth.mjs";

const last_frames = () => frames_of(frame, END);
const zeros_in = (v) => v.filter((weight) => weight === 0).length;

/** The numbers after some words, up to a full stop, colon or comma that ends them. */
const read = (text, start) =>
  text
    .split(start)[1]
    .match(/^[^.]*?(\.\d+[^.]*?)*(?=\. |, because|\.$)/)[0]
    .split(", ");

test("the words tell what both lanes do with an id", () => {
  let told = 0;
  for (const { say, alt, spec, truth, step } of last_frames()) {
    assert(
      say.startsWith(
        step < spec.path ? `Step ${step + 1} of ${spec.path}: ` : "Your row: ",
      ),
      say,
    );
    if (truth.row === null) continue;
    const { V, D } = spec;
    const { label } = spec.rows[truth.row];
    const zeros = D * zeros_in(truth.v);
    assert(
      say.includes(
        V * D === 1 ? "the 1 number" : `multiplies all ${V * D} numbers`,
      ),
      say,
    );
    assert.equal(say.includes("of them by 0,"), zeros > 0, say);
    if (zeros) assert(say.includes(`, ${zeros} of them by 0,`), say);
    assert(
      say.includes(`of row ${label} and gets ${truth.same ? "the same." : ""}`),
      say,
    );
    assert.equal(/because 0 × (∞|nan) is nan/.test(say), !truth.same, say);
    assert(
      alt.includes(`id ${label}.`) &&
        alt.endsWith(truth.same ? "the same." : "is nan."),
      alt,
    );
    read(say, " and gets ").forEach((text, j) =>
      assert_says(text, truth.sum[j]),
    );
    told += 1;
  }
  assert(told > 0);
});

test("the words tell what Linear mixes, and that no id says it", () => {
  const said = [];
  for (const { say, alt, spec, truth, step } of last_frames()) {
    if (truth.row !== null) continue;
    assert(
      say.endsWith(" No id gives this row.") &&
        alt.endsWith("because no id gives this row."),
      say,
    );
    assert(!say.includes("Embedding"), say);
    const parts = truth.v.flatMap((weight, row) =>
      weight ? [[weight, row]] : [],
    );
    for (const [weight, row] of parts.slice(0, 3)) {
      const { label } = spec.rows[row];
      assert(
        say.includes(weight === 0.5 ? `half of row ${label}` : `row ${label}`),
        say,
      );
    }
    assert.equal(say.includes(" more row"), parts.length > 3, say);
    assert(alt.includes(`mixes ${parts.length} row`), alt);
    const start = parts.length ? ": " : "gets ";
    const numbers = say
      .slice(say.lastIndexOf(start) + start.length)
      .split(". No id")[0];
    numbers.split(", ").forEach((text, j) => assert_says(text, truth.sum[j]));
    if (spec.said?.[step]) assert.equal(say, spec.said[step]);
    said.push(say);
  }
  assert(said.length > 0);
});

test("a sentence of each kind, word for word", () => {
  const sentences = new Map();
  for (const { name, say, step } of last_frames())
    sentences.set(`${name} ${step}`, say);
  assert.equal(
    sentences.get("ids 0"),
    "Step 1 of 3: the id is 2. " +
      "Linear multiplies all 24 numbers, 20 of them by 0, and gets 20, 21, 22, " +
      "23. " +
      "Embedding reads the 4 numbers of row 2 and gets the same.",
  );
  assert.equal(
    sentences.get("half 0"),
    "Step 1 of 1: Linear mixes half of row 1 and half of row 2: " +
      "15, 16, 17, 18. No id gives this row.",
  );
  assert.equal(
    sentences.get("infinite 0"),
    "Step 1 of 2: the id is 2. " +
      "Linear multiplies all 24 numbers, 20 of them by 0, and gets 20, nan, 22, " +
      "23, because " +
      "0 × ∞ is nan. Embedding reads the 4 numbers of row 2 and gets 20, 21, 22, 23.",
  );
});

test("under the pointer stands how a number was made", () => {
  for (const { state, spec, truth } of last_frames()) {
    for (const row in spec.rows) {
      const at = { row, col: "0" };
      assert.equal(
        kind.hover(state, at),
        `W[${row}, 0] = ${spec.rows[row].texts[0]}`,
      );
      const [name, made, text] = kind
        .hover(state, { ...at, made: "1" })
        .split(" = ");
      assert.equal(name, `v[${row}] × W[${row}, 0]`);
      assert(made.endsWith(` × ${spec.rows[row].texts[0]}`), made);
      assert_says(text, truth.products[row][0]);
      assert.equal(kind.hover(state, { row }), "");
    }
    assert_says(kind.hover(state, { sum: "0" }).split(" = ")[1], truth.sum[0]);
    if (truth.row !== null)
      assert.equal(
        kind.hover(state, { out: truth.row, col: "0" }),
        `Embedding, column 0 = ${spec.rows[truth.row].texts[0]}`,
      );
  }
});

test("the table says v and W at rest, then each product and both outputs", () => {
  for (const { state, spec, truth } of last_frames()) {
    const rest = kind.numbers({ ...state, rest: true });
    const end = kind.numbers(state);
    assert.deepEqual(rest.foot, []);
    assert.deepEqual(
      rest.body.map((line) => line.slice(2)),
      Object.values(spec.rows).map(({ texts }) => texts),
    );
    if (!spec.mixed)
      assert(
        rest.body.every(([, weight]) => weight === "0"),
        "the id is not there yet",
      );
    end.body.forEach(([, weight, ...products], row) => {
      assert.equal(weight === "0", truth.v[row] === 0);
      products.forEach((text, j) => {
        assert(
          text.startsWith(`${weight} × ${spec.rows[row].texts[j]} = `),
          text,
        );
        assert_says(text.split(" = ")[1], truth.products[row][j]);
      });
    });
    const [linear, embedding] = end.foot;
    linear.slice(2).forEach((text, j) => assert_says(text, truth.sum[j]));
    if (truth.row === null) assert.equal(embedding[2], "no id gives this row");
    else assert.deepEqual(embedding.slice(2), spec.rows[truth.row].texts);
    const widths = new Set(
      [end.head, ...end.body, ...end.foot].map((line) => line.length),
    );
    assert.equal(widths.size, 1);
  }
});

test("the key names the marks that are there, the facts the row", () => {
  for (const { state, spec, truth } of last_frames()) {
    const swatches = kind.key(state).map(([swatch]) => swatch);
    const drawn = [
      ...spec.W,
      ...spec.truth.flatMap(({ products, sum }) => [...products, sum]),
    ].flat();
    assert.equal(
      swatches.includes("neg"),
      drawn.some((v) => v < 0 || v === "-inf"),
    );
    assert.equal(
      swatches.includes("hatch"),
      spec.steps.some(({ unknown }) => unknown),
    );
    assert(swatches.includes("dot") && swatches.includes("ring"));
    assert.deepEqual(kind.facts(state), { row: truth.row ?? "none" });
  }
});

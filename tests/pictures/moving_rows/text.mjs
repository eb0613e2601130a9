/**
 * What the rows on the move say of each moment: in words, under the pointer, as a table.
 * Run by test_moving_rows.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { specs } from "../../browser/frames.mjs";
import { END, frames, kind } from "./truth.mjs";

const ends = () => frames(() => [END]);
const called = (row) => row.full ?? row.name ?? `row ${row.label}`;
const bare = (text) => text.replace(/[“”\u2068\u2069]/g, "");
const listed = (list) =>
  [
    ...(list.length > 1 ? [list.slice(0, -1).join(", ")] : []),
    list.at(-1),
  ].join(" and ");

test("the sentence names the moment, and of a picked row the three nearest", () => {
  for (const { say, alt, truth, pick, spec, step } of ends()) {
    const { name } = spec.steps[step];
    const hits = spec.hits
      ? `, hits ${Math.round(100 * spec.hits[step])} %`
      : "";
    const moment = `${step + 1} of ${spec.path}, ${name}${hits}`;
    const start = `Moment ${moment}`;
    assert(say.startsWith(start), say);
    assert(alt.startsWith(`Map of ${spec.of} at moment ${moment}; `), alt);
    if (pick >= 0 && truth.near[pick].length) {
      const near = truth.near[pick].map(
        (i, k) => `${called(spec.rows[i])} (${truth.cosines[pick][k]})`,
      );
      const nearest = `nearest of these rows ${near.length > 1 ? "are" : "is"} ${listed(near)}`;
      const words =
        `${start}. ${called(spec.rows[pick])}: ` +
        `${nearest}, by cosine over ${spec.columns}`;
      assert(bare(say).startsWith(words), say);
    } else if (pick >= 0)
      assert(
        say.includes("near to none, as it or every other row is all zeros"),
        say,
      );
    else if (spec.marked && step)
      assert(
        say.startsWith(
          `${start}: ${truth.written.length} of these ${spec.rows.length} rows in a batch since`,
        ),
        say,
      );
    const never = spec.marked && step && pick < 0 && truth.never.length;
    assert.equal(
      say.includes("never seen so far"),
      Boolean(never) || (pick >= 0 && truth.never.includes(pick)),
      say,
    );
  }
});

test("the row under the pointer and its nearest are said", () => {
  for (const { state, shapes, spec, truth } of ends())
    for (const s of shapes) {
      const row = s["data-row"];
      const said = kind.hover(
        state,
        row === undefined ? {} : { row: `${row}` },
      );
      if (row === undefined) {
        assert.equal(said, "");
        continue;
      }
      const i = spec.rows.findIndex((drawn) => drawn.row === row);
      const { label, full, name } = spec.rows[i];
      const heading = [label, full ?? name].filter(Boolean).join(" ");
      assert.equal(said, `${heading}: ${near_words(spec, truth, i)}.`);
    }
});
function near_words(spec, truth, i) {
  const near = truth.near[i].map(
    (other, k) =>
      `${spec.rows[other].name ?? `row ${spec.rows[other].label}`} (${truth.cosines[i][k]})`,
  );
  return near.length
    ? `nearest of these rows ${near.length > 1 ? "are" : "is"} ${listed(near)}`
    : "near to none, as it or every other row is all zeros";
}

test("the unseen table has a line for each row", () => {
  for (const { state, spec, truth } of ends()) {
    const { head, body, foot } = kind.numbers(state);
    assert.deepEqual(head, [
      "row",
      "x",
      "y",
      ...(spec.marked ? ["in a batch"] : []),
      "nearest rows",
    ]);
    assert.equal(foot.length, 0);
    body.forEach((line, i) => {
      const { label, name, full } = spec.rows[i];
      const written = truth.written.includes(i) ? "yes" : "no";
      const near = truth.near[i]
        .map(
          (other, k) =>
            `${spec.rows[other].name ?? spec.rows[other].label} ${truth.cosines[i][k]}`,
        )
        .join(", ");
      assert.deepEqual(line, [
        [label, full ?? name].filter(Boolean).join(" "),
        `${truth.x[i]}`,
        `${truth.y[i]}`,
        ...(spec.marked
          ? [truth.never.includes(i) ? "never seen" : written]
          : []),
        near,
      ]);
    });
  }
});

test("a typed text means a row drawn, nothing, or is not known", () => {
  const spec = {
    rows: [
      { row: 1234, label: "1,234", name: "cat" },
      { row: 7, label: "7", name: "embedding tab…", full: "embedding tables" },
      { row: 9, label: "9", name: "7" },
    ],
  };
  const known = {
    "1,234": 1234,
    1234: 1234,
    cat: 1234,
    7: 7,
    "embedding tables": 7,
    9: 9,
    "": null,
  };
  for (const [typed, row] of Object.entries(known))
    assert.equal(kind.row_of(spec, typed), row);
  for (const typed of ["8", "12,34", "dog", "embedding tab…", "Cat"])
    assert(Number.isNaN(kind.row_of(spec, typed)));
  assert.deepEqual(
    [1234, 9, null, NaN, 8].map((row) => kind.step_of({ spec, step: 3 }, row)),
    [3, 3, 3, -1, -1],
  );
});

test("a row that is not drawn is not picked", () => {
  const [spec] = Object.values(specs);
  for (const row of [-1, 10 ** 9, 1.5, "x", undefined])
    assert.deepEqual(
      kind.picture({ spec, step: 1, row }, END),
      kind.picture({ spec, step: 1, row: null }, END),
    );
});

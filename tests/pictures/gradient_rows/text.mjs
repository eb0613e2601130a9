/**
 * What the picture of a gradient says of each step: in words, under the pointer, as a
 * table. Run by test_gradient_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { assert_says, frames_of } from "../../browser/frames.mjs";
import { END, TIMES, frame, frames_once_more, kind } from "./truth.mjs";

function* last_frames() {
  yield* frames_of(frame, () => [END]);
  yield* frames_once_more([END]);
}

test("the words name the id, both rows and the visit", () => {
  for (const { say, alt, spec, step, own, row } of last_frames()) {
    if (own) continue;
    const { label } = spec.rows[row];
    const { nth, word } = spec.steps[step];
    const place = kind.place_of(spec.steps[step]);
    const arrives = `so row ${place.includes(",") ? `[${place}]` : place} of the incoming`;
    assert(say.startsWith(`Step ${step + 1} of ${spec.path}: `), say);
    assert(
      say.includes(`added to row ${label} of W.grad, its ${nth} visit.`),
      say,
    );
    assert(say.includes(word ? `${label}, so ` : `id ${label}, so `), say);
    if (place) assert(say.includes(arrives), say);
    assert(alt.includes(`added to row ${label}, its ${nth} visit;`), alt);
  }
});

test("at a later visit the words say what is added up, where numbers are written", () => {
  let said = 0;
  for (const { say, spec, row, truth, again } of last_frames()) {
    const [, column, ...texts] =
      say.match(/In column (\d+), (\S+) and (\S+) make (?:about )?(\S+)\. /) ??
      [];
    const parts = again
      ? [truth.before[row][1], truth.arrives, truth.touched[row][1]]
      : [[], []];
    const due =
      spec.numbers &&
      parts[0].some((held, j) => held !== 0 && parts[1][j] !== 0);
    assert.equal(column !== undefined, Boolean(due), say);
    if (!due) continue;
    const j = spec.columns.indexOf(Number(column));
    texts.forEach((text, k) => assert_says(text, parts[k][j]));
    said += 1;
  }
  assert(said > 0);
});

test("the key names the marks that are there", () => {
  for (const [name, { state, spec }] of new Map(
    [...last_frames()].map((seen) => [seen.name, seen]),
  )) {
    const swatches = kind.key(state).map(([swatch]) => swatch);
    const seen = spec.truth.flatMap(({ arrives = [], touched }) => [
      ...arrives,
      ...Object.values(touched).flatMap(([, sum]) => sum),
    ]);
    assert.equal(
      swatches.includes("hollow"),
      seen.some((v) => v < 0),
      name,
    );
    assert(swatches.includes("pos") || !seen.some((v) => v > 0), name);
    assert(swatches.includes("dot") && swatches.includes("touch"));
    assert.equal(swatches.includes("strip"), !spec.whole);
    assert.equal(
      swatches.includes("hatch"),
      spec.steps.some(({ unknown }) => unknown),
    );
  }
});

test("beside the path the words say how many ids name the row", () => {
  for (const { say, spec, own, row, touched } of last_frames()) {
    if (!own) continue;
    const none =
      `Your row: no id names row ${spec.rows[row].label}, ` +
      "so its gradient is exactly zero.";
    const some = `Your row: ${touched[row]?.[0]} of ${spec.ids.toLocaleString("en")} ids name`;
    assert(say.startsWith(touched[row] ? some : none), say);
  }
});

test("the words say what stays zero and what the row now reads", () => {
  for (const {
    say,
    alt,
    spec,
    own,
    row,
    untouched,
    touched,
  } of last_frames()) {
    const n = untouched;
    const rows =
      `${n.toLocaleString("en")} of ${spec.V.toLocaleString("en")} rows ` +
      `${n === 1 ? "is" : "are"}`;
    const some = new RegExp(`${rows} (still )?untouched, exactly zero\\.$`);
    const left = n === 0 ? /no row is untouched\.$/i : some;
    assert.match(say, left);
    assert.match(alt, left);
    assert.equal(/still/.test(say), !own && n > 0);
    const [, reading] = say.match(/now reads (.*);/) ?? [];
    assert.equal(reading !== undefined, spec.numbers && Boolean(touched[row]));
    reading
      ?.split(", ")
      .forEach((text, j) => assert_says(text, touched[row][1][j]));
  }
});

test("the value under the pointer is the one that stands there", () => {
  const times = ({ spec, step }) =>
    step < 3 || step >= spec.path ? TIMES : [];
  for (const { state, shapes, spec, step, touched, truth, drawn } of frames_of(
    frame,
    times,
  ))
    for (const s of shapes) {
      const data = Object.fromEntries(
        Object.entries(s).flatMap(([key, v]) =>
          key.startsWith("data-") ? [[key.slice(5), `${v}`]] : [],
        ),
      );
      const said = kind.hover(state, data);
      const [place, text] = said.split(" = ");
      const { row, col, in: arrived } = data;
      if (col === undefined) assert.equal(said, "");
      else if (arrived !== undefined) {
        const at = kind.place_of(spec.steps[arrived]);
        assert.equal(place, `up[${at ? `${at}, ` : ""}${spec.columns[col]}]`);
        assert_says(text, spec.truth[arrived].arrives[col]);
      } else if (Number(s["data-at"]) !== step) {
        if (Number(row) === spec.steps[step].row && text !== undefined)
          assert_says(text, truth.before[row]?.[1][col] ?? 0); // what the row still holds
      } else {
        assert(drawn.includes(Number(row)));
        assert.equal(
          place,
          `W.grad[${spec.rows[row].label}, ${spec.columns[col]}]`,
        );
        if (text !== undefined) assert_says(text, touched[row]?.[1][col] ?? 0);
        else assert(step >= spec.path && !spec.whole && !spec.numbers);
      }
      if (s.tag === "text" && spec.numbers && col !== undefined)
        assert.equal(text, s.text);
    }
});

test("the unseen table holds W.grad after the step, the visits, and what arrived", () => {
  for (const {
    state,
    spec,
    step,
    own,
    drawn,
    touched,
    truth,
    row,
  } of last_frames()) {
    const { head, body, foot } = kind.numbers(state);
    const lines = new Map(
      body.map(([heading, ...cells]) => [heading.split(" ")[0], cells]),
    );
    assert.deepEqual(head, [
      "row",
      "visits",
      ...spec.columns.map((column) => `column ${column}`),
    ]);
    assert(lines.has(spec.rows[row].label) && lines.size === body.length);
    if (spec.whole || spec.numbers || !own)
      assert.equal(body.length, drawn.length);
    for (const r of drawn) {
      const [visits, ...texts] = lines.get(spec.rows[r].label) ?? [
        touched[r]?.[0] ?? "0",
      ];
      assert.equal(visits, touched[r]?.[0] ?? "0");
      texts.forEach((text, j) => assert_says(text, touched[r]?.[1][j] ?? 0));
    }
    assert.equal(foot.length, own ? 0 : 1);
    if (!own)
      foot[0]
        .slice(2)
        .forEach((text, j) => assert_says(text, truth.arrives[j]));
    assert(own || foot[0].length === spec.columns.length + 2);
    assert(step < spec.steps.length);
  }
});

test("a row is of the path, its own, or the kernel's to know", () => {
  const spec = {
    V: 9,
    rows: { 3: { label: "3", name: "cat" } },
    steps: [{ row: 3 }, { row: 5 }, { row: 3 }],
  };
  assert.deepEqual(
    [3, 5, 4, NaN].map((row) => kind.step_of({ spec }, row)),
    [0, 1, -1, -1],
  );
  assert.deepEqual(
    ["3", "1,000", "cat", "dog", "-1", ""].map((typed) =>
      kind.row_of(spec, typed),
    ),
    [3, 1000, 3, NaN, NaN, NaN],
  );
});

/**
 * What the picture of CSR rows says of each step: in words, under the pointer, as a table.
 * Run by test_add_rows_frames.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { assert_says, frames_of } from "../../browser/frames.mjs";
import { frame, kind, times } from "./truth.mjs";

const last_frames = () => frames_of(frame, (state) => [kind.lasts(state)]);

test("the words name the places in indptr, the entries and their sum", () => {
  for (const { say, alt, truth, spec, step, name } of last_frames()) {
    const drawn = truth.rows
      .slice(0, 8)
      .map(
        (r, k) => `${spec.steps[step].weights[k]} × row ${spec.rows[r].label}`,
      );
    const left = (most) =>
      truth.rows.length > most ? [`${truth.rows.length - most} more`] : [];
    assert(
      say.startsWith(
        `Row ${step} of X, ${step + 1} of ${spec.path}: indptr reads ${truth.bounds.join(" and ")}`,
      ),
      say,
    );
    if (!drawn.length) continue;
    const few = Math.min(3, drawn.length);
    const sum = [...drawn, ...left(8)].join(" + ");
    const first = Number(`${truth.bounds[0]}`.replaceAll(",", ""));
    const [low, high] = [first, first + truth.rows.length - 1].map((place) =>
      place.toLocaleString("en"),
    );
    const places =
      truth.rows.length === 1
        ? `entry ${low} says`
        : `entries ${low} to ${high} say`;
    assert(say.includes(`, so ${places} ${sum}`), `${name}: ${say}`);
    if (spec.numbers)
      say
        .match(/ = (.*)\.$/)[1]
        .split(", ")
        .forEach((text, j) => assert_says(text, truth.out[j]));
    const named = new Set(truth.rows).size;
    assert(
      alt.includes(
        `; ${named} ${named === 1 ? "row is" : "rows are"} named; the output is `,
      ),
      alt,
    );
    assert(
      alt.endsWith(`${[...drawn.slice(0, few), ...left(few)].join(" + ")}.`),
      alt,
    );
  }
});

test("the value under the pointer is the one that stands there", () => {
  for (const { state, shapes, spec, step, truth, name } of frames_of(
    frame,
    times,
  ))
    for (const s of step < 2 ? shapes : []) {
      const data = Object.fromEntries(
        Object.entries(s).flatMap(([key, v]) =>
          key.startsWith("data-") ? [[key.slice(5), `${v}`]] : [],
        ),
      );
      const { col, line, term, sum, made = sum, count } = data;
      const said = kind.hover(state, data);
      const [place, text] = said.split(" = ");
      if (col === undefined && count === undefined) assert.equal(said, "");
      else if (count !== undefined) {
        assert.equal(place, `X[${step}, ${spec.rows[count].label}]`);
        assert_says(text, truth.counts[count] ?? 0);
      } else if (line ?? term ?? made) {
        const row = term === undefined ? line : truth.rows[term];
        const times =
          term === undefined ? "" : `${spec.steps[step].weights[term]} × `;
        const what =
          made === undefined
            ? `${times}W[${spec.rows[row].label}`
            : `out[${made}`;
        assert.equal(place, `${what}, ${spec.columns[col]}]`, name);
        if (s.tag === "text" && spec.numbers) assert.equal(text, s.text);
        let number = spec.values[line]?.[col];
        if (term !== undefined) number = truth.terms[term][col];
        if (made !== undefined) number = spec.truth[made].out[col];
        if (text === undefined) assert(!spec.numbers && made === undefined);
        else assert_says(text, number);
      } else assert.equal(said, "", "a sum so far is no result");
    }
});

test("the unseen table holds the weighed rows and their sum", () => {
  for (const { state, spec, step, truth } of last_frames()) {
    const { head, body, foot } = kind.numbers(state);
    assert.deepEqual(head, [
      "row",
      ...spec.columns.map((column) => `column ${column}`),
    ]);
    assert.equal(body.length, Math.min(8, truth.rows.length));
    body.forEach(([heading, ...texts], k) => {
      const { label, name, full } = spec.rows[truth.rows[k]];
      assert.equal(
        heading,
        [`${spec.steps[step].weights[k]} × row ${label}`, full ?? name]
          .filter(Boolean)
          .join(" "),
      );
      assert.equal(texts.length, spec.numbers ? spec.columns.length : 0);
      texts.forEach((text, j) => assert_says(text, truth.terms[k][j]));
    });
    const [[heading, ...texts]] = foot;
    assert.equal(heading, `out[${step}]`);
    texts.forEach((text, j) => assert_says(text, truth.out[j]));
    assert.equal(texts.length, spec.columns.length);
  }
});

test("the key explains the marks that are drawn in some step, and no others", () => {
  const drawn = {};
  for (const { name, spec, shapes } of last_frames()) {
    drawn[name] ??= { spec, shapes: [] };
    drawn[name].shapes.push(...shapes);
  }
  for (const [name, { spec, shapes }] of Object.entries(drawn)) {
    const fills = shapes
      .filter((s) => !s.key.startsWith("chip"))
      .map((s) => s.fill);
    const has = (role) =>
      fills.some((fill) => fill?.includes(`var(--${role})`));
    const seen = {
      pos: has("pos"),
      neg: has("neg"),
      dot: shapes.some((s) => s.tag === "circle"),
    };
    Object.assign(seen, {
      pick: has("pick"),
      strip: shapes.some((s) => s.key === "strip"),
    });
    const key = kind.key({ spec, step: 0 }).map(([swatch]) => swatch);
    assert.deepEqual(
      key,
      Object.keys(seen).filter((swatch) => seen[swatch]),
      name,
    );
  }
});

test("a typed number is a row of X where there is one", () => {
  const spec = { path: 4, V: 2 };
  assert.deepEqual(
    ["0", "3", "4", "-1", "1.0", "", "x", "9999"].map((typed) =>
      kind.row_of(spec, typed),
    ),
    [0, 3, NaN, NaN, NaN, NaN, NaN, NaN],
  );
  assert.deepEqual(
    [0, 3, 4, NaN].map((row) => kind.step_of({ spec }, row)),
    [0, 3, -1, -1],
  );
});

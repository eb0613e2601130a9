/** What the picture of a gradient says of each step: in words, under the pointer, as a table. Run by test_gradient_rows_frames.py. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { assert_says, frames_of } from '../browser/frames.mjs';
import { END, TIMES, frame, kind } from './gradient_rows.truth.mjs';

const last_frames = () => frames_of(frame, () => [END]);

test('the words name the id, both rows, the visit and what stays zero', () => {
  for (const { say, alt, spec, step, own, row, truth, touched } of last_frames()) {
    const { label } = spec.rows[row];
    const { visit, word } = spec.steps[step];
    const place = own ? '' : kind.place_of(spec.steps[step]);
    const V = spec.V.toLocaleString('en');
    const n = truth.untouched;
    const left =
      n === 0
        ? /no row is untouched\.$/i
        : new RegExp(
            `${n.toLocaleString('en')} of ${V} rows ${n === 1 ? 'is' : 'are'} (still )?untouched, exactly zero\\.$`,
          );
    assert.match(say, left);
    assert.match(alt, left);
    assert.equal(/still/.test(say), !own && n > 0);
    if (!own)
      assert(
        say.startsWith(`Step ${step + 1} of ${spec.path}: `) &&
          say.includes(`added to row ${label} of W.grad, its ${visit} visit.`),
        say,
      );
    if (!own && place)
      assert(say.includes(`so row ${place.includes(',') ? `[${place}]` : place} of the incoming`), say);
    if (!own)
      assert(
        say.includes(word ? `${label}, so ` : `id ${label}, so `) &&
          alt.includes(`added to row ${label}, its ${visit} visit;`),
        alt,
      );
    if (own && !touched[row])
      assert(say.startsWith(`Your row: no id names row ${label}, so its gradient is exactly zero.`), say);
    if (own && touched[row])
      assert(
        say.startsWith(`Your row: ${touched[row][0]} of ${spec.ids.toLocaleString('en')} ids name`),
        say,
      );
    assert.equal(/now reads/.test(say), spec.numbers && Boolean(touched[row]));
    if (/now reads/.test(say))
      say
        .match(/reads (.*);/)[1]
        .split(', ')
        .forEach((text, j) => assert_says(text, touched[row][1][j]));
  }
});

test('the value under the pointer is the one that stands there', () => {
  for (const { state, shapes, spec, step, touched, drawn } of frames_of(frame, () => TIMES))
    for (const s of step < 3 || step >= spec.path ? shapes : []) {
      const data = Object.fromEntries(
        Object.entries(s).flatMap(([key, v]) => (key.startsWith('data-') ? [[key.slice(5), `${v}`]] : [])),
      );
      const said = kind.hover(state, data);
      const [place, text] = said.split(' = ');
      const { row, col, in: arrived } = data;
      if (col === undefined) assert.equal(said, '');
      else if (arrived !== undefined) {
        const at = kind.place_of(spec.steps[arrived]);
        assert.equal(place, `up[${at ? `${at}, ` : ''}${spec.columns[col]}]`);
        assert_says(text, spec.truth[arrived].arrives[col]);
      } else {
        assert(drawn.includes(Number(row)));
        assert.equal(place, `W.grad[${spec.rows[row].label}, ${spec.columns[col]}]`);
        if (text !== undefined) assert_says(text, touched[row]?.[1][col] ?? 0);
        else assert(step >= spec.path && !spec.whole && !spec.numbers);
      }
      if (s.tag === 'text' && spec.numbers && col !== undefined) assert.equal(text, s.text);
    }
});

test('the unseen table holds W.grad after the step, the visits, and what arrived', () => {
  for (const { state, spec, step, own, drawn, touched, truth, row } of last_frames()) {
    const { head, body, foot } = kind.numbers(state);
    const lines = new Map(body.map(([heading, ...cells]) => [heading.split(' ')[0], cells]));
    assert.deepEqual(head, ['row', 'visits', ...spec.columns.map((column) => `column ${column}`)]);
    assert(lines.has(spec.rows[row].label) && lines.size === body.length);
    if (spec.whole || spec.numbers || !own) assert.equal(body.length, drawn.length);
    for (const r of drawn) {
      const [visits, ...texts] = lines.get(spec.rows[r].label) ?? [touched[r]?.[0] ?? '0'];
      assert.equal(visits, touched[r]?.[0] ?? '0');
      texts.forEach((text, j) => assert_says(text, touched[r]?.[1][j] ?? 0));
    }
    assert.equal(foot.length, own ? 0 : 1);
    if (!own) foot[0].slice(2).forEach((text, j) => assert_says(text, truth.arrives[j]));
    assert(own || foot[0].length === spec.columns.length + 2);
    assert(step < spec.steps.length);
  }
});

test("a row is of the path, its own, or the kernel's to know", () => {
  const spec = {
    V: 9,
    rows: { 3: { label: '3', name: 'cat' } },
    steps: [{ row: 3 }, { row: 5 }, { row: 3 }],
  };
  assert.deepEqual(
    [3, 5, 4, NaN].map((row) => kind.step_of({ spec }, row)),
    [0, 1, -1, -1],
  );
  assert.deepEqual(
    ['3', '1,000', 'cat', 'dog', '-1', ''].map((typed) => kind.row_of(spec, typed)),
    [3, 1000, 3, NaN, NaN, NaN],
  );
});

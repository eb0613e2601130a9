/** Runs of a picture that has three steps and two rows beside them, for tests without a browser. */
import assert from "node:assert/strict";
import {
  after,
  begin,
  phase_of,
} from "../../../notebooks/lookup/pictures/kit/player_state.js";

export const LASTS = 1.3; // seconds of a step
export const KIND = {
  lasts: () => LASTS,
  step_of: ({ spec }, row) => spec.steps.findIndex((step) => step.row === row),
  row_of: (_, typed) => (/^\d+$/.test(typed) ? Number(typed) : NaN),
  hover: (_, { row }) => (row === undefined ? "" : `row ${row}`),
  ways: ["product", "lookup"],
};
/** Three steps of a path, and two rows beside it. */
export const SPEC = {
  V: 6,
  path: 3,
  steps: [{ row: 4 }, { row: 1 }, { row: 2 }, { row: 5 }, { row: 0 }],
  predict: false,
  sentence: false,
};

/**
 * `value` and all within it, frozen, so that `after` cannot change the run that it is
 * given.
 */
export function frozen(value) {
  if (value && typeof value === "object")
    Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

export const at = (step, changes = {}, spec = {}, kind = {}) =>
  frozen({
    ...begin(
      { ...KIND, ...kind },
      { spec: { ...SPEC, ...spec }, step, row: null, by: "product" },
    ),
    ...changes,
  });
export const then = (run, event, detail) => frozen(after(run, event, detail));
export const moving = (step, changes, spec) =>
  at(step, { moving: true, t: 0.4, ...changes }, spec);
export const MOVED = { tell: true };
export const ASKS = { predict: true };

export function assert_is(run, expected) {
  const { step, t, moving, playing } = run;
  const seen = { step, t, moving, playing, phase: phase_of(run), due: run.due };
  for (const name in expected)
    assert.deepEqual(seen[name], expected[name], name);
}

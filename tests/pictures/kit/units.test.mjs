/** units.js writes each number as units.py does. Run by test_units.py, which says how that is. */
import assert from "node:assert/strict";
import test from "node:test";
import * as units from "../../../notebooks/lookup/pictures/kit/units.js";
import { specs } from "../../browser/frames.mjs";

for (const [name, texts] of Object.entries(specs))
  test(`${name} writes what Python writes`, () => {
    const written = texts.map(([number]) => [number, units[name](number)]);
    assert.deepEqual(written, texts);
  });

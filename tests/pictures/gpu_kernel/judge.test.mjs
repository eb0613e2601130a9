/**
 * What a learner reads of a compiler's message: Chrome's Tint, and Firefox's naga, which no
 * browser of the tests has. Run by test_gpu_kernel.py.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { compiler_says } from "../../../notebooks/lookup/pictures/gpu_kernel/judge.js";

const NO_NAME = "(There is nothing of that name here.)";
const SEMICOLON = "(A statement ends with a semicolon.)";
const KINDS = "(WGSL does not turn one kind of number into another by itself:";
const ATOMIC = "(G holds atomic numbers:";
const HINTS = {
  "unresolved value 'Wrong'": NO_NAME,
  "no definition in scope for identifier: 'Wrong'": NO_NAME,
  "no definition in scope for identifier: `Wrong`": NO_NAME,
  "expected ';' for assignment": SEMICOLON,
  "expected ';', found '}'": SEMICOLON,
  'expected `;`, found "}"': SEMICOLON,
  "cannot assign 'u32' to 'f32'": KINDS,
  "automatic conversions cannot convert `u32` to `f32`": KINDS,
  "automatic conversions cannot convert elements of `i32` to `u32`": KINDS,
  "the type of `x` is expected to be `u32`, but got `f32`": KINDS,
  "atomic operand type is inconsistent with the operation": ATOMIC,
};

for (const [message, hint] of Object.entries(HINTS))
  test(`${message} has its hint`, () => {
    const said = compiler_says({ line: 2, letter: 11, message, last: false });
    const plain = `The compiler says of line 2, letter 11: ${message} ${hint}`;
    assert.ok(said.startsWith(plain), said);
  });

test("what nobody knows stands as it is", () => {
  const seldom = { line: 1, letter: 1, message: "seldom\nmore", last: true };
  assert.equal(compiler_says(seldom), "The compiler says of the end: seldom");
});

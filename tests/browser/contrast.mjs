/** Whether each text of a frame can be read: its contrast with what lies below it, in both themes. WCAG 2.2, 1.4.3. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { literal } from "../../images/svg.mjs";
import { box_of } from "./frames.mjs";

const LEAST = 4.5;
const css = fs.readFileSync(new URL("../../notebooks/lookup/browser/look.css", import.meta.url), "utf8");
const BLOCKS = [...css.matchAll(/\{((?:\s*--\w+: #\w{6};)+)\s*\}/g)].slice(0, 2);
const THEMES = BLOCKS.map(([, block]) =>
  Object.fromEntries([...block.matchAll(/--(\w+): (#\w{6})/g)].map(([, role, colour]) => [role, colour])),
);

const known = new Map(); // [red, green, blue] of a colour, by its text and theme
function rgb(colour, theme) {
  const name = `${THEMES.indexOf(theme)} ${colour}`;
  if (!known.has(name)) {
    const hex = literal(colour, theme);
    known.set(
      name,
      [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)),
    );
  }
  return known.get(name);
}

const light_of = (byte) => (byte <= 10.31 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

function luminance(colour) {
  const [red, green, blue] = colour.map(light_of);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const over = (below, above, share) => above.map((byte, k) => share * byte + (1 - share) * below[k]);

/** Whether the shape paints its inside, and the point lies in it. */
function covers(shape, [x, y]) {
  if (shape.tag === "text" || !shape.fill || shape.fill === "none") return false;
  const [left, top, right, bottom] = box_of({ ...shape, stroke: "" });
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** The colour at a point once all of `shapes` are painted on paper. */
function ground(shapes, point, theme) {
  const below = shapes.filter((shape) => covers(shape, point));
  const paint = (colour, { fill, opacity = 1 }) => over(colour, rgb(fill, theme), opacity);
  return below.reduce(paint, rgb("var(--paper)", theme));
}

/** Every text of a frame is there or not, and where it is and nothing covers it, it has enough contrast. */
export function assert_readable({ shapes }) {
  shapes.forEach((shape, i) => {
    const { tag, text, fill, opacity = 1, key } = shape;
    if (tag !== "text" || opacity === 0 || !text.trim()) return;
    assert.equal(opacity, 1, `${key} ${text} is half there`);
    const [left, top, right, bottom] = box_of(shape);
    for (const x of [left + 2, (left + right) / 2, right - 2]) {
      const point = [x, (top + bottom) / 2];
      if (shapes.slice(i + 1).some((other) => covers(other, point))) continue;
      for (const theme of THEMES) {
        const found = contrast(rgb(fill, theme), ground(shapes.slice(0, i), point, theme));
        assert(
          found >= LEAST,
          `${key} ${text} ${fill}: ${found.toFixed(2)} in theme ${THEMES.indexOf(theme)}`,
        );
      }
    }
  });
}

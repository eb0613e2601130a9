/**
 * Whether each text of a frame can be read: its contrast with what lies below it, in both
 * themes. WCAG 2.2, 1.4.3.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import { literal } from "../../images/svg.mjs";
import { box_of } from "./frames.mjs";

const LEAST = 4.5;
const css = fs.readFileSync(
  new URL("../../notebooks/lookup/look.css", import.meta.url),
  "utf8",
);
const BLOCKS = [...css.matchAll(/\{((?:\s*--\w+: #\w{6};)+)\s*\}/g)].slice(
  0,
  2,
);
const THEMES = BLOCKS.map(([, block]) =>
  Object.fromEntries(
    [...block.matchAll(/--(\w+): (#\w{6})/g)].map(([, role, colour]) => [
      role,
      colour,
    ]),
  ),
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

const light_of = (byte) =>
  byte <= 10.31 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;

function luminance(colour) {
  const [red, green, blue] = colour.map(light_of);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, bright] = [luminance(one), luminance(other)].sort(
    (a, b) => a - b,
  );
  return (bright + 0.05) / (dark + 0.05);
}

const over = (below, above, share) =>
  above.map((byte, k) => share * byte + (1 - share) * below[k]);

/**
 * The shapes of a frame that paint their inside, with their boxes and their places in the
 * order of painting.
 */
function painted(shapes) {
  const inked = ({ tag, fill }) => tag !== "text" && fill && fill !== "none";
  const all = shapes.map((shape, i) => ({ i, shape }));
  return all
    .filter(({ shape }) => inked(shape))
    .map(({ i, shape }) => ({
      i,
      shape,
      box: box_of({ ...shape, stroke: "" }),
    }));
}

const meets = (one, other) =>
  one[0] <= other[2] &&
  other[0] <= one[2] &&
  one[1] <= other[3] &&
  other[1] <= one[3];

/** The colour at a place once these shapes are painted on paper, in a theme. */
function ground(below, theme) {
  const paint = (colour, { shape: { fill, opacity = 1 } }) =>
    over(colour, rgb(fill, theme), opacity);
  return below.reduce(paint, rgb("var(--paper)", theme));
}

const readable = new Set(); // the fill of a text and of what lies below it, once judged

/** Throws if a fill has too little contrast with what lies below it, in either theme. */
function assert_contrast(fill, below, text) {
  const looks = [
    fill,
    ...below.map(({ shape }) => `${shape.fill} ${shape.opacity ?? 1}`),
  ].join();
  if (readable.has(looks)) return;
  THEMES.forEach((theme, k) => {
    const found = contrast(rgb(fill, theme), ground(below, theme));
    if (found < LEAST)
      assert.fail(`${text} ${fill}: ${found.toFixed(2)} in theme ${k}`);
  });
  readable.add(looks);
}

/**
 * Every text of a frame is there or not, and where it is and nothing covers it, it has
 * enough contrast.
 */
export function assert_readable({ shapes }) {
  const fills = painted(shapes);
  shapes.forEach((shape, i) => {
    const { tag, text, fill, opacity = 1, key } = shape;
    if (tag !== "text" || opacity === 0 || !text.trim()) return;
    assert.equal(opacity, 1, `${key} ${text} is half there`);
    const [left, top, right, bottom] = box_of(shape);
    const around = fills.filter(({ box }) =>
      meets(box, [left, top, right, bottom]),
    );
    const y = (top + bottom) / 2;
    for (const x of [left + 2, (left + right) / 2, right - 2]) {
      const here = around.filter(({ box }) => meets(box, [x, y, x, y]));
      if (here.some((other) => other.i > i)) continue;
      const below =
        shape["paint-order"] === "stroke"
          ? [{ shape: { fill: shape.stroke } }]
          : here; // a halo of its own
      assert_contrast(fill, below, `${key} ${text}`);
    }
  });
}

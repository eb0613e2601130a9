/** Shapes as SVG text that reads the same everywhere: colours and fonts are written out. */

const OWN = ["key", "tag", "text"]; // what a shape has beside its attributes
const escape = (text) =>
  String(text).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** One shape as SVG text. */
export function markup(shape) {
  const attributes = Object.entries(shape)
    .filter(([name]) => !OWN.includes(name))
    .map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<${shape.tag}${attributes.join("")}>${escape(shape.text ?? "")}</${shape.tag}>`;
}

// Oklab, https://bottosson.github.io/posts/oklab/: what color-mix(in oklab, ...) reckons with.
const TO_CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LIGHT = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const times = (matrix, vector) =>
  matrix.map((row) =>
    row.reduce((sum, weight, k) => sum + weight * vector[k], 0),
  );

const light_of = (share) =>
  share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
const share_of = (light) =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** What a colour #RRGGBB does to the three cones of the eye, as cube roots. */
function cones_of(colour) {
  const shares = [1, 3, 5].map(
    (k) => parseInt(colour.slice(k, k + 2), 16) / 255,
  );
  return times(TO_CONES, shares.map(light_of)).map(Math.cbrt);
}

/** The colour #RRGGBB of what `cones_of` gives. */
function colour_of(cones) {
  const light = times(
    TO_LIGHT,
    cones.map((cone) => cone ** 3),
  );
  const bytes = light.map((one) =>
    Math.round(255 * Math.min(1, Math.max(0, share_of(one)))),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join("")}`;
}

/**
 * A share of one colour in another. Oklab is linear in the cube roots of the cones, so
 * that these are mixed as well.
 */
function mixed(one, share, other) {
  const theirs = cones_of(other);
  return colour_of(
    cones_of(one).map((cone, k) => share * cone + (1 - share) * theirs[k]),
  );
}

/**
 * Markup with its fonts and colours in full, {role: #RRGGBB}: outside browsers hardly
 * anything reads var() and color-mix().
 */
export function literal(text, palette) {
  return text
    .replace(/var\(--jp-[\w-]+, ([^()]*)\)/g, "$1")
    .replace(/var\(--(\w+)\)/g, (_, role) => palette[role])
    .replace(
      /color-mix\(in oklab, (#\w{6}) (\d+)%, (#\w{6})\)/g,
      (_, one, percent, other) => mixed(one, percent / 100, other),
    );
}

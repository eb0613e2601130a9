/** Draws images/ with the pictures of the course: scenes as JSON on stdin, {file name: SVG text} as JSON on stdout. */
import fs from "node:fs";
import { markup } from "../notebooks/lookup/browser/draw.js";
import { pace } from "../notebooks/lookup/browser/run.js";
import * as AddRows from "../notebooks/lookup/browser/add_rows.js";
import * as GradientRows from "../notebooks/lookup/browser/gradient_rows.js";
import * as MovingRows from "../notebooks/lookup/browser/moving_rows.js";
import * as SelectRows from "../notebooks/lookup/browser/select_rows.js";

const WIDTH = 800,
  MARGIN = 12;
const FRAME = 0.1,
  REST = 0.7,
  END = 3; // seconds: between two samples, after a step, after the last
const KINDS = { AddRows, GradientRows, MovingRows, SelectRows };

const css = fs.readFileSync(new URL("../notebooks/lookup/browser/look.css", import.meta.url), "utf8");
const palette = Object.fromEntries(
  [...css.match(/\.lookup \{([^}]*)\}/)[1].matchAll(/--(\w+): (#\w{6});/g)].map(([, ...pair]) => pair),
);
const texts = [...css.matchAll(/\.lookup svg (\.\w+) \{([^}]*)\}/g)].map(
  ([, name, rule]) => `${name}{${rule.trim()}}`,
);
const style = `svg{font:12px system-ui,sans-serif}${texts.join("")}`;

// Oklab, https://bottosson.github.io/posts/oklab/: what color-mix(in oklab, ...) reckons with.
const CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LIGHT = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];
const times = (matrix, vector) =>
  matrix.map((row) => row.reduce((sum, weight, k) => sum + weight * vector[k], 0));
const light = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const share = (light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
const cones = (hex) =>
  times(
    CONES,
    [1, 3, 5].map((k) => light(parseInt(hex.slice(k, k + 2), 16) / 255)),
  ).map(Math.cbrt);
const byte = (share) =>
  Math.round(255 * Math.min(1, Math.max(0, share)))
    .toString(16)
    .padStart(2, "0")
    .toUpperCase();

/** A share of one colour in another. Oklab is linear in the cube roots of the cones, so that these are mixed as well. */
function mixed(one, part, other) {
  const [a, b] = [cones(one), cones(other)];
  return `#${times(
    LIGHT,
    a.map((cone, k) => (part * cone + (1 - part) * b[k]) ** 3),
  )
    .map(share)
    .map(byte)
    .join("")}`;
}

/** Markup with its fonts and colours in full: outside browsers hardly anything reads var() and color-mix(). */
function literal(text) {
  const named = text.replace(
    /var\(--(?:jp-[\w-]+, ([^()]*)|(\w+))\)/g,
    (_, font, name) => font ?? palette[name],
  );
  return named.replace(/color-mix\(in oklab, (#\w{6}) (\d+)%, (#\w{6})\)/g, (_, one, percent, other) =>
    mixed(one, percent / 100, other),
  );
}

function svg({ kind, title, spec }, body, more = "") {
  const { width, height } = KINDS[kind].layout(spec),
    scale = +Math.min(1, (WIDTH - 2 * MARGIN) / width).toFixed(3);
  const tall = Math.ceil(scale * height + 2 * MARGIN),
    left = Math.round((WIDTH - scale * width) / 2);
  const named = ["title", "desc"].map((tag) => markup({ key: "", tag, text: title })).join("");
  const paper = `<rect width="${WIDTH}" height="${tall}" fill="var(--paper)"/>`;
  return literal(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${tall}" width="${WIDTH}" height="${tall}" role="img">${named}
<style>${style}${more}</style>
${paper}<g transform="translate(${left} ${MARGIN}) scale(${scale})">
${body.join("\n")}
</g></svg>
`);
}

const plain = (shape) =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => !name.startsWith("data-")));
const still = (scene) => svg(scene, KINDS[scene.kind].picture(scene, Infinity).map(plain).map(markup));

/** [time, shapes] of a run through all steps. */
function frames({ kind, spec }) {
  const list = [],
    { lasts, picture } = KINDS[kind];
  let clock = 0;
  for (let step = 0; step < spec.path; step++) {
    const whole = lasts({ spec, step }),
      span = whole / pace(step),
      count = Math.ceil(span / FRAME);
    for (let k = 0; k <= count; k++)
      list.push([clock + (k * span) / count, picture({ spec, step }, (k * whole) / count).map(plain)]);
    clock += span + (step + 1 < spec.path ? REST : END);
    list.push([clock - FRAME, list.at(-1)[1]]);
  }
  return { list, lasts: clock };
}

/** What never changes about a shape: two frames that agree in it show the same thing, perhaps elsewhere or fainter. */
const identity = ({ opacity: _, x: __, y: ___, cx: ____, cy: _____, ...rest }) => JSON.stringify(rest);
const spot = (shape) => [shape.x ?? shape.cx ?? 0, shape.y ?? shape.cy ?? 0];

/** Each thing of a film with its shape in every frame; what vanishes and comes back elsewhere is another thing. */
function things_of(list) {
  const things = new Map();
  list.forEach(([, shapes], f) =>
    shapes.forEach((shape) => {
      const id = identity(shape),
        runs = things.get(id) ?? things.set(id, []).get(id),
        old = runs.at(-1);
      const same = old && (old.at[f - 1] || `${spot(old.last)}` === `${spot(shape)}`);
      const thing = same ? old : { at: [] };
      if (!same) runs.push(thing);
      thing.last = thing.at[f] = shape;
    }),
  );
  return [...things.values()].flat();
}

/** A picture that moves by CSS alone: one element for each thing, one @keyframes for each way of moving. */
function film(scene) {
  const { list, lasts } = frames(scene),
    rules = new Map();
  const body = things_of(list)
    .sort((a, b) => order(a.last) - order(b.last))
    .map(({ last, at }) => {
      const track = keyframes(list, at, last, lasts);
      const shown = at[list.length - 1] ? last : { ...last, opacity: 0 };
      if (!track) return markup(shown);
      if (!rules.has(track)) rules.set(track, `k${rules.size}`);
      return markup({ ...shown, class: [last.class, rules.get(track)].filter(Boolean).join(" ") });
    });
  const moves = [...rules].map(
    ([track, name]) =>
      `@keyframes ${name}{${track}}.${name}{animation:${name} ${lasts.toFixed(2)}s linear infinite}`,
  );
  return svg(
    scene,
    body,
    `${moves.join("")}@media(prefers-reduced-motion:reduce){*{animation:none!important}}`,
  );
}

/** What travels is drawn over what stays. */
const order = ({ key }) => (key.startsWith("copy") ? 2 : /^(tag|row|hot.*(ink|pick))/.test(key) ? 1 : 0);

function keyframes(list, at, last, lasts) {
  const [x0, y0] = spot(last);
  let here = at.find(Boolean);
  const points = list.map(([time], f) => {
    here = at[f] ?? here;
    const [x, y] = spot(here),
      seen = at[f] ? (here.opacity ?? 1) : 0;
    return [
      (100 * time) / lasts,
      `opacity:${+seen.toFixed(2)};transform:translate(${+(x - x0).toFixed(1)}px,${+(y - y0).toFixed(1)}px)`,
    ];
  });
  if (new Set(points.map(([, rule]) => rule)).size === 1) return at[0] ? "" : null;
  const kept = points.filter(([, rule], f) => rule !== points[f - 1]?.[1] || rule !== points[f + 1]?.[1]);
  return [...kept.map(([share, rule]) => `${+share.toFixed(2)}%{${rule}}`), `100%{${kept.at(-1)[1]}}`].join(
    "",
  );
}

const scenes = JSON.parse(fs.readFileSync(0, "utf8"));
const drawn = scenes.map((scene) => [`${scene.name}.svg`, scene.step === null ? film(scene) : still(scene)]);
process.stdout.write(JSON.stringify(Object.fromEntries(drawn)));

/** Draws images/ with the pictures of the course: scenes as JSON on stdin, {file name: SVG text} as JSON on stdout. */
import fs from "node:fs";
import { markup } from "../notebooks/lookup/page/draw.js";
import { pace } from "../notebooks/lookup/page/play.js";
import * as AddRows from "../notebooks/lookup/page/add_rows.js";
import * as GradientRows from "../notebooks/lookup/page/gradient_rows.js";
import * as MovingRows from "../notebooks/lookup/page/moving_rows.js";
import * as SelectRows from "../notebooks/lookup/page/select_rows.js";

const WIDTH = 800, MARGIN = 12;
const FRAME = 0.1, REST = 0.7, END = 3; // seconds: between two samples, after a step, after the last
const KINDS = { AddRows, GradientRows, MovingRows, SelectRows };

const css = fs.readFileSync(new URL("../notebooks/lookup/page/look.css", import.meta.url), "utf8");
const palette = css.match(/\.lookup \{([^}]*)\}/)[1].replace(/\s+/g, " ").trim();
const texts = [...css.matchAll(/\.lookup svg (\.\w+) \{([^}]*)\}/g)].map(([, name, rule]) => `${name}{${rule.trim()}}`);
const style = `svg{${palette} font:12px system-ui,sans-serif}${texts.join("")}`;

function svg({ kind, title, spec }, body, more = "") {
  const { width, height } = KINDS[kind].layout(spec), scale = +Math.min(1, (WIDTH - 2 * MARGIN) / width).toFixed(3);
  const tall = Math.ceil(scale * height + 2 * MARGIN), left = Math.round((WIDTH - scale * width) / 2);
  const named = ["title", "desc"].map((tag) => markup({ key: "", tag, text: title })).join("");
  const paper = `<rect width="${WIDTH}" height="${tall}" fill="var(--paper)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${tall}" width="${WIDTH}" height="${tall}" role="img">${named}
<style>${style}${more}</style>
${paper}<g transform="translate(${left} ${MARGIN}) scale(${scale})">
${body.join("\n")}
</g></svg>
`;
}

const plain = (shape) => Object.fromEntries(Object.entries(shape).filter(([name]) => !name.startsWith("data-")));
const still = (scene) => svg(scene, KINDS[scene.kind].picture(scene, Infinity).map(plain).map(markup));

/** [time, shapes] of a run through all steps. */
function frames({ kind, spec }) {
  const list = [], { lasts, picture } = KINDS[kind];
  let clock = 0;
  for (let step = 0; step < spec.path; step++) {
    const whole = lasts({ spec, step }), span = whole / pace(step), count = Math.ceil(span / FRAME);
    for (let k = 0; k <= count; k++) list.push([clock + (k * span) / count, picture({ spec, step }, (k * whole) / count).map(plain)]);
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
  list.forEach(([, shapes], f) => shapes.forEach((shape) => {
    const id = identity(shape), runs = things.get(id) ?? things.set(id, []).get(id), old = runs.at(-1);
    const same = old && (old.at[f - 1] || `${spot(old.last)}` === `${spot(shape)}`);
    const thing = same ? old : { at: [] };
    if (!same) runs.push(thing);
    thing.last = thing.at[f] = shape;
  }));
  return [...things.values()].flat();
}

/** A picture that moves by CSS alone: one element for each thing, one @keyframes for each way of moving. */
function film(scene) {
  const { list, lasts } = frames(scene), rules = new Map();
  const body = things_of(list).sort((a, b) => order(a.last) - order(b.last)).map(({ last, at }) => {
    const track = keyframes(list, at, last, lasts);
    const shown = at[list.length - 1] ? last : { ...last, opacity: 0 };
    if (!track) return markup(shown);
    if (!rules.has(track)) rules.set(track, `k${rules.size}`);
    return markup({ ...shown, class: [last.class, rules.get(track)].filter(Boolean).join(" ") });
  });
  const moves = [...rules].map(([track, name]) => `@keyframes ${name}{${track}}.${name}{animation:${name} ${lasts.toFixed(2)}s linear infinite}`);
  return svg(scene, body, `${moves.join("")}@media(prefers-reduced-motion:reduce){*{animation:none!important}}`);
}

/** What travels is drawn over what stays. */
const order = ({ key }) => (key.startsWith("copy") ? 2 : /^(tag|row|hot.*(ink|pick))/.test(key) ? 1 : 0);

function keyframes(list, at, last, lasts) {
  const [x0, y0] = spot(last);
  let here = at.find(Boolean);
  const points = list.map(([time], f) => {
    here = at[f] ?? here;
    const [x, y] = spot(here), seen = at[f] ? (here.opacity ?? 1) : 0;
    return [(100 * time) / lasts, `opacity:${+seen.toFixed(2)};transform:translate(${+(x - x0).toFixed(1)}px,${+(y - y0).toFixed(1)}px)`];
  });
  if (new Set(points.map(([, rule]) => rule)).size === 1) return at[0] ? "" : null;
  const kept = points.filter(([, rule], f) => rule !== points[f - 1]?.[1] || rule !== points[f + 1]?.[1]);
  return [...kept.map(([share, rule]) => `${+share.toFixed(2)}%{${rule}}`), `100%{${kept.at(-1)[1]}}`].join("");
}

const scenes = JSON.parse(fs.readFileSync(0, "utf8"));
const drawn = scenes.map((scene) => [`${scene.name}.svg`, scene.step === null ? film(scene) : still(scene)]);
process.stdout.write(JSON.stringify(Object.fromEntries(drawn)));

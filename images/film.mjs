/**
 * A picture that moves by CSS alone: one element for each thing, one @keyframes for each
 * way of moving.
 */
import { pace } from "../notebooks/lookup/pictures/kit/tempo.js";
import { markup } from "./svg.mjs";

const FRAME = 0.1; // seconds between two samples
const REST = 0.7; // seconds after a step
const END = 3; // seconds after the last step

/** A shape without what a page keeps in it for the pointer. */
export const plain = (shape) =>
  Object.fromEntries(
    Object.entries(shape).filter(([name]) => !name.startsWith("data-")),
  );

/** The film of all steps of a state as {body: SVG texts, rules: CSS}; `kind` draws it. */
export function film_of(kind, state) {
  const { frames, seconds } = frames_of(kind, state);
  const names = new Map(); // of the ways of moving, by their keyframes
  const things = things_of(frames).sort(
    (a, b) => layer(a.last) - layer(b.last),
  );
  const body = things.map(({ last, at }) => {
    const shown = at[frames.length - 1] ? last : { ...last, opacity: 0 };
    const track = keyframes(frames, at, last, seconds);
    if (!track) return markup(shown);
    if (!names.has(track)) names.set(track, `k${names.size}`);
    return markup({
      ...shown,
      class: [last.class, names.get(track)].filter(Boolean).join(" "),
    });
  });
  const lasts = `${seconds.toFixed(2)}s`;
  const moves = [...names].map(
    ([track, name]) =>
      `@keyframes ${name}{${track}}.${name}{animation:${name} ${lasts} linear infinite}`,
  );
  return {
    body,
    rules: `${moves.join("")}@media(prefers-reduced-motion:reduce){*{animation:none!important}}`,
  };
}

/** [time, shapes] of a run through all steps, and the seconds that it takes. */
function frames_of({ lasts, picture, points }, scene) {
  const frames = [];
  const { path } = scene.spec;
  let seconds = 0;
  for (let step = 0; step < path; step++) {
    const state = { ...scene, step };
    const whole = lasts(state);
    let t = 0; // seconds into the step
    while (t < whole) {
      frames.push([seconds, picture(state, t).map(plain)]);
      t += FRAME * pace(step, t, points?.(state));
      seconds += FRAME;
    }
    frames.push([seconds, picture(state, whole).map(plain)]);
    seconds += step + 1 < path ? REST : END;
    const [, shapes] = frames.at(-1);
    frames.push([seconds - FRAME, shapes]);
  }
  return { frames, seconds };
}

/**
 * What never changes about a shape: two frames that agree in it show the same thing,
 * perhaps elsewhere or fainter.
 */
function identity(shape) {
  const moves = ["opacity", "x", "y", "cx", "cy"];
  return JSON.stringify(
    Object.entries(shape).filter(([name]) => !moves.includes(name)),
  );
}

const spot = (shape) => [shape.x ?? shape.cx ?? 0, shape.y ?? shape.cy ?? 0];

/**
 * Each thing of a film with its shape in every frame; what vanishes and comes back
 * elsewhere is another thing.
 */
function things_of(frames) {
  const by_identity = new Map();
  frames.forEach(([, shapes], f) => {
    for (const shape of shapes) {
      const id = identity(shape);
      if (!by_identity.has(id)) by_identity.set(id, []);
      const things = by_identity.get(id);
      const had = things.at(-1);
      const same =
        had && (had.at[f - 1] || `${spot(had.last)}` === `${spot(shape)}`);
      if (!same) things.push({ at: [] });
      const thing = things.at(-1);
      thing.at[f] = shape;
      thing.last = shape;
    }
  });
  return [...by_identity.values()].flat();
}

/**
 * What travels is drawn over what points, and that over what stays; what is written on a
 * chip over the chip, whose look changes.
 */
function layer({ key }) {
  if (key.startsWith("copy")) return 2;
  return /^(tag|row|chip\d+[:#])/.test(key) ? 1 : 0;
}

/**
 * How a thing moves and fades; empty where it does neither, null where it is not there
 * from the start but never moves.
 */
function keyframes(frames, at, last, seconds) {
  const [x0, y0] = spot(last);
  let here = at.find(Boolean);
  const points = frames.map(([time], f) => {
    here = at[f] ?? here;
    const [x, y] = spot(here);
    const seen = at[f] ? (here.opacity ?? 1) : 0;
    const move = `translate(${+(x - x0).toFixed(1)}px,${+(y - y0).toFixed(1)}px)`;
    return [
      (100 * time) / seconds,
      `opacity:${+seen.toFixed(2)};transform:${move}`,
    ];
  });
  const rules = points.map(([, rule]) => rule);
  if (new Set(rules).size === 1) return "";
  const kept = points.filter(
    ([, rule], f) => rule !== rules[f - 1] || rule !== rules[f + 1],
  );
  const track = kept.map(([share, rule]) => `${+share.toFixed(2)}%{${rule}}`);
  return [...track, `100%{${kept.at(-1)[1]}}`].join("");
}

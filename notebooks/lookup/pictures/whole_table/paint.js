// @ts-check
/**
 * The wall and what moves over it, in colours of the page. The wall's canvas has a pixel for
 * each number; the one above it those of the screen.
 */
import { corner_of, most_written, place_in, slot, written } from "./places.js";
import { table_of, tone_of, TONES } from "./table.js";

const ROLES = ["pos", "neg", "zero", "paper", "pick", "ink", "touch", "line"]; // as look.css

/** The colours of a page, as the course names them: {role: colour}. */
export function colours_of(root) {
  const style = getComputedStyle(root);
  return Object.fromEntries(
    ROLES.map((role) => [role, style.getPropertyValue(`--${role}`).trim()]),
  );
}

/** Every fill that the wall has, as the 32 bits of a pixel, and as a colour for a stripe. */
export function inks_of(colours) {
  const ramp = (end, share) =>
    `color-mix(in oklab, ${colours[end]} ${Math.round(100 * share)}%, ${colours.zero})`;
  const tones = Array.from({ length: 2 * TONES + 1 }, (_, k) => {
    const tone = k - TONES;
    if (tone === 0) return colours.line;
    return ramp(tone > 0 ? "pos" : "neg", Math.abs(tone) / TONES);
  });
  return {
    colours,
    tones,
    of_tone: as_pixels(tones),
    paper: as_pixels([colours.paper])[0],
    zero: as_pixels([colours.line])[0],
  };
}

/** Colours as the browser draws them. */
function as_pixels(colours) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: colours.length, height: 1 });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  colours.forEach((colour, k) => {
    context.fillStyle = colour;
    context.fillRect(k, 0, 1, 1);
  });
  const { data } = context.getImageData(0, 0, colours.length, 1);
  return new Uint32Array(data.buffer);
}

/** All numbers of a table as pixels. */
export const pixels_of = (spec, { of_tone }) =>
  Uint32Array.from(table_of(spec).tones, (tone) => of_tone[tone + TONES]);

/**
 * Fill the pixels of the wall with what a scene shows of it.
 *
 * @param {Uint32Array} image w × h pixels
 * @param {Uint32Array} pixels of the table, V × D
 */
export function compose(image, pixels, wall, state, scene, inks) {
  image.fill(inks.paper);
  const { act } = scene;
  if (act === "sort") compose_sorted(image, pixels, wall, state, scene);
  else if (act === "learn" || act === "sparse=True")
    compose_gradient(image, wall, state, scene, inks);
  else compose_table(image, pixels, wall, scene, inks);
}

/** The table; of what is multiplied by 0 only zeros are left. */
function compose_table(image, pixels, wall, { wiped, stripes }, inks) {
  const { V, D, w } = wall;
  const kept = new Set(stripes.map(({ row }) => row));
  for (let row = 0; row < V; row++) {
    const [x, y] = corner_of(wall, row);
    const at = y * w + x;
    if (row < wiped && !kept.has(row)) image.fill(inks.zero, at, at + D);
    else image.set(pixels.subarray(row * D, (row + 1) * D), at);
  }
}

/** The gradient: zeros, which may fall, and the rows that were written so far. */
function compose_gradient(image, wall, state, scene, inks) {
  const { V, D, w, h } = wall;
  const down = Math.round(scene.fallen * (h + 1));
  const times = written(scene);
  for (let row = 0; row < V; row++) {
    const [x, y] = corner_of(wall, row);
    if (row in times || y + down >= h) continue;
    const at = (y + down) * w + x;
    image.fill(inks.zero, at, at + D);
  }
  const most = most_written(state);
  for (const [row, count] of Object.entries(times)) {
    const [x, y] = corner_of(wall, Number(row));
    const ink = inks.of_tone[TONES + tone_of(count / most)];
    image.fill(ink, y * w + x, y * w + x + D);
  }
}

/** The rows on their way from where they were to where their cosine puts them. */
function compose_sorted(image, pixels, wall, state, { moved, top, before }) {
  const { V, D, w } = wall;
  const [from, to] = [before, top].map((row) => place_in(state.spec, row));
  for (let row = 0; row < V; row++) {
    const [x0, y0] = corner_of(wall, from(row));
    const [x1, y1] = corner_of(wall, to(row));
    const x = Math.round(x0 + (x1 - x0) * moved);
    const y = Math.round(y0 + (y1 - y0) * moved);
    image.set(pixels.subarray(row * D, (row + 1) * D), y * w + x);
  }
}

/**
 * Draw what lies over the wall: marks around lines, copies on their way and in the drawer,
 * the line that the keys have come to, a stripe that is dragged.
 *
 * @param {CanvasRenderingContext2D} context in px of the page
 */
export function draw_over(context, wall, place, state, scene, inks, dragged) {
  const line = (at) => line_of(wall, place, at);
  const learns = scene.act === "learn" || scene.act === "sparse=True";
  const edge = inks.colours[learns ? "touch" : "pick"];
  const ink = inks.colours[learns ? "paper" : "ink"]; // that a ring is cased in
  if (scene.act === "sort") frame(context, line(0), ink, edge, scene.moved);
  else frame_each(context, scene.stripes, line, ink, edge);
  if (state.cursor !== null) {
    context.setLineDash([3, 3]);
    frame(context, line(state.cursor), inks.colours.ink, inks.colours.paper, 1);
    context.setLineDash([]);
  }
  const flat = learns
    ? inks.tones[TONES + tone_of(1 / most_written(state))]
    : null;
  scene.stripes.forEach((stripe, k) => {
    const at = scene.act === "sort" ? line(k) : line(stripe.row);
    copy(context, state.spec, stripe, at, slot(place, k), {
      flat,
      edge,
      ink,
      inks,
    });
  });
  if (!dragged) return;
  stripe_at(context, state.spec, dragged.row, dragged, null, inks);
  frame(context, dragged, inks.colours.ink, inks.colours.pick, 1);
}

/** The box of a place of the wall, in px. */
const line_of = (wall, { top }, place) => {
  const [x, y] = corner_of(wall, place).map((n) => n * wall.u);
  return { x, y: y + top, w: wall.D * wall.u, h: wall.u };
};

/** A ring around the line of each stripe that is lit. None lies on a line, however near it is. */
function frame_each(context, stripes, line, ink, edge) {
  const ringed = stripes.filter(({ lit }) => lit > 0);
  for (const { row, lit } of ringed) frame(context, line(row), ink, edge, lit);
  for (const { x, y, w, h } of ringed.map(({ row }) => line(row)))
    context.clearRect(x, y, w, h);
}

/** A ring around a box, cased so that it stands on any fill. */
function frame(context, { x, y, w, h }, ink, edge, seen) {
  if (seen === 0) return;
  context.globalAlpha = seen;
  const box = [x - 3, y - 3, w + 6, h + 6];
  context.lineWidth = 3.4;
  context.strokeStyle = ink;
  context.strokeRect(box[0], box[1], box[2], box[3]);
  context.lineWidth = 1.8;
  context.strokeStyle = edge;
  context.strokeRect(box[0], box[1], box[2], box[3]);
  context.globalAlpha = 1;
}

/** A copy on its way to the drawer; a gradient goes the other way, and stays in both. */
function copy(context, spec, stripe, line, end, { flat, edge, ink, inks }) {
  const { row, gone, lit } = stripe;
  if (flat) stripe_at(context, spec, row, end, flat, inks);
  if (lit === 0 || (flat && gone === 1)) return;
  const far = flat ? 1 - gone : gone;
  const mix = (name) => line[name] + (end[name] - line[name]) * far;
  const box = { x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") };
  stripe_at(context, spec, row, box, flat, inks);
  if (gone < 1) frame(context, box, ink, edge, lit);
}

/** The numbers of a row side by side in a box, or, `flat`, one colour for all of them. */
function stripe_at(context, spec, row, { x, y, w, h }, flat, inks) {
  const { tones } = table_of(spec);
  const { D } = spec;
  for (let j = 0; j < D; j++) {
    const [left, right] = [j, j + 1].map((k) => Math.round(x + (k * w) / D));
    context.fillStyle = flat ?? inks.tones[tones[row * D + j] + TONES];
    context.fillRect(left, y, right - left, h);
  }
}

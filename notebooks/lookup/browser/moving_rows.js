/** Rows on the move: each row is a dot on a map whose axes stay; from moment to moment of training the dots glide. */
import { FADED, circle, label, number, part, path, quiet, rect } from "./draw.js";
import { alt, hover, near_of, numbers, numbers_of, place_of, say } from "./moving_rows_text.js";
import { words_beside } from "./place_labels.js";
import { player } from "./player.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { mark: [0, 0.3], glide: [0.3, 1.3] };
export const picks = true;
export const unit = "moment";
const DOT = 4.5; // radius of a dot
const TOUCHED = 7.5; // radius of the ring of a row written
const AROUND = 11; // radius of the ring of a row picked
const EDGE = 16; // px around the map, in which a ring has room
const ANYWHERE = { stroke: "none", "stroke-width": 12, "pointer-events": "all" }; // the pointer finds a dot beside it, too
const LEGEND = { t: "just written", s: "written before", n: "never seen" };

/** Where things stand, from the spec alone, so that nothing jumps from moment to moment. */
export function layout({ map: [w, h] }) {
  const box = { x: 4, y: 24, w: w + 2 * EDGE, h: h + 2 * EDGE };
  return { box, width: box.w + 8, height: box.y + box.h + 24 };
}

/** All shapes of the moment at time t (seconds): at 0 it is still the one before. State: the spec, the step, the row picked. */
export function picture(state, t) {
  const { spec, step } = state;
  const gone = part(t, stages.glide);
  const marked = part(t, stages.mark);
  const last = marked > 0 ? step : Math.max(0, step - 1); // the moment whose marks are shown
  const picked = place_of(spec, state.row);
  const active = picked < 0 ? null : [picked, ...near_of(spec.steps[last], picked)];
  const { marks = "" } = spec.steps[last];
  const dots = places_between(spec, step, gone).map((dot, i) => ({
    i,
    ...dot,
    mark: marks[i],
    seen: step > 0 && last === step ? marked : 1,
    picked: i === picked,
    away: active && !active.includes(i),
  }));
  const trail = picked < 0 ? [] : trail_of(spec, last, dots[picked]);
  const rank = ({ i }) => (active?.includes(i) ? active.indexOf(i) - active.length : i);
  const order = dots.sort((a, b) => rank(a) - rank(b)); // who is picked comes first
  return [
    ...around(spec, last, step, gone),
    ...trail,
    ...[...order].reverse().flatMap((dot) => marks_of(dot, spec.rows[dot.i].row)),
    ...words_of(spec, order, step, gone),
  ];
}

/** Where the dots are at a moment. */
function places_at(spec, step) {
  const { box } = layout(spec);
  const bottom = box.y + EDGE + spec.map[1];
  const x = numbers_of(spec.steps[step].x);
  const y = numbers_of(spec.steps[step].y);
  return x.map((_, i) => ({ x: box.x + EDGE + x[i], y: bottom - y[i] }));
}

/** Where the dots are on their way from the moment before. */
function places_between(spec, step, gone) {
  const to = places_at(spec, step);
  const between = (a, b) => a + (b - a) * gone;
  return places_at(spec, Math.max(0, step - 1)).map(({ x, y }, i) => ({
    x: between(x, to[i].x),
    y: between(y, to[i].y),
  }));
}

/** The frame of the map, which moment it is, what the marks mean, what the axes are. */
function around(spec, last, step, gone) {
  const { box, width, height } = layout(spec);
  const { name } = spec.steps[last];
  const on_the_way = last === step && step > 0 && gone < 0.9999;
  const when = on_the_way ? `${spec.steps[step - 1].name} → ${name}` : name;
  const axis = (text, k) => quiet(`axis${k}`, box.x + 205 * k, height - 6, `${"→↑"[k]} ${text}`);
  return [
    rect("box", box.x, box.y, box.w, box.h, { fill: "none", stroke: "var(--line)" }),
    number("when", box.x, 14, when, { "text-anchor": "start" }),
    ...(spec.marked ? legend(width - 4) : []),
    ...spec.axes.map(axis),
  ];
}

/** What the marks mean, in a line that ends at `right`. */
function legend(right) {
  const keys = Object.entries(LEGEND);
  const wide = keys.map(([, words]) => 30 + 6.2 * words.length);
  return keys.flatMap(([mark, words], k) => {
    const x = right - wide.slice(k).reduce((sum, w) => sum + w) + 14;
    return [...dot_of(`key${k}`, { x, y: 10, mark, seen: 1 }), quiet(`key${k}:`, x + 12, 14, words)];
  });
}

/** The mark of a row: a dot; with a plum ring if it was written; hollow, as a zero is, if it was not seen so far. */
function dot_of(key, { x, y, mark, seen, away }, data = {}) {
  const opacity = away ? FADED : 1;
  const full = { fill: "var(--quiet)", opacity, ...ANYWHERE, ...data };
  if (mark === "n") {
    const hollow = { fill: "var(--paper)", stroke: "var(--quiet)", opacity, ...data };
    return [circle(key, x, y, DOT - 0.5, hollow), circle(`${key}#`, x, y, 1.4, full)];
  }
  const dot = circle(key, x, y, DOT, full);
  if (mark !== "t") return [dot];
  const touch = {
    fill: "none",
    stroke: "var(--touch)",
    "stroke-width": 2.2,
    opacity: seen * opacity,
    ...data,
  };
  return [dot, circle(`${key}touch`, x, y, TOUCHED, touch)];
}

/** The dot of a row, and the ring around it if it is picked. */
function marks_of(dot, row) {
  const data = { "data-row": row };
  const ring = (role, width) => {
    const look = { fill: "none", stroke: `var(--${role})`, "stroke-width": width, ...data };
    return circle(`ring${role}`, dot.x, dot.y, AROUND, look);
  };
  const rings = dot.picked ? [ring("ink", 5.5), ring("pick", 3.5)] : [];
  return [...rings, ...dot_of(`dot${dot.i}`, dot, data)];
}

/** The way of the picked row: through all moments up to now. */
function trail_of(spec, last, dot) {
  const stops = Array.from({ length: last }, (_, step) => places_at(spec, step)[dot.i]);
  const d = `M${[...stops, dot].map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const round = { fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" };
  const stop = { fill: "var(--pick)", stroke: "var(--ink)" };
  return [
    path("trailink", d, { ...round, stroke: "var(--ink)", "stroke-width": 3.6 }),
    path("trailpick", d, { ...round, stroke: "var(--pick)", "stroke-width": 1.8 }),
    ...stops.map(({ x, y }, step) => circle(`stop${step}`, x, y, 3, stop)),
  ];
}

/** How far a mark reaches from the middle of its dot. */
function reach_of({ mark, picked }) {
  if (picked) return AROUND + 2.75;
  return mark === "t" ? TOUCHED + 1.1 : DOT;
}

/** The words where they have room. While dots glide a word keeps its side: first that of the moment left, then that of the next. */
function words_of(spec, order, step, gone) {
  const { box } = layout(spec);
  const frame = [box.x, box.y, box.x + box.w, box.y + box.h];
  const dots = order.map((dot) => ({
    ...dot,
    reach: reach_of(dot),
    must: dot.picked,
    width: spec.rows[dot.i].width * (dot.picked ? 1.2 : 1),
  }));
  const rest = places_between(spec, step, gone < 0.5 ? 0 : 1);
  const at_rest = dots.map((dot) => ({ ...dot, ...rest[dot.i] }));
  const places = words_beside(dots, frame, words_beside(at_rest, frame));
  return dots.flatMap((dot, k) => (places[k] ? [word(dot, places[k], spec.rows[dot.i])] : []));
}

function word({ i, away, picked }, { anchor, x, y }, row) {
  return label(`word${i}`, x, y, row.name ?? row.label, {
    "text-anchor": anchor,
    stroke: "var(--paper)",
    "stroke-width": 3,
    "paint-order": "stroke",
    "font-size": picked ? 12 : 11,
    ...(picked && { "font-weight": 700 }),
    fill: away ? "var(--quiet)" : "var(--ink)",
    "data-row": row.row,
  });
}

/** To mean a row moves no step; -1 where it is not drawn, so that the kernel says why. */
export const step_of = ({ spec, step }, row) => (row === null || place_of(spec, row) >= 0 ? step : -1);

/** The row drawn that a typed text means: a number as labels write it, or a word. An empty text lets go; else NaN. */
export function row_of({ rows }, typed) {
  if (typed === "") return null;
  const is_label = (row) => row.label === typed || row.label.replaceAll(",", "") === typed;
  const is_word = (row) => (row.full ?? row.name) === typed;
  const found = rows.find(is_label) ?? rows.find(is_word);
  return found?.row ?? NaN;
}

/** What a reader of the page may want to know of the moment. */
export const facts = ({ spec, row }) => ({ picked: place_of(spec, row) < 0 ? "" : row });

/** Seconds that a moment takes. */
export const lasts = () => stages.glide[1];

export default player({
  picture,
  say,
  alt,
  hover,
  numbers,
  facts,
  step_of,
  row_of,
  layout,
  lasts,
  picks,
  unit,
});

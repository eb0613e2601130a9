/** Rows on the move: each row is a dot on a map whose axes stay; from moment to moment of training the dots glide. */
import { label, number, part, quiet } from "./draw.js";
import { words_beside } from "./place_labels.js";
import { alt, hover, near_of, numbers, numbers_of, place_of, say } from "./moving_rows_text.js";
import { player } from "./player.js";

/** Seconds from and to, in the order the eye should follow. */
export const stages = { mark: [0, 0.3], glide: [0.3, 1.3] };
export const picks = true;
export const unit = "moment";
const DOT = 4.5,
  TOUCHED = 7.5,
  AROUND = 11; // radius of a dot, of the ring of a row written, of a row picked
const EDGE = 16; // px around the map, in which a ring has room
const AWAY = 0.38; // what is left of a dot that takes no part
const FELT = { stroke: "none", "stroke-width": 12, "pointer-events": "all" }; // where the pointer finds a dot

/** Where things stand, from the spec alone, so that nothing jumps from moment to moment. */
export function layout({ map: [w, h] }) {
  const box = { x: 4, y: 24, w: w + 2 * EDGE, h: h + 2 * EDGE };
  return { box, width: box.w + 8, height: box.y + box.h + 24 };
}

/** All shapes of the moment at time t (seconds): at 0 it is still the one before. State: the spec, the step, the row picked. */
export function picture(state, t) {
  const { spec, step, row } = state,
    gone = part(t, stages.glide),
    marked = part(t, stages.mark);
  const last = marked > 0 ? step : Math.max(0, step - 1),
    pick = place_of(spec, row),
    dots = dots_of(spec, step, gone);
  const { marks = "" } = spec.steps[last],
    active = pick < 0 ? null : [pick, ...near_of(spec.steps[last], pick)];
  const seen = step > 0 && last === step ? marked : 1;
  const all = spec.rows.map((_, i) => ({
    i,
    ...dots[i],
    mark: marks[i],
    seen,
    picked: i === pick,
    away: active && !active.includes(i),
  }));
  const order = all.sort((a, b) => rank(active, a) - rank(active, b)); // who is picked comes first
  return [
    ...around(spec, last, step, gone),
    ...(pick < 0 ? [] : trail(spec, last, pick, dots[pick])),
    ...[...order].reverse().flatMap((dot) => shapes_of(dot, spec.rows[dot.i].row)),
    ...words_of(spec, order, step, gone),
  ];
}

const rank = (active, { i }) => (active?.includes(i) ? active.indexOf(i) - active.length : i);

/** Where the dots are at a moment. */
function places_at(spec, step) {
  const { box } = layout(spec),
    bottom = box.y + EDGE + spec.map[1],
    [x, y] = ["x", "y"].map((axis) => numbers_of(spec.steps[step][axis]));
  return x.map((_, i) => ({ x: box.x + EDGE + x[i], y: bottom - y[i] }));
}

/** Where the dots are on their way from the moment before. */
function dots_of(spec, step, gone) {
  const [from, to] = [places_at(spec, Math.max(0, step - 1)), places_at(spec, step)];
  const between = (a, b) => a + (b - a) * gone;
  return from.map(({ x, y }, i) => ({ x: between(x, to[i].x), y: between(y, to[i].y) }));
}

/** The frame of the map, which moment it is, what the marks mean, what the axes are. */
function around(spec, last, step, gone) {
  const { box, width, height } = layout(spec),
    { name } = spec.steps[step];
  const when =
    last === step && step && gone < 0.9999 ? `${spec.steps[step - 1].name} → ${name}` : spec.steps[last].name;
  const keys = spec.marked
    ? [
        ["t", "just written"],
        ["s", "written before"],
        ["n", "never seen"],
      ]
    : [];
  const wide = keys.map(([, words]) => 30 + 6.2 * words.length);
  return [
    {
      key: "box",
      tag: "rect",
      x: box.x,
      y: box.y,
      width: box.w,
      height: box.h,
      fill: "none",
      stroke: "var(--line)",
    },
    number("when", box.x, 14, when, { "text-anchor": "start" }),
    ...keys.flatMap(([mark, words], k) => {
      const x = width - 4 - wide.slice(k).reduce((a, b) => a + b) + 14;
      return [...dot_of(`key${k}`, { x, y: 10, mark, seen: 1 }), quiet(`key${k}:`, x + 12, 14, words)];
    }),
    ...spec.axes.map((text, k) => quiet(`axis${k}`, box.x + 205 * k, height - 6, `${"→↑"[k]} ${text}`)),
  ];
}

/** The mark of a row: a dot; with a plum ring if it was written; hollow, as a zero is, if it was not seen so far. */
function dot_of(key, { x: cx, y: cy, mark, seen, away }, data = {}) {
  const opacity = away ? AWAY : 1,
    ring = { tag: "circle", cx, cy, r: TOUCHED, fill: "none", stroke: "var(--touch)", "stroke-width": 2.2 };
  const touch = mark === "t" ? [{ key: `${key}touch`, ...ring, opacity: seen * opacity, ...data }] : [];
  if (mark !== "n")
    return [
      { key, tag: "circle", cx, cy, r: DOT, fill: "var(--quiet)", opacity, ...FELT, ...data },
      ...touch,
    ];
  const hollow = {
    key,
    tag: "circle",
    cx,
    cy,
    r: DOT - 0.5,
    fill: "var(--paper)",
    stroke: "var(--quiet)",
    opacity,
    ...data,
  };
  return [
    hollow,
    { key: `${key}#`, tag: "circle", cx, cy, r: 1.4, fill: "var(--quiet)", opacity, ...FELT, ...data },
  ];
}

function shapes_of(dot, row) {
  const data = { "data-row": row },
    rings = dot.picked
      ? [
          ["ink", 5.5],
          ["pick", 3.5],
        ]
      : [];
  const ring = ([role, width]) => ({
    key: `ring${role}`,
    tag: "circle",
    cx: dot.x,
    cy: dot.y,
    r: AROUND,
    fill: "none",
    stroke: `var(--${role})`,
    "stroke-width": width,
    ...data,
  });
  return [...rings.map(ring), ...dot_of(`dot${dot.i}`, dot, data)];
}

/** The way of the picked row: through all moments up to now. */
function trail(spec, last, i, now) {
  const stops = Array.from({ length: last }, (_, step) => places_at(spec, step)[i]);
  const d = `M${[...stops, now].map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const line = { tag: "path", d, fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" };
  return [
    { key: "trailink", ...line, stroke: "var(--ink)", "stroke-width": 3.6 },
    { key: "trailpick", ...line, stroke: "var(--pick)", "stroke-width": 1.8 },
    ...stops.map(({ x: cx, y: cy }, s) => ({
      key: `stop${s}`,
      tag: "circle",
      cx,
      cy,
      r: 3,
      fill: "var(--pick)",
      stroke: "var(--ink)",
    })),
  ];
}

const reach = ({ mark, picked }) => (picked ? AROUND + 2.75 : mark === "t" ? TOUCHED + 1.1 : DOT);

/** The words where they have room. While dots glide a word keeps its side: first that of the moment left, then that of the next. */
function words_of(spec, order, step, gone) {
  const { box } = layout(spec),
    frame_ = [box.x, box.y, box.x + box.w, box.y + box.h];
  const dots = order.map((dot) => ({
    ...dot,
    reach: reach(dot),
    must: dot.picked,
    width: spec.rows[dot.i].width * (dot.picked ? 1.2 : 1),
  }));
  const rest = dots_of(spec, step, gone < 0.5 ? 0 : 1),
    held = words_beside(
      dots.map((dot) => ({ ...dot, ...rest[dot.i] })),
      frame_,
    );
  return words_beside(dots, frame_, held).flatMap((place, k) =>
    place ? [word(dots[k], place, spec.rows[dots[k].i])] : [],
  );
}

function word({ i, away, picked }, { anchor, x, y }, { row, name, label: own }) {
  const bold = picked ? { "font-size": 12, "font-weight": 700 } : { "font-size": 11 },
    cased = { stroke: "var(--paper)", "stroke-width": 3, "paint-order": "stroke" };
  return label(`word${i}`, x, y, name ?? own, {
    "text-anchor": anchor,
    ...cased,
    ...bold,
    fill: away ? "var(--quiet)" : "var(--ink)",
    "data-row": row,
  });
}

/** To mean a row moves no step; -1 where it is not drawn, so that the kernel says why. */
export const step_of = ({ spec, step }, row) => (row === null || place_of(spec, row) >= 0 ? step : -1);

/** The row drawn that a typed text means: a number as labels write it, or a word. An empty text lets go; else NaN. */
export function row_of({ rows }, typed) {
  if (typed === "") return null;
  const drawn = rows.find(({ label: own }) => own === typed || own.replaceAll(",", "") === typed);
  return (drawn ?? rows.find(({ name, full }) => (full ?? name) === typed))?.row ?? NaN;
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

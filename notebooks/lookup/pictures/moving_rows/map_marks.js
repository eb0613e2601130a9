// @ts-check
/**
 * The marks of a map of rows: a dot for each row in the shape of its group, its rings, and
 * the key that names them.
 */
import { FADED, circle, number, path, quiet, rect } from "../kit/draw.js";
import {
  AROUND,
  DOT,
  RING,
  between,
  fading,
  has_ring,
  layout_of,
  moment,
  ringed,
  wide,
} from "./map_places.js";

const ANYWHERE = {
  stroke: "none",
  "stroke-width": 12,
  "pointer-events": "all",
}; // the pointer finds a dot beside it, too
const RINGS = {
  t: {
    name: "touch",
    look: { fill: "none", stroke: "var(--touch)", "stroke-width": 2.2 },
  },
  s: {
    name: "missed",
    look: { fill: "none", stroke: "var(--ink)", "stroke-width": 1.5 },
  },
};

/**
 * The corners of the shapes of groups, which look as large as a circle of radius 1; the
 * first group is a circle.
 */
const CORNERS = [
  null,
  ["-.9 -.9", ".9 -.9", ".9 .9", "-.9 .9"],
  ["0 -1.4", "1.25 0.7", "-1.25 0.7"],
  ["0 -1.35", "1.35 0", "0 1.35", "-1.35 0"],
];

/** A dot in the shape of its group. */
function shape(key, { x, y, group }, r, more) {
  if (!CORNERS[group]) return circle(key, x, y, r, more);
  const places = CORNERS[group].map((corner) => {
    const [dx, dy] = corner.split(" ").map(Number);
    return `${x + r * dx} ${y + r * dy}`;
  });
  return path(key, `M${places.join("L")}Z`, more);
}

/**
 * A dot: hollow, as a zero is, before its row was ever seen; `filled` is how far it is no
 * longer so.
 */
function dot_of(key, dot, data) {
  const { filled, opacity } = dot;
  const full = {
    fill: "var(--quiet)",
    "fill-opacity": opacity,
    ...ANYWHERE,
    ...data,
  };
  if (filled === 1) return [shape(key, dot, DOT, full)];
  const hollow = {
    fill: "var(--paper)",
    stroke: "var(--quiet)",
    "stroke-opacity": opacity,
    ...data,
  };
  return [
    shape(key, dot, DOT - 0.5, hollow),
    shape(`${key}#`, dot, between(1.4, DOT, filled), full),
  ];
}

/**
 * The dots on their way from the moment before, in the order of the rows: {i, x, y, group,
 * filled, opacity, away, rings}.
 */
export function dots_of({ spec, picked, from, to, last, marked }, places) {
  const close = (step, i) =>
    picked < 0 ||
    i === picked ||
    moment(spec, step).near[picked].some(({ at }) => at === i);
  const shade = (step, i) => (close(step, i) ? 1 : FADED);
  const full = (step, i) => (spec.steps[step].marks?.[i] === "n" ? 0 : 1);
  return places.map((place, i) => ({
    i,
    ...place,
    group: spec.rows[i].group,
    filled: between(full(from, i), full(to, i), marked),
    opacity: between(shade(from, i), shade(to, i), marked),
    away: !close(last, i),
    rings: fading({ from, to, marked }, (step) =>
      has_ring(spec, step, i) ? [ringed(spec, step)] : [],
    ),
  }));
}

/** A dot with its rings; around the row picked there is one more. */
export function marks_of(dot, row, picked) {
  const data = { "data-row": row };
  const around = (role, width) => {
    const look = {
      fill: "none",
      stroke: `var(--${role})`,
      "stroke-width": width,
      ...data,
    };
    return circle(`ring${role}`, dot.x, dot.y, AROUND, look);
  };
  const rings = Object.entries(dot.rings).map(([mark, strength]) => {
    const { name, look } = RINGS[mark];
    const opacity = strength * dot.opacity;
    return circle(`dot${dot.i}${name}`, dot.x, dot.y, RING, {
      ...look,
      "stroke-opacity": opacity,
      ...data,
    });
  });
  const pick =
    dot.i === picked ? [around("ink", 4.5), around("pick", 2.5)] : [];
  return [...pick, ...dot_of(`dot${dot.i}`, dot, data), ...rings];
}

/** What the rings of a moment and the hollow dots mean, and the shapes of the groups. */
export function key_of(spec, last, narrow) {
  const { box, key, groups } = layout_of(spec, narrow);
  const items = marks_in(spec, last, narrow);
  const width = items.reduce((sum, { words }) => sum + wide(words), 0);
  let x = narrow ? box.x : key.right - width + 10;
  const marks = items.flatMap(({ name, words, dot, ring }) => {
    const shapes = swatch(`key${name}`, x + 8, key.y, words, dot, ring);
    x += wide(words);
    return shapes;
  });
  const shapes = groups.flatMap((place, k) =>
    swatch(`group${k}`, place.x + 8, place.y, spec.groups[k], {
      group: k,
      filled: 1,
    }),
  );
  return [...marks, ...shapes];
}

function swatch(key, x, base, words, dot, ring) {
  const y = base - 4;
  return [
    ...dot_of(key, { x, y, opacity: 1, ...dot }),
    ...(ring ? [circle(`${key}ring`, x, y, RING, ring)] : []),
    quiet(`${key}:`, x + 12, base, words),
  ];
}

/** The marks that a moment shows, in words. */
function marks_in(spec, step, narrow) {
  const { marks = "" } = spec.steps[step];
  const mark = ringed(spec, step);
  const since =
    narrow || step === 0 ? "" : ` since ${spec.steps[step - 1].name}`;
  const words = { t: `in a batch${since}`, s: `in no batch${since}` }[mark];
  return [
    ...(marks.includes(mark)
      ? [{ name: "ring", words, dot: { filled: 1 }, ring: RINGS[mark].look }]
      : []),
    ...(marks.includes("n")
      ? [{ name: "never", words: "never seen so far", dot: { filled: 0 } }]
      : []),
  ];
}

/** The frame of the map, which moment it is, what the axes are. */
export function around(spec, when, narrow) {
  const { box, axes } = layout_of(spec, narrow);
  return [
    rect("box", box.x, box.y, box.w, box.h, {
      fill: "none",
      stroke: "var(--line)",
    }),
    number("when", box.x, 14, when, { "text-anchor": "start" }),
    ...axes.map(({ x, y }, k) =>
      quiet(`axis${k}`, x, y, `${"→↑"[k]} ${spec.axes[k]}`),
    ),
  ];
}

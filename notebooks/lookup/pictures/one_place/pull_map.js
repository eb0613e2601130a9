// @ts-check
/**
 * The map of rows of two numbers: where the rows of both tables lie, and where the step
 * takes them.
 */
import {
  LETTER,
  circle,
  label,
  letters,
  once,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { drawn_word, layout_of, pull_of } from "./layout.js";
import { sides, take, taken_by } from "../kit/place_labels.js";
import { pull_arrow } from "./pull_arrows.js";

const DOT = 4.5;
const EDGE = 14;
const FINE = 1000; // parts of a side in which places travel
const STILL = [0, 0];
const HALO = {
  stroke: "var(--paper)",
  "stroke-width": 3,
  "paint-order": "stroke",
};

/** Where a point of the map lies. */
function at(spec, narrow, [x, y]) {
  const { map } = layout_of(spec, narrow);
  const scale = (map.side - 2 * EDGE) / FINE;
  return [map.x + EDGE + scale * x, map.y + map.side - EDGE - scale * y];
}

/**
 * All rows at a place: {key, table, row, from, to, role}; role "read", "right", "drawn",
 * or "" for one that takes no part.
 */
const marks_of = once((spec, step, by, narrow) => {
  const pull = pull_of({ spec, step, by });
  return ["table", "out"].flatMap((table) =>
    Object.entries(spec.map[table]).map(([row, point]) => ({
      key: `${table}${row}`,
      table,
      row,
      from: at(spec, narrow, point),
      to: at(spec, narrow, pull.ends[table][row] ?? point),
      role: role_of(pull, table, row),
    })),
  );
});

/** What part a row plays; an answer that is both right and drawn counts as right. */
function role_of({ reads, answers }, table, row) {
  if (table === "table") return reads.includes(Number(row)) ? "read" : "";
  const own = answers.filter((answer) => answer.row === row);
  if (own.length === 0) return "";
  return own.some(({ right }) => right) ? "right" : "drawn";
}

/** What has a word: the rows, those that take part first, and for CBOW the mean. */
function named(state) {
  const { spec, step, by, narrow } = state;
  const rows = marks_of(spec, step, by, narrow).map((mark) => ({
    ...mark,
    text: drawn_word(spec, mark.row),
  }));
  if (by !== "CBOW") return rows.sort(by_part);
  const point = at(spec, narrow, pull_of(state).ends.mean);
  return [
    ...rows,
    { key: "mean", role: "mean", text: "mean", from: point, to: point },
  ].sort(by_part);
}

const RANK = ["right", "drawn", "mean", "read", ""]; // who finds a place for its word first
const by_part = (a, b) => RANK.indexOf(a.role) - RANK.indexOf(b.role);

/** Where the words stand: settled once for a place and a task. */
const words_of = once((spec, step, by, narrow) => {
  const { map } = layout_of(spec, narrow);
  const frame = [map.x, map.y, map.x + map.side, map.y + map.side];
  const marks = named({ spec, step, by, narrow });
  /** @param {number[]} point */
  const dot = ([x, y]) => ({ x, y, way: STILL, reach: DOT + 1 });
  const taken = marks
    .flatMap(({ from, to }) => [from, to])
    .map((point) => taken_by(dot(point)));
  return marks.flatMap((mark) => {
    const width = LETTER * letters(mark.text);
    const open = [mark.from, mark.to].flatMap((point) =>
      sides({ ...dot(point), width }).map((side) => beside_dot(point, side)),
    );
    const found = take(open, frame, taken, Boolean(mark.role));
    return found ? [{ mark, ...found }] : [];
  });
});

/**
 * @param {number[]} point
 * @param {any} side
 */
const beside_dot = ([x, y], side) => ({
  ...side,
  x: x + side.dx,
  y: y + side.dy,
});

/** The words, those of rows that take part in bold. */
function words({ spec, step, by, narrow }, way) {
  const shown = words_of(spec, step, by, narrow).filter(
    ({ mark }) => mark.role !== "mean" || way.mean === 1,
  );
  return shown.map(
    ({ mark: { key, table, row, role, text }, x, y, anchor }) => {
      const bold = role === "mean" || (role && way.look > 0);
      return label(`word${key}`, x, y, text, {
        "text-anchor": anchor,
        "font-size": 11,
        ...(bold ? { "font-weight": 600 } : { fill: "var(--quiet)" }),
        ...HALO,
        ...(table && { [`data-${table}`]: row }),
      });
    },
  );
}

/** The map: its ground, the steps of middle words at places before, arrows, dots, words. */
export function pull_map(scene) {
  const { spec, place, state, way, pull } = scene;
  const { map } = place;
  const { step, by, narrow } = state;
  const marks = marks_of(spec, step, by, narrow);
  const sorted = [...marks].sort((a, b) => by_part(b, a)); // who takes part lies on top
  const part = (mark) => (way.look > 0 ? mark.role : "");
  return [
    rect("map", map.x, map.y, map.side, map.side, {
      fill: "none",
      stroke: "var(--line)",
    }),
    quiet("map:", map.x, map.y - 6, "● row of table, ■ row of out, + is 0, 0"),
    ...origin(state),
    ...before(state),
    ...held(scene, pull),
    ...marks.flatMap((mark) => arrow(mark, way)),
    ...sorted.flatMap((mark) => dot(mark, part(mark), way)),
    ...words(state, way),
  ];
}

/** A cross at 0, 0, from which a dot product is seen. */
function origin({ spec, narrow }) {
  const [x, y] = at(spec, narrow, spec.map.zero);
  return [
    path("origin", `M${x - 6} ${y}L${x + 6} ${y}M${x} ${y - 6}L${x} ${y + 6}`, {
      stroke: "var(--ink)",
      "stroke-width": 1.3,
    }),
  ];
}

/** How the words in the middle of earlier places moved, pale. */
function before(state) {
  const { spec, step, by, narrow } = state;
  const table = by === "CBOW" ? "out" : "table";
  const now = spec.steps[step].row;
  const past = new Map();
  for (let s = 0; s < step; s++)
    if (spec.steps[s].row !== now) past.set(spec.steps[s].row, s);
  return [...past].flatMap(([row, s]) => {
    const from = at(spec, narrow, spec.map[table][row]);
    const to = at(
      spec,
      narrow,
      pull_of({ spec, step: s, by }).ends[table][row],
    );
    return pull_arrow(`past${row}`, from, to, { seen: 0.45, wide: 1.6 });
  });
}

/** The line from 0, 0 to the mean: along it the answers are pulled and pushed. */
function held({ state, way, by }, pull) {
  if (way.mean < 1) return [];
  const { spec, narrow } = state;
  const from = at(spec, narrow, spec.map.zero);
  const to = at(spec, narrow, pull.ends.mean);
  const d = `M${from.join(" ")}L${to.join(" ")}`;
  const ringed =
    by === "CBOW"
      ? [
          circle("held", ...to, DOT, {
            fill: "var(--pick)",
            stroke: "var(--ink)",
            "stroke-width": 1.3,
            "data-mean": "",
          }),
        ]
      : [];
  return [
    path("held-ink", d, {
      stroke: "var(--ink)",
      "stroke-width": 3.4,
      fill: "none",
    }),
    path("held-pick", d, {
      stroke: "var(--pick)",
      "stroke-width": 1.8,
      fill: "none",
    }),
    ...ringed,
  ];
}

const between = (a, b, gone) =>
  gone === 1 ? b : a.map((v, i) => v + (b[i] - v) * gone);

/** The way that the step takes a row, once it is known. */
function arrow({ key, from, to, role }, { pull }) {
  if (!role || pull === 0) return [];
  return pull_arrow(`way${key}`, from, between(from, beside(from, to), pull), {
    dashed: role === "drawn",
  });
}

/** Where an arrow ends, so that the dot at its end does not cover its head. */
function beside(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return between(from, to, length > 3 * DOT ? 1 - (DOT + 1) / length : 1);
}

/** A row where it is; where it was there is a ghost. */
function dot({ key, table, row, from, to }, role, { step }) {
  const here = between(from, to, role ? step : 0);
  const fill =
    role === "read" ? "var(--pick)" : role ? "var(--ink)" : "var(--quiet)";
  const data = { [`data-${table}`]: row };
  const look = {
    fill,
    ...(role && { stroke: "var(--ink)", "stroke-width": 1.3 }),
    ...data,
  };
  const ghost = { fill: "var(--paper)", stroke: "var(--quiet)", ...data };
  return [
    ...(role && step > 0
      ? [shape(`${key}°`, table, from, DOT - 1, ghost)]
      : []),
    shape(key, table, here, DOT, look),
  ];
}

const shape = (key, table, [x, y], r, more) =>
  table === "table"
    ? circle(key, x, y, r, more)
    : rect(key, x - r, y - r, 2 * r, 2 * r, more);

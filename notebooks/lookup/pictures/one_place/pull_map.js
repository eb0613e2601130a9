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

const DOT = 5.5;
const SMALL = 3; // of a row that takes no part
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

/** What part a row plays; of an answer that is both right and drawn the right one stands first. */
function role_of({ reads, answers }, table, row) {
  if (table === "table") return reads.includes(Number(row)) ? "read" : "";
  const found = answers.find((one) => one.row === row);
  if (!found) return "";
  return found.right ? "right" : "drawn";
}

/** What has a word: the rows that take part, and for CBOW the mean. */
function named(state) {
  const { spec, step, by, narrow } = state;
  const rows = marks_of(spec, step, by, narrow)
    .filter(({ role }) => role)
    .map((mark) => ({ ...mark, text: drawn_word(spec, mark.row) }));
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
  const taken = [...marks, ...marks_of(spec, step, by, narrow)]
    .flatMap(({ from, to }) => [from, to])
    .map((point) => taken_by(dot(point)));
  return marks.flatMap((mark) => {
    const width = LETTER * letters(mark.text);
    const open = [mark.from, mark.to].flatMap((point) =>
      sides({ ...dot(point), width }).map((side) => beside_dot(point, side)),
    );
    const found = take(open, frame, taken, true);
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

/** The words of the rows that take part, once the place is looked at. */
function words({ spec, step, by, narrow }, way) {
  if (way.look === 0) return [];
  const shown = words_of(spec, step, by, narrow).filter(
    ({ mark }) => mark.role !== "mean" || way.mean === 1,
  );
  return shown.map(({ mark: { key, table, row, text }, x, y, anchor }) =>
    label(`word${key}`, x, y, text, {
      "text-anchor": anchor,
      "font-size": 11,
      "font-weight": 600,
      ...HALO,
      ...(table && { [`data-${table}`]: row }),
    }),
  );
}

/** The map: its ground, arrows, dots, words. */
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
    quiet("map:", map.x, map.y - 6, "● row of table, ■ row of out"),
    ...origin(state),
    ...marks.flatMap((mark) => ray(state, mark, way)),
    ...held(scene, pull),
    ...averaging(scene, marks),
    ...marks.flatMap((mark) => arrow(mark, way, spec.map.arrows)),
    ...sorted.map((mark) => dot(mark, part(mark), way)),
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

/**
 * A thin line from 0, 0 to a right answer while it is pulled: along it what was read is
 * pulled, and it turns to the line to the mean, or to the row that is read alone.
 */
function ray({ spec, narrow }, { key, from, to, role }, { pull, step }) {
  if (role !== "right" || pull === 0) return [];
  const d = `M${at(spec, narrow, spec.map.zero)}L${between(from, to, step)}`;
  return [path(`ray${key}`, d, { stroke: "var(--ink)" })];
}

/** The line from 0, 0 to the mean: along it the answers are pulled and pushed. */
function held({ state: { spec, narrow }, way, by }, pull) {
  if (way.mean < 1) return [];
  const to = at(spec, narrow, pull.ends.mean);
  const d = `M${at(spec, narrow, spec.map.zero)}L${to}`;
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
    path("held-ink", d, { stroke: "var(--ink)", "stroke-width": 3.4 }),
    path("held-pick", d, { stroke: "var(--pick)", "stroke-width": 1.8 }),
    ...ringed,
  ];
}

const between = (a, b, gone) =>
  gone === 1 ? b : a.map((v, i) => v + (b[i] - v) * gone);

/** For CBOW: copies of the rows read, on their way to their mean. */
function averaging({ state, by, pull, way }, marks) {
  if (by !== "CBOW" || way.mean === 0 || way.mean === 1) return [];
  const mean = at(state.spec, state.narrow, pull.ends.mean);
  return marks
    .filter(({ role }) => role === "read")
    .map(({ key, from }) =>
      circle(`copy${key}`, ...between(from, mean, way.mean), DOT - 1, {
        fill: "var(--pick)",
        stroke: "var(--ink)",
      }),
    );
}

/** The way that the step takes a row, once it is known, so many times as long. */
function arrow({ key, from, to, role }, { pull }, times) {
  if (!role || pull === 0) return [];
  const end = between(from, to, times * pull);
  return pull_arrow(`way${key}`, from, end, {
    dashed: role === "drawn",
    wide: 2.4,
  });
}

/** A row where it is: large where it takes part. */
function dot({ key, table, row, from, to }, role, { step }) {
  const data = { [`data-${table}`]: row };
  if (!role)
    return shape(key, table, from, SMALL, { fill: "var(--dot)", ...data });
  return shape(key, table, between(from, to, step), DOT, {
    fill: FILLS[role],
    stroke: "var(--ink)",
    "stroke-width": 1.3,
    ...data,
  });
}

const FILLS = {
  read: "var(--pick)",
  right: "var(--ink)",
  drawn: "var(--quiet)",
};

const shape = (key, table, [x, y], r, more) =>
  table === "table"
    ? circle(key, x, y, r, more)
    : rect(key, x - r, y - r, 2 * r, 2 * r, more);

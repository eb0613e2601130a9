// @ts-check
/** The output of the picture: what has come out, what is on its way, and what is to come. */
import { clamp, listed, number, part, quiet, rect } from "../kit/draw.js";
import { row_below } from "../kit/one_hot_and_table.js";
import { arrow, ring } from "../kit/pointers.js";
import { row_cells } from "../kit/weight_cells.js";
import { made } from "./words.js";

/** Output rows of ids in sight; earlier ones are counted. */
export const SLOTS = 8;

/**
 * The output: rows that have landed, the copy on its way, and the places still empty; below
 * them the rows that the learner has asked for.
 */
export function outputs(scene) {
  const { state, spec, place } = scene;
  const { out } = place;
  const first = first_of(scene);
  const slots = Array.from({ length: out.rows }, (_, k) =>
    slot(
      scene,
      first + k,
      k,
      out.y + row_below(spec, first, first + k, out.pitch),
    ),
  );
  const asked = asked_for(state);
  const own = asked.slice(-out.own.rows);
  const below = own.map((s, j) =>
    slot(scene, s, out.rows + j, out.y + out.own.y + j * out.pitch),
  );
  const after = spec.ids - first - out.rows;
  const hidden = asked.length - own.length;
  const bottom = out.own.y + out.own.rows * out.pitch + 6;
  const count = (key, y, rows, noun) =>
    rows > 0
      ? [quiet(key, out.x, y, `⋯ ${listed(rows, noun)}`, { "font-size": 10 })]
      : [];
  return [
    ...count("earlier", out.y - 4, first, "earlier row"),
    ...count("later", out.y + out.high + 14, after, "more row"),
    ...count("hidden", out.y + bottom, hidden, "row of yours, earlier"),
    ...slots.flat(),
    ...below.flat(),
  ];
}

/** The steps beside the path of which there is an output. */
const asked_for = ({ spec, step, added }) =>
  added ?? (step < spec.path ? [] : [step]);

/** The step of the first output row in sight. */
const first_of = ({ state: { step, kept = -1 }, spec }) =>
  clamp(
    (step < spec.path ? step : kept) - SLOTS + 1,
    0,
    spec.path - Math.min(spec.path, SLOTS),
  );

/** Whether the output row of step s has come out before the step shown. */
function is_out({ spec, step, kept = -1 }, s) {
  if (s === step) return false;
  return s >= spec.path || s <= kept || (step < spec.path && s < step);
}

/** The output row of step s, at the height y: its place, and what has arrived there. */
function slot(scene, s, k, y) {
  const { state, spec, place, way } = scene;
  const { step: now, asked, guesses = {} } = state;
  const { size, table, out } = place;
  const { slot: words } = spec.steps[s];
  const empty = {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
  };
  const shapes = [rect(`slot${k}`, out.x, y, table.w - 1, size.h - 1, empty)];
  const middle = y + size.h / 2 + 4;
  const landed = is_out(state, s);
  const wanted = landed || s === now;
  const open = spec.predict && s < spec.path && wanted && !(s in guesses);
  if (open)
    return [
      ...shapes,
      number(`slot${k}?`, out.x + table.w / 2, middle, "?", {
        "font-weight": 700,
      }),
    ];
  if (landed) {
    const cells = {
      key: `out${k}`,
      x: out.x,
      y,
      size,
      row: made(state, s),
      data: { "data-out": s },
    };
    shapes.push(...row_cells(spec, cells));
  }
  if (landed || (s === now && way.land > 0 && !asked))
    shapes.push(quiet(`slot${k}#`, out.x + table.w + 8, middle, words));
  if (s === now) shapes.push(...copy(scene, y));
  return shapes;
}

/** The copy of the row, or the sum of its products, on its way to the output at height `to`. */
function copy({ state, spec, place, stage, way, y: from }, to) {
  const travel = part(way.t, stage.travel);
  if (travel === 0) return [];
  const { size, table, out } = place;
  const x = table.x + (out.x - table.x) * travel;
  const y = from + (to - from) * travel;
  const half = size.h / 2;
  const arrows = state.narrow
    ? []
    : [
        arrow(
          "way",
          table.x + table.w + 6,
          from + half,
          out.x - 8,
          to + half,
          travel,
        ),
      ];
  return [
    ...arrows,
    ...row_cells(spec, {
      key: "copy",
      x,
      y,
      size,
      row: made(state, state.step),
      data: { "data-out": state.step },
    }),
    ...ring("copy", x, y, table.w - 1, size.h - 1),
  ];
}

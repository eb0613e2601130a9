// @ts-check
/**
 * What moves in the picture of an all-to-all: ids to the ranks that own their rows, rows
 * back to who asked, gradients the way of the ids.
 */
import {
  ANSWER,
  LOOK,
  SEND,
  along,
  beside,
  listed_at,
  out_at,
  walked,
  way_of,
} from "./places.js";
import { chip, data_of, name_of, row_of_cells } from "./ranks.js";
import { path, rect } from "../kit/draw.js";
import { ring } from "../kit/pointers.js";
import { PAPER } from "../kit/product_rows.js";

const WAY = { ink: 3.6, pick: 1.8 }; // px of the lines of a way

/** All that is on its way, and the ids that wait beside their rows. */
export const things = (scene) => [
  ...scene.asks.flatMap((ask) => waiting(scene, ask)),
  ...scene.asks.flatMap((ask) => flying(scene, ask)),
];

/** An id that has reached its row, until its row leaves. */
function waiting(scene, ask) {
  const { step, place } = scene;
  const share = scene.share_of(ask);
  const waits =
    (step === SEND && share === 1) ||
    step === LOOK ||
    (step === ANSWER && share === 0);
  if (!waits) return [];
  const at = beside(place, scene.stored.get(ask.row), ask);
  return id_at(scene, ask, at, scene.is_seen(ask));
}

/** The lines that ids leave behind them; of a row picked all the way is drawn. */
export function trails(scene) {
  if (scene.step !== SEND || scene.picked !== null) return [];
  const point = middle_of(scene.place);
  return scene.asks
    .filter((ask) => flies(scene, ask))
    .map((ask) => {
      const points = walked(way_in(scene, ask), scene.share_of(ask));
      return path(`trail${name_of(ask)}`, `M${points.map(point).join("L")}`, {
        ...{ fill: "none", stroke: "var(--quiet)", "stroke-width": 1.3 },
        "pointer-events": "none",
      });
    });
}

/** The middle of an id at a place, as a path writes it. */
const middle_of =
  ({ chip, pitch }) =>
  ({ x, y }) =>
    `${(x + chip / 2 - 1).toFixed(1)} ${(y + pitch / 2 - 1).toFixed(1)}`;

/** Whether something is between two places. */
function flies({ step, share_of }, ask) {
  const share = share_of(ask);
  return step !== LOOK && share > 0 && share < 1;
}

const id_at = (scene, ask, at, written) =>
  chip(scene, `ask${name_of(ask)}`, at, ask.row, data_of(ask, "way"), written);

/** An id, a row or a gradient between two places. */
function flying(scene, ask) {
  if (!flies(scene, ask)) return [];
  const at = along(way_in(scene, ask), scene.share_of(ask));
  if (scene.step === SEND) return id_at(scene, ask, at, true);
  const { wide, size } = scene.place;
  const under = rect(
    `under${name_of(ask)}`,
    at.x,
    at.y,
    wide - 1,
    size.h - 1,
    PAPER,
  );
  const row = row_of_cells(scene, {
    ...{ key: `row${name_of(ask)}`, ...at, row: ask.row },
    ...{ data: data_of(ask, "way"), line: scene.line_of(ask) },
  });
  return [under, ...row];
}

/** The way that an ask takes in a step, from its beginning. */
function way_in({ step, place, stored }, ask) {
  const { rank, owner, row } = ask;
  const { x, y } = stored.get(row);
  const owned = { x, y };
  if (step === SEND) {
    const end = beside(place, owned, ask);
    return way_of(place, listed_at(place, ask), rank, end, owner);
  }
  const asked = out_at(place, ask);
  return step === ANSWER
    ? way_of(place, owned, owner, asked, rank)
    : way_of(place, asked, rank, owned, owner);
}

/** All the way of each id that asks for the row picked, from the ids of its rank to the row. */
export function picked_ways(scene) {
  const { asks, picked, place } = scene;
  const point = middle_of(place);
  return asks
    .filter(({ row }) => row === picked)
    .flatMap((ask) => {
      const { x, y } = scene.stored.get(ask.row);
      const end = point({ x: x + place.wide - place.chip / 2, y });
      const points = way_in({ ...scene, step: SEND }, ask).map(point);
      const d = [...points, end].join("L");
      return Object.entries(WAY).map(([role, width]) =>
        path(`way${name_of(ask)}${role}`, `M${d}`, {
          fill: "none",
          stroke: `var(--${role})`,
          "stroke-width": width,
        }),
      );
    });
}

/** Rings around the row picked, where it is owned, and around each id that asks for it. */
export function rings({ asks, picked, place, stored }) {
  if (picked === null) return [];
  const h = place.pitch - 1;
  const { wide } = place;
  const { x, y } = stored.get(picked);
  const around = asks.filter(({ row }) => row === picked);
  return [
    ...ring("owned", x, y, wide, h, { off: 1 }),
    ...around.flatMap((ask) => {
      const at = listed_at(place, ask);
      const long = out_at(place, ask).x + wide - at.x;
      return ring(`asked${name_of(ask)}`, at.x, at.y, long, h, { off: 1 });
    }),
  ];
}

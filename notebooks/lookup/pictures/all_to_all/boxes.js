// @ts-check
/**
 * What moves in the picture of an all-to-all: ids, their rows and gradients, in lists, in
 * boxes and in the shards of the table.
 */
import {
  ADD,
  ASK,
  BACK,
  HOME,
  ORDER,
  PICK,
  SORT,
  arrived_at,
  box_x,
  boxed_at,
  listed_at,
} from "./places.js";
import { cells_of, row_heading } from "../kit/cells.js";
import { number, path, quiet, rect } from "../kit/draw.js";
import { gradient_cells } from "../kit/gradient_cells.js";
import { ring } from "../kit/pointers.js";
import { PAPER, column_part } from "../kit/product_rows.js";
import { row_cells } from "../kit/weight_cells.js";

const BOW = 0.4; // of the width of a box: so far one on its way gives way to the one that comes
const WAY = { ink: 3.6, pick: 1.8 }; // px of the lines of a way
const TOUCHED = 4; // px of the bar beside a row that was written

const between = (from, to, share) => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** Whether another row is picked, so that this one steps back. */
const is_away = ({ picked }, row) => picked !== null && picked !== row;

/** An id in its chip: amber, unless another one is picked. */
function chip(scene, key, { x, y }, row, data) {
  const { place, spec } = scene;
  const h = place.sizes.pitch - 2;
  const edge = { stroke: "var(--ink)", "stroke-width": 1 };
  const away = is_away(scene, row);
  const look = away
    ? { fill: "var(--paper)", stroke: "var(--dot)" }
    : { fill: "var(--pick)", ...edge };
  const ink = { fill: `var(--${away ? "ink" : "onpick"})`, ...data };
  return [
    rect(key, x, y, place.chip - 2, h, { rx: 7, ...look, ...data }),
    number(
      `${key}#`,
      x + place.chip / 2 - 1,
      y + h / 2 + 4,
      spec.rows[row].label,
      ink,
    ),
  ];
}

/** A row of numbers, of a table or of its gradient, in cells of a part of the picture. */
function row_of_cells(scene, part, { line, row, ...about }) {
  const { place, backward } = scene;
  const view = place.views[part];
  const fade = is_away(scene, row) ? 1 : 0;
  const drawn = {
    ...about,
    size: place.sizes[part],
    row: cells_of(line),
    fade,
  };
  return backward ? gradient_cells(view, drawn) : row_cells(view, drawn);
}

const name_of = ({ rank, place }) => `${rank}.${place}`;
const data_of = (ask, at) => ({
  "data-row": ask.row,
  "data-ask": name_of(ask),
  "data-at": at,
});

/**
 * The ids of each rank in the order asked, and beside each the place of its row of the
 * output.
 */
export function lists(scene) {
  const { spec, place, step, backward } = scene;
  const none = (asked, rank) =>
    asked.length
      ? []
      : [
          quiet(
            `none${rank}`,
            place.list.x,
            place.lanes[rank].first + 13,
            "no ids",
          ),
        ];
  const slots = scene.asks.flatMap((ask) => {
    const at = listed_at(place, ask);
    const data = data_of(ask, "out");
    const id = chip(scene, `id${name_of(ask)}`, at, ask.row, data);
    if (!backward && !(step === ORDER && flown(scene, ask) === 1)) {
      const w = place.list.x + place.list.w - place.list.cells;
      const look = {
        fill: "none",
        stroke: "var(--dot)",
        "stroke-dasharray": "3 3",
        ...data,
      };
      return [
        ...id,
        rect(
          `slot${name_of(ask)}`,
          place.list.cells,
          at.y,
          w - 1,
          place.sizes.pitch - 2,
          look,
        ),
      ];
    }
    const cells = {
      key: `out${name_of(ask)}`,
      x: place.list.cells,
      y: at.y,
      row: ask.row,
      data,
    };
    return [
      ...id,
      ...row_of_cells(scene, "ends", { ...cells, line: line_of(scene, ask) }),
    ];
  });
  return [...spec.ids.flatMap(none), ...slots];
}

/** How far an ask that flies on its own is: those of a rank follow one another. */
const flown = ({ stages, spec, t }, { rank, place }) =>
  column_part(t, stages.fly ?? stages.sort, place, spec.ids[rank].length);

/** The numbers of an ask: its row, or the gradient of that. */
const line_of = ({ spec, backward }, ask) =>
  backward ? spec.up[ask.rank][ask.place] : spec.rows[ask.row].cells;

/** The boxes of each rank; what lies in that for itself crosses no wire. */
export function boxes({ spec, place }) {
  return spec.ids.flatMap((_, rank) => {
    const { y, h, first } = place.lanes[rank];
    const top = first - place.pad + 2;
    return spec.ids.map((_, other) => {
      const home = { stroke: "var(--ink)", "stroke-dasharray": "4 3" };
      const look = {
        rx: 3,
        fill: "var(--paper)",
        ...(rank === other ? home : { stroke: "var(--dot)" }),
      };
      return rect(
        `box${rank}.${other}`,
        box_x(place, other),
        top,
        place.boxes.each,
        y + h - top - 2,
        look,
      );
    });
  });
}

/**
 * The shard of each rank: its rows of the table, or of the gradient as far as that has
 * been added up.
 */
export function shards(scene) {
  const { spec, place, stored, by, backward, narrow } = scene;
  const none = (shard, rank) =>
    shard.length
      ? []
      : [
          quiet(
            `empty${rank}`,
            place.table.x,
            place.lanes[rank].first + 13,
            "no rows",
          ),
        ];
  const rows = [...stored].flatMap(([row, at]) => {
    const drawn = spec.rows[row];
    const data = { "data-row": row, "data-at": "table" };
    const heads = {
      size: place.sizes.ends,
      names: place.table.names,
      index: place.table.index,
    };
    const heading = {
      i: row,
      y: at.y,
      row: narrow ? { label: drawn.label } : drawn,
      data,
    };
    const sum = backward ? sum_of(scene, row) : undefined;
    const line = backward ? (sum ?? spec.zero) : drawn.cells;
    const cells = row_of_cells(scene, "ends", {
      key: `w${row}`,
      x: at.x,
      y: at.y,
      line,
      row,
      data,
    });
    const bar = { fill: "var(--touch)", ...data };
    const x = at.x + place.table.w + 3;
    const touched = sum
      ? [rect(`touch${row}`, x, at.y, TOUCHED, place.sizes.pitch - 2, bar)]
      : [];
    return [...row_heading(heads, heading), ...cells, ...touched];
  });
  return [...spec.shards[by].flatMap(none), ...rows];
}

/** What the gradients of a row add up to so far; undefined while there is none. */
function sum_of({ spec, gone }, row) {
  const done = spec.sums.filter((_, rank) => gone[`add${rank}`] === 1);
  return done.findLast((changed) => row in changed)?.[row];
}

/** All that is on its way or in a box: first what stays in its lane. */
export function things(scene) {
  const flying = scene.asks.filter((ask) => crosses(scene, ask));
  const others = scene.asks.filter((ask) => !flying.includes(ask));
  return [
    ...others.flatMap((ask) => thing(scene, ask)),
    ...packets(scene, flying),
    ...flying.flatMap((ask) => thing(scene, ask)),
  ];
}

const is_crossing = ({ gone }) => gone.cross > 0 && gone.cross < 1;
const crosses = (scene, { rank, owner }) =>
  is_crossing(scene) && rank !== owner;

/** Paper below what crosses the wire, one for each box. */
function packets(scene, flying) {
  const { place } = scene;
  const first = flying.filter(({ nth }) => nth === 0);
  return first.map((ask) => {
    const { rank, owner } = ask;
    const count = flying.filter(
      (other) => other.rank === rank && other.owner === owner,
    ).length;
    const { x, y } = at_crossing(scene, ask);
    const h = count * place.sizes.pitch + 3;
    const look = { rx: 3, fill: "var(--paper)", stroke: "var(--ink)" };
    return rect(
      `packet${rank}.${owner}`,
      x - place.pad,
      y - 3,
      place.boxes.each,
      h,
      look,
    );
  });
}

/**
 * Where something is between the box at home and that of the owner; two boxes that change
 * places pass each other in a bow.
 */
function at_crossing({ place, gone, step }, ask) {
  const [home, away] = [boxed_at(place, ask), arrived_at(place, ask)];
  const share = step === HOME ? 1 - gone.cross : gone.cross;
  const [dx, dy] = [away.x - home.x, away.y - home.y];
  const at = between(home, away, share);
  const bow =
    (BOW * place.boxes.each * Math.sin(Math.PI * share)) /
    (Math.hypot(dx, dy) || 1);
  return { x: at.x - bow * dy, y: at.y + bow * dx };
}

/** What a step shows of an ask: its id, its row or its gradient, wherever it is. */
const SHOWN = {
  [SORT](scene, ask) {
    const { place } = scene;
    const share = flown(scene, ask);
    return share === 0
      ? []
      : boxed_id(
          scene,
          ask,
          between(listed_at(place, ask), boxed_at(place, ask), share),
        );
  },
  [ASK]: (scene, ask) => boxed_id(scene, ask, at_crossing(scene, ask)),
  [PICK](scene, ask) {
    const { place, spec, stored, stages, t } = scene;
    const at = arrived_at(place, ask);
    const share = column_part(t, stages.fly, ask.rank, spec.ids.length);
    const row =
      share === 0
        ? []
        : boxed_row(
            scene,
            ask,
            between(stored.get(ask.row), beside(scene, at), share),
          );
    return [...boxed_id(scene, ask, at), ...row];
  },
  [HOME]: (scene, ask) => held(scene, ask, at_crossing(scene, ask)),
  [ORDER](scene, ask) {
    const home = boxed_at(scene.place, ask);
    const share = flown(scene, ask);
    if (share === 0) return held(scene, ask, home);
    return share === 1
      ? []
      : boxed_row(
          scene,
          ask,
          between(beside(scene, home), out_at(scene, ask), share),
        );
  },
  [BACK](scene, ask) {
    const home = boxed_at(scene.place, ask);
    const share = flown(scene, ask);
    if (share === 1) return held(scene, ask, at_crossing(scene, ask));
    return share === 0
      ? []
      : boxed_row(
          scene,
          ask,
          between(out_at(scene, ask), beside(scene, home), share),
        );
  },
  [ADD](scene, ask) {
    const { place, stored, gone } = scene;
    const at = arrived_at(place, ask);
    const share = gone[`add${ask.rank}`];
    if (share === 0) return held(scene, ask, at);
    return share === 1
      ? []
      : boxed_row(
          scene,
          ask,
          between(beside(scene, at), stored.get(ask.row), share),
        );
  },
};

const thing = (scene, ask) => SHOWN[scene.step](scene, ask);

/** Where a row begins that stands beside its id. */
const beside = ({ place }, { x, y }) => ({ x: x + place.chip + 1, y });
const out_at = ({ place }, ask) => ({
  x: place.list.cells,
  y: listed_at(place, ask).y,
});

const boxed_id = (scene, ask, at) =>
  chip(scene, `ask${name_of(ask)}`, at, ask.row, data_of(ask, "box"));

/** The row of an ask, or its gradient. */
function boxed_row(scene, ask, at) {
  const about = {
    key: `row${name_of(ask)}`,
    ...at,
    row: ask.row,
    data: data_of(ask, "box"),
  };
  return row_of_cells(scene, "boxes", { ...about, line: line_of(scene, ask) });
}

/**
 * The row of an ask, and beside it its number, which does not travel: it is known by its
 * place.
 */
function held(scene, ask, { x, y }) {
  const { place, spec } = scene;
  const look = { fill: "var(--quiet)", ...data_of(ask, "box") };
  const middle = [x + place.chip / 2 - 1, y + place.sizes.pitch / 2 + 3];
  return [
    rect(
      `under${name_of(ask)}`,
      x - place.pad + 1,
      y - 1,
      place.boxes.each - 2,
      place.sizes.pitch,
      PAPER,
    ), // no way shines through
    number(`of${name_of(ask)}`, ...middle, spec.rows[ask.row].label, look),
    ...boxed_row(scene, ask, beside(scene, { x, y })),
  ];
}

/**
 * All the way of each id that asks for the row picked: from the list through two boxes to
 * the shard.
 */
export function way({ asks, picked, place, stored }) {
  const { chip, sizes, list, boxes } = place;
  const point = (x, y) =>
    `${x.toFixed(1)} ${(y + sizes.pitch / 2 - 1).toFixed(1)}`;
  return asks
    .filter(({ row }) => row === picked)
    .flatMap((ask) => {
      const stops = [boxed_at, arrived_at].map((find) => find(place, ask));
      const d = [
        point(list.x + list.w, listed_at(place, ask).y),
        ...stops.map(({ x, y }) => point(x + chip / 2 - 1, y)),
        point(boxes.right - 4, stored.get(picked).y),
      ];
      return Object.entries(WAY).map(([role, width]) => {
        const look = {
          fill: "none",
          stroke: `var(--${role})`,
          "stroke-width": width,
        };
        return path(`way${name_of(ask)}${role}`, `M${d.join("L")}`, look);
      });
    });
}

/** Rings around the row picked in its shard, and around each id that asks for it. */
export function rings({ asks, picked, place, stored }) {
  if (picked === null) return [];
  const h = place.sizes.pitch - 1;
  const { x, y } = stored.get(picked);
  const around = asks.filter(({ row }) => row === picked);
  return [
    ...ring("owned", x, y, place.table.w, h, { off: 1 }),
    ...around.flatMap((ask) => {
      const at = listed_at(place, ask);
      return ring(`asked${name_of(ask)}`, at.x, at.y, place.list.w, h, {
        off: 1,
      });
    }),
  ];
}

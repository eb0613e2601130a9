// @ts-check
/**
 * What stands still in the picture of an all-to-all: the ranks, each with its ids, its
 * rows of the table and what it is asked for; and the wire between them.
 */
import {
  ANSWER,
  LOOK,
  SEND,
  cable,
  cells_x,
  chip_x,
  foot,
  listed_at,
  out_at,
} from "./places.js";
import { cells_of, row_heading } from "../kit/cells.js";
import {
  LETTER,
  label,
  letters,
  listed,
  number,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { gradient_cells } from "../kit/gradient_cells.js";
import { ring } from "../kit/pointers.js";
import { row_cells } from "../kit/weight_cells.js";

const TOUCHED = 4; // px of the bar beside a row that was written
const FEW = 4; // rows that are named one by one, and where there is little room
const FEWEST = 3;
const PLUG = { w: 7, h: 18 };
const ROOMY = 8 * LETTER; // px between two ranks in which "the wire" has room

/** Whether another row is picked, so that this one steps back. */
export const is_away = ({ picked }, row) => picked !== null && picked !== row;

export const name_of = ({ rank, place }) => `${rank}.${place}`;
export const data_of = (ask, at) => ({
  "data-row": ask.row,
  "data-ask": name_of(ask),
  "data-at": at,
});

/** An id in its chip: amber, unless another one is picked; one that is covered has no text. */
export function chip(scene, key, { x, y }, row, data, written = true) {
  const { place, spec } = scene;
  const h = place.pitch - 2;
  const away = is_away(scene, row);
  const look = away
    ? { fill: "var(--paper)", stroke: "var(--dot)" }
    : { fill: "var(--pick)", stroke: "var(--ink)", "stroke-width": 1 };
  const ink = { fill: `var(--${away ? "ink" : "onpick"})`, ...data };
  const middle = [x + place.chip / 2 - 1, y + h / 2 + 4];
  const text = [number(`${key}#`, ...middle, spec.rows[row].label, ink)];
  return [
    rect(key, x, y, place.chip - 2, h, { rx: 7, ...look, ...data }),
    ...(written ? text : []),
  ];
}

/** A row of numbers, of the table or of its gradient, in cells. */
export function row_of_cells(scene, { line, row, fade = 0, ...about }) {
  const { place, backward } = scene;
  const drawn = {
    ...about,
    size: place.size,
    row: cells_of(line),
    fade: is_away(scene, row) ? 1 : fade,
  };
  return backward
    ? gradient_cells(place.gradients, drawn)
    : row_cells(place.weights, drawn);
}

/** The first of some texts, the longest one first, that has room within a rank. */
const fitting = ({ inner }, texts) =>
  texts.find((text) => LETTER * letters(text) <= inner) ?? texts.at(-1);

/** The ranks, each a place of its own on a foot, and what is written in them. */
export const ranks = (scene) =>
  scene.spec.ids.flatMap((_, rank) => [
    ...house(scene, rank),
    ...words(scene, rank),
  ]);

function house({ place }, rank) {
  const { top, bottom, rank: wide } = place;
  const x = place.lefts[rank];
  const middle = x + wide / 2;
  const look = { rx: 8, fill: "var(--zero)", stroke: "var(--quiet)" };
  const stand = `M${middle - 14} ${bottom}L${middle + 14} ${bottom}L${middle + 20} ${bottom + foot}L${middle - 20} ${bottom + foot}Z`;
  return [
    path(`foot${rank}`, stand, { fill: "var(--quiet)" }),
    rect(`house${rank}`, x, top, wide, bottom - top, {
      ...look,
      "stroke-width": 1.5,
    }),
  ];
}

function words(scene, rank) {
  const { spec, place, backward, by } = scene;
  const x = place.lefts[rank] + place.pad;
  const write = (key, y, texts) =>
    quiet(`${key}${rank}`, x, y, fitting(place, texts));
  const above = backward
    ? ["gradients of rows it asked for", "gradients it sends", "gradients"]
    : ["asks for rows", "asks for"];
  const none = (key, y) =>
    quiet(`${key}${rank}`, chip_x(place, rank), y + place.pitch / 2 + 4, "–");
  return [
    label(`rank${rank}`, x, place.top + 19, `rank ${rank}`, {
      "font-weight": 600,
      "font-size": 14,
    }),
    write("asks", place.ids.words, above),
    write("owns", place.table.words, owns(spec.shards[by][rank], backward)),
    write("busy", place.busy, busy(scene, rank)),
    ...(spec.ids[rank].length ? [] : [none("none", place.ids.first)]),
    ...(spec.shards[by][rank].length ? [] : [none("empty", place.table.first)]),
  ];
}

/** Which rows a rank owns, in ever fewer words. */
function owns(shard, backward) {
  if (shard.length === 0) return ["owns no rows", "no rows"];
  const noun = `row${shard.length > 1 ? "s" : ""}`;
  const rows = `${noun} ${rows_of(shard, FEW)}`;
  return [
    `owns ${rows} of ${backward ? "the gradient" : "the table"}`,
    `owns ${rows} of ${backward ? "W.grad" : "W"}`,
    `${rows} of ${backward ? "W.grad" : "W"}`,
    rows,
    `${noun} ${rows_of(shard, FEWEST)}`,
  ];
}

/** Rows that follow one another by their ends, of others the first `most`. */
function rows_of(shard, most) {
  const [first, next] = shard;
  if (shard.length > 2 && next === first + 1)
    return `${first} to ${shard.at(-1)}`;
  if (shard.length <= most) return shard.join(", ");
  return `${shard.slice(0, most - 1).join(", ")}, …`;
}

/** What a rank has done so far for all, in ever fewer words. */
function busy({ step, asks, share_of }, rank) {
  const mine = asks.filter(({ owner }) => owner === rank);
  const done = mine.filter((ask) => share_of(ask) === 1).length;
  const [all, some] = [mine.length, `${done} of ${mine.length}`];
  switch (step) {
    case SEND:
      return [`is asked for ${listed(done, "row")}`, `asked for ${done}`];
    case LOOK:
      return [`has looked up ${some}`, `${some} found`, some];
    case ANSWER:
      return [`has sent ${some}`, `sent ${some}`, some];
    default:
      return [`has added ${some}`, `added ${some}`, `${done} of ${all}`];
  }
}

/** The wire from the first rank to the last, and a plug where it meets a rank. */
export function wire({ spec, place }) {
  const { lefts, rank: wide, gap, wire: y } = place;
  const last = lefts.at(-1);
  const line = { fill: "var(--quiet)" };
  const inner = lefts
    .slice(1, -1)
    .map((x, r) =>
      rect(`inner${r + 1}`, x, y + 2, wide, 2, { fill: "var(--dot)" }),
    );
  const name = gap < ROOMY ? "wire" : "the wire";
  return [
    ...inner,
    ...spec.ids.slice(1).flatMap((_, r) => {
      const x = lefts[r] + wide;
      const named = number(
        `wire${r}:`,
        x + gap / 2,
        place.lanes.right - 4,
        name,
        { fill: "var(--quiet)", class: "quiet" },
      );
      return [
        rect(`wire${r}`, x, y, gap, cable, line),
        ...(gap < 4 * LETTER ? [] : [named]),
      ];
    }),
    ...lefts.flatMap((x, r) => [
      ...(x === lefts[0] ? [] : [plug(`plug${r}.0`, x, y)]),
      ...(x === last ? [] : [plug(`plug${r}.1`, x + wide, y)]),
    ]),
  ];
}

const plug = (key, x, y) =>
  rect(key, x - PLUG.w / 2, y + cable / 2 - PLUG.h / 2, PLUG.w, PLUG.h, {
    rx: 2,
    fill: "var(--ink)",
  });

/**
 * The ids of each rank in the order asked, and beside each the place of its row of the
 * output.
 */
export const lists = (scene) =>
  scene.asks.flatMap((ask) => {
    const { place, backward } = scene;
    const at = out_at(place, ask);
    const data = data_of(ask, "out");
    const id = chip(
      scene,
      `id${name_of(ask)}`,
      listed_at(place, ask),
      ask.row,
      data,
    );
    const has_row =
      backward || (scene.step === ANSWER && scene.share_of(ask) === 1);
    return [
      ...id,
      ...(has_row
        ? row_of_cells(scene, {
            ...{ key: `out${name_of(ask)}`, ...at, row: ask.row, data },
            line: scene.line_of(ask),
          })
        : [slot(place, ask, at, data)]),
    ];
  });

/** Where the row of an id is to come. */
const slot = ({ wide, pitch }, ask, { x, y }, data) =>
  rect(`slot${name_of(ask)}`, x, y, wide - 1, pitch - 2, {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
    ...data,
  });

/**
 * The rows of each rank, of the table or of the gradient as far as that has been added up.
 */
export const shards = (scene) =>
  [...scene.stored].flatMap(([row, at]) => {
    const { spec, place, narrow, backward } = scene;
    const drawn = spec.rows[row];
    const data = { "data-row": row, "data-at": "table" };
    const index =
      at.x - cells_x(place, 0) + chip_x(place, 0) + place.chip / 2 - 1;
    const heads = { size: place.size, names: index - 14, index };
    const heading = {
      i: row,
      y: at.y,
      row: narrow ? { label: drawn.label } : drawn,
      data,
    };
    const sum = backward ? scene.sum_of(row) : undefined;
    const line = backward ? (sum ?? spec.zero) : drawn.cells;
    const fade = scene.faded(row);
    const { wide } = place;
    const bar = { fill: "var(--touch)", ...data };
    return [
      ...row_heading(heads, heading),
      ...row_of_cells(scene, {
        key: `w${row}`,
        x: at.x,
        y: at.y,
        line,
        row,
        fade,
        data,
      }),
      ...(sum
        ? [
            rect(
              `touch${row}`,
              at.x + wide + 3,
              at.y,
              TOUCHED,
              place.pitch - 2,
              bar,
            ),
          ]
        : []),
      ...(scene.is_found(row)
        ? ring(`found${row}`, at.x, at.y, wide, place.size.h, { off: 1 })
        : []),
    ];
  });

/** How many bytes have crossed the wire, and what they were. */
export function ledger({ by, place, spec, done }) {
  const { x: left, y, down } = place.ledger;
  const { count, parts } = spec.sent[by];
  const sum = done ? parts[done - 1].so_far : "0 B";
  const head = label("sent", left, y, `crossed the wire so far: ${sum}`, {
    "font-weight": 600,
  });
  let x = left;
  const each = parts.slice(0, done).map(({ what, each }, k) => {
    const text = `${what} ${count} × ${each}`;
    const shape = quiet(`sent${k}`, x, y + 18 * (down ? k + 1 : 1), text);
    if (!down) x += LETTER * text.length + 18;
    return shape;
  });
  return [head, ...each];
}

// @ts-check
/** A ribbon of ids, with words and counts below them, cut into bags where the offsets say. */
import { fitting, within } from "../kit/chips.js";
import {
  LETTER,
  circle,
  label,
  number,
  path,
  quiet,
  rect,
} from "../kit/draw.js";
import { CELL, CUT, LEG, OPEN, TAB, cells_x, name_of, said } from "./places.js";

/**
 * The ribbon: the frame is `closed`, 0 to 1, round bag `now`, whose ids are `read` while
 * they go to their rows, and whose counts are `weighed` while they go to theirs; counts
 * that are not `used` are struck out.
 */
export function ribbon(spec, place, state) {
  const pieces = place.pieces.map((piece) => ({
    ...piece,
    top: piece.y + TAB + LEG,
    mine: piece.b === state.now,
  }));
  return [
    ...headings(spec, place, state),
    ...pieces.flatMap((piece) => [
      ...tab(spec, place, piece, state),
      ...entries(spec, place, piece, state),
    ]),
    ...cuts(spec, place, state),
    ...pieces.flatMap((piece, k) =>
      piece.mine && state.closed > 0 ? [frame(place, piece, k, state)] : [],
    ),
  ];
}

/** What the lines of the ribbon hold, beside the first of them. */
function headings({ ways }, { y, high, numbered }, { used }) {
  const top = y + TAB + LEG;
  const low = top + high - CELL / 2 + 3;
  const counts = ways.length ? [["counts", low]] : [];
  const bags = numbered ? [["bag", y + 13]] : [];
  const texts = [
    ...bags,
    ["ids", top + CELL / 2 + 3],
    ...counts,
    ["offsets", top + high + 15],
  ];
  const shapes = texts.map(([text, at]) => label(`${text}:`, 4, at, text));
  if (used || !ways.length) return shapes;
  const line = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.3 };
  return [...shapes, path("struck", `M2 ${low - 4}L46 ${low - 4}`, line)];
}

/** The tab of a piece, with the name of its bag, and the bracket from there to its ids. */
function tab(spec, { numbered }, { b, from, x, y, w, top }, { now }) {
  const data = { "data-row": b, "data-bag": b };
  const look =
    b === now
      ? ["pick", "ink", "onpick"]
      : [b < now ? "zero" : "paper", "dot", "ink"];
  const [fill, stroke, ink] = look.map((role) => `var(--${role})`);
  const legs =
    `M${x} ${top - 3}L${x} ${y + TAB + 2}L${x + w - 1} ` +
    `${y + TAB + 2}L${x + w - 1} ${top - 3}`;
  const text = numbered ? said(b + 1) : fitting(name_of(spec, b), w);
  return [
    rect(`tab${b},${from}`, x, y, w - 1, TAB - 2, {
      rx: 4,
      fill,
      stroke,
      ...data,
    }),
    label(`tab${b},${from}#`, x + w / 2, y + 13, text, {
      "text-anchor": "middle",
      fill: ink,
      ...data,
    }),
    path(`leg${b},${from}`, legs, {
      fill: "none",
      stroke: b === now ? "var(--ink)" : "var(--dot)",
    }),
  ];
}

/** The ids of a piece, each with its word and its count, and how many there are beside them. */
function entries(spec, place, piece, state) {
  const { b, from, to, rest, x, w, top, mine } = piece;
  const ids = Array.from({ length: to - from }, (_, i) =>
    entry(spec, place, piece, state, from + i),
  );
  const look = {
    "text-anchor": "end",
    fill: `var(--${mine ? "ink" : "quiet"})`,
    "data-row": b,
    "data-more": b,
  };
  const more = rest
    ? [
        quiet(
          `more${b}`,
          cells_x(piece) + piece.inner - 3,
          top + 14,
          rest,
          look,
        ),
      ]
    : [];
  if (spec.steps[b].rows.length) return [...ids.flat(), ...more];
  const empty = {
    fill: "none",
    stroke: "var(--dot)",
    "stroke-dasharray": "3 3",
    "pointer-events": "all",
  };
  return [
    rect(`none${b}`, x, top, w - 1, CELL - 2, {
      ...empty,
      "data-row": b,
      "data-bag": b,
    }),
  ];
}

/** An id, its word and its count, in line with each other. */
function entry(spec, { w, words, high }, piece, { read, weighed, used }, k) {
  const { b, top, mine } = piece;
  const { rows, counts } = spec.steps[b];
  const row = spec.rows[rows[k]];
  const x = cells_x(piece) + (k - piece.from) * w;
  const data = { "data-row": b, "data-entry": k };
  const shapes = box(
    `id${b},${k}`,
    x,
    top,
    w,
    row.label,
    role_of(mine, read),
    data,
  );
  if (words && row.name) {
    const text = fitting(row.name, w);
    const ink = {
      fill: `var(--${mine ? "ink" : "quiet"})`,
      ...within(text, w),
    };
    shapes.push(
      label(`word${b},${k}`, x + w / 2, top + CELL + 12, text, {
        "text-anchor": "middle",
        ...ink,
        ...data,
      }),
    );
  }
  if (!counts) return shapes;
  const role = used ? role_of(mine, weighed) : "unused";
  const data_of_count = { ...data, "data-count": k };
  return [
    ...shapes,
    ...box(
      `count${b},${k}`,
      x,
      top + high - CELL,
      w,
      counts[k],
      role,
      data_of_count,
    ),
  ];
}

/** What a cell of the bag is while its line is picked, and what it is else. */
function role_of(mine, picked) {
  if (!mine) return "other";
  return picked ? "picked" : "mine";
}

// The colours of what fills a cell, of its edge, of its text.
const LOOKS = {
  picked: ["pick", "ink", "onpick"],
  mine: ["zero", "dot", "ink"],
  other: ["paper", "line", "quiet"],
  unused: ["paper", "dot", "quiet"],
};

/** A cell without a ramp, as it holds an id or a count. */
function box(key, x, y, w, text, role, data) {
  const [fill, stroke, ink] = LOOKS[role].map((name) => `var(--${name})`);
  const edge = role === "unused" ? { "stroke-dasharray": "2 2" } : {};
  return [
    rect(key, x, y, w - 1, CELL - 2, { fill, stroke, ...edge, ...data }),
    number(`${key}#`, x + (w - 1) / 2, y + 14, text, { fill: ink, ...data }),
  ];
}

/**
 * The cuts, with the offsets at which they are made; that of the first bag is where the
 * ribbon begins. Behind the last bag it ends, or goes on.
 */
function cuts(spec, place, { now }) {
  const starts = place.pieces.filter(({ from }) => from === 0);
  const shapes = starts.flatMap(({ b, x, y }) => {
    const offset = {
      key: `${b}`,
      x: x - CUT / 2,
      y,
      text: said(spec.steps[b].start),
      mine: b === now || b === now + 1,
    };
    return [
      ...cut(place, offset, { "data-cut": b }),
      ...(b > 0 ? scissors(b, offset) : []),
    ];
  });
  const [text, words] = spec.tail;
  const { x, y } = place.end;
  const end = cut(
    place,
    { key: "end", x, y, text, mine: now + 1 === spec.path },
    {},
  );
  const after = x + LETTER * (text.length / 2) + 5;
  return [
    ...shapes,
    ...end,
    quiet("tail", after, y + TAB + LEG + place.high + 15, words),
  ];
}

/** A line across the ribbon, and below it the place at which it is. */
function cut({ high }, { key, x, y, text, mine }, data) {
  const bottom = y + TAB + LEG + high + 4;
  const look = {
    stroke: `var(--${mine ? "ink" : "dot"})`,
    "stroke-dasharray": "3 2",
    fill: "none",
  };
  return [
    path(`cut${key}`, `M${x} ${y + TAB}L${x} ${bottom}`, look),
    number(`offset${key}`, x, bottom + 11, text, {
      fill: `var(--${mine ? "ink" : "quiet"})`,
      ...data,
    }),
  ];
}

/** A pair of scissors, open above the cut. */
function scissors(b, { x, y, mine }) {
  const look = {
    fill: "none",
    stroke: `var(--${mine ? "ink" : "dot"})`,
    "stroke-width": 1.1,
  };
  const blades = `M${x - 2} ${y + 5}L${x + 3} ${y + 16}M${x + 2} ${y + 5}L${x - 3} ${y + 16}`;
  return [
    circle(`grip${b}<`, x - 3, y + 3, 2.2, look),
    circle(`grip${b}>`, x + 3, y + 3, 2.2, look),
    path(`blades${b}`, blades, look),
  ];
}

/** The frame round a piece of the bag, on its way from wider to as wide as the piece. */
function frame({ high }, { x, w, top }, k, { closed }) {
  const off = 2 + OPEN * (1 - closed);
  const look = {
    rx: 3,
    fill: "none",
    stroke: "var(--ink)",
    "stroke-width": 1.5,
    opacity: closed,
  };
  return rect(
    `frame${k}`,
    x - off,
    top - off,
    w + 2 * off - 1,
    high + 2 * off - 2,
    look,
  );
}

// @ts-check
/**
 * What becomes of the picture when something happens. `after(state, event, detail)` is the
 * state that follows; `state` stays as it was. Draws nothing.
 */
import { clamp } from "../kit/draw.js";
import { end_of, starts, top_row } from "./places.js";
import { asked, table_of } from "./table.js";

/**
 * The picture at rest: nothing of the sentence is looked up yet. `now` counts the seconds
 * in which something moved, `since` when the act began, `before` the row by which the wall
 * was sorted before.
 */
export const begin = (spec, { sentence, by, row }) => ({
  spec,
  text: sentence,
  by,
  row, // by which the wall is sorted, where one was chosen
  words: [], // {word, row, at}
  unknown: [],
  more: 0, // words beyond those that are shown
  now: 0,
  since: 0,
  before: null,
  paused: false,
  cursor: null, // the place of the wall that the keys have come to
});

/** The state after an event: its name in the list below, and what came with it. */
export function after(state, event, detail) {
  const next = { ...state, ...EVENTS[event](state, detail) };
  return detail?.calm
    ? { ...next, now: Math.max(next.now, end_of(next)) }
    : next;
}

/** Whether something is still to move. */
export const moving = (state) => !state.paused && state.now < end_of(state);

/** The words of the text; those that stand already stay as they are. */
function read(state, { text, typing }) {
  const { words, unknown } = asked(table_of(state.spec), text, typing);
  const shown = words.slice(0, state.spec.most);
  const same = shown.findIndex(({ row }, k) => row !== state.words[k]?.row);
  const kept = state.words.slice(0, same < 0 ? shown.length : same);
  const more = words.length - shown.length;
  const next = { ...state, unknown, more, paused: false };
  if (kept.length === shown.length && kept.length === state.words.length)
    return typing ? next : { ...next, text }; // half a word is nobody else's
  const { now, by } = state;
  const fresh = by === "look up" || by === "learn" ? kept : [];
  const first = Math.max(now, (fresh.at(-1)?.at ?? -Infinity) + 0.1);
  const at = starts(by, first, shown.length - fresh.length);
  return {
    ...next,
    text,
    row: null,
    words: [
      ...fresh,
      ...shown.slice(fresh.length).map((one, k) => ({ ...one, at: at[k] })),
    ],
    since: fresh.length ? state.since : now,
    before: top_row(state),
  };
}

/** The act from its beginning. */
function anew(state) {
  const { by, now, words } = state;
  const at = starts(by, now, words.length);
  return {
    ...state,
    words: words.map((one, k) => ({ ...one, at: at[k] })),
    since: now,
    paused: false,
  };
}

const EVENTS = {
  read,
  /** All words of the text at once, from the beginning if nothing is left to move. */
  play(state, { text }) {
    if (state.paused) return { paused: false };
    const told = read(state, { text, typing: false });
    if (told.words === state.words) return anew({ ...state, before: null });
    return { ...told, row: state.row };
  },
  pause: () => ({ paused: true }),
  /** Back to the table; the text stays in the field. */
  reset: ({ spec, text, by }) => begin(spec, { sentence: text, by, row: null }),
  by: (state, { by }) => anew({ ...state, by, before: null }),
  /** Sort the wall by this row; null lets the sentence choose. */
  row: (state, { row }) => ({
    row,
    by: row === null ? state.by : "sort",
    before: state.by === "sort" ? top_row(state) : null,
    since: state.now,
    paused: false,
  }),
  cursor: (state, { place }) => ({
    cursor: place === null ? null : clamp(place, 0, state.spec.V - 1),
  }),
  tick: (state, { seconds }) => ({
    now: Math.min(end_of(state), state.now + seconds),
  }),
  /** The page has drawn it, or is to draw it anew. */
  seen: () => ({}),
};

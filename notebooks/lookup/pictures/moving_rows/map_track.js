// @ts-check
/**
 * The track below a map of rows: its moments side by side, the curve of hits, a mark where
 * the picture stands.
 */
import { circle, number, once, path, quiet, LETTERS } from "../kit/draw.js";
import { between, layout_of } from "./map_places.js";

const EDGE = 5; // px above and below the curve

const percent = (share) => `${Math.round(100 * share)} %`;

/** The hits at a moment in words: none or one. */
export const hits_text = ({ hits }, step) =>
  hits ? [`hits ${percent(hits[step])}`] : [];

/** The place where so many steps are over. */
const place_at = ({ x, w }, spec, steps) => x + (w * steps) / spec.path;

/** How high a share stands on the track; without hits all is on one line. */
function height_of({ y, h }, { hits }, share) {
  return hits ? y + h - EDGE - share * (h - 2 * EDGE) : y + h / 2;
}

/**
 * The track. The picture is on its way from a moment to another, `along` of the step is
 * over, the marks are those of the `last`.
 */
export function track_of(spec, { step, from, to, along, last, flies, narrow }) {
  const { track, hits } = layout_of(spec, narrow);
  const share = (s) => spec.hits?.[s] ?? 0;
  const stop = (s) => [
    place_at(track, spec, s + 1),
    height_of(track, spec, share(s)),
  ];
  const stops = spec.steps.map((_, s) => stop(s));
  const start = [track.x, stops[0][1]];
  const now = [
    place_at(track, spec, step + along),
    height_of(track, spec, between(share(from), share(to), along)),
  ];
  const line = (key, places, stroke, wide) =>
    path(key, `M${places.map((place) => place.join(" ")).join("L")}`, {
      fill: "none",
      stroke,
      "stroke-width": wide,
      "stroke-linejoin": "round",
    });
  return [
    ...ticks(spec, track, stops),
    line("ahead", [now, ...stops.slice(step)], "var(--dot)", 1.4),
    line("past", [start, ...stops.slice(0, step), now], "var(--ink)", 2),
    circle("now", ...now, 4, {
      fill: "var(--pick)",
      stroke: "var(--ink)",
      "stroke-width": 1.5,
    }),
    ...names_of(spec, last, narrow),
    ...hits_text(spec, flies ? from : last).map((text) => {
      const more = flies ? ` → ${percent(spec.hits[to])}` : "";
      return number("hits", hits.right, hits.y, text + more, {
        "text-anchor": "end",
      });
    }),
  ];
}

/** A tick for each moment. */
function ticks(spec, { x, y, w, h }, stops) {
  const ground = spec.hits ? y + h : y + h / 2;
  const tick = ([at], s) =>
    path(`tick${s}`, `M${at} ${ground - 3}L${at} ${ground + 3}`, {
      stroke: "var(--dot)",
    });
  const floor = path("floor", `M${x} ${ground}L${x + w} ${ground}`, {
    stroke: "var(--line)",
  });
  return [floor, ...stops.map(tick)];
}

/** The names of the moments below their ticks; the one whose marks are shown is in ink. */
function names_of(spec, last, narrow) {
  const { names_y } = layout_of(spec, narrow);
  return names_that_fit(spec, narrow).map(({ s, x, text }) =>
    quiet(`name${s}`, x, names_y, text, {
      "text-anchor": "middle",
      ...(s === last && { fill: "var(--ink)", "font-weight": 600 }),
    }),
  );
}

/** The names that have room, the last one and the first one before all others: {s, x, text}. */
const names_that_fit = once((spec, narrow) => {
  const { track, width } = layout_of(spec, narrow);
  const names = spec.steps.map(({ name }, s) => {
    const text = s ? name.replace(/^step /, "") : name;
    const half = (LETTERS.bold * text.length) / 2;
    const x = Math.min(place_at(track, spec, s + 1), width - half - 1);
    return { s, text, half, x: Math.max(x, half + 1) };
  });
  const placed = [];
  for (const name of [names.at(-1), ...names.slice(0, -1)]) {
    const apart = (other) =>
      Math.abs(name.x - other.x) >= name.half + other.half + 6;
    if (placed.every(apart)) placed.push(name);
  }
  return placed;
});

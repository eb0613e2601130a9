// @ts-check
/**
 * What the picture says of a phase: in a sentence, as an alt text, under the
 * pointer, as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed, once } from "../kit/draw.js";

const MEANS = {
  activations: ["pick", "activations: taken in a forward"],
  gradients: ["touch", "gradients: taken in a backward"],
  states: ["quiet", "the optimiser's states: taken in a step"],
  other: ["stored", "taken elsewhere"],
  held: ["dots", "held beyond the table"],
};

/** So many units in tables, to two decimals, "≈0" for what rounds to nothing. */
export const tables = ({ unit, table }, units) =>
  in_tables((units * unit) / table);

const in_tables = (value) =>
  value > 0 && value < 0.005 ? "≈0" : value.toFixed(2);

/**
 * The run of a way with so many layers: `phases`, their names; `names`, with their
 * training step; `firsts`, the phases with which training steps begin; `kinds`, of each
 * kind its units in each phase at each moment; `levels`, of all kinds together.
 */
export const run_of = once((spec, by, layers) => read_run(spec, by, layers));

function read_run({ runs, names, kinds, layers, path }, by, size) {
  const { phases: numbers, held, peak } = runs[by][layers.indexOf(size)];
  const phases = numbers.map((k) => names[k]);
  const read = held.map((phase) =>
    phase.map((text) => text.split(" ").map(Number)),
  );
  const firsts = phases.flatMap((name, p) => (name === phases[0] ? [p] : []));
  const step = (p) => firsts.filter((first) => first <= p).length;
  const sums = (phase) =>
    (phase[0] ?? [0]).map((_, m) =>
      phase.reduce((sum, kind) => sum + kind[m], 0),
    );
  return {
    phases,
    peak,
    firsts,
    names: phases.map((name, p) => `step ${step(p)}, ${name}`),
    kinds: kinds.map((_, k) =>
      Array.from({ length: path }, (_, p) => read[p][k]),
    ),
    levels: read.map(sums),
  };
}

/** The peak of a run, in tables. */
const peak_of = (spec, by, layers) =>
  in_tables(run_of(spec, by, layers).peak / spec.table);

/** The highest of these moments. */
const most_of = (levels) => Math.max(...levels.flat());

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export const key = ({ spec }) => [
  ...spec.kinds.map((kind) => MEANS[kind]),
  ["table", `the table: ${spec.text}`],
];

/** Of which kinds a moment of a phase consists: "1.00 of activations and 1.02 of gradients". */
function parts({ spec, by, row }, phase, moment) {
  const { kinds } = run_of(spec, by, row);
  const found = spec.kinds.flatMap((kind, k) => {
    const units = kinds[k][phase][moment];
    return units > 0 && kind !== "held"
      ? [`${tables(spec, units)} of ${kind}`]
      : [];
  });
  return found.length < 2
    ? found.join("")
    : `${found.slice(0, -1).join(", ")} and ${found.at(-1)}`;
}

/** What happens in the phase: from where to where, and the highest moment between. */
function happens(state) {
  const { spec, by, row, step } = state;
  const { levels, names } = run_of(spec, by, row);
  const phase = levels[step];
  const start = step > 0 ? levels[step - 1].at(-1) : 0;
  const end = phase.at(-1);
  const most = Math.max(...phase);
  const made = parts(state, step, phase.indexOf(most));
  const [from, to, top] = [start, end, most].map((units) =>
    tables(spec, units),
  );
  const name = `Training ${names[step]}`;
  const of_what = made && `, ${made}`;
  if (most > Math.max(start, end) && top !== from && top !== to)
    return `${name}: from ${from} to ${to} tables, and ${top} between${of_what}.`;
  if (from === to) return `${name}: ${to} tables, as before.`;
  return `${name}: from ${from} to ${to} tables${end >= start ? of_what : ""}.`;
}

/** The peaks of all ways with as many layers. */
const peaks = ({ spec, row }) =>
  spec.ways.map((way) => `${way} ${peak_of(spec, way, row)}`).join("; ");

/**
 * One sentence for the caption, which screen readers speak; then whether the run has its
 * peak there, and at its end the peaks of all ways.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, by, row, step, rest } = state;
  if (rest)
    return `Ready, phase ${step + 1} of ${spec.path}: press Play or the arrow to the right.`;
  const { levels } = run_of(spec, by, row);
  const first = levels.findIndex((phase) => phase.includes(most_of(levels)));
  const here =
    first === step && most_of(levels) > 0 ? " No phase holds more." : "";
  const last =
    step === spec.path - 1
      ? ` Peaks with ${listed(row, "layer")}, in tables: ${peaks(state)}.`
      : "";
  return `${happens(state)}${here}${last}`;
}

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt(state) {
  const { spec, by, row, step } = state;
  const { levels, names } = run_of(spec, by, row);
  const seen = levels.slice(0, step + 1);
  const most = most_of(seen);
  const phase = seen.findIndex((moments) => moments.includes(most));
  const made = parts(state, phase, levels[phase].indexOf(most));
  return (
    `Memory beyond the table, ${by}, ${listed(row, "layer")}, up to ${names[step]}: ` +
    `${tables(spec, levels[step].at(-1))} tables; at the most ${tables(spec, most)}${made && `, ${made}`}.`
  );
}

/** The moment under the pointer, if it has been. */
export function hover(state, at) {
  const { spec, by, row, step, rest } = state;
  if (!at || at.phase > step || (rest && at.phase === step)) return "";
  const { levels, names } = run_of(spec, by, row);
  const made = parts(state, at.phase, at.moment);
  const sum = tables(spec, levels[at.phase][at.moment]);
  return `${names[at.phase]}: ${sum} tables${made && `, ${made}`}`;
}

/**
 * What each phase that has been held at its end, and its most, as a plain table; when the
 * run is over, the peaks of all ways.
 *
 * @type {Kind["numbers"]}
 */
export function numbers(state) {
  const { spec, by, row, step, rest } = state;
  const { levels, kinds, names } = run_of(spec, by, row);
  const body = names
    .slice(0, rest ? step : step + 1)
    .map((name, p) => [
      name,
      ...spec.kinds.map((_, k) => tables(spec, kinds[k][p].at(-1))),
      tables(spec, levels[p].at(-1)),
      tables(spec, Math.max(...levels[p])),
    ]);
  const over = step === spec.path - 1 && !rest;
  const blank = Array.from({ length: spec.kinds.length + 1 }, () => "");
  const foot = over
    ? spec.ways.map((way) => [
        `peak, ${way}`,
        ...blank,
        peak_of(spec, way, row),
      ])
    : [];
  return {
    head: ["in tables", ...spec.kinds, "together at its end", "at its most"],
    body,
    foot,
  };
}

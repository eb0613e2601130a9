// @ts-check
/**
 * What the picture says of the GPU and of what was measured on it. Draws nothing.
 */
import { digits, median, rate_text, seconds_text } from "../kit/units.js";
import { BYTES } from "./kernels.js";

/** What is timed, as the buttons name it. */
export const OF = {
  forward: "forward",
  SGD: "step by SGD",
  Adam: "step by Adam",
  clock: "clock",
};

/** What the clock shows of the same work, two by two. */
const TRAPS = [
  { handed: "handed over", done: "done" },
  { first: "first call", done: "later calls" },
  { alone: "a lookup alone", together: "one of many" },
  { again: "4,096 ids again", turn: "4,096 ids in turn" },
];

/** The kernels of a step, as the learner knows what they do. */
export const PART = {
  lookup: "forward",
  zero: "zeros",
  scatter_add: "scatter-add",
  sgd: "optimiser",
};

/** What bytes were counted of. */
export const MOVED = {
  copy: "copy",
  sgd: "dense sweep of SGD",
  lookup: "lookup",
};

export const HIDDEN =
  "Waiting until this page is in view again: out of it times would be wrong.";
export const STOPPED = "Stopped. What was measured stays.";
export const LOST =
  "The browser has taken the GPU away, as it does when a driver starts anew. " +
  "What was measured stays; press Measure to try again.";
export const WRONG =
  "On this GPU rows, a gradient or a step came out wrong, so that its times say nothing.";
export const nothing = (why) => `Nothing can be measured: ${why}.`;
export const UNMEASURED = "not measured";
const SOFTWARE =
  "Your processor plays this GPU: shapes of lines are right, and the times are a CPU's.";

export const count = (number, noun) => `${number.toLocaleString("en")} ${noun}`;

export const BUSY = "Measuring. The lines grow as the times come in.";

/**
 * Whose GPU it is, beside its name.
 *
 * @param {import("../kit/gpu.js").Gpu} gpu
 */
export const lent = ({ software, clock }) =>
  (software ? "played by your processor, " : "") +
  `by WebGPU, timed by ${clock ? "its own clock" : "the page's clock"}`;

/**
 * What the picture says before anything was measured.
 *
 * @param {import("../kit/gpu.js").Gpu} gpu
 */
export const before = ({ software }) =>
  `${software ? `${SOFTWARE} ` : ""}Press Measure. It takes less than a minute, and ` +
  "what is found goes to the notebook around it, if there is one, and nowhere else.";

const sentence = (text) => text[0].toUpperCase() + text.slice(1);

/** The names of what can be looked at; the clock's traps only where they were measured. */
export const shown = ({ traps }) =>
  Object.values(OF).filter((name) => name !== OF.clock || traps?.done);

/** The clock's traps two by two: names, and seconds with the factor between them or a sentence,
 * `missing`, on why there are none. */
export const trapped = ({ traps }) =>
  TRAPS.map((pair) => {
    const names = Object.values(pair);
    const seconds = Object.keys(pair).map((moment) => traps[moment]);
    if (!seconds.every(Boolean)) return { names, missing: unmeasured(traps) };
    const factor = Math.max(...seconds) / Math.min(...seconds);
    return { names, seconds, factor: digits(factor) };
  });

/** That something was not measured, and why where that is known: an older recording gives
 * no reason. */
const unmeasured = ({ why }) => (why ? `${UNMEASURED}: ${why}` : UNMEASURED);

/** What the view shows, and of which table. */
export function caption({ traps }, { of, ids }) {
  if (of !== "clock") return `${OF[of]}, ${count(ids, "ids")}`;
  const sizes = `${count(traps.rows, "rows")}, ${count(traps.ids, "ids")}`;
  return `the page's clock, ${OF.SGD}, ${sizes}`;
}

/** The clock's traps in a sentence. */
function told_of_clock(found, view) {
  const told = trapped(found).map(({ names, seconds, factor, missing }) => {
    if (missing) return `${names.join(" and ")} were ${missing}`;
    const [wrong, right] = seconds.map(seconds_text);
    return `${names[0]} ${wrong}, ${names[1]} ${right}, a factor of ${factor}`;
  });
  return `${sentence(caption(found, view))}: ${told.join("; ")}.`;
}

/** What is found of one thing in the chosen view, with the seconds that there are. */
export const seen = ({ times }, { of, ids }) =>
  times.filter((one) => one.of === of && one.ids === ids);

/** {way: its findings, the smallest table first}. */
export function by_way(times) {
  const ways = {};
  for (const one of times) (ways[one.way] ??= []).push(one);
  return ways;
}

/** The findings of the largest table at which two ways or more were measured. */
function largest(times) {
  const rows = [...new Set(times.map((one) => one.rows))].reverse();
  for (const size of rows) {
    const there = times.filter((one) => one.rows === size && one.seconds);
    if (there.length > 1) return there;
  }
  return [];
}

/**
 * One sentence on the chosen view: the largest table at which ways can be compared.
 *
 * @param {any} found
 * @param {{of: string, ids: number}} view
 */
export function compared(found, view) {
  if (view.of === "clock") return told_of_clock(found, view);
  const there = largest(seen(found, view));
  if (!there.length) return "";
  const told = there.map(
    ({ way, seconds }) => `${way} ${seconds_text(median(seconds))}`,
  );
  const slow = there.reduce((a, b) =>
    median(a.seconds) > median(b.seconds) ? a : b,
  );
  const fast = there.reduce((a, b) =>
    median(a.seconds) < median(b.seconds) ? a : b,
  );
  const factor = median(slow.seconds) / median(fast.seconds);
  return (
    `${sentence(OF[view.of])}, ${count(view.ids, "ids")}, ` +
    `${count(there[0].rows, "rows")}: ` +
    `${told.join(", ")}. ${slow.way} takes ${digits(factor)} times as long as ${fast.way}.`
  );
}

/** Where a step goes, in one sentence. */
export function accounted({ account }) {
  if (!account?.parts) return "";
  const told = Object.keys(PART).map(
    (part) => `${PART[part]} ${seconds_text(median(account.parts[part]))}`,
  );
  return (
    `A step of nn.Embedding and SGD, ${count(account.rows, "rows")}, ` +
    `${count(account.ids, "ids")}, takes ${seconds_text(median(account.whole))}; ` +
    `alone they take: ${told.join(", ")}.`
  );
}

/**
 * What the start of a call takes: its seconds, and its shares of the times of those of which
 * bytes were counted; null where that is not known.
 */
export function start_of({ account, bandwidth }, { columns }) {
  if (!account?.parts || !bandwidth?.bytes) return null;
  const seconds = median(account.parts.nothing);
  const sizes = { V: bandwidth.rows, B: bandwidth.ids, D: columns };
  const shares = {};
  for (const name in MOVED) {
    const whole = BYTES[name](sizes) / median(bandwidth.bytes[name]);
    shares[name] = Math.min(1, seconds / whole);
  }
  return { seconds, shares };
}

/** The bytes in a second, and what the start of a call takes of its time. */
export function moved(found, view, plan) {
  const { bandwidth } = found;
  if (!bandwidth?.bytes) return "";
  const told = Object.keys(MOVED).map(
    (name) => `${MOVED[name]} ${rate_text(median(bandwidth.bytes[name]))}`,
  );
  const rates = `Bytes in a second, read and written: ${told.join(", ")}.`;
  const start = start_of(found, plan);
  if (!start) return rates;
  const shares = Object.keys(MOVED).map(
    (name) => `${MOVED[name]} ${Math.round(100 * start.shares[name])} %`,
  );
  const takes = `The start of a call takes ${seconds_text(start.seconds)}`;
  return `${rates} ${takes}, of its time: ${shares.join(", ")}.`;
}

/** What was proven before anything was timed, in one sentence. */
export function proven({ proof }) {
  if (!proof?.within) return "";
  const steps = `first steps of SGD and Adam within ${proof.within}`;
  return `Checked before: rows and gradients equal to the bit, ${steps}.`;
}

/** All numbers of a view as a table: a row for each size, a column for each way. */
export function numbers(found, view) {
  if (view.of === "clock") return clock_numbers(found);
  const ways = by_way(seen(found, view));
  const sizes = [...new Set(seen(found, view).map((one) => one.rows))];
  const cell = (way, rows) => {
    const one = ways[way].find((other) => other.rows === rows);
    if (!one) return "";
    if (one.why) return unmeasured(one);
    const [low, high] = [Math.min(...one.seconds), Math.max(...one.seconds)];
    return `${seconds_text(median(one.seconds))} (${seconds_text(low)} to ${seconds_text(high)})`;
  };
  return {
    head: ["rows", ...Object.keys(ways)],
    body: sizes.map((rows) => [
      rows.toLocaleString("en"),
      ...Object.keys(ways).map((way) => cell(way, rows)),
    ]),
    foot: [],
  };
}

/** The clock's traps as a table: a row for each. */
const clock_numbers = (found) => ({
  head: ["one", "its time", "the other", "its time", "factor"],
  body: trapped(found).map(({ names, seconds, factor, missing }) => {
    if (missing) return [names[0], missing, names[1], missing, ""];
    const [wrong, right] = seconds.map(seconds_text);
    return [names[0], wrong, names[1], right, factor];
  }),
  foot: [],
});

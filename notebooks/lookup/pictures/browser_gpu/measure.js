// @ts-check
/**
 * What is measured on the browser's GPU, in which order, and what is left out: a page
 * shares the GPU with the learner's screen, so that no piece of work may hold it for long.
 */
import { read_back } from "../kit/gpu.js";
import { BYTES, filled, KERNELS, unseen, WAYS } from "./kernels.js";
import { median } from "../kit/units.js";
import { bytes_of, drawn_ids, run, table_of } from "./table.js";

const ENOUGH = 0.01; // seconds that a piece shall last, so that the clock can tell
const LONGEST = 0.1; // seconds that a step may be expected to last
const MOST_STARTS = 4096; // of kernels, in a piece
const REPEATS = 5;
const DIGITS = 4; // of a time, as no clock tells more, and a notebook keeps all of them
const CALLS = 20; // made one by one, as browsers round the page's clock
const TOGETHER = 1024; // lookups in one piece of work, at most
export const MOST_BYTES = 2 ** 30; // that a page asks for at once

/**
 * @typedef {Object} Plan what the kernel asks for
 * @property {number[]} sizes rows of the tables, ascending
 * @property {number[]} batches how many ids a batch has
 * @property {number} columns
 */

/**
 * Waits until the page is in view, and raises where the learner wants it stopped. Gives how
 * often the page has gone out of view so far.
 *
 * @typedef {() => Promise<number>} GoOn
 */

/** What a sweep times: {of, way, ids, rows}, the smallest table first. */
export const asked = ({ sizes, batches }) =>
  sizes.flatMap((rows) =>
    batches.flatMap((ids, at) =>
      Object.entries(WAYS).flatMap(([of, ways]) =>
        Object.keys(ways)
          .filter((way) => at === 0 || way !== "one-hot @ W") // its one-hots would not fit
          .map((way) => ({ of, way, ids, rows })),
      ),
    ),
  );

/**
 * Time all that is asked, and give each finding as it comes: {of, way, ids, rows} with
 * `seconds`, one for each repeat, or with `why` there are none.
 *
 * @param {import("../kit/gpu.js").Gpu} gpu
 * @param {Plan} plan
 * @param {GoOn} go_on
 */
export async function* timed(gpu, plan, trip, go_on) {
  const before = new Map(); // what is timed: its threads and seconds at a smaller table
  for (const one of asked(plan)) {
    await go_on();
    const name = `${one.of} ${one.way} ${one.ids}`;
    const sizes = { V: one.rows, B: one.ids, D: plan.columns };
    const kernels = WAYS[one.of][one.way];
    const threads = threads_of(kernels, sizes);
    const why =
      too_large(gpu, kernels, sizes) ?? too_long(before.get(name), threads);
    if (why) yield { ...one, why };
    else {
      const found = await with_table(gpu, kernels, sizes, (table) =>
        repeated(table, kernels, trip, go_on),
      );
      if (found.seconds) before.set(name, { threads, seconds: found.seconds });
      yield { ...one, ...found };
    }
  }
}

/** Why a table would take more than there is, or more than it should. */
function too_large({ most = 0 }, kernels, sizes) {
  const { all, largest } = bytes_of(kernels, sizes);
  if (largest > most)
    return `an array of ${mb(largest)} is more than this GPU lends`;
  if (all > MOST_BYTES) return `${mb(all)} are more than a page should ask for`;
  return null;
}

const HOLDS =
  "a call would hold the GPU, and with it the screen, for longer than some 0.1 s";

const TOO_SHORT = "a call is too short for the clock";

const mb = (bytes) => `${Math.round(bytes / 1e6).toLocaleString("en")} MB`;

const threads_of = (kernels, sizes) =>
  kernels.reduce((sum, name) => sum + KERNELS[name].threads(sizes), 0);

/** Why a table would hold the screen too long, by what a smaller one took for a thread. */
export function too_long(smaller, threads) {
  if (!smaller) return null;
  const expected = (Math.min(...smaller.seconds) / smaller.threads) * threads;
  return expected > LONGEST ? HOLDS : null;
}

/** What `use` finds with a table that is freed afterwards, or why there is no room for it. */
async function with_table(gpu, kernels, sizes, use) {
  let table;
  try {
    table = await table_of(gpu, kernels, sizes);
  } catch (error) {
    if (error instanceof RangeError) return { why: error.message };
    throw error;
  }
  try {
    return await use(table);
  } finally {
    table.free();
  }
}

/** What `piece` gives, once more if the page went out of view meanwhile, where clocks err. */
export async function undisturbed(go_on, piece) {
  for (;;) {
    const left = await go_on();
    const found = await piece();
    if ((await go_on()) === left) return found;
  }
}

/**
 * The seconds of some kernels, one after the other, in several repeats; or why there are
 * none. All repeats go by one clock: the GPU's own, or, where it lends none, the page's,
 * less what handing over nothing takes.
 */
const repeated = (table, kernels, trip, go_on) =>
  in_pieces(
    (calls) =>
      undisturbed(go_on, async () => {
        const { page, gpu } = await run(table, kernels, calls);
        const by_page = Math.max(0, page - trip);
        const told = table.stamps ? (gpu ?? 0) : by_page;
        return { told, lasted: told || by_page };
      }),
    kernels.length,
  );

/**
 * The seconds of a call in several repeats, each a piece of work that a clock can tell, as
 * browsers round the GPU's clock to 0.1 ms; or why there are none. The first call warms up.
 * Then a piece is one call, and four times as long as soon as one is too short, if four times
 * as long is not too long.
 *
 * @param {(calls: number) => Promise<{told: number, lasted: number}>} piece of so many
 *   calls: the seconds that the clock tells, 0 if it stood still, and those that it held the GPU
 * @param {number} starts of kernels in a call
 */
export async function in_pieces(piece, starts) {
  await piece(1);
  let calls = 1;
  let seconds = [];
  while (seconds.length < REPEATS) {
    const { told, lasted } = await piece(calls);
    const is_first = calls === 1 && seconds.length === 0;
    if (is_first && lasted > LONGEST) return { why: HOLDS };
    const may_grow = 4 * lasted <= LONGEST && 4 * calls * starts <= MOST_STARTS;
    if (told < ENOUGH && may_grow) {
      calls *= 4;
      seconds = [];
    } else seconds.push(Number((told / calls).toPrecision(DIGITS)));
  }
  return Math.min(...seconds) > 0 ? { seconds } : { why: TOO_SHORT };
}

/**
 * Where the time of a step goes at one size: of each kernel of SGD with nn.Embedding alone,
 * of them all together, and of one that does nothing, which is the price of a start.
 */
export async function account(gpu, { columns }, rows, ids, trip, go_on) {
  const sizes = { V: rows, B: ids, D: columns };
  const step = WAYS.SGD.Embedding;
  return with_table(gpu, [...step, "nothing"], sizes, async (table) => {
    const parts = {};
    for (const name of [...step, "nothing"]) {
      const { seconds, why } = await repeated(table, [name], trip, go_on);
      if (why) return { why };
      parts[name] = seconds;
    }
    const { seconds, why } = await repeated(table, step, trip, go_on);
    return why ? { why } : { rows, ids, parts, whole: seconds };
  });
}

/**
 * What the page's clock shows of a call, by the moments at which one may read it. Of a step of
 * SGD with nn.Embedding: when it is handed over, when it is done, the first time, and later; of
 * a lookup: called alone, and as one of many in a piece of work; and of one of many ids: the
 * same ids again, and ids in turn. Where the last two can't be told, `why` says so beside the
 * others; where those can't be, it stands alone.
 */
export async function traps(gpu, { columns, batches }, rows, trip, go_on) {
  const [ids, many] = [batches[0], batches.at(-1)];
  const sizes = { V: rows, B: ids, D: columns };
  const step = WAYS.SGD.Embedding;
  const of_calls = await with_table(gpu, step, sizes, async (table) => {
    table.kernels = unseen();
    const first = (await run(table, step, 1)).done;
    const { handed, done } = await one_by_one(table, step, go_on);
    const alone = (await one_by_one(table, ["lookup"], go_on)).done;
    const lookups = await lookups_together(table, trip, go_on, [1]);
    if (lookups.why) return lookups;
    return { handed, done, first, alone, together: lookups.means[0] };
  });
  if (of_calls.why) return of_calls;
  if (!all_told(of_calls)) return { why: TOO_SHORT };
  const larger = { ...sizes, B: many };
  const of_ids = await with_table(gpu, ["lookup"], larger, async (table) => {
    const { means, why } = await lookups_together(table, trip, go_on, [0, 1]);
    if (why) return { why };
    const [again, turn] = means;
    return all_told({ again, turn }) ? { again, turn } : { why: TOO_SHORT };
  });
  return { rows, ids, ...of_calls, ...of_ids };
}

const all_told = (moments) => Math.min(...Object.values(moments)) > 0;

/**
 * Seconds of a lookup as one of many in a piece of work, as long as one may be: for each pace at
 * which it takes the batches, see table_of, the median of the pieces' means; or why there are none.
 */
async function lookups_together(table, trip, go_on, paces) {
  const { seconds, why } = await repeated(table, ["lookup"], trip, go_on);
  if (why) return { why };
  const calls = as_many(seconds);
  const means = [];
  for (const pace of paces) {
    table.pace = pace;
    await run(table, ["lookup"], 1); // so that what comes again has been there
    const piece = async () => {
      await go_on();
      return (await run(table, ["lookup"], calls)).done / calls;
    };
    means.push(await middle(piece));
  }
  return { means };
}

/** The median of what several pieces of work give, one after the other. */
export async function middle(piece) {
  const seconds = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) seconds.push(await piece());
  return median(seconds);
}

/** How many lookups of so many seconds a piece of work may have. */
export const as_many = (seconds) =>
  Math.max(1, Math.min(TOGETHER, Math.floor(LONGEST / median(seconds))));

/** Means of calls of which each waits until the one before is done. */
async function one_by_one(table, kernels, go_on) {
  const sum = { handed: 0, done: 0 };
  for (let call = 0; call < CALLS; call++) {
    await go_on();
    const { handed, done } = await run(table, kernels, 1);
    sum.handed += handed;
    sum.done += done;
  }
  return { handed: sum.handed / CALLS, done: sum.done / CALLS };
}

/** Bytes in a second: of rows fetched, of the optimiser's sweep, and of a copy. */
export async function bandwidth(gpu, { columns }, rows, ids, trip, go_on) {
  const sizes = { V: rows, B: ids, D: columns };
  return with_table(gpu, Object.keys(BYTES), sizes, async (table) => {
    const found = {};
    for (const [name, bytes] of Object.entries(BYTES)) {
      const { seconds, why } = await repeated(table, [name], trip, go_on);
      if (why) return { why };
      found[name] = seconds.map((second) => bytes(sizes) / second);
    }
    return { rows, ids, bytes: found };
  });
}

/**
 * Seconds of a piece of work in which nothing is done: what it takes to hand something
 * over and to hear that it is done.
 */
export async function round_trip({ device }) {
  const seconds = [];
  for (let repeat = 0; repeat < 4 * REPEATS; repeat++) {
    const start = performance.now();
    device.queue.submit([device.createCommandEncoder().finish()]);
    await device.queue.onSubmittedWorkDone();
    seconds.push((performance.now() - start) / 1000);
  }
  return seconds;
}

/** How far the first step of an optimiser moves a number whose gradient is g. */
const MOVES = {
  sgd: (g) => 0.01 * g,
  sgd_rows: (g) => 0.01 * g,
  adam: (g) => 0.01 * Math.sign(g), // g over the root of its square
  adam_rows: (g) => 0.01 * Math.sign(g),
};
const NEAR = 1e-4; // the spacing of float32 numbers below 1,024 is 6e-5
const TALL = 70_000; // rows: of 64 columns, their threads are more than one dimension holds

/**
 * Whether the kernels are right on this GPU: rows by lookup are those of the table and of
 * the product, the gradient by scatter-add is that of the product, to the bit (all numbers
 * are whole ones), also where ids repeat and where no id names a row; a first step of SGD and
 * of Adam, dense and by rows, moves the table within NEAR of what their formulas say; and
 * threads reach all rows of a tall table, where the GPU lends one.
 *
 * @returns {Promise<{rows?: boolean, gradient?: boolean, step?: boolean, within?: number,
 *   why?: string}>}
 */
export async function proof(gpu, { columns }) {
  const reached = await reaches_all_rows(gpu, columns);
  if (reached.why || !reached.rows) return reached;
  const sizes = { V: 300, B: 400, D: columns }; // three chunks of the product
  const product = WAYS.SGD["one-hot @ W"];
  const updates = Object.keys(MOVES);
  const kernels = [...product, "lookup", "zero", "scatter_add", ...updates];
  return with_table(gpu, kernels, sizes, async (table) => {
    const W = await numbers(table, "W");
    const [ids] = drawn_ids(sizes);
    const of_row = (i) => Math.floor(i / columns);
    const own = (value, i) =>
      value === W[ids[of_row(i)] * columns + (i % columns)];
    const counts = new Array(sizes.V).fill(0);
    for (const id of ids) counts[id] += 1;
    const named = (value, i) => value === counts[of_row(i)];
    const looked_up = await came_of(table, ["lookup", "zero", "scatter_add"]);
    const back = await came_of(table, product.slice(0, -1));
    let step = true;
    for (const update of updates) {
      const moved = await came_of(table, ["zero", "scatter_add", update]);
      const wanted = (i) => W[i] - MOVES[update](counts[of_row(i)]);
      const near = (value, i) => Math.abs(value - wanted(i)) <= NEAR;
      step &&= moved.W.every(near);
    }
    return {
      rows: looked_up.rows.every(own) && back.rows.every(own),
      gradient: looked_up.G.every(named) && back.G.every(named),
      step,
      within: NEAR,
    };
  });
}

/** Whether threads write every number of a tall table. */
async function reaches_all_rows(gpu, columns) {
  const sizes = { V: TALL, B: 1, D: columns };
  if (too_large(gpu, ["fill"], sizes)) return { rows: true }; // nor will one be timed
  return with_table(gpu, ["fill"], sizes, async (table) => {
    const W = await numbers(table, "W");
    return { rows: W.every((value, i) => value === filled(i)) };
  });
}

/** The numbers of an array of a table. */
const numbers = ({ device, buffers, sizes }, name) =>
  read_back(
    device,
    buffers[name],
    sizes.D * (name === "rows" ? sizes.B : sizes.V),
  );

/** Table, rows and gradient after some kernels; before them nothing is left of others. */
async function came_of(table, kernels) {
  table.turn = 0; // the first batch of ids
  const encoder = table.device.createCommandEncoder();
  for (const name of ["rows", "G", "M", "S"])
    encoder.clearBuffer(table.buffers[name]);
  table.device.queue.submit([encoder.finish()]);
  await run(table, ["fill", ...kernels], 1);
  const found = {};
  for (const name of ["W", "rows", "G"])
    found[name] = await numbers(table, name);
  return found;
}

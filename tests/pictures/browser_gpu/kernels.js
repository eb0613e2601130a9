/** All that a page needs to run the kernels of a training step on numbers that a test brings. */
import {
  open_gpu,
  read_back,
} from "../../../notebooks/lookup/pictures/kit/gpu.js";
import {
  filled,
  KERNELS,
} from "../../../notebooks/lookup/pictures/browser_gpu/kernels.js";
import {
  as_many,
  in_pieces,
  middle,
  too_long,
  undisturbed,
} from "../../../notebooks/lookup/pictures/browser_gpu/measure.js";
import {
  run,
  table_of,
} from "../../../notebooks/lookup/pictures/browser_gpu/table.js";

/** What each array holds after some kernels ran, in order; `given` are the numbers before. */
async function after(sizes, given, steps) {
  const gpu = await open_gpu();
  const table = await table_of(gpu, Object.keys(KERNELS), sizes);
  const { device, buffers } = table;
  const write = (name, kind) =>
    device.queue.writeBuffer(buffers[name], 0, new kind(given[name]));
  write("W", Float32Array);
  write("up", Float32Array);
  write("ids", Uint32Array);
  table.turn = 0; // the batch of ids that was written
  await run(table, steps, 1);
  const found = {};
  for (const [name, numbers] of Object.entries({
    W: sizes.V * sizes.D,
    G: sizes.V * sizes.D,
    rows: sizes.B * sizes.D,
  }))
    found[name] = [...(await read_back(device, buffers[name], numbers))];
  table.free();
  device.destroy();
  return found;
}

/** Which number of a table first is not as it was filled, in a copy; -1 if all are. */
async function copied(sizes) {
  const gpu = await open_gpu();
  const table = await table_of(gpu, ["copy"], sizes);
  const { device, buffers } = table;
  await run(table, ["copy"], 1);
  const found = await read_back(device, buffers.G, sizes.V * sizes.D);
  table.free();
  device.destroy();
  return found.findIndex((value, i) => value !== filled(i));
}

/** The gradient of two batches of ones, of which the second lies `pace` batches further. */
async function added(sizes, pace) {
  const gpu = await open_gpu();
  const table = await table_of(gpu, ["scatter_add"], sizes);
  table.pace = pace;
  await run(table, ["scatter_add"], 2);
  const sums = await read_back(
    table.device,
    table.buffers.G,
    sizes.V * sizes.D,
  );
  table.free();
  table.device.destroy();
  return [...sums];
}

/**
 * What is found of a call that takes so many seconds, on a GPU that is pretended: its clock
 * ticks so often, or stands still for 0. And how long it was held by each piece of work.
 */
async function pretended(seconds, starts, tick) {
  const held = [];
  const timed = async (calls) => {
    const lasted = calls * seconds;
    held.push(lasted);
    return { told: tick && Math.floor(lasted / tick) * tick, lasted };
  };
  const found = await in_pieces(timed, starts);
  return { ...found, held };
}

/** Which of some pieces counts, where the page had been left so often before and after each. */
function kept(left) {
  let piece = 0;
  return undisturbed(
    async () => left.shift(),
    async () => ++piece,
  );
}

/** What counts of pieces of work that give these seconds, and how many are left over. */
async function middle_of(seconds) {
  return [await middle(async () => seconds.shift()), seconds.length];
}

export default {
  added,
  after,
  as_many,
  copied,
  too_long,
  pretended,
  kept,
  middle_of,
};

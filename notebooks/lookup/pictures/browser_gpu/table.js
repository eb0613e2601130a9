// @ts-check
/**
 * A table of V rows on the GPU with all that a training step of it needs, and its runs.
 */
import {
  arrays_of,
  bound,
  buffer_of,
  buffer_with,
  groups_of,
  page,
  ready,
} from "../kit/gpu.js";
import { chunks, KERNELS } from "./kernels.js";

export const BATCHES = 64; // of ids, taken in turn, as Race of notebook 06 takes them
const ALIGNED = 64; // numbers: a part of a buffer may begin at every 256 bytes

/** How many numbers each array of a table holds, see HOLDS in kit/gpu.js. */
const NUMBERS = {
  W: ({ V, D }) => V * D,
  G: ({ V, D }) => V * D,
  M: ({ V, D }) => V * D,
  S: ({ V, D }) => V * D,
  rows: ({ B, D }) => B * D,
  onehot: ({ V, B }) => V * B,
  parts: ({ V, B, D }) => chunks(V) * B * D,
};

/**
 * The bytes that a table takes on the GPU for these kernels, and those of its largest array.
 *
 * @param {string[]} kernels
 * @param {import("./kernels.js").Sizes} sizes
 */
export function bytes_of(kernels, sizes) {
  const all = arrays_of(kernels.map((name) => KERNELS[name]))
    .filter((name) => name in NUMBERS)
    .map((name) => 4 * NUMBERS[name](sizes));
  return { all: all.reduce((a, b) => a + b, 0), largest: Math.max(...all) };
}

/** Batches of ids that look random and are the same in every run: (BATCHES, B). */
export function drawn_ids({ V, B }) {
  let state = 12_345;
  const next = () =>
    (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return Array.from({ length: BATCHES }, () =>
    Array.from({ length: B }, () => Math.floor((next() / 2 ** 32) * V)),
  );
}

/**
 * What a table is made of, ready to run. Call `free` in the end.
 *
 * @param {import("../kit/gpu.js").Gpu} gpu
 * @param {string[]} kernels names of those that will run
 * @param {import("./kernels.js").Sizes} sizes
 * @returns {Promise<any>} raises RangeError where the GPU has no room
 */
export async function table_of({ device, clock }, kernels, sizes) {
  const { B, D } = sizes;
  const buffers = {};
  device.pushErrorScope("out-of-memory");
  const wanted = [...kernels, "fill"].map((name) => KERNELS[name]);
  for (const name of arrays_of(wanted))
    if (name in NUMBERS)
      buffers[name] = buffer_of(device, NUMBERS[name](sizes));
  const stride = ALIGNED * Math.ceil(B / ALIGNED);
  const ids = new Uint32Array(BATCHES * stride);
  drawn_ids(sizes).forEach((batch, at) => ids.set(batch, at * stride));
  buffers.ids = buffer_with(device, ids);
  buffers.up = buffer_with(device, new Float32Array(B * D).fill(1));
  const free = () => Object.values(buffers).forEach((one) => one.destroy());
  if (await device.popErrorScope()) {
    free();
    throw new RangeError("the GPU has no room for it");
  }
  const stamps = clock ? stamps_of(device) : null;
  const table = {
    device,
    buffers,
    sizes,
    stride,
    stamps,
    kernels: KERNELS, // those that run
    made: {}, // those of them that are ready
    turn: 0, // the batch of ids that comes next
    pace: 1, // batches from one call to the next; 0 for the same ids again
    free() {
      free();
      stamps?.all.forEach((one) => one.destroy());
    },
  };
  try {
    await run(table, ["fill"], 1);
  } catch (error) {
    table.free();
    throw error;
  }
  return table;
}

/** Make those kernels ready that are not yet, bound to the arrays of a table; those with ids
 * once a batch. */
async function make_kernels(table, kernels) {
  const { device, buffers, made, sizes, stride } = table;
  for (const name of kernels) {
    if (made[name]) continue;
    const kernel = table.kernels[name];
    const one = await ready(device, kernel, sizes);
    const batch = (at) => ({
      buffer: buffers.ids,
      offset: 4 * at * stride,
      size: 4 * sizes.B,
    });
    const turns = kernel.uses.includes("ids") ? BATCHES : 1;
    one.groups = Array.from({ length: turns }, (_, at) =>
      bound(device, one, { ...buffers, ids: batch(at) }),
    );
    one.threads = groups_of(kernel.threads(sizes));
    made[name] = one;
  }
}

/** Where the GPU writes when a pass began and ended. */
function stamps_of(device) {
  const { QUERY_RESOLVE, COPY_SRC, COPY_DST, MAP_READ } = page.GPUBufferUsage;
  const set = device.createQuerySet({ type: "timestamp", count: 2 });
  const found = device.createBuffer({
    size: 16,
    usage: QUERY_RESOLVE | COPY_SRC,
  });
  const read = device.createBuffer({ size: 16, usage: COPY_DST | MAP_READ });
  return { set, found, read, all: [set, found, read] };
}

/**
 * Seconds of a piece of work.
 *
 * @typedef {Object} Took
 * @property {number} handed from the call until the work was handed over
 * @property {number} done from the call until it was known to be done
 * @property {number} page from handing it over until it was known to be done
 * @property {number | null} gpu that the GPU itself counted, where it has a clock
 */

/**
 * Run kernels one after the other, so many times over, in one piece of work. The first run
 * of a kernel makes it ready.
 *
 * @param {any} table
 * @param {string[]} kernels
 * @param {number} times
 * @returns {Promise<Took>}
 */
export async function run(table, kernels, times) {
  const { device, made, stamps } = table;
  const called = performance.now();
  await make_kernels(table, kernels);
  const encoder = device.createCommandEncoder();
  const marks = stamps && {
    timestampWrites: {
      querySet: stamps.set,
      beginningOfPassWriteIndex: 0,
      endOfPassWriteIndex: 1,
    },
  };
  const pass = encoder.beginComputePass(marks ?? {});
  for (let time = 0; time < times; time++) {
    for (const name of kernels) {
      const { pipeline, groups, threads } = made[name];
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, groups[table.turn % groups.length]);
      pass.dispatchWorkgroups(...threads);
    }
    table.turn += table.pace;
  }
  pass.end();
  if (stamps) {
    encoder.resolveQuerySet(stamps.set, 0, 2, stamps.found, 0);
    encoder.copyBufferToBuffer(stamps.found, 0, stamps.read, 0, 16);
  }
  const work = encoder.finish();
  const start = performance.now();
  device.queue.submit([work]);
  const handed = (performance.now() - called) / 1000;
  await device.queue.onSubmittedWorkDone();
  const end = performance.now();
  return {
    handed,
    done: (end - called) / 1000,
    page: (end - start) / 1000,
    gpu: stamps && (await counted(stamps.read)),
  };
}

/** Seconds between the two stamps; null where a clock stood still or was set back. */
async function counted(read) {
  await read.mapAsync(page.GPUMapMode.READ);
  const [began, ended] = new BigUint64Array(read.getMappedRange());
  read.unmap();
  return ended > began ? Number(ended - began) / 1e9 : null;
}

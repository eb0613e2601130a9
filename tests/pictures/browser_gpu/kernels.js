/** All that a page needs to run the kernels of a training step on numbers that a test brings. */
import {
  open_gpu,
  read_back,
} from "../../../notebooks/lookup/pictures/kit/gpu.js";
import { KERNELS } from "../../../notebooks/lookup/pictures/browser_gpu/kernels.js";
import { too_long } from "../../../notebooks/lookup/pictures/browser_gpu/measure.js";
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

export default { after, too_long };

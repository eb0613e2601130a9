// @ts-check
/**
 * A kernel run on the tables that Python sent: what comes out of each, beside what must.
 */
import {
  bound,
  buffer_of,
  buffer_with,
  groups_of,
  read_back,
  ready,
} from "../kit/gpu.js";

/** What a kernel of each task works on, in the order of its arrays; the last is its output. */
export const TASKS = {
  rows: {
    uses: ["W", "ids", "rows"],
    title: "A kernel for your GPU: fetch the rows",
    sees: "W: array<f32>, (V, D) · ids: array<u32>, (B) · rows: array<f32>, (B, D)",
    kind: Float32Array,
    size: ({ B, D }) => B * D,
  },
  gradient: {
    uses: ["ids", "up: i32", "G: atomic<i32>"],
    title: "A kernel for your GPU: add the gradient",
    sees: "ids: array<u32>, (B) · up: array<i32>, (B, D) · G: array<atomic<i32>>, (V, D), zeros",
    kind: Int32Array,
    size: ({ V, D }) => V * D,
  },
};
/** The numbers that Python packed. */
function unpacked(text, kind) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new kind(bytes.buffer);
}

/** What comes out of a kernel for one case. */
async function came_out(device, task, body, { V, B, D, ...packed }) {
  const sizes = { V, B, D };
  const made = await ready(device, { uses: task.uses, body }, sizes);
  const output = task.uses.at(-1).split(": ")[0];
  const buffers = { [output]: buffer_of(device, task.size(sizes)) };
  for (const name of ["W", "ids", "up"])
    if (name in packed)
      buffers[name] = buffer_with(device, unpacked(packed[name], Uint32Array));
  try {
    started(
      device,
      made,
      buffers,
      groups_of(Math.max(B * D, task.size(sizes))),
    );
    const numbers = task.size(sizes);
    const got = await read_back(device, buffers[output], numbers, task.kind);
    const wanted = unpacked(packed.wanted, task.kind);
    return { name: packed.name, D, got, wanted };
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
}

/** Hand a kernel over to the GPU, with so many groups of threads. */
function started(device, made, buffers, groups) {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(made.pipeline);
  pass.setBindGroup(0, bound(device, made, buffers));
  pass.dispatchWorkgroups(...groups);
  pass.end();
  device.queue.submit([encoder.finish()]);
}

/** What comes out for each of the cases, in order. Raises CompileError. */
export async function all_came_out(device, task, body, cases) {
  const ran = [];
  for (const one of cases) ran.push(await came_out(device, task, body, one));
  return ran;
}

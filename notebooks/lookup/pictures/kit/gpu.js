// @ts-check
/**
 * The GPU that the browser lends, by WebGPU: opened, or one sentence that says why there
 * is none; buffers, and kernels of a few lines over them.
 */

/**
 * What TypeScript 5 does not know to have WebGPU.
 *
 * @type {any}
 */
export const page = globalThis;

export const GROUP = 64; // threads that start together
const MOST_GROUPS = 65_535; // of one dimension, everywhere

/**
 * A GPU of the browser, or why there is none.
 *
 * @typedef {Object} Gpu
 * @property {any} [device] WebGPU's own
 * @property {string} [name] as the browser tells it: "nvidia ada-lovelace"
 * @property {boolean} [software] whether the processor plays it
 * @property {number} [most] bytes of the largest buffer that a kernel may use
 * @property {boolean} [clock] whether it tells the time of its own work
 * @property {string} [why] one sentence, where there is none
 */

/**
 * Before it is known which one there is.
 *
 * @type {Gpu}
 */
export const NO_GPU = { why: "" };

/**
 * Ask the browser for its GPU.
 *
 * @returns {Promise<Gpu>}
 */
export async function open_gpu() {
  if (!page.isSecureContext) return { why: INSECURE };
  if (!page.navigator.gpu) return { why: NO_WEBGPU };
  try {
    return await lent_gpu();
  } catch (error) {
    return { why: `The browser refused to lend its GPU: ${error.message}` };
  }
}

/** @returns {Promise<Gpu>} */
async function lent_gpu() {
  const adapter = await page.navigator.gpu.requestAdapter({
    powerPreference: "high-performance",
  });
  if (!adapter) return { why: NO_ADAPTER };
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const features = ["timestamp-query"].filter((name) =>
    adapter.features.has(name),
  );
  const device = await adapter.requestDevice({
    requiredFeatures: features,
    requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
  });
  const { vendor, architecture, description, isFallbackAdapter } = adapter.info;
  const told = [vendor, architecture, description].filter(Boolean).join(" ");
  return {
    device,
    name: told || "a GPU whose name the browser keeps to itself",
    software: Boolean(isFallbackAdapter) || /swiftshader|llvmpipe/i.test(told),
    most: Math.min(maxStorageBufferBindingSize, maxBufferSize),
    clock: features.length > 0,
  };
}

const INSECURE =
  "A browser lends its GPU only to pages that come by https or from this very machine, " +
  "and this page came by plain http.";
const NO_WEBGPU =
  "This browser has no WebGPU, or does not lend it here. Chrome, Edge, Safari and " +
  "Firefox of today have it on most systems.";
const NO_ADAPTER =
  "This browser knows WebGPU, but found no GPU on this machine that it may use. (After a " +
  "GPU has hung, it may have been taken out of use until the browser starts anew.)";

/**
 * What an array of a kernel holds. A kernel that adds to it from several threads asks for
 * "G: atomic<u32>", as WGSL has such places for whole numbers alone.
 */
const HOLDS = {
  W: "f32", // (V, D) the table
  ids: "u32", // (B,)
  rows: "f32", // (B, D)
  up: "f32", // (B, D) the incoming gradient
  G: "f32", // (V, D) the gradient
  onehot: "f32", // (B, V)
  parts: "f32", // (chunks, B, D)
  M: "f32", // (V, D) Adam's mean
  S: "f32", // (V, D) Adam's mean of squares
};
const ONLY_READ = ["ids", "up"];

/** The name of an array that a kernel uses, and what it holds: "G: atomic<u32>". */
const name_of = (use) => use.split(": ")[0];
const declared = (use) => {
  const [name, holds = HOLDS[name]] = use.split(": ");
  const access = ONLY_READ.includes(name) ? "read" : "read_write";
  return `<storage, ${access}> ${name}: array<${holds}>;`;
};

/** The names of the arrays that these kernels use, each once. */
export const arrays_of = (kernels) => [
  ...new Set(kernels.flatMap(({ uses }) => uses.map(name_of))),
];

/**
 * The text of a kernel in WGSL: what it uses, and `body`, what thread number i does.
 *
 * @param {string[]} uses arrays, as in HOLDS
 * @param {string} body
 */
export const source = (uses, body) => `${head(uses)}${body}
}
@compute @workgroup_size(${GROUP}) fn main(
  @builtin(global_invocation_id) place: vec3u, @builtin(num_workgroups) groups: vec3u
) { kernel(place.x + place.y * groups.x * ${GROUP}u); }
`;

const head = (uses) => `\
override V: u32 = 1;
override B: u32 = 1;
override D: u32 = 1;
${uses.map((use, at) => `@group(0) @binding(${at}) var${declared(use)}`).join("\n")}
fn kernel(i: u32) {
`;

/** What the compiler says against a kernel: `line` of its body, from 1, and `letter`;
 * or that it was `last`, behind it. */
export class CompileError extends Error {
  constructor({ message, lineNum, linePos }, uses, body) {
    super(message);
    this.line = lineNum - head(uses).split("\n").length + 1;
    this.letter = linePos;
    this.last = this.line > body.split("\n").length; // what lacks was missed behind it
  }
}

/**
 * Whether an error says no more than that the GPU is gone: a browser ends a wait for a
 * buffer so, before it says that the GPU was lost.
 */
export const is_gone = (error) => error.name === "AbortError";

/**
 * A kernel, made ready for tables of one size.
 *
 * @param {any} device
 * @param {{uses: string[], body: string}} kernel
 * @param {{V: number, B: number, D: number}} sizes
 * @returns {Promise<any>} raises CompileError
 */
export async function ready(device, { uses, body }, sizes) {
  device.pushErrorScope("validation"); // what is wrong is said below, and not to the console
  const module = device.createShaderModule({ code: source(uses, body) });
  const [{ messages }] = await Promise.all([
    module.getCompilationInfo(),
    device.popErrorScope(),
  ]);
  const wrong = messages.find(({ type }) => type === "error");
  if (wrong) throw new CompileError(wrong, uses, body);
  const layout = device.createBindGroupLayout({
    entries: uses.map((use, binding) => ({
      binding,
      visibility: page.GPUShaderStage.COMPUTE,
      buffer: { type: ONLY_READ.includes(name_of(use)) ? READ : WRITTEN },
    })),
  });
  const pipeline = await device.createComputePipelineAsync({
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: "main", constants: sizes },
  });
  return { pipeline, layout, uses };
}
const READ = "read-only-storage";
const WRITTEN = "storage";

/**
 * The arrays that a ready kernel works on, bound to it.
 *
 * @param {any} device
 * @param {any} made what `ready` gave
 * @param {{[name: string]: any}} buffers by name; a value may be {buffer, offset, size}
 */
export const bound = (device, { layout, uses }, buffers) =>
  device.createBindGroup({
    layout,
    entries: uses.map(name_of).map((name, binding) => ({
      binding,
      resource: buffers[name].buffer
        ? buffers[name]
        : { buffer: buffers[name] },
    })),
  });

/** The groups of threads, in one dimension or two, that n threads take. */
export function groups_of(n) {
  const groups = Math.max(1, Math.ceil(n / GROUP));
  if (groups <= MOST_GROUPS) return [groups];
  return [MOST_GROUPS, Math.ceil(groups / MOST_GROUPS)];
}

/**
 * A buffer of so many numbers of four bytes, zeros, that kernels use and copies reach. The
 * least is four numbers: so beyond three ids there lies a 0, and not the last id once more.
 */
export function buffer_of(device, numbers) {
  const { STORAGE, COPY_SRC, COPY_DST } = page.GPUBufferUsage;
  const usage = STORAGE | COPY_SRC | COPY_DST;
  return device.createBuffer({ size: Math.max(16, 4 * numbers), usage });
}

/** A buffer that holds these numbers, a typed array of four bytes each. */
export function buffer_with(device, numbers) {
  const buffer = buffer_of(device, numbers.length);
  device.queue.writeBuffer(buffer, 0, numbers);
  return buffer;
}

/**
 * The first numbers of a buffer, back on the processor.
 *
 * @param {any} device
 * @param {any} buffer
 * @param {number} numbers how many
 * @param {any} [kind] Float32Array, Int32Array …
 */
export async function read_back(device, buffer, numbers, kind = Float32Array) {
  const { MAP_READ, COPY_DST } = page.GPUBufferUsage;
  const size = 4 * numbers;
  const copy = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(page.GPUMapMode.READ);
  const found = new kind(copy.getMappedRange().slice(0));
  copy.destroy();
  return found;
}

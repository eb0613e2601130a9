// @ts-check
/**
 * What a training step of a table does on a GPU, as kernels: `body` is the work of thread
 * number i, in WGSL, and `threads` says how many there are.
 */

/** Rows of the table that one thread adds up in the product. */
const CHUNK = 128;

/**
 * @typedef {{V: number, B: number, D: number}} Sizes rows, ids, columns
 * @typedef {{uses: string[], threads: (sizes: Sizes) => number, body: string}} Kernel
 */

const every_row = ({ V, D }) => V * D;
const every_id = ({ B, D }) => B * D;
export const chunks = (V) => Math.ceil(V / CHUNK);

/** @type {{[name: string]: Kernel}} */
export const KERNELS = {
  lookup: {
    uses: ["W", "ids", "rows"],
    threads: every_id,
    body: `
  if (i >= B * D) { return; }
  rows[i] = W[ids[i / D] * D + i % D];`,
  },
  // one-hot @ W, as it stands: the one-hots are made, and each thread adds up a chunk.
  // It is a plain product; a library's, which works in tiles, is several times faster.
  make_onehot: {
    uses: ["ids", "onehot"],
    threads: ({ V, B }) => V * B,
    body: `
  if (i >= B * V) { return; }
  onehot[i] = select(0.0, 1.0, i % V == ids[i / V]);`,
  },
  product: {
    uses: ["W", "onehot", "parts"],
    threads: ({ V, B, D }) => chunks(V) * B * D,
    body: `
  let chunk = i / (B * D);
  let first = chunk * ${CHUNK}u;
  let last = min(first + ${CHUNK}u, V);
  let b = i % (B * D) / D;
  if (first >= V) { return; }
  var sum = 0.0;
  for (var v = first; v < last; v++) {
    sum += onehot[b * V + v] * W[v * D + i % D];
  }
  parts[i] = sum;`,
  },
  add_parts: {
    uses: ["parts", "rows"],
    threads: every_id,
    body: `
  if (i >= B * D) { return; }
  var sum = 0.0;
  for (var part = i; part < (V + ${CHUNK - 1}u) / ${CHUNK}u * B * D; part += B * D) {
    sum += parts[part];
  }
  rows[i] = sum;`,
  },
  // onehot.T @ up: each number of the gradient asks all ids
  product_back: {
    uses: ["onehot", "up", "G"],
    threads: every_row,
    body: `
  if (i >= V * D) { return; }
  var sum = 0.0;
  for (var b = 0u; b < B; b++) { sum += onehot[b * V + i / D] * up[b * D + i % D]; }
  G[i] = sum;`,
  },
  zero: {
    uses: ["G"],
    threads: every_row,
    body: `
  if (i >= V * D) { return; }
  G[i] = 0.0;`,
  },
  // Ids may repeat, and WGSL adds no floats atomically: look, add, and write only if
  // nobody has written meanwhile, else look again.
  scatter_add: {
    uses: ["ids", "up", "G: atomic<u32>"],
    threads: every_id,
    body: `
  if (i >= B * D) { return; }
  let place = ids[i / D] * D + i % D;
  loop {
    let old = atomicLoad(&G[place]);
    let sum = bitcast<u32>(bitcast<f32>(old) + up[i]);
    if (atomicCompareExchangeWeak(&G[place], old, sum).exchanged) { break; }
  }`,
  },
  sgd: {
    uses: ["W", "G"],
    threads: every_row,
    body: `
  if (i >= V * D) { return; }
  W[i] -= 0.01 * G[i];`,
  },
  adam: {
    uses: ["W", "G", "M", "S"],
    threads: every_row,
    body: `
  if (i >= V * D) { return; }
  let g = G[i];
  M[i] = 0.9 * M[i] + 0.1 * g;
  S[i] = 0.999 * S[i] + 0.001 * g * g;
  W[i] -= 0.01 * (M[i] / 0.1) / (sqrt(S[i] / 0.001) + 1e-8);`,
  },
  // Only the rows of the batch: whoever comes first to a number takes its whole sum and
  // leaves a zero behind, so that no number moves twice and the zeros need no sweep. A sum
  // of exactly 0 moves nothing, where torch's SparseAdam would move it a little.
  sgd_rows: {
    uses: ["W", "ids", "G: atomic<u32>"],
    threads: every_id,
    body: `
  if (i >= B * D) { return; }
  let place = ids[i / D] * D + i % D;
  let g = bitcast<f32>(atomicExchange(&G[place], 0u));
  if (g != 0.0) { W[place] -= 0.01 * g; }`,
  },
  adam_rows: {
    uses: ["W", "ids", "G: atomic<u32>", "M", "S"],
    threads: every_id,
    body: `
  if (i >= B * D) { return; }
  let place = ids[i / D] * D + i % D;
  let g = bitcast<f32>(atomicExchange(&G[place], 0u));
  if (g == 0.0) { return; }
  M[place] = 0.9 * M[place] + 0.1 * g;
  S[place] = 0.999 * S[place] + 0.001 * g * g;
  W[place] -= 0.01 * (M[place] / 0.1) / (sqrt(S[place] / 0.001) + 1e-8);`,
  },
  // what the others are compared with: every number read once and written once
  copy: {
    uses: ["W", "G"],
    threads: every_row,
    body: `
  if (i >= V * D) { return; }
  G[i] = W[i];`,
  },
  nothing: { uses: ["G"], threads: () => 1, body: "" },
  // whole numbers from 0 to 1,023, another in every row
  fill: {
    uses: ["W"],
    threads: every_row,
    body: `
  if (i >= V * D) { return; }
  W[i] = f32((i * 2654435761u) >> 22u);`,
  },
};

/**
 * The kernels as texts that no cache of a browser or of a driver has, so that the first call has
 * to make them: each holds a number that was just drawn, and that no thread has.
 */
export function unseen() {
  const number = 2 ** 31 + Math.floor(2 ** 31 * Math.random());
  const anew = ({ body, ...more }) => ({
    ...more,
    body: `\n  if (i == ${number}u) { return; }${body}`,
  });
  return Object.fromEntries(
    Object.entries(KERNELS).map(([name, kernel]) => [name, anew(kernel)]),
  );
}

/** What `fill` writes at number i. */
export const filled = (i) => Math.imul(i, 2_654_435_761) >>> 22;

/** Bytes that kernels read and write, those of ids aside. */
export const BYTES = {
  lookup: ({ B, D }) => 8 * B * D,
  sgd: ({ V, D }) => 12 * V * D,
  copy: ({ V, D }) => 8 * V * D,
};

const PRODUCT = ["make_onehot", "product", "add_parts"];

/** The kernels of each way, by what is timed. */
export const WAYS = {
  forward: { "one-hot @ W": PRODUCT, Embedding: ["lookup"] },
  SGD: {
    "one-hot @ W": [...PRODUCT, "product_back", "sgd"],
    Embedding: ["lookup", "zero", "scatter_add", "sgd"],
    "Embedding, sparse": ["lookup", "scatter_add", "sgd_rows"],
  },
  Adam: {
    "one-hot @ W": [...PRODUCT, "product_back", "adam"],
    Embedding: ["lookup", "zero", "scatter_add", "adam"],
    "Embedding, sparse": ["lookup", "scatter_add", "adam_rows"],
  },
};

// @ts-check
/**
 * The learner's own GPU: its name, a button that measures it, and what was found, drawn as
 * it comes and handed to the kernel.
 */
import { arrive, bring_grown } from "../kit/arrive.js";
import {
  button,
  fill_key,
  fill_table,
  fill_ways,
  leave,
  make,
} from "../kit/controls.js";
import { paint } from "../kit/draw.js";
import { is_gone, NO_GPU, open_gpu } from "../kit/gpu.js";
import { median } from "../kit/units.js";
import { drawing, KEY } from "./chart.js";
import {
  account,
  asked,
  bandwidth,
  proof,
  round_trip,
  timed,
  traps,
  undisturbed,
} from "./measure.js";
import * as words from "./words.js";

const WIDE = 640; // px of the drawing
const NARROW = 380;
const NARROW_PAGE = 37; // letters' heights, as for other pictures

/** What stands on the page, before it is known which GPU there is. */
function parts() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("role", "img");
  const ui = {
    title: make("p", { class: "title", text: "Looking for a GPU …" }),
    note: make("p", { class: "note" }),
    svg,
    stage: make("div", { class: "stage" }, [svg]),
    proof: make("p", { class: "note" }),
    say: make("p", { class: "say", role: "status" }),
    measure: button("Measure", { action: "play" }),
    stop: button("Stop", { action: "stop" }),
    done: make("span", { class: "count", "aria-hidden": "true" }),
    of: make("span", { class: "ways", role: "group", "aria-label": "what" }),
    ids: make("span", { class: "ways", role: "group", "aria-label": "ids" }),
    as_table: button("Numbers", {}, { "aria-expanded": "false" }),
    save: button("Save", {}, { title: "save what was measured as a file" }),
    key: make("p", { class: "key" }),
    table: make("table"),
  };
  const numbers = make("div", { class: "numbers unseen" }, [ui.table]);
  const bar = [ui.measure, ui.stop, ui.done, ui.of, ui.ids];
  bar.push(ui.as_table, ui.save);
  const root = make(
    "div",
    { class: "lookup picture gpu", role: "group", "aria-label": "your GPU" },
    [
      make("div", { class: "head" }, [ui.title, ui.note]),
      ui.stage,
      ui.proof,
      ui.say,
      make("div", { class: "bar" }, bar),
      ui.key,
      numbers,
    ],
  );
  return { ...ui, numbers, root };
}

/** Draw and say what is known. */
function show(ui, { plan, found, view, busy, narrow }) {
  if (view.of === "clock" && !found.traps?.done) view.of = "SGD"; // not yet, or never
  const { shapes, height } = drawing(
    found,
    view,
    plan,
    narrow ? NARROW : WIDE,
    busy,
  );
  ui.svg.setAttribute("viewBox", `0 0 ${narrow ? NARROW : WIDE} ${height}`);
  paint(ui.svg, shapes);
  ui.stage.hidden = found.times.length === 0;
  for (const part of [ui.of, ui.ids, ui.as_table, ui.key])
    part.hidden = ui.stage.hidden;
  const alt = ["compared", "accounted", "moved"]
    .map((name) => words[name](found, view, plan))
    .filter(Boolean);
  ui.svg.setAttribute(
    "aria-label",
    alt.join(" ") || "nothing was measured yet",
  );
  fill_ways(ui.of, words.shown(found), words.OF[view.of]);
  fill_ways(
    ui.ids,
    plan.batches.map((ids) => words.count(ids, "ids")),
    words.count(view.ids, "ids"),
  );
  ui.proof.textContent = words.proven(found);
  ui.proof.hidden = !ui.proof.textContent;
  fill_table(ui.table, words.numbers(found, view), words.caption(found, view));
  const pair = [ui.measure, ui.stop];
  const on_pair = pair.some((one) => one.matches(":focus"));
  ui.measure.disabled = busy;
  ui.stop.hidden = !busy;
  if (on_pair) pair[Number(busy)].focus(); // who works by keys stays where they are
  for (const part of [ui.ids, ui.key]) part.hidden ||= view.of === "clock";
  ui.save.hidden = busy || plan.recorded || !found.bandwidth;
  ui.done.textContent = busy
    ? `${found.times.length} of ${asked(plan).length}`
    : "";
}

/** The page's part of the life of the picture. Returns what ends it. */
function render({ model, el }) {
  const ui = parts();
  const plan = model.get("spec");
  const state = {
    plan,
    found: model.get("measured") ?? { times: [] },
    view: { of: "SGD", ids: plan.batches[0] },
    busy: false,
    narrow: false,
    gpu: NO_GPU,
    stop: "", // why the run is to end
    left: 0, // how often the page has gone out of view
    closed: false,
    sent: null, // what this view has handed to the kernel
  };
  listen(ui, state, () => measure(ui, state, model));
  const others = () => {
    if (state.busy || model.get("measured") === state.sent) return;
    state.found = model.get("measured") ?? { times: [] };
    show(ui, state);
    ui.say.textContent = said(state);
  };
  model.on("change:measured", others);
  const ends = [watch_width(ui, state), watch_view(state)];
  fill_key(ui.key, KEY);
  el.append(ui.root);
  ends.push(arrive(ui.root));
  show(ui, state);
  if (plan.recorded) show_recorded(ui, state);
  else open(ui, state);
  return () => {
    for (const end of ends) end();
    model.off("change:measured", others);
    state.closed = true;
    state.stop = words.STOPPED;
    state.gpu.device?.destroy();
  };
}

/** Ask for the GPU, and say which one it is, or why there is none. */
async function open(ui, state) {
  const gpu = await open_gpu();
  if (state.closed) return gpu.device?.destroy();
  state.gpu = gpu;
  ui.title.textContent = gpu.why ? "No GPU" : `Your GPU: ${gpu.name}`;
  ui.note.textContent = gpu.why ? "" : words.lent(gpu);
  ui.measure.hidden = Boolean(gpu.why);
  ui.say.textContent = gpu.why || said(state);
  ui.root.dataset.gpu = gpu.why
    ? "none"
    : gpu.software
      ? "software"
      : "hardware";
}

/** Name the GPU that was measured elsewhere, and when. */
function show_recorded(ui, state) {
  const { gpu, software, date } = state.found;
  ui.title.textContent = gpu;
  ui.note.textContent = `${software ? "played by a processor, " : ""}measured on ${date}`;
  ui.measure.hidden = true;
  ui.say.textContent = said(state);
  ui.root.dataset.gpu = "recorded";
}

const said = ({ found, view, gpu, busy }) =>
  words.compared(found, view) || (busy ? words.BUSY : words.before(gpu));

/** What the buttons do. */
function listen(ui, state, measure) {
  const choose =
    (what, values, shown) =>
    ({ target }) => {
      if (!target.dataset.way) return;
      state.view[what] = values.find(
        (value) => shown(value) === target.dataset.way,
      );
      show(ui, state);
      ui.say.textContent = said(state);
    };
  ui.measure.addEventListener("click", measure);
  ui.stop.addEventListener("click", () => (state.stop = words.STOPPED));
  ui.of.addEventListener(
    "click",
    choose("of", Object.keys(words.OF), (of) => words.OF[of]),
  );
  ui.ids.addEventListener(
    "click",
    choose("ids", state.plan.batches, (ids) => words.count(ids, "ids")),
  );
  ui.as_table.addEventListener("click", () => {
    const hidden = ui.numbers.classList.toggle("unseen");
    ui.as_table.setAttribute("aria-expanded", String(!hidden));
  });
  ui.save.addEventListener("click", () => save(state.found));
  ui.root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    // held down, it would press the button to which the focus has just gone
    if (event.repeat && event.key === "Enter") event.preventDefault();
    if (event.key === "Escape") leave(ui.root);
  });
}

/** Let the browser save what was found, as recorded_gpus of Python reads it. */
function save(found) {
  const text = `${JSON.stringify({ schema: 1, ...found }, null, 1)}\n`;
  const address = URL.createObjectURL(
    new Blob([text], { type: "application/json" }),
  );
  const words = found.gpu.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["gpu"];
  const name = `${words.join("-")}-${found.date}.json`;
  make("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Draw anew when the page becomes narrow or wide. Returns what ends it. */
function watch_width(ui, state) {
  const observer = new ResizeObserver(() => {
    const letter = parseFloat(getComputedStyle(ui.root).fontSize);
    const narrow = ui.root.clientWidth < NARROW_PAGE * letter;
    if (narrow === state.narrow) return;
    state.narrow = narrow;
    show(ui, state);
  });
  observer.observe(ui.root);
  return () => observer.disconnect();
}

/** Count how often the page goes out of view. Returns what ends it. */
function watch_view(state) {
  const count = () => (state.left += Number(document.hidden));
  document.addEventListener("visibilitychange", count);
  return () => document.removeEventListener("visibilitychange", count);
}

/** Wait until the page is in view, and say so, unless the run has ended meanwhile. */
async function in_view(ui, state) {
  while (document.hidden) {
    ui.say.textContent = words.HIDDEN;
    await new Promise((changed) =>
      document.addEventListener("visibilitychange", changed, { once: true }),
    );
    if (state.busy && !state.stop) ui.say.textContent = words.BUSY;
  }
}

/** Measure, show each finding as it comes, and hand all of them to the kernel. */
async function measure(ui, state, model) {
  if (!state.gpu.device) await open(ui, state); // one that was lost is asked for again
  const { gpu } = state;
  if (!gpu.device) return;
  const lost = gpu.device.lost.then(() => {
    if (state.gpu === gpu) state.gpu = NO_GPU;
    state.stop = words.LOST;
    throw new Error(words.LOST);
  });
  const before = state.found;
  Object.assign(state, { busy: true, stop: "" });
  ui.say.textContent = words.BUSY;
  show(ui, state);
  const tell = ({ one, ...more }) => {
    if (one) state.found.times.push(one);
    Object.assign(state.found, more);
    const was_hidden = ui.stage.hidden;
    show(ui, state);
    if (was_hidden && !ui.stage.hidden) bring_grown(ui.root);
  };
  let why = "";
  try {
    await Promise.race([run(gpu, state, tell, ui), lost]);
  } catch (error) {
    why = is_gone(error) ? words.LOST : error.message;
  }
  state.busy = false;
  ui.say.textContent = why || said(state);
  if (!ui.root.isConnected) return;
  show(ui, state);
  if (state.found === before) return; // nothing new came of it
  state.sent = { ...state.found };
  model.set("measured", state.sent);
  model.save_changes();
}

/** Prove the kernels, then time them; `tell` is called with each finding. */
async function run(gpu, state, tell, ui) {
  const { plan } = state;
  const go_on = async () => {
    await in_view(ui, state);
    if (!ui.root.isConnected) state.stop = words.STOPPED;
    if (state.stop) throw new Error(state.stop);
    return state.left;
  };
  const proven = await proof(gpu, plan);
  if (proven.why) throw new Error(words.nothing(proven.why));
  if (Object.values(proven).includes(false)) throw new Error(words.WRONG);
  const trips = await undisturbed(go_on, () => round_trip(gpu));
  const trip = median(trips);
  state.found = named(gpu); // what was found before is given up only now
  tell({ proof: proven, trip: trips });
  const [few] = plan.batches;
  let most = plan.sizes[0]; // rows of the largest table that was stepped
  for await (const one of timed(gpu, plan, trip, go_on)) {
    const dense =
      one.of === "SGD" && one.way === "Embedding" && one.ids === few;
    if (dense && one.seconds) most = one.rows;
    tell({ one });
  }
  const trapped = () => traps(gpu, plan, most, trip, go_on);
  tell({ traps: await undisturbed(go_on, trapped) });
  tell({ account: await account(gpu, plan, most, few, trip, go_on) });
  const many = plan.batches.at(-1);
  tell({ bandwidth: await bandwidth(gpu, plan, most, many, trip, go_on) });
}

/** Where and when: what a measured figure carries. */
const named = ({ name, software, clock }) => ({
  times: [],
  gpu: name,
  software,
  clock: clock ? "the GPU's own" : "the page's",
  browser: navigator.userAgent,
  date: new Date().toISOString().slice(0, 10),
});

export default { render };

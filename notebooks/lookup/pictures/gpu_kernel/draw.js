// @ts-check
/**
 * A kernel as text to change and to run, what came out beside what must, and what the
 * compiler says.
 */
import { arrive } from "../kit/arrive.js";
import { button, leave, make, OWN_KEYS } from "../kit/controls.js";
import { CompileError, is_gone, NO_GPU, open_gpu } from "../kit/gpu.js";
import { compiler_says, judged } from "./judge.js";
import { all_came_out, TASKS } from "./run.js";

const SHOWN_ROWS = 6;
const SHOWN_COLUMNS = 8;
const PATIENCE = 8000; // ms that a kernel may run
const LATE =
  "Your kernel had not ended after 8 seconds, so it was given up. Does its loop end?";
const LOST =
  "The browser has taken the GPU away. That happens if a kernel does not end, and after a " +
  "machine has slept. Look at your loops, and run it again.";

const FORGETS =
  "A restart forgets your lines. Copied into the cell, they stay.";

function parts(task, code) {
  const name = `kernel-${Math.random().toString(36).slice(2)}`;
  const ui = {
    title: make("p", { class: "title", text: task.title }),
    note: make("p", { class: "note", text: "Looking for a GPU …" }),
    text: make("textarea", {
      id: name,
      rows: Math.max(3, code.split("\n").length + 1),
      maxlength: 4000,
      spellcheck: "false",
      autocapitalize: "off",
      data: OWN_KEYS,
    }),
    run: button("Run on my GPU", { action: "play" }),
    back: button("Begin again", { action: "reset" }),
    own: make("span", { class: "note", text: FORGETS }),
    say: make("p", { class: "say", role: "status" }),
    refused: make("p", { class: "refused", role: "alert" }),
    tables: make("div", { class: "numbers beside" }),
  };
  const head = `${task.sees} · V, B, D: u32`;
  const opens = make("label", { for: name, class: "code" }, [
    make("span", { class: "note", text: head }),
    make("span", { text: "fn kernel(i: u32) {" }),
  ]);
  const root = make(
    "div",
    { class: "lookup picture kernel", role: "group", "aria-label": task.title },
    [
      make("div", { class: "head" }, [ui.title, ui.note]),
      opens,
      ui.text,
      make("span", { class: "code", text: "}" }),
      make("div", { class: "bar" }, [ui.run, ui.back, ui.own]),
      ui.refused,
      ui.say,
      ui.tables,
    ],
  );
  ui.text.value = code;
  return { ...ui, root };
}

/** The first rows of what came out, or must come out. */
function table_of(caption, numbers, D, wanted) {
  const rows = Math.min(SHOWN_ROWS, numbers.length / D);
  const columns = Math.min(SHOWN_COLUMNS, D);
  const cell = (i) => {
    const text = Number(numbers[i].toPrecision(4)).toString().replace("-", "−");
    return make(
      "td",
      numbers[i] === wanted[i] ? { text } : { text: `✗ ${text}` },
    );
  };
  const line = (row) =>
    make("tr", {}, [
      make("th", { scope: "row", text: `row ${row}` }),
      ...Array.from({ length: columns }, (_, column) => cell(row * D + column)),
    ]);
  return make("table", {}, [
    make("caption", { text: caption }),
    make(
      "tbody",
      {},
      Array.from({ length: rows }, (_, row) => line(row)),
    ),
  ]);
}

function show(ui, { got, wanted, D }) {
  ui.tables.replaceChildren(
    table_of("your GPU", got, D, wanted),
    table_of("torch", wanted, D, wanted),
  );
}

/** Ask for the GPU, and say which one it is, or why there is none. */
async function open(ui, state) {
  const gpu = await open_gpu();
  if (state.closed) return gpu.device?.destroy();
  state.gpu = gpu;
  gpu.device?.lost.then(() => {
    if (state.gpu === gpu) state.gpu = NO_GPU;
  });
  ui.note.textContent = gpu.why ? "" : `on ${gpu.name}`;
  ui.refused.textContent = gpu.why ?? "";
  ui.run.disabled = Boolean(gpu.why);
  ui.root.dataset.gpu = gpu.why ? "none" : "there";
}

/** Run the lines as they stand, and say what came of it. Returns whether all is right. */
async function run(ui, state, { task, cases }) {
  if (!state.gpu.device) await open(ui, state); // one that was lost is asked for again
  const { device } = state.gpu;
  if (!device) return false;
  let why = LOST;
  const late = setTimeout(() => {
    why = LATE;
    device.destroy();
  }, PATIENCE);
  const lost = device.lost.then(() => {
    throw new Error(why);
  });
  const on_run = ui.run.matches(":focus"); // which a button loses while it is disabled
  ui.run.disabled = true;
  ui.refused.textContent = ui.say.textContent = "";
  let right = false;
  try {
    const all = all_came_out(device, TASKS[task], ui.text.value, cases);
    const ran = await Promise.race([all, lost]);
    const verdict = judged(task, ran);
    show(ui, ran[0]);
    ui.say.textContent = `${verdict.right ? "✓" : "✗"} ${verdict.say}`;
    right = verdict.right;
  } catch (error) {
    const compiler = error instanceof CompileError;
    const said = is_gone(error) ? why : error.message;
    ui.refused.textContent = compiler ? compiler_says(error) : said;
    ui.tables.replaceChildren();
  }
  clearTimeout(late);
  ui.run.disabled = false;
  if (on_run && document.activeElement === document.body) ui.run.focus();
  return right;
}

function render({ model, el }) {
  const spec = model.get("spec");
  const ui = parts(TASKS[spec.task], model.get("code"));
  const state = { gpu: NO_GPU, closed: false };
  const share = (changes) => {
    for (const name in changes) model.set(name, changes[name]);
    model.save_changes();
  };
  async function run_it() {
    if (ui.run.disabled) return;
    const right = await run(ui, state, spec);
    share({ right, code: ui.text.value });
  }
  const tell_own = () => {
    ui.own.hidden = ui.text.value === spec.begin;
  };

  tell_own();
  ui.run.addEventListener("click", run_it);
  ui.back.addEventListener("click", () => {
    ui.text.value = spec.begin;
    tell_own();
    share({ code: spec.begin });
  });
  ui.text.addEventListener("input", tell_own);
  ui.text.addEventListener("change", () => share({ code: ui.text.value }));
  ui.root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") leave(ui.root);
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run_it();
  });
  el.append(ui.root);
  const end = arrive(ui.root);
  open(ui, state);
  return () => {
    end();
    state.closed = true;
    state.gpu.device?.destroy();
  };
}

export default { render };

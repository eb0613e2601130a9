/** Plays a picture: shows what a run is (player_state.js), and lets it hear of the learner, the clock and the kernel. Knows no picture. */
import { Clock } from "./clock.js";
import { fill_table, frame } from "./controls.js";
import { clamp, paint } from "./draw.js";
import { after, begin, lasts, phase_of, state_of } from "./player_state.js";

const CALM = 900; // ms that a step rests while playing where motion is not wanted
const BREATH = 250; // ms between two steps while playing
const PATIENCE = 4000; // ms after which a silent kernel is mentioned
const KEYS = { ArrowRight: "next", ArrowLeft: "back", " ": "play", Home: "reset" };

/**
 * An anywidget module that plays `kind`: {picture(state, t), layout(spec), lasts(state) in s, say, alt, hover, numbers, facts, step_of, row_of}.
 * The state is {spec, step, asked, guess, row}: asked while a prediction is wanted, guess the row that was predicted.
 * Where the kind `picks`, to mean a row does not move the step: `row`, which the kernel shares, is the row picked.
 */
export const player = (kind) => ({
  render({ model, el }) {
    const ui = frame(model.get("spec").title);
    const end = wire(ui, kind, model);
    el.append(ui.root);
    return end;
  },
});

/** What does not change while steps do: the size of the picture, its title, what may be typed. */
function set_up(ui, { kind, spec }) {
  const { width, height } = kind.layout(spec);
  ui.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  Object.assign(ui.svg.style, { width: `${width}px`, minWidth: `${Math.min(width, 460)}px` });
  ui.slider.max = spec.path - 0.001;
  ui.title.textContent = spec.note ? `${spec.title} (${spec.note})` : spec.title;
  ui.asks.textContent = spec.asks;
  ui.typed.classList.toggle("wide", spec.sentence);
}

function draw(ui, run) {
  const state = state_of(run);
  const end = lasts(run);
  const along = state.asked ? 0 : clamp(run.t / end, 0, 0.999);
  paint(ui.svg, run.kind.picture(state, run.calm && run.t > 0 ? end : run.t));
  ui.slider.value = Math.min(run.step, run.spec.path - 1) + along;
}

/** Draw, and say what does not change while a step moves: the sentence, the numbers, the names. */
function tell(ui, run, words) {
  const { kind, spec, step, playing } = run;
  const { unit = "step" } = kind; // what a step of the picture is
  const state = state_of(run);
  const phase = phase_of(run);
  const here = step < spec.path ? `${unit} ${step + 1} of ${spec.path}` : "your row";
  const ready = `Ready, ${here}: press Play or the arrow to the right.`;
  draw(ui, run);
  say(ui, words ?? (phase === "rest" && run.row === null ? ready : kind.say(state)));
  ui.say.setAttribute("aria-live", playing ? "off" : "polite"); // a run must not flood a screen reader
  ui.svg.setAttribute("aria-label", kind.alt(state));
  if (!run.moving) fill_table(ui.table, kind.numbers(state), `${spec.title}, ${here}`); // the first frame must not wait for it
  ui.slider.setAttribute("aria-valuetext", here);
  ui.count.textContent = here;
  ui.play.textContent = playing ? "Pause" : "Play";
  ui.play.setAttribute("aria-label", playing ? "pause" : "play");
  Object.assign(ui.root.dataset, { step, playing, phase, ...kind.facts(state) });
}

/** A sentence that stands already is not said again. */
function say(ui, words) {
  if (ui.say.textContent !== words) ui.say.textContent = words;
}

/** Name what a learner does. */
function listen(ui, happen) {
  ui.root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook's own shortcuts stay out of the picture
    const action = KEYS[event.key];
    const typing = event.target === ui.typed;
    const pressing = event.key === " " && event.target.tagName === "BUTTON";
    if (!action || typing || pressing || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    happen(action);
  });
  ui.root.addEventListener("click", ({ target }) => {
    const { action, row } = target.dataset ?? {};
    if (action) happen(action);
    else if (row !== undefined && target !== ui.root) happen("click", Number(row)); // the root tells of its row, too
  });
  ui.form.addEventListener("submit", (event) => {
    event.preventDefault();
    happen("type", ui.typed.value);
  });
  ui.slider.addEventListener("input", () => happen("slide", Number(ui.slider.value)));
  ui.slider.addEventListener("change", () => happen("slid"));
  const point = ({ target }) => happen("point", target.dataset ?? {});
  for (const name of ["pointermove", "pointerdown"]) ui.svg.addEventListener(name, point); // not over: shapes pass below a still pointer
  ui.svg.addEventListener("pointerleave", () => happen("leave"));
}

/** What the kernel and all views of a picture share. */
const shared = (kind, model) => ({
  spec: model.get("spec"),
  step: model.get("step"),
  row: kind.picks ? model.get("row") : null,
});

/** Let the run of a picture hear of all that happens, and do what it says. Returns what ends it. */
function wire(ui, kind, model) {
  const clock = new Clock();
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const patience = new Clock(); // with the kernel
  let run = begin(kind, shared(kind, model));

  function happen(event, detail) {
    const { spec } = run;
    run = after({ ...run, calm: still.matches }, event, detail);
    const { due } = run;
    if (run.spec !== spec) set_up(ui, run);
    if (due.draw) draw(ui, run);
    if (due.tell) {
      tell(ui, run, due.say);
      set_clock();
    } else if (due.say) say(ui, due.say);
    for (const name in due.share) model.set(name, due.share[name]);
    // Not at once: ipywidgets can save a change only after all have heard of it.
    if (due.save) queueMicrotask(() => model.save_changes());
    if (due.ask) queueMicrotask(() => ask(due.ask));
  }

  function set_clock() {
    clock.halt();
    if (run.moving) clock.run((seconds) => happen(ui.root.isConnected ? "tick" : "pause", seconds));
    else if (run.playing) clock.rest(run.calm ? CALM : BREATH, () => happen("rested"));
  }

  function ask(content) {
    patience.rest(PATIENCE, () => happen("silent"));
    try {
      model.send(content);
    } catch {
      patience.halt();
      happen("gone");
    }
  }

  const placed = () => happen("place", shared(kind, model));
  const heard = {
    "change:spec": () => happen("spec", shared(kind, model)),
    "change:step": placed,
    "change:row": placed,
    "msg:custom": ({ refused }) => {
      patience.halt();
      happen("answer", refused);
    },
  };
  set_up(ui, run);
  tell(ui, run);
  listen(ui, happen);
  for (const name in heard) model.on(name, heard[name]);
  return () => {
    clock.halt();
    patience.halt();
    for (const name in heard) model.off(name, heard[name]);
  };
}

/** Plays a picture: its clock, its steps, its keys. Knows no picture; `kind` brings what it shows and says. */
import { fill_table, frame } from "./controls.js";
import { clamp, paint } from "./draw.js";

const CALM = 900; // ms that a step rests while playing where motion is not wanted
const BREATH = 250; // ms between two steps while playing
const PATIENCE = 4000; // ms after which a silent kernel is mentioned

/** The step to draw, whatever arrives: a whole number from 0 to the last step. */
export const step_in = (value, spec) => clamp(Math.trunc(Number(value)) || 0, 0, spec.steps.length - 1);

/** The first step at its own pace, later ones twice as fast: the eye knows the way by then. */
export const pace = (step) => (step === 0 ? 1 : 2);

/**
 * An anywidget module that plays `kind`: {picture(state, t), layout(spec), lasts(state) in s, say, alt, hover, numbers, facts, step_of, row_of}.
 * The state is {spec, step, asked, guess, row}: asked while a prediction is wanted, guess the row that was predicted.
 * Where the kind `picks`, to mean a row does not move the step: `row`, which the kernel shares, is the row picked.
 */
export const player = (kind) => ({ render: ({ model, el }) => play(kind, model, el) });

function play(kind, model, el) {
  let spec = model.get("spec");
  let t = Infinity; // seconds into the step
  let [clock, waits] = [0, 0]; // what runs: a frame or a pause; a wait for the kernel
  let [playing, moving, fresh, told] = [false, false, true, ""]; // fresh: nothing has moved yet
  let asking = null; // the spec from which the kernel was asked for a typed text or another row
  const guesses = new Map();
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const ui = frame(spec.title),
    { unit = "step" } = kind; // what a step of the picture is

  const at = () => step_in(model.get("step"), spec);
  const state = () => {
    const step = at(),
      asked = spec.predict && step < spec.path && !guesses.has(step);
    return { spec, step, asked, guess: guesses.get(step), row: kind.picks ? model.get("row") : null };
  };
  const lasts = () => kind.lasts(state());
  const waiting = (now) => t === 0 && !now.asked && !moving;

  function draw(now) {
    paint(ui.svg, kind.picture(now, calm.matches && t > 0 ? lasts() : t));
    ui.slider.value = Math.min(now.step, spec.path - 1) + (now.asked ? 0 : clamp(t / lasts(), 0, 0.999));
  }

  /** Draw, and say what does not change while a step moves: the sentence, the numbers, the names. */
  function tell(words) {
    const now = state(),
      total = spec.path,
      here = now.step < total ? `${unit} ${now.step + 1} of ${total}` : "your row";
    draw(now);
    say(
      words ??
        (waiting(now) && now.row === null
          ? `Ready, ${here}: press Play or the arrow to the right.`
          : kind.say(now)),
    );
    ui.say.setAttribute("aria-live", playing ? "off" : "polite"); // a run must not flood a screen reader
    ui.svg.setAttribute("aria-label", kind.alt(now));
    if (!moving) fill_table(ui.table, kind.numbers(now), `${spec.title}, ${here}`); // the first frame must not wait for it
    ui.slider.setAttribute("aria-valuetext", here);
    ui.count.textContent = here;
    ui.play.textContent = playing ? "Pause" : "Play";
    ui.play.setAttribute("aria-label", playing ? "pause" : "play");
    const phase = now.asked ? "asked" : moving ? "moving" : t === 0 ? "rest" : "shown";
    Object.assign(ui.root.dataset, { step: now.step, playing, phase, ...kind.facts(now) });
  }

  function say(words) {
    if (words !== told) ui.say.textContent = told = words;
  }

  function setup() {
    const { width, height } = kind.layout(spec);
    ui.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    Object.assign(ui.svg.style, { width: `${width}px`, minWidth: `${Math.min(width, 460)}px` });
    ui.slider.max = spec.path - 0.001;
    ui.title.textContent = spec.note ? `${spec.title} (${spec.note})` : spec.title;
    ui.asks.textContent = spec.asks;
    ui.typed.classList.toggle("wide", spec.sentence);
  }

  function halt() {
    cancelAnimationFrame(clock);
    clearTimeout(clock);
    moving = false;
  }

  /** End a run. The kernel hears of the step now, once, and not at each step of the run. */
  function stop(save = () => model.save_changes()) {
    halt();
    if (playing) save();
    playing = false;
  }

  /** End a run from within a change of the step: ipywidgets can save that only after all have heard of it. */
  const stop_within = () => stop(() => queueMicrotask(() => model.save_changes()));

  /** Move the step shown from `from` seconds on. */
  function move(from = 0) {
    halt();
    fresh = false;
    if (state().asked) return (stop_within(), tell());
    t = calm.matches ? lasts() : from;
    moving = t < lasts();
    tell();
    if (!moving) return arrive();
    let then = 0;
    clock = requestAnimationFrame(function tick(now) {
      if (!ui.root.isConnected) return stop();
      t = Math.min(lasts(), t + (then && (now - then) / 1000) * pace(at()));
      if (t >= lasts()) return arrive();
      if (then) draw(state()); // the first frame stands already
      then = now;
      clock = requestAnimationFrame(tick);
    });
  }

  function arrive() {
    moving = false;
    if (playing && at() + 1 >= spec.path) stop_within();
    tell();
    if (playing) clock = setTimeout(() => go(at() + 1, false), calm.matches ? CALM : BREATH);
  }

  /** Show another step; the model's change moves every view of it. */
  function go(step, save = true) {
    if (step_in(step, spec) === at()) return move();
    model.set("step", step_in(step, spec));
    if (save) model.save_changes();
  }

  function rest() {
    stop();
    guesses.clear();
    if (at() > 0) go(0);
    halt();
    t = 0;
    tell();
  }

  function start() {
    if (state().asked) return tell(); // Play does not pass over a question
    playing = true;
    const first = fresh && at() === 0; // which stands complete until something moves
    if (first || t < lasts()) return move(first ? 0 : t);
    if (at() < spec.path - 1) return go(at() + 1, false);
    go(0, false);
  }

  function stay(seconds) {
    t = seconds;
    tell();
  }

  const actions = {
    reset: rest,
    play: () => (playing ? (stop(), tell()) : start()),
    next: () => {
      const ready = waiting(state());
      stop();
      ready ? move() : at() + 1 < spec.path ? go(at() + 1) : stay(lasts());
    },
    back: () => {
      stop();
      at() > 0 ? go(Math.min(at(), spec.path) - 1) : stay(0);
    },
  };

  /** The learner means this row: a prediction while one is wanted, else a row to show. */
  function choose(row, again = false) {
    const now = state(),
      step = kind.step_of(now, row);
    if (kind.picks) return (model.set("row", again && row === now.row ? null : row), model.save_changes());
    if (now.asked) {
      guesses.set(now.step, row);
      return move();
    }
    stop();
    step < 0 ? ask_kernel({ row: String(row) }) : go(step);
  }

  function ask_kernel(what) {
    if (playing) (stop(), tell()); // the kernel first hears where the picture stands
    asking = spec;
    clearTimeout(waits);
    waits = setTimeout(
      () => tell("No answer yet: the kernel is busy or has stopped. The picture stays as it is."),
      PATIENCE,
    );
    try {
      model.send(what);
    } catch {
      clearTimeout(waits);
      asking = null;
      tell(
        "No answer: the kernel has stopped or was restarted. Run the cell again; the picture stays as it is.",
      );
    }
  }

  const on = {
    step: () => move(),
    row: () => tell(),
    spec: () => {
      spec = model.get("spec");
      const text = spec.sentence && at() < spec.path; // and not a row that was clicked
      if (text) guesses.clear();
      setup();
      playing = text && asking !== null; // to type a text was the wish to see it
      move();
    },
    answer: ({ refused }) => {
      clearTimeout(waits);
      const same = asking === spec;
      asking = null;
      if (refused) return tell(refused);
      if (same && !kind.picks) ((playing = spec.sentence && at() < spec.path), move()); // the same once more is shown once more
    },
    typed: (event) => {
      event.preventDefault();
      const typed = ui.typed.value,
        row = kind.row_of(spec, typed.trim());
      const known = !spec.sentence && (state().asked ? row < spec.V : kind.step_of(state(), row) >= 0);
      known ? choose(row) : ask_kernel({ typed });
    },
    key: (event) => {
      event.stopPropagation(); // the notebook's own shortcuts stay out of the picture
      const action = { ArrowRight: "next", ArrowLeft: "back", " ": "play", Home: "reset" }[event.key];
      const own = event.target === ui.typed || (event.key === " " && event.target.tagName === "BUTTON");
      if (!action || own || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      actions[action]();
    },
    slide: () => {
      stop();
      const step = Math.floor(ui.slider.value),
        along = ui.slider.value - step;
      if (step !== at()) go(step, false);
      halt();
      if (!state().asked) t = along * lasts();
      tell();
    },
    slid: () => model.save_changes(),
    click: ({ target }) => {
      const { action, row } = target.dataset ?? {};
      if (action) actions[action]();
      else if (row !== undefined && target !== ui.root) choose(Number(row), true); // the root tells of its row, too
    },
    over: ({ target: { dataset } }) => {
      const words = !moving && dataset && kind.hover(state(), dataset);
      if (words) say(words);
    },
    leave: () => moving || tell(),
  };

  setup();
  tell();
  el.append(ui.root);
  ui.root.addEventListener("keydown", on.key);
  ui.root.addEventListener("click", on.click);
  ui.form.addEventListener("submit", on.typed);
  ui.slider.addEventListener("input", on.slide);
  ui.slider.addEventListener("change", on.slid);
  for (const name of ["pointermove", "pointerdown"]) ui.svg.addEventListener(name, on.over); // not over: shapes pass below a still pointer
  ui.svg.addEventListener("pointerleave", on.leave);
  const events = [
    ["change:step", on.step],
    ["change:row", on.row],
    ["change:spec", on.spec],
    ["msg:custom", on.answer],
  ];
  for (const [name, handler] of events) model.on(name, handler);
  return () => {
    halt();
    clearTimeout(waits);
    for (const [name, handler] of events) model.off(name, handler);
  };
}

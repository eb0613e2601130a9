// @ts-check
/**
 * Plays a picture: shows what a run is (player_state.js), and lets it hear of the learner,
 * the clock and the kernel. Knows no picture.
 *
 * @import { Kind } from "./kind.js"
 */
import { arrive, tallest, window_of } from "./arrive.js";
import { Clock } from "./clock.js";
import {
  fill_key,
  fill_signs,
  fill_table,
  fill_ways,
  frame,
  keep_room,
  leave,
  set_range,
} from "./controls.js";
import { clamp, paint } from "./draw.js";
import {
  after,
  begin,
  came_of,
  lasts,
  phase_of,
  state_of,
} from "./player_state.js";
import { holds, place_in } from "./hand.js";
import {
  longest_captions,
  longest_key,
  played,
  ready,
  ways_of,
} from "./room.js";
import { BREATH, CALM } from "./tempo.js";

// {spec: what has come out}, which a view takes over when it opens and when the step changes, as
// no kernel need know it. A model is no key for that: anywidget gives each view one of its own.
const came = new WeakMap();
const PATIENCE = 4000; // ms after which a silent kernel is mentioned
const NARROW = 37; // letters' heights of a stage below which a picture stands upright
const SCALE = 1.25 / 14; // letters' heights of a page that a pixel of a picture takes
const LEAST = 0.75; // of its pixels to which a picture may shrink
const LEAST_TO_FIT = 0.8; // of these, rather than to be too tall for its window
const KEYS = {
  ArrowRight: "next",
  ArrowLeft: "back",
  " ": "play",
  Home: "reset",
  Escape: "escape",
};
const KEYS_OF_HAND = { ArrowUp: "up", ArrowDown: "down", Enter: "enter" };
const KEYS_OF_SLIDER = { ...KEYS, ArrowUp: "next", ArrowDown: "back" };

/**
 * An anywidget module that plays a kind of picture.
 *
 * @param {Kind} kind
 */
export const player = (kind) => ({
  answer: kind.answer,
  render({ model, el }) {
    const { title, name = title } = model.get("spec");
    const ui = frame(name);
    const ends = [wire(ui, kind, model), arrive(ui.root)];
    el.append(ui.root);
    return () => ends.forEach((end) => end());
  },
});

/**
 * What does not change while steps do: the size of the picture, its scrub bar, what may be
 * typed.
 */
function set_up(ui, run) {
  const { kind, spec, narrow, row } = run;
  const { width, height, track } = kind.layout(spec, narrow);
  // the whole picture is to be seen at once
  const tall = `calc(var(--tallest) * ${(width / height).toFixed(3)})`;
  const natural = `${(width * SCALE).toFixed(2)}em`;
  ui.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  Object.assign(ui.paper.style, {
    width: `min(${natural}, 100%, ${tall})`,
    minWidth: `calc(var(--least, 1) * ${Math.round(LEAST * width)}px)`,
  });
  place_slider(ui, track, width, height);
  ui.slider.max = spec.path - 0.001;
  ui.asks.textContent = spec.asks;
  ui.typed.classList.toggle("wide", spec.sentence);
  if (kind.sums) fill_signs(ui.signs);
  if (spec.range)
    set_range(ui, kind.picks ? { ...spec.range, now: row } : spec.range);
  keep_room(ui, longest_captions(run), longest_key(run));
}

/**
 * The scrub bar lies over the part of the picture that is its track, or stands among the
 * buttons.
 */
function place_slider(ui, track, width, height) {
  ui.slider.classList.toggle("track", Boolean(track));
  if (!track) {
    ui.slider.removeAttribute("style"); // it may have lain over a track before
    return ui.count.before(ui.slider);
  }
  const share = (length, whole) => `${((100 * length) / whole).toFixed(3)}%`;
  Object.assign(ui.slider.style, {
    left: share(track.x, width),
    top: share(track.y, height),
    width: share(track.w, width),
    height: share(track.h, height),
  });
  ui.paper.append(ui.slider);
}

function draw(ui, run) {
  const state = state_of(run);
  const end = lasts(run);
  const gone = end > 0 ? run.t / end : 1;
  const along = state.asked ? 0 : clamp(gone, 0, 0.999);
  paint(ui.svg, run.kind.picture(state, run.calm && run.t > 0 ? end : run.t));
  ui.slider.value = Math.min(run.step, run.spec.path - 1) + along;
}

/**
 * Draw, and say what does not change while a step moves: the sentence, the numbers, the
 * names.
 */
function tell(ui, run) {
  const { kind, spec, step, playing } = run;
  const { unit = "step", yours = "your row" } = kind;
  const state = state_of(run);
  const phase = phase_of(run);
  const here = step < spec.path ? `${unit} ${step + 1} of ${spec.path}` : yours;
  const title = kind.title ? kind.title(state) : spec.title;
  draw(ui, run);
  // a run must not flood a screen reader; its end is said
  ui.say.setAttribute("aria-live", playing ? "off" : "polite");
  put(ui.say, words_of(run, unit));
  put(ui.title, title);
  put(ui.note, spec.note);
  const before = `${spec.name ?? title}, before the first step.`;
  ui.svg.setAttribute(
    "aria-label",
    phase === "rest" ? before : kind.alt(state),
  );
  if (!run.moving)
    // the first frame must not wait for it
    fill_table(ui.table, kind.numbers(state), `${title}, ${here}`);
  fill_key(ui.key, kind.key?.(state) ?? []);
  fill_ways(ui.ways, ways_of(kind, spec), run.by);
  ui.slider.setAttribute("aria-valuetext", here);
  ui.count.textContent = here;
  tell_play(ui.play, phase, playing);
  tell_refusal(ui, run.refused);
  Object.assign(ui.root.dataset, {
    step,
    playing,
    phase,
    ...kind.facts(state),
  });
}

/** The sentence below the picture: what there is to do, or what has happened. */
function words_of(run, unit) {
  const { kind, spec, step, due, row, cursor } = run;
  if (phase_of(run) === "rest" && row === null && cursor === undefined)
    return ready(kind, step, spec.path);
  const words = kind.say(state_of(run));
  return due.ran === undefined ? words : played(due.ran, step, unit) + words;
}

/** What the one button says that stands out. */
function tell_play(button, phase, playing) {
  const text = phase === "asked" ? "Skip" : playing ? "Pause" : "Play";
  put(button, text);
  button.setAttribute(
    "aria-label",
    text === "Skip" ? "skip the guess" : text.toLowerCase(),
  );
  button.title = button.getAttribute("aria-label");
}

/** Below the field why the last text was not shown. */
function tell_refusal({ refused, typed }, words) {
  put(refused, words && `✗ ${words}`);
  typed.setAttribute("aria-invalid", words !== "");
  typed.setAttribute("aria-describedby", refused.id);
}

/** A text that stands already is not put again: a screen reader would say it once more. */
function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}

/** Name what a learner does; `run` gives the run as it is. */
function listen(ui, run, happen) {
  const { kind } = run();
  const of_stage = kind.under ? { ...KEYS, ...KEYS_OF_HAND } : KEYS;
  const keys_of = (target) =>
    target === ui.slider
      ? KEYS_OF_SLIDER
      : target === ui.stage
        ? of_stage
        : KEYS;
  ui.root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook's own shortcuts stay out of the picture
    const action = keys_of(event.target)[event.key];
    const typing =
      (event.target === ui.typed || event.target === ui.range) &&
      action !== "escape";
    const pressing = event.key === " " && event.target.tagName === "BUTTON";
    if (
      !action ||
      typing ||
      pressing ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    event.preventDefault();
    happen(action);
  });
  ui.root.addEventListener("click", ({ target, detail }) => {
    const { action, row, way, jump, sign } = target.dataset ?? {};
    if (action) happen(action);
    else if (sign) begin_sum(ui, kind.sums, sign, detail === 0);
    else if (way) happen("choose_way", way);
    else if (jump) happen("jump", { to: Number(jump) });
    else if (row !== undefined && target !== ui.root)
      // the root tells of its row, too
      if (!goes_into_sum(ui, kind.sums, run().spec, Number(row)))
        happen("click", Number(row));
  });
  ui.form.addEventListener("submit", (event) => {
    event.preventDefault();
    happen("type", ui.typed.value);
  });
  listen_to_slider(ui.slider, run, happen);
  ui.as_table.addEventListener("click", () => {
    const hidden = ui.numbers.classList.toggle("unseen");
    ui.as_table.setAttribute("aria-expanded", !hidden);
  });
  const point = (event) =>
    happen("point", {
      ...event.target.dataset,
      place: place_in(ui.svg, event),
    });
  for (const name of ["pointermove", "pointerdown"])
    ui.svg.addEventListener(name, point); // not over: shapes pass below a still pointer
  ui.svg.addEventListener("pointerleave", () => happen("leave"));
}

/** The word shown, or an unfinished sum, is to go on after a sign; by keys in the field. */
function begin_sum({ typed, root }, sums, sign, by_key) {
  typed.value = sums.signed(typed.value, root.dataset.asked, sign);
  if (by_key) typed.focus();
}

/** Whether a word that is clicked goes into a sum in the field. Once it is whole, it is asked. */
function goes_into_sum({ typed, form }, sums, spec, row) {
  const text = sums?.with_word(typed.value, sums.name_of(spec, row)) ?? null;
  if (text === null) return false;
  typed.value = text;
  if (sums.is_whole(text)) form.requestSubmit();
  return true;
}

/**
 * A press on the scrub bar that moves it once is a jump to a step; more is a drag, to any
 * moment of a step.
 */
function listen_to_slider(slider, run, happen) {
  let moves = 0;
  let before = null; // the run as it was when the scrub bar was pressed
  slider.addEventListener("pointerdown", () => {
    moves = 0;
    before = run();
  });
  slider.addEventListener("input", () => {
    moves += 1;
    happen("slide", Number(slider.value));
  });
  slider.addEventListener("keydown", () => {
    before = null; // a press that moved nothing told of no change
  });
  slider.addEventListener("change", () => {
    const to = Math.floor(slider.value);
    if (before && moves === 1) happen("jump", { to, before });
    else happen("slid");
    before = null;
  });
}

/** Tell of a page that becomes narrow or wide, and fit its window. Returns what ends it. */
function watch_size(ui, happen) {
  const observer = new ResizeObserver(() => {
    if (ui.stage.clientWidth === 0) return;
    const letter = parseFloat(getComputedStyle(ui.root).fontSize);
    happen("fit", ui.stage.clientWidth < NARROW * letter);
    const outer = window_of(ui.root);
    if (!outer) return;
    observer.observe(outer); // again and again is as good as once
    fit_window(ui, outer.clientHeight);
  });
  observer.observe(ui.stage);
  return () => observer.disconnect();
}

/** Let the drawing be only so tall that the whole picture fits a window, opened numbers aside. */
function fit_window({ root, paper, numbers }, height) {
  const opened = numbers.matches(".unseen") ? 0 : numbers.offsetHeight;
  const around = root.offsetHeight - opened - paper.offsetHeight;
  const most = tallest(height, around);
  const is_low = most === null; // then it is as it would be on any page
  root.style.setProperty("--tallest", is_low ? "" : `min(75vh, ${most}px)`);
  root.style.setProperty("--least", is_low ? "" : LEAST_TO_FIT);
}

/**
 * What the kernel and all views of a picture share. What came out at another step says nothing
 * of a step that the kernel has chosen.
 */
function shared(kind, model) {
  const [spec, step] = [model.get("spec"), model.get("step")];
  const last = came.get(spec);
  return {
    spec,
    step,
    row: kind.picks ? model.get("row") : null,
    by: kind.ways ? model.get("by") : null,
    came: last?.step === step ? last : undefined,
  };
}

/** Name what the kernel and other views share and answer. Returns what ends it. */
function listen_to_model(kind, model, patience, happen) {
  const placed = () => happen("place", shared(kind, model));
  const heard = {
    "change:spec": () => happen("spec", shared(kind, model)),
    "change:step": placed,
    "change:row": placed,
    "change:by": placed,
    "msg:custom": ({ refused }) => {
      patience.halt();
      happen("answer", refused);
    },
  };
  for (const name in heard) model.on(name, heard[name]);
  return () => {
    for (const name in heard) model.off(name, heard[name]);
  };
}

/**
 * Let the run of a picture hear of all that happens, and do what it says. Returns what
 * ends it.
 */
function wire(ui, kind, model) {
  const clock = new Clock();
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const patience = new Clock(); // with the kernel
  let run = begin(kind, shared(kind, model));

  function happen(event, detail) {
    const { spec, row, step, kept, added } = run;
    run = after({ ...run, calm: still.matches }, event, detail);
    const { due } = run;
    const stays = run.step === step && run.kept === kept && run.added === added;
    if (!stays) came.set(run.spec, came_of(run)); // before others hear of the step
    if (run.spec !== spec || run.row !== row || due.fit) set_up(ui, run);
    if (due.under !== undefined) put(ui.under, due.under);
    if (due.leave) leave(ui.root);
    if (due.draw) draw(ui, run);
    if (due.tell) {
      tell(ui, run);
      set_clock();
    }
    for (const name in due.share) model.set(name, due.share[name]);
    // Not at once: ipywidgets can save a change only after all have heard of it.
    if (due.save) queueMicrotask(() => model.save_changes());
    if (due.ask) queueMicrotask(() => ask(due.ask));
  }

  function set_clock() {
    clock.halt();
    if (run.moving)
      clock.run((seconds) =>
        happen(ui.root.isConnected ? "tick" : "pause", seconds),
      );
    else if (run.playing)
      clock.rest(run.calm ? CALM : BREATH, () => happen("rested"));
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

  set_up(ui, run);
  tell(ui, run);
  listen(ui, () => run, happen);
  if (kind.under) holds(ui, () => run, happen);
  const ends = [
    watch_size(ui, happen),
    listen_to_model(kind, model, patience, happen),
  ];
  return () => {
    clock.halt();
    patience.halt();
    for (const end of ends) end();
  };
}

// @ts-check
/**
 * What becomes of a picture when something happens: `after(run, event)` is the run that
 * follows; `run` stays as it was. Nothing here draws, waits or speaks to the kernel: what
 * is to be done is named in what is `due`.
 *
 * @import { Kind, Spec, State } from "./kind.js"
 */
import { clamp } from "./draw.js";

const SILENT =
  "No answer yet: the kernel is busy or has stopped. The picture stays as it is.";
const GONE =
  "No answer: the kernel has stopped or was restarted. Run the cell again; " +
  "the picture stays as it is.";

/**
 * What is to be done after an event.
 *
 * @typedef {Object} Due
 * @property {boolean} [draw] draw the step at time t
 * @property {boolean} [tell] draw, say and name all that a run shows, and set the clock:
 *   frames while `moving`, a rest while `playing`
 * @property {number} [ran] with `tell`: a run through the steps is over that began here
 * @property {string} [under] these words of what is under the pointer
 * @property {boolean} [fit] fit the picture to a page that became narrow or wide
 * @property {{step?: number, row?: number, by?: any}} [share] with every view
 * @property {boolean} [save] let the kernel hear of what is shared
 * @property {{typed?: string, row?: string}} [ask] ask the kernel for this
 */

/** @type {Due} */
const NOTHING = {};

/** The step to draw, whatever arrives: a whole number from 0 to the last step. */
export const step_in = (value, spec) =>
  clamp(Math.trunc(Number(value)) || 0, 0, spec.steps.length - 1);

/** The first step at its own pace, later ones twice as fast: the eye knows the way by then. */
export const pace = (step) => (step === 0 ? 1 : 2);

/**
 * The run of a picture in which nothing has happened yet: at rest, or a later step
 * complete. `shared`: {spec, step, row, by}.
 */
export const begin = (kind, { spec, step, row, by }) => ({
  kind,
  spec,
  step: step_in(step, spec),
  row, // the row picked, where the kind `picks`
  by, // the way in which the step is done, where the kind has `ways`
  was: null, // the way before, until another step is shown
  t: step_in(step, spec) === 0 ? 0 : Infinity, // seconds into the step
  moving: false,
  playing: false,
  from: 0, // the step at which Play began
  calm: false, // motion is not wanted
  narrow: false, // the page has little room
  over: undefined, // the row under the pointer
  guesses: {}, // {step: the row predicted, null where the learner skipped it}
  refused: "", // why the last text was not shown
  due: NOTHING,
  asking: null, // the spec from which the kernel was asked for a typed text or another row
});

/** The run after an event: its name in the lists below, and what came with it. */
export function after(run, event, detail) {
  const next = { ...run, due: {} };
  if (event in OF_LEARNERS) next.refused = "";
  (OF_LEARNERS[event] ?? OF_OTHERS[event])(next, detail);
  return next;
}

/** Whether a prediction is wanted. */
export const asked = ({ spec, step, guesses }) =>
  spec.predict && step < spec.path && !(step in guesses);

/**
 * What the kind draws and says.
 *
 * @returns {State}
 */
export function state_of(run) {
  const { spec, step, row, by, was, guesses, narrow, over } = run;
  const rest = run.t === 0 && !run.moving;
  return {
    spec,
    step,
    rest,
    asked: asked(run),
    guess: guesses[step],
    guesses,
    row,
    by,
    was,
    narrow,
    over,
  };
}

/** Seconds that the step takes. */
export const lasts = (run) => run.kind.lasts(state_of(run));

/** "asked", "moving", at "rest" before the step begins, or "shown". */
export function phase_of(run) {
  if (asked(run)) return "asked";
  if (run.moving) return "moving";
  return run.t === 0 && lasts(run) > 0 ? "rest" : "shown";
}

// What follows changes the run that `after` has made, and nothing else.

function tell(run) {
  run.due.tell = true;
}

/**
 * End the motion, and a run through the steps: the kernel hears of the step now, and not
 * at each step of the run.
 */
function stop(run) {
  if (run.playing) run.due.save = true;
  run.playing = false;
  run.moving = false;
}

/** Move the step from `t` seconds on. A question ends a run. */
function move(run, t = 0) {
  if (asked(run)) return stay(run, run.t);
  run.t = run.calm ? lasts(run) : t;
  run.moving = run.t < lasts(run);
  if (run.moving) tell(run);
  else arrive(run);
}

/** The step is complete; a run rests, or is over. */
function arrive(run) {
  run.moving = false;
  if (run.step + 1 >= run.spec.path) {
    if (run.playing) run.due.ran = run.from;
    stop(run);
  }
  tell(run);
}

/** Show another step, in every view. */
function go(run, step) {
  const to = step_in(step, run.spec);
  if (to !== run.step) run.due.share = { step: to };
  run.step = to;
  run.was = null;
  move(run);
}

/** Stand still, so many seconds into the step. */
function stay(run, t) {
  stop(run);
  run.t = t;
  tell(run);
}

function start(run) {
  if (asked(run)) return skip(run);
  run.playing = true;
  const complete = run.t >= lasts(run);
  const next = run.step + 1 < run.spec.path ? run.step + 1 : 0;
  run.from = complete ? next : run.step;
  if (complete) go(run, next);
  else move(run, run.t);
}

/** Show what comes out, without a guess. */
function skip(run) {
  run.guesses = { ...run.guesses, [run.step]: null };
  move(run);
}

/** The learner chose the step: a run is over, and the kernel hears of it. */
function choose_step(run, step) {
  run.playing = false;
  run.due.save = true;
  go(run, step);
}

/** The step is done in another way than it was. */
function do_by(run, by) {
  if (by !== run.by) run.was = run.by;
  run.by = by;
}

/**
 * The learner means a row: a prediction while one is wanted, else a row to show. Where the
 * kind `picks`, the row picked.
 */
function choose_row(run, row) {
  const { kind, step } = run;
  if (kind.picks) {
    Object.assign(run.due, { share: { row }, save: true });
  } else if (asked(run)) {
    run.guesses = { ...run.guesses, [step]: row };
    move(run);
  } else {
    const to = kind.step_of(state_of(run), row);
    if (to < 0) ask(run, { row: String(row) });
    else choose_step(run, to);
  }
}

/** Ask the kernel for what the page does not know. */
function ask(run, content) {
  if (run.playing) stay(run, run.t);
  run.asking = run.spec;
  run.due.ask = content;
}

/** Whether a text is being shown, and not a row that was clicked beside it. */
const shows_text = ({ spec, step }) => spec.sentence && step < spec.path;

const OF_LEARNERS = {
  play(run) {
    if (run.playing) stay(run, run.t);
    else start(run);
  },
  pause(run) {
    stay(run, run.t);
  },
  next(run) {
    if (asked(run)) skip(run);
    else if (phase_of(run) === "rest") move(run);
    else if (run.step + 1 < run.spec.path) choose_step(run, run.step + 1);
    else stay(run, lasts(run));
  },
  back(run) {
    if (run.step > 0) choose_step(run, Math.min(run.step, run.spec.path) - 1);
    else stay(run, 0);
  },
  reset(run) {
    run.guesses = {};
    choose_step(run, 0);
    stay(run, 0);
  },
  /** The scrub bar stands at `value` steps. */
  slide(run, value) {
    const step = Math.floor(value);
    if (step !== run.step) go(run, step);
    stay(run, asked(run) ? run.t : (value - step) * lasts(run));
  },
  slid(run) {
    run.due.save = true;
  },
  /** The scrub bar was clicked within a step, not dragged to it. */
  jump(run, value) {
    choose_step(run, Math.floor(value));
  },
  /** A click on the row that is picked already lets go of it. */
  click(run, row) {
    const again = run.kind.picks && row === run.row;
    choose_row(run, again ? null : row);
  },
  type(run, typed) {
    const { kind, spec } = run;
    const row = kind.row_of(spec, typed.trim());
    const known = asked(run)
      ? row < spec.V
      : kind.step_of(state_of(run), row) >= 0;
    if (known && !spec.sentence) choose_row(run, row);
    else ask(run, { typed });
    tell(run);
  },
  /** The step is to be done in another way. */
  choose_way(run, by) {
    Object.assign(run.due, { share: { by }, save: true });
    do_by(run, by);
    move(run);
  },
};

const OF_OTHERS = {
  // What a pointer or a page does.
  point(run, data) {
    run.due.under = run.moving ? "" : run.kind.hover(state_of(run), data);
    hover_row(run, data.row === undefined ? undefined : Number(data.row));
  },
  leave(run) {
    run.due.under = "";
    hover_row(run, undefined);
  },
  fit(run, narrow) {
    if (narrow === run.narrow) return;
    run.narrow = narrow;
    Object.assign(run.due, { fit: true, draw: true });
  },

  // What the clock does.
  tick(run, seconds) {
    run.t = Math.min(lasts(run), run.t + seconds * pace(run.step));
    if (run.t < lasts(run)) run.due.draw = true;
    else arrive(run);
  },
  /** A step has rested: on with the next one. */
  rested(run) {
    go(run, run.step + 1);
  },

  // What the kernel or a view, perhaps this one, has shared.
  spec(run, { spec, step, row, by }) {
    Object.assign(run, { spec, step: step_in(step, spec), row, by });
    if (run.kind.picks) return tell(run); // no more than what is known of the row picked
    if (spec.shown) return stay(run, Infinity); // it changes while it is seen
    const text = shows_text(run);
    if (text) run.guesses = {};
    run.playing = text && run.asking !== null; // to type a text was the wish to see it
    run.from = 0;
    move(run);
  },
  place(run, { step, row, by }) {
    const old = { ...run };
    Object.assign(run, { step: step_in(step, run.spec), row });
    if (run.step !== old.step) run.was = null;
    do_by(run, by);
    if (run.step !== old.step || by !== old.by) move(run);
    else if (row !== old.row) tell(run);
  },

  // What the kernel answers.
  answer(run, refused) {
    const same = run.asking === run.spec;
    run.asking = null;
    if (refused) return refuse(run, refused);
    if (!same || run.kind.picks) return;
    run.playing = shows_text(run); // the same once more is shown once more
    move(run);
  },
  silent(run) {
    refuse(run, SILENT);
  },
  gone(run) {
    run.asking = null;
    refuse(run, GONE);
  },
};

/** While a prediction is wanted the row under the pointer is drawn as meant. */
function hover_row(run, row) {
  if (asked(run) && row !== run.over) run.due.draw = true;
  run.over = row;
}

function refuse(run, words) {
  run.refused = words;
  tell(run);
}

// @ts-check
/**
 * What becomes of a picture when something happens: `after(run, event)` is the run that
 * follows; `run` stays as it was. Nothing here draws, waits or speaks to the kernel: what
 * is to be done is named in what is `due`.
 *
 * @import { Kind, Spec, State } from "./kind.js"
 */
import { clamp } from "./draw.js";
import { pace } from "./tempo.js";

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
 * @property {boolean} [leave] give the keys back to the page
 */

/** @type {Due} */
const NOTHING = {};

/** The step to draw, whatever arrives: a whole number from 0 to the last step. */
export const step_in = (value, spec) =>
  clamp(Math.trunc(Number(value)) || 0, 0, spec.steps.length - 1);

/**
 * What has come out and stays while a step is shown.
 *
 * @typedef {Object} Came
 * @property {number} step of which this is so
 * @property {number} kept the step up to which outputs stay, -1 for none
 * @property {number[]} added the rows that the learner has asked for
 */

/** @returns {Came} what has come out of a run, for its other views */
export const came_of = ({ step, kept, added }) => ({ step, kept, added });

/** @returns {Came} what has come out of a picture that opens at a step */
const came_at = (step, { steps, path }) => ({
  step,
  kept: step < path ? -1 : path - 1,
  added: added_by(step, { steps, path }),
});

/**
 * The run of a picture in which nothing has happened yet in this view: at rest, or a later
 * step complete. `shared`: {spec, step, row, by}, and `came` where another view was there
 * before.
 */
export const begin = (
  kind,
  { spec, step, row, by, came = came_at(step_in(step, spec), spec) },
) => ({
  kind,
  spec,
  step: step_in(step, spec),
  row, // the row picked, where the kind `picks`
  by, // the way in which the step is done, where the kind has `ways`
  was: null, // the way before, until another step is shown
  // seconds into the step
  t: step_in(step, spec) === 0 && came.kept < 0 ? 0 : Infinity,
  moving: false,
  playing: false,
  start: 0, // the step at which Play began
  calm: false, // motion is not wanted
  narrow: false, // the page has little room
  over: undefined, // the row under the pointer
  cursor: undefined, // the row that the keys have chosen
  held: null, // what is in the hand: {step, row, at: [x, y]}, of a row's number no step
  from: null, // where the id of the step was let go of, [x, y]
  kept: came.kept,
  added: came.added,
  guesses: {}, // {step: the row predicted, null where the learner skipped it}
  refused: "", // why the last text was not shown
  due: NOTHING,
  asking: null, // the spec from which the kernel was asked for a typed text or another row
});

/** A row beside the path is one that the learner has asked for. */
function added_by(step, { steps, path }) {
  return step < path ? [] : [steps[step].row];
}

/** The step beside the path that shows a row; -1 where none does. */
export const step_beside = ({ steps, path }, row) =>
  steps.findIndex((step, s) => s >= path && step.row === row);

/** The run after an event: its name in the lists below, and what came with it. */
export function after(run, event, detail) {
  const next = { ...run, due: {} };
  if (event in OF_LEARNERS) next.refused = "";
  (OF_LEARNERS[event] ?? OF_OTHERS[event])(next, detail);
  const stays = event === "up" || event === "down";
  if (event in OF_LEARNERS && !stays) next.cursor = undefined;
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
  const { cursor, held, from, kept, added } = run;
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
    cursor,
    held,
    from,
    kept,
    added: added.map((asked) => step_beside(spec, asked)).filter((s) => s >= 0),
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
    if (run.playing) run.due.ran = run.start;
    stop(run);
  }
  tell(run);
}

/** Show another step, in every view, from `t` seconds on. */
function go(run, step, t = 0) {
  const to = step_in(step, run.spec);
  if (to !== run.step) run.due.share = { step: to };
  step_to(run, to);
  run.was = null;
  move(run, t);
}

/** Be at another step: one beside the path comes after all that was asked for. */
function step_to(run, to) {
  run.step = to;
  run.from = null;
  const [row] = added_by(to, run.spec);
  if (row !== undefined)
    run.added = [...run.added.filter((old) => old !== row), row];
}

/** The last step of the path that has come out. */
function out_of({ step, spec, t, moving, kept }) {
  if (step >= spec.path) return kept;
  return Math.max(kept, t > 0 || moving ? step : step - 1);
}

/** What has come out so far stays, whichever step is shown next. */
function keep(run) {
  run.kept = out_of(run);
}

/** From here on only what comes before the step has come out. */
function forget(run) {
  run.kept = -1;
  run.added = [];
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
  run.start = complete ? next : run.step;
  forget(run);
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
    keep(run);
    const to = kind.step_of(state_of(run), row);
    if (to < 0) ask(run, { row: String(row) });
    else choose_step(run, to);
  }
}

/**
 * Take an id or a row's number: a run is over, and the step that was shown `before` the hand
 * moved is complete.
 */
function take(run, { held, before }) {
  const { step, t, moving, kept, added, was } = before;
  if (step !== run.step) run.due.share = { step };
  Object.assign(run, { step, kept, added, was });
  stay(run, (t > 0 || moving) && !asked(run) ? lasts(run) : t);
  run.held = held;
}

/** The id in the hand is let go of over the table: a guess where one is wanted, or looked up. */
function look_up(run, { step, at }, row, t = 0) {
  keep(run);
  run.playing = false;
  run.due.save = true;
  go(run, step, t);
  if (asked(run)) {
    if (row === undefined) return;
    run.guesses = { ...run.guesses, [step]: row };
    move(run);
  }
  run.from = t > 0 ? null : at;
}

/** Whether a guess is wanted of the step that is in the hand. */
const asks_of = (run, step) => asked({ ...run, step });

/** From the row of the step, which a question hides, the keys go so many rows on. */
function choose_by_key(run, by) {
  const rows = run.kind.in_sight(state_of(run));
  const { row } = run.spec.steps[run.step];
  const now = run.cursor ?? (asked(run) ? undefined : row);
  run.cursor = rows[clamp(rows.indexOf(now) + by, 0, rows.length - 1)];
  tell(run);
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
    if (asked(run)) return skip(run);
    if (phase_of(run) === "rest") return move(run);
    if (run.step + 1 >= run.spec.path) return stay(run, lasts(run));
    forget(run);
    choose_step(run, run.step + 1);
  },
  /** From a row that the learner has asked for, to the one before, or back to the path. */
  back(run) {
    const { spec, step, kept } = run;
    const earlier = step < spec.path ? undefined : state_of(run).added.at(-2);
    if (earlier !== undefined) {
      run.added = run.added.slice(0, -1);
      return choose_step(run, earlier);
    }
    const to = step < spec.path ? step - 1 : kept;
    forget(run);
    if (step > 0) choose_step(run, Math.max(0, to));
    if (to < 0) stay(run, 0);
  },
  reset(run) {
    run.guesses = {};
    forget(run);
    choose_step(run, 0);
    stay(run, 0);
  },
  /** The scrub bar stands at `value` steps. */
  slide(run, value) {
    const step = Math.floor(value);
    forget(run);
    if (step !== run.step) go(run, step);
    stay(run, asked(run) ? run.t : (value - step) * lasts(run));
  },
  slid(run) {
    run.due.save = true;
  },
  /**
   * The scrub bar was clicked within a step, not dragged to it: what had come out `before`
   * it was pressed stays.
   */
  jump(run, { to, before = run }) {
    run.kept = out_of(before);
    run.added = before.added;
    choose_step(run, to);
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
  /** The keys go up or down the rows in sight. */
  up(run) {
    choose_by_key(run, -1);
  },
  down(run) {
    choose_by_key(run, 1);
  },
  /** Enter: the row that the keys have chosen is meant, else the step is done once more. */
  enter(run) {
    if (run.cursor !== undefined) return choose_row(run, run.cursor);
    if (asked(run)) return tell(run);
    keep(run);
    choose_step(run, run.step);
  },
  /** Escape: what is in the hand goes back, else the keys do. */
  escape(run) {
    if (run.held === null && run.cursor === undefined) run.due.leave = true;
    run.held = null;
    tell(run);
  },

  // What a hand does.
  take,
  carry(run, at) {
    if (run.held === null) return;
    const { step, row } = run.held;
    const under = run.kind.under(state_of(run), at);
    const of_id = step !== undefined && !asks_of(run, step);
    const found = of_id && under.place === "table" && under.row === row;
    run.held = found ? null : { ...run.held, at };
    if (found)
      return look_up(run, { step, at }, row, run.kind.points(state_of(run)));
    run.due.draw = true;
  },
  drop(run) {
    const { held } = run;
    if (held === null) return;
    const { place, row } = run.kind.under(state_of(run), held.at);
    run.held = null;
    tell(run);
    if (held.step !== undefined && place === "table") look_up(run, held, row);
    if (held.step === undefined && place === "ids") choose_row(run, held.row);
  },
  let_go(run) {
    run.held = null;
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
    const { kind, step, t } = run;
    const rate = pace(step, t, kind.points?.(state_of(run)));
    run.t = Math.min(lasts(run), t + seconds * rate);
    if (run.t < lasts(run)) run.due.draw = true;
    else arrive(run);
  },
  /** A step has rested: on with the next one. */
  rested(run) {
    forget(run);
    go(run, run.step + 1);
  },

  // What the kernel or a view, perhaps this one, has shared.
  spec(run, { spec, step, row, by }) {
    const to = step_in(step, spec);
    keep(run);
    Object.assign(run, { spec, row, by, held: null });
    step_to(run, to);
    const starts = run.kind.starts?.(state_of(run)) ?? 0;
    if (to < spec.path && starts === 0) forget(run);
    if (run.kind.picks) return tell(run); // no more than what is known of the row picked
    if (spec.shown) return stay(run, Infinity); // it changes while it is seen
    const text = shows_text(run);
    if (text) run.guesses = {};
    run.playing = text && run.asking !== null; // to type a text was the wish to see it
    run.start = 0;
    move(run, starts);
  },
  place(run, { step, row, by, came }) {
    const old = { ...run };
    const to = step_in(step, run.spec);
    run.row = row;
    if (to !== old.step) {
      if (came) Object.assign(run, { kept: came.kept, added: came.added });
      else if (to < run.spec.path) forget(run);
      else keep(run);
      step_to(run, to);
      run.was = null;
    }
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

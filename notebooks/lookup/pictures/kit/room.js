// @ts-check
/**
 * How much room the words of a picture need at most, so that no step moves what stands below
 * them. Draws nothing.
 */
import { state_of } from "./player_state.js";

const MOST = 3; // texts of nearly the same length may break into lines differently

/** In which ways a step may be done: the same in every picture of the kind, or those of this one. */
export const ways_of = (kind, spec) =>
  typeof kind.ways === "function" ? kind.ways(spec) : (kind.ways ?? []);

/** What a caption says of a run through steps that is over, before what it says of the last. */
export function played(from, step, unit) {
  const steps = from === step ? unit : `${unit}s ${from + 1} to`;
  return `Played ${steps} ${step + 1}. `;
}

/** What a caption says of a step that has not begun. */
export const ready = ({ unit = "step", hint = "" }, step, path) =>
  `Ready, ${unit} ${step + 1} of ${path}: press Play or the arrow to the right.${hint}`;

/**
 * The longest captions that the steps of a run have, in every way and with a wrong guess.
 *
 * @returns {string[]}
 */
export function longest_captions({ kind, spec, ...run }) {
  const { unit = "step" } = kind;
  const said = states_of({ kind, spec, ...run }).map((state) => {
    const ran = state.step + 1 === spec.path ? played(0, state.step, unit) : "";
    return ran + kind.say(state);
  });
  if (kind.hint) said.push(ready(kind, 0, spec.path));
  return said.sort((a, b) => b.length - a.length).slice(0, MOST);
}

/**
 * The longest key that the steps of a run have: [mark, words] of each entry.
 *
 * @returns {string[][]}
 */
export function longest_key(run) {
  const keys = states_of(run).map((state) => run.kind.key?.(state) ?? []);
  const letters = (key) => key.flat().join("").length;
  return keys.reduce(
    (long, key) => (letters(key) > letters(long) ? key : long),
    [],
  );
}

/** Each step complete, in each way; where a guess is wanted, also before it and after a wrong one. */
function states_of(run) {
  const { kind, spec, by } = run;
  const ways = ways_of(kind, spec);
  const bys = ways.length > 0 ? ways : [by];
  const states = spec.steps.flatMap((_, step) =>
    bys.map((way) => {
      const shown = {
        ...run,
        step,
        by: way,
        was: null,
        t: Infinity,
        moving: false,
      };
      return { ...state_of(shown), asked: false };
    }),
  );
  if (!spec.predict) return states;
  return states.flatMap((state) => [
    state,
    { ...state, asked: state.step < spec.path },
    { ...state, guess: spec.steps[state.step].row + 1 },
  ]);
}

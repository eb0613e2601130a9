// @ts-check
/**
 * What the picture says of each stage: in a sentence, as an alt text, under the
 * pointer, as a table. Draws nothing.
 *
 * @import { Kind } from "../kit/kind.js"
 */
import { listed, named, once } from "../kit/draw.js";
import { time_text } from "../kit/units.js";

// The stages.
export const STOPWATCH = 0;
export const WORK = 1;
export const WAIT = 2;

/**
 * The moments that matter: when the last call had returned, when work began and ended,
 * when the wait was over; and how many calls were `early`, done before the last one had
 * returned.
 */
export const moments = once((spec) => {
  const { calls, waited } = spec;
  const { returned, done } = calls.at(-1);
  const early = calls.filter((call) => call.done <= returned).length;
  return { returned, began: calls[0].began, done, waited, early };
});

/**
 * What the marks mean.
 *
 * @type {Kind["key"]}
 */
export const key = ({ spec, step, row }) => [
  ["ink", "Python makes a call"],
  ...(step >= WORK ? [["quiet", `${spec.worker} works on a call`]] : []),
  ...(step >= WAIT ? [["hatch", "Python waits"]] : []),
  ...(row === null || row === undefined ? [] : [["ring", "the call picked"]]),
];

/**
 * One sentence for the caption, which screen readers speak.
 *
 * @type {Kind["say"]}
 */
export function say(state) {
  const { spec, row } = state;
  const picked =
    row === null || row === undefined ? "" : ` ${capital(about(state, row))}.`;
  return `${stage_words(state)}${picked}`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function stage_words({ spec, step }) {
  const { returned, began, done, waited, early } = moments(spec);
  const many = spec.calls.length;
  const calls = many === 1 ? "the call" : `all ${many} calls`;
  if (step === STOPWATCH)
    return (
      "A stopwatch that does not wait: " +
      `after ${time_text(returned)} ${calls} had returned, and it stops.`
    );
  if (step === WORK)
    return (
      `The work: ${spec.worker} worked from ${time_text(began)} to ` +
      `${time_text(done)}. When the last call returned, ` +
      `${early} of ${listed(many, "call")} ${early === 1 ? "was" : "were"} done.`
    );
  return (
    `The wait: Python waited until ${time_text(waited)}. ` +
    `Only then is it sure that ${calls} ${many === 1 ? "is" : "are"} done: ` +
    `a stopwatch that waits shows ${times(waited / returned)} as much.`
  );
}

/** How many times, in two digits or more. */
function times(ratio) {
  const digits = Math.max(2, Math.floor(Math.log10(ratio)) + 1);
  return `${Number(ratio.toPrecision(digits)).toLocaleString("en")} times`;
}

/**
 * What a picture of this state shows, which numbers matter.
 *
 * @type {Kind["alt"]}
 */
export function alt({ spec, step }) {
  const { returned, done, waited } = moments(spec);
  const many = listed(spec.calls.length, "call");
  const python = `Lane of Python: ${many}, returned after ${time_text(returned)}`;
  if (step === STOPWATCH) return `${python}.`;
  const work = `lane of ${spec.worker}: done after ${time_text(done)}`;
  return step === WORK
    ? `${python}; ${work}.`
    : `${python}, then a wait until ${time_text(waited)}; ${work}.`;
}

/** What is known of a call at a stage; -1 stands for before the first. */
function about({ spec, step }, row) {
  const call = spec.calls[row];
  const { called, returned, began, done } = call;
  const name = `call ${named(call)}`;
  if (step < STOPWATCH) return name;
  const python = `${name}: called at ${time_text(called)}, returned at ${time_text(returned)}`;
  return step < WORK
    ? python
    : `${python}, worked on from ${time_text(began)} to ${time_text(done)}`;
}

/**
 * The call, or the wait, under the pointer.
 *
 * @type {Kind["hover"]}
 */
export function hover({ spec, step, rest }, { row, wait }) {
  const at = rest ? step - 1 : step;
  const { returned, waited } = moments(spec);
  if (wait) return `wait: from ${time_text(returned)} to ${time_text(waited)}`;
  return row === undefined ? "" : about({ spec, step: at }, Number(row));
}

/**
 * The times of all calls as a plain table, for screen readers; what a stage has not shown
 * yet is left out.
 *
 * @type {Kind["numbers"]}
 */
export function numbers({ spec, step, rest }) {
  const at = rest ? step - 1 : step;
  const { returned, waited } = moments(spec);
  const shown = (stage, seconds) => (at >= stage ? time_text(seconds) : "");
  const body = spec.calls.map((call) => [
    named(call),
    shown(STOPWATCH, call.called),
    shown(STOPWATCH, call.returned),
    shown(WORK, call.began),
    shown(WORK, call.done),
  ]);
  const foot =
    at >= WAIT
      ? [["the wait", time_text(returned), time_text(waited), "", ""]]
      : [];
  return {
    head: ["call", "called", "returned", "work began", "work done"],
    body,
    foot,
  };
}

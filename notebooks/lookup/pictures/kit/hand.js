// @ts-check
/**
 * Ids and rows' numbers in the hand: what a mouse, a finger or a pen takes, carries and lets
 * go of. Knows no picture; what lies under a pointer its kind says.
 */
import { clamp } from "./draw.js";
import { state_of } from "./player_state.js";

const MEANT = 5; // px from where on a press is a drag
const ABOVE = 30; // px that a thing stands above the finger that carries it, and is seen there

/** Where a pointer is, in the picture's own pixels; `lifted`, so many px above it. */
export function place_in(svg, { clientX, clientY }, lifted = 0) {
  const { left, top, width } = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / width;
  return [scale * (clientX - left), scale * (clientY - lifted - top)];
}

/**
 * Let what a picture shows be taken: `run_now()` is its run. Where the ids are a track, a
 * drag along them scrubs, and one that leaves them takes the id.
 */
export function holds({ root, paper, svg }, run_now, happen) {
  let pressed = null; // {what, x, y, before: the run, does: "", "scrub" or "carry"}
  const under = (at) => run_now().kind.under(state_of(run_now()), at);
  const track = () =>
    run_now().kind.layout(run_now().spec, run_now().narrow).track;
  root.classList.add("hand");

  function press(event) {
    const { clientX: x, clientY: y, isPrimary, button } = event;
    const what = under(place_in(svg, event));
    const taken = isPrimary && button === 0 && what.takes;
    pressed = taken ? { what, x, y, before: run_now(), does: "" } : null;
  }

  function move(event) {
    if (!pressed) return;
    const { what, x, y } = pressed;
    const [right, down] = [event.clientX - x, event.clientY - y].map(Math.abs);
    const at = place_in(svg, event, event.pointerType === "touch" ? ABOVE : 0);
    const along = what.step !== undefined && track() && right >= down;
    if (!pressed.does && Math.max(right, down) < MEANT) return;
    if (!pressed.does) {
      paper.setPointerCapture(event.pointerId);
      if (along) pressed.does = "scrub";
      else take(at);
    }
    if (pressed.does === "scrub" && under(at).place === "table") take(at);
    if (pressed.does === "carry") happen("carry", at);
    else happen("slide", value_at(at));
  }

  function take(at) {
    const { what, before } = pressed;
    pressed.does = "carry";
    happen("take", { held: { step: what.step, row: what.row, at }, before });
  }

  /** What the scrub bar says there. */
  function value_at(at) {
    const { x, w } = track();
    const { path } = run_now().spec;
    return clamp((path * (at[0] - x)) / w, 0, path - 0.001);
  }

  function end(drop) {
    const does = pressed?.does;
    pressed = null;
    if (does === "carry") happen(drop);
    if (does === "scrub") happen("slid");
  }

  paper.addEventListener("pointerdown", press);
  paper.addEventListener("pointermove", move);
  paper.addEventListener("pointerup", () => end("drop"));
  paper.addEventListener("pointercancel", () => end("let_go"));
}

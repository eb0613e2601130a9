// @ts-check
/**
 * Lets a picture that was just run come to rest in view. JupyterLab puts the cell after it in
 * the middle of the window, so that the picture stands above the edge. Knows no picture, and
 * does nothing outside a notebook of JupyterLab.
 */

const SETTLES = 1000; // ms in which JupyterLab may still scroll to the next cell,
const FRAMES = 60; // and frames, of which a busy machine draws few
const SPARE = 8; // px of the window that a picture leaves free
const LEAST = 200; // px below which a drawing is not pressed to fit a low window
const WINDOW = ".jp-WindowedPanel-outer"; // what scrolls
const ACTS = ["keydown", "pointerdown", "wheel", "touchstart"];

/**
 * Keep the picture `root` whole in view for its first second, if the learner runs
 * its cell alone and has not gone elsewhere. Whatever the learner does next ends it. Returns
 * what ends it, too.
 */
export function arrive(root) {
  const begun = performance.now();
  let frames = 0;
  let met = false;
  let next;
  const end = () => {
    cancelAnimationFrame(next);
    for (const act of ACTS) document.removeEventListener(act, end, true);
  };
  const look = () => {
    frames += 1;
    const settled = frames > FRAMES && performance.now() - begun > SETTLES;
    if (settled || !window_of(root) || runs_others(root)) return end();
    met ||= is_met(root);
    if (met) bring(root);
    next = requestAnimationFrame(look);
  };
  next = requestAnimationFrame(look); // when the page holds the root
  for (const act of ACTS) document.addEventListener(act, end, true);
  return end;
}

/** Bring a picture that has grown whole into view, if some of it is in view. */
export function bring_grown(root) {
  const outer = window_of(root)?.getBoundingClientRect();
  if (!outer) return;
  const { top, bottom } = root.getBoundingClientRect();
  if (top < outer.bottom && bottom > outer.top) bring(root);
}

/** Scroll to a picture that is not whole in view. */
function bring(root) {
  const { top, height } = root.getBoundingClientRect();
  const outer = window_of(root).getBoundingClientRect();
  if (!is_whole(top - outer.top, height, outer.height))
    root.scrollIntoView({ block: "start", inline: "nearest" });
}

/** Whether a box, so far below a window's edge, is in view; a taller one, whether its top is. */
export const is_whole = (top, height, window) =>
  Math.abs(top) < 1 || (top >= 0 && top + height <= window);

/**
 * The px that a drawing may be tall so that it and all that stands around it, `around` px, fit
 * a window; null where too little is left.
 */
export function tallest(window, around) {
  const left = Math.floor(window - around - SPARE);
  return left < LEAST ? null : left;
}

/** The window in which a picture scrolls, null outside a notebook of JupyterLab. */
export const window_of = (root) => root.closest(WINDOW);

/**
 * Whether the learner waits for this picture: its cell or the next one is chosen, and one of
 * them is in view. So nothing moves when a notebook is opened, or left for another place.
 */
function is_met(root) {
  const cell = root.closest(".jp-Cell");
  if (!cell || cell.querySelector(".lookup.picture") !== root) return false;
  const pair = [cell, cell.nextElementSibling].filter(Boolean);
  const { top, bottom } = window_of(root).getBoundingClientRect();
  const is_seen = pair.some((one) => {
    const box = one.getBoundingClientRect();
    return box.top < bottom && box.bottom > top;
  });
  const is_chosen = pair.some((one) => one.matches(".jp-mod-active"));
  return is_seen && is_chosen && navigator.userActivation.hasBeenActive;
}

/** Whether other cells of the notebook wait for the kernel: it is run as a whole. */
function runs_others(root) {
  const cell = root.closest(".jp-Cell");
  const prompts = window_of(root).querySelectorAll(".jp-InputPrompt");
  return [...prompts].some(
    (prompt) => !cell.contains(prompt) && prompt.textContent.includes("*"),
  );
}

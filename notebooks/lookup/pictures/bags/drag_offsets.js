// @ts-check
/**
 * Lets the offsets of a picture be moved, by a pointer and by the keyboard, and ids be carried
 * over them: what is moved is `offsets`, which the kernel shares, and from which recut.js makes
 * the spec that the player is handed.
 */
import { OWN_KEYS, make } from "../kit/controls.js";
import { moved, range_of, recut, starts_of } from "./recut.js";

const KEYS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** A module that plays a picture, as one whose offsets move. */
export const let_move = (module) => ({
  render({ model, el }) {
    // a page that was saved earlier knows of no offsets
    if (!model.get("offsets")?.length) return module.render({ model, el });
    const end = module.render({ model: cut_anew(model), el });
    const stop = listen(model, el);
    return () => {
      stop();
      end();
    };
  },
});

/** The model as the player sees it: its spec is that of the offsets as they are now. */
function cut_anew(model) {
  let before = null; // until an offset is moved
  const spec_now = () => {
    const [spec, offsets] = [model.get("spec"), model.get("offsets")];
    const as_made = `${starts_of(spec)}` === `${offsets}`;
    const fits = spec.spans && spec.steps.length === offsets.length;
    if (!fits || (before === null && as_made)) return spec;
    before = offsets;
    return recut(spec, ...offsets);
  };
  const events = (name) =>
    name === "change:spec" ? [name, "change:offsets"] : [name];
  return {
    get: (name) => (name === "spec" ? spec_now() : model.get(name)),
    set: (name, value) => model.set(name, value),
    save_changes: () => model.save_changes(),
    send: (content) => model.send(content),
    on: (name, heard) => events(name).forEach((one) => model.on(one, heard)),
    off: (name, heard) => events(name).forEach((one) => model.off(one, heard)),
  };
}

/** Move the offset of bag b; the bags on either side are then seen, filled. */
function move(model, b, to) {
  const [spec, offsets] = [model.get("spec"), model.get("offsets")];
  const cut = moved(spec, offsets, b, to);
  if (`${cut}` === `${offsets}`) return;
  // first the step: at the new offsets nothing plays anew
  if (model.get("step") < b) model.set("step", b);
  model.set("offsets", cut);
}

/** Hear of the pointer and of the keyboard. Returns what ends it. */
function listen(model, el) {
  const svg = el.querySelector("svg");
  const fences = model
    .get("offsets")
    .slice(1)
    .map((_, i) => fence_of(model, svg, i + 1));
  el.querySelector(".paper").append(...fences);
  svg.addEventListener("pointerdown", (event) => {
    const { fence, of: bag, entry } = event.target.dataset;
    const by_mouse = event.pointerType !== "touch"; // a finger scrolls
    if (fence) {
      event.preventDefault(); // or texts would be marked
      drag(model, svg, event, Number(fence));
    } else if (entry && by_mouse && event.button === 0) {
      carry(model, svg, model.get("offsets")[bag] + Number(entry));
    }
  });
  const placed = () =>
    fences.forEach((fence, i) => place(model, svg, fence, i + 1));
  placed();
  model.on("change:offsets", placed);
  return () => model.off("change:offsets", placed);
}

/** Follow a pointer until it lets go; then the kernel hears of it. */
function drag(model, svg, { target, pointerId }, b) {
  target.setPointerCapture(pointerId);
  const follow = (event) => move(model, b, entries_above(svg, event));
  const end = () => {
    target.removeEventListener("pointermove", follow);
    model.save_changes();
  };
  target.addEventListener("pointermove", follow);
  target.addEventListener("lostpointercapture", end, { once: true });
}

/**
 * Carry an id: over an offset it changes bags, and those between with it, as the ids keep
 * their order. Without that a press stays a click.
 */
function carry(model, svg, id) {
  const hand = new AbortController();
  const follow = ({ clientY }) => {
    while (crosses(model, svg, id, clientY));
  };
  const end = () => {
    hand.abort();
    model.save_changes();
  };
  window.addEventListener("pointermove", follow, { signal: hand.signal });
  window.addEventListener("pointerup", end, { signal: hand.signal });
  window.addEventListener("pointercancel", end, { signal: hand.signal });
}

/** Whether a pointer that carries an id is over an offset of its bag; that one is moved. */
function crosses(model, svg, id, y) {
  const offsets = model.get("offsets");
  const bag = offsets.findLastIndex((start) => start <= id);
  if (y > (height_of(svg, bag + 1) ?? Infinity)) move(model, bag + 1, id);
  else if (bag > 0 && y < height_of(svg, bag)) move(model, bag, id + 1);
  else return false;
  return true;
}

/** Where on the page offset b is, undefined behind the last one. */
function height_of(svg, b) {
  const pill = svg.byKey.get(`pill${b}`)?.node.getBoundingClientRect();
  return pill && pill.top + pill.height / 2;
}

/** How many ids have their middle above the pointer. */
function entries_above(svg, { clientY }) {
  const ids = [...svg.querySelectorAll("rect[data-entry]")];
  return ids.filter((id) => {
    const { top, height } = id.getBoundingClientRect();
    return top + height / 2 < clientY;
  }).length;
}

/** What holds the keys of an offset; a pointer drags what is drawn below it. */
function fence_of(model, svg, b) {
  const fence = make("div", {
    class: "fence",
    role: "spinbutton",
    tabindex: 0,
    "aria-label": `offset of bag ${b + 1}`,
    data: OWN_KEYS,
  });
  fence.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    event.stopPropagation(); // or the picture would step
    move(model, b, model.get("offsets")[b] + by);
    model.save_changes();
  });
  fence.addEventListener("focus", () => place(model, svg, fence, b));
  return fence;
}

/** Lay a fence over its offset, and let it say where that is. */
function place(model, svg, fence, b) {
  const pill = svg.byKey.get(`pill${b}`)?.shape;
  if (!pill) return; // another spec may have fewer bags
  const [spec, offsets] = [model.get("spec"), model.get("offsets")];
  const [low, high] = range_of(spec, offsets, b);
  const now = offsets[b];
  const said = {
    valuemin: low,
    valuemax: high,
    valuenow: now,
    valuetext: `${now}, between bags of ${now - low} and ${high - now} ids`,
  };
  for (const [name, value] of Object.entries(said))
    fence.setAttribute(`aria-${name}`, value);
  const { x, y, width, height } = pill;
  const { width: wide, height: high_of_all } = svg.viewBox.baseVal;
  const share = (length, whole) => `${((100 * length) / whole).toFixed(3)}%`;
  Object.assign(fence.style, {
    left: share(x, wide),
    top: share(y, high_of_all),
    width: share(width, wide),
    height: share(height, high_of_all),
  });
}

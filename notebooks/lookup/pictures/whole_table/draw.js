// @ts-check
/**
 * A whole table, every number a pixel, and what a sentence does to it: lets a view hear of
 * the learner, the page and the kernel.
 */
import { arrive, window_of } from "../kit/arrive.js";
import { leave } from "../kit/controls.js";
import { put } from "./frame.js";
import { View } from "./view.js";
import * as words from "./words.js";

const DRAGGED = 5; // px from which a press is a drag
const PAGE = 50; // rows

/** Name what a learner does with buttons, field and keys. */
function listen(view) {
  const { ui } = view;
  ui.root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook's own shortcuts stay out of the picture
    if (event.target === ui.stage) on_key(view, event);
    else if (event.key === "Escape") leave(ui.root);
  });
  ui.typed.addEventListener("input", () =>
    view.happen("read", { text: ui.typed.value, typing: true }),
  );
  const whole = () => view.happen("read", { text: ui.typed.value });
  ui.typed.addEventListener("change", whole);
  ui.form.addEventListener("submit", (event) => {
    event.preventDefault();
    whole();
  });
  ui.ways.addEventListener("click", ({ target }) => {
    if (target.dataset.way) view.happen("by", { by: target.dataset.way });
  });
  ui.play.addEventListener("click", () => view.play());
  ui.form
    .querySelector("[data-action=reset]")
    .addEventListener("click", () => view.happen("reset"));
  ui.as_table.addEventListener("click", () => {
    const hidden = ui.numbers.classList.toggle("unseen");
    ui.as_table.setAttribute("aria-expanded", String(!hidden));
  });
}

/** From row to row, and from column to column. */
function on_key(view, event) {
  const { wall, state } = view;
  const { key, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey) return;
  const by = {
    ArrowDown: 1,
    ArrowUp: -1,
    ArrowRight: wall.H,
    ArrowLeft: -wall.H,
  };
  Object.assign(by, { PageDown: PAGE, PageUp: -PAGE });
  const ends = { Home: 0, End: wall.V - 1 };
  if (key in by) view.go(state.cursor === null ? 0 : state.cursor + by[key]);
  else if (key in ends) view.go(ends[key]);
  else if (key === "Enter" && state.cursor !== null) view.add(state.cursor);
  else if (key === " ") view.play();
  else if (key === "Escape" && state.cursor === null) leave(view.ui.root);
  else if (key === "Escape") view.happen("cursor", { place: null });
  else return;
  event.preventDefault();
}

/** Name what a pointer does on the wall, and with a stripe of the drawer. */
function listen_to_pointer(view) {
  const { paper, under } = view.ui;
  const pressed = (event) => event.target.closest?.(".drawer button");
  let from = null; // where a stripe was taken
  let dropped = false; // the click that follows a drag is none
  paper.addEventListener("pointerdown", (event) => {
    const held = pressed(event);
    from = held && { ...view.at(event), row: Number(held.dataset.row) };
    held?.setPointerCapture(event.pointerId);
    dropped = false;
  });
  paper.addEventListener("pointermove", (event) => {
    const { x, y, place } = view.at(event);
    put(under, pressed(event) ? "" : words.named(view.state, place));
    const far = from && Math.hypot(x - from.x, y - from.y) >= DRAGGED;
    if (far || view.dragged) view.drag(from.row, x, y);
  });
  const drop = (event) => {
    dropped = view.dragged !== null;
    if (dropped) view.drop(event.type === "pointerup" ? view.at(event) : null);
    from = null;
  };
  paper.addEventListener("pointerup", drop);
  paper.addEventListener("pointercancel", drop);
  paper.addEventListener("pointerleave", () => put(under, ""));
  paper.addEventListener("click", (event) => {
    const held = pressed(event);
    if (dropped || (!held && event.target.closest(".drawer"))) return;
    if (held) view.happen("row", { row: Number(held.dataset.row) });
    else if (view.at(event).place >= 0) view.add(view.at(event).place);
  });
}

/** Hear of what kernel and other views share. Returns what ends it. */
function listen_to_model(view) {
  const { model, ui } = view;
  const heard = {
    "change:sentence": () => {
      const text = model.get("sentence");
      if (text === view.state.text) return;
      ui.typed.value = text;
      view.happen("read", { text });
    },
    "change:by": () => {
      const by = model.get("by");
      if (by !== view.state.by) view.happen("by", { by });
    },
    "change:row": () => {
      const row = model.get("row") ?? null;
      if (row !== view.state.row) view.happen("row", { row });
    },
  };
  for (const name in heard) model.on(name, heard[name]);
  return () => {
    for (const name in heard) model.off(name, heard[name]);
  };
}

/** Hear of a page that changes its size, its pixels or its colours. Returns what ends it. */
function watch(view) {
  const { ui } = view;
  const fit = () => {
    const outer = window_of(ui.root);
    if (outer) sizes.observe(outer); // again and again is as good as once
    view.fit();
  };
  const ink = () => view.wall && view.ink();
  const sizes = new ResizeObserver(fit);
  sizes.observe(ui.stage);
  const themes = new MutationObserver(ink);
  for (const node of [document.documentElement, document.body])
    themes.observe(node, { attributes: true });
  const scheme = window.matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", ink);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    scheme.removeEventListener("change", ink);
  };
}

export default {
  render({ model, el }) {
    const view = new View(model);
    listen(view);
    listen_to_pointer(view);
    const ends = [watch(view), listen_to_model(view)];
    el.append(view.ui.root);
    ends.push(arrive(view.ui.root));
    return () => {
      view.clock.halt();
      view.speech.halt();
      for (const end of ends) end();
    };
  },
};

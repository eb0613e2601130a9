// @ts-check
/** What stands on the page: field, buttons, wall, drawer. Decides nothing. */
import { button, make, OWN_KEYS, stage_of } from "../kit/controls.js";
import { beside } from "./words.js";

/** What stands on the page. */
export function parts({ title }) {
  const wall = make("canvas", { role: "img" });
  const above = make("canvas", { class: "above", "aria-hidden": "true" });
  const drawer = make("ol", { class: "drawer" });
  const ui = {
    wall,
    above,
    drawer,
    key: make("p", { class: "key" }),
    typed: make("input", {
      type: "text",
      maxlength: 2000,
      autocomplete: "off",
      spellcheck: "false",
      data: OWN_KEYS,
    }),
    ways: make("span", { class: "ways", role: "group", "aria-label": "how" }),
    play: button("Play", { action: "play" }),
    as_table: button("Numbers", {}, { "aria-expanded": "false" }),
    paper: make("div", { class: "paper" }, [wall, drawer, above]),
    say: make("p", { class: "say", role: "status" }),
    // a sweep of the pointer is not to be read out
    under: make("p", { class: "under", "aria-hidden": "true" }),
    table: make("table"),
  };
  return { ...ui, ...frame(ui, title) };
}

/** The stage, the controls above it, and the picture as a whole. */
function frame(ui, title) {
  const keys = "wall: arrow keys move from row to row, Enter looks it up";
  const stage = stage_of(keys, ui.paper);
  const again = button(
    "↺",
    { action: "reset" },
    { "aria-label": "start again" },
  );
  const form = make("form", { class: "bar" }, [
    make("label", {}, ["Type", ui.typed]),
    ui.ways,
    ui.play,
    again,
    ui.as_table,
  ]);
  ui.typed.setAttribute("aria-label", "Type a sentence");
  const numbers = make("div", { class: "numbers unseen" }, [ui.table]);
  const foot = make("div", { class: "foot" }, [ui.say, ui.under]);
  const head = [make("p", { class: "title", text: title }), ui.key];
  const root = make(
    "div",
    { class: "lookup picture whole", role: "group", "aria-label": title },
    [make("div", { class: "head" }, head), form, stage, foot, numbers],
  );
  return { stage, form, foot, numbers, root };
}

/** @param {any} node @param {number[]} size in px */
export const set_size = (node, [width, height]) =>
  Object.assign(node.style, { width: `${width}px`, height: `${height}px` });

/** A text that stands already is not put again: a screen reader would say it once more. */
export function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The words of the drawer, beside which their stripes are drawn; buttons if one `sorts`. */
export function fill_drawer(drawer, stripes, { drawer: box }, sorts) {
  Object.assign(drawer.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.w}px`,
  });
  const shows = stripes.map(({ row, cosine }) => `${row} ${cosine}`).join();
  if (shows === drawer.dataset.shows) return;
  drawer.dataset.shows = shows;
  const line = (stripe) => {
    const held = sorts
      ? button("", { row: stripe.row }, { title: "sort the table by this row" })
      : make("span", { class: "plain" });
    held.append(
      make("span", { class: "word", text: stripe.word }),
      make("span", { class: "beside", text: beside(stripe) }),
    );
    return make("li", {}, [held]);
  };
  drawer.replaceChildren(...stripes.map(line));
}

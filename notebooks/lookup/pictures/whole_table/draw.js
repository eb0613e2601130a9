// @ts-check
/**
 * A whole table, every number a pixel, and what a sentence does to it: the page's part of
 * its life. What happens is settled in run.js, where things stand in places.js, what is
 * said in words.js; paint.js draws.
 */
import { Clock } from "../kit/clock.js";
import {
  fill_key,
  fill_table,
  fill_ways,
  make,
  OWN_KEYS,
} from "../kit/controls.js";
import { colours_of, compose, draw_over, inks_of, pixels_of } from "./paint.js";
import {
  layout,
  marks_of,
  place_at,
  scene_of,
  stripes_of,
  top_row,
  wall_of,
  written,
} from "./places.js";
import { after, begin, moving, WAYS } from "./run.js";
import * as words from "./words.js";

const NARROW = 37; // letters' heights of a page, as for other pictures
const REST = 250; // ms that a row rests under the keys before it is said
const DRAGGED = 5; // px from which a press is a drag
const PAGE = 50; // rows
const EDGE = 6; // px around the wall, in which a ring has room; as look.css has it

const button = (text, data, more = {}) =>
  make("button", {
    type: "button",
    text,
    data: { ...OWN_KEYS, ...data },
    ...more,
  });

/** What stands on the page. */
function parts({ title }) {
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
  const keys = "wall: arrow keys move from row to row, Enter looks it up";
  const stage = make(
    "div",
    {
      class: "stage",
      tabindex: 0,
      role: "group",
      "aria-label": keys,
      data: OWN_KEYS,
    },
    [ui.paper],
  );
  const again = button(
    "↺",
    { action: "reset" },
    { "aria-label": "start again" },
  );
  const form = make("form", { class: "bar" }, [
    make("label", { text: "Type" }),
    ui.typed,
    ui.ways,
    ui.play,
    again,
    ui.as_table,
  ]);
  ui.typed.setAttribute("aria-label", "Type a sentence");
  const numbers = make("div", { class: "numbers unseen" }, [ui.table]);
  const head = [make("p", { class: "title", text: title }), ui.key];
  const root = make(
    "div",
    { class: "lookup picture whole", role: "group", "aria-label": title },
    [
      make("div", { class: "head" }, head),
      form,
      stage,
      make("div", { class: "foot" }, [ui.say, ui.under]),
      numbers,
    ],
  );
  return { ...ui, stage, form, numbers, root };
}

/** One view of a picture: what it shows, and how that is drawn. */
class View {
  constructor(model) {
    this.model = model;
    this.spec = model.get("spec");
    this.ui = parts(this.spec);
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.clock = new Clock();
    this.speech = new Clock();
    const [sentence, by, row] = ["sentence", "by", "row"].map((name) =>
      model.get(name),
    );
    this.state = begin(this.spec, { sentence, by, row: row ?? null });
    this.ui.typed.value = sentence;
    this.dragged = null;
    this.drawn = "";
  }

  /** Let the state hear of what happened, draw it, and share what others are to know. */
  happen(event, detail = {}) {
    const old = this.state;
    this.state = after(old, event, { ...detail, calm: this.still.matches });
    if (event !== "tick") this.share(old);
    this.tell();
    this.set_clock();
  }

  set_clock() {
    this.clock.halt();
    if (!moving(this.state)) return;
    this.clock.run((seconds) => {
      if (!this.ui.root.isConnected) return this.clock.halt();
      this.state = after(this.state, "tick", { seconds });
      if (moving(this.state)) this.draw();
      else {
        this.clock.halt();
        this.tell();
      }
    });
  }

  share(old) {
    const { text: sentence, by, row } = this.state;
    const now = { sentence, by, row };
    const then = { sentence: old.text, by: old.by, row: old.row };
    const changed = Object.keys(now).filter((name) => now[name] !== then[name]);
    const heard = changed.filter((name) => this.model.get(name) !== now[name]);
    for (const name of heard) this.model.set(name, now[name]);
    // Not at once: ipywidgets can save a change only after all have heard of it.
    if (heard.length) queueMicrotask(() => this.model.save_changes());
  }

  /** Fit the wall to the page, and to the pixels of its screen. */
  fit() {
    const { ui, spec } = this;
    const width = ui.stage.clientWidth - 2 * EDGE;
    if (width <= 0) return;
    const letter = parseFloat(getComputedStyle(ui.root).fontSize);
    this.ratio = window.devicePixelRatio || 1;
    this.narrow = width < NARROW * letter;
    this.width = width;
    this.wall = wall_of(spec, width, this.ratio, this.narrow);
    const { w, h, u } = this.wall;
    Object.assign(ui.wall, { width: w, height: h });
    set_size(ui.wall, [w * u, h * u]);
    this.image = new ImageData(w, h);
    this.bits = new Uint32Array(this.image.data.buffer);
    this.ink();
  }

  /** The colours of the page, which may have changed. */
  ink() {
    const colours = colours_of(this.ui.root);
    if (JSON.stringify(colours) !== JSON.stringify(this.inks?.colours)) {
      this.inks = inks_of(colours);
      this.pixels = pixels_of(this.spec, this.inks);
    }
    this.drawn = "";
    this.tell();
  }

  /** Draw, and say what does not change while something moves. */
  tell() {
    if (!this.wall) return;
    const { ui, state } = this;
    const moves = moving(state);
    this.draw();
    // a screen reader hears of the end, and not of each moment
    ui.say.setAttribute("aria-live", moves ? "off" : "polite");
    ui.wall.setAttribute("aria-label", words.alt(state));
    fill_key(ui.key, words.key(state));
    fill_ways(ui.ways, WAYS, state.by);
    fill_table(ui.table, words.numbers(state), this.spec.title);
    put(ui.play, moves ? "Pause" : "Play");
    Object.assign(ui.root.dataset, {
      by: state.by,
      words: state.words.length,
      row: top_row(state) ?? "",
      phase: moves ? "moving" : state.words.length ? "shown" : "rest",
    });
  }

  draw() {
    const { ui, state, wall } = this;
    const scene = scene_of(state);
    const marks = marks_of(state);
    const stripes = stripes_of(state);
    this.place = layout(wall, marks, stripes.length, this.width, this.narrow);
    this.fit_paper(stripes.length);
    fill_drawer(ui.drawer, stripes, this.place);
    put(ui.say, words.say(state, scene));
    const shows = JSON.stringify([
      ...[scene.act, scene.wiped, scene.fallen, scene.moved],
      ...[scene.top, scene.before, written(scene)],
    ]);
    if (shows !== this.drawn) {
      compose(this.bits, this.pixels, wall, state, scene, this.inks);
      ui.wall.getContext("2d").putImageData(this.image, 0, 0);
      this.drawn = shows;
    }
    const context = ui.above.getContext("2d");
    context.clearRect(0, 0, ui.above.width, ui.above.height);
    const { ratio } = this;
    context.setTransform(ratio, 0, 0, ratio, EDGE * ratio, EDGE * ratio);
    draw_over(context, wall, this.place, state, scene, this.inks, this.dragged);
  }

  /** Give paper and upper canvas the size of wall and drawer. */
  fit_paper(stripes) {
    const { ui, wall, ratio, place } = this;
    const { top, drawer } = place;
    const wide = Math.max(wall.w * wall.u, top && stripes ? drawer.w : 0);
    const size = [wide, top + wall.h * wall.u].map(Math.ceil);
    const shows = [...size, ratio, top].join();
    if (shows === ui.paper.dataset.shows) return;
    ui.paper.dataset.shows = shows;
    ui.wall.style.top = `${top}px`;
    const around = size.map((px) => px + 2 * EDGE);
    set_size(ui.paper, size);
    set_size(ui.above, around);
    const [width, height] = around.map((px) => Math.round(px * ratio));
    Object.assign(ui.above, { width, height });
  }

  /** The place of the wall under a pointer, and the point in px of the paper. */
  at({ clientX, clientY }) {
    const { left, top } = this.ui.paper.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const { u } = this.wall;
    return {
      x,
      y,
      place: place_at(this.wall, [x / u, (y - this.place.top) / u]),
    };
  }

  /** Draw a stripe under the pointer. */
  drag(row, x, y) {
    const { w, h } = this.place.stripe;
    this.dragged = { row, x: x - w / 2, y: y - h / 2, w, h };
    this.draw();
  }

  /** Sort by the stripe that is let go over the wall; elsewhere nothing comes of it. */
  drop(at) {
    const { row } = this.dragged;
    const { x, y, w, h } = this.place.drawer;
    this.dragged = null;
    const inside = at && at.x >= x && at.x < x + w && at.y >= y && at.y < y + h;
    if (at && !inside && at.place >= 0) this.happen("row", { row });
    else this.draw();
  }

  /** Write the word of a row at the end of the text, and look them up. */
  add(place) {
    const row = words.row_at(this.state, place);
    const { typed } = this.ui;
    typed.value =
      `${typed.value.trimEnd()} ${this.spec.words[row]} `.trimStart();
    this.happen("read", { text: typed.value });
  }

  /** Bring the keys to a place of the wall; what stands there is said once they rest. */
  go(place) {
    this.happen("cursor", { place });
    const said = words.named(this.state, this.state.cursor);
    put(this.ui.under, said);
    this.speech.rest(REST, () => put(this.ui.say, said));
  }
}

const set_size = (node, [width, height]) =>
  Object.assign(node.style, { width: `${width}px`, height: `${height}px` });

/** A text that stands already is not put again: a screen reader would say it once more. */
function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The words of the drawer as buttons, beside which their stripes are drawn. */
function fill_drawer(drawer, stripes, { drawer: box }) {
  Object.assign(drawer.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${box.w}px`,
  });
  const shows = stripes.map(({ row, cosine }) => `${row} ${cosine}`).join();
  if (shows === drawer.dataset.shows) return;
  drawer.dataset.shows = shows;
  const line = (stripe) => {
    const held = button("", { row: stripe.row });
    held.title = "sort the table by this row";
    held.append(
      make("span", { class: "word", text: stripe.word }),
      make("span", { class: "beside", text: words.beside(stripe) }),
    );
    return make("li", {}, [held]);
  };
  drawer.replaceChildren(...stripes.map(line));
}

/** Name what a learner does with buttons, field and keys. */
function listen(view) {
  const { ui } = view;
  ui.root.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the notebook's own shortcuts stay out of the picture
    if (event.target === ui.stage) on_key(view, event);
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
  ui.play.addEventListener("click", () =>
    view.happen(moving(view.state) ? "pause" : "play"),
  );
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
  else if (key === " ") view.happen(moving(state) ? "pause" : "play");
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
    if (dropped) return;
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

/** Hear of a page that changes its width, its pixels or its colours. Returns what ends it. */
function watch(view) {
  const { ui } = view;
  const fit = () => view.fit();
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
    return () => {
      view.clock.halt();
      view.speech.halt();
      for (const end of ends) end();
    };
  },
};

// @ts-check
/**
 * One view of a picture: its state, and how that is drawn and said. What happens is settled
 * in run.js, where things stand in places.js, what is said in words.js; paint.js draws.
 */
import { tallest, window_of } from "../kit/arrive.js";
import { Clock } from "../kit/clock.js";
import { fill_key, fill_table, fill_ways } from "../kit/controls.js";
import { fill_drawer, parts, put, set_size } from "./frame.js";
import { colours_of, compose, draw_over, inks_of, pixels_of } from "./paint.js";
import {
  above_wall,
  layout,
  marks_of,
  place_at,
  scene_of,
  stripes_of,
  top_row,
  wall_of,
  written,
} from "./places.js";
import { after, begin, moving } from "./run.js";
import * as words from "./words.js";

const NARROW = 37; // letters' heights of a page, as for other pictures
const LOWEST = 200; // px of a wall in a page that is narrow and low
const REST = 250; // ms that a row rests under the keys before it is said
const EDGE = 6; // px around the wall, in which a ring has room; as look.css has it

/** Whether a stripe can sort the wall. */
const sorts = ({ acts }) => acts.includes("sort");

/** One view of a picture: what it shows, and how that is drawn. */
export class View {
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
    this.offer();
  }

  /** What a picture has room for before its page has a width, so that nothing moves then. */
  offer() {
    const { ui, state, spec } = this;
    fill_key(ui.key, words.key(state));
    fill_ways(ui.ways, spec.acts.length > 1 ? spec.acts : [], state.by);
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
    // a page that is zoomed out has fewer pixels than px: there the browser makes the wall smaller
    this.ratio = Math.max(1, window.devicePixelRatio || 1);
    this.narrow = width < NARROW * letter;
    this.width = width;
    this.wall = wall_of(spec, width, this.ratio, this.narrow, this.room());
    const { w, h, u, k } = this.wall;
    Object.assign(ui.wall, { width: w, height: h });
    // of a number that has no pixel of its own a share is to be seen
    ui.wall.style.imageRendering = k < 1 ? "auto" : "";
    set_size(ui.wall, [w * u, h * u]);
    this.image = new ImageData(w, h);
    this.bits = new Uint32Array(this.image.data.buffer);
    this.ink();
  }

  /**
   * The px that the window leaves a wall, undefined where that is too little. In a narrow page it
   * leaves room for as many stripes as there may be, so that none makes the wall smaller.
   */
  room() {
    const { root, paper, foot } = this.ui;
    const [from, at] = [root, paper].map((e) => e.getBoundingClientRect().top);
    const drawer = this.narrow ? above_wall(this.spec.most) : 0;
    const around = at - from + drawer + EDGE + foot.offsetHeight;
    const window = window_of(root)?.clientHeight ?? innerHeight;
    return tallest(window, around) ?? (this.narrow ? LOWEST : undefined);
  }

  /** The colours of the page, which may have changed. */
  ink() {
    const colours = colours_of(this.ui.root);
    if (JSON.stringify(colours) !== JSON.stringify(this.inks?.colours)) {
      this.inks = inks_of(colours);
      this.pixels = pixels_of(this.spec, this.inks);
    }
    this.drawn = "";
    this.happen("seen");
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
    this.offer();
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
    this.fit_paper();
    fill_drawer(ui.drawer, stripes, this.place, sorts(this.spec));
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
    const { ratio } = this;
    context.resetTransform();
    context.clearRect(0, 0, ui.above.width, ui.above.height);
    context.setTransform(ratio, 0, 0, ratio, EDGE * ratio, EDGE * ratio);
    draw_over(context, wall, this.place, state, scene, this.inks, this.dragged);
  }

  /** Give paper and upper canvas the size of wall and drawer. */
  fit_paper() {
    const { ui, ratio, place } = this;
    const { top } = place;
    const size = place.size.map(Math.ceil);
    const shows = [...size, ratio, top].join();
    if (shows === ui.paper.dataset.shows) return;
    ui.paper.dataset.shows = shows;
    ui.wall.style.transform = `translateY(${top}px)`;
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

  play() {
    const text = this.ui.typed.value;
    this.happen(moving(this.state) ? "pause" : "play", { text });
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

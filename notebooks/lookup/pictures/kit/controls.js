// @ts-check
/**
 * What a learner presses, types and hears, as plain HTML elements. Imports nothing,
 * decides nothing.
 */

/**
 * An element with attributes, `text`, `data` for its dataset, and children.
 *
 * @param {string} tag
 * @param {{text?: string, data?: object, [attribute: string]: any}} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {any} an HTMLElement of that tag
 */
export const make = (
  tag,
  { text, data = {}, ...attributes } = {},
  children = [],
) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  Object.assign(node.dataset, data);
  node.append(...children);
  return node;
};

// JupyterLab would take arrows, letters and Space from a focused control in command mode;
// it looks for this attribute on the focused element itself.
export const OWN_KEYS = { lmSuppressShortcuts: "true" };

/**
 * A button that keeps its keys to itself.
 *
 * @param {string} text
 * @param {object} data for its dataset
 * @param {object} [more] attributes
 */
export const button = (text, data, more = {}) =>
  make("button", {
    type: "button",
    text,
    data: { ...OWN_KEYS, ...data },
    ...more,
  });

/** A button that does something, with a name where its text is a sign. */
const action_button = (action, text, name) =>
  button(text, { action }, { "aria-label": name, title: name });

/** A button that puts a sign into the field, behind which a word is to be clicked. */
function sign_button(sign, name) {
  const about = `${name}, then a word`;
  return button(sign, { sign }, { "aria-label": about, title: about });
}

/**
 * What holds a drawing and takes the keys.
 *
 * @param {string} keys which keys do what
 * @param {Node} paper
 */
export const stage_of = (keys, paper) =>
  make(
    "div",
    {
      class: "stage",
      tabindex: 0,
      role: "group",
      "aria-label": keys,
      data: OWN_KEYS,
    },
    [paper],
  );

/**
 * The frame of a picture: title, stage, caption, controls, a field to type in, and the
 * numbers as a table.
 */
export function frame(name) {
  const ui = parts();
  const keys =
    "picture: arrow keys step, Space plays, Home starts again, Escape leaves";
  ui.svg.setAttribute("role", "img");
  ui.stage = stage_of(keys, ui.paper);
  ui.bar = make("div", { class: "bar" }, [
    ui.play,
    action_button("back", "◀", "previous step"),
    action_button("next", "▶", "next step"),
    action_button("reset", "↺", "start again"),
    ui.count,
    ui.ways,
  ]);
  ui.form = make("form", { class: "bar" }, [
    make("label", {}, [ui.asks, ui.typed]),
    ui.signs,
    make("button", { type: "submit", text: "Show", data: OWN_KEYS }),
    ui.as_table,
  ]);
  ui.root = make(
    "div",
    { class: "lookup picture", role: "group", "aria-label": name },
    [
      make("div", { class: "head" }, [ui.title, ui.note, ui.under]),
      ui.stage,
      held(ui.say, ui.say_room),
      make("div", { class: "bars" }, [ui.bar, ui.form]),
      ui.refused,
      held(ui.key, ui.key_room),
      ui.numbers,
    ],
  );
  return ui;
}

/** A text that keeps the room of its longest, which stands behind it unseen. */
export const held = (node, room) =>
  make("div", { class: "held" }, [node, room]);

/** Say what the caption and the key may hold at most. */
export function keep_room(ui, captions, key) {
  const said = captions.map((text) => make("p", { text }));
  ui.say_room.replaceChildren(...said);
  fill_key(ui.key_room.firstChild, key);
}

/** What a frame consists of, before it is put together. */
function parts() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const table = make("table");
  return {
    title: make("p", { class: "title" }),
    note: make("p", { class: "note" }),
    // a sweep of the pointer is not to be read out
    under: make("p", { class: "under", "aria-hidden": "true" }),
    svg,
    paper: make("div", { class: "paper" }, [svg]),
    say: make("p", { class: "say", role: "status" }),
    say_room: make("div", { class: "room", "aria-hidden": "true" }),
    play: action_button("play", "Play", "play"),
    slider: make("input", {
      class: "scrub",
      type: "range",
      min: 0,
      step: "any",
      "aria-label": "step",
      data: OWN_KEYS,
    }),
    count: make("span", { class: "count", "aria-hidden": "true" }),
    ways: make("span", { class: "ways", role: "group", "aria-label": "how" }),
    asks: make("span"),
    typed: make("input", {
      type: "text",
      maxlength: 100000,
      autocomplete: "off",
      spellcheck: "false",
      data: OWN_KEYS,
    }),
    signs: make("span", { class: "signs" }),
    as_table: button("Numbers", {}, { "aria-expanded": "false" }),
    refused: make("p", {
      class: "refused",
      role: "alert",
      id: `refused-${Math.random().toString(36).slice(2)}`,
    }),
    key: make("p", { class: "key" }),
    key_room: make("div", { class: "room", "aria-hidden": "true" }, [
      make("p", { class: "key" }),
    ]),
    table,
    numbers: make("div", { class: "numbers unseen" }, [table]),
  };
}

// ms that a number rests before it counts as chosen, for a key held down changes it many times
const REST = 250;

/**
 * Let what is typed, a number from `low` to `high`, be dragged, too, in steps so far
 * `apart`; `now` is the one shown.
 */
export function set_range(ui, { low, high, apart = 1, now }) {
  ui.range ??= range_beside(ui.typed, ui.asks.textContent);
  Object.assign(ui.range, { min: low, max: high, step: apart, value: now });
  ui.typed.value = now;
}

function range_beside(typed, name) {
  const range = make("input", {
    type: "range",
    "aria-label": name,
    data: OWN_KEYS,
  });
  let rest;
  range.addEventListener("input", () => {
    typed.value = range.value;
  });
  range.addEventListener("change", () => {
    clearTimeout(rest);
    rest = setTimeout(() => typed.form.requestSubmit(), REST);
  });
  typed.parentElement.after(range);
  return range;
}

/** The buttons of the ways in which a step may be done, one of them pressed. */
export function fill_ways(group, ways, chosen) {
  const choice = (way) =>
    button(way, { way }, { "aria-pressed": way === chosen });
  const same =
    [...group.children].map((node) => node.dataset.way).join() === ways.join();
  if (!same) return group.replaceChildren(...ways.map(choice));
  for (const node of group.children)
    node.setAttribute("aria-pressed", node.dataset.way === chosen); // it keeps its focus
}

/** The buttons that put a sign into the field. */
export function fill_signs(group) {
  if (group.childElementCount === 0)
    group.append(sign_button("−", "minus"), sign_button("+", "plus"));
}

/** What the marks mean: a swatch and its words, for each of [swatch, words]. */
export function fill_key(line, entries) {
  const swatch = (name) =>
    make("span", { class: `swatch ${name}`, "aria-hidden": "true" });
  line.replaceChildren(
    ...entries.map(([name, words]) => make("span", {}, [swatch(name), words])),
  );
}

/** Fill a table with {head, body, foot}: rows of texts, the first of each heading its row. */
export function fill_table(table, { head, body, foot }, caption) {
  const columns = head.map((text) => make("th", { text, scope: "col" }));
  const line = ([heading, ...cells]) =>
    make("tr", {}, [
      make("th", { text: heading, scope: "row" }),
      ...cells.map((text) => make("td", { text })),
    ]);
  table.replaceChildren(
    make("caption", { text: caption }),
    make("thead", {}, [make("tr", {}, columns)]),
    make("tbody", {}, body.map(line)),
    make("tfoot", {}, foot.map(line)),
  );
}

/** Give the keys back to what is around a picture: in a notebook, to its cell. */
export function leave(root) {
  const outer = root.parentElement.closest("[tabindex]");
  if (outer) return outer.focus();
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) focused.blur();
}

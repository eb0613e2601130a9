/** What a learner presses, types and hears, as plain HTML elements. Imports nothing, decides nothing. */

/** An element with attributes, `text`, `data` for its dataset, and children. */
export const make = (tag, { text, data = {}, ...attributes } = {}, children = []) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  Object.assign(node.dataset, data);
  node.append(...children);
  return node;
};

// JupyterLab would take arrows, letters and Space from a focused control in command mode;
// it looks for this attribute on the focused element itself.
export const OWN_KEYS = { lmSuppressShortcuts: "true" };

const button = (action, text, name) =>
  make("button", { type: "button", text, "aria-label": name, title: name, data: { ...OWN_KEYS, action } });

/** The frame of a picture: title, stage, caption, controls, a field to type in, and the unseen table. */
export function frame(title) {
  const ui = {
    title: make("p", { class: "title" }),
    svg: document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    say: make("p", { class: "say", role: "status" }),
    play: button("play", "Play", "play"),
    slider: make("input", { type: "range", min: 0, step: "any", "aria-label": "step", data: OWN_KEYS }),
    count: make("span", { class: "count", "aria-hidden": "true" }),
    asks: make("span"),
    typed: make("input", {
      type: "text",
      maxlength: 100000,
      autocomplete: "off",
      spellcheck: "false",
      data: OWN_KEYS,
    }),
    table: make("table"),
  };
  const keys = "picture: arrow keys step, Space plays, Home starts again";
  ui.svg.setAttribute("role", "img");
  ui.form = make("form", { class: "bar" }, [
    make("label", {}, [ui.asks, ui.typed]),
    make("button", { type: "submit", text: "Show", data: OWN_KEYS }),
  ]);
  ui.root = make("div", { class: "lookup picture", role: "group", "aria-label": title }, [
    ui.title,
    make("div", { class: "stage", tabindex: 0, role: "group", "aria-label": keys, data: OWN_KEYS }, [ui.svg]),
    ui.say,
    make("div", { class: "bar" }, [
      button("reset", "↺", "start again"),
      button("back", "◀", "previous step"),
      ui.play,
      button("next", "▶", "next step"),
      ui.slider,
      ui.count,
    ]),
    ui.form,
    make("div", { class: "unseen" }, [ui.table]),
  ]);
  return ui;
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

// @ts-check
/**
 * A question: each choice is a button, and each gets its own reply at once, without the
 * kernel.
 */
import { held, leave, make, OWN_KEYS } from "./pictures/kit/controls.js";

const RIGHT = { mark: "✓", verdict: "Right." };
const WRONG = { mark: "✗", verdict: "Not quite." };
const UNTRIED = { mark: "", verdict: "" };

function render({ model, el }) {
  const { question, choices } = model.get("spec");
  const judged = choices.map(([, , right]) => (right ? RIGHT : WRONG));
  const said = make("p", { class: "say", role: "status" });
  const buttons = choices.map(([text], i) =>
    make("button", { type: "button", data: { ...OWN_KEYS, choice: i } }, [
      make("span", { class: "mark", "aria-hidden": "true" }),
      make("span", { text }),
    ]),
  );
  const replies = choices.map(
    ([, reply], i) => `${judged[i].mark} ${judged[i].verdict} ${reply}`,
  );
  const tried = new Set();
  // the longest keeps its room, so that a reply moves neither a choice nor the text below
  const room = make(
    "div",
    { class: "room", "aria-hidden": "true" },
    replies.map((text) => make("p", { text })),
  );
  const list = make("div", { class: "choices" }, [
    ...buttons,
    held(said, room),
  ]);
  const field = make("fieldset", {}, [
    make("legend", { text: question }),
    list,
  ]);
  const root = make("div", { class: "lookup question" }, [field]);

  function show() {
    const chosen = model.get("choice");
    if (chosen < 0) tried.clear();
    else tried.add(chosen);
    buttons.forEach((button, i) => {
      const { mark, verdict } = tried.has(i) ? judged[i] : UNTRIED;
      button.setAttribute("aria-pressed", i === chosen);
      button.setAttribute("aria-description", verdict);
      button.firstChild.textContent = mark;
    });
    said.textContent = replies[chosen] ?? "";
  }
  function choose({ target }) {
    const button = target.closest("button");
    if (!button) return;
    model.set("choice", Number(button.dataset.choice));
    model.save_changes();
  }

  field.addEventListener("click", choose);
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") leave(root);
  });
  model.on("change:choice", show);
  show();
  el.append(root);
  return () => model.off("change:choice", show);
}

export default { render };

/** A question: each choice is a button, and each gets its own reply at once, without the kernel. */
import { make, OWN_KEYS } from "./controls.js";

function render({ model, el }) {
  const { question, choices } = model.get("spec");
  const said = make("p", { class: "say", role: "status" });
  const buttons = choices.map(([text], i) =>
    make("button", { type: "button", text, data: { ...OWN_KEYS, choice: i } }),
  );
  const field = make("fieldset", {}, [make("legend", { text: question }), ...buttons]);
  const root = make("div", { class: "lookup question" }, [field, said]);

  function show() {
    const chosen = model.get("choice");
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", i === chosen);
      if (i === chosen) button.dataset.verdict = choices[i][2] ? "right" : "wrong";
      else delete button.dataset.verdict;
    });
    const [, reply, right] = choices[chosen] ?? [];
    said.textContent = reply ? `${right ? "✓ Right." : "✗ Not quite."} ${reply}` : "";
  }
  function choose({ target: { dataset } }) {
    if (dataset.choice === undefined) return;
    model.set("choice", Number(dataset.choice));
    model.save_changes();
  }

  field.addEventListener("click", choose);
  root.addEventListener("keydown", (event) => event.stopPropagation());
  model.on("change:choice", show);
  show();
  el.append(root);
  return () => model.off("change:choice", show);
}

export default { render };

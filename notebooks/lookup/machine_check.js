// @ts-check
/**
 * The machine check: one line if all is well, else a line for each thing that is off. That
 * it can be read at all is the check of the page.
 */
import { make } from "./pictures/kit/controls.js";

function render({ model, el }) {
  const lines = model.get("lines");
  const off = lines.filter(([good]) => !good);
  const found = lines.map(([, what, found]) => `${what} ${found}`).join(", ");
  const said = off.length
    ? off.map(([, what, found, advice]) => `✗ ${what}: ${found}. ${advice}`)
    : [`✓ Ready: ${found}. This page shows the course's pictures.`];
  const items = said.map((text) => make("li", { text }));
  el.append(make("div", { class: "lookup machine" }, [make("ul", {}, items)]));
  model.set("alive", true);
  model.save_changes();
}

export default { render };

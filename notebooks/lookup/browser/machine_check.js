/** The machine check as a list. That it can be read at all is the check of the page. */
import { make } from "./controls.js";

function render({ model, el }) {
  const page = [true, "page", "shows the course's pictures", ""];
  const lines = [...model.get("lines"), page].map(([good, what, found, advice]) =>
    make("li", { text: `${good ? "✓" : "✗"} ${what}: ${found}${advice ? `. ${advice}` : ""}` }),
  );
  el.append(make("div", { class: "lookup machine" }, [make("ul", {}, lines)]));
  model.set("alive", true);
  model.save_changes();
}

export default { render };

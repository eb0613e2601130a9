// @ts-check
/** What scrolls sideways can be reached by key, and code can be copied. */
const reach = () => {
  for (const node of document.querySelectorAll("pre, .table-wrapper, .still")) {
    if (node.scrollWidth > node.clientWidth) node.setAttribute("tabindex", "0");
    else node.removeAttribute("tabindex");
  }
};
window.addEventListener("load", reach);
window.addEventListener("resize", reach);

/** A button at a block of code that puts it into the clipboard, where a page may. */
const offer_copy = (block) => {
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    className: "copy",
  });
  const say = (text) => {
    button.textContent = text;
  };
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(
      block.querySelector("pre").textContent.trimEnd(),
    );
    say("Copied");
    setTimeout(say, 2000, "Copy");
  });
  say("Copy");
  block.append(button);
};
if (navigator.clipboard)
  document
    .querySelectorAll(".highlight:not(.cell_output *)")
    .forEach(offer_copy);

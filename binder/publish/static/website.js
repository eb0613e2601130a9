/** What scrolls sideways can be reached by key. */
const reach = () => {
  for (const node of document.querySelectorAll("pre, .table-wrapper, .still"))
    node.scrollWidth > node.clientWidth ? (node.tabIndex = 0) : node.removeAttribute("tabindex");
};
window.addEventListener("load", reach);
window.addEventListener("resize", reach);

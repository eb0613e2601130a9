/** What scrolls sideways can be reached by key. */
const reach = () => {
  for (const node of document.querySelectorAll("pre, .table-wrapper, .still")) {
    if (node.scrollWidth > node.clientWidth) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  }
};
window.addEventListener("load", reach);
window.addEventListener("resize", reach);

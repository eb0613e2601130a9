// @ts-check
/**
 * The kernel's part in a page that has none: each `.alive` holds a still and, as JSON,
 * what its widget shared. `drawers`, loaded before this, holds the course's own modules,
 * the same that JupyterLab draws with.
 */
(() => {
  const REFUSAL =
    "This page has no kernel: it shows what was sent along with it, and no other row or text. " +
    "Run the notebook to ask for your own. The picture stays as it is.";

  /**
   * What anywidget calls a model, with the state alone: it keeps what is set, and refuses
   * what only a kernel can answer. `answer`: what the picture's own module can.
   */
  function model_of(state, answer) {
    const handlers = {};
    const fire = (name, ...args) => {
      for (const handler of [...(handlers[name] ?? [])]) handler(...args);
    };
    function reply(content) {
      const { refused = "", ...shown } = answer?.(state, content) ?? {
        refused: REFUSAL,
      };
      Object.assign(state, shown);
      if (shown.spec) fire("change:spec");
      fire("msg:custom", { refused });
    }
    return {
      get: (key) => state[key],
      set: (key, value) => {
        if (Object.is(state[key], value)) return;
        state[key] = value;
        fire(`change:${key}`);
      },
      save_changes: () => {},
      send: (content) => queueMicrotask(() => reply(content)),
      on: (name, handler) => (handlers[name] ??= []).push(handler),
      off: (name, handler) => {
        handlers[name] = (handlers[name] ?? []).filter(
          (other) => other !== handler,
        );
      },
    };
  }

  /** Draw the picture in the place of its still, once. */
  function wake(holder) {
    seen.unobserve(holder);
    if (holder.dataset.awake) return;
    holder.dataset.awake = true;
    const state = JSON.parse(holder.querySelector("script").textContent);
    const el = document.createElement("div");
    const drawer = globalThis.drawers[holder.dataset.draws]();
    holder.model = model_of(state, drawer.answer); // so that a page's own script can move the picture
    drawer.render({ model: holder.model, el });
    holder.querySelector(".still").replaceWith(el);
    holder.dispatchEvent(new Event("awake"));
  }

  const holders = () => document.querySelectorAll(".alive");
  // drawn before it is scrolled to, so that nothing jumps below the eye
  const near = { rootMargin: "800px" };
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) wake(target);
    }
  }, near);
  const start = () => holders().forEach((holder) => seen.observe(holder));

  // a page's own script may bring what a picture draws from, once the page stands
  document.addEventListener("alive", start);
  window.addEventListener("beforeprint", () => holders().forEach(wake));
  if (document.readyState === "loading")
    document.addEventListener("DOMContentLoaded", start);
  else start();
})();

// @ts-check
/** Turns the slides, says where they are, and keeps the keys of deck and pictures apart. */

const deck = globalThis.Reveal; // which a script before this one has brought

/* At the foot of a slide: its number, and its clock in a plan or else the section to which it belongs. */
const place = (slide) => {
  if (!slide) return [""];
  const section =
    slide.dataset.foot ?? slide.parentElement.querySelector("h2")?.innerHTML;
  const number = `${deck.getSlidePastCount(slide) + 1} / ${deck.getTotalSlides()}`;
  return [section ? `${number} · ${section}` : number];
};

deck.initialize({
  width: 1366,
  height: 768,
  margin: 0,
  maxScale: 4,
  center: false,
  hash: true,
  navigationMode: "linear",
  slideNumber: place,
  transition: "none",
  // seconds: a plan says them for each slide, and the speaker's view then keeps the pace
  defaultTiming: document.querySelector("[data-timing]") ? 60 : null,
  plugins: [globalThis.RevealNotes],
});

const focused = () => /** @type {HTMLElement} */ (document.activeElement);
const widget = () => focused().closest(".lookup");

/*
 * The arrows of a picture are its own. What a clicker sends turns the slide all the same,
 * and Escape leaves the picture.
 */
window.addEventListener(
  "keydown",
  (event) => {
    const turn = { PageDown: "next", PageUp: "prev", Escape: "" }[event.key];
    if (turn === undefined || !widget()) return;
    focused().blur();
    event.stopPropagation();
    event.preventDefault();
    if (turn) deck[turn]();
  },
  true,
);

/* A question that was answered with the mouse gives the arrows back. */
document.addEventListener("click", ({ detail }) => {
  if (detail && widget()?.matches(".question")) focused().blur();
});
deck.on("slidechanged", () => focused().blur());

// @ts-check
/**
 * Moves the first page's pictures as a reader scrolls: each paragraph of a section says
 * with `data-step`, and perhaps `data-by`, what its picture shows once the reader has come
 * to it. A hand at the picture goes before: scrolling moves it again after the section was
 * left. Where motion is not wanted, or a picture cannot stay in sight beside its paragraphs,
 * it moves by hand alone.
 */
(() => {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  /**
   * A section with its picture; `now` is the paragraph that the picture shows, `by` how
   * its steps are done at first.
   */
  function beat(section) {
    const holder = section.querySelector(".alive");
    const paragraphs = [...section.querySelectorAll(":scope > p")];
    return {
      section,
      holder,
      paragraphs,
      now: null,
      by: undefined,
      held: false,
    };
  }

  /** The last paragraph whose middle has passed the line, a share of the window's height. */
  function reached({ section, paragraphs }) {
    const share = getComputedStyle(section).getPropertyValue("--line");
    const line = window.innerHeight * Number(share);
    return paragraphs.findLast((paragraph) => {
      const { top, bottom } = paragraph.getBoundingClientRect();
      return (top + bottom) / 2 < line;
    });
  }

  const is_in_sight = ({ section }) => {
    const { top, bottom } = section.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };

  /** Whether the picture stays in sight while its paragraphs pass by, as the page's CSS says. */
  const stays = ({ holder }) => getComputedStyle(holder).position === "sticky";

  /**
   * Let the picture show what a paragraph says, or rest before the first; nobody is to be
   * told what they have just read.
   */
  function show({ holder, by }, { step = "rest", by: way = by } = {}) {
    const press = (action) =>
      holder.querySelector(`[data-action=${action}]`).click();
    holder.querySelector(".say").setAttribute("aria-hidden", true);
    if (holder.model.get("by") !== way) holder.model.set("by", way);
    if (step === "rest") return press("reset");
    if (holder.querySelector(".picture").dataset.phase === "rest")
      press("next");
    holder.model.set("step", Number(step));
  }

  function drive(beat) {
    if (!is_in_sight(beat)) {
      if (beat.held) Object.assign(beat, { held: false, now: null });
      return;
    }
    const paragraph = reached(beat);
    for (const each of beat.paragraphs)
      each.classList.toggle("now", each === paragraph);
    if (
      !stays(beat) ||
      beat.held ||
      !beat.holder.model ||
      beat.now === paragraph
    )
      return;
    beat.by ??= beat.holder.model.get("by");
    beat.now = paragraph;
    show(beat, paragraph?.dataset);
  }

  /**
   * A reader's hand is at the picture; the clicks of `show` are not a reader's, and Tab
   * only passes by.
   */
  function hold(beat, event) {
    if (!event.isTrusted || event.key === "Tab") return;
    beat.held = true;
    beat.holder.querySelector(".say").removeAttribute("aria-hidden");
  }

  /**
   * Bring what the wall draws from once the page stands; a script, since a page opened from
   * a disk may fetch nothing else. It then plays once, where motion is wanted.
   */
  function raise_wall() {
    /** @type {HTMLElement} */
    const wall = document.querySelector(".wall");
    const holder = wall.querySelector(".later");
    const script = document.createElement("script");
    script.src = wall.dataset.from;
    script.addEventListener("load", () => {
      const state = holder.querySelector("script");
      state.textContent = JSON.stringify(globalThis.wall);
      holder.classList.add("alive");
      document.dispatchEvent(new Event("alive"));
    });
    holder.addEventListener("awake", () => {
      /** @type {HTMLElement} */
      const play = holder.querySelector("[data-action=play]");
      if (!calm.matches) play.click();
    });
    document.head.append(script);
  }

  const beats = [...document.querySelectorAll(".beat")].map(beat);
  let due;
  const drive_all = () => {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(() => beats.forEach(drive));
  };
  for (const beat of beats) {
    for (const name of ["click", "input", "keydown"])
      beat.holder.addEventListener(name, (event) => hold(beat, event), true);
    beat.holder.addEventListener("awake", drive_all);
  }
  window.addEventListener("load", raise_wall);
  for (const name of ["scroll", "resize", "load"])
    window.addEventListener(name, drive_all);
})();

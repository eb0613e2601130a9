// @ts-check
/**
 * A chart says its values: that nearest to the pointer, or by an arrow key the next one, in
 * the line of “The numbers”, with a ring at its place. What is read is in `data-read` of the
 * image, as readings.py writes it. A chart brings this along as a script of its own, so that
 * it needs neither a kernel nor a widget; hence it is short.
 */
(() => {
  const REST = "point at it, or press ← →";
  const RING =
    "position:absolute;width:8px;height:8px;margin:-6px;box-sizing:content-box;pointer-events:none;" +
    "border:2px solid var(--pick);border-radius:50%;outline:1.5px solid var(--ink)";
  const KEYS = { Left: [0, -1], Right: [0, 1], Up: [-1, 0], Down: [1, 0] };

  const add = (name, style) => {
    const element = document.createElement(name);
    element.style.cssText = style;
    return element;
  };
  /** How far `at` is from what reaches from `base` to `to`; without `base`, from `to`. */
  const away = (at, base, to) =>
    Math.max(Math.min(base ?? to, to) - at, at - Math.max(base ?? to, to), 0);
  const clamp = (k, all) => Math.min(Math.max(k, 0), all.length - 1);
  const least = (all) => all.indexOf(Math.min(...all));

  /** @param {HTMLImageElement} image */
  function wake(image) {
    const lines = JSON.parse(image.dataset.read ?? "");
    const frame = add(
      "span",
      "display:block;position:relative;width:fit-content",
    );
    const ring = add("span", RING);
    const said = add(
      "span",
      `float:right;margin-right:max(0px,100% - ${image.style.width})`,
    );
    let [line, k] = [0, 0];

    const rest = () => {
      ring.hidden = true;
      said.textContent = REST;
    };
    const show = (live) => {
      const [label, , , places] = lines[line];
      const [x, y, text] = places[k];
      said.ariaLive = live;
      said.textContent = label ? `${label}: ${text}` : text;
      ring.style.left = `${x / 10}%`;
      ring.style.top = `${y / 10}%`;
      ring.hidden = false;
    };

    // Escape gives the keys back to what is around: in a notebook to its cell
    const leave = () => {
      /** @type {HTMLElement | null} */
      const outer = frame.closest("[tabindex]");
      if (outer) outer.focus();
      else image.blur();
    };

    image.tabIndex = 0;
    image.dataset.lmSuppressShortcuts = "true"; // else JupyterLab takes the keys
    image.replaceWith(frame);
    frame.append(image, ring);
    frame.parentElement?.querySelector("details")?.before(said);
    image.onpointermove = ({ clientX, clientY }) => {
      const { left, top, width, height } = image.getBoundingClientRect();
      const [x, y] = [(clientX - left) / width, (clientY - top) / height];
      const far = lines.map(([, x0, y0, places]) =>
        places.map(([x1, y1]) =>
          Math.hypot(
            away(1e3 * x, x0, x1) * width,
            away(1e3 * y, y0, y1) * height,
          ),
        ),
      );
      line = least(far.map((all) => Math.min(...all)));
      k = least(far[line]);
      show("off");
    };
    image.onpointerleave = image.onblur = rest;
    image.onkeydown = (event) => {
      if (event.key === "Escape") leave();
      const key = KEYS[event.key.replace("Arrow", "")];
      if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (!ring.hidden) {
        // up and down lead to the next line, at the same x; along a single one, as of bars;
        // left and right do where a line has one place, as a square has
        const [x] = lines[line][3][k];
        const alone = lines[line][3].length === 1;
        const to = clamp(line + key[0] + (alone ? key[1] : 0), lines);
        k =
          to === line
            ? clamp(k + key[1] + (lines.length > 1 ? 0 : key[0]), lines[to][3])
            : least(lines[to][3].map(([other]) => Math.abs(other - x)));
        line = to;
      }
      show("polite");
    };
    rest();
  }

  for (const image of document.querySelectorAll(
    "img[data-read]:not([tabindex])",
  ))
    wake(/** @type {HTMLImageElement} */ (image));
})();

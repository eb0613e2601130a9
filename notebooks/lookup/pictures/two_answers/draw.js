// @ts-check
/**
 * What is wanted beside a learner's answer: two tables, with rings where their numbers
 * differ. A still.
 */
import { cell, cells_of } from "../kit/cells.js";
import { fill_key, fill_table, make } from "../kit/controls.js";
import { label, number, once, paint, quiet } from "../kit/draw.js";
import { ring } from "../kit/pointers.js";

const SIZE = { w: 42, h: 26 };
const EDGE = 6; // px around it all, in which a ring has room
const INDEX = 26; // px for the number of a row
const GAP = 30; // px between the two tables
const TOP = 20; // px for what a table is called
const LEAST = 100; // px that a table takes at least, for its name and shape
const NARROW = 340; // px of a page, at its usual size, from which on the two lie below one another
const DIFFERS = { paper: 4.5, ink: 2.5 }; // the edge of a ring, cased so that it stands on any fill
const SCALE = 1.25 / 14; // letters' heights of a page that a pixel of a picture takes

/**
 * Where things stand, from the spec alone; `narrow` pages have the two tables one below
 * the other.
 */
export const layout = once((spec, narrow = false) => laid_out(spec, narrow));

function laid_out(spec, narrow) {
  const head = TOP + (spec.columns.length ? 16 : 4);
  const wide = spec.sides.map(({ width }) =>
    Math.max(LEAST, INDEX + width * SIZE.w),
  );
  const high = spec.sides.map(({ rows }) => head + rows.length * SIZE.h);
  const beside = wide[0] + GAP + wide[1];
  const below = narrow && beside + 2 * EDGE > NARROW;
  const second = below
    ? [EDGE, EDGE + high[0] + GAP / 2]
    : [EDGE + wide[0] + GAP, EDGE];
  const inner = below
    ? [Math.max(...wide), high[0] + GAP / 2 + high[1]]
    : [beside, Math.max(...high)];
  return {
    head,
    corners: [[EDGE, EDGE], second],
    width: inner[0] + 2 * EDGE,
    height: inner[1] + 2 * EDGE,
  };
}

/** All shapes. State: the spec, and whether the page is narrow. */
export function picture({ spec, narrow }) {
  const { head, corners } = layout(spec, narrow);
  return spec.sides.flatMap((side, k) => {
    const [x, y] = corners[k];
    const left = x + INDEX;
    const top = y + head;
    return [
      label(`name${k}`, x, y + 10, side.name, { "font-weight": 600 }),
      quiet(`shape${k}`, x + 12 + 7.5 * side.name.length, y + 10, side.shape),
      ...spec.columns
        .slice(0, side.width)
        .map((text, j) =>
          number(
            `column${k},${j}`,
            left + (j + 0.5) * SIZE.w,
            top - 6,
            text,
            QUIET,
          ),
        ),
      ...side.rows.flatMap((line, i) =>
        row(spec, `${k},${i}`, [left, top], i, line),
      ),
      ...side.rings.flatMap(([i, j, rows, columns], n) =>
        ring(
          `ring${k},${n}`,
          left + j * SIZE.w,
          top + i * SIZE.h,
          columns * SIZE.w,
          rows * SIZE.h,
          { edge: DIFFERS, off: 0, dashed: k === 1 },
        ),
      ),
    ];
  });
}

const QUIET = { fill: "var(--quiet)" };

function row(spec, key, [left, top], i, line) {
  const y = top + i * SIZE.h;
  const { marks, texts } = cells_of(line);
  return [
    number(`index${key}`, left - 14, y + SIZE.h / 2 + 4, spec.labels[i], QUIET),
    ...texts.flatMap((text, j) =>
      cell(`${key},${j}`, left + j * SIZE.w, y, SIZE, marks[j], text),
    ),
  ];
}

/** What a screen reader says of it. */
export const alt = ({ title, sentence }) => `${title}. ${sentence}`;

function render({ model, el }) {
  const spec = model.get("spec");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const paper = make("div", { class: "paper" }, [svg]);
  const stage = make("div", { class: "stage" }, [paper]);
  const key = make("p", { class: "key" });
  const table = make("table");
  // the picture's own words say it
  const said = make("p", { text: spec.sentence, "aria-hidden": "true" });
  const head = [
    make("p", { class: "title", text: spec.title }),
    make("p", { class: "note", text: spec.note }),
  ];
  const root = make(
    "div",
    { class: "lookup picture", role: "group", "aria-label": spec.title },
    [
      make("div", { class: "head" }, head),
      stage,
      said,
      key,
      make("div", { class: "numbers unseen" }, [table]),
    ],
  );
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", alt(spec));
  if (spec.sides.some(({ rings }) => rings.length))
    fill_key(key, [["differs", "differs; in yours the ring is dashed"]]);
  fill_table(
    table,
    { head: spec.head, body: spec.body, foot: [] },
    `${spec.title}, in brackets what differs`,
  );

  function draw(narrow) {
    const { width, height } = layout(spec, narrow);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    paper.style.width = `min(${(width * SCALE).toFixed(2)}em, 100%)`;
    paint(svg, picture({ spec, narrow }));
  }
  const observer = new ResizeObserver(() => {
    const pixels =
      stage.clientWidth / (SCALE * parseFloat(getComputedStyle(root).fontSize));
    if (pixels > 0) draw(pixels < layout(spec).width);
  });
  draw(false);
  observer.observe(stage);
  el.append(root);
  return () => observer.disconnect();
}

export default { render };

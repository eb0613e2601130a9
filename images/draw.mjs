/**
 * Draws images/ with the pictures of the course: {palettes, scenes} as JSON on stdin,
 * {file name: SVG text} as JSON on stdout.
 */
import fs from "node:fs";
import * as AddRows from "../notebooks/lookup/pictures/add_rows/draw.js";
import * as AllToAll from "../notebooks/lookup/pictures/all_to_all/draw.js";
import * as Bags from "../notebooks/lookup/pictures/bags/draw.js";
import * as CallsInTime from "../notebooks/lookup/pictures/calls_in_time/draw.js";
import * as CoastingRows from "../notebooks/lookup/pictures/coasting_rows/draw.js";
import * as FilePages from "../notebooks/lookup/pictures/file_pages/draw.js";
import * as GradientRows from "../notebooks/lookup/pictures/gradient_rows/draw.js";
import * as MemoryOverTime from "../notebooks/lookup/pictures/memory_over_time/draw.js";
import * as MovingRows from "../notebooks/lookup/pictures/moving_rows/draw.js";
import * as OnePlace from "../notebooks/lookup/pictures/one_place/draw.js";
import * as ProductAndLookup from "../notebooks/lookup/pictures/product_and_lookup/draw.js";
import * as SelectRows from "../notebooks/lookup/pictures/select_rows/draw.js";
import * as StepTimes from "../notebooks/lookup/pictures/step_times/draw.js";
import * as StoredRows from "../notebooks/lookup/pictures/stored_rows/draw.js";
import { film_of, plain } from "./film.mjs";
import { literal, markup } from "./svg.mjs";

const FORMS = {
  "": { wide: 800, narrow: false },
  ".half": { wide: 400, narrow: true },
}; // as wide as a page, or as half of it
const MARGIN = 12;
const KINDS = {
  AddRows,
  AllToAll,
  Bags,
  CallsInTime,
  CoastingRows,
  FilePages,
  GradientRows,
  MemoryOverTime,
  MovingRows,
  OnePlace,
  ProductAndLookup,
  SelectRows,
  StepTimes,
  StoredRows,
};

/** The style of all images: the fonts of the course's pictures. */
function fonts() {
  const css = fs.readFileSync(
    new URL("../notebooks/lookup/look.css", import.meta.url),
    "utf8",
  );
  const rules = [...css.matchAll(/\.lookup svg (\.\w+) \{([^}]*)\}/g)];
  const texts = rules.map(([, name, rule]) => `${name}{${rule.trim()}}`);
  return `svg{font:12px system-ui,sans-serif}${texts.join("")}`;
}

/** The shapes of a scene as one SVG text, on opaque paper, scaled to the width of its form. */
function svg({ kind, title, spec }, { wide, narrow }, body, style) {
  const { width, height } = KINDS[kind].layout(spec, narrow);
  const scale = +Math.min(1.2, (wide - 2 * MARGIN) / width).toFixed(3);
  const tall = Math.ceil(scale * height + 2 * MARGIN);
  const left = Math.round((wide - scale * width) / 2);
  const named = ["title", "desc"]
    .map((tag) => markup({ tag, text: title }))
    .join("");
  const place = `transform="translate(${left} ${MARGIN}) scale(${scale})"`;
  const size = `viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">${named}
<style>${style}</style>
<rect width="${wide}" height="${tall}" fill="var(--paper)"/><g ${place}>
${body.join("\n")}
</g></svg>
`;
}

/** A scene in one of its forms as SVG text: one step of it, or a film of all. */
function drawn(scene, form, style) {
  const kind = KINDS[scene.kind];
  const state = { ...scene, narrow: form.narrow };
  if (scene.step === null) {
    const { body, rules } = film_of(kind, state);
    return svg(scene, form, body, style + rules);
  }
  const shapes = kind.picture(state, Infinity);
  return svg(scene, form, shapes.map(plain).map(markup), style);
}

const { palettes, scenes } = JSON.parse(fs.readFileSync(0, "utf8"));
const style = fonts();
const files = {};
for (const scene of scenes) {
  for (const form of scene.forms) {
    const text = drawn(scene, FORMS[form], style);
    for (const [theme, palette] of Object.entries(palettes)) {
      const name = `${scene.name}${form}${theme === "dark" ? ".dark" : ""}.svg`;
      files[name] = literal(text, palette);
    }
  }
}
process.stdout.write(JSON.stringify(files));

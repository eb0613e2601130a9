/** Draws images/ with the pictures of the course: {palette, scenes} as JSON on stdin, {file name: SVG text} as JSON on stdout. */
import fs from "node:fs";
import * as AddRows from "../notebooks/lookup/browser/add_rows.js";
import * as GradientRows from "../notebooks/lookup/browser/gradient_rows.js";
import * as MovingRows from "../notebooks/lookup/browser/moving_rows.js";
import * as SelectRows from "../notebooks/lookup/browser/select_rows.js";
import { film_of, plain } from "./film.mjs";
import { literal, markup } from "./svg.mjs";

const WIDTH = 800;
const MARGIN = 12;
const KINDS = { AddRows, GradientRows, MovingRows, SelectRows };

/** The style of all images: the fonts of the course's pictures. */
function fonts() {
  const css = fs.readFileSync(new URL("../notebooks/lookup/browser/look.css", import.meta.url), "utf8");
  const rules = [...css.matchAll(/\.lookup svg (\.\w+) \{([^}]*)\}/g)];
  const texts = rules.map(([, name, rule]) => `${name}{${rule.trim()}}`);
  return `svg{font:12px system-ui,sans-serif}${texts.join("")}`;
}

/** The shapes of a scene as one SVG text, on opaque paper, scaled to the width of a page. */
function svg({ kind, title, spec }, body, style) {
  const { width, height } = KINDS[kind].layout(spec);
  const scale = +Math.min(1, (WIDTH - 2 * MARGIN) / width).toFixed(3);
  const tall = Math.ceil(scale * height + 2 * MARGIN);
  const left = Math.round((WIDTH - scale * width) / 2);
  const named = ["title", "desc"].map((tag) => markup({ tag, text: title })).join("");
  const place = `transform="translate(${left} ${MARGIN}) scale(${scale})"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${tall}" width="${WIDTH}" height="${tall}" role="img">${named}
<style>${style}</style>
<rect width="${WIDTH}" height="${tall}" fill="var(--paper)"/><g ${place}>
${body.join("\n")}
</g></svg>
`;
}

/** A scene as SVG text: one step of it, or a film of all. */
function drawn(scene, style) {
  const kind = KINDS[scene.kind];
  if (scene.step === null) {
    const { body, rules } = film_of(kind, scene.spec);
    return svg(scene, body, style + rules);
  }
  const shapes = kind.picture(scene, Infinity);
  return svg(scene, shapes.map(plain).map(markup), style);
}

const { palette, scenes } = JSON.parse(fs.readFileSync(0, "utf8"));
const style = fonts();
const files = scenes.map((scene) => [`${scene.name}.svg`, literal(drawn(scene, style), palette)]);
process.stdout.write(JSON.stringify(Object.fromEntries(files)));

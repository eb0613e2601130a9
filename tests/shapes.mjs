/**
 * What pictures consist of at a step: [{folder, state, step}] as JSON on stdin, a text for
 * each, of its shapes and words, as JSON on stdout.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The text of one picture, whose step is over. */
async function shapes({ folder, state, step }) {
  const load = (name) => import(pathToFileURL(path.join(folder, name)));
  const [{ layout, picture }, words] = await Promise.all([
    load("draw.js"),
    load("words.js"),
  ]);
  const over = { row: null, by: null, guesses: {}, narrow: false };
  const shown = { ...over, ...state, step, rest: false, asked: false };
  const said = ["title", "say", "alt", "key"].map((name) =>
    words[name]?.(shown),
  );
  return JSON.stringify([layout(state.spec), picture(shown, Infinity), said]);
}

const pictures = JSON.parse(fs.readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(await Promise.all(pictures.map(shapes))));

/** Where words stand beside dots, so that none covers another word or a dot. Draws nothing, imports nothing. */

/** Where a word may stand beside a dot, best first, with the box [left, top, right, bottom] that it takes. */
function sides({ x, y, reach, width }) {
  const gap = reach + 3;
  const side = (anchor, at, left, base) => ({
    anchor,
    x: at,
    y: base,
    box: [left, base - 10, left + width, base + 4],
  });
  return [
    side("start", x + gap, x + gap, y + 4),
    side("end", x - gap, x - gap - width, y + 4),
    side("middle", x, x - width / 2, y - gap - 4),
    side("middle", x, x - width / 2, y + gap + 10),
  ];
}

const apart = (a, b) => a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
const within = (a, b) => a[0] > b[0] && a[1] > b[1] && a[2] < b[2] && a[3] < b[3];

/**
 * Dots in the order in which they may choose, {x, y, reach, width of the word, must}: for each its word's {anchor, x, y, side}.
 * The first free side is taken. Without one there is no word, unless it `must` be: then the side that covers least.
 * `held`, the sides once chosen, lets words keep their side while dots move: a word then has that side or none.
 */
export function words_beside(dots, frame, held) {
  const taken = dots.map(({ x, y, reach }) => [x - reach, y - reach, x + reach, y + reach]);
  return dots.map((dot, i) => {
    const open = open_sides(dot, frame, held && (held[i]?.side ?? -1));
    const covered = ({ box }) => taken.filter((other) => !apart(box, other)).length;
    let place = open.find((side) => covered(side) === 0);
    if (!place && dot.must) [place] = open.sort((a, b) => covered(a) - covered(b));
    if (place) taken.push(place.box);
    return place;
  });
}

/** The sides within the frame among which a dot may choose: all, or the one that it `kept`, if that is one of them. */
function open_sides(dot, frame, kept) {
  const all = sides(dot)
    .map((place, side) => ({ ...place, side }))
    .filter(({ box }) => within(box, frame));
  if (kept === undefined) return all;
  const same = all.filter(({ side }) => side === kept);
  return same.length || !dot.must ? same : all;
}

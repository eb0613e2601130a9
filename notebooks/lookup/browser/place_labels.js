/** Where words stand beside dots, so that none covers another word or a dot, also while all move. Draws nothing, imports nothing. */

/**
 * Where a word may stand beside a dot {x, y, way, reach, width of the word}, best first: {side, anchor, dx and dy from the dot, box, way}.
 * A box is [left, top, right, bottom] as the motion begins; its way [right, down] is how far it then moves straight on.
 */
export function sides({ x, y, way, reach, width }) {
  const gap = reach + 3;
  const near = reach + 1;
  const [high, low] = [-0.8 * reach - 2, 0.8 * reach + 9];
  const places = [
    ["start", gap, 4],
    ["end", -gap, 4],
    ["middle", 0, -gap - 4],
    ["middle", 0, gap + 10],
    ["start", near, high],
    ["start", near, low],
    ["end", -near, high],
    ["end", -near, low],
  ];
  return places.map(([anchor, dx, dy], side) => {
    const left = x + dx - { start: 0, middle: width / 2, end: width }[anchor];
    return { side, anchor, dx, dy, box: [left, y + dy - 10, left + width, y + dy + 4], way };
  });
}

/** What a dot itself takes. */
export const taken_by = ({ x, y, way, reach }) => ({
  box: [x - reach, y - reach, x + reach, y + reach],
  way,
});

/** Of places, best first, the first within the frame that is free all the way; if one `must` be, that which covers least. It is taken then. */
export function take(places, frame, taken, must) {
  const inside = places.filter((place) => within(place, frame));
  const covered = (place) => taken.filter((other) => !apart(place, other)).length;
  let found = inside.find((place) => taken.every((other) => apart(place, other)));
  if (!found && must) [found] = inside.sort((a, b) => covered(a) - covered(b));
  if (found) taken.push(found);
  return found;
}

/** Whether two boxes never meet while both move straight on, in the same time. */
export function apart(one, other) {
  let from = 0; // they meet between these two shares of the way
  let to = 1;
  for (const k of [0, 1]) {
    const speed = one.way[k] - other.way[k];
    const after = one.box[k] - other.box[k + 2]; // negative once the one begins before the other ends
    const before = other.box[k] - one.box[k + 2];
    if (speed === 0) {
      if (after >= 0 || before >= 0) return true;
    } else {
      const [first, second] = [-after / speed, before / speed];
      from = Math.max(from, Math.min(first, second));
      to = Math.min(to, Math.max(first, second));
    }
  }
  return from >= to;
}

/** Whether a box stays within a frame. */
function within({ box, way: [dx, dy] }, [left, top, right, bottom]) {
  const [l, t, r, b] = box;
  const at = (x, y) => l + x > left && t + y > top && r + x < right && b + y < bottom;
  return at(0, 0) && at(dx, dy);
}

// @ts-check
/**
 * Where words stand beside dots, so that none covers another word or a dot, also while all
 * move. Draws nothing, imports nothing.
 */

/**
 * Where a word may stand beside a dot {x, y, way, reach, width of the word}, best first:
 * {side, anchor, dx and dy from the dot, box, way}. A box is [left, top, right, bottom] as
 * the motion begins; its way [right, down] is how far it then moves straight on.
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
    return {
      side,
      anchor,
      dx,
      dy,
      box: [left, y + dy - 10, left + width, y + dy + 4],
      way,
    };
  });
}

/** What a dot itself takes. */
export const taken_by = ({ x, y, way, reach }) => ({
  box: [x - reach, y - reach, x + reach, y + reach],
  way,
});

/**
 * Of places, best first, the first within the frame that is free all the way; if one
 * `must` be, that which covers least. It is taken then.
 */
export function take(places, frame, taken, must) {
  const inside = places.filter((place) => within(place, frame));
  const covered = (place) =>
    taken.filter((other) => !apart(place, other)).length;
  let found = inside.find((place) =>
    taken.every((other) => apart(place, other)),
  );
  if (!found && must) [found] = inside.sort((a, b) => covered(a) - covered(b));
  if (found) taken.push(found);
  return found;
}

/** Whether two boxes never meet while both move straight on, in the same time. */
export function apart({ box: a, way: v }, { box: b, way: w }) {
  const [dx, dy] = [v[0] - w[0], v[1] - w[1]]; // the way of the one, seen from the other
  if (a[0] + Math.min(0, dx) >= b[2] || a[2] + Math.max(0, dx) <= b[0])
    return true;
  if (a[1] + Math.min(0, dy) >= b[3] || a[3] + Math.max(0, dy) <= b[1])
    return true;
  if (dx === 0 && dy === 0) return false;
  const [x0, x1] = shares(b[0] - a[2], b[2] - a[0], dx);
  const [y0, y1] = shares(b[1] - a[3], b[3] - a[1], dy);
  return Math.max(x0, y0, 0) >= Math.min(x1, y1, 1);
}

/**
 * Between which shares of a way boxes overlap along an axis, if they begin to at `from`
 * and end at `to`.
 */
function shares(from, to, way) {
  if (way === 0) return [0, 1];
  return way > 0 ? [from / way, to / way] : [to / way, from / way];
}

/** Whether a box stays within a frame. */
function within({ box, way: [dx, dy] }, frame) {
  const wide =
    box[0] + Math.min(0, dx) > frame[0] && box[2] + Math.max(0, dx) < frame[2];
  return (
    wide &&
    box[1] + Math.min(0, dy) > frame[1] &&
    box[3] + Math.max(0, dy) < frame[3]
  );
}

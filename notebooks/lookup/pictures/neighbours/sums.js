// @ts-check
/** A sum a − b + c as it is typed, or clicked together word by word. Draws nothing. */

const SIGN = /\s*([-−–+])\s*/;
const AWAITS_WORD = /\S\s*[-−–+]\s*$/;

/**
 * The words that a text asks for: itself, or a, b and c of a − b + c, in whichever order the
 * last two are typed.
 */
export function terms_of(text) {
  const [a, sign, b, other, c, ...more] = text.split(SIGN);
  const is_sum =
    a && b && c && !more.length && (sign === "+") !== (other === "+");
  if (!is_sum) return [text];
  return sign === "+" ? [a, c, b] : [a, b, c];
}

/**
 * The text in the field once a sign is pressed: one that begins with the word shown, of a sum
 * with its first; to an unfinished sum comes the sign that it lacks, whichever is pressed.
 */
export function signed(typed, shown, sign) {
  const [a, has, b, ...more] = typed.trim().split(SIGN);
  if (a && b && !more.length)
    return `${typed.trim()} ${has === "+" ? "−" : "+"} `;
  const [begun] = shown.split(SIGN);
  return begun ? `${begun} ${sign} ` : typed;
}

/** The text in the field once a word is clicked; null where the text awaits none. */
export const with_word = (typed, word) =>
  AWAITS_WORD.test(typed) ? `${typed.trimEnd()} ${word}` : null;

/** Whether a text is a sum of three words. */
export const is_whole = (text) => terms_of(text.trim()).length > 1;

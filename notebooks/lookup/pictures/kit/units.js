// @ts-check
/**
 * Seconds, bytes and cosines as a learner reads them, where the page is what writes them.
 */

/** @type {[string, number][]} */
const TIMES = [
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
  ["ns", 1e-9],
];

/** Seconds in two digits, or in whole ones from 10 on, as units.py writes them. */
export function seconds_text(seconds) {
  const [unit, size] = TIMES.find(([, size]) => seconds >= size) ?? TIMES[3];
  return `${digits(seconds / size)} ${unit}`;
}

/**
 * A time in three digits, as `time_text` of units.py writes it. The kernel cannot send
 * all: which round times stand below a lane changes while its scale does.
 */
export function time_text(seconds) {
  const rounded = Number(seconds.toPrecision(3));
  if (rounded < 1e-9) return "0 s";
  const [unit, size] = TIMES.find(([, size]) => rounded >= size * (1 - 1e-9));
  const number = Number((rounded / size).toPrecision(3));
  const text = number.toLocaleString("en", { maximumFractionDigits: 2 });
  return `${text} ${unit}`;
}

/** Bytes in a second, "310 GB/s". */
export function rate_text(bytes) {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : ["MB", 1e6];
  return `${digits(bytes / size)} ${unit}/s`;
}

/** A cosine in whole hundredths, a half upwards, as number_text.py has it. */
export const hundredths = (cosine) => Math.floor(100 * cosine + 0.5);

/** A cosine, given in hundredths, as a learner reads it, "−0.12". */
export const cosine_text = (hundredths) =>
  `${hundredths < 0 ? "−" : ""}${(Math.abs(hundredths) / 100).toFixed(2)}`;

/** A factor, "830", "2.4". */
export function digits(number) {
  if (number < 9.95) return number.toFixed(1);
  return Math.round(number).toLocaleString("en");
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

// @ts-check
/**
 * Seconds and bytes as a learner reads them, where the browser is what measured them.
 */

/** @type {[string, number][]} */
const TIMES = [
  ["s", 1],
  ["ms", 1e-3],
  ["µs", 1e-6],
  ["ns", 1e-9],
];

/** Seconds in two digits, or in whole ones from 100 on, as `seconds_text` of units.py. */
export function seconds_text(seconds) {
  const [unit, size] = TIMES.find(([, size]) => seconds >= size) ?? TIMES[3];
  return `${digits(seconds / size)} ${unit}`;
}

/** Bytes in a second, "310 GB/s". */
export function rate_text(bytes) {
  const [unit, size] = bytes >= 1e9 ? ["GB", 1e9] : ["MB", 1e6];
  return `${digits(bytes / size)} ${unit}/s`;
}

/** A factor, "830", "2.4". */
export function digits(number) {
  if (number >= 99.5) return Math.round(number).toLocaleString("en");
  return number >= 9.95 ? String(Math.round(number)) : number.toFixed(1);
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}

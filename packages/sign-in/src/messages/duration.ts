import type { Locale } from "./locale.ts";

const UNITS = [
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A wait in words, never shorter than it is: in the largest unit of which it is two or more, "2 minutes", "90 seconds". */
export function durationIn(locale: Locale, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds / length >= 2) ?? ["second", 1];
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.ceil(seconds / size));
}

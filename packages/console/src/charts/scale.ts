/** The upper end of an axis: the next round number at or above a value. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** A number with about three significant digits: `12.3k`, `0.12`. */
export function short(value: number): string {
  if (value === 0) return "0";
  if (value >= 10_000) return `${trim(value / 1000, 1)}k`;
  if (value >= 100) return String(Math.round(value));
  return trim(value, value >= 10 ? 1 : 2);
}

/** A duration in seconds, with its unit: `0.42 ms`, `1.3 s`. */
export function duration(seconds: number): string {
  if (seconds === 0) return "0";
  return seconds < 1 ? `${short(seconds * 1000)} ms` : `${short(seconds)} s`;
}

function trim(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

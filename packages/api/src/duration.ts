/** Durations as Go writes them: `1h30m`, `1.5h`, `500ms`. */

const seconds = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 } as const;

const DURATION = /^(?:(?:\d+\.?\d*|\.\d+)(?:h|ms|m|s|us|ns))+$/;
const PART = /(\d+\.?\d*|\.\d+)(h|ms|m|s|us|ns)/g;

/** The seconds of a duration; undefined unless it is one. */
export function parseDuration(written: string): number | undefined {
  if (!DURATION.test(written)) return undefined;
  let total = 0;
  for (const [, count, unit] of written.matchAll(PART)) {
    total += Number(count) * (isUnit(unit) ? seconds[unit] : Number.NaN);
  }
  // 1.1 h are 3960 s, but 3960.0000000000005 in floating point.
  const whole = Math.round(total);
  return Math.abs(total - whole) < whole * 1e-12 ? whole : total;
}

/** A thousand years, in seconds: primary keys contain the expiry as 48 bits of milliseconds, which this stays below. */
export const MAX_LIFESPAN = 8_760_000 * 3600;

/** The seconds of a lifespan; undefined unless it is whole seconds, from one to a thousand years. */
export function parseLifespan(written: string): number | undefined {
  const total = parseDuration(written) ?? 0;
  return Number.isInteger(total) && total >= 1 && total <= MAX_LIFESPAN ? total : undefined;
}

function isUnit(unit: string | undefined): unit is keyof typeof seconds {
  return unit !== undefined && Object.hasOwn(seconds, unit);
}

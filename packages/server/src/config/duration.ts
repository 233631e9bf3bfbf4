import { MAX_LIFESPAN, parseDuration } from "@latchkey/api";
import { err, ok, type Result } from "../result.ts";
import { quote, type Kind } from "./kinds.ts";

/** A duration such as `1h30m`, `1.5h` or `500ms`, in seconds. */
export const duration: Kind<number> = {
  name: "a duration, such as 30s or 1h30m",
  parse: (value) => {
    const seconds = typeof value === "string" ? parseDuration(value) : undefined;
    return seconds === undefined ? err(unitMissing(value)) : ok(seconds);
  },
  show: format,
};

const MAX_GRACE_PERIOD = 300;

/** How long a request may be repeated. More than five minutes count as five, as in Ory Hydra. */
export const gracePeriod: Kind<number> = {
  name: duration.name,
  parse: (value) => {
    const span = duration.parse(value);
    return span.ok ? ok(Math.min(span.value, MAX_GRACE_PERIOD)) : span;
  },
  show: format,
};

/** A timeout of the database: between 100 ms and 5 minutes. */
export const databaseTimeout = durationWhere(duration, (span) =>
  span < 0.1 || span > 300 ? "must be between 100ms and 5m" : undefined,
);

/** How long something issued is valid: whole seconds, as `expires_in` and `exp` require, and at least one. */
export const lifespan = durationWhere(duration, (span) => {
  if (span < 1 || !Number.isInteger(span)) return "must be whole seconds and at least 1s";
  return span > MAX_LIFESPAN
    ? `must be at most ${format(MAX_LIFESPAN)}, a thousand years`
    : undefined;
});

/** How long a record is kept that others may ask for later: a day at least. */
export const retention = durationWhere(lifespan, (span) =>
  span < 86_400 ? "must be at least 24h" : undefined,
);

/** How long a pushed authorization request can be used: a browser needs seconds to be redirected, not minutes (RFC 9126 §2.2). */
export const pushedRequestLifespan = durationWhere(lifespan, (span) =>
  span < 5 || span > 600 ? "must be between 5s and 10m" : undefined,
);

/** The durations of a kind for which `problemOf` is undefined; otherwise it says what they must be. */
function durationWhere(
  kind: Kind<number>,
  problemOf: (seconds: number) => string | undefined,
): Kind<number> {
  return {
    name: kind.name,
    parse: (value) => {
      const span = kind.parse(value);
      const problem = span.ok ? problemOf(span.value) : undefined;
      return problem === undefined ? span : err(`${problem}, not ${quote(value)}`);
    },
    show: format,
  };
}

/** A lifespan, or `0` for none at all. */
export const lifespanOrNone: Kind<number> = {
  name: `${duration.name}, or 0 for none`,
  parse: (value) =>
    value === 0 || value === "0" || value === "0s" ? ok(0) : lifespan.parse(value),
  show: (value) => (value === 0 ? 0 : format(value)),
};

/** A lifespan, or `-1` for no expiry. */
export const lifespanOrNever: Kind<number | "never"> = {
  name: `${duration.name}, or -1 for never`,
  parse: (value): Result<number | "never", string> =>
    value === -1 || value === "-1" ? ok("never") : lifespan.parse(value),
  show: (value) => (value === "never" ? -1 : format(value)),
};

function format(value: number): string {
  const milliseconds = Math.round(value * 1000);
  if (milliseconds % 1000 !== 0) return `${milliseconds}ms`;
  if (value % 3600 === 0 && value > 0) return `${value / 3600}h`;
  return value % 60 === 0 && value > 0 ? `${value / 60}m` : `${value}s`;
}

function unitMissing(value: unknown): string {
  const bare = /^\d+$/.test(String(value)) ? `: add a unit, as in ${String(value)}s` : "";
  return `must be a duration such as 30s or 1h30m (units h, m, s, ms, us, ns), not ${quote(value)}${bare}`;
}

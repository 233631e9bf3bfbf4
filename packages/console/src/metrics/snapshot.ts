import { parseExposition, type Sample } from "./exposition.ts";

/** What the server counted until a moment, gathered for the overview. */
export interface Snapshot {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** By kind, and access tokens by their grant. */
  readonly tokens: ReadonlyMap<string, number>;
  /** By cause. */
  readonly errors: ReadonlyMap<string, number>;
  /** By method and route. */
  readonly routes: ReadonlyMap<string, RouteCount>;
  /** Undefined where the server does not tell. */
  readonly sessions: number | undefined;
}

/** How often a route answered, and how fast. */
export interface RouteCount {
  readonly requests: number;
  readonly failures: number;
  /** Requests that took at most so many seconds, by that bound. */
  readonly buckets: ReadonlyMap<number, number>;
}

const DURATION = "latchkey_http_request_duration_seconds";
const ISSUED = /^latchkey_(access|refresh|id)_tokens_issued_total$/;
const ERRORS = "latchkey_refusals_total";
const SESSIONS = "latchkey_login_sessions";

/** Reads what `GET /metrics/exporter` answers. */
export function readSnapshot(text: string, at: number): Snapshot {
  const samples = parseExposition(text);
  const told = sumBy(samples, ERRORS, ({ labels }) => labels["error"]);
  return {
    at,
    tokens: sumBy(samples, ISSUED, tokenKind),
    errors: told.size > 0 ? told : sumBy(samples, `${DURATION}_count`, failureOf),
    routes: readRoutes(samples),
    sessions: samples.find(({ name }) => name === SESSIONS)?.value,
  };
}

function sumBy(
  samples: readonly Sample[],
  name: string | RegExp,
  keyOf: (sample: Sample) => string | undefined,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const sample of samples) {
    const isNamed = typeof name === "string" ? sample.name === name : name.test(sample.name);
    const key = isNamed ? keyOf(sample) : undefined;
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + sample.value);
  }
  return sums;
}

function tokenKind({ name, labels }: Sample): string {
  const { grant_type } = labels;
  if (grant_type !== undefined) return `access, ${grant_type}`;
  return name.includes("refresh") ? "refresh" : "ID";
}

function failureOf(sample: Sample): string | undefined {
  const { status = "", route = "" } = sample.labels;
  return isTraffic(sample) && isFailure(status) ? `${status} ${route}` : undefined;
}

function readRoutes(samples: readonly Sample[]): Map<string, RouteCount> {
  const routes = new Map<
    string,
    { requests: number; failures: number; buckets: Map<number, number> }
  >();
  for (const sample of samples) {
    if (!sample.name.startsWith(DURATION) || !isTraffic(sample)) continue;
    const { method = "", route = "", status = "", le } = sample.labels;
    const key = `${method} ${route}`;
    const count = routes.get(key) ?? { requests: 0, failures: 0, buckets: new Map() };
    routes.set(key, count);
    if (sample.name === `${DURATION}_bucket`) {
      const bound = Number(le === "+Inf" ? Infinity : le);
      count.buckets.set(bound, (count.buckets.get(bound) ?? 0) + sample.value);
    } else if (sample.name === `${DURATION}_count`) {
      count.requests += sample.value;
      if (isFailure(status)) count.failures += sample.value;
    }
  }
  return routes;
}

/** What others ask. The console, what it polls, and our own pages asking within are left out. */
function isTraffic({ labels }: Sample): boolean {
  return labels["plane"] !== "within" && !OURS.test(labels["route"] ?? "");
}

const OURS = /^\/(console|metrics|inspector|version|health)(\/|$)/;

function isFailure(status: string): boolean {
  return Number(status) >= 400;
}

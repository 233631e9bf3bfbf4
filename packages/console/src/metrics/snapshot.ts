import { parseExposition, type Sample } from "./exposition.ts";

/** The metrics of the server at one time, aggregated for the overview. */
export interface Snapshot {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Tokens issued, by kind; access tokens by grant type. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Error responses, by cause. */
  readonly errors: ReadonlyMap<string, number>;
  /** Requests, by method and route. */
  readonly routes: ReadonlyMap<string, RouteCounters>;
  /** Login sessions; undefined where the server does not report them. */
  readonly sessions: number | undefined;
}

/** The request counters of one route. */
export interface RouteCounters {
  readonly requests: number;
  /** Responses with a status of 400 or above. */
  readonly errors: number;
  /** Cumulative number of requests by the upper bound of their duration, in seconds. */
  readonly buckets: ReadonlyMap<number, number>;
}

const DURATION = "latchkey_http_request_duration_seconds";
const ISSUED = /^latchkey_(access|refresh|id)_tokens_issued_total$/;
const ERRORS = "latchkey_refusals_total";
const SESSIONS = "latchkey_login_sessions";

/** Reads the response of `GET /metrics/exporter`. */
export function readSnapshot(text: string, at: number): Snapshot {
  const samples = parseExposition(text);
  const byCode = sumBy(samples, ERRORS, ({ labels }) => labels["error"]);
  return {
    at,
    tokens: sumBy(samples, ISSUED, tokenKind),
    errors: byCode.size > 0 ? byCode : sumBy(samples, `${DURATION}_count`, errorOf),
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

function errorOf(sample: Sample): string | undefined {
  const { status = "", route = "" } = sample.labels;
  return isTraffic(sample) && isError(status) ? `${status} ${route}` : undefined;
}

function readRoutes(samples: readonly Sample[]): Map<string, RouteCounters> {
  const routes = new Map<
    string,
    { requests: number; errors: number; buckets: Map<number, number> }
  >();
  for (const sample of samples) {
    if (!sample.name.startsWith(DURATION) || !isTraffic(sample)) continue;
    const { method = "", route = "", status = "", le } = sample.labels;
    const key = `${method} ${route}`;
    const count = routes.get(key) ?? { requests: 0, errors: 0, buckets: new Map() };
    routes.set(key, count);
    if (sample.name === `${DURATION}_bucket`) {
      const bound = Number(le === "+Inf" ? Infinity : le);
      count.buckets.set(bound, (count.buckets.get(bound) ?? 0) + sample.value);
    } else if (sample.name === `${DURATION}_count`) {
      count.requests += sample.value;
      if (isError(status)) count.errors += sample.value;
    }
  }
  return routes;
}

/** Whether a request counts: the console, its polling, and requests that the built-in pages make in process do not. */
function isTraffic({ labels }: Sample): boolean {
  return labels["plane"] !== "within" && !OWN_ROUTES.test(labels["route"] ?? "");
}

const OWN_ROUTES = /^\/(console|metrics|inspector|version|health)(\/|$)/;

function isError(status: string): boolean {
  return Number(status) >= 400;
}

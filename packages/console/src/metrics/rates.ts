import type { RouteCounters, Snapshot } from "./snapshot.ts";

/** A labelled series: one value per interval between snapshots, the latest last. */
export interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

/** The end of each interval, in milliseconds since the epoch. */
export function intervalEnds(snapshots: readonly Snapshot[]): number[] {
  return snapshots.slice(1).map(({ at }) => at);
}

/** The rate of a counter per second: one series per key, the largest first. */
export function counterRates(
  snapshots: readonly Snapshot[],
  read: (snapshot: Snapshot) => ReadonlyMap<string, number>,
): Series[] {
  const keys = new Set(snapshots.flatMap((snapshot) => [...read(snapshot).keys()]));
  return [...keys]
    .map((label) => ({
      label,
      values: intervals(snapshots, (before, after) =>
        perSecond(read(before).get(label) ?? 0, read(after).get(label) ?? 0, before, after),
      ),
    }))
    .sort((one, other) => total(other.values) - total(one.values));
}

/** Requests per second: one series per route, the busiest first. */
export function requestRates(snapshots: readonly Snapshot[]): Series[] {
  return counterRates(
    snapshots,
    ({ routes }) => new Map([...routes].map(([route, { requests }]) => [route, requests])),
  );
}

/** A quantile of the request duration of a route in each interval, in seconds; 0 where there were no requests. */
export function latencySeries(snapshots: readonly Snapshot[], route: string, rank: number): Series {
  const values = intervals(snapshots, (before, after) => {
    const count = after.routes.get(route);
    return count === undefined
      ? 0
      : quantile(increaseOf(before.routes.get(route), count).buckets, rank);
  });
  return { label: route, values };
}

/** The metrics of a route between two snapshots. Durations in seconds, `rate` per second. */
export interface RouteMetrics {
  readonly route: string;
  readonly rate: number;
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly errors: number;
}

/** Every route with requests between two snapshots, the busiest first. */
export function routeMetrics(before: Snapshot, after: Snapshot): RouteMetrics[] {
  return [...after.routes]
    .map(([route, count]) => {
      const { requests, errors, buckets } = increaseOf(before.routes.get(route), count);
      const rate = perSecond(0, requests, before, after);
      return {
        route,
        rate,
        requests,
        errors,
        p50: quantile(buckets, 0.5),
        p95: quantile(buckets, 0.95),
      };
    })
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests);
}

/** The metrics of all routes together. `slowest` is the p95 of the slowest route, in seconds; undefined without requests. */
export interface Summary {
  readonly tokens: number;
  readonly requests: number;
  readonly errors: number;
  readonly slowest: number | undefined;
}

/** The metrics of the last so many milliseconds; undefined without a snapshot. */
export function summarize(snapshots: readonly Snapshot[], span: number): Summary | undefined {
  const last = snapshots.at(-1);
  const first = snapshots.find(({ at }) => last !== undefined && at >= last.at - span);
  if (last === undefined || first === undefined) return undefined;
  const routes = routeMetrics(first, last);
  const issued = total([...last.tokens.values()]) - total([...first.tokens.values()]);
  return {
    tokens: Math.max(0, issued), // Counters that a restart reset would make it negative.
    requests: total(routes.map(({ requests }) => requests)),
    errors: total(routes.map(({ errors }) => errors)),
    slowest: routes.length === 0 ? undefined : Math.max(...routes.map(({ p95 }) => p95)),
  };
}

/**
 * Login sessions at the end of each interval; undefined where the server does not report them. Empty before the first interval,
 * so that the chart has its place from the start and does not move the others.
 */
export function sessionCounts(snapshots: readonly Snapshot[]): number[] | undefined {
  const counts = snapshots.flatMap(({ sessions }) => sessions ?? []);
  return counts.length === snapshots.length ? counts.slice(1) : undefined;
}

/** How many errors of each cause there were between the first and the last snapshot, the most frequent first. */
export function errorIncreases(
  snapshots: readonly Snapshot[],
): (readonly [cause: string, count: number])[] {
  const [first] = snapshots;
  const last = snapshots.at(-1);
  return [...(last?.errors ?? [])]
    .map(([cause, count]) => [cause, count - (first?.errors.get(cause) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
}

/** A quantile of a histogram, interpolated linearly within its bucket, as `histogram_quantile` of Prometheus does. */
export function quantile(buckets: ReadonlyMap<number, number>, rank: number): number {
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const wanted = rank * (sorted.at(-1)?.[1] ?? 0);
  if (wanted === 0) return 0;
  let [lower, below] = [0, 0];
  for (const [bound, count] of sorted) {
    if (count >= wanted) {
      if (bound === Infinity) return lower;
      return lower + ((bound - lower) * (wanted - below)) / (count - below);
    }
    [lower, below] = [bound, count];
  }
  return lower;
}

function intervals(
  snapshots: readonly Snapshot[],
  measure: (before: Snapshot, after: Snapshot) => number,
): number[] {
  return snapshots.slice(1).map((after, at) => measure(snapshots[at] ?? after, after));
}

/** A counter that decreased was reset: the server restarted. */
function perSecond(before: number, after: number, from: Snapshot, until: Snapshot): number {
  const seconds = (until.at - from.at) / 1000;
  const growth = after < before ? after : after - before;
  return seconds > 0 ? growth / seconds : 0;
}

function increaseOf(before: RouteCounters | undefined, after: RouteCounters): RouteCounters {
  if (before === undefined || after.requests < before.requests) return after;
  const buckets = new Map(
    [...after.buckets].map(([bound, count]) => [bound, count - (before.buckets.get(bound) ?? 0)]),
  );
  return {
    requests: after.requests - before.requests,
    errors: after.errors - before.errors,
    buckets,
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

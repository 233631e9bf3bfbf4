import type { RouteCount, Snapshot } from "./snapshot.ts";

/** A name and a value for every interval between snapshots, the latest last. */
export interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

/** When each interval ended. Milliseconds since the epoch. */
export function timesOf(snapshots: readonly Snapshot[]): number[] {
  return snapshots.slice(1).map(({ at }) => at);
}

/** A counter's growth a second, one series for each key, the busiest first. */
export function ratesOf(
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

/** Requests a second, one series for each route, the busiest first. */
export function requestRates(snapshots: readonly Snapshot[]): Series[] {
  return ratesOf(
    snapshots,
    ({ routes }) => new Map([...routes].map(([route, { requests }]) => [route, requests])),
  );
}

/** The duration in seconds that a share of a route's requests stayed under in each interval. 0 where there were none. */
export function latencies(snapshots: readonly Snapshot[], route: string, share: number): Series {
  const values = intervals(snapshots, (before, after) => {
    const count = after.routes.get(route);
    return count === undefined
      ? 0
      : quantile(grown(before.routes.get(route), count).buckets, share);
  });
  return { label: route, values };
}

/** How a route did between two snapshots. */
export interface RouteFigures {
  readonly route: string;
  readonly rate: number;
  readonly requests: number;
  readonly p50: number;
  readonly p95: number;
  readonly failures: number;
}

/** Every route that was asked for in between, the busiest first. */
export function routeFigures(before: Snapshot, after: Snapshot): RouteFigures[] {
  return [...after.routes]
    .map(([route, count]) => {
      const { requests, failures, buckets } = grown(before.routes.get(route), count);
      const rate = perSecond(0, requests, before, after);
      return {
        route,
        rate,
        requests,
        failures,
        p50: quantile(buckets, 0.5),
        p95: quantile(buckets, 0.95),
      };
    })
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests);
}

/** Within its bucket a request is as likely to be fast as slow, so the bound is interpolated, as Prometheus does. */
export function quantile(buckets: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const wanted = share * (sorted.at(-1)?.[1] ?? 0);
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

/** A counter that shrank began anew: its server was started again. */
function perSecond(before: number, after: number, from: Snapshot, until: Snapshot): number {
  const seconds = (until.at - from.at) / 1000;
  const growth = after < before ? after : after - before;
  return seconds > 0 ? growth / seconds : 0;
}

function grown(before: RouteCount | undefined, after: RouteCount): RouteCount {
  if (before === undefined || after.requests < before.requests) return after;
  const buckets = new Map(
    [...after.buckets].map(([bound, count]) => [bound, count - (before.buckets.get(bound) ?? 0)]),
  );
  return {
    requests: after.requests - before.requests,
    failures: after.failures - before.failures,
    buckets,
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

import { refusalsTold, requestDurations } from "../telemetry/server-metrics.ts";
import type { Log } from "../telemetry/log.ts";
import { isErrorCode } from "../oauth/oauth-error.ts";
import { isWorkspaceErrorCode } from "../workspace/workspace-error.ts";
import type { Histogram, Metrics } from "../telemetry/metrics.ts";

/** What is remembered of an answered request. Never its query or body: those hold secrets. */
export interface Access {
  readonly method: string;
  /** As it was sent: for deciding, never for writing down. */
  readonly path: string;
  /** The route's pattern, so that neither logs nor metrics grow with what strangers ask for. */
  readonly route: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly request_id: string;
  /** Of the caller. */
  readonly address: string;
  /** The code of a refusal. */
  readonly error: string | undefined;
}

/** Where a listener writes down its answers. */
export interface AccessRecordOptions {
  /** Which listener, or `within` for our own pages, which call without one. */
  readonly plane: "public" | "admin" | "workspace" | "within";
  readonly log: Log;
  readonly metrics: Metrics;
  /** Paths whose endpoints write lines of their own. */
  readonly keeps_own_log?: (path: string) => boolean;
  /** Keeps every request out of the log; the metrics count them all the same. */
  readonly silent?: boolean;
  /** Keeps health checks out of the log; the metrics count them all the same. */
  readonly silence_health?: boolean;
  /** Hears of every answer. */
  readonly observe?: (access: Access) => void;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Builds the function that logs and measures each answer. */
export function createAccessRecord(options: AccessRecordOptions): (access: Access) => void {
  const {
    plane,
    metrics,
    silence_health = false,
    silent = false,
    keeps_own_log,
    observe,
  } = options;
  const log = options.log.child({ plane });
  const logs = !silent && log.enabled("info");
  const family = requestDurations(metrics);
  const histograms = new Map<string, Map<string, Map<number, Histogram>>>(); // By route, method and status.
  const refusals = refusalsTold(metrics);

  return (access) => {
    if (access.error !== undefined) refusals.with({ error: labelOf(access.error) }).add();
    histogramOf(access).observe(access.duration_ms / 1000);
    observe?.(access);
    if (!logs || (silence_health && access.route.startsWith("/health/"))) return;
    if (keeps_own_log?.(access.path) === true) return;
    log.info("request", {
      method: access.method,
      route: access.route,
      status: access.status,
      duration_ms: Math.round(access.duration_ms * 1000) / 1000,
      request_id: access.request_id,
      address: access.address,
    });
  };

  function histogramOf({ method, route, status }: Access): Histogram {
    const label = methods.has(method) ? method : "other";
    const of_route = getOrAdd(histograms, route, newMap<string, Map<number, Histogram>>);
    const of_method = getOrAdd(of_route, label, newMap<number, Histogram>);
    return getOrAdd(of_method, status, () =>
      family.with({ plane, method: label, route, status: String(status) }),
    );
  }
}

function newMap<K, V>(): Map<K, V> {
  return new Map();
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Providers choose codes of their own, and there is no end to those. */
function labelOf(error: string): string {
  return isErrorCode(error) || isWorkspaceErrorCode(error) ? error : "other";
}

import type { Operation } from "@latchkey/api";
import { errorResponses, requestDurations } from "../telemetry/server-metrics.ts";
import type { Log } from "../telemetry/log.ts";
import { isErrorCode } from "../oauth/oauth-error.ts";
import type { Histogram, Metrics } from "../telemetry/metrics.ts";

/** What is logged and measured of a request and its response. Never the query or the body: those contain secrets. */
export interface Access {
  readonly method: string;
  /** The route's pattern, so that the number of metrics does not grow with the paths that callers invent. */
  readonly route: string;
  readonly probe: Operation["probe"];
  readonly status: number;
  readonly duration_ms: number;
  readonly request_id: string;
  /** The address of the caller. */
  readonly address: string;
  /** The code of an error. */
  readonly error: string | undefined;
}

/** What a line in the log needs to name a request. */
type LoggedRequest = Pick<Access, "method" | "route" | "request_id" | "error">;

/** The log lines of routes that do not use the default fields. */
export interface LogFormat {
  readonly message: string;
  /** Their error codes beside those of OAuth, which metrics count by name. */
  readonly error_codes: ReadonlySet<string>;
  fields(request: LoggedRequest): Readonly<Record<string, unknown>>;
}

/** Where a listener records its responses. */
export interface AccessRecordOptions {
  /** The listener: `public`, `admin`, the feature whose API it serves alone, or `within` for the built-in pages, which call the admin API without a socket. */
  readonly listener: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Leaves all requests out of the log; the metrics still count them. */
  readonly silent?: boolean;
  /** Leaves health checks out of the log; the metrics still count them. */
  readonly silence_health?: boolean;
  /** Called with every response. */
  readonly observe?: (access: Access) => void;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Builds the function that logs and measures each response. */
export function createAccessRecord(
  options: AccessRecordOptions,
): (access: Access, format: LogFormat | undefined) => void {
  const { listener, metrics, silence_health = false, silent = false, observe } = options;
  const log = options.log.child({ plane: listener }); // The name of the label of metrics, too.
  const family = requestDurations(metrics);
  const histograms = new Map<string, Map<string, Map<number, Histogram>>>(); // By route, method and status.
  const errors = errorResponses(metrics);

  return (access, format) => {
    if (access.error !== undefined) errors.with({ error: labelOf(access.error, format) }).add();
    histogramOf(access).observe(access.duration_ms / 1000);
    observe?.(access);
    if (silent || !log.enabled("info") || (silence_health && access.probe === "health")) return;
    if (format !== undefined) return options.log.info(format.message, format.fields(access));
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
    const ofRoute = getOrAdd(histograms, route, newMap<string, Map<number, Histogram>>);
    const ofMethod = getOrAdd(ofRoute, label, newMap<number, Histogram>);
    return getOrAdd(ofMethod, status, () =>
      family.with({ plane: listener, method: label, route, status: String(status) }),
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

/** Login and consent providers may send any code; as labels those would be unbounded. */
function labelOf(error: string, format: LogFormat | undefined): string {
  return isErrorCode(error) || format?.error_codes.has(error) === true ? error : "other";
}

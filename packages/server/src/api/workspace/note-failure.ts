import type { Context } from "../../context/context.ts";
import type { Request } from "../../http/endpoint.ts";
import { loggableError } from "../../http/loggable-error.ts";
import { isTransient, StoreUnavailableError } from "../../store/port/unavailable.ts";
import { requestFailures } from "../../telemetry/server-metrics.ts";

/** Why a request failed: `unknown` where the database was unavailable and the write may have been committed all the same. */
export type Failure = "bug" | "unavailable" | "unknown";

/** Logs and counts what was thrown while a request of the workspace API was answered. */
export function noteFailure(
  error: unknown,
  request: Request,
  requestId: string,
  { log, metrics }: Context,
): Failure {
  const { method, path } = request;
  const fields = { method, path, requestId, error: loggableError(error, request) };
  const failures = requestFailures(metrics);
  if (!isTransient(error)) {
    log.error("request failed", fields);
    failures.with({ cause: "bug" }).add();
    return "bug";
  }
  log.warn("database unavailable", fields);
  failures.with({ cause: "database" }).add();
  return isOutcomeUnknown(error) ? "unknown" : "unavailable";
}

function isOutcomeUnknown(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreUnavailableError) return at.outcome_unknown;
  }
  return false;
}

import type { Metrics } from "./metrics.ts";

/** How the settings of a running server were reloaded. */
export interface ReloadMetrics {
  /** Counts a reload that succeeded or failed. */
  record(succeeded: boolean): void;
}

/** Defines the metrics. With workers, the primary has them. `now` returns Unix seconds. */
export function createReloadMetrics(metrics: Metrics, now: () => number): ReloadMetrics {
  let hasSucceeded = true; // At the start the settings were valid.
  let at = now();
  metrics.gauge(
    "latchkey_settings_last_reload_successful",
    "Whether the last reload of the settings succeeded: 0 if it failed, and all stayed as they were; 1 otherwise.",
    () => Number(hasSucceeded),
  );
  metrics.gauge(
    "latchkey_settings_last_reload_success_timestamp_seconds",
    "When the settings were read last without a problem, at the start or later, in seconds since the epoch.",
    () => at,
  );
  return {
    record(succeeded) {
      hasSucceeded = succeeded;
      if (succeeded) at = now();
    },
  };
}

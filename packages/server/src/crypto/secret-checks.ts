import type { Config, SettingKey } from "../config/settings.ts";
import type { AddressRateLimit } from "../limits/address-rate-limit.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";
import { createSecretVerifier, type SecretVerifier } from "./client-secret.ts";
import { createHashLanes, type HashLanes } from "./hash-lanes.ts";

/** Verifies client secrets, with a queue of its own. */
export function openSecretVerifier(
  configNow: () => Config,
  server_metrics: ServerMetrics,
  now_ms: () => number,
  limitSecrets: AddressRateLimit,
): SecretVerifier {
  return createSecretVerifier({
    lanes: openHashLanes(configNow, server_metrics),
    throttle(client_id, address) {
      const seconds = limitSecrets(address, now_ms(), client_id);
      if (seconds !== undefined)
        server_metrics.limit_hits.with({ limit: "limits.rate.client_secrets" }).add();
      return seconds;
    },
  });
}

/** The queues of checks with a slow hash. Every kind of secret has its own, so that none can delay another. */
export function openHashLanes(configNow: () => Config, server_metrics: ServerMetrics): HashLanes {
  const count = (limit: SettingKey): void => server_metrics.limit_hits.with({ limit }).add();
  const limits = {
    get concurrency() {
      return configNow()["limits.hash.concurrency"];
    },
    get queue_length() {
      return configNow()["limits.hash.queue_length"];
    },
    get queue_length_per_caller() {
      return configNow()["limits.hash.queue_length_per_caller"];
    },
    get longest_wait_ms() {
      return configNow()["limits.hash.longest_wait"] * 1000;
    },
  };
  return createHashLanes(limits, { onLimit: (limit) => count(`limits.hash.${limit}`) });
}

import type { Config, SettingKey } from "../config/settings.ts";
import { createAddressRateLimit } from "../limits/address-rate-limit.ts";
import { readNetworks } from "../limits/networks.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";
import { createSecretVerifier, type SecretVerifier } from "./client-secret.ts";
import { createHashQueue, type HashQueue } from "./hash-queue.ts";

/** Verifies client secrets, with a queue of its own. */
export function openSecretVerifier(
  config: Config,
  server_metrics: ServerMetrics,
  now_ms: () => number,
): SecretVerifier {
  const limitSecrets = createAddressRateLimit(
    config["limits.rate.client_secrets"],
    readNetworks(config["limits.rate.exempt"]),
  );
  return createSecretVerifier({
    queue: openHashQueue(config, server_metrics),
    throttle(client_id, address) {
      const seconds = limitSecrets(address, now_ms(), client_id);
      if (seconds !== undefined)
        server_metrics.limit_hits.with({ limit: "limits.rate.client_secrets" }).add();
      return seconds;
    },
  });
}

/** A queue of checks with a slow hash. Every kind of secret has one, so that none can delay another. */
export function openHashQueue(config: Config, server_metrics: ServerMetrics): HashQueue {
  const count = (limit: SettingKey): void => server_metrics.limit_hits.with({ limit }).add();
  const limits = {
    concurrency: config["limits.hash.concurrency"],
    queue_length: config["limits.hash.queue_length"],
    queue_length_per_caller: config["limits.hash.queue_length_per_caller"],
    longest_wait_ms: config["limits.hash.longest_wait"] * 1000,
  };
  return createHashQueue(limits, { onLimit: (limit) => count(`limits.hash.${limit}`) });
}

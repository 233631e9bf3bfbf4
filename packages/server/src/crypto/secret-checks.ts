import type { Config, SettingKey } from "../config/settings.ts";
import { createAddressRateLimit } from "../limits/address-rate-limit.ts";
import { readNetworks } from "../limits/networks.ts";
import type { ServerMetrics } from "../telemetry/server-metrics.ts";
import { createSecretVerifier, type SecretVerifier } from "./client-secret.ts";
import { createHashQueue, type HashQueue } from "./hash-queue.ts";

/** The checks of secrets with a slow hash. */
interface SecretChecks {
  /** The queue of password checks. */
  readonly password_queue: HashQueue;
  /** Verifies client secrets, with a queue of its own. */
  readonly verifySecret: SecretVerifier;
}

/** Passwords and client secrets have separate queues, so that neither can delay the other. */
export function openSecretChecks(
  config: Config,
  server_metrics: ServerMetrics,
  now_ms: () => number,
): SecretChecks {
  const count = (limit: SettingKey): void => server_metrics.limit_hits.with({ limit }).add();
  const limits = {
    concurrency: config["limits.hash.concurrency"],
    queue_length: config["limits.hash.queue_length"],
    queue_length_per_caller: config["limits.hash.queue_length_per_caller"],
    longest_wait_ms: config["limits.hash.longest_wait"] * 1000,
  };
  const openQueue = (): HashQueue =>
    createHashQueue(limits, { onLimit: (limit) => count(`limits.hash.${limit}`) });
  const limitSecrets = createAddressRateLimit(
    config["limits.rate.client_secrets"],
    readNetworks(config["limits.rate.exempt"]),
  );
  return {
    password_queue: openQueue(),
    verifySecret: createSecretVerifier({
      queue: openQueue(),
      throttle(client_id, address) {
        const seconds = limitSecrets(address, now_ms(), client_id);
        if (seconds !== undefined) count("limits.rate.client_secrets");
        return seconds;
      },
    }),
  };
}

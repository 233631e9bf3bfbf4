import { memoize } from "../../memoize.ts";
import type { DeviceContext } from "./context.ts";
import { createDeviceAuthorizations } from "./store.ts";
import { createUserCodeBackoff, type UserCodeBackoff } from "./user-code-backoff.ts";

/** Opens what requests share. */
export function openDevices(core: Omit<DeviceContext, "device">): DeviceContext["device"] {
  const { tools } = core.store;
  return {
    ...tools.traced({ authorizations: createDeviceAuthorizations(tools) }),
    guesses: limitGuesses(core),
  };
}

/** The limit on guesses of user codes. They are counted in the database: for all servers, and across restarts. */
function limitGuesses(core: Omit<DeviceContext, "device">): UserCodeBackoff {
  const { server_metrics, now, store } = core;
  const limitOf = memoize((config: DeviceContext["config"]) =>
    createUserCodeBackoff({
      policy: {
        free_failures: {
          browser: config["limits.user_code.failures_per_browser"],
          address: config["limits.user_code.failures_per_address"],
        },
        longest_wait: config["limits.user_code.longest_wait"],
        forgiven_after: config["limits.user_code.forgiven_after"],
      },
      now,
      change: (keys, times, decide) => store.sign_in_failures.change(keys, times, decide),
      onWait: (kind) =>
        server_metrics.limit_hits.with({ limit: `limits.user_code.failures_per_${kind}` }).add(),
    }),
  );
  return {
    attempt: (guesser) => limitOf(core.config).attempt(guesser),
    succeed: (guesser) => limitOf(core.config).succeed(guesser),
  };
}

import type { SignInThrottle } from "@latchkey/sign-in";
import type { IdentityContext } from "./context.ts";
import { createSignInBackoff } from "./rules/sign-in-backoff.ts";

/** The throttle of the built-in pages. Failures are counted in the database: for all processes, and across restarts. */
export function createSignInThrottle({
  config,
  server_metrics,
  now,
  store,
}: Pick<IdentityContext, "config" | "server_metrics" | "now" | "store">): SignInThrottle {
  return createSignInBackoff({
    policy: {
      free_failures: {
        username: config["limits.sign_in.failures_per_username"],
        username_overall: config["limits.sign_in.failures_per_username_overall"],
        address: config["limits.sign_in.failures_per_address"],
        device: config["limits.sign_in.failures_per_device"],
      },
      longest_wait: config["limits.sign_in.longest_wait"],
      forgiven_after: config["limits.sign_in.forgiven_after"],
    },
    now,
    change: (keys, times, decide) => store.sign_in_failures.change(keys, times, decide),
    onWait: (kind) =>
      server_metrics.limit_hits.with({ limit: `limits.sign_in.failures_per_${kind}` }).add(),
  });
}

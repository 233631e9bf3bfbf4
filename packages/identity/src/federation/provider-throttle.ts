import { hash } from "node:crypto";
import type { SignInLimit } from "@latchkey/api";
import { type BackoffKey, createFailureBackoff, networkOf } from "@latchkey/server/feature/rules";
import type { ThrottleDecision } from "@latchkey/sign-in";
import type { IdentityContext } from "../context.ts";

/** A code that is about to be sent to a provider. */
interface Attempted {
  readonly provider_id: string;
  /** That of the login, or of the linking. */
  readonly attempt_id: string;
  readonly address: string | undefined;
}

type Kind = Extract<SignInLimit, "username" | "address">;

/**
 * Limits how often codes are sent to providers that do not accept them, for each login and for each address, by the limits of failed
 * passwords. They are counted apart from these: a provider that has a fault keeps no user from signing in another way.
 */
export function createProviderThrottle({
  config,
  server_metrics,
  now,
  store,
}: Pick<IdentityContext, "config" | "server_metrics" | "now" | "store">) {
  const backoff = (onWait: (kind: Kind) => void) =>
    createFailureBackoff<Kind>({
      policy: {
        free_failures: {
          username: config["limits.sign_in.failures_per_username"],
          address: config["limits.sign_in.failures_per_address"],
        },
        longest_wait: config["limits.sign_in.longest_wait"],
        forgiven_after: config["limits.sign_in.forgiven_after"],
      },
      now,
      change: (keys, times, decide) => store.sign_in_failures.change(keys, times, decide),
      onWait,
    });
  const counts = backoff(() => {});

  return {
    /** Counts as failed until one of the others is called. */
    async attempt(attempted: Attempted): Promise<ThrottleDecision> {
      let limit: Kind | undefined;
      const seconds = await backoff((kind) => {
        limit = kind;
      }).attempt(keysOf(attempted));
      if (limit === undefined) return { seconds };
      server_metrics.limit_hits.with({ limit: `limits.sign_in.failures_per_${limit}` }).add();
      return { seconds, limit };
    },
    succeed: (attempted: Attempted) => counts.uncount(keysOf(attempted), ["username"]),
    /** The provider did not get the code. */
    withdraw: (attempted: Attempted) => counts.uncount(keysOf(attempted)),
  };
}

function keysOf({ provider_id, attempt_id, address }: Attempted): BackoffKey<Kind>[] {
  const keys: BackoffKey<Kind>[] = [{ kind: "username", key: digest(`provider ${attempt_id}`) }];
  if (address !== undefined && address !== "")
    keys.push({ kind: "address", key: digest(`provider ${provider_id} ${networkOf(address)}`) });
  return keys;
}

function digest(text: string): string {
  return hash("sha256", text, "base64url");
}

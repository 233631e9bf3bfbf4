import {
  countAfterSuccess,
  countAfterWithdrawal,
  countOf,
  type Failures,
  type Throttle,
  type ThrottleKey,
  throttleKeys,
  type ThrottlePolicy,
  waitAfter,
} from "@latchkey/sign-in";
import type { Config } from "../config/settings.ts";
import type { Context } from "../context/context.ts";

/** The throttle of the built-in pages. Its counts are in the database, so they hold for all servers and survive a restart. */
export function createSignInThrottle({
  config,
  server_metrics,
  now,
  store,
}: Pick<Context, "config" | "server_metrics" | "now" | "store">): Throttle {
  const policy = policyOf(config);
  const times = () => ({ now: now(), expires_at: now() + policy.forgiven_after });
  const change = (keys: readonly ThrottleKey[], decide: (all: FailuresByKey) => Counts) =>
    store.sign_in_failures.change(
      keys.map(({ key }) => key),
      times(),
      decide,
    );

  const takeBack = async (
    username: string,
    address: string | undefined,
    remaining: (kind: ThrottleKey["kind"], count: number) => number,
  ): Promise<void> => {
    const keys = throttleKeys(username, address);
    await change(
      keys,
      (failures) =>
        new Map(
          keys.map(({ kind, key }) => [
            key,
            remaining(kind, countOf(failures.get(key), now(), policy)),
          ]),
        ),
    );
  };

  return {
    async attempt(username, address) {
      const keys = throttleKeys(username, address);
      let longest = { kind: keys[0]?.kind ?? "username", wait: 0 };
      await change(keys, (failures) => {
        const waits = keys.map(({ kind, key }) => ({
          kind,
          wait: waitAfter(failures.get(key), kind, now(), policy),
        }));
        longest = waits.reduce((one, other) => (other.wait > one.wait ? other : one));
        if (longest.wait > 0) return new Map();
        return new Map(keys.map(({ key }) => [key, countOf(failures.get(key), now(), policy) + 1]));
      });
      const { kind, wait } = longest;
      if (wait > 0)
        server_metrics.limit_hits.with({ limit: `limits.sign_in.failures_per_${kind}` }).add();
      return wait;
    },

    succeed: (username, address) => takeBack(username, address, countAfterSuccess),
    withdraw: (username, address) =>
      takeBack(username, address, (_kind, count) => countAfterWithdrawal(count)),
  };
}

type FailuresByKey = ReadonlyMap<string, Failures>;
type Counts = ReadonlyMap<string, number>;

function policyOf(config: Config): ThrottlePolicy {
  return {
    failures_per_username: config["limits.sign_in.failures_per_username"],
    failures_per_address: config["limits.sign_in.failures_per_address"],
    longest_wait: config["limits.sign_in.longest_wait"],
    forgiven_after: config["limits.sign_in.forgiven_after"],
  };
}

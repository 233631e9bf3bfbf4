import type { FailedSignInMethod, FailedSignInReason } from "@latchkey/api";
import type { Metrics } from "@latchkey/server/feature/endpoints";

/** Counts failed sign-ins: `count` of them. */
export type CountFailedSignIns = (
  labels: { readonly method: FailedSignInMethod; readonly reason: FailedSignInReason },
  count: number,
) => void;

export function countFailedSignIns(metrics: Metrics): {
  readonly failedSignIns: CountFailedSignIns;
} {
  const family = metrics.counter(
    "latchkey_failed_sign_ins_total",
    "Sign-ins on the built-in pages that failed, by method and reason.",
    ["method", "reason"],
  );
  return {
    failedSignIns: ({ method, reason }, count) => family.with({ method, reason }).add(count),
  };
}

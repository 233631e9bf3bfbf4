import type { FailedSignInMethod } from "@latchkey/api";

import { type FailedSignIn, originOf } from "../account/history.ts";
import type { PageRequest } from "../http/exchange.ts";
import type { PageContext } from "../page-context.ts";

/**
 * Records a sign-in that failed, for its user and for operators. Every step that refuses one calls it, and once. It returns at once,
 * so that the time of the response does not tell which accounts exist.
 */
export function noteFailedSignIn(
  failed: Omit<FailedSignIn, "origin" | "request_id">,
  request: PageRequest,
  { account_services }: Pick<PageContext, "account_services">,
): void {
  const { request_id } = request;
  account_services?.history.signInFailed({ ...failed, origin: originOf(request), request_id });
}

/** What was used of a sign-in so far, by the values of RFC 8176: what is refused later is put down to it. */
export function methodOf(amr: readonly string[]): FailedSignInMethod {
  if (amr.includes("pwd")) return "password";
  if (amr.includes("otp")) return "email_code";
  return amr.includes("user") ? "passkey" : "provider";
}

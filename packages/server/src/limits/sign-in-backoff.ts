import { hash } from "node:crypto";
import type { SignInThrottle } from "@latchkey/sign-in";
import { type BackoffKey, type BackoffOptions, createFailureBackoff } from "./failure-backoff.ts";
import { networkOf } from "./networks.ts";

/** What failed sign-ins are counted by. */
type Kind = "username" | "address";

/** Exponential backoff on failed sign-ins, by account and by address. */
export function createSignInBackoff(options: BackoffOptions<Kind>): SignInThrottle {
  const backoff = createFailureBackoff(options);
  return {
    attempt: (username, address) => backoff.attempt(backoffKeys(username, address)),
    succeed: (username, address) =>
      backoff.lower(backoffKeys(username, address), countAfterSuccess),
    withdraw: (username, address) =>
      backoff.lower(backoffKeys(username, address), (_kind, count) => Math.max(0, count - 1)),
  };
}

/** The keys of a sign-in: its account and, if known, its network. */
export function backoffKeys(username: string, address: string | undefined): BackoffKey<Kind>[] {
  const account: BackoffKey<Kind> = {
    kind: "username",
    key: hash("sha256", `username ${normalize(username)}`, "base64url"),
  };
  if (address === undefined) return [account];
  const network = hash("sha256", `address ${networkOf(address)}`, "base64url");
  return [account, { kind: "address", key: network }];
}

/**
 * A success clears the account but takes only its own attempt off the address: otherwise an attacker with an account could
 * reset the count of their address by signing in between guesses.
 */
function countAfterSuccess(kind: Kind, count: number): number {
  return kind === "username" ? 0 : Math.max(0, count - 1);
}

function normalize(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}

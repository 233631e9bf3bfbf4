import { hash } from "node:crypto";
import {
  type BackoffKey,
  type BackoffOptions,
  createFailureBackoff,
} from "../../limits/failure-backoff.ts";

/** What wrong user codes are counted by. */
type Kind = "browser" | "address";

/** Limits the guessing of user codes: RFC 8628 §5.1. */
export interface UserCodeBackoff {
  /** Seconds to wait, or 0 if the code may be looked up. It counts as wrong until `succeed` is called. */
  attempt(guesser: Guesser): Promise<number>;
  succeed(guesser: Guesser): Promise<void>;
}

/** Who enters a user code: a browser and, if known, its network. */
interface Guesser {
  readonly challenge_id: string;
  readonly network: string | undefined;
}

/** Exponential backoff on wrong user codes, by browser and by address. */
export function createUserCodeBackoff(options: BackoffOptions<Kind>): UserCodeBackoff {
  const backoff = createFailureBackoff(options);
  return {
    attempt: (guesser) => backoff.attempt(keysOf(guesser)),
    // Not cleared: an attacker could otherwise enter a code of their own between guesses.
    succeed: (guesser) => backoff.uncount(keysOf(guesser)),
  };
}

function keysOf({ challenge_id, network }: Guesser): BackoffKey<Kind>[] {
  const browser = { kind: "browser", key: digest(`user code browser ${challenge_id}`) } as const;
  if (network === undefined) return [browser];
  return [browser, { kind: "address", key: digest(`user code address ${network}`) }];
}

function digest(text: string): string {
  return hash("sha256", text, "base64url");
}

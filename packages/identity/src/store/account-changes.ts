import type { Change } from "@latchkey/server/feature/store";
import type { Account } from "./port.ts";

/**
 * What a change of an account is a change of. Records of accounts name what changed and never hold its value: they stay when the
 * account is erased.
 */
export function accountObject(subject: string): Change["object"] {
  return { type: "account", id: subject };
}

/** What a change of an account consists of, for listeners: the values, and the sessions that it ended. */
export function factsOf(before: Account, after: Account, ended: readonly string[]): object {
  const { username } = before;
  return { username, before: claimsOf(before), after: claimsOf(after), ended_sessions: ended };
}

function claimsOf({ profile, verified_email }: Account): object {
  return { profile, verified_email };
}

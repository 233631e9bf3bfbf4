import type * as api from "@latchkey/api";
import { timestamp } from "@latchkey/server/feature/rules";
import type { KnownAccount } from "./account-book.ts";

/** An account, as the API returns it. */
export function describeAccount(account: KnownAccount): api.Account {
  const { username, subject, state, profile, groups, attributes, created_at } = account;
  return {
    username,
    subject,
    state,
    claims: profile,
    groups,
    attributes,
    created_at: timestamp(created_at),
  };
}

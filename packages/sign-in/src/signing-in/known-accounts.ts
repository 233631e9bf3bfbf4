import type { JsonObject } from "@latchkey/api";

import type { PageRequest } from "../http/exchange.ts";
import { clearStateCookie, readStateCookie, stateCookie } from "../http/state-cookie.ts";
import type { PageContext } from "../page-context.ts";

/** An account that signed in with this browser, and its session there. The cookie is signed: no other browser can name a session. */
export interface BrowserAccount {
  readonly subject: string;
  readonly sid: string;
  /** Whether the user asked to be kept signed in, so that the account is known after the browser was closed. */
  readonly is_kept: boolean;
}

/** More than one user has in one browser. */
export const MAX_ACCOUNTS = 5;

/** Accounts that are kept are in a cookie that outlasts the browser. */
const KEPT = "latchkey_accounts_kept";
const UNTIL_CLOSED = "latchkey_accounts";

/** Seconds in which an account is known: what browsers allow, and far more than a session lasts. */
const KNOWN_FOR = 180 * 24 * 60 * 60;

/** Those used last come first. */
export function readAccounts(
  request: PageRequest,
  context: PageContext,
): readonly BrowserAccount[] {
  const read = (name: string, is_kept: boolean): BrowserAccount[] => {
    const accounts = readStateCookie(name, request, context)?.["accounts"];
    return Array.isArray(accounts) ? accounts.flatMap((one) => readAccount(one, is_kept)) : [];
  };
  const all = [...read(UNTIL_CLOSED, false), ...read(KEPT, true)];
  return [...new Map(all.toReversed().map((one) => [one.subject, one])).values()]
    .toReversed()
    .slice(0, MAX_ACCOUNTS);
}

/** The cookies of a list of accounts. */
export function writeAccounts(
  accounts: readonly BrowserAccount[],
  context: PageContext,
): readonly string[] {
  const write = (name: string, persists: boolean): string => {
    const listed = accounts
      .filter(({ is_kept }) => is_kept === persists)
      .map(({ subject, sid }) => ({ subject, sid }));
    return listed.length === 0
      ? clearStateCookie(name, context)
      : stateCookie(name, { accounts: listed }, { lasts: KNOWN_FOR, persists }, context);
  };
  return [write(UNTIL_CLOSED, false), write(KEPT, true)];
}

function readAccount(value: unknown, is_kept: boolean): BrowserAccount[] {
  if (!isObject(value)) return [];
  const { subject, sid } = value;
  return typeof subject === "string" && typeof sid === "string" ? [{ subject, sid, is_kept }] : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}

import type { FailedSignInReason } from "@latchkey/api";
import { causedBy } from "@latchkey/server/feature/endpoints";
import type { FailedSignIn } from "@latchkey/sign-in";
import { type AccountEvent, failureId, shortenAddress } from "../history/event.ts";
import type { History } from "../history/history.ts";
import { amrOf } from "./method.ts";
import type { Account, Accounts } from "../store/port.ts";
import { type CountedFailures, createCollector } from "./collector.ts";
import type { CountFailedSignIns } from "./metrics.ts";
import type { FailedSignInStore, NewFailure } from "./store.ts";

/** Where every sign-in that failed is recorded: for operators, and in the history of its account. */
export interface FailedSignIns {
  /** Returns at once. Stored a little later, whether there is such an account or not. */
  note(failed: FailedSignIn): void;
  /** Stores those that were noted so far. */
  flush(): Promise<void>;
}

interface FailedSignInOptions {
  readonly store: Pick<FailedSignInStore, "add">;
  readonly accounts: Pick<Accounts, "findByName" | "findSubject">;
  readonly eventOf: History["eventOf"];
  readonly count: CountFailedSignIns;
  readonly log: { info(msg: string, fields: Readonly<Record<string, unknown>>): void };
  /** Unix seconds. */
  readonly now: () => number;
  /** For how many seconds they are kept now. */
  readonly keptFor: () => number;
  /** Whether names are kept that no account has. */
  readonly keepsUnknownNames: () => boolean;
}

/** What is known of the account of a failed sign-in. */
type Resolved = Pick<Account, "subject" | "username" | "state"> | undefined;

export function createFailedSignIns(options: FailedSignInOptions): FailedSignIns {
  const { store, accounts, eventOf, count, log, now, keptFor, keepsUnknownNames } = options;

  const resolve = async ({ who }: FailedSignIn): Promise<Resolved> => {
    if (who === undefined) return undefined;
    return "subject" in who ? accounts.findSubject(who.subject) : accounts.findByName(who.username);
  };

  const record = async (failures: CountedFailures): Promise<void> => {
    let failure = withAccount(failures, undefined);
    let account: Resolved;
    try {
      account = await resolve(failures);
      failure = withAccount(failures, account);
    } finally {
      // Also where the database is away.
      count(failure, failure.count);
      log.info("sign-in failed", logged(failure));
    }
    const event = account && eventFor(failures, account.subject);
    const { request_ids, network, subject } = failure;
    const cause = {
      caller: { kind: "user", id: subject ?? "" },
      operation: "",
      address: network ?? "",
      request_id: request_ids[0] ?? "",
    } as const;
    await causedBy(cause, () => store.add(failure, event));
  };

  const withAccount = (failures: CountedFailures, account: Resolved): NewFailure => {
    const { method, throttle, provider, origin, first_at, at, request_ids } = failures;
    return {
      first_at,
      last_at: at,
      count: failures.count,
      subject: account?.subject,
      username: account?.username ?? unknownName(failures),
      method,
      reason: reasonOf(failures, account),
      throttle,
      provider,
      network: shortenAddress(origin.address),
      device: origin.device,
      request_ids,
      expires_at: now() + keptFor(),
    };
  };

  const unknownName = ({ who }: FailedSignIn): string | undefined =>
    keepsUnknownNames() && who !== undefined && "username" in who
      ? writable(who.username)
      : undefined;

  /** One in the history of the account, as its user sees it: those that had to wait were no guesses. */
  const eventFor = (failures: CountedFailures, subject: string): AccountEvent | undefined => {
    const { method, reason, origin, at } = failures;
    if (NOT_TRIED.includes(reason)) return undefined;
    const event = eventOf(subject, { kind: "sign_in_failed", amr: amrOf(method) }, origin);
    const counted = { ...event, at, count: failures.count };
    return { ...counted, event_id: failureId(counted) };
  };

  return createCollector(now, record);
}

const NOT_TRIED: readonly FailedSignInReason[] = ["throttled", "busy"];

/** The page knows that name and password do not match, and must not know more: that is looked up when the answer was sent. */
function reasonOf({ who, reason }: CountedFailures, account: Resolved): FailedSignInReason {
  if (reason !== "wrong_credentials" || who === undefined) return reason;
  if (account === undefined) return "unknown_name";
  return account.state === "disabled" ? "account_disabled" : "wrong_password";
}

const MAX_NAME = 200;

/** A name that a stranger typed, as databases store it and terminals show it. */
function writable(name: string): string {
  return name.toWellFormed().replaceAll(/\p{C}/gu, "\u{FFFD}").slice(0, MAX_NAME);
}

function logged(failure: NewFailure): Readonly<Record<string, unknown>> {
  const { expires_at: _, first_at: __, last_at: ___, ...facts } = failure;
  return { ...facts, request_id: failure.request_ids[0] };
}

import { hash } from "node:crypto";
import {
  type FailedSignInMethod,
  failedSignInMethods,
  type FailedSignInReason,
  failedSignInReasons,
  type SignInLimit,
  signInLimits,
} from "@latchkey/api";
import {
  type RowOf,
  type Script,
  type StoreTools,
  command,
  createParameters,
  insertValues,
  integer,
  nullable,
  pick,
  query,
  table,
  text,
  words,
} from "@latchkey/server/feature/store";
import { timestamp } from "@latchkey/server/feature/rules";
import type { AccountEvent } from "../history/event.ts";
import { addEvent } from "../history/store.ts";
import { MAX_REQUEST_IDS, WINDOW } from "./rules/window.ts";

/** Failed sign-ins that are alike, of ten minutes. */
export interface StoredFailure {
  readonly failure_id: string;
  /** Unix seconds. */
  readonly first_at: number;
  readonly last_at: number;
  readonly count: number;
  readonly subject: string | undefined;
  /** The username of the account, or a name that no account has. */
  readonly username: string | undefined;
  readonly method: FailedSignInMethod;
  readonly reason: FailedSignInReason;
  readonly throttle: SignInLimit | undefined;
  readonly provider: string | undefined;
  readonly network: string | undefined;
  readonly device: string;
  /** The latest first. */
  readonly request_ids: readonly string[];
}

/** A failure that is to be stored. */
export interface NewFailure extends Omit<StoredFailure, "failure_id"> {
  readonly expires_at: number;
}

/** Which to list. What is undefined does not matter. */
export interface FailureQuery {
  readonly subject: string | undefined;
  readonly network: string | undefined;
  readonly method: string | undefined;
  readonly reason: string | undefined;
  readonly provider: string | undefined;
  readonly request_id: string | undefined;
  /** Unix seconds, as is `until`. */
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

/** All of them. */
export const noFilter: Omit<FailureQuery, "limit"> = {
  subject: undefined,
  network: undefined,
  method: undefined,
  reason: undefined,
  provider: undefined,
  request_id: undefined,
  since: undefined,
  until: undefined,
  before: undefined,
};

/** Sign-ins that failed, for operators. */
export interface FailedSignInStore {
  /**
   * Adds the count to that of those that are alike, and an event to the history of the account. Notifies receivers of the first, and
   * each time that the count has doubled: a flood is a few events.
   */
  add(failure: NewFailure, event: AccountEvent | undefined): Promise<void>;
  /** The latest first. */
  list(wanted: FailureQuery, now: number): Promise<readonly StoredFailure[]>;
  /** In the order of their ids, those after one, which need not exist. Only those whose ten minutes ended before a time. */
  listAfter(
    after: string,
    limit: number,
    times: { readonly ended_before: number; readonly now: number },
  ): Promise<readonly StoredFailure[]>;
  /** Returns how many there were. */
  removeAll(subject: string): Promise<number>;
}

export const failed_sign_in = table("failed_sign_in", {
  failure_id: text,
  first_at: integer,
  last_at: integer,
  count: integer,
  subject: nullable(text),
  typed_name: nullable(text),
  method: text,
  reason: text,
  throttle: nullable(text),
  provider_id: nullable(text),
  network: nullable(text),
  device: text,
  request_ids: words,
  expires_at: integer,
});

const { columns } = failed_sign_in;
/** In characters: ten UUIDs, or ten of what a proxy calls requests. */
const MAX_IDS_LENGTH = 1_000;
const upsert = query({
  given: columns,
  returns: pick(columns, "count", "first_at"),
  sql: `insert into failed_sign_in ${insertValues(columns)} on conflict (failure_id) do update
   set count = failed_sign_in.count + excluded.count, last_at = excluded.last_at,
     request_ids = substr(excluded.request_ids || ' ' || failed_sign_in.request_ids, 1, ${MAX_IDS_LENGTH}),
     expires_at = excluded.expires_at
   returning count, first_at`,
});
const shownColumns = { ...columns, username: nullable(text) };
const SHOWN = `select ${Object.keys(columns)
  .map((name) => `failed_sign_in.${name}`)
  .join(", ")}, account.username as username
  from failed_sign_in left join account on account.subject = failed_sign_in.subject`;
const selectAfter = query({
  given: { after: text, end: text, now: integer, limit: integer },
  returns: shownColumns,
  sql: `${SHOWN} where failure_id > :after and failure_id < :end and failed_sign_in.expires_at > :now
   order by failure_id limit :limit`,
});
const removeOfSubject = command({
  given: { subject: text },
  sql: "delete from failed_sign_in where subject = :subject returning failure_id",
});

export function createFailedSignInStore({
  database,
  changes,
}: Pick<StoreTools, "database" | "changes">): FailedSignInStore {
  return {
    async add(failure, event) {
      const record = changes.recorder();
      const row = toRow(failure);
      await database.write(function* add() {
        const [stored] = yield* upsert(row);
        if (event !== undefined) yield* addEvent(event);
        if (stored === undefined || !hasDoubled(stored.count - row.count, stored.count)) return;
        const { failure_id } = row;
        yield* record({
          action: "sign_in_failed",
          object: { type: "failed_sign_in", id: failure_id },
          facts: factsOf({ ...failure, ...stored, failure_id }),
        });
      });
    },

    async list(wanted, now) {
      return (await database.readStale(() => selectMatching(wanted, now))).flatMap(fromRow);
    },

    async listAfter(after, limit, { ended_before, now }) {
      const end = windowPrefix(Math.floor(ended_before / WINDOW));
      const rows = await database.read(() => selectAfter({ after, end, limit, now }));
      return rows.flatMap(fromRow);
    },

    removeAll: (subject) => database.write(() => removeOfSubject({ subject })),
  };
}

/** Whether a power of two was reached: at 1, 2, 4, 8 … */
function hasDoubled(before: number, after: number): boolean {
  return bitsOf(after) > bitsOf(before);
}

function bitsOf(count: number): number {
  return count < 1 ? 0 : Math.floor(Math.log2(count)) + 1;
}

/** What receivers of events are notified of: names are no part of it. */
function factsOf(failure: StoredFailure): object {
  const { subject, method, reason, throttle, provider, network, device, count } = failure;
  return {
    id: failure.failure_id,
    first_at: timestamp(failure.first_at),
    last_at: timestamp(failure.last_at),
    count,
    subject: subject ?? null,
    method,
    reason,
    throttle: throttle ?? null,
    provider: provider ?? null,
    network: network ?? null,
    device,
    request_ids: [...failure.request_ids],
  };
}

function windowPrefix(window: number): string {
  return window.toString(16).padStart(12, "0");
}

function toRow({ username, provider, ...failure }: NewFailure): RowOf<typeof columns> {
  const { subject, last_at, method, reason, throttle, network, device } = failure;
  const typed_name = subject === undefined ? username : undefined;
  const alike = [subject, typed_name, method, reason, throttle, provider, network, device];
  const digest = hash("sha256", JSON.stringify(alike), "hex").slice(0, 32);
  const failure_id = windowPrefix(Math.floor(last_at / WINDOW)) + digest;
  return { ...failure, failure_id, typed_name, provider_id: provider };
}

/** Only the conditions that a query has are in its text, so that each text can use its index. */
function selectMatching(
  wanted: FailureQuery,
  now: number,
): Script<readonly RowOf<typeof shownColumns>[]> {
  const { add, parameters, given } = createParameters();
  const conditions = [`failed_sign_in.expires_at > ${add(integer, now)}`];
  const { provider, request_id, since, until, before, limit } = wanted;
  for (const name of ["subject", "network", "method", "reason"] as const) {
    const value = wanted[name];
    if (value !== undefined) conditions.push(`failed_sign_in.${name} = ${add(text, value)}`);
  }
  if (provider !== undefined) conditions.push(`provider_id = ${add(text, provider)}`);
  if (request_id !== undefined) {
    const pattern = add(text, `% ${request_id.replaceAll(/[\\%_]/g, "\\$&")} %`);
    conditions.push(`' ' || request_ids || ' ' like ${pattern} escape '\\'`);
  }
  if (since !== undefined) {
    conditions.push(`first_at >= ${add(integer, since - WINDOW)}`);
    conditions.push(`last_at >= ${add(integer, since)}`);
  }
  if (until !== undefined) conditions.push(`first_at < ${add(integer, until)}`);
  if (before !== undefined) {
    const id = add(text, before);
    conditions.push(
      `(first_at, failure_id) < (select first_at, failure_id from failed_sign_in where failure_id = ${id})`,
    );
  }
  return query({
    given: { ...parameters, limit: integer },
    returns: shownColumns,
    sql: `${SHOWN} where ${conditions.join(" and ")} order by first_at desc, failure_id desc limit :limit`,
  })({ ...given, limit });
}

/** None for one that a later version stored with a method or reason of its own, while both run. */
function fromRow(row: RowOf<typeof shownColumns>): readonly StoredFailure[] {
  const { expires_at: _, typed_name, username, provider_id: provider, ...rest } = row;
  const { method, reason, throttle } = row;
  if (!isIn(failedSignInMethods, method) || !isIn(failedSignInReasons, reason)) return [];
  const limit = signInLimits.find((known) => known === throttle);
  const facts = { username: username ?? typed_name, provider, method, reason, throttle: limit };
  return [{ ...rest, ...facts, request_ids: row.request_ids.slice(0, MAX_REQUEST_IDS) }];
}

function isIn<T extends object>(known: T, name: string): name is keyof T & string {
  return Object.hasOwn(known, name);
}

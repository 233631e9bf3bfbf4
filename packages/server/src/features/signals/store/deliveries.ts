import { signalEvents, streamEvents } from "@latchkey/api";
import { LISTED_FOR } from "../../../limits/delivery-attempt.ts";
import type { Change } from "../../../store/changes.ts";
import { id, integer, pick, table, text } from "../../../store/database/columns.ts";
import { insertValues, names } from "../../../store/database/sql.ts";
import { command, query, type Script } from "../../../store/database/statement.ts";
import type { Outbox } from "../../../store/port/outbox.ts";
import type { Listing, Page } from "../../../store/port/page.ts";
import type { StoreTools } from "../../../store/store-tools.ts";
import { outboxOf } from "../../../store/tables/outbox.ts";
import { type Delivery, describeDelivery, type Receiver } from "../rules/receiver.ts";
import { event_delivery, insertDelivery } from "./delivery-table.ts";

/** The subjects that a stream is not about. */
export const event_removed_subject = table("event_removed_subject", {
  receiver_id: text,
  digest: id,
});

const { columns } = event_delivery;
/**
 * The events of the same user for the same stream that are to be sent before one, the `row`. None is before an account that is
 * disabled: a receiver that refuses another event must not let the user in for as long.
 */
const olderThan = (row: string): string => `from event_delivery as older
   where older.receiver_id = ${row}.receiver_id and older.subject = ${row}.subject and older.subject is not null
     and older.due_at is not null and older.delivery_id < ${row}.delivery_id
     and ${row}.kind <> '${signalEvents.account_disabled}'`;
/**
 * SSF 1.0 §8.1.2.1: a stream that was paused gets the events of a user in their order. So does one whose receiver was down: what
 * it did not accept is not overtaken.
 */
const outbox = outboxOf(event_delivery, { waits_for: `select 1 ${olderThan("due")}` });
/** Of the events that are due, those that wait for an older one are due after it, so that they are not looked at each time. */
const postponeFollowers = command({
  given: { now: integer },
  sql: `update event_delivery set due_at = 1 + coalesce((
     select case when older.due_at > :now then older.due_at else :now end
     ${olderThan("event_delivery")} order by older.delivery_id limit 1
   ), :now) where delivery_id in (
     select delivery_id from (
       select delivery_id, receiver_id, subject, kind from event_delivery
       where due_at <= :now and subject is not null order by due_at limit 200
     ) as due where exists (select 1 ${olderThan("due")})
   )`,
});
/** The oldest event of a user for a stream is due when the one before it is settled. One that was overtaken keeps its time. */
const wakeFollower = command({
  given: { ...pick(columns, "receiver_id", "delivery_id"), subject: text, now: integer },
  sql: `update event_delivery set due_at = :now where delivery_id in (
     select delivery_id from event_delivery
     where receiver_id = :receiver_id and subject = :subject and subject is not null and due_at is not null
     order by delivery_id limit 1
   ) and delivery_id > :delivery_id and due_at > :now`,
});
const ofReceiver = pick(columns, "receiver_id");
const byKey = pick(columns, "receiver_id", "delivery_id");
const settle = command({
  given: pick(columns, "delivery_id", "status", "last_attempt_at", "outcome", "due_at"),
  sql: `update event_delivery
   set status = :status, last_attempt_at = :last_attempt_at, outcome = :outcome, due_at = :due_at
   where delivery_id = :delivery_id and status = 'pending'`,
});
const settlePolled = command({
  given: { ...pick(columns, "receiver_id", "delivery_id", "status", "outcome"), now: integer },
  sql: `update event_delivery
   set status = :status, outcome = :outcome, last_attempt_at = :now, due_at = null
   where receiver_id = :receiver_id and delivery_id = :delivery_id and status = 'pending' returning delivery_id`,
});
const page = query({
  given: { ...ofReceiver, limit: integer, offset: integer },
  returns: columns,
  sql: `select ${names(columns)} from event_delivery where receiver_id = :receiver_id
   order by delivery_id desc limit :limit offset :offset`,
});
const count = query({
  given: ofReceiver,
  returns: { total: integer },
  sql: "select count(*) as total from event_delivery where receiver_id = :receiver_id",
});
const pending = query({
  given: { ...ofReceiver, max: integer },
  returns: { total: integer },
  sql: `select count(*) as total from (
     select 1 from event_delivery where receiver_id = :receiver_id and status = 'pending' limit :max
   ) as waiting`,
});
const oldest = query({
  given: { ...ofReceiver, now: integer, limit: integer },
  returns: columns,
  sql: `select ${names(columns)} from event_delivery
   where receiver_id = :receiver_id and status = 'pending' and expires_at > :now order by delivery_id limit :limit`,
});
const aboutStream = query({
  given: { ...ofReceiver, verification: text, stream_updated: text, now: integer, limit: integer },
  returns: columns,
  sql: `select ${names(columns)} from event_delivery
   where receiver_id = :receiver_id and status = 'pending' and kind in (:verification, :stream_updated) and expires_at > :now
   order by delivery_id limit :limit`,
});
const countFetched = command({
  given: byKey,
  sql: `update event_delivery set attempts = attempts + 1
   where receiver_id = :receiver_id and delivery_id = :delivery_id`,
});
const resend = query({
  given: { ...byKey, ...pick(columns, "due_at", "expires_at") },
  returns: columns,
  sql: `update event_delivery set status = 'pending', due_at = :due_at, expires_at = :expires_at
   where receiver_id = :receiver_id and delivery_id = :delivery_id returning ${names(columns)}`,
});
const skip = query({
  given: { ...byKey, ...pick(columns, "outcome") },
  returns: columns,
  sql: `update event_delivery set status = 'failed', outcome = :outcome, due_at = null
   where receiver_id = :receiver_id and delivery_id = :delivery_id and status = 'pending' returning ${names(columns)}`,
});
const find = query({
  given: byKey,
  returns: pick(columns, "status"),
  sql: "select status from event_delivery where receiver_id = :receiver_id and delivery_id = :delivery_id",
});
/** Whether the account was disabled after an event. */
const findDisabled = query({
  given: { ...byKey, subject: text, account_disabled: text },
  returns: pick(columns, "delivery_id"),
  sql: `select delivery_id from event_delivery where receiver_id = :receiver_id and delivery_id > :delivery_id
   and subject = :subject and kind = :account_disabled limit 1`,
});
const removed = event_removed_subject.columns;
const removeSubject = command({
  given: removed,
  sql: `insert into event_removed_subject ${insertValues(removed)} on conflict do nothing returning receiver_id`,
});
const addSubject = command({
  given: removed,
  sql: "delete from event_removed_subject where receiver_id = :receiver_id and digest = :digest returning receiver_id",
});
const findRemoved = query({
  given: removed,
  returns: pick(removed, "digest"),
  sql: "select digest from event_removed_subject where receiver_id = :receiver_id and digest = :digest",
});
const countRemoved = query({
  given: pick(removed, "receiver_id"),
  returns: { total: integer },
  sql: "select count(*) as total from event_removed_subject where receiver_id = :receiver_id",
});

/** So many subjects may be removed from a stream. */
const MAX_REMOVED = 10_000;

/** The events to be sent or fetched, and those that were. */
export interface Deliveries extends Outbox<Delivery> {
  add(delivery: Delivery): Promise<void>;
  /** Stores the outcome of an attempt, unless the event was settled meanwhile. `now`: when the next one of its user is due. */
  settle(delivery: Sent, settled: SettledAttempt, now: number): Promise<void>;
  /** Removes an event that is not sent after all. */
  finish(delivery: Sent, now: number): Promise<void>;
  /** The newest first. */
  list(receiver_id: string, page: Page): Promise<Listing<Delivery>>;
  /** How many wait, counted up to `max`. */
  countPending(receiver_id: string, max: number): Promise<number>;
  /** The oldest that wait for a receiver that polls; of a stream that is not enabled, those about the stream itself. */
  fetch(
    receiver_id: string,
    asked: { readonly now: number; readonly limit: number; readonly is_enabled: boolean },
  ): Promise<readonly Delivery[]>;
  /** Counts events that were returned to a receiver that polls. */
  countFetched(receiver_id: string, delivery_ids: readonly string[]): Promise<void>;
  /** A receiver that polls has these events, or refuses them for a reason. Returns those that waited. */
  acknowledge(
    receiver_id: string,
    outcomes: readonly PolledOutcome[],
    now: number,
  ): Promise<readonly PolledOutcome[]>;
  /** Sends an event again. Undefined when the receiver has no such event. */
  resend(
    receiver_id: string,
    delivery_id: string,
    times: { readonly now: number; readonly due_at: number | undefined },
  ): Promise<Delivery | undefined>;
  /** Gives an event up that waits. Undefined when the receiver has no such event. */
  skip(
    receiver: Pick<Receiver, "receiver_id" | "method">,
    delivery_id: string,
    given: { readonly now: number; readonly outcome: string },
  ): Promise<Delivery | "settled" | undefined>;
  /** Whether the account of an event was disabled after it, for the same receiver. */
  isDisabledSince(delivery: Sent): Promise<boolean>;
  /** False when too many subjects are removed from the stream already, and then nothing is written. */
  removeSubject(receiver_id: string, digest: string): Promise<boolean>;
  addSubject(receiver_id: string, digest: string): Promise<void>;
  /** Whether one of these subjects is removed from a stream. */
  isRemoved(receiver_id: string, digests: readonly string[]): Promise<boolean>;
}

type Sent = Pick<Delivery, "delivery_id" | "receiver_id" | "subject">;

type SettledAttempt = Pick<Delivery, "status" | "last_attempt_at" | "outcome" | "due_at">;

interface PolledOutcome extends Pick<Delivery, "delivery_id" | "status"> {
  readonly outcome: string | undefined;
}

export function createDeliveries({
  changes,
  database,
}: Pick<StoreTools, "changes" | "database">): Deliveries {
  return {
    take: (now, until, limit) =>
      database.write(function* take() {
        yield* postponeFollowers({ now });
        return yield* outbox.take({ now, until, limit });
      }),

    async putBack(delivery_id, due_at) {
      await database.write(() => outbox.putBack({ delivery_id, due_at }));
    },

    async add(delivery) {
      await database.write(() => insertDelivery(delivery));
    },

    async settle(sent, settled, now) {
      const { delivery_id } = sent;
      await database.write(function* settleOne() {
        yield* settle({ delivery_id, ...settled });
        if (settled.status !== "pending") yield* wakeNext(sent, now);
      });
    },

    async finish(sent, now) {
      const { delivery_id } = sent;
      await database.write(function* finish() {
        yield* outbox.remove({ delivery_id });
        yield* wakeNext(sent, now);
      });
    },

    list: (receiver_id, wanted) =>
      database.readStale(function* list() {
        const items = yield* page({ receiver_id, ...wanted });
        const [all] = yield* count({ receiver_id });
        return { items, total: all?.total ?? 0 };
      }),

    async countPending(receiver_id, max) {
      const [all] = await database.read(() => pending({ receiver_id, max }));
      return all?.total ?? 0;
    },

    fetch: (receiver_id, { is_enabled, ...asked }) =>
      database.read(() =>
        is_enabled
          ? oldest({ receiver_id, ...asked })
          : aboutStream({ receiver_id, ...streamEvents, ...asked }),
      ),

    async countFetched(receiver_id, delivery_ids) {
      await database.write(function* countEach() {
        for (const delivery_id of delivery_ids) yield* countFetched({ receiver_id, delivery_id });
      });
    },

    acknowledge: (receiver_id, outcomes, now) =>
      database.write(function* acknowledge() {
        const settled: PolledOutcome[] = [];
        for (const one of outcomes)
          if ((yield* settlePolled({ receiver_id, ...one, now })) > 0) settled.push(one);
        return settled;
      }),

    async resend(receiver_id, delivery_id, { now, due_at }) {
      const expires_at = now + LISTED_FOR;
      const again = { receiver_id, delivery_id, due_at, expires_at };
      return (await database.write(() => resend(again)))[0];
    },

    skip({ receiver_id, method }, delivery_id, { now, outcome }) {
      const record = changes.recorder();
      return database.write(function* skipOne() {
        const [skipped] = yield* skip({ receiver_id, delivery_id, outcome });
        if (skipped === undefined) {
          const [present] = yield* find({ receiver_id, delivery_id });
          return present && ("settled" as const);
        }
        yield* wakeNext(skipped, now);
        const type = method === "webhook" ? "event_receiver" : "event_stream";
        const after = describeDelivery(skipped);
        yield* record({ action: "event_skipped", object: { type, id: receiver_id }, after });
        return skipped;
      });
    },

    async isDisabledSince({ receiver_id, delivery_id, subject }) {
      if (subject === undefined) return false;
      const { account_disabled } = signalEvents;
      const given = { receiver_id, delivery_id, subject, account_disabled };
      return (await database.read(() => findDisabled(given))).length > 0;
    },

    removeSubject(receiver_id, digest) {
      const record = changes.recorder();
      return database.write(function* remove() {
        const [{ total } = { total: 0 }] = yield* countRemoved({ receiver_id });
        if (total >= MAX_REMOVED) return false;
        const isRemoved = (yield* removeSubject({ receiver_id, digest })) > 0;
        if (isRemoved)
          yield* record({ action: "subject_removed", object: streamObject(receiver_id) });
        return true;
      });
    },

    async addSubject(receiver_id, digest) {
      const record = changes.recorder();
      await database.write(function* add() {
        const isAdded = (yield* addSubject({ receiver_id, digest })) > 0;
        if (isAdded) yield* record({ action: "subject_added", object: streamObject(receiver_id) });
      });
    },

    isRemoved: (receiver_id, digests) =>
      database.read(function* isRemoved() {
        for (const digest of digests)
          if ((yield* findRemoved({ receiver_id, digest })).length > 0) return true;
        return false;
      }),
  };
}

function* wakeNext({ receiver_id, delivery_id, subject }: Sent, now: number): Script<void> {
  if (subject !== undefined) yield* wakeFollower({ receiver_id, delivery_id, subject, now });
}

/** Records of its changes do not say which subject it was: it is a user. */
function streamObject(receiver_id: string): Change["object"] {
  return { type: "event_stream", id: receiver_id };
}

import type { Change, RecordChange } from "../../../store/changes.ts";
import { integer, pick, replacing, type RowOf, text } from "../../../store/database/columns.ts";
import { insertValues, names } from "../../../store/database/sql.ts";
import { command, query, type Script } from "../../../store/database/statement.ts";
import type { Listing, Page } from "../../../store/port/page.ts";
import type { StoreTools } from "../../../store/store-tools.ts";
import { listPage } from "../../../store/tables/list-page.ts";
import { type Delivery, describeReceiver, type Receiver } from "../rules/receiver.ts";
import { event_delivery, insertDelivery } from "./delivery-table.ts";
import { event_receiver, receiverRows } from "./receiver-table.ts";

const { columns } = event_receiver;
const byId = pick(columns, "receiver_id");
const insert = command({
  given: columns,
  sql: `insert into event_receiver ${insertValues(columns)} on conflict do nothing returning receiver_id`,
});
const lock = query({
  given: byId,
  returns: columns,
  sql: `update event_receiver set receiver_id = receiver_id where receiver_id = :receiver_id returning ${names(columns)}`,
});
const select = query({
  given: byId,
  returns: columns,
  sql: `select ${names(columns)} from event_receiver where receiver_id = :receiver_id`,
});
const selectByClient = query({
  given: { client_id: text },
  returns: columns,
  sql: `select ${names(columns)} from event_receiver where client_id = :client_id`,
});
const listed = { limit: integer, offset: integer };
const ORDER = "order by created_at, receiver_id limit :limit offset :offset";
const webhookPage = query({
  given: listed,
  returns: columns,
  sql: `select ${names(columns)} from event_receiver where method = 'webhook' ${ORDER}`,
});
const streamPage = query({
  given: listed,
  returns: columns,
  sql: `select ${names(columns)} from event_receiver where method <> 'webhook' ${ORDER}`,
});
const countWebhooks = query({
  returns: { total: integer },
  sql: "select count(*) as total from event_receiver where method = 'webhook'",
});
const countStreams = query({
  returns: { total: integer },
  sql: "select count(*) as total from event_receiver where method <> 'webhook'",
});
const update = command({
  given: replacing(pick(columns, "receiver_id", "method", "status", "kinds", "document", "sealed")),
  sql: `update event_receiver
   set method = :method, status = :status, kinds = :kinds, document = :document, sealed = :sealed
   where receiver_id = :receiver_id`,
});
const remove = query({
  given: byId,
  returns: columns,
  sql: `delete from event_receiver where receiver_id = :receiver_id returning ${names(columns)}`,
});
const touch = command({
  given: { ...byId, now: integer, before: integer },
  sql: `update event_receiver set active_at = :now where receiver_id = :receiver_id and active_at <= :before`,
});
const claimVerification = command({
  given: { ...byId, now: integer, before: integer },
  sql: `update event_receiver set verified_at = :now
   where receiver_id = :receiver_id and verified_at <= :before and status <> 'disabled' returning receiver_id`,
});

const ofReceiver = pick(event_delivery.columns, "receiver_id");
const hold = command({
  given: ofReceiver,
  sql: "update event_delivery set due_at = null where receiver_id = :receiver_id and status = 'pending'",
});
const release = command({
  given: { ...ofReceiver, now: integer },
  sql: "update event_delivery set due_at = :now where receiver_id = :receiver_id and status = 'pending' and due_at is null",
});
const drop = command({
  given: ofReceiver,
  sql: "delete from event_delivery where receiver_id = :receiver_id and status = 'pending'",
});

/** Each event is written for every receiver that chose its kind. */
const MAX_WEBHOOKS = 100;
/** How exactly the last request of a receiver is known: not every one is a write. Seconds. */
export const TOUCHED_EVERY = 60;

/** The receivers of webhooks, and the streams of clients. */
export interface Receivers {
  /** `exists` when the client has a stream, `too_many` when there are too many receivers of webhooks; then nothing is written. */
  create(receiver: Receiver): Promise<"created" | "exists" | "too_many">;
  find(receiver_id: string): Promise<Receiver | undefined>;
  /** The stream of a client. */
  findByClient(client_id: string): Promise<Receiver | undefined>;
  /** The oldest first. */
  listWebhooks(page: Page): Promise<Listing<Receiver>>;
  listStreams(page: Page): Promise<Listing<Receiver>>;
  /**
   * Changes a receiver by a function of its current value, which returns the same value to leave it. While it is paused, its
   * events wait; when it is disabled, they are dropped. `notice` is added to its events. Undefined when there is none.
   */
  change(
    receiver_id: string,
    next: (present: Receiver) => Receiver,
    now: number,
    notice?: (changed: Receiver) => Delivery,
  ): Promise<Receiver | undefined>;
  /** False when there was none. Its events are deleted with it. */
  delete(receiver_id: string): Promise<boolean>;
  /** The receiver sent a request, or accepted an event. */
  touch(receiver: Pick<Receiver, "receiver_id" | "active_at">, now: number): Promise<void>;
  /** Sends the events that wait although their stream is enabled: they were written while its status changed. */
  release(receiver_id: string, now: number): Promise<void>;
  /** Adds a verification event. False where the last one is younger than `interval` seconds, or the stream is disabled. */
  verify(
    receiver_id: string,
    notice: Delivery,
    times: { readonly now: number; readonly interval: number },
  ): Promise<boolean>;
}

export function createReceivers({
  database,
  sealer,
  changes,
  onUnreadable: report,
}: Pick<StoreTools, "database" | "sealer" | "changes" | "onUnreadable">): Receivers {
  const { fromRow, toRow, replaceRow } = receiverRows(sealer);
  const read = (row: RowOf<typeof columns> | undefined) => row && fromRow(row);

  return {
    async create(receiver) {
      const record = changes.recorder();
      return database.write(function* create(): Script<"created" | "exists" | "too_many"> {
        const [{ total } = { total: 0 }] = yield* countWebhooks({});
        if (receiver.method === "webhook" && total >= MAX_WEBHOOKS) return "too_many";
        if ((yield* insert(toRow(receiver))) === 0) return "exists";
        yield* record(changeOf("created", undefined, receiver));
        return "created";
      });
    },

    async find(receiver_id) {
      return read((await database.read(() => select({ receiver_id })))[0]);
    },

    async findByClient(client_id) {
      return read((await database.read(() => selectByClient({ client_id })))[0]);
    },

    listWebhooks: (page) =>
      database.read(() => listPage(webhookPage(page), countWebhooks({}), fromRow, report)),

    listStreams: (page) =>
      database.read(() => listPage(streamPage(page), countStreams({}), fromRow, report)),

    async change(receiver_id, next, now, notice) {
      const record = changes.recorder();
      return database.write(function* change(): Script<Receiver | undefined> {
        const [row] = yield* lock({ receiver_id });
        if (row === undefined) return undefined;
        const present = fromRow(row);
        const changed = next(present);
        if (changed === present) return present;
        yield* update(replaceRow(row, changed));
        yield* moveEvents(present, changed, now);
        if (notice !== undefined) yield* insertDelivery(notice(changed));
        yield* recordChanges(present, changed, record);
        return changed;
      });
    },

    async delete(receiver_id) {
      const record = changes.recorder();
      return database.write(function* deleteOne() {
        const deleted = read((yield* remove({ receiver_id }))[0]);
        if (deleted === undefined) return false;
        yield* record(changeOf("deleted", deleted, undefined));
        return true;
      });
    },

    async touch({ receiver_id, active_at }, now) {
      const before = now - TOUCHED_EVERY;
      if (active_at > before) return;
      await database.write(() => touch({ receiver_id, now, before }));
    },

    async release(receiver_id, now) {
      await database.write(() => release({ receiver_id, now }));
    },

    verify: (receiver_id, notice, { now, interval }) =>
      database.write(function* verify() {
        const claimed = yield* claimVerification({ receiver_id, now, before: now - interval });
        if (claimed === 0) return false;
        yield* insertDelivery(notice);
        return true;
      }),
  };
}

/** Events wait, are sent, or are dropped, as the receiver now says. */
function* moveEvents(before: Receiver, after: Receiver, now: number): Script<void> {
  const { receiver_id, status, method } = after;
  if (status === before.status && method === before.method) return;
  if (status === "disabled") yield* drop({ receiver_id });
  else if (status === "paused" || method === "poll") yield* hold({ receiver_id });
  else yield* release({ receiver_id, now });
}

function* recordChanges(before: Receiver, after: Receiver, record: RecordChange): Script<void> {
  const isRotated = before.secrets[0]?.secret !== after.secrets[0]?.secret;
  yield* record(changeOf(isRotated ? "secret_rotated" : "updated", before, after));
}

/** The receiver without its secrets. The path of a URL may hold one. */
function changeOf(
  action: string,
  before: Receiver | undefined,
  after: Receiver | undefined,
): Change {
  const described = (receiver: Receiver | undefined): object | undefined => {
    if (receiver === undefined) return undefined;
    const { secrets: _, authorization_header: __, url, ...rest } = receiver;
    return { ...rest, url: url && URL.parse(url)?.origin };
  };
  const { receiver_id: id, method } = after ?? before ?? { receiver_id: "", method: "webhook" };
  const type = method === "webhook" ? "event_receiver" : "event_stream";
  const object = { type, id };
  const present = before && describeReceiver(before);
  return { action, object, before: described(before), present, after: described(after) };
}

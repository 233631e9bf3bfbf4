import type { Client } from "../../oauth/client.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { PolledPace, PollingPace } from "../../oauth/polling-pace.ts";
import {
  bytes,
  id,
  integer,
  oneOf,
  optional as nullable,
  pick,
  type RowOf,
  table,
  text,
} from "../../store/database/columns.ts";
import { insertValues, names } from "../../store/database/sql.ts";
import { command, insertRow, query, type Script } from "../../store/database/statement.ts";
import type { Held } from "../../oauth/ending.ts";
import type { Ending, Holding, HoldingBatch } from "../../store/holdings.ts";
import { documents, optional, or, required } from "../../store/port/documents.ts";
import { sealedDocuments } from "../../store/port/sealed-documents.ts";
import type { StoreTools } from "../../store/store-tools.ts";
import { grantRow } from "../../store/tables/grants/grant-table.ts";
import { pollingOf } from "../../store/tables/polling.ts";
import type { AskedAuthentication, BackchannelRequest } from "./rules/authentication-request.ts";
import { documentContexts, sealedColumn } from "../../store/tables/sealed-column.ts";

export const backchannel_request = table("backchannel_request", {
  request_id: id,
  client_id: text,
  client_key: integer,
  addressee: text,
  /** Of the grant; null until the user has allowed the request. */
  subject_key: nullable(integer),
  state: oneOf<BackchannelRequest["state"]>("waiting", "accepted", "rejected"),
  requested_at: integer,
  valid_until: integer,
  expires_at: integer,
  poll_interval: integer,
  polled_at_ms: nullable(integer),
  sealed: bytes,
});

export const sealedBackchannelRequests = sealedColumn(backchannel_request, {
  column: "sealed",
  key: ["request_id"],
  tokens_end_at: "expires_at",
  contextsOf: ({ request_id }) => documentContexts(request_id, "backchannel request"),
});

/** Which of a user's slots a request takes, as long as it counts. */
export const backchannel_slot = table("backchannel_slot", {
  addressee: text,
  slot: integer,
  request_id: id,
  client_id: text,
  expires_at: integer,
});

export const backchannel_delivery = table("backchannel_delivery", {
  delivery_id: id,
  request_id: id,
  kind: oneOf<BackchannelDelivery["kind"]>("asked", "answered"),
  attempts: integer,
  due_at: integer,
  expires_at: integer,
});

/** Adds a delivery; part of the script that stores or answers a request. */
const insertDelivery = command({
  given: backchannel_delivery.columns,
  sql: `insert into backchannel_delivery ${insertValues(backchannel_delivery.columns)}`,
});

const askedDocuments = documents<AskedAuthentication>({
  table: "backchannel_request",
  fields: {
    scope: required("list"),
    audience: or([]),
    authorization_details: optional("list"),
    acr_values: or([]),
    required_acr: optional("list"),
    max_age: optional("number"),
    claims: optional("object"),
    login_hint: optional("text"),
    id_token_hint: optional("object"),
    subject: optional("text"),
    binding_message: optional("text"),
    ui_locales: or([]),
    client_notification_token: optional("text"),
  },
});

const { columns } = backchannel_request;
const slotColumns = backchannel_slot.columns;
const freeExpired = command({
  given: { ...pick(slotColumns, "addressee"), now: integer },
  sql: "delete from backchannel_slot where addressee = :addressee and expires_at <= :now",
});
const free = command({
  given: pick(slotColumns, "addressee", "request_id"),
  sql: "delete from backchannel_slot where addressee = :addressee and request_id = :request_id",
});
const taken = query({
  given: pick(slotColumns, "addressee"),
  returns: slotColumns,
  sql: `select ${names(slotColumns)} from backchannel_slot where addressee = :addressee`,
});
const claimSlot = command({
  given: slotColumns,
  sql: `insert into backchannel_slot ${insertValues(slotColumns)}
   on conflict (addressee, slot) do nothing returning request_id`,
});
const insert = command({
  given: columns,
  sql: `insert into backchannel_request ${insertValues(columns)}`,
});
const select = query({
  given: { ...pick(columns, "request_id"), now: integer },
  returns: columns,
  sql: `select ${names(columns)} from backchannel_request
   where request_id = :request_id and valid_until > :now`,
});
/** What was accepted does not count any more; what was rejected does, so that no user is asked again and again. */
const accept = query({
  given: { request_id: id, subject_key: integer },
  returns: pick(columns, "addressee"),
  sql: `update backchannel_request set state = 'accepted', subject_key = :subject_key
   where request_id = :request_id and state = 'waiting' returning addressee`,
});
const reject = command({
  given: pick(columns, "request_id"),
  sql: `update backchannel_request set state = 'rejected'
   where request_id = :request_id and state = 'waiting' returning request_id`,
});
const inOrder = query({
  given: { ...pick(columns, "request_id"), limit: integer },
  returns: columns,
  sql: `select ${names(columns)} from backchannel_request where request_id > :request_id
   order by request_id limit :limit`,
});
const remove = command({
  given: pick(columns, "request_id"),
  sql: "delete from backchannel_request where request_id = :request_id",
});
const polling = pollingOf(backchannel_request, {
  key: "request_id",
  end: "valid_until",
  read_columns: columns,
});

/** How many requests that are not accepted a user may have at once. */
interface BackchannelLimits {
  readonly per_user: number;
  /** Of one client. */
  readonly per_client: number;
}

/** Backchannel authentication requests. One that is no longer valid is not found. */
export interface BackchannelRequests {
  /**
   * Stores a request and its first delivery. When its user has too many already, it returns at what time (unix seconds) the
   * earliest of them stops counting, and nothing is written. Requests count until they are accepted or their row expires: who
   * denies a request is not asked again at once.
   */
  begin(
    request: BackchannelRequest,
    limits: BackchannelLimits,
    delivery: BackchannelDelivery | undefined,
  ): Promise<Begun>;
  find(request_id: string, now: number): Promise<BackchannelRequest | undefined>;
  /** The requests for a user that wait for an answer, the newest first. */
  listWaiting(addressee: string, now: number): Promise<readonly BackchannelRequest[]>;
  /**
   * The user allowed it: creates the grant, which has the id of the request, and the delivery. False when the request was
   * answered before, and then nothing is written.
   */
  accept(grant: Grant, delivery: BackchannelDelivery | undefined): Promise<boolean>;
  /** The user denied it. As `accept` otherwise. */
  reject(request_id: string, delivery: BackchannelDelivery | undefined): Promise<boolean>;
  /** The client asks for its tokens: reads its pace, lets `decide` choose the next one and writes that. Undefined when this client has no such request. */
  poll(
    request_id: string,
    client: Client,
    now: number,
    decide: (pace: PollingPace) => PolledPace,
  ): Promise<PolledRequest | undefined>;
}

/** Whether a request was stored. */
type Begun =
  | { readonly kind: "begun" }
  | { readonly kind: "too_many"; readonly limit: keyof BackchannelLimits; readonly until: number };

/** A request, with the pace that its client has to keep from now on. */
interface PolledRequest {
  readonly request: BackchannelRequest;
  readonly too_fast: boolean;
}

/** A notification: of the app that asks users, or of the client when its user has answered. */
export interface BackchannelDelivery {
  /** 16 bytes in base64url. */
  readonly delivery_id: string;
  readonly request_id: string;
  readonly kind: "asked" | "answered";
  readonly attempts: number;
  /** Unix seconds, as is `expires_at`. */
  readonly due_at: number;
  readonly expires_at: number;
}

export function createBackchannelRequests({
  database,
  sealer,
  cached_grants,
  endings: { isEnded },
}: Pick<StoreTools, "database" | "sealer" | "cached_grants" | "endings">): BackchannelRequests {
  const stored = sealedDocuments("backchannel request", sealer, askedDocuments);
  const open = ({ sealed, ...row }: RequestRow): BackchannelRequest | undefined => {
    const asked = stored.open(row.request_id, sealed);
    return asked && { ...row, asked };
  };

  const unlessEnded = async (
    request: BackchannelRequest | undefined,
  ): Promise<BackchannelRequest | undefined> =>
    request && (await isEnded(heldBy(request))) ? undefined : request;

  return {
    begin: ({ asked, ...request }, limits, delivery) =>
      database.write(function* begin(): Script<Begun> {
        const sealed = stored.seal(request.request_id, asked);
        const begun = yield* takeSlot(request, limits);
        if (begun.kind !== "begun") return begun;
        yield* insert({ ...request, sealed, subject_key: undefined });
        yield* deliver(delivery);
        return begun;
      }),

    async find(request_id, now) {
      const [row] = await database.read(() => select({ request_id, now }));
      return unlessEnded(row && open(row));
    },

    async listWaiting(addressee, now) {
      const rows = await database.read(() => selectWaiting(addressee, now));
      const waiting = await Promise.all(rows.map((row) => unlessEnded(open(row))));
      return waiting.filter((request) => request !== undefined);
    },

    async accept(grant, delivery) {
      const { grant_id: request_id, subject_key } = grant;
      const won = await database.write(function* acceptOnce() {
        const [accepted] = yield* accept({ request_id, subject_key });
        if (accepted === undefined) return false;
        yield* free({ ...accepted, request_id });
        yield* insertRow(grantRow(grant, sealer));
        yield* deliver(delivery);
        return true;
      });
      if (won) cached_grants.set(request_id, { grant, is_sealed_with_newest: true });
      return won;
    },

    reject: (request_id, delivery) =>
      database.write(function* rejectOnce() {
        if ((yield* reject({ request_id })) === 0) return false;
        yield* deliver(delivery);
        return true;
      }),

    async poll(request_id, { client_id, client_key }, now, decide) {
      const poller = { polled_id: request_id, client_id, client_key, now };
      const polled = await database.write(() => polling(poller, decide));
      const request = await unlessEnded(polled && open(polled.row));
      return polled && request && { request, too_fast: polled.too_fast };
    },
  };
}

/** What a request belongs to, as far as its user is known. */
function heldBy({ client_id, asked, requested_at: at }: BackchannelRequest): Held {
  return { subject: subjectOf(asked), client_id, audience: asked.audience, at };
}

function subjectOf({ subject, id_token_hint }: AskedAuthentication): string | undefined {
  const hinted = id_token_hint?.["sub"];
  return subject ?? (typeof hinted === "string" ? hinted : undefined);
}

/** The requests of clients. They are few, and read from the first to the last. */
export function heldRequests({
  database,
  sealer,
}: Pick<StoreTools, "database" | "sealer">): Holding {
  const stored = sealedDocuments("backchannel request", sealer, askedDocuments);
  const belongs = (row: RequestRow, { kind, name, before }: Ending): boolean => {
    if (row.requested_at >= before) return false;
    if (kind === "client") return row.client_id === name;
    const asked = stored.open(row.request_id, row.sealed);
    if (asked === undefined) return false;
    return kind === "audience" ? asked.audience.includes(name) : subjectOf(asked) === name;
  };
  return {
    kind: "backchannel_requests",
    covers: ({ kind }) => kind === "subject" || kind === "client" || kind === "audience",
    next(ending, { after, limit, dry_run }) {
      function* batch(): Script<HoldingBatch> {
        const rows = yield* inOrder({ request_id: after, limit });
        const held = rows.filter((row) => belongs(row, ending));
        if (!dry_run) for (const row of held) yield* removeRequest(row);
        return {
          count: held.length,
          next: rows.length < limit ? undefined : rows.at(-1)?.request_id,
        };
      }
      return dry_run ? database.read(batch) : database.write(batch);
    },
  };
}

/** A request, and the slot of its user. */
function* removeRequest({ request_id, addressee }: RequestRow): Script<void> {
  yield* remove({ request_id });
  yield* free({ addressee, request_id });
}

type RequestRow = RowOf<typeof columns>;

/** Every request that waits has a slot. */
function* selectWaiting(addressee: string, now: number): Script<readonly RequestRow[]> {
  const rows: RequestRow[] = [];
  for (const { request_id } of yield* taken({ addressee }))
    rows.push(...(yield* select({ request_id, now })));
  return rows
    .filter(({ state }) => state === "waiting")
    .toSorted((one, other) => other.requested_at - one.requested_at);
}

function* deliver(delivery: BackchannelDelivery | undefined): Script<void> {
  if (delivery !== undefined) yield* insertDelivery(delivery);
}

/** Takes the first free slot of a user for a request. Another server may take that at the same time: then the next one is tried. */
function* takeSlot(
  request: Pick<
    RequestRow,
    "request_id" | "addressee" | "client_id" | "requested_at" | "expires_at"
  >,
  { per_user, per_client }: BackchannelLimits,
): Script<Begun> {
  const { request_id, addressee, client_id, requested_at: now, expires_at: end } = request;
  const found = yield* taken({ addressee });
  const rows = found.filter(({ expires_at }) => expires_at > now);
  if (rows.length < found.length) yield* freeExpired({ addressee, now });
  const own = rows.filter((row) => row.client_id === client_id);
  if (own.length >= per_client) return tooMany("per_client", own);
  const used = new Set(rows.map(({ slot }) => slot));
  for (let slot = 0; slot < per_user; slot += 1) {
    if (used.has(slot)) continue;
    const row = { addressee, slot, request_id, client_id, expires_at: end };
    if ((yield* claimSlot(row)) > 0) return { kind: "begun" };
  }
  return tooMany("per_user", rows.length > 0 ? rows : [request]);
}

function tooMany(
  limit: keyof BackchannelLimits,
  rows: readonly { readonly expires_at: number }[],
): Begun {
  return { kind: "too_many", limit, until: Math.min(...rows.map(({ expires_at }) => expires_at)) };
}

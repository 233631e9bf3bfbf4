import type { Sealer } from "../../../crypto/sealed.ts";
import type { LruCache } from "../../../lru-cache.ts";
import type {
  AskedAuthentication,
  BackchannelRequest,
} from "../../../openid/backchannel/authentication-request.ts";
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
} from "../../database/columns.ts";
import type { Database } from "../../database/database.ts";
import { insertValues, names } from "../../database/sql.ts";
import { command, insertRow, query, type Script } from "../../database/statement.ts";
import type {
  BackchannelDelivery,
  BackchannelLimits,
  BackchannelRequests,
  Begun,
} from "../../port/backchannel-store.ts";
import { documents, optional, or, required } from "../../port/documents.ts";
import { sealedDocuments } from "../../port/sealed-documents.ts";
import { grantRow } from "../grants/grant-table.ts";
import type { CachedGrant } from "../grants/grants.ts";
import { pollingOf } from "../polling.ts";
import { insertDelivery } from "./deliveries.ts";

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

/** Which of a user's slots a request takes, as long as it counts. */
export const backchannel_slot = table("backchannel_slot", {
  addressee: text,
  slot: integer,
  request_id: id,
  client_id: text,
  expires_at: integer,
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
const slot_columns = backchannel_slot.columns;
const freeExpired = command({
  given: { ...pick(slot_columns, "addressee"), now: integer },
  sql: "delete from backchannel_slot where addressee = :addressee and expires_at <= :now",
});
const free = command({
  given: pick(slot_columns, "addressee", "request_id"),
  sql: "delete from backchannel_slot where addressee = :addressee and request_id = :request_id",
});
const taken = query({
  given: pick(slot_columns, "addressee"),
  returns: slot_columns,
  sql: `select ${names(slot_columns)} from backchannel_slot where addressee = :addressee`,
});
const claimSlot = command({
  given: slot_columns,
  sql: `insert into backchannel_slot ${insertValues(slot_columns)}
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
const polling = pollingOf(backchannel_request, {
  key: "request_id",
  end: "valid_until",
  read_columns: columns,
});

export function createBackchannelRequests(
  database: Database,
  sealer: Sealer,
  cached_grants: LruCache<string, CachedGrant>,
): BackchannelRequests {
  const stored = sealedDocuments("backchannel request", sealer, askedDocuments);
  const open = ({ sealed, ...row }: RequestRow): BackchannelRequest | undefined => {
    const asked = stored.open(row.request_id, sealed);
    return asked && { ...row, asked };
  };

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
      return row && open(row);
    },

    async listWaiting(addressee, now) {
      const rows = await database.read(() => selectWaiting(addressee, now));
      return rows.map(open).filter((request) => request !== undefined);
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
      const request = polled && open(polled.row);
      return polled && request && { request, too_fast: polled.too_fast };
    },
  };
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

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

const read_columns = {
  request_id: id,
  client_id: text,
  client_key: integer,
  addressee: text,
  state: oneOf<BackchannelRequest["state"]>("waiting", "accepted", "rejected"),
  requested_at: integer,
  valid_until: integer,
  expires_at: integer,
  poll_interval: integer,
  polled_at_ms: nullable(integer),
  sealed: bytes,
};

export const backchannel_request = table("backchannel_request", {
  ...read_columns,
  /** Which of the user's slots it takes; null when it does not count any more. */
  slot: nullable(integer),
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
const of_addressee = { ...pick(columns, "addressee"), now: integer };
const free = command({
  given: of_addressee,
  sql: `update backchannel_request set slot = null
   where addressee = :addressee and slot is not null and expires_at <= :now`,
});
const taken = query({
  given: pick(columns, "addressee"),
  returns: pick(columns, "slot", "client_id", "expires_at"),
  sql: `select slot, client_id, expires_at from backchannel_request
   where addressee = :addressee and slot is not null`,
});
const insert = command({
  given: columns,
  sql: `insert into backchannel_request ${insertValues(columns)}
   on conflict (addressee, slot) do nothing returning request_id`,
});
const select = query({
  given: { ...pick(columns, "request_id"), now: integer },
  returns: read_columns,
  sql: `select ${names(read_columns)} from backchannel_request
   where request_id = :request_id and valid_until > :now`,
});
const selectWaiting = query({
  given: of_addressee,
  returns: read_columns,
  sql: `select ${names(read_columns)} from backchannel_request
   where addressee = :addressee and state = 'waiting' and valid_until > :now
   order by requested_at desc, request_id desc`,
});
/** What was accepted does not count any more; what was rejected does, so that no user is asked again and again. */
const accept = command({
  given: pick(columns, "request_id"),
  sql: `update backchannel_request set state = 'accepted', slot = null
   where request_id = :request_id and state = 'waiting' returning request_id`,
});
const reject = command({
  given: pick(columns, "request_id"),
  sql: `update backchannel_request set state = 'rejected'
   where request_id = :request_id and state = 'waiting' returning request_id`,
});
const polling = pollingOf(backchannel_request, {
  key: "request_id",
  end: "valid_until",
  read_columns,
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
        const begun = yield* takeSlot({ ...request, sealed }, limits);
        if (begun.kind === "begun" && delivery !== undefined) yield* insertDelivery(delivery);
        return begun;
      }),

    async find(request_id, now) {
      const [row] = await database.read(() => select({ request_id, now }));
      return row && open(row);
    },

    async listWaiting(addressee, now) {
      const rows = await database.read(() => selectWaiting({ addressee, now }));
      return rows.map(open).filter((request) => request !== undefined);
    },

    async accept(grant, delivery) {
      const { grant_id: request_id } = grant;
      const won = await database.write(function* acceptOnce() {
        if ((yield* accept({ request_id })) === 0) return false;
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

type RequestRow = RowOf<typeof read_columns>;

function* deliver(delivery: BackchannelDelivery | undefined): Script<void> {
  if (delivery !== undefined) yield* insertDelivery(delivery);
}

/** Stores a request in the first free slot of its user. Another server may take that at the same time: then the next one is tried. */
function* takeSlot(
  request: RequestRow,
  { per_user, per_client }: BackchannelLimits,
): Script<Begun> {
  const { addressee, client_id, requested_at: now } = request;
  const found = yield* taken({ addressee });
  const rows = found.filter(({ expires_at }) => expires_at > now);
  if (rows.length < found.length) yield* free({ addressee, now });
  const own = rows.filter((row) => row.client_id === client_id);
  if (own.length >= per_client) return tooMany("per_client", own);
  const used = new Set(rows.map(({ slot }) => slot));
  for (let slot = 0; slot < per_user; slot += 1) {
    if (!used.has(slot) && (yield* insert({ ...request, slot })) > 0) return { kind: "begun" };
  }
  return tooMany("per_user", rows.length > 0 ? rows : [request]);
}

function tooMany(
  limit: keyof BackchannelLimits,
  rows: readonly { readonly expires_at: number }[],
): Begun {
  return { kind: "too_many", limit, until: Math.min(...rows.map(({ expires_at }) => expires_at)) };
}

import type { JsonObject } from "@latchkey/api";
import { scopeClaims } from "@latchkey/sign-in";
import { subjectKeyOf } from "../../../crypto/subject-key.ts";
import { randomId } from "../../../crypto/random.ts";
import type { Cause } from "../../../http/cause.ts";
import type { ChangeListener } from "../../../store/changes.ts";
import {
  integer,
  optional as nullable,
  pick,
  type RowOf,
  table,
  text,
  words,
} from "../../../store/database/columns.ts";
import { insertValues } from "../../../store/database/sql.ts";
import { command, query, type Script } from "../../../store/database/statement.ts";
import { type AccountEvent, eventsOf, type Initiator, isDeletionStarted } from "../rules/event.ts";
import { type ResourceEvent, resourceEventsOf } from "../rules/resource-event.ts";
import { commonPayload, signalsOf } from "../rules/signal.ts";
import { webhookBody } from "../rules/webhook-body.ts";
import { insertDelivery, newDelivery, signalDocuments } from "./delivery-table.ts";
import { event_receiver } from "./receiver-table.ts";

/** For which streams the user of an account that is disabled or being deleted was one of their client: its grants are gone. */
export const event_known_user = table("event_known_user", {
  receiver_id: text,
  subject: text,
  id_token_subject: nullable(text),
  expires_at: integer,
});

const { columns } = event_receiver;
const subscribers = query({
  returns: pick(columns, "receiver_id", "kinds"),
  sql: "select receiver_id, kinds from event_receiver where method = 'webhook' and status = 'enabled'",
});

const granted = {
  ...pick(columns, "receiver_id", "method", "status", "kinds"),
  /** Of one grant. */
  scope: words,
};
const knowing = { ...granted, id_token_subject: nullable(text) };
const IS_THEIRS = "receiver.client_id = %.client_id and receiver.client_key = %.client_key";
/** The streams of the clients that got tokens in a session. */
const ofSession = query({
  given: { sid: text },
  returns: knowing,
  sql: `select receiver_id, method, status, kinds, '' as scope, id_token_subject
   from session_visit join event_receiver as receiver on ${IS_THEIRS.replaceAll("%", "session_visit")}
   where session_visit.sid = :sid and receiver.status <> 'disabled'`,
});
/** The streams of the clients that a user granted tokens, one row for each grant, the newest first. */
const ofUser = query({
  given: { subject: text, subject_key: integer },
  returns: { ...granted, sid: text, client_id: text },
  sql: `select receiver_id, method, status, kinds, authorization_grant.scope as scope, sid, receiver.client_id as client_id
   from authorization_grant join event_receiver as receiver on ${IS_THEIRS.replaceAll("%", "authorization_grant")}
   where authorization_grant.subject = :subject and authorization_grant.subject_key = :subject_key
   order by granted_at desc`,
});
const visit = query({
  given: { sid: text, client_id: text },
  returns: { id_token_subject: text },
  sql: "select id_token_subject from session_visit where sid = :sid and client_id = :client_id",
});
const ofNotedUser = query({
  given: { subject: text },
  returns: knowing,
  sql: `select receiver.receiver_id as receiver_id, method, status, kinds, '' as scope, id_token_subject
   from event_known_user join event_receiver as receiver on receiver.receiver_id = event_known_user.receiver_id
     and receiver.status <> 'disabled'
   where event_known_user.subject = :subject`,
});
const noteUser = command({
  given: event_known_user.columns,
  sql: `insert into event_known_user ${insertValues(event_known_user.columns)}
   on conflict (receiver_id, subject) do update set expires_at = excluded.expires_at`,
});

/** A stream whose client knows the user of an event, with everything that the user granted it. */
type KnowingStream = RowOf<typeof knowing>;

/** How long the deletion of an account may take, attempts that failed included. Seconds. */
const DELETED_WITHIN = 7 * 86_400;
/** For how long clients that knew the user of a disabled account learn what becomes of it. Seconds. */
const DISABLED_WITHIN = 366 * 86_400;
/** Events of accounts whose grants may be gone. */
const AFTER_GRANTS: ReadonlySet<string> = new Set([
  "account.disabled",
  "account.enabled",
  "account.deleted",
]);

/** Adds the events of a change to the outbox; part of the transaction that makes the change. */
export const writeEvents: ChangeListener = function* writeEvents(change, cause, at_ms) {
  for (const event of eventsOf(change)) {
    yield* writeWebhooks(event, cause, at_ms);
    yield* writeSignals(event, cause, at_ms);
    if (event.kind === "account.disabled")
      yield* noteStreams(event.subject, at_ms, DISABLED_WITHIN);
  }
  for (const event of resourceEventsOf(change)) yield* writeWebhooks(event, cause, at_ms);
  if (isDeletionStarted(change)) yield* noteStreams(change.object.id, at_ms, DELETED_WITHIN);
};

function* writeWebhooks(
  event: AccountEvent | ResourceEvent,
  cause: Cause,
  at_ms: number,
): Script<void> {
  const { kind } = event;
  const receivers = (yield* subscribers({})).filter(({ kinds }) => kinds.includes(kind));
  if (receivers.length === 0) return;
  const content = webhookBody(event, initiators[cause.caller.kind], Math.floor(at_ms / 1000));
  for (const { receiver_id } of receivers)
    yield* insertDelivery(newDelivery({ receiver_id, kind, content, is_sent: true }, at_ms));
}

function* writeSignals(event: AccountEvent, cause: Cause, at_ms: number): Script<void> {
  const streams = yield* streamsFor(event);
  const txn = cause.request_id || randomId();
  for (const { receiver_id, method, status, kinds, scope, id_token_subject } of streams) {
    const is_sent = method === "push" && status === "enabled";
    for (const signal of signalsOf(event, claimsOf(scope))) {
      const { event: kind, subject: about } = signal;
      if (!kinds.includes(kind)) continue;
      const common = commonPayload(signal, initiators[cause.caller.kind], Math.floor(at_ms / 1000));
      const payload: JsonObject = { ...common, ...signal.payload };
      const user = { subject: event.subject, about, ...(id_token_subject && { id_token_subject }) };
      const content = signalDocuments.write({ payload, user, txn });
      const { subject } = event;
      yield* insertDelivery(newDelivery({ receiver_id, kind, subject, content, is_sent }, at_ms));
    }
  }
}

function* streamsFor(event: AccountEvent): Script<readonly KnowingStream[]> {
  if (event.kind === "session.revoked") return yield* ofSession({ sid: event.session_id });
  const { kind, subject } = event;
  const all = yield* streamsOf(subject);
  const knowingNow = all.filter(({ status }) => status !== "disabled");
  if (!AFTER_GRANTS.has(kind)) return knowingNow;
  const known = new Set(knowingNow.map(({ receiver_id }) => receiver_id));
  const noted = yield* ofNotedUser({ subject });
  return [...knowingNow, ...noted.filter(({ receiver_id }) => !known.has(receiver_id))];
}

/** The streams of the clients that know a user, before the grants end that say so. */
function* noteStreams(subject: string, at_ms: number, within: number): Script<void> {
  const expires_at = Math.floor(at_ms / 1000) + within;
  for (const { receiver_id, id_token_subject } of yield* streamsOf(subject))
    yield* noteUser({ receiver_id, subject, id_token_subject, expires_at });
}

/** The streams of the clients that know a user, disabled ones too, one for each, with everything that the user granted. */
function* streamsOf(subject: string): Script<readonly KnowingStream[]> {
  const grants = yield* ofUser({ subject, subject_key: subjectKeyOf(subject) });
  const streams: KnowingStream[] = [];
  for (const [, rows] of Map.groupBy(grants, ({ receiver_id }) => receiver_id)) {
    const [newest] = rows;
    if (newest === undefined) continue;
    const { sid, client_id, ...stream } = newest;
    const [visited] = yield* visit({ sid, client_id });
    const scope = rows.flatMap((row) => row.scope);
    streams.push({ ...stream, scope, id_token_subject: visited?.id_token_subject });
  }
  return streams;
}

/** OpenID Connect Core §5.4: the claims that these scopes release. */
function claimsOf(granted_scope: readonly string[]): ReadonlySet<string> {
  return new Set(granted_scope.flatMap((scope) => scopeClaims.get(scope) ?? []));
}

const initiators: Readonly<Record<Cause["caller"]["kind"], Initiator>> = {
  api_key: "admin",
  account: "admin",
  local: "admin",
  command: "admin",
  client: "user",
  user: "user",
  server: "system",
};

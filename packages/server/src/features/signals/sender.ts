import { webhookHeaders } from "../../crypto/webhook-signature.ts";
import { signJwt } from "../../crypto/jwt.ts";
import { keySets } from "../../context/keyring.ts";
import { subjectIdentifierFor } from "../../grants/subject-identifier.ts";
import { startDeliveries } from "../../jobs/deliveries.ts";
import type { RepeatedJob } from "../../jobs/repeat.ts";
import {
  type AttemptOutcome,
  describeOutcome,
  judgeAttempt,
  type Verdict,
} from "../../limits/delivery-attempt.ts";
import { isJsonObject, parseJson } from "../../limits/json-depth.ts";
import { signalEvents, TEST_EVENT } from "@latchkey/api";
import { isSelfDescribed } from "../../oauth/client.ts";
import { liveSecrets } from "../../oauth/client/secret-rotation.ts";
import { explainOutboundRejection } from "../../outbound/outbound-rejection.ts";
import type { SignalsContext } from "./context.ts";
import type { Delivery, Receiver } from "./rules/receiver.ts";
import { isFinalRefusal, readErrorCode } from "./rules/push-error.ts";
import {
  eventTokenClaims,
  isAboutStream,
  type SignalSubject,
  type SubjectIdentifier,
  subjectIdOf,
} from "./rules/signal.ts";
import { digestsOfUser } from "./rules/stream.ts";
import { signalDocuments } from "./store/delivery-table.ts";

/** Sends events from the outbox to receivers, until they are accepted or given up. */
export function startEventDeliveries(context: SignalsContext): RepeatedJob {
  const { deliveries, receivers } = context.signals;
  return startDeliveries(
    "event-deliveries",
    deliveries,
    (delivery) => sendEvent(delivery, context),
    context,
    async ({ receiver_id }) => (await receivers.find(receiver_id))?.url,
  );
}

const statusAfter = { delivered: "delivered", retry: "pending", given_up: "failed" } as const;

/** Sends an event once and stores the outcome. The log has neither a URL, which may hold a secret, nor what the event says. */
export async function sendEvent(delivery: Delivery, context: SignalsContext): Promise<Delivery> {
  const { log, now, signals } = context;
  const { delivery_id, receiver_id, kind, attempts, created_at } = delivery;
  const receiver = await signals.receivers.find(receiver_id);
  if (receiver === undefined) return delivery; // Its events are gone with it.
  if (receiver.status === "paused" && !isAboutStream(kind)) return hold(delivery, context);
  if (kind === signalEvents.account_enabled && (await signals.deliveries.isDisabledSince(delivery)))
    return supersede(delivery, context);
  const outcome = await attempt(delivery, receiver, context);
  if (outcome === "removed") {
    await signals.deliveries.finish(delivery, now());
    return delivery;
  }
  const is_test = kind === TEST_EVENT;
  const verdict: Verdict =
    outcome === undefined || isFinalRefusal(outcome.error)
      ? { kind: "given_up" }
      : judgeAttempt(outcome, { attempts, created_at, is_test }, now());
  const settled = {
    status: statusAfter[verdict.kind],
    outcome: outcome === undefined ? NO_DESTINATION : describe(outcome),
    last_attempt_at: now(),
    due_at: verdict.kind === "retry" ? verdict.due_at : undefined,
  };
  await signals.deliveries.settle(delivery, settled, now());
  if (verdict.kind === "delivered") await signals.receivers.touch(receiver, now());
  // A test that fails is no event that was lost.
  const counted = is_test && verdict.kind === "given_up" ? "retry" : verdict.kind;
  signals.counters[receiver.method][counted].add();
  log[verdict.kind === "delivered" ? "info" : "warn"]("event", {
    receiver_id,
    delivery_id,
    kind,
    attempts,
    status: settled.status,
    outcome: settled.outcome,
  });
  return { ...delivery, ...settled };
}

const CLIENT_DISABLED = "The client of the stream is disabled.";
const NO_DESTINATION = "The receiver has no URL that the server can read any more.";

/** Until the stream is enabled again. */
async function hold(delivery: Delivery, { now, signals }: SignalsContext): Promise<Delivery> {
  const { status, last_attempt_at, outcome } = delivery;
  const held = { status, last_attempt_at, outcome, due_at: undefined };
  await signals.deliveries.settle(delivery, held, now());
  return { ...delivery, ...held };
}

/** The receiver may know already that the account was disabled afterwards: that event waits for no other. */
async function supersede(delivery: Delivery, { now, signals }: SignalsContext): Promise<Delivery> {
  const { last_attempt_at } = delivery;
  const outcome = "It was not sent: the account was disabled afterwards.";
  const settled = { status: "failed", last_attempt_at, outcome, due_at: undefined } as const;
  await signals.deliveries.settle(delivery, settled, now());
  return { ...delivery, ...settled };
}

type PushOutcome = AttemptOutcome & { readonly error?: string | undefined };

function describe({ error, ...outcome }: PushOutcome): string {
  const sentence = describeOutcome(outcome);
  return error === undefined ? sentence : `${sentence.slice(0, -1)}: ${error}.`;
}

/** Undefined when no URL can be read; `removed` when the receiver does not want events about this user. */
async function attempt(
  delivery: Delivery,
  receiver: Receiver,
  context: SignalsContext,
): Promise<PushOutcome | "removed" | undefined> {
  if (receiver.url === undefined) return undefined;
  return receiver.method === "webhook"
    ? postWebhook(delivery, receiver, receiver.url, context)
    : push(delivery, receiver, receiver.url, context);
}

async function postWebhook(
  { delivery_id: id, content: body }: Delivery,
  { secrets }: Receiver,
  url: string,
  { now, outbound }: SignalsContext,
): Promise<AttemptOutcome> {
  const live = liveSecrets(secrets, now()).map(({ secret }) => secret);
  const headers = webhookHeaders({ id, timestamp: now(), body }, live);
  const reply = await outbound.postJson(url, body, headers, "registered");
  return reply.ok
    ? { status: reply.value.status }
    : { status: undefined, reason: explainOutboundRejection(reply.error) };
}

/** RFC 8935 §2. A receiver that refuses an event says why: §2.3. */
async function push(
  delivery: Delivery,
  receiver: Receiver,
  url: string,
  context: SignalsContext,
): Promise<PushOutcome | "removed"> {
  const text = await writeEventToken(delivery, receiver, context);
  if (text === undefined) return "removed";
  const { authorization_header } = receiver;
  const client = await context.store.clients.find(receiver.client_id ?? "");
  if (client?.enabled === false) return { status: undefined, reason: CLIENT_DISABLED };
  const reply = await context.outbound.request(
    url,
    {
      body: { media_type: "application/secevent+jwt", text },
      headers: {
        accept: "application/json",
        ...(authorization_header !== undefined && { authorization: authorization_header }),
      },
    },
    // The client wrote the URL itself, through the API of its stream.
    client !== undefined && isSelfDescribed(client) ? "self_described" : "delegated",
  );
  if (!reply.ok) return { status: undefined, reason: explainOutboundRejection(reply.error) };
  const { status, body } = reply.value;
  return { status, error: status === 400 ? errorIn(body.toString("utf8")) : undefined };
}

/** The error code of a refusal; text of a stranger, so only a code is read. */
function errorIn(body: string): string | undefined {
  const value = parseJson(body);
  return readErrorCode(isJsonObject(value) ? value["err"] : undefined);
}

/**
 * The security event token of an event for a stream: RFC 8417. It is signed when it is sent, so that it is signed with a current
 * key; its `jti` and claims are the same each time. Undefined when the receiver removed the user from the stream.
 */
export async function writeEventToken(
  { delivery_id: jti, receiver_id, kind, content, created_at: iat }: Delivery,
  { client_id = "" }: Receiver,
  context: SignalsContext,
): Promise<string | undefined> {
  const { config, keyring } = context;
  const issuer = config["urls.self.issuer"];
  const { payload, user, txn } = signalDocuments.read(jti, content);
  const sub_id =
    user === undefined
      ? ({ format: "opaque", id: receiver_id } as const)
      : await identify(user, { receiver_id, client_id, issuer }, context);
  if (sub_id === undefined) return undefined;
  const claims = eventTokenClaims(
    { event: kind, payload },
    { issuer, audience: client_id, jti, txn, iat, sub_id },
  );
  const key = await keyring.signingKey(keySets.id_token, "RS256");
  return signJwt(key, claims, { typ: "secevent+jwt" });
}

/** The subject as the client knows it. Undefined when it removed the user, or when there is no `sub` that it may learn. */
async function identify(
  user: {
    readonly subject: string;
    readonly id_token_subject?: string | undefined;
    readonly about: SignalSubject;
  },
  { receiver_id, client_id, issuer }: Record<"receiver_id" | "client_id" | "issuer", string>,
  context: SignalsContext,
): Promise<SubjectIdentifier | undefined> {
  const sub = user.id_token_subject ?? (await subjectFor(client_id, user.subject, context));
  if (sub === undefined) return undefined;
  const email = user.about.about === "email" ? user.about.email : undefined;
  const digests = digestsOfUser({ iss: issuer, sub }, email);
  if (await context.signals.deliveries.isRemoved(receiver_id, digests)) return undefined;
  return subjectIdOf(user.about, { issuer, sub });
}

async function subjectFor(
  client_id: string,
  subject: string,
  context: SignalsContext,
): Promise<string | undefined> {
  const client = await context.store.clients.find(client_id);
  if (client === undefined) return undefined;
  const chosen = await context.predecessor?.findSubject(client_id, subject);
  const computed = subjectIdentifierFor(client, subject, chosen, context);
  return computed.ok ? computed.value : undefined;
}

/** Receivers of webhooks, streams of clients, and events for both, as they are stored. */

import type {
  EventDelivery,
  EventReceiver,
  EventReceiverInput,
  EventStream,
  JsonObject,
  StreamStatus,
} from "@latchkey/api";
import type { Expiring } from "../../../oauth/client/secret-rotation.ts";
import { timestamp } from "../../../oauth/timestamp.ts";
import type { SignalSubject } from "./signal.ts";

/** Where events go: by webhooks, or to the stream of a client, pushed or polled. Times are in unix seconds. */
export interface Receiver {
  /** A UUID. */
  readonly receiver_id: string;
  readonly method: "webhook" | "push" | "poll";
  /** Of a stream, as is the key, which distinguishes the client from a later one with the same id. */
  readonly client_id: string | undefined;
  readonly client_key: number | undefined;
  readonly status: StreamStatus;
  /** The kinds of a webhook receiver, or the URIs of the events of a stream. */
  readonly kinds: readonly string[];
  /** Of a webhook receiver. */
  readonly name: string;
  /** Of a stream: what it is for, the events that its receiver wants, and why it has its status. */
  readonly description: string | undefined;
  readonly requested: readonly string[];
  readonly reason: string | undefined;
  /** Undefined where the receiver polls, and where no system secret opens it any more. */
  readonly url: string | undefined;
  /** The secrets of webhooks, the newest first. */
  readonly secrets: readonly ReceiverSecret[];
  readonly authorization_header: string | undefined;
  readonly created_at: number;
  readonly updated_at: number;
  /** The last request of the receiver, or event that it accepted. */
  readonly active_at: number;
  /** The last verification event. */
  readonly verified_at: number;
}

interface ReceiverSecret extends Expiring {
  readonly secret: string;
}

/** An event for a receiver. */
export interface Delivery {
  /** 16 bytes in base64url: the `webhook-id` or `jti` of each attempt. */
  readonly delivery_id: string;
  readonly receiver_id: string;
  readonly kind: string;
  /** Whose event it is, in a stream. */
  readonly subject: string | undefined;
  /** The body of a webhook; for a stream, the JSON of a `SignalContent`. */
  readonly content: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly created_at: number;
  readonly last_attempt_at: number | undefined;
  readonly outcome: string | undefined;
  /** When it is sent next; undefined when it is not sent, or is polled. */
  readonly due_at: number | undefined;
  readonly expires_at: number;
}

/** What a security event token is made of when it is sent. */
export interface SignalContent {
  readonly payload: JsonObject;
  /** Of a user's event. One without is about the stream itself. */
  readonly user?: SignalUser | undefined;
  readonly txn: string;
}

interface SignalUser {
  readonly subject: string;
  /** The `sub` that the client knows the user by, where tokens were issued in the session. */
  readonly id_token_subject?: string | undefined;
  readonly about: SignalSubject;
}

/** A new receiver of webhooks. */
export function newReceiver(
  { name, url, kinds, enabled = true }: EventReceiverInput,
  { receiver_id, secret, now }: { receiver_id: string; secret: string; now: number },
): Receiver {
  return {
    receiver_id,
    method: "webhook",
    client_id: undefined,
    client_key: undefined,
    status: enabled ? "enabled" : "disabled",
    kinds,
    name,
    description: undefined,
    requested: [],
    reason: undefined,
    url,
    secrets: [{ secret, expires_at: undefined }],
    authorization_header: undefined,
    created_at: now,
    updated_at: now,
    active_at: now,
    verified_at: 0,
  };
}

/** A receiver of webhooks, with the secret that was generated for this response, and no other. */
export function describeReceiver(
  { receiver_id: id, name, url = "", kinds, status, created_at, updated_at }: Receiver,
  generated: Pick<EventReceiver, "secret"> = {},
): EventReceiver {
  return {
    id,
    name,
    url,
    kinds,
    enabled: status === "enabled",
    ...generated,
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
  };
}

/** A stream, as operators see it. */
export function describeEventStream(
  { receiver_id: id, client_id = "", method, ...stream }: Receiver,
  pending: number,
  oldest: Delivery | undefined,
): EventStream {
  const { status, reason = null, url = null, kinds: events, description = null } = stream;
  return {
    id,
    client_id,
    status,
    reason,
    method: method === "push" ? "push" : "poll",
    endpoint_url: url,
    events,
    description,
    pending,
    oldest_pending: oldest === undefined ? null : describeDelivery(oldest),
    created_at: timestamp(stream.created_at),
    active_at: timestamp(stream.active_at),
  };
}

/** An event, as operators see it. */
export function describeDelivery(delivery: Delivery): EventDelivery {
  const { delivery_id: id, kind, status, attempts, outcome = null } = delivery;
  const timeOf = (time: number | undefined) => (time === undefined ? null : timestamp(time));
  return {
    id,
    kind,
    status,
    attempts,
    outcome,
    created_at: timestamp(delivery.created_at),
    last_attempt_at: timeOf(delivery.last_attempt_at),
    next_attempt_at: timeOf(delivery.due_at),
  };
}

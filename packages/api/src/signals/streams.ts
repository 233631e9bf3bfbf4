/** OpenID Shared Signals Framework 1.0: the configuration of the transmitter, and streams of events. */

import * as v from "valibot";
import { pushUrl } from "../formats.ts";
import { named, openObject, optional, required, type ValueOf } from "../objects.ts";
import {
  flag,
  integer,
  jsonObject,
  list,
  oneOf,
  shortText,
  stringOf,
  texts,
  timestamp,
} from "../values.ts";
import { deliveryMethods } from "./events.ts";
import { eventDelivery } from "./receivers.ts";

const string = v.string();
const id = stringOf(100, "the id of a stream");

export const streamStatuses = ["enabled", "paused", "disabled"] as const;

export type StreamStatus = (typeof streamStatuses)[number];

const status = oneOf(streamStatuses);
const STATUS =
  "`enabled`: events are sent. `paused`: they are kept and sent later. `disabled`: they are neither.";
const METHOD = `How events are delivered: \`${deliveryMethods.push}\` (push, RFC 8935) or \`${deliveryMethods.poll}\` (poll, RFC 8936).`;

export const ssfConfiguration = named(
  "SsfConfiguration",
  "The metadata of the transmitter: SSF 1.0 §7.1.",
  v.object({
    spec_version: required(string, "The version of the specification."),
    issuer: required(string, "The `iss` of its security event tokens."),
    jwks_uri: required(string, "The keys that they are signed with."),
    delivery_methods_supported: required(list(string), METHOD),
    configuration_endpoint: required(string, "Where receivers manage their stream."),
    status_endpoint: required(string, "Where they read and change its status."),
    add_subject_endpoint: required(string, "Where they add subjects."),
    remove_subject_endpoint: required(string, "Where they remove subjects."),
    verification_endpoint: required(string, "Where they request a verification event."),
    authorization_schemes: required(
      list(v.object({ spec_urn: required(string, "The specification.") })),
      "How receivers authorize: with access tokens of this server.",
    ),
    default_subjects: required(
      oneOf(["ALL", "NONE"]),
      "`ALL`: a stream is about all users of the client, except those that it removes.",
    ),
  }),
);

export interface SsfConfiguration extends ValueOf<typeof ssfConfiguration> {}

const deliveryInput = openObject({
  method: required(oneOf(Object.values(deliveryMethods)), METHOD),
  endpoint_url: optional(pushUrl, "Where events are pushed. For polling, the server sets it."),
  authorization_header: optional(
    v.pipe(
      stringOf(4_096, "a header value of at most 4096 characters"),
      v.regex(/^[\x20-\x7e]+$/, "a header value of at most 4096 characters"),
    ),
    "The `Authorization` header of pushes. It is stored sealed, and not returned.",
  ),
});

const configurable = {
  delivery: optional(deliveryInput, "How events are delivered; by polling, if it is left out."),
  events_requested: optional(texts, "The URIs of the events that the receiver wants."),
  description: optional(shortText, "What the stream is for."),
};

/** Properties of the transmitter: a request that repeats them must repeat their values. */
const supplied = {
  iss: optional(string, "As the server set it."),
  aud: optional(v.union([string, list(string)]), "As the server set it."),
  events_supported: optional(list(string), "As the server set it."),
  events_delivered: optional(list(string), "As the server set it."),
  min_verification_interval: optional(integer, "As the server set it."),
  inactivity_timeout: optional(integer, "As the server set it."),
};

export const newStream = named(
  "SsfStreamRequest",
  "Creates a stream: SSF 1.0 §8.1.1.1.",
  openObject(configurable),
  {
    delivery: { method: deliveryMethods.poll },
    events_requested: ["https://schemas.openid.net/secevent/caep/event-type/session-revoked"],
  },
);

export const streamChange = named(
  "SsfStreamChange",
  "Changes a stream: SSF 1.0 §8.1.1.3 and §8.1.1.4.",
  openObject({ stream_id: required(id, "The stream."), ...configurable, ...supplied }),
  { stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11", description: "Sessions" },
);

export interface SsfStreamChange extends ValueOf<typeof streamChange> {}

export const ssfStream = named(
  "SsfStream",
  "The configuration of a stream: SSF 1.0 §8.1.1.",
  v.object({
    stream_id: required(string, "Identifies the stream."),
    iss: required(string, "The `iss` of its security event tokens."),
    aud: required(string, "Their `aud`: the `client_id` of the receiver."),
    delivery: required(
      v.object({
        method: required(oneOf(Object.values(deliveryMethods)), METHOD),
        endpoint_url: required(string, "Where events are pushed, or where they are polled."),
      }),
      "How events are delivered.",
    ),
    events_supported: required(list(string), "The URIs of the events that the server can send."),
    events_requested: required(list(string), "Those that the receiver wants."),
    events_delivered: required(list(string), "Those that it gets."),
    min_verification_interval: required(
      integer,
      "Seconds between two verification events that the receiver requests.",
    ),
    inactivity_timeout: required(
      integer,
      "Seconds without a request of the receiver, or a push that it accepts, after which the stream is paused.",
    ),
    description: optional(string, "What the stream is for."),
  }),
);

export interface SsfStream extends ValueOf<typeof ssfStream> {}

export const ssfStatus = named(
  "SsfStatus",
  "The status of a stream: SSF 1.0 §8.1.2.",
  v.object({
    stream_id: required(string, "The stream."),
    status: required(status, STATUS),
    reason: optional(string, "Why."),
  }),
);

const REASON = "a string of at most 1000 characters";

export const ssfStatusChange = named(
  "SsfStatusChange",
  "Changes the status of a stream: SSF 1.0 §8.1.2.2.",
  openObject({
    stream_id: required(id, "The stream."),
    status: required(status, STATUS),
    reason: optional(stringOf(1_000, REASON), "Why."),
  }),
  { stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11", status: "paused" },
);

export const ssfSubject = named(
  "SsfSubject",
  "Adds a subject to a stream, or removes one: SSF 1.0 §8.1.3.",
  openObject({
    stream_id: required(id, "The stream."),
    subject: required(
      jsonObject,
      "A subject identifier (RFC 9493) of the format `iss_sub` or `email`, or `complex` with one of them as `user` and nothing else.",
    ),
    verified: optional(flag, "Whether the receiver has verified it; ignored."),
  }),
  {
    stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11",
    subject: { format: "email", email: "alice@wonderland.example" },
  },
);

export const ssfVerification = named(
  "SsfVerification",
  "Requests a verification event: SSF 1.0 §8.1.4.2.",
  openObject({
    stream_id: required(id, "The stream."),
    state: optional(shortText, "Repeated in the event."),
  }),
  { stream_id: "4f5c0b8e-5d5a-4f6e-9a55-0d9a1f1b6c11", state: "a-random-state" },
);

const jtis = v.pipe(
  v.array(stringOf(200, "the jti of an event")),
  v.maxLength(1_000, "a list of at most 1000 strings"),
);

export const ssfPoll = named(
  "SsfPoll",
  "Acknowledges events, and asks for the next ones: RFC 8936 §2.2.",
  openObject({
    maxEvents: optional(integer, "How many to return; 0 only acknowledges. At most 50."),
    returnImmediately: optional(
      flag,
      "Whether to respond at once if there are none. Otherwise the response waits for up to 25 seconds.",
    ),
    ack: optional(jtis, "The `jti` of each event that the receiver has."),
    setErrs: optional(
      v.record(string, v.looseObject({ err: v.exactOptional(string) })),
      "Events that it refuses, by `jti`, with the reason.",
    ),
  }),
  { maxEvents: 10, returnImmediately: true, ack: ["AZ1wR2mHAAAAAbq0Yw1ZyQ"] },
);

export const ssfPolled = named(
  "SsfPolled",
  "Events of a stream: RFC 8936 §2.3.",
  v.object({
    sets: required(v.record(string, string), "Security event tokens, by `jti`."),
    moreAvailable: optional(flag, "Whether there are more."),
  }),
);

export const eventStream = named(
  "EventStream",
  "A stream of Shared Signals, as operators see it.",
  v.object({
    id: required(string, "Identifies the stream."),
    client_id: required(string, "The client that receives it."),
    status: required(status, STATUS),
    reason: required(v.nullable(string), "Why it has this status, if that was said."),
    method: required(oneOf(["push", "poll"]), "How events are delivered."),
    endpoint_url: required(v.nullable(string), "Where they are pushed."),
    events: required(list(string), "The URIs of the events that it carries."),
    description: required(v.nullable(string), "What it is for, as its receiver says."),
    pending: required(integer, "How many events wait to be delivered; counted up to 10,000."),
    oldest_pending: required(
      v.nullable(eventDelivery),
      "The oldest of them, with the outcome of its last attempt: what follows about its user waits for it.",
    ),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    active_at: required(
      timestamp,
      "When its receiver last sent a request or accepted an event, in RFC 3339.",
    ),
  }),
);

export interface EventStream extends ValueOf<typeof eventStream> {}

export const eventStreamStatus = named(
  "EventStreamStatus",
  "Changes the status of a stream. Its receiver is notified.",
  openObject({
    status: required(status, STATUS),
    reason: optional(stringOf(1_000, REASON), "Why. The receiver gets it."),
  }),
  { status: "paused", reason: "Under investigation" },
);

/** Receivers of webhooks about events, and what was sent to them. */

import * as v from "valibot";
import { webhookUrl } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import {
  distinct,
  flag,
  integer,
  label,
  list,
  listOf,
  oneOf,
  openOneOf,
  timestamp,
} from "../values.ts";
import { type EventKind, eventKinds, TEST_EVENT } from "./events.ts";

const string = v.string();
const KINDS = `a list of one or more of: ${eventKinds.join(", ")}`;

/** The kinds of a request, each once and in the order of responses. */
const chosenKinds = v.pipe(
  distinct(listOf(v.picklist(eventKinds, KINDS), KINDS)),
  v.minLength(1, KINDS),
  v.transform((given): readonly EventKind[] => eventKinds.filter((kind) => given.includes(kind))),
);

const descriptions = {
  name: "What it is called.",
  url: "Where webhooks are sent: an https URL, or an http one that `outbound.allow` lists, in development also on this machine.",
  kinds: "The kinds of events that it receives.",
  enabled: "Whether events are sent to it. What happens while it is disabled is not sent later.",
};

export const eventReceiverInput = named(
  "EventReceiverInput",
  "A receiver of webhooks about events.",
  requestObject({
    name: required(label, descriptions.name),
    url: required(webhookUrl, descriptions.url),
    kinds: required(chosenKinds, descriptions.kinds),
    enabled: optional(flag, `${descriptions.enabled} True by default.`),
  }),
  {
    name: "Security team",
    url: "https://events.example/latchkey",
    kinds: ["session.revoked", "account.disabled"],
  },
);

export interface EventReceiverInput extends ValueOf<typeof eventReceiverInput> {}

export const eventReceiver = named(
  "EventReceiver",
  "A receiver of webhooks about events.",
  v.object({
    id: required(string, "A UUID: identifies the receiver."),
    name: required(string, descriptions.name),
    url: required(string, descriptions.url),
    kinds: required(list(openOneOf(eventKinds)), descriptions.kinds),
    enabled: required(flag, descriptions.enabled),
    secret: optional(
      string,
      "The secret that its webhooks are signed with. Returned by the create, and by the rotation that generated it; never again.",
    ),
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    updated_at: required(timestamp, "When it last changed, in RFC 3339."),
  }),
);

export interface EventReceiver extends ValueOf<typeof eventReceiver> {}

export const eventDelivery = named(
  "EventDelivery",
  "An event that was sent to a receiver, or is to be sent.",
  v.object({
    id: required(
      string,
      "Identifies the event: the `webhook-id` of each attempt, or the `jti` of the security event token.",
    ),
    kind: required(
      string,
      `Its kind: one of those that receivers choose, \`${TEST_EVENT}\`, or the URI of the event of a stream.`,
    ),
    status: required(
      oneOf(["pending", "delivered", "failed"]),
      "`pending`: it is sent until it is accepted, or waits until it is fetched. `failed`: it was given up, or the receiver refused it.",
    ),
    attempts: required(integer, "How often it was sent."),
    outcome: required(
      v.nullable(string),
      "The outcome of the last attempt: the status of the response, or why there was none.",
    ),
    created_at: required(timestamp, "When it happened, in RFC 3339."),
    last_attempt_at: required(v.nullable(timestamp), "When it was last sent, in RFC 3339."),
    next_attempt_at: required(
      v.nullable(timestamp),
      "When it is sent next, in RFC 3339; null when it is not sent again.",
    ),
  }),
);

export interface EventDelivery extends ValueOf<typeof eventDelivery> {}

/** Webhooks: what integrations are notified of. */

import * as v from "valibot";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { integer, oneOf, openOneOf, seconds, timestamp } from "../values.ts";

const string = v.string();

export const webhookSecretRequest = named(
  "WebhookSecretRequest",
  "Requests a new secret for webhooks. For a while they are signed with the previous one as well, so that nothing is rejected.",
  requestObject({
    overlap: optional(
      seconds,
      "Seconds that webhooks are signed with the previous secret as well; a day by default, at most 30 days. 0 ends all earlier ones.",
    ),
  }),
  { overlap: 3600 },
);

export interface WebhookSecretRequest extends ValueOf<typeof webhookSecretRequest> {}

/** Every type of webhook. */
export const webhookTypes = [
  "installation.created",
  "installation.updated",
  "installation.suspended",
  "installation.resumed",
  "installation.removed",
  "integration.updated",
  "integration.suspended",
  "integration.resumed",
  "integration.removed",
  "webhook.test",
] as const;

export type WebhookType = (typeof webhookTypes)[number];

export const webhookDelivery = named(
  "WebhookDelivery",
  "A webhook that was sent to an integration, or is to be sent.",
  v.object({
    id: required(string, "Identifies the webhook: the `webhook-id` of each attempt."),
    type: required(openOneOf(webhookTypes), "What happened."),
    status: required(
      oneOf(["pending", "delivered", "failed"]),
      "`pending`: it is sent again until it is accepted. `failed`: it was given up.",
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

export interface WebhookDelivery extends ValueOf<typeof webhookDelivery> {}

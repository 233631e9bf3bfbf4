/** Backchannel authentication: OpenID CIBA Core §4. */

import { allSigningAlgorithms } from "../algorithms.ts";
import type { ClientField } from "../client-field.ts";
import { isWebUri } from "../uri.ts";
import { oneOf, openOneOf, textWhere } from "../values.ts";

export const backchannelFields = {
  backchannel_token_delivery_mode: {
    schema: oneOf(["poll", "ping"]),
    default: "poll",
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "How it learns that the user of a backchannel authentication has answered: it asks, or it is notified and then asks. The mode `push` is not supported: OpenID CIBA Core §4.",
    kind: "choice",
    flag: { name: "backchannel-token-delivery-mode" },
    form: {
      label: "Backchannel authentication",
      options: [
        { value: "poll", hint: "It asks for its tokens until the user has answered." },
        { value: "ping", hint: "It is notified when the user has answered." },
      ],
    },
  },
  backchannel_client_notification_endpoint: {
    schema: textWhere(isWebUri, "an http or https URL"),
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The URL at which it is notified that a user has answered; for the delivery mode `ping`.",
    kind: "text",
    flag: { name: "backchannel-client-notification-endpoint" },
    form: {
      label: "Notification endpoint",
      only_if: { field: "backchannel_token_delivery_mode", value: "ping" },
    },
  },
  backchannel_authentication_request_signing_alg: {
    schema: openOneOf(allSigningAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The algorithm with which it signs its backchannel authentication requests, which must then be signed: OpenID CIBA Core §7.1.1.",
    kind: "choice",
    flag: { name: "backchannel-authentication-request-signing-alg" },
    form: { label: "Algorithm of its backchannel requests" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

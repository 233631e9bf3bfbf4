/** OpenID Connect CIBA: clients that ask for a user who is not at their browser, and the app that asks the user. */

import * as v from "valibot";
import { requestTexts } from "../display-texts.ts";
import { authorizationParameters } from "../authorization.ts";
import { askedFields, openIDConnectContext } from "../interactions/requested.ts";
import { consentRequestSession, grantedDetails } from "../interactions/consent.ts";
import { oauth2Client } from "../oauth2-client.ts";
import { clientCredentials } from "../tokens.ts";
import { audiences, scopes, subject } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { errorFields } from "../service.ts";
import { distinct, integer, secondsFromZero, text, texts, timestamp } from "../values.ts";

const string = v.string();

export const backchannelAuthenticationRequest = named(
  "BackchannelAuthenticationRequest",
  "A client asks to authenticate a user who is not at its browser: OpenID CIBA Core §7.1. Exactly one of `login_hint` and `id_token_hint` names the user.",
  v.object({
    ...clientCredentials,
    scope: optional(string, "The scopes the client asks for, with `openid`. Space-separated."),
    request: optional(
      string,
      "A signed JWT with the other parameters: OpenID CIBA Core §7.1.1. For clients that registered an algorithm for it.",
    ),
    login_hint: optional(string, "Who is to be asked, such as a user name or a subject."),
    id_token_hint: optional(
      string,
      "An ID token of the user, which the client got before. It may have expired.",
    ),
    binding_message: optional(
      string,
      "Shown to the user here and by the client, so that they can tell that both belong together. At most 64 characters.",
    ),
    acr_values: optional(string, "The authentication levels wanted, best first. Space-separated."),
    max_age: optional(string, "Seconds since the user authenticated, at most."),
    claims: optional(
      string,
      "Claims that are requested one by one, as JSON: OpenID Connect Core §5.5.",
    ),
    requested_expiry: optional(
      string,
      "Seconds that the request is to be valid; no longer than the server allows.",
    ),
    client_notification_token: optional(
      string,
      "The bearer token with which the client is notified; in the delivery mode `ping` only.",
    ),
    ui_locales: optional(string, "The languages the user prefers, best first. Space-separated."),
    audience: authorizationParameters.audience,
    resource: authorizationParameters.resource,
    authorization_details: authorizationParameters.authorization_details,
  }),
);

export interface BackchannelAuthenticationRequest extends ValueOf<
  typeof backchannelAuthenticationRequest
> {}

export const backchannelAuthenticationError = named(
  "BackchannelAuthenticationError",
  "The body of an error of `startBackchannelAuthentication`: OpenID CIBA Core §13.",
  v.object({
    ...errorFields,
    status_code: optional(
      integer,
      "The status of the response. Only where the request failed before it was read, such as one that is too large.",
    ),
  }),
);

export interface BackchannelAuthenticationError extends ValueOf<
  typeof backchannelAuthenticationError
> {}

export const backchannelAuthenticationResponse = named(
  "BackchannelAuthenticationResponse",
  "OpenID CIBA Core §7.3.",
  v.object({
    auth_req_id: required(string, "What the client requests its tokens with."),
    expires_in: required(integer, "Seconds until the request expires."),
    interval: required(integer, "Seconds to wait between two token requests."),
  }),
);

export interface BackchannelAuthenticationResponse extends ValueOf<
  typeof backchannelAuthenticationResponse
> {}

export const backchannelRequest = named(
  "BackchannelRequest",
  "What an app asks a user: may this client have that?",
  v.object({
    ...askedFields,
    subject: optional(
      string,
      "The user, where this server has their account; otherwise the hint in `oidc_context` names them.",
    ),
    oidc_context: required(openIDConnectContext, "Whom the client named, and what it asked."),
    display_texts: optional(
      requestTexts,
      "What to call the requested scopes and audiences, where the operator named them.",
    ),
    binding_message: optional(string, "Show it to the user: the client shows the same."),
    client: required(oauth2Client, "The client, without its secret."),
    requested_at: required(timestamp, "When the client asked, in RFC 3339."),
    expires_at: required(timestamp, "When the request expires, in RFC 3339."),
  }),
);

export interface BackchannelRequest extends ValueOf<typeof backchannelRequest> {}

export const acceptBackchannelRequest = named(
  "AcceptBackchannelRequest",
  "The user authenticated and allows it. It may grant less than was asked.",
  requestObject({
    subject: required(subject, "Identifies the user who was asked. It must never change."),
    acr: optional(text, "The authentication level at which the user answered."),
    amr: optional(distinct(texts), "How the user authenticated: RFC 8176."),
    force_subject_identifier: optional(
      subject,
      "The `sub` that the client gets, in place of the computed pairwise identifier.",
    ),
    auth_time: optional(
      secondsFromZero,
      "When the user authenticated, in unix seconds; now if left out. Where the user did so earlier, in a session of the app.",
    ),
    grant_scope: required(scopes, "The scopes granted, with `openid`."),
    grant_access_token_audience: optional(audiences, "The audiences granted."),
    grant_authorization_details: optional(
      grantedDetails,
      "The details granted: each is one of those requested, or one reduced in the `reducible` fields of its type.",
    ),
    session: optional(consentRequestSession, "What to put into the tokens."),
  }),
  { subject: "alice", grant_scope: ["openid"], session: { id_token: { name: "Alice Liddell" } } },
);

export interface AcceptBackchannelRequest extends ValueOf<typeof acceptBackchannelRequest> {}

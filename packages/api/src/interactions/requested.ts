/** What a client requests, as the login, consent and device apps are shown it. */

import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";
import { jsonObject, list } from "../values.ts";

const string = v.string();
const strings = list(string);

const requestedClaims = v.pipe(
  v.record(v.string(), v.nullable(jsonObject)),
  v.metadata({ type: "object", additionalProperties: true }),
);

const claimsRequest = named(
  "ClaimsRequest",
  "Claims that the client requests one by one: OpenID Connect Core §5.5. Each is null, or says `essential`, `value` or `values`.",
  v.object({
    userinfo: optional(requestedClaims, "Claims for userinfo, by name."),
    id_token: optional(requestedClaims, "Claims for the ID token, by name."),
  }),
);

export interface ClaimsRequest extends ValueOf<typeof claimsRequest> {}

export const openIDConnectContext = named(
  "OpenIDConnectContext",
  "What the client asked of the login page: OpenID Connect Core §3.1.2.1.",
  v.object({
    acr_values: optional(strings, "The authentication levels wanted, best first."),
    ui_locales: optional(strings, "The languages the user prefers, best first."),
    display: optional(string, "How the page should be displayed."),
    login_hint: optional(string, "What the user may type to log in."),
    id_token_hint_claims: optional(
      jsonObject,
      "The claims of the ID token the client sent as a hint.",
    ),
    claims: optional(claimsRequest, "The claims the client requests one by one."),
    required_acr_values: optional(
      strings,
      "The authentication levels of which the login must have one: another login fails.",
    ),
    prompt: optional(
      strings,
      "Why the user is asked although a session may exist: `login`, `select_account`, `consent`.",
    ),
    max_age: optional(v.number(), "How many seconds ago the user may have authenticated at most."),
  }),
);

export interface OpenIDConnectContext extends ValueOf<typeof openIDConnectContext> {}

export const askedFields = {
  challenge: required(string, "Identifies this request."),
  requested_scope: required(strings, "The scopes the client asks for."),
  requested_access_token_audience: required(
    strings,
    "The audiences the client asks for in its access token.",
  ),
  requested_authorization_details: optional(
    list(jsonObject),
    "What the client asks for in detail: RFC 9396. Each fits the schema of its `type`.",
  ),
};

/** The handoff to the consent app, and the consents that users gave. */

import * as v from "valibot";
import { audiences, scopes } from "../formats.ts";
import { oauth2Client } from "../oauth2-client.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import {
  carriedObject,
  orEmptyList,
  distinct,
  flag,
  ignoredTimestamp,
  integer,
  jsonObject,
  jsonValue,
  list,
  listOf,
  seconds,
  shortText,
  texts,
  timestamp,
} from "../values.ts";
import { requestTexts } from "../display-texts.ts";
import { askedFields, openIDConnectContext } from "./requested.ts";

const string = v.string();
const boolean = v.boolean();
const strings = list(string);

const grantedBefore = named(
  "GrantedBefore",
  "The part of a consent request that a remembered consent covers.",
  v.object({
    scope: required(strings, "The requested scopes that were granted before."),
    access_token_audience: required(strings, "The requested audiences that were granted before."),
    authorization_details: optional(
      list(jsonObject),
      "The requested details that were granted before.",
    ),
    claims: optional(strings, "The requested claims that were granted before, by name."),
  }),
);

export const consentRequest = named(
  "ConsentRequest",
  "What a consent app is asked: may this client have that?",
  v.object({
    ...askedFields,
    skip: required(boolean, "An earlier consent covers this request: accept without asking."),
    subject: required(string, "The user who is logged in."),
    oidc_context: required(openIDConnectContext, "What the client asked of the page."),
    client: required(oauth2Client, "The client, without its secret."),
    request_url: required(
      string,
      "The authorization request that started this, as the browser sent it.",
    ),
    redirect_uri: optional(
      string,
      "Where the browser is redirected with the response. Show its host to the user.",
    ),
    login_challenge: required(
      string,
      "Identifies the login request before this one; empty once that is gone.",
    ),
    login_session_id: required(string, "Identifies the login session; empty once that is gone."),
    acr: required(string, "The authentication level of the login, as the login app said."),
    context: required(v.unknown(), "What the login app passed on, any JSON."),
    display_texts: optional(
      requestTexts,
      "What to call the requested scopes and audiences, where the operator named them.",
    ),
    granted_before: optional(
      grantedBefore,
      "What a remembered consent covers already; absent when there is none. Only the rest need be asked for.",
    ),
  }),
);

export interface ConsentRequest extends ValueOf<typeof consentRequest> {}

const ACTOR = "an object with sub, client_id or both, and iss where the actor is of another issuer";

/** RFC 8693 §4.4: who may act for the user. */
const mayAct = v.pipe(
  requestObject({
    sub: optional(shortText, "The subject of the actor, such as the id of a client."),
    client_id: optional(shortText, "The client that acts."),
    iss: optional(shortText, "The issuer of the subject, where that is another server."),
  }),
  v.check(({ sub, client_id }) => (sub ?? client_id) !== undefined, ACTOR),
);

export const consentRequestSession = named(
  "ConsentRequestSession",
  "Extra data: `access_token` appears in introspection, `id_token` in ID tokens and userinfo, `userinfo` there alone.",
  orEmptyList(
    requestObject({
      access_token: optional(
        carriedObject,
        "What introspection returns as `ext`, and a JWT access token holds.",
      ),
      id_token: optional(carriedObject, "Claims for the ID token and for userinfo."),
      userinfo: optional(
        carriedObject,
        "Claims for userinfo; in the ID token only where the client gets no access token to call userinfo with.",
      ),
      may_act: optional(
        mayAct,
        "Who alone may act for the user by exchanging the access token: the claim `may_act` of RFC 8693 §4.4.",
      ),
    }),
  ),
);

export interface ConsentRequestSession extends ValueOf<typeof consentRequestSession> {}

const DETAILS = "a list of at most 1000 JSON objects of at most 64 KiB";
export const grantedDetails = listOf(jsonObject, DETAILS);

export const acceptConsentRequest = named(
  "AcceptConsentRequest",
  "The consent app's acceptance, which may grant less than was asked.",
  requestObject({
    grant_scope: optional(scopes, "The scopes granted."),
    grant_access_token_audience: optional(audiences, "The audiences granted."),
    grant_authorization_details: optional(
      grantedDetails,
      "The details granted: each is one of those requested, or one reduced in the `reducible` fields of its type.",
    ),
    grant_claims: optional(
      distinct(texts),
      "The names of the requested claims that the user allowed, to be remembered with the consent.",
    ),
    session: optional(consentRequestSession, "What to put into the tokens."),
    remember: optional(flag, "Whether this consent covers later requests like this one."),
    remember_for: optional(seconds, "Seconds to remember it; 0 is forever."),
    context: optional(
      jsonValue,
      "Replaces the login app's `context` in the list of consents: any JSON, of at most 64 KiB.",
    ),
    handled_at: optional(
      ignoredTimestamp,
      "When it was answered, in RFC 3339. Accepted for compatibility: the server's own clock decides.",
    ),
  }),
  {
    grant_scope: ["openid"],
    remember: true,
    remember_for: 3600,
    session: { id_token: { name: "Alice Liddell" } },
  },
);

export interface AcceptConsentRequest extends ValueOf<typeof acceptConsentRequest> {}

export const previousConsentSession = named(
  "PreviousConsentSession",
  "A consent a subject gave earlier, with the request it answered.",
  v.object({
    grant_scope: required(strings, "The scopes granted."),
    grant_access_token_audience: required(strings, "The audiences granted."),
    grant_authorization_details: optional(list(jsonObject), "The details granted: RFC 9396."),
    session: required(consentRequestSession, "What goes into the tokens."),
    remember: required(boolean, "Whether it covers later requests."),
    remember_for: required(integer, "Seconds it is remembered; 0 is forever."),
    handled_at: required(v.nullable(timestamp), "When it was given, in RFC 3339."),
    ends_at: optional(
      timestamp,
      "When its tokens end, however often they are refreshed; absent where they have no such end.",
    ),
    consent_request: required(consentRequest, "The request it answered."),
  }),
);

export interface PreviousConsentSession extends ValueOf<typeof previousConsentSession> {}

/** The handoffs to the login, consent and logout apps. */

import * as v from "valibot";
import { oauth2Client } from "./oauth2-client.ts";
import { audiences, errorCode, errorStatus, scopes, subject } from "./formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "./objects.ts";
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
  text,
  texts,
  timestamp,
} from "./values.ts";

const string = v.string();
const boolean = v.boolean();
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

export const loginRequest = named(
  "LoginRequest",
  "What a login app is asked: who is this user?",
  v.object({
    ...askedFields,
    skip: required(boolean, "The browser is remembered: accept as `subject` without asking."),
    subject: required(string, "The remembered user; empty unless `skip`."),
    oidc_context: required(openIDConnectContext, "What the client asked of the page."),
    client: required(oauth2Client, "The client, without its secret."),
    request_url: required(
      string,
      "The authorization request that started this, as the browser sent it.",
    ),
    session_id: required(string, "Becomes the `sid` of ID tokens."),
  }),
);

export interface LoginRequest extends ValueOf<typeof loginRequest> {}

export const acceptLoginRequest = named(
  "AcceptLoginRequest",
  "The login app's acceptance.",
  requestObject({
    subject: required(subject, "Identifies the user who logged in. It must never change."),
    remember: optional(flag, "Whether to remember this browser."),
    remember_for: optional(seconds, "Seconds to remember it; 0 until the browser closes."),
    session_cookie: optional(
      flag,
      "With `remember`: the cookie ends when the browser closes, and after `remember_for` seconds at the latest.",
    ),
    extend_session_lifespan: optional(
      flag,
      "With `skip`: the session is remembered anew, for `remember_for` seconds from now. Otherwise its end stays.",
    ),
    acr: optional(text, "The authentication level of the login."),
    amr: optional(distinct(texts), "How the user authenticated: RFC 8176."),
    force_subject_identifier: optional(
      subject,
      "The `sub` that the client gets, in place of the computed pairwise identifier.",
    ),
    context: optional(jsonValue, "Passed on to the consent app: any JSON, of at most 64 KiB."),
  }),
  { subject: "alice", remember: true, remember_for: 3600 },
);

export interface AcceptLoginRequest extends ValueOf<typeof acceptLoginRequest> {}

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

export const rejectRequest = named(
  "RejectRequest",
  "An app's rejection. The client receives `error` and `error_description`.",
  requestObject({
    error: optional(errorCode, "A code, such as `access_denied`."),
    error_description: optional(text, "What happened, in a sentence."),
    error_hint: optional(text, "Added to the description that the client reads."),
    error_debug: optional(text, "For operators: it is logged and not sent to the client."),
    status_code: optional(
      errorStatus,
      "Accepted for compatibility: the client is notified in a redirect, which has a status of its own.",
    ),
  }),
  { error: "access_denied", error_description: "Alice said no." },
);

export interface RejectRequest extends ValueOf<typeof rejectRequest> {}

export const completedRequest = named(
  "CompletedRequest",
  "Where the app must send the browser next.",
  v.object({ redirect_to: required(string, "Where to send the browser.") }),
);

export interface CompletedRequest extends ValueOf<typeof completedRequest> {}

const user_code = required(
  text,
  "The code that the user typed. Case, dashes and spaces do not matter.",
);

export const userCodeRequest = named(
  "UserCodeRequest",
  "What stands behind a user code: which client asks, on a device, and for what.",
  v.object({
    ...askedFields,
    user_code: required(string, "The code as the device displays it."),
    client: required(oauth2Client, "The client, without its secret."),
    requested_at: required(timestamp, "When the device asked, in RFC 3339."),
    expires_at: required(timestamp, "When the code expires, in RFC 3339."),
  }),
);

export interface UserCodeRequest extends ValueOf<typeof userCodeRequest> {}

export const acceptUserCodeRequest = named(
  "AcceptUserCodeRequest",
  "The user confirms that the code is the one on their device.",
  requestObject({ user_code }),
  { user_code: "WDJB-MJHT" },
);

export interface AcceptUserCodeRequest extends ValueOf<typeof acceptUserCodeRequest> {}

export const rejectUserCodeRequest = named(
  "RejectUserCodeRequest",
  "The user does not know the device, so it gets `access_denied`.",
  requestObject({ user_code }),
  { user_code: "WDJB-MJHT" },
);

export interface RejectUserCodeRequest extends ValueOf<typeof rejectUserCodeRequest> {}

export const logoutRequest = named(
  "LogoutRequest",
  "What a logout app is asked: does this user mean to log out?",
  v.object({
    subject: required(string, "The user who logs out."),
    sid: optional(string, "The session that ends."),
    request_url: required(string, "The path and query that started this."),
    rp_initiated: required(
      boolean,
      "A client sent the browser here; otherwise the user came on their own.",
    ),
  }),
);

export interface LogoutRequest extends ValueOf<typeof logoutRequest> {}

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
    consent_request: required(consentRequest, "The request it answered."),
  }),
);

export interface PreviousConsentSession extends ValueOf<typeof previousConsentSession> {}

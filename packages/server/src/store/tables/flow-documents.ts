import type { ConsentAnswer } from "../../interaction/consent-answer.ts";
import type { ConsentRequest } from "../../interaction/consent-request.ts";
import type { Flow } from "../../interaction/flow.ts";
import type { LoginAnswer } from "../../interaction/login-answer.ts";
import type { LoginRequest } from "../../interaction/login-request.ts";
import type { LogoutRequest } from "../../interaction/logout-request.ts";
import type { AuthorizationRequest } from "../../oauth/authorization-request.ts";
import {
  documents,
  type Fields,
  optional,
  optionalObject,
  or,
  required,
  requiredObject,
} from "../port/documents.ts";

/** A flow as it was begun. All of it but the answers stays as it is. */
export type Begun = Omit<Flow, "flow_id" | "version">;

/** The same as it is stored: long parameters that its `request_url` holds are left out, and named in `in_url`. */
export type StoredBegun = Begun & { readonly in_url?: readonly string[] };

/** What was answered on the way. */
export type Answers = Pick<Flow, "login" | "consent">;

/** A logout request without what its row says. */
export type LogoutDocument = Omit<LogoutRequest, "logout_id" | "version">;

const request: Fields<AuthorizationRequest> = {
  client_id: required("text"),
  response_type: required("list"),
  response_mode: required("text"),
  redirect_uri: required("text"),
  redirect_uri_sent: or(true), // The stricter of the two: the code is redeemed with the same redirect URI.
  scope: or([]),
  audience: or([]),
  state: optional("text"),
  code_challenge: optional("text"),
  nonce: optional("text"),
  prompt: or([]),
  max_age: optional("number"),
  id_token_hint: optional("text"),
  login_hint: optional("text"),
  display: optional("text"),
  ui_locales: or([]),
  acr_values: or([]),
};

const login_answer: Fields<LoginAnswer> = {
  subject: required("text"),
  remember: or(false),
  remember_for: or(0),
  session_cookie: optional("boolean"),
  acr: optional("text"),
  amr: optional("list"),
  force_subject_identifier: optional("text"),
  context: or({}),
  authenticated_at: required("number"),
};

const login: Fields<LoginRequest> = {
  skip: or(false),
  subject: or(""),
  sid: required("text"),
  authenticated_at: optional("number"),
  state: required("text"),
  answer: optionalObject(login_answer),
  refusal: optional("object"),
};

const consent_answer: Fields<ConsentAnswer> = {
  grant_scope: or([]),
  grant_access_token_audience: or([]),
  access_token: or({}),
  id_token: or({}),
  userinfo: optional("object"),
  remember: or(false),
  remember_for: or(0),
  handled_at: required("number"),
  workspace: optional("object"),
};

const consent: Fields<ConsentRequest> = {
  skip: or(false),
  state: required("text"),
  answer: optionalObject(consent_answer),
  refusal: optional("object"),
};

export const begunDocuments = documents<StoredBegun>({
  table: "flow",
  fields: {
    client_id: required("text"),
    client_key: required("number"),
    integration: optional("object"),
    return_to: optional("text"),
    requested_at: required("number"),
    request: requiredObject(request),
    request_url: required("text"),
    hint: optional("object"),
    login: requiredObject(login),
    consent: optionalObject(consent),
    in_url: optional("list"),
  },
});

export const answerDocuments = documents<Answers>({
  table: "flow",
  fields: { login: requiredObject(login), consent: optionalObject(consent) },
});

export const logoutDocuments = documents<LogoutDocument>({
  table: "logout_request",
  fields: {
    state: required("text"),
    subject: required("text"),
    sid: required("text"),
    request_url: required("text"),
    rp_initiated: or(false),
    client_id: optional("text"),
    post_logout_redirect_uri: required("text"),
    requested_at: required("number"),
    frames: optional("list"),
  },
});

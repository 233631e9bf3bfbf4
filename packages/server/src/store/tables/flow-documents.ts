import type { ConsentAnswer } from "../../interaction/consent-answer.ts";
import type { ConsentRequest } from "../../interaction/consent-request.ts";
import type { Flow } from "../../interaction/flow.ts";
import type { LoginAnswer } from "../../interaction/login-answer.ts";
import type { LoginRequest } from "../../interaction/login-request.ts";
import type { AuthorizationRequest } from "../../oauth/authorization-request.ts";
import {
  anyOr,
  documents,
  type Fields,
  optional,
  optionalAny,
  optionalObject,
  or,
  required,
  requiredObject,
} from "../port/documents.ts";

/** A flow as it was begun. All of it but the answers never changes. */
export type Begun = Omit<Flow, "flow_id" | "version">;

/**
 * The same as it is stored. Most flows are authorizations, whose purpose is left out. Long parameters that `request_url` contains
 * are left out as well, and named in `in_url`.
 */
type StoredBegun = Omit<Begun, "purpose"> & {
  readonly purpose?: Begun["purpose"];
  readonly in_url?: readonly string[];
};

/** The answers of the login and consent providers. */
export type Answers = Pick<Flow, "login" | "consent">;

const requestFields: Fields<AuthorizationRequest> = {
  client_id: required("text"),
  response_type: required("list"),
  response_mode: required("text"),
  redirect_uri: required("text"),
  redirect_uri_sent: or(true), // The stricter of the two: the code is redeemed with the same redirect URI.
  scope: or([]),
  audience: or([]),
  state: optional("text"),
  code_challenge: optional("text"),
  dpop_jkt: optional("text"),
  nonce: optional("text"),
  prompt: or([]),
  max_age: optional("number"),
  id_token_hint: optional("text"),
  login_hint: optional("text"),
  display: optional("text"),
  ui_locales: or([]),
  acr_values: or([]),
  required_acr: optional("list"),
  authorization_details: optional("list"),
  claims: optional("object"),
};

const loginAnswerFields: Fields<LoginAnswer> = {
  subject: required("text"),
  remember: or(false),
  remember_for: or(0),
  session_cookie: optional("boolean"),
  continues: optional("text"),
  keep_session: optional("boolean"),
  extend_session_lifespan: optional("boolean"),
  acr: optional("text"),
  amr: optional("list"),
  force_subject_identifier: optional("text"),
  context: anyOr({}),
  authenticated_at: required("number"),
};

const loginFields: Fields<LoginRequest> = {
  skip: or(false),
  subject: or(""),
  sid: required("text"),
  authenticated_at: optional("number"),
  acr: optional("text"),
  state: required("text"),
  answer: optionalObject(loginAnswerFields),
  refusal: optional("object"),
};

const consentAnswerFields: Fields<ConsentAnswer> = {
  grant_scope: or([]),
  grant_access_token_audience: or([]),
  grant_authorization_details: optional("list"),
  grant_claims: optional("list"),
  access_token: or({}),
  id_token: or({}),
  userinfo: optional("object"),
  may_act: optional("object"),
  context: optionalAny(),
  remember: or(false),
  remember_for: or(0),
  handled_at: required("number"),
  choice: optional("object"),
};

const consentFields: Fields<ConsentRequest> = {
  skip: or(false),
  state: required("text"),
  answer: optionalObject(consentAnswerFields),
  refusal: optional("object"),
};

export const begunDocuments = documents<StoredBegun>({
  table: "flow",
  fields: {
    client_id: required("text"),
    client_key: required("number"),
    purpose: optional("object"),
    requested_at: required("number"),
    request: requiredObject(requestFields),
    request_url: required("text"),
    pushed_request_id: optional("text"),
    hint: optional("object"),
    login: requiredObject(loginFields),
    consent: optionalObject(consentFields),
    in_url: optional("list"),
  },
});

export const answerDocuments = documents<Answers>({
  table: "flow",
  fields: { login: requiredObject(loginFields), consent: optionalObject(consentFields) },
});

/** Parameters that are stored as they were sent, and are therefore in `request_url` as well. */
const VERBATIM = ["state", "nonce", "id_token_hint", "login_hint"] as const;

/** Characters. Shorter ones are stored twice: parsing the URL again would cost more than the space. */
const MIN_ELIDED_LENGTH = 1_024;

/** A flow as it is stored. */
export function toStored({ purpose, ...begun }: Begun): StoredBegun {
  const isAuthorization = purpose.kind === authorization.kind;
  return { ...elide(begun), ...(!isAuthorization && { purpose }) };
}

/** A stored flow. */
export function fromStored({ purpose = authorization, ...stored }: StoredBegun): Begun {
  return { ...restore(stored), purpose };
}

const authorization: Begun["purpose"] = { kind: "authorization" };

/** Leaves out of a flow what its `request_url` contains, so that a long parameter is stored once. */
function elide(begun: Omit<Begun, "purpose">): StoredBegun {
  const long = VERBATIM.filter((name) => (begun.request[name]?.length ?? 0) >= MIN_ELIDED_LENGTH);
  if (long.length === 0) return begun;
  const sent = parametersOf(begun.request_url);
  const in_url = long.filter((name) => sent?.get(name) === begun.request[name]);
  const leftOut = Object.fromEntries(in_url.map((name) => [name, undefined])); // JSON leaves undefined out.
  return { ...begun, request: { ...begun.request, ...leftOut }, in_url };
}

/** Puts back what `elide` left out. */
function restore({ in_url, ...begun }: StoredBegun): Omit<Begun, "purpose"> {
  if (in_url === undefined || in_url.length === 0) return begun;
  const sent = parametersOf(begun.request_url);
  const elided = in_url.map((name) => [name, sent?.get(name) ?? undefined]);
  return { ...begun, request: { ...begun.request, ...Object.fromEntries(elided) } };
}

function parametersOf(request_url: string): URLSearchParams | undefined {
  return URL.parse(request_url)?.searchParams;
}

/**
 * The steps that the browser has taken since the answers of a flow were last sealed. They add no information but their number,
 * which is stored in a column, so that such a step seals nothing.
 *
 *   answered ──login used──▶ asked or skipped ──consent answered──▶ answered ──consent used──▶ completed
 */
export const stages = { answered: 0, asked: 1, skipped: 2, completed: 3 } as const;

/** A flow at a stage, given the flow at its last answers. */
export function atStage(flow: Flow, stage: number): Flow {
  const { login, consent } = flow;
  switch (stage) {
    case stages.asked:
    case stages.skipped: {
      if (login.state !== "accepted") return flow;
      const skip = stage === stages.skipped;
      return { ...flow, login: { ...login, state: "used" }, consent: { skip, state: "waiting" } };
    }
    case stages.completed:
      return { ...flow, consent: consent && { skip: consent.skip, state: "used" } };
    default:
      return flow;
  }
}

import {
  jsonText,
  noStore,
  redirect,
  type Response,
} from "../../packages/server/src/http/response.ts";
import type { IncomingRequest } from "../../packages/server/src/http/incoming-request.ts";
import { photos } from "./subject.ts";
import type { Alg, Primitives } from "./lower-bound.ts";

/** One of the nine requests of a flow: its primitives, and a response like that of Latchkey. */
export interface FlowStep {
  readonly primitives: Primitives;
  /** `signature` is the result of the signature primitive. */
  answer(signature: Uint8Array | undefined): Response;
}

/**
 * The flow step of a request. No state is kept: the subject travels from request to request inside ids of realistic length.
 *
 * Each step verifies and issues signed ids. A step that writes needs no lookup first, since its compare-and-swap detects a
 * stale state.
 */
export function stepOf({ target, headers, body = "" }: IncomingRequest, alg: Alg): FlowStep {
  const [path = "", search] = target.split("?");
  const query = new URLSearchParams(search);
  const named = (name: string): string => readSubject(query.get(name));
  switch (path) {
    case "/oauth2/auth":
      if (query.has("login_verifier")) return afterLogin(named("login_verifier"));
      if (query.has("consent_verifier")) return afterConsent(named("consent_verifier"));
      return authorize;
    case "/oauth2/auth/requests/login":
      return readRequest(named("login_challenge"));
    case "/oauth2/auth/requests/login/accept":
      return accept("login_verifier", JSON.parse(body).subject);
    case "/oauth2/auth/requests/consent":
      return readRequest(named("consent_challenge"));
    case "/oauth2/auth/requests/consent/accept":
      return accept("consent_verifier", named("consent_challenge"));
    case "/oauth2/token":
      return redeem(readSubject(new URLSearchParams(body).get("code")), alg);
    default:
      return userinfo(readSubject(headers["authorization"]?.slice("Bearer ".length)));
  }
}

const authorize: FlowStep = {
  primitives: { macs: 2, seals: 1, inserts: 1 },
  answer: () => sendTo(`https://login.example/login?login_challenge=${idFor("")}`, COOKIE),
};

function readRequest(subject: string): FlowStep {
  return {
    primitives: { macs: 1, finds: 1 },
    answer: () => json(`{"challenge":"${idFor(subject)}","subject":"${subject}",${REQUEST}}`),
  };
}

function accept(verifier: string, subject: string): FlowStep {
  const redirect_to = `http://127.0.0.1:4444/oauth2/auth?${verifier}=${idFor(subject)}`;
  return {
    primitives: { macs: 2, seals: 1, updates: 1 },
    answer: () => json(JSON.stringify({ redirect_to })),
  };
}

/** Looks for an earlier consent, and finds none. */
function afterLogin(subject: string): FlowStep {
  return {
    primitives: { macs: 3, finds: 1, updates: 1 },
    answer: () => sendTo(`https://login.example/consent?consent_challenge=${idFor(subject)}`),
  };
}

/** Ends the flow and creates the grant. */
function afterConsent(subject: string): FlowStep {
  const given = `code=${idFor(subject, TOKEN_LENGTH)}&scope=openid+offline_access&state=where+photos+was`;
  return {
    primitives: { macs: 3, seals: 1, updates: 1, inserts: 1 },
    answer: () => sendTo(`${photos.redirect_uri}?${given}`, COOKIE),
  };
}

/** The hashes: the client secret, the PKCE challenge, and `at_hash` of the ID token. */
function redeem(sub: string, alg: Alg): FlowStep {
  return {
    primitives: { macs: 3, hashes: 3, updates: 1, signature: alg },
    answer(signature = new Uint8Array()) {
      const id_token = [
        { typ: "JWT", alg, kid: ID },
        { ...CLAIMS, sub },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .concat(Buffer.from(signature).toString("base64url"))
        .join(".");
      const [access_token, refresh_token] = [idFor(sub, TOKEN_LENGTH), idFor(sub, TOKEN_LENGTH)];
      return json(JSON.stringify({ ...TOKENS, access_token, refresh_token, id_token }), noStore);
    },
  };
}

function userinfo(sub: string): FlowStep {
  return {
    primitives: { macs: 1, finds: 1 },
    answer: () => json(JSON.stringify({ ...CLAIMS, sub }), noStore),
  };
}

function idFor(subject: string, length = ID_LENGTH): string {
  return `${subject}${END}`.padEnd(length, "-");
}

function readSubject(name: string | null | undefined): string {
  return name?.slice(0, name.indexOf(END)) ?? "";
}

const END = ".";
const ID_LENGTH = 44;
const TOKEN_LENGTH = 72;
const ID = "d8524fde-14bb-46a1-95e6-000000000003";
const COOKIE = `oauth2_authentication_csrf_of_this_flow=${idFor("")}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600`;
const CLAIMS = { iss: "http://127.0.0.1:4444", aud: [photos.client_id], iat: 1_794_786_035 };
const TOKENS = { expires_in: 86_400, scope: "openid offline_access", token_type: "bearer" };
/** Request details of realistic length. */
const REQUEST = `"client":{"client_id":"${photos.client_id}"},"request_url":"${"u".repeat(1_050)}"`;

const always = { "X-Content-Type-Options": "nosniff", "X-Request-Id": ID };

function json(body: string, headers = {}): Response {
  return jsonText(200, body, { ...always, ...headers });
}

function sendTo(location: string, cookie?: string): Response {
  const answer = redirect(location);
  const headers = { ...always, ...answer.headers };
  return {
    ...answer,
    headers: cookie === undefined ? headers : { ...headers, "Set-Cookie": cookie },
  };
}

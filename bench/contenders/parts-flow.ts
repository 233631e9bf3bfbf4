import { jsonText, noStore, redirect } from "../../packages/server/src/http/response.ts";
import type { Response } from "../../packages/server/src/http/endpoint.ts";
import type { IncomingRequest } from "../../packages/server/src/http/incoming-request.ts";
import { photos } from "./contender.ts";
import type { Parts } from "./parts.ts";

/** One of the nine requests of a flow: what it cannot do without, and what Latchkey would answer. */
export interface FlowStep {
  readonly parts: Parts;
  /** With the signature that was among the parts. */
  answer(signature: Uint8Array | undefined): Response;
}

/**
 * The step that a request is. Nobody is known here and nothing is remembered: whoever signs in travels from request to
 * request in the names of their flow, which are as long as real ones.
 *
 * Each step reads and writes names under a MAC. One that is written down needs no look first, since it tells by itself
 * whether the flow was as it is remembered.
 */
export function stepOf({ target, headers, body = "" }: IncomingRequest, alg: Alg): FlowStep {
  const [path = "", search] = target.split("?");
  const query = new URLSearchParams(search);
  const named = (name: string): string => readName(query.get(name));
  switch (path) {
    case "/oauth2/auth":
      if (query.has("login_verifier")) return afterLogin(named("login_verifier"));
      if (query.has("consent_verifier")) return afterConsent(named("consent_verifier"));
      return authorize;
    case "/oauth2/auth/requests/login":
      return look(named("login_challenge"));
    case "/oauth2/auth/requests/login/accept":
      return accept("login_verifier", JSON.parse(body).subject);
    case "/oauth2/auth/requests/consent":
      return look(named("consent_challenge"));
    case "/oauth2/auth/requests/consent/accept":
      return accept("consent_verifier", named("consent_challenge"));
    case "/oauth2/token":
      return redeem(readName(new URLSearchParams(body).get("code")), alg);
    default:
      return userinfo(readName(headers["authorization"]?.slice("Bearer ".length)));
  }
}

export type Alg = NonNullable<Parts["signature"]>;

const authorize: FlowStep = {
  parts: { macs: 2, seals: 1, inserts: 1 },
  answer: () => sendTo(`https://people.example/login?login_challenge=${nameFor("")}`, COOKIE),
};

function look(person: string): FlowStep {
  return {
    parts: { macs: 1, finds: 1 },
    answer: () => json(`{"challenge":"${nameFor(person)}","subject":"${person}",${REQUEST}}`),
  };
}

function accept(verifier: string, person: string): FlowStep {
  const redirect_to = `http://127.0.0.1:4444/oauth2/auth?${verifier}=${nameFor(person)}`;
  return {
    parts: { macs: 2, seals: 1, updates: 1 },
    answer: () => json(JSON.stringify({ redirect_to })),
  };
}

/** Was consent given before? It was not. */
function afterLogin(person: string): FlowStep {
  return {
    parts: { macs: 3, finds: 1, updates: 1 },
    answer: () => sendTo(`https://people.example/consent?consent_challenge=${nameFor(person)}`),
  };
}

/** The flow ends, the grant begins. */
function afterConsent(person: string): FlowStep {
  const given = `code=${nameFor(person, TOKEN_LENGTH)}&scope=openid+offline_access&state=where+photos+was`;
  return {
    parts: { macs: 3, seals: 1, updates: 1, inserts: 1 },
    answer: () => sendTo(`${photos.redirect_uri}?${given}`, COOKIE),
  };
}

/** Besides the names: the client's secret, the code's challenge, and the hash of the access token for the ID token. */
function redeem(sub: string, alg: Alg): FlowStep {
  return {
    parts: { macs: 3, hashes: 3, updates: 1, signature: alg },
    answer(signature = new Uint8Array()) {
      const id_token = [
        { typ: "JWT", alg, kid: ID },
        { ...CLAIMS, sub },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .concat(Buffer.from(signature).toString("base64url"))
        .join(".");
      const [access_token, refresh_token] = [
        nameFor(sub, TOKEN_LENGTH),
        nameFor(sub, TOKEN_LENGTH),
      ];
      return json(JSON.stringify({ ...TOKENS, access_token, refresh_token, id_token }), noStore);
    },
  };
}

function userinfo(sub: string): FlowStep {
  return {
    parts: { macs: 1, finds: 1 },
    answer: () => json(JSON.stringify({ ...CLAIMS, sub }), noStore),
  };
}

function nameFor(person: string, length = NAME_LENGTH): string {
  return `${person}${END}`.padEnd(length, "-");
}

function readName(name: string | null | undefined): string {
  return name?.slice(0, name.indexOf(END)) ?? "";
}

const END = ".";
const NAME_LENGTH = 44;
const TOKEN_LENGTH = 72;
const ID = "d8524fde-14bb-46a1-95e6-000000000003";
const COOKIE = `oauth2_authentication_csrf_of_this_flow=${nameFor("")}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600`;
const CLAIMS = { iss: "http://127.0.0.1:4444", aud: [photos.client_id], iat: 1_794_786_035 };
const TOKENS = { expires_in: 86_400, scope: "openid offline_access", token_type: "bearer" };
/** What was asked and by whom, as long as it usually is. */
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

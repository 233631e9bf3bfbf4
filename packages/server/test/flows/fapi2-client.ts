import assert from "node:assert/strict";
import { hash, randomUUID, X509Certificate } from "node:crypto";
import type { OAuth2ClientInput } from "@latchkey/api";
import { importJWK, type JWTPayload, SignJWT } from "jose";
import { makeSigner, signAssertion } from "../operations/assertion.ts";
import { fieldsOf, receive, type Received } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { makeCertificate, type TestCertificate } from "../support/certificates.ts";
import { ISSUER, makeProofKey, type ProofKey, signProof } from "../support/dpop.ts";
import { answerOf, authorize, passConsent, passLogin } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const redirect_uri = "https://bank.example/callback";
export const code_verifier = "a-verifier-that-only-the-bank-knows-0123456789";

/** A request that follows every requirement. */
export const request = {
  response_type: "code",
  redirect_uri,
  scope: "openid offline_access",
  state: "where the bank was",
  nonce: "a-nonce-of-the-bank",
  code_challenge: hash("sha256", code_verifier, "base64url"),
  code_challenge_method: "S256",
};

/** Parameters of a form. Those that are undefined are left out. */
type Form = Readonly<Record<string, string | undefined>>;

/** What a request does otherwise. */
export interface Changes {
  /** The claims of the client assertion. */
  readonly assertion?: JWTPayload;
  /** The key of the DPoP proof; no proof when it is null. */
  readonly key?: ProofKey | null;
  /** The certificate of the connection; none when it is null. */
  readonly certificate?: TestCertificate | null;
  readonly accept?: string;
}

/** A client of the strictest kind. */
export interface FapiClient {
  readonly client_id: string;
  /** RFC 7800: what its tokens are bound to. */
  readonly cnf: object;
  post(path: string, form: Form, changes?: Changes): Promise<Received>;
  /** A request object (RFC 9101) with these parameters. */
  sign(parameters: Form, claims?: object): Promise<string>;
  /** The headers with which an access token is presented at userinfo. */
  headersFor(access_token: string, changes?: Changes): Promise<Record<string, string>>;
}

/** Starts a server under a profile. The certificates of tests begin to be valid now, so its clock is a while after. */
export async function startBank(
  profile: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<TestServer> {
  const world = await startTestServer({
    ...settings,
    "security.profile": profile,
    "serve.mtls.certificates": "header",
    "serve.trusted_proxies": ["127.0.0.0/8"],
  });
  world.clock.now = Math.floor(Date.now() / 1000) + 3_600;
  return world;
}

const registration: OAuth2ClientInput = {
  redirect_uris: [redirect_uri],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "openid offline_access accounts",
  id_token_signed_response_alg: "ES256",
  request_object_signing_alg: "ES256",
  authorization_signed_response_alg: "ES256",
};

/** Registers a client that authenticates with `private_key_jwt` and sends DPoP proofs. */
export async function registerDpopBank(
  world: TestServer,
  more: OAuth2ClientInput = {},
): Promise<FapiClient> {
  const [signer, own] = [await makeSigner("bank"), await makeProofKey()];
  const { client_id } = await world.latchkey.createOAuth2Client({
    body: {
      ...registration,
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      dpop_bound_access_tokens: true,
      jwks: { keys: [signer.open] },
      ...more,
    },
  });
  const { clock } = world;
  return {
    client_id,
    cnf: { jkt: own.jkt },
    async post(path, form, { assertion = {}, key = own, accept = "*/*" } = {}) {
      const claims = {
        iss: client_id,
        sub: client_id,
        aud: ISSUER,
        jti: randomUUID(),
        iat: clock.now,
        exp: clock.now + 60,
        ...assertion,
      };
      const client_assertion = await signAssertion(signer, claims);
      const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
      const htu = `${ISSUER}${path}`;
      const dpop = key && (await signProof(key, clock.now, { claims: { htu } }));
      const authentication = { client_assertion_type, client_assertion };
      const headers = { accept, ...(dpop !== null && { dpop }) };
      return send(world, path, { ...authentication, ...form }, headers);
    },
    sign: (parameters, claims) => signRequest(world, signer.hidden, client_id, parameters, claims),
    async headersFor(access_token, { key = own } = {}) {
      if (key === null) return { authorization: `Bearer ${access_token}` };
      const ath = hash("sha256", access_token, "base64url");
      const claims = { htm: "GET", htu: `${ISSUER}/userinfo`, ath };
      const dpop = await signProof(key, clock.now, { claims });
      return { authorization: `DPoP ${access_token}`, dpop };
    },
  };
}

/** Registers a client whose certificate authenticates it, and binds its tokens. */
export async function registerMtlsBank(
  world: TestServer,
  more: OAuth2ClientInput = {},
): Promise<FapiClient> {
  const own = makeCertificate({ subject: "/CN=bank" });
  const { kty = "", ...jwk } = new X509Certificate(own.cert).publicKey.export({ format: "jwk" });
  const { crv = "", x = "", y = "" } = jwk;
  const signer = await makeSigner("bank");
  const certified = { kty, crv, x, y, x5c: [own.der.toString("base64")] };
  const { client_id } = await world.latchkey.createOAuth2Client({
    body: {
      ...registration,
      token_endpoint_auth_method: "self_signed_tls_client_auth",
      tls_client_certificate_bound_access_tokens: true,
      jwks: { keys: [certified, signer.open] },
      ...more,
    },
  });
  return {
    client_id,
    cnf: { "x5t#S256": own.thumbprint },
    post: (path, form, { certificate = own } = {}) =>
      send(world, path, { client_id, ...form }, fieldOf(certificate)),
    sign: (parameters, claims) => signRequest(world, signer.hidden, client_id, parameters, claims),
    headersFor: async (access_token, { certificate = own } = {}) => ({
      authorization: `Bearer ${access_token}`,
      ...fieldOf(certificate),
    }),
  };
}

/** RFC 9440 §2.1. */
function fieldOf(certificate: TestCertificate | null): Record<string, string> {
  return certificate ? { "client-cert": `:${certificate.der.toString("base64")}:` } : {};
}

function send(
  { fetch }: TestServer,
  path: string,
  form: Form,
  headers: Readonly<Record<string, string>>,
): Promise<Received> {
  const sent = Object.entries(form).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const body = new URLSearchParams(sent).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers: { ...type, ...headers }, body };
  return receive(fetch(`http://public.test${path}`, init));
}

async function signRequest(
  { clock }: TestServer,
  hidden: Parameters<typeof importJWK>[0],
  client_id: string,
  parameters: Form,
  claims: object = {},
): Promise<string> {
  const own = { iss: client_id, aud: ISSUER, nbf: clock.now, exp: clock.now + 60 };
  return new SignJWT({ ...own, client_id, ...parameters, ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "bank", typ: "oauth-authz-req+jwt" })
    .sign(await importJWK(hidden, "ES256"));
}

/** Pushes a request that must be accepted. */
export async function push(client: FapiClient, form: Form = request, changes: Changes = {}) {
  const pushed = await client.post("/oauth2/par", form, changes);
  assert.equal(pushed.status, 201, JSON.stringify(pushed.body));
  const { request_uri, expires_in } = fieldsOf(pushed.body);
  return { request_uri: String(request_uri), expires_in: Number(expires_in) };
}

/** From a pushed request through login and consent to the parameters that the client gets. */
export async function complete(world: TestServer, { client_id }: FapiClient, request_uri: string) {
  const browser = openBrowser(world);
  const asked = await authorize(browser, { client_id, request_uri });
  const loggedIn = await passLogin(world, browser, asked);
  return (await answerOf(await passConsent(world, browser, loggedIn))).parameters;
}

/** The form with which a code is redeemed. */
export function redemptionOf(code: string | undefined): Form {
  return { grant_type: "authorization_code", code, redirect_uri, code_verifier };
}

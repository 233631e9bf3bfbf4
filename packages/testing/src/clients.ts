import type { JsonWebKey, OAuth2Client, OAuth2ClientInput } from "@latchkey/api";
import { basic, type Client } from "@latchkey/client";
import {
  generateJwk,
  openSigningKey,
  publicHalf,
  randomId,
  signJwt,
} from "@latchkey/server/testing";

/** A client that a test created, with its credentials. */
export interface TestClient extends OAuth2Client {
  /** The key of a client that authenticates with `private_key_jwt`, unless it was created with keys of its own. */
  readonly private_jwk?: JsonWebKey;
}

/** Creates a client that may use the authorization code grant and refresh tokens, unless `fields` say otherwise. */
export async function createTestClient(
  latchkey: Client,
  fields: OAuth2ClientInput = {},
): Promise<TestClient> {
  const private_jwk = needsKey(fields) ? await createKey() : undefined;
  const body = { ...defaults, ...(private_jwk && keyFields(private_jwk)), ...fields };
  const client = await latchkey.createOAuth2Client({ body });
  const { client_secret = fields.client_secret } = client;
  return {
    ...client,
    ...(client_secret !== undefined && { client_secret }),
    ...(private_jwk !== undefined && { private_jwk }),
  };
}

const defaults: OAuth2ClientInput = {
  client_name: "Test client",
  redirect_uris: ["http://127.0.0.1/callback"],
  grant_types: ["authorization_code", "refresh_token", "client_credentials"],
  response_types: ["code"],
  scope: "openid offline_access offline profile email address phone",
};

function needsKey({ token_endpoint_auth_method, jwks, jwks_uri }: OAuth2ClientInput): boolean {
  return (
    token_endpoint_auth_method === "private_key_jwt" && jwks === undefined && jwks_uri === undefined
  );
}

function keyFields(key: JsonWebKey): OAuth2ClientInput {
  const jwks = { keys: [publicHalf(key) ?? key] };
  return { jwks, token_endpoint_auth_signing_alg: ALGORITHM };
}

const ALGORITHM = "ES256";

function createKey(): Promise<JsonWebKey> {
  return generateJwk({ alg: ALGORITHM, kid: randomId(), use: "sig", rsa_bits: 2048 });
}

/** How a client authenticates at the token endpoint: with a header, or with parameters of the form. */
interface Credentials {
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** RFC 6749 §2.3.1 and RFC 7523 §2.2. `now` is in unix seconds. */
export async function credentialsOf(
  client: TestClient,
  audience: string,
  now: number,
): Promise<Credentials> {
  const { client_id, client_secret = "", token_endpoint_auth_method: method } = client;
  switch (method) {
    case "client_secret_basic":
      return { headers: { authorization: basic(client_id, client_secret) } };
    case "client_secret_post":
      return { form: { client_id, client_secret } };
    case "none":
      return { form: { client_id } };
    case "private_key_jwt":
      return { form: await signAssertion(client, audience, now) };
    default:
      throw new TypeError(`A client that authenticates with ${method} cannot sign in here.`);
  }
}

async function signAssertion(
  { client_id, private_jwk }: TestClient,
  aud: string,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  if (private_jwk === undefined)
    throw new TypeError("The private key of this client is not known: create it without jwks.");
  const claims = { iss: client_id, sub: client_id, aud, jti: randomId(), iat: now, exp: now + 60 };
  return {
    client_id,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await signJwt(openSigningKey(private_jwk), claims),
  };
}

import { generateKeyPairSync } from "node:crypto";
import type { OperationId } from "@latchkey/api";
import * as fc from "fast-check";
import { escape, junk, junkJsonText, mutated, name } from "./texts.ts";

const BEARER = escape("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");

/** A body and what it says it is. */
export interface Body {
  readonly type: string | undefined;
  readonly text: string;
}

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
  format: "jwk",
});
const keys = [
  { ...ec, kid: "1", use: "sig", alg: "ES256" },
  { ...rsa, kid: "2", use: "sig", alg: "RS256" },
  { kty: "oct", k: "c2VjcmV0IHNlY3JldA", kid: "3" },
];
const description = {
  client_id: "album",
  client_name: "Album",
  grant_types: ["client_credentials"],
  redirect_uris: ["https://album.example/in"],
  post_logout_redirect_uris: ["https://album.example/out"],
  allowed_cors_origins: ["https://album.example"],
  scope: "photos.read",
  audience: ["https://api.example"],
  token_endpoint_auth_method: "client_secret_basic",
  jwks: { keys: keys.slice(0, 1) },
  metadata: { plan: "gold" },
};

const client = json(mutated(description));
const key = fc.constantFrom(...keys).chain(mutated);
const keySet = json(fc.array(key, { maxLength: 3 }).map((list) => ({ keys: list })));
const keyRequest = json(
  fc.record(
    {
      // An RSA key takes a while to make, so it is asked for now and then only.
      alg: fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom("ES256", "EdDSA", "HS256") },
        { weight: 9, arbitrary: junk },
        { weight: 1, arbitrary: fc.constant("RS256") },
      ),
      kid: name,
      use: fc.oneof(fc.constantFrom("sig", "enc"), junk),
    },
    { requiredKeys: ["alg"] },
  ),
);
const cutOff = json(mutated({ notAfter: "2026-01-01T00:00:00Z" }));

const field = fc.constantFrom("client_id", "client_secret", "scope", "audience", "token_type_hint");
const form = fc
  .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: field }, junk), name), { maxLength: 4 })
  .map((fields) => fields.map((pair) => pair.map(escape).join("=")).join("&"));
const jwt = fc
  .tuple(fc.oneof(fc.constant('{"alg":"ES256"}'), junkJsonText), junkJsonText, junk)
  .map((parts) => parts.map((part) => Buffer.from(part).toString("base64url")).join("."));
const token = fc.oneof(fc.constant(`lk_at_${"A".repeat(43)}`), jwt, junk);
const shown = formOf(fc.tuple(token, form).map(([text, rest]) => `token=${escape(text)}&${rest}`));
const asked = formOf(form.map((rest) => `grant_type=client_credentials&${rest}`));
const asserted = formOf(
  jwt.map(
    (text) =>
      `grant_type=client_credentials&client_assertion_type=${BEARER}&client_assertion=${text}`,
  ),
);

const anything: fc.Arbitrary<Body> = fc.oneof(
  json(fc.constant({})),
  junkJsonText.map((text) => ({ type: "application/json", text })),
  formOf(junk),
  fc.record({
    type: fc.constantFrom(undefined, "text/plain", "application/json; x", ";", "json"),
    text: junk,
  }),
  client,
  keySet,
  shown,
);

/** What an operation expects, or nearly so. */
const expected: { readonly [Id in OperationId]?: fc.Arbitrary<Body> } = {
  createOAuth2Client: client,
  updateOAuth2Client: client,
  createJsonWebKeySet: keyRequest,
  updateJsonWebKeySet: keySet,
  updateJsonWebKey: json(key),
  flushInactiveOAuth2Tokens: cutOff,
  oauth2Token: fc.oneof(asked, asserted),
  revokeOAuth2Token: shown,
  introspectOAuth2Token: shown,
};

/** A body for this operation: close to what it expects three times of four. */
export function bodyFor(id: OperationId): fc.Arbitrary<Body> {
  const close = expected[id] ?? fc.constant({ type: undefined, text: "" });
  return fc.oneof({ weight: 3, arbitrary: close }, { weight: 1, arbitrary: anything });
}

function json(values: fc.Arbitrary<object>): fc.Arbitrary<Body> {
  return values.map((value) => ({ type: "application/json", text: JSON.stringify(value) }));
}

function formOf(texts: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  return texts.map((text) => ({ type: "application/x-www-form-urlencoded", text }));
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JWTPayload } from "jose";
import { makeSigner, presentAssertion } from "../operations/assertion.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { startTestServer } from "../support/server.ts";
import { errorPageOf, loginRequestFor, signRequestObject as sign } from "./request-object.ts";

const ISSUER = "http://127.0.0.1:4444";
const world = await startTestServer({ "urls.self.issuer": ISSUER });
const { latchkey, clock } = world;
const key = await makeSigner("2027-01");
const { redirect_uri } = await registerApp(latchkey, {
  jwks: { keys: [key.open] },
  grant_types: ["authorization_code", "client_credentials"],
  response_types: ["code"],
  token_endpoint_auth_method: "private_key_jwt",
});
const params = {
  client_id: "photos",
  response_type: "code",
  redirect_uri,
  scope: "openid",
  state: "where photos was",
};

let signed = 0;

/** What the client signs to authenticate. */
function assertion(): JWTPayload {
  signed += 1;
  const jti = `jwt-${signed}`;
  return { iss: "photos", sub: "photos", aud: ISSUER, exp: clock.now + 60, iat: clock.now, jti };
}

/** What the client signs to ask for an authorization. */
function requestObject(): JWTPayload {
  const { sub: _sub, ...claims } = assertion();
  return { ...claims, ...params };
}

describe("RFC 9101 §10.8: a JWT that was signed for another purpose", () => {
  it("is accepted for its own", async () => {
    const accepted = await presentAssertion(latchkey, await sign(key, assertion()));
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    const { client_id } = params;
    const request = await sign(key, requestObject(), "oauth-authz-req+jwt");
    await loginRequestFor(world, { client_id, request });
  });

  for (const typ of [undefined, "JWT", "client-authentication+jwt"]) {
    it(`a client assertion of the type ${typ} is no request object`, async () => {
      const page = await errorPageOf(world, {
        ...params,
        request: await sign(key, assertion(), typ),
      });
      assert.match(page, /invalid_request_object/);
    });

    it(`nor with parameters of a request in it, of the type ${typ}`, async () => {
      const claims = { ...assertion(), ...params };
      const page = await errorPageOf(world, { ...params, request: await sign(key, claims, typ) });
      assert.match(page, /invalid_request_object/);
    });
  }

  for (const typ of [undefined, "JWT", "oauth-authz-req+jwt"]) {
    it(`a request object of the type ${typ} is no client assertion`, async () => {
      const request = await sign(key, requestObject(), typ);
      assertRefused(await presentAssertion(latchkey, request), 401, "invalid_client");
    });

    it(`nor where its sub is the client, of the type ${typ}`, async () => {
      const request = await sign(key, { ...requestObject(), sub: "photos" }, typ);
      assertRefused(await presentAssertion(latchkey, request), 401, "invalid_client");
    });
  }

  it("nor is a backchannel authentication request, whose sub is the client", async () => {
    const claims = { ...assertion(), scope: "openid", login_hint: "alice" };
    const refused = await presentAssertion(latchkey, await sign(key, claims));
    assertRefused(refused, 401, "invalid_client");
  });
});

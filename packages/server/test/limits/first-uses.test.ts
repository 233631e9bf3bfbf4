import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { makeSigner, signAssertion } from "../operations/assertion.ts";
import { registerSelf } from "../operations/registration.ts";
import { ISSUER, makeProofKey, signProof } from "../support/dpop.ts";
import { startTestServer } from "../support/server.ts";

const LIMIT = 3;
const server = await startTestServer({
  "urls.self.issuer": ISSUER,
  "oauth2.registration.mode": "open",
  "limits.rate.pushed_requests": LIMIT,
  "limits.rate.exempt": [],
});
const signer = await makeSigner("2027-01");
const signing = {
  redirect_uris: ["https://photos.example/callback"],
  token_endpoint_auth_method: "private_key_jwt",
  token_endpoint_auth_signing_alg: "ES256",
  jwks: { keys: [signer.open] },
};
const { id: stranger } = await registerSelf(server, signing);
const { client_id: known } = await server.latchkey.createOAuth2Client({ body: signing });
const { client_id: app } = await server.latchkey.createOAuth2Client({
  body: { token_endpoint_auth_method: "none", redirect_uris: [...signing.redirect_uris] },
});

/** Requests tokens with a code that was never issued: what is stored then is the use of the assertion or proof alone. */
function redeem(form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ grant_type: "authorization_code", code: "x", ...form });
  return server.fetch("http://public.test/oauth2/token", { method: "POST", headers, body });
}

async function authenticate(client_id: string, lifetime = 60): Promise<Response> {
  const times = { iat: server.clock.now, exp: server.clock.now + lifetime };
  const claims = { iss: client_id, sub: client_id, aud: ISSUER, jti: randomUUID(), ...times };
  const form = {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await signAssertion(signer, claims),
  };
  return redeem(form, {});
}

/** The statuses of one request more than the limit, in a minute of their own. */
async function beyondLimit(request: () => Promise<Response>): Promise<readonly number[]> {
  server.clock.now += 60;
  const statuses: number[] = [];
  for (let count = 0; count <= LIMIT; count += 1) statuses.push((await request()).status);
  return statuses;
}

describe("uses that are stored, so that there is no second one", () => {
  const limited = [...Array.from({ length: LIMIT }, () => 400), 429];

  it("are limited by address for clients that registered themselves", async () => {
    assert.deepEqual(await beyondLimit(() => authenticate(stranger)), limited);
    const refused = await authenticate(stranger);
    assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d?$/);
  });

  it("are limited by address for clients that do not authenticate", async () => {
    const key = await makeProofKey();
    const prove = async () =>
      redeem({ client_id: app }, { dpop: await signProof(key, server.clock.now) });
    assert.deepEqual(await beyondLimit(prove), limited);
  });

  it("are not for clients of the operator", async () => {
    const statuses = await beyondLimit(() => authenticate(known));
    assert.deepEqual(new Set(statuses), new Set([400]));
  });

  it("are stored for an hour at most, unless the client is one of the operator", async () => {
    server.clock.now += 60;
    assert.equal((await authenticate(stranger, 3_600)).status, 400);
    assert.equal((await authenticate(stranger, 7_200)).status, 401);
    assert.equal((await authenticate(known, 7_200)).status, 400);
  });
});

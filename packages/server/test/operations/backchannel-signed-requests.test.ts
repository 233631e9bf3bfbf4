import assert from "node:assert/strict";
import { test } from "node:test";
import type { JWTPayload } from "jose";
import {
  acceptNewest,
  CIBA,
  errorOf,
  newestFor,
  registerBank,
  WEBHOOK_SECRET,
} from "../support/backchannel.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { makeSigner, signAssertion } from "./assertion.ts";
import { assertRefused, assertRefusedPlainly } from "./refusal.ts";

const app = await startReceiver();
const world = await startTestServer({
  "urls.backchannel_authentication": app.url,
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
});
const { latchkey, clock } = world;
const [key, stranger] = [await makeSigner("2027-01"), await makeSigner("2027-01")];
const bank = await registerBank(latchkey, {
  backchannel_authentication_request_signing_alg: "ES256",
  jwks: { keys: [key.open] },
});
const times = {
  iat: clock.now,
  nbf: clock.now,
  exp: clock.now + 60,
  jti: "4LTCqACC2ESC5BWCnN3j58EnA",
};
const valid: JWTPayload = {
  iss: "bank",
  aud: "http://127.0.0.1:4444",
  ...times,
  scope: "openid",
  login_hint: "alice",
  binding_message: "W4SCT",
  requested_expiry: 60,
};

async function send(claims: JWTPayload, { signer = key, beside = {} } = {}) {
  const request = await signAssertion(signer, claims);
  const { authorization } = bank;
  assert.ok(authorization);
  return latchkey.call("startBackchannelAuthentication", { request, ...beside }, { authorization });
}

test("the parameters of a signed request are those of its JWT", async () => {
  const reply = await send(valid);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.equal(reply.body.expires_in, 60);
  assert.equal((await newestFor(world)).binding_message, "W4SCT");
  await acceptNewest(world);
  assert.equal(await errorOf(world, bank, reply.body.auth_req_id), undefined);
});

/** What is wrong with a signed request, and the error. */
const refusals: [string, JWTPayload, Parameters<typeof send>[1], string][] = [
  ["a key of another", {}, { signer: stranger }, "invalid_request"],
  ["parameters beside it", {}, { beside: { scope: "openid" } }, "invalid_request"],
  ["the iss of another client", { iss: "other" }, {}, "invalid_request"],
  ["the aud of another server", { aud: "https://other.example" }, {}, "invalid_request"],
  ["an exp in the past", { exp: clock.now - 60 }, {}, "invalid_request"],
  ["an exp in two hours", { exp: clock.now + 7_200 }, {}, "invalid_request"],
  ["an nbf in the future", { nbf: clock.now + 60 }, {}, "invalid_request"],
  ["a client_id of another", { client_id: "other" }, {}, "invalid_request"],
  ["a nested request", { request: "e.y.J" }, {}, "invalid_request"],
  ["a parameter that is refused elsewhere", { user_code: "1" }, {}, "invalid_request"],
  ["no openid", { scope: "offline" }, {}, "invalid_scope"],
  ...["iss", "aud", "exp", "nbf", "iat", "jti"].map((claim): [string, JWTPayload, {}, string] => [
    `no ${claim}`,
    { [claim]: undefined },
    {},
    "invalid_request",
  ]),
];

for (const [what, claims, how, error] of refusals) {
  test(`refused: ${what}`, async () => {
    const beside = how?.beside !== undefined ? { ...how, beside: { ...how.beside } } : how;
    const reply = await send({ ...valid, client_id: undefined, ...claims }, beside);
    assertRefusedPlainly(reply, 400, error);
  });
}

test("another algorithm than the registered one is refused, and the error names the client's field", async () => {
  const reply = await send(valid, { signer: await makeSigner("2027-01", "PS256") });
  assert.match(
    assertRefusedPlainly(reply, 400, "invalid_request"),
    /must be ES256, the backchannel_authentication_request_signing_alg of the client/,
  );
});

test("a client that signs cannot send plain parameters, and one that does not cannot sign", async () => {
  const { authorization } = bank;
  assert.ok(authorization);
  const plain = { scope: "openid", login_hint: "alice" };
  const unsigned = await latchkey.call("startBackchannelAuthentication", plain, { authorization });
  assertRefusedPlainly(unsigned, 400, "invalid_request");
  const none = { request: `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(valid))}.` };
  const forged = await latchkey.call("startBackchannelAuthentication", none, { authorization });
  assertRefusedPlainly(forged, 400, "invalid_request");
  const other = await registerBank(latchkey, { client_id: "plain", jwks: { keys: [key.open] } });
  assert.ok(other.authorization);
  const request = await signAssertion(key, { ...valid, iss: "plain" });
  const options = { authorization: other.authorization };
  const refused = await latchkey.call("startBackchannelAuthentication", { request }, options);
  assert.match(assertRefusedPlainly(refused, 400, "invalid_request"), /request_signing_alg/);
});

test("the algorithm is registered, advertised, and never none", async () => {
  const found = await latchkey.discoverOpenIDConfiguration();
  const offered = found.backchannel_authentication_request_signing_alg_values_supported ?? [];
  assert.ok(offered.includes("ES256") && !offered.includes("none") && !offered.includes("HS256"));
  for (const backchannel_authentication_request_signing_alg of ["none", "HS256"]) {
    const description = { grant_types: [CIBA], backchannel_authentication_request_signing_alg };
    const reply = await latchkey.call("createOAuth2Client", { body: description });
    assertRefused(reply, 400, "invalid_client_metadata");
  }
});

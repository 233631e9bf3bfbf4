import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
  UnsecuredJWT,
} from "jose";
import { assertRefused, fieldsOf } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { ISSUER } from "../support/dpop.ts";
import { answerOf, authorize } from "../support/flow.ts";
import {
  complete,
  type FapiClient,
  push,
  redemptionOf,
  registerDpopBank,
  registerMtlsBank,
  request as plain,
  startBank,
} from "./fapi2-client.ts";

const world = await startBank("fapi2-message-signing");
const { latchkey, clock } = world;
const request = { ...plain, response_mode: "jwt" };

/** The claims of a JWT that this server signed for a client. */
async function verify(jwt: string | undefined, audience: string, typ?: string) {
  const keys: JSONWebKeySet = await latchkey.wellKnown();
  const verified = await jwtVerify(jwt ?? "", createLocalJWKSet(keys), {
    issuer: ISSUER,
    audience,
    currentDate: new Date(clock.now * 1000),
    ...(typ && { typ }),
  });
  return verified.payload;
}

const kinds = {
  "private_key_jwt and DPoP": registerDpopBank,
  "mutual TLS and certificate-bound tokens": registerMtlsBank,
};

for (const [kind, register] of Object.entries(kinds)) {
  describe(`FAPI 2.0 Message Signing with ${kind}`, async () => {
    const client: FapiClient = await register(world);
    const { client_id } = client;
    const pushSigned = async (parameters = {}, claims = {}) =>
      client.post("/oauth2/par", {
        request: await client.sign({ ...request, ...parameters }, claims),
      });

    it("§5.3.1, §5.4.1: a signed request gets a signed response, and tokens", async () => {
      const { request_uri } = await push(client, { request: await client.sign(request) });
      const parameters = await complete(world, client, request_uri);
      assert.deepEqual(Object.keys(parameters), ["response"]);
      const { code, state, exp = 0 } = await verify(parameters["response"], client_id);
      assert.equal(state, request.state);
      assert.ok(exp - clock.now < 600, "JARM §2.1: a short life");
      assert.equal(decodeProtectedHeader(parameters["response"] ?? "").alg, "ES256");
      const reply = await client.post("/oauth2/token", redemptionOf(String(code)));
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      const token = String(fieldsOf(reply.body)["access_token"]);
      const found = await latchkey.introspectOAuth2Token({ token });
      assert.ok(found.active);
      assert.deepEqual(found.cnf, client.cnf);
    });

    it("§5.3.1: rejects requests that are not signed", async () => {
      assertRefused(await client.post("/oauth2/par", request), 400, "invalid_request");
    });

    it("§5.3.1: rejects request objects that are not signed by the client", async () => {
      const claims = { iss: client_id, aud: ISSUER, client_id, exp: clock.now + 60, ...request };
      const unsecured = new UnsecuredJWT(claims).encode();
      const other = await (await register(world)).sign(request, { iss: client_id, client_id });
      for (const object of [unsecured, other]) {
        const reply = await client.post("/oauth2/par", { request: object });
        assertRefused(reply, 400, "invalid_request_object");
      }
    });

    it("§5.3.1: rejects signed requests that were not pushed", async () => {
      const object = await client.sign(request);
      const page = await authorize(openBrowser(world), { client_id, request: object });
      assert.doesNotMatch(page.headers.get("location") ?? "", /login_challenge/);
    });

    const wrong: [string, () => Partial<Record<"aud" | "nbf" | "exp", unknown>>][] = [
      ["for another server", () => ({ aud: "https://mallory.example" })],
      ["without an audience", () => ({ aud: undefined })],
      ["without nbf", () => ({ nbf: undefined })],
      ["whose nbf is more than 60 minutes ago", () => ({ nbf: clock.now - 3_601 })],
      ["that is not valid yet", () => ({ nbf: clock.now + 120, exp: clock.now + 180 })],
      ["without exp", () => ({ exp: undefined })],
      ["that has expired", () => ({ nbf: clock.now - 120, exp: clock.now - 61 })],
      ["that is valid for more than 60 minutes", () => ({ exp: clock.now + 3_661 })],
    ];
    for (const [which, claims] of wrong) {
      it(`§5.3.1: rejects a request object ${which}`, async () => {
        const reply = await pushSigned({}, claims());
        assertRefused(reply, 400, "invalid_request_object");
      });
    }

    it("§5.3.1: parameters beside the request object are not used", async () => {
      const object = await client.sign(request);
      const beside = { request: object, scope: "openid accounts", state: "of mallory" };
      const { request_uri } = await push(client, beside);
      const { response } = await complete(world, client, request_uri);
      assert.equal((await verify(response, client_id))["state"], request.state);
    });

    for (const response_mode of ["query", "fragment", "form_post"]) {
      it(`§5.4.1: rejects the response mode ${response_mode}, which is not signed`, async () => {
        assertRefused(await pushSigned({ response_mode }), 400, "invalid_request");
      });
    }

    it("§5.4.1: an error is in a signed response, too", async () => {
      const { request_uri } = await push(client, {
        request: await client.sign({ ...request, prompt: "none" }),
      });
      const page = await authorize(openBrowser(world), { client_id, request_uri });
      const { parameters } = await answerOf(page);
      assert.deepEqual(Object.keys(parameters), ["response"]);
      const claims = await verify(parameters["response"], client_id);
      assert.equal(claims["error"], "login_required");
    });
  });
}

it("§5.5.1: an API gets introspection responses as signed JWTs", async () => {
  const bank = await registerDpopBank(world);
  const resource = "https://accounts.bank.example";
  const scopes = ["openid", "offline_access", "accounts"];
  await latchkey.createApi({
    body: {
      identifier: resource,
      scopes,
      allow_any_client: true,
      introspection_clients: [bank.client_id],
    },
  });
  const { request_uri } = await push(bank, { request: await bank.sign({ ...request, resource }) });
  const { response } = await complete(world, bank, request_uri);
  const { code } = await verify(response, bank.client_id);
  const tokens = await bank.post("/oauth2/token", redemptionOf(String(code)));
  const token = String(fieldsOf(tokens.body)["access_token"]);

  const accept = "application/token-introspection+jwt";
  const reply = await bank.post("/oauth2/introspect", { token }, { accept });
  assert.equal(reply.headers.get("content-type"), accept);
  assert.equal(decodeProtectedHeader(String(reply.body)).alg, "ES256", "RS256 is not allowed");
  const { token_introspection } = await verify(
    String(reply.body),
    bank.client_id,
    "token-introspection+jwt",
  );
  const { active, cnf } = fieldsOf(token_introspection);
  assert.deepEqual([active, cnf], [true, bank.cnf]);
});

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { CIBA_GRANT } from "../../src/oauth/grant-type.ts";
import { decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT } from "jose";
import { isActive } from "../operations/machine.ts";
import { makeSigner } from "../operations/assertion.ts";
import { JWT_BEARER, makeIssuer, trust } from "../operations/trusted-issuer.ts";
import { assertRefused, assertRefusedPlainly, fieldsOf, receive } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { makeCertificate } from "../support/certificates.ts";
import { ISSUER, makeProofKey, signProof } from "../support/dpop.ts";
import { answerOf, authorize, challengeOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import {
  type Changes,
  code_verifier,
  complete,
  type FapiClient,
  push,
  redemptionOf,
  registerDpopBank,
  registerMtlsBank,
  request,
  startBank,
} from "./fapi2-client.ts";

const world = await startBank("fapi2");
const { latchkey, clock } = world;
const SECRET = "a secret that is long enough";
const unproven: Changes = { key: null, certificate: null };
const foreign: Changes = {
  key: await makeProofKey(),
  certificate: makeCertificate({ subject: "/CN=bank" }),
};

async function codeOf(client: FapiClient): Promise<string> {
  const { request_uri } = await push(client);
  const { code } = await complete(world, client, request_uri);
  return code ?? assert.fail("There is no code.");
}

async function tokensOf(client: FapiClient) {
  const reply = await client.post("/oauth2/token", redemptionOf(await codeOf(client)));
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return textsOf(reply.body);
}

function textsOf(body: unknown) {
  const { access_token, refresh_token, id_token, token_type } = fieldsOf(body);
  return {
    access_token: String(access_token),
    refresh_token: String(refresh_token),
    id_token: String(id_token),
    token_type,
  };
}

async function userinfo(client: FapiClient, access_token: string, changes: Changes = {}) {
  const headers = await client.headersFor(access_token, changes);
  return receive(world.fetch("http://public.test/userinfo", { headers }));
}

await latchkey.createApi({
  body: {
    identifier: "https://rs256.example",
    access_token_format: "jwt",
    access_token_signing_alg: "RS256",
  },
});
const discovery = await latchkey.discoverOpenIDConfiguration();

describe("FAPI 2.0 Security Profile §5.3.2.1: the authorization server", () => {
  it("distributes discovery metadata, which advertises only what the profile allows", () => {
    assert.equal(discovery.issuer, ISSUER);
    assert.deepEqual(discovery.response_types_supported, ["code"]);
    assert.deepEqual(discovery.code_challenge_methods_supported, ["S256"]);
    assert.equal(discovery.require_pushed_authorization_requests, true);
    assert.equal(discovery.authorization_response_iss_parameter_supported, true);
    const methods = discovery.token_endpoint_auth_methods_supported ?? [];
    const weak = methods.filter((method) => /secret|none/.test(method));
    assert.deepEqual(weak, []);
    assert.ok(methods.includes("private_key_jwt"));
    assert.ok(methods.includes("self_signed_tls_client_auth"));
    for (const kind of ["dpop", "request_object", "token_endpoint_auth"] as const) {
      const algorithms = discovery[`${kind}_signing_alg_values_supported`];
      assert.deepEqual(algorithms, ["PS256", "ES256", "EdDSA"], kind);
    }
  });

  it("rejects the resource owner password credentials grant", async () => {
    const client = await registerDpopBank(world);
    const form = { grant_type: "password", username: "alice", password: "secret" };
    assertRefused(await client.post("/oauth2/token", form), 400, "unsupported_grant_type");
  });

  const weak: [string, object][] = [
    ["public", { token_endpoint_auth_method: "none" }],
    ["with a secret", { token_endpoint_auth_method: "client_secret_post", client_secret: SECRET }],
  ];
  for (const [kind, description] of weak) {
    it(`rejects clients that are ${kind}`, async () => {
      const { client_id } = await latchkey.createOAuth2Client({
        body: {
          redirect_uris: [request.redirect_uri],
          scope: request.scope,
          grant_types: ["authorization_code"],
          id_token_signed_response_alg: "ES256",
          ...description,
        },
      });
      const secret = kind === "public" ? {} : { client_secret: SECRET };
      const form = { client_id, ...secret, ...request };
      const reply = await latchkey.call("pushAuthorizationRequest", form);
      assertRefused(reply, 400, "invalid_request");
    });
  }

  it("accepts its issuer, and nothing else, as the audience of a client assertion", async () => {
    const client = await registerDpopBank(world);
    await push(client);
    const tokenEndpoint = `${ISSUER}/oauth2/token`;
    for (const aud of [tokenEndpoint, `${ISSUER}/oauth2/par`, [ISSUER, "https://b"], [ISSUER]]) {
      const reply = await client.post("/oauth2/par", request, { assertion: { aud } });
      assertRefused(reply, 401, "invalid_client");
    }
  });

  it("accepts a client assertion from 10 seconds in the future, and none from more than 60", async () => {
    const client = await registerDpopBank(world);
    const at = (seconds: number) => ({ iat: clock.now + seconds, nbf: clock.now + seconds });
    const assertion = (seconds: number) => ({ assertion: at(seconds) });
    await push(client, request, assertion(10));
    assertRefused(await client.post("/oauth2/par", request, assertion(61)), 401, "invalid_client");
  });

  it("binds an authorization code to the DPoP key of the pushed request", async () => {
    const client = await registerDpopBank(world);
    const code = await codeOf(client);
    const stolen = await client.post("/oauth2/token", redemptionOf(code), foreign);
    assertRefused(stolen, 400, "invalid_grant");
    assert.equal((await client.post("/oauth2/token", redemptionOf(code))).status, 200);
  });

  it("does not redirect to a URI that is not registered", async () => {
    const client = await registerDpopBank(world);
    const form = { ...request, redirect_uri: "https://mallory.example/callback" };
    assertRefused(await client.post("/oauth2/par", form), 400, "invalid_request");
    const page = await authorize(openBrowser(world), { client_id: client.client_id, ...form });
    assert.equal(page.headers.get("location"), null);
  });
});

const kinds = {
  "private_key_jwt and DPoP": registerDpopBank,
  "mutual TLS and certificate-bound tokens": registerMtlsBank,
};

for (const [kind, register] of Object.entries(kinds)) {
  describe(`FAPI 2.0 Security Profile with ${kind}`, async () => {
    const client = await register(world);
    const { client_id } = client;

    it("§5.3.2.1: issues sender-constrained access tokens, and no others", async () => {
      const code = await codeOf(client);
      const bare = await client.post("/oauth2/token", redemptionOf(code), unproven);
      assert.ok([400, 401].includes(bare.status), JSON.stringify(bare.body));
      const reply = await client.post("/oauth2/token", redemptionOf(code));
      const { access_token, token_type } = textsOf(reply.body);
      assert.equal(token_type, "jkt" in client.cnf ? "DPoP" : "bearer");
      const found = await latchkey.introspectOAuth2Token({ token: access_token });
      assert.ok(found.active);
      assert.deepEqual(found.cnf, client.cnf);
      assert.equal((await userinfo(client, access_token)).status, 200);
      assertRefused(await userinfo(client, access_token, foreign), 401, "invalid_token");
      const bearer = await userinfo(client, access_token, unproven);
      assert.equal(bearer.status, 401);
      if ("jkt" in client.cnf)
        assert.match(bearer.headers.get("www-authenticate") ?? "", /algs="PS256 ES256 EdDSA"$/);
    });

    it("§5.3.2.1: authorization codes are valid for at most 60 seconds", async () => {
      const late = await codeOf(client);
      clock.now += 61;
      assertRefused(await client.post("/oauth2/token", redemptionOf(late)), 400, "invalid_grant");
      const code = await codeOf(client);
      clock.now += 59;
      assert.equal((await client.post("/oauth2/token", redemptionOf(code))).status, 200);
    });

    it("§5.3.2.1: refresh tokens are not rotated, and earlier access tokens stay valid", async () => {
      const first = await tokensOf(client);
      const form = { grant_type: "refresh_token", refresh_token: first.refresh_token };
      const seen = [first];
      for (let round = 0; round < 3; round += 1) {
        clock.now += 60; // Longer than a lost response could be repeated.
        const reply = await client.post("/oauth2/token", form);
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
        seen.push(textsOf(reply.body));
      }
      assert.equal(new Set(seen.map(({ refresh_token }) => refresh_token)).size, 1);
      assert.equal(new Set(seen.map(({ access_token }) => access_token)).size, 4);
      for (const { access_token } of seen)
        assert.equal((await userinfo(client, access_token)).status, 200);
    });

    it("§5.3.2.1: a refresh token is of no use to another, and ends with its grant", async () => {
      const { access_token, refresh_token } = await tokensOf(client);
      const form = { grant_type: "refresh_token", refresh_token };
      const other = await register(world);
      assertRefused(await other.post("/oauth2/token", form), 400, "invalid_grant");
      assert.equal((await client.post("/oauth2/revoke", { token: refresh_token })).status, 200);
      assertRefused(await client.post("/oauth2/token", form), 400, "invalid_grant");
      assertRefused(await userinfo(client, access_token), 401, "invalid_token");
    });

    it("§5.3.2.1: access tokens that were revoked stay so when the client refreshes", async () => {
      const own = await register(world);
      const { access_token, refresh_token } = await tokensOf(own);
      await latchkey.deleteOAuth2Token({ client_id: own.client_id });
      assert.equal((await userinfo(own, access_token)).status, 401);
      clock.now += 1;
      const form = { grant_type: "refresh_token", refresh_token };
      const fresh = textsOf((await own.post("/oauth2/token", form)).body);
      assert.equal((await userinfo(own, fresh.access_token)).status, 200);
      assert.equal((await userinfo(own, access_token)).status, 401);
    });

    it("§5.3.2.2: rejects every response type but code", async () => {
      const form = { ...request, response_type: "code id_token" };
      const reply = await client.post("/oauth2/par", form);
      assert.equal(reply.status, 400, JSON.stringify(reply.body));
    });

    it("§5.3.2.2: rejects authorization requests that were not pushed", async () => {
      const page = await authorize(openBrowser(world), { client_id, ...request });
      const { parameters } = await answerOf(page);
      assert.equal(parameters["error"], "invalid_request");
      assert.match(parameters["error_description"] ?? "", /pushed.*section 5\.3\.2\.2/);
    });

    it("§5.3.2.2: rejects pushed requests without client authentication", async () => {
      const form = { client_id, ...request };
      const reply = await latchkey.call("pushAuthorizationRequest", form);
      assertRefused(reply, 401, "invalid_client");
    });

    for (const [what, change] of Object.entries({
      "a code_challenge": { code_challenge: undefined, code_challenge_method: undefined },
      "the method S256": { code_challenge: code_verifier, code_challenge_method: "plain" },
      "a redirect_uri": { redirect_uri: undefined },
    })) {
      it(`§5.3.2.2: rejects pushed requests without ${what}`, async () => {
        const reply = await client.post("/oauth2/par", { ...request, ...change });
        assertRefused(reply, 400, "invalid_request");
      });
    }

    it("§5.3.2.2: rejects a code without its code_verifier", async () => {
      const form = redemptionOf(await codeOf(client));
      for (const wrong of [undefined, "a-verifier-of-someone-else-that-is-long-enough"]) {
        const reply = await client.post("/oauth2/token", { ...form, code_verifier: wrong });
        assert.equal(reply.status, 400, JSON.stringify(reply.body));
      }
      assert.equal((await client.post("/oauth2/token", form)).status, 200);
    });

    it("§5.3.2.2: names itself in the response, as RFC 9207 requires", async () => {
      const { request_uri } = await push(client);
      const parameters = await complete(world, client, request_uri);
      const { code = "" } = parameters;
      assert.deepEqual(parameters, { code, state: request.state, iss: ISSUER });
    });

    it("§5.3.2.2: a code that was redeemed is rejected, and its tokens are revoked", async () => {
      const form = redemptionOf(await codeOf(client));
      const { access_token } = textsOf((await client.post("/oauth2/token", form)).body);
      clock.now += 5;
      assertRefused(await client.post("/oauth2/token", form), 400, "invalid_grant");
      assertRefused(await userinfo(client, access_token), 401, "invalid_token");
    });

    it("§5.3.2.2: redirects without repeating the request to another place", async () => {
      const { request_uri } = await push(client);
      const page = await authorize(openBrowser(world), { client_id, request_uri });
      assert.ok([302, 303].includes(page.status), "never 307");
    });

    it("§5.3.2.2: a request_uri is used once, within less than 600 seconds", async () => {
      const { request_uri, expires_in } = await push(client);
      assert.ok(expires_in < 600);
      await complete(world, client, request_uri);
      const again = await authorize(openBrowser(world), { client_id, request_uri });
      assert.equal(again.headers.get("location"), null);
      const late = await push(client);
      clock.now += expires_in + 1;
      const page = await authorize(openBrowser(world), {
        client_id,
        request_uri: late.request_uri,
      });
      assert.equal(page.headers.get("location"), null);
    });

    it("§5.3.2.2: a request_uri belongs to the client that pushed it", async () => {
      const other = await register(world);
      const { request_uri } = await push(client);
      const { client_id: thief } = other;
      const page = await authorize(openBrowser(world), { client_id: thief, request_uri });
      assert.equal(page.headers.get("location"), null);
    });

    it("§5.3.2.2: accepts a nonce of 64 characters", async () => {
      const nonce = "n".repeat(64);
      const { request_uri } = await push(client, { ...request, nonce });
      const page = await authorize(openBrowser(world), { client_id, request_uri });
      assert.ok(challengeOf(page, "login"));
    });

    it("§5.4.1: signs with ES256, and rejects clients that would need another algorithm", async () => {
      const { id_token } = await tokensOf(client);
      assert.equal(decodeProtectedHeader(id_token).alg, "ES256");
      const old = await register(world, { id_token_signed_response_alg: "RS256" });
      assertRefused(await old.post("/oauth2/par", request), 400, "invalid_request");
      const withUserinfo = await register(world, { userinfo_signed_response_alg: "RS256" });
      assertRefused(await withUserinfo.post("/oauth2/par", request), 400, "invalid_request");
    });

    it("§5.4.1: signs JWT access tokens with an algorithm of the profile, whatever the API chose", async () => {
      const own = await register(world, {
        access_token_strategy: "jwt",
        audience: ["https://rs256.example"],
      });
      for (const resource of [undefined, "https://rs256.example"]) {
        const { request_uri } = await push(own, { ...request, resource });
        const { code } = await complete(world, own, request_uri);
        const reply = await own.post("/oauth2/token", redemptionOf(code));
        const { access_token } = textsOf(reply.body);
        const { alg, kid } = decodeProtectedHeader(access_token);
        assert.match(alg ?? "", /^(?:PS256|ES256|EdDSA)$/);
        const { keys } = await latchkey.wellKnown();
        assert.ok(
          keys.some((key) => key.kid === kid),
          "it is published",
        );
        assert.ok(await isActive(latchkey, access_token));
      }
    });

    it("§5.4.1: rejects request objects with another algorithm, or none, of a client that registered none", async () => {
      const own = await register(world, { request_object_signing_alg: "" });
      const id = own.client_id;
      const { open, hidden } = await makeSigner("rsa", "RS256");
      const found = await latchkey.getOAuth2Client({ id });
      const jwks = { keys: [...(found.jwks?.keys ?? []), open] };
      await latchkey.updateOAuth2Client({ id, body: { ...found, jwks } });
      const claims = { ...request, client_id: id, iss: id, aud: ISSUER, exp: clock.now + 60 };
      const signed = await new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "rsa" })
        .sign(await importJWK({ ...hidden }, "RS256"));
      for (const object of [signed, new UnsecuredJWT(claims).encode()]) {
        const reply = await own.post("/oauth2/par", { request: object });
        assertRefused(reply, 400, "invalid_request_object");
      }
      await push(own, { request: await own.sign(request) });
    });

    it("Message Signing §5.3.1: bounds the life of request objects of a client that must sign them", async () => {
      const signs = await register(world, { require_signed_request_object: true });
      const { now } = clock;
      for (const claims of [{ nbf: undefined }, { nbf: now - 3_601 }, { exp: now + 3_661 }]) {
        const reply = await signs.post("/oauth2/par", {
          request: await signs.sign(request, claims),
        });
        assertRefused(reply, 400, "invalid_request_object");
      }
      assertRefused(await signs.post("/oauth2/par", request), 400, "invalid_request");
      const { request_uri } = await push(signs, { request: await signs.sign(request) });
      assert.ok((await complete(world, signs, request_uri)).code, "the response may be unsigned");
      await push(client, { request: await client.sign(request, { nbf: undefined }) });
    });

    it("§5.3.4: does not accept access tokens in the query", async () => {
      const { access_token } = await tokensOf(client);
      const { authorization: _header, ...headers } = await client.headersFor(access_token);
      const url = `http://public.test/userinfo?access_token=${access_token}`;
      const reply = await receive(world.fetch(url, { headers }));
      assertRefused(reply, 400, "invalid_request");
    });
  });
}

it("§5.4.1: the key of JWT access tokens is published before the first one is issued", async () => {
  const settings = { "security.profile": "fapi2", "strategies.access_token": "jwt" };
  const { keys } = await (await startTestServer(settings)).latchkey.wellKnown();
  assert.ok(keys.some(({ alg }) => alg === "ES256"));
});

it("§5.3.2.1: no user is asked for a client that could not get tokens", async () => {
  const description = {
    scope: "openid",
    client_secret: SECRET,
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: "ES256",
    grant_types: [CIBA_GRANT, "urn:ietf:params:oauth:grant-type:device_code"],
  };
  const { client_id } = await latchkey.createOAuth2Client({ body: description });
  const form = { client_id, client_secret: SECRET, scope: "openid" };
  const device = await latchkey.call("oAuth2DeviceFlow", form);
  assertRefused(device, 400, "invalid_request");
  await latchkey.createAccount({ body: { username: "alice", password: "a long password" } });
  const asked = { ...form, login_hint: "alice" };
  const backchannel = await latchkey.call("startBackchannelAuthentication", asked);
  assert.match(
    assertRefusedPlainly(backchannel, 400, "invalid_request"),
    /fapi2.*section 5\.3\.2\.1/,
  );
});

it("§5.3.2.1: a trusted issuer's JWT does not authenticate a client in place of its key", async () => {
  const client = await registerDpopBank(world, { grant_types: [JWT_BEARER] });
  const { client_id } = client;
  const cloud = await makeIssuer("https://cloud.example");
  await trust(latchkey, cloud, { client_id });
  const assertion = () => {
    const times = { iat: clock.now, exp: clock.now + 60, jti: randomUUID() };
    return cloud.sign({ sub: "deploy", aud: ISSUER, ...times });
  };
  const dpop = await signProof(await makeProofKey(), clock.now);
  const reply = await receive(
    world.fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: { dpop },
      body: new URLSearchParams({ grant_type: JWT_BEARER, assertion: await assertion() }),
    }),
  );
  assertRefused(reply, 401, "invalid_client");
  const form = { grant_type: JWT_BEARER, assertion: await assertion() };
  assert.equal((await client.post("/oauth2/token", form)).status, 200);
});

for (const alg of ["RS256", "PS512", "ES384"]) {
  it(`§5.4.1: rejects DPoP proofs that are signed with ${alg}`, async () => {
    const client = await registerDpopBank(world);
    const key = await makeProofKey(alg);
    assertRefused(await client.post("/oauth2/par", request, { key }), 400, "invalid_dpop_proof");
    const { request_uri } = await push(client, request, { key: null });
    const { code } = await complete(world, client, request_uri);
    const reply = await client.post("/oauth2/token", redemptionOf(code), { key });
    assertRefused(reply, 400, "invalid_dpop_proof");
    assert.equal((await client.post("/oauth2/token", redemptionOf(code))).status, 200);
  });
}

it("§5.3.2.2: responses are not sent to redirect URIs without TLS", async () => {
  const insecure = "http://bank.example/callback";
  const client = await registerDpopBank(world, { redirect_uris: [insecure] });
  const reply = await client.post("/oauth2/par", { ...request, redirect_uri: insecure });
  assertRefused(reply, 400, "invalid_request");
});

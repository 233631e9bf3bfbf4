import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { describe, it } from "node:test";
import { decodeJwt } from "jose";
import { pushedKeyOf } from "../../src/grants/dpop.ts";
import { temporaryDirectory } from "../processes/databases.ts";
import { ISSUER, makeProofKey, type ProofChanges, signProof } from "../support/dpop.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { registerMachine } from "./machine.ts";
import { assertRefused, fieldsOf, receive } from "./refusal.ts";

const NOW = 1_800_000_000;
const TOKEN_URL = "http://public.test/oauth2/token";
const key = await makeProofKey();
const otherKey = await makeProofKey();

const dsn = `sqlite://${join(temporaryDirectory(), "dpop.sqlite")}`;
const world = await startTestServer({ dsn });
const peer = await startTestServer({ dsn });
const strict = await startTestServer({
  "oauth2.dpop.nonce": "required",
  "oauth2.dpop.required": true,
});
const machine = await registerMachine(world.latchkey);
const careful = await registerMachine(world.latchkey, {
  client_id: "careful",
  dpop_bound_access_tokens: true,
});
const guarded = await registerMachine(strict.latchkey);

/** Asks for a token with a DPoP header; returns the response, successful or not. */
function ask(
  { fetch }: TestServer,
  { authorization }: { readonly authorization: string },
  proof?: string | readonly string[],
) {
  const headers = new Headers({
    authorization,
    "content-type": "application/x-www-form-urlencoded",
  });
  for (const one of [proof ?? []].flat()) headers.append("dpop", one);
  const body = "grant_type=client_credentials";
  return receive(fetch(TOKEN_URL, { method: "POST", headers, body }));
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

describe("a token request with a DPoP proof", () => {
  for (const alg of ["ES256", "RS256", "PS256", "EdDSA"]) {
    it(`gets a token that is bound to the key of the proof, signed with ${alg}`, async () => {
      const own = await makeProofKey(alg);
      const { status, body } = await ask(world, machine, await signProof(own, NOW));
      assert.equal(status, 200);
      const { access_token, token_type } = fieldsOf(body);
      assert.equal(token_type, "DPoP");
      const found = await peer.latchkey.introspectOAuth2Token({ token: String(access_token) });
      assert.ok(found.active);
      assert.deepEqual([found.token_type, found.cnf], ["DPoP", { jkt: own.jkt }]);
    });
  }

  it("gets a JWT that says so itself", async () => {
    const jwt = await registerMachine(world.latchkey, {
      client_id: "jwt",
      access_token_strategy: "jwt",
    });
    const { body } = await ask(world, jwt, await signProof(key, NOW));
    const { cnf } = decodeJwt(String(fieldsOf(body)["access_token"]));
    assert.deepEqual(cnf, { jkt: key.jkt });
  });

  it("may be addressed to the public URL behind a proxy, with a query", async () => {
    const proxied = await startTestServer({
      "urls.self.public": "https://public.example/auth",
      "webfinger.oidc_discovery.token_url": "https://tokens.example/t",
    });
    const client = await registerMachine(proxied.latchkey);
    for (const htu of [
      "https://public.example/auth/oauth2/token?a=b#c",
      "https://tokens.example/t",
      `${ISSUER}/oauth2/token`,
    ]) {
      const proof = await signProof(key, NOW, { claims: { htu } });
      assert.equal((await ask(proxied, client, proof)).status, 200, htu);
    }
    const proof = await signProof(key, NOW, { claims: { htu: "http://public.test/oauth2/token" } });
    assertRefused(await ask(proxied, client, proof), 400, "invalid_dpop_proof");
  });

  it("may be addressed to the admin listener in development, by the scheme that it serves", async () => {
    for (const [issuer, own, other] of [
      ["http://127.0.0.1:4444", "http", "https"],
      ["https://localhost:4444", "https", "http"],
    ] as const) {
      const developing = await startTestServer({ dev: true, "urls.self.issuer": issuer });
      const client = await registerMachine(developing.latchkey);
      const send = async (scheme: string) => {
        const htu = `${scheme}://127.0.0.1:4445/oauth2/token`;
        return ask(developing, client, await signProof(key, NOW, { claims: { htu } }));
      };
      assert.equal((await send(own)).status, 200, issuer);
      assertRefused(await send(other), 400, "invalid_dpop_proof");
    }
  });

  it("is the exception: without a proof the token is a bearer token", async () => {
    const { body, headers } = await ask(world, machine);
    assert.equal(fieldsOf(body)["token_type"], "bearer");
    assert.equal(headers.get("dpop-nonce"), null);
  });

  it("is required of a client with dpop_bound_access_tokens, and of all by a setting", async () => {
    assertRefused(await ask(world, careful), 400, "invalid_request");
    assert.equal((await ask(world, careful, await signProof(key, NOW))).status, 200);
    assertRefused(await ask(strict, guarded), 400, "invalid_request");
  });
});

describe("nonces", () => {
  it("are demanded, offered and accepted", async () => {
    const without = await ask(strict, guarded, await signProof(key, NOW));
    assertRefused(without, 400, "use_dpop_nonce");
    const nonce = without.headers.get("dpop-nonce") ?? assert.fail("no nonce was offered");
    const given = await ask(strict, guarded, await signProof(key, NOW, { claims: { nonce } }));
    assert.equal(given.status, 200);
    assert.equal(given.headers.get("dpop-nonce"), nonce, "the next one is still the same");
  });

  it("end after a few minutes, and another one is offered", async () => {
    const { headers } = await ask(strict, guarded, await signProof(key, NOW));
    const nonce = headers.get("dpop-nonce") ?? "";
    strict.clock.now += 240;
    const stale = await ask(
      strict,
      guarded,
      await signProof(key, strict.clock.now, { claims: { nonce } }),
    );
    assertRefused(stale, 400, "use_dpop_nonce");
    const next = stale.headers.get("dpop-nonce") ?? "";
    assert.notEqual(next, nonce);
    const fresh = await signProof(key, strict.clock.now, { claims: { nonce: next } });
    assert.equal((await ask(strict, guarded, fresh)).status, 200);
    strict.clock.now = NOW;
  });

  it("of another server, or made up, are not accepted", async () => {
    const other = await startTestServer({
      "oauth2.dpop.nonce": "required",
      "secrets.system": ["the system secret of another server"],
    });
    const client = await registerMachine(other.latchkey);
    const { headers } = await ask(other, client, await signProof(key, NOW));
    for (const nonce of [headers.get("dpop-nonce") ?? "", "15000000", "", "a".repeat(5_000)]) {
      const proof = await signProof(key, NOW, { claims: { nonce } });
      assertRefused(await ask(strict, guarded, proof), 400, "use_dpop_nonce");
    }
  });
});

describe("a pushed authorization request with a DPoP proof", () => {
  const pushed = async (dpop_jkt: string | undefined, proven?: typeof key) => {
    const htu = `${ISSUER}/oauth2/par`;
    const dpop = proven && (await signProof(proven, NOW, { claims: { htu } }));
    const request = {
      method: "POST",
      path: "/oauth2/par",
      params: {},
      search: "",
      query: new URLSearchParams(),
      headers: { dpop },
      body: "",
      address: "",
      request_id: "",
      received_at_ms: NOW * 1000,
    };
    const jkt = await pushedKeyOf(request, dpop_jkt, {}, world.server.context);
    return jkt.ok ? jkt.value : jkt.error.error;
  };

  it("binds its code to the key, which dpop_jkt may repeat and not contradict", async () => {
    assert.equal(await pushed(undefined), undefined);
    assert.equal(await pushed(key.jkt), key.jkt);
    assert.equal(await pushed(undefined, key), key.jkt);
    assert.equal(await pushed(key.jkt, key), key.jkt);
    assert.equal(await pushed(otherKey.jkt, key), "invalid_dpop_proof");
  });
});

describe("attacks with a DPoP proof", () => {
  const changed: [attack: string, changes: ProofChanges][] = [
    ["an old proof", { claims: { iat: NOW - 61 } }],
    ["a proof that was made in advance", { claims: { iat: NOW + 61 } }],
    ["a proof that has expired", { claims: { exp: NOW - 11 } }],
    ["a proof that is not valid yet", { claims: { nbf: NOW + 11 } }],
    ["a proof for another server", { claims: { htu: "https://evil.example/oauth2/token" } }],
    ["a proof for another endpoint", { claims: { htu: `${ISSUER}/userinfo` } }],
    ["a proof for another method", { claims: { htm: "GET" } }],
    ["a proof without jti", { claims: { jti: "" } }],
    ["an ID token in place of a proof", { header: { typ: "JWT" } }],
    ["a proof with its private key", { header: { jwk: key.private_jwk } }],
    ["a proof with the key of another", { header: { jwk: otherKey.jwk } }],
    ["a proof without a key", { header: { jwk: undefined } }],
    ["a proof with a key that is none", { header: { jwk: { kty: "EC", crv: "P-256", x: "AA" } } }],
  ];
  for (const [attack, changes] of changed) {
    it(`${attack} is refused`, async () => {
      const proof = await signProof(key, NOW, changes);
      assertRefused(await ask(world, machine, proof), 400, "invalid_dpop_proof");
    });
  }

  it("a proof that is replayed is refused, by every server", async () => {
    const proof = await signProof(key, NOW);
    assert.equal((await ask(world, machine, proof)).status, 200);
    assertRefused(await ask(world, machine, proof), 400, "invalid_dpop_proof");
    assertRefused(await ask(peer, machine, proof), 400, "invalid_dpop_proof");
    assertRefused(await ask(peer, careful, proof), 400, "invalid_dpop_proof");
  });

  it("of a proof that is sent ten times at once, one is accepted", async () => {
    const proof = await signProof(key, NOW);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(index % 2 ? world : peer, machine, proof)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  it("two DPoP headers are refused, the same or not", async () => {
    const [one, other] = [await signProof(key, NOW), await signProof(key, NOW)];
    for (const proofs of [
      [one, one],
      [one, other],
      [one, "x"],
    ])
      assertRefused(await ask(world, machine, proofs), 400, "invalid_dpop_proof");
  });

  it("key confusion is refused: no signature, a MAC with the public key, a MAC with its own key", async () => {
    const claims = encode({ jti: "j", htm: "POST", htu: `${ISSUER}/oauth2/token`, iat: NOW });
    const unsigned = `${encode({ typ: "dpop+jwt", alg: "none", jwk: key.jwk })}.${claims}.`;
    const forge = (jwk: object, secret: string): string => {
      const input = `${encode({ typ: "dpop+jwt", alg: "HS256", jwk })}.${claims}`;
      return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
    };
    for (const proof of [
      unsigned,
      forge(key.jwk, JSON.stringify(key.jwk)),
      forge({ kty: "oct", k: "c2VjcmV0" }, "secret"),
    ])
      assertRefused(await ask(world, machine, proof), 400, "invalid_dpop_proof");
  });

  it("what is no JWT is refused", async () => {
    for (const proof of ["", "x", "a.b.c", "e30.e30.", `${"a".repeat(4_000)}.a.a`])
      assertRefused(await ask(world, machine, proof), 400, "invalid_dpop_proof");
  });

  it("a client that fails to authenticate does not learn about its proof", async () => {
    const wrong = { authorization: "Basic cGhvdG9zOndyb25n" };
    assertRefused(await ask(world, wrong, await signProof(key, NOW)), 401, "invalid_client");
  });
});

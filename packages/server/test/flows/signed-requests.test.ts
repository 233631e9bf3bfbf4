import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { AuthorizationRequest, JsonWebKey } from "@latchkey/api";
import {
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  UnsecuredJWT,
} from "jose";
import { makeSigner } from "../operations/assertion.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf } from "../support/flow.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { errorPageOf, loginRequestFor, signRequestObject } from "./request-object.ts";

const ISSUER = "http://127.0.0.1:4444";
const world = await startTestServer({ "oidc.encryption.enabled": true });
const { latchkey, clock } = world;
const [key, foreign] = [await makeSigner("photos"), await makeSigner("photos")];
const jwks = { keys: [key.open] };
const strict = await registerApp(latchkey, {
  client_id: "strict",
  jwks,
  require_signed_request_object: true,
});
await registerApp(latchkey, { client_id: "plain", jwks });

/** The claims of a request object as RFC 9101 has them. */
function claimsOf(client_id: string, more: Readonly<Record<string, unknown>> = {}): JWTPayload {
  return {
    iss: client_id,
    aud: ISSUER,
    exp: clock.now + 60,
    nbf: clock.now,
    jti: "once",
    client_id,
    response_type: "code",
    redirect_uri: strict.redirect_uri,
    scope: "openid",
    state: "where photos was",
    ...more,
  };
}

describe("RFC 9101: only what is signed counts", () => {
  test("of a client that must sign", async () => {
    const request = await signRequestObject(key, claimsOf("strict"));
    const login = await loginRequestFor(world, {
      client_id: "strict",
      request,
      scope: "openid offline",
      login_hint: "mallory",
      response_type: "token",
      prompt: "none",
    });
    assert.deepEqual(login.requested_scope, ["openid"]);
    assert.equal(login.oidc_context.login_hint, undefined);
  });

  test("of an object of the type oauth-authz-req+jwt", async () => {
    const request = await signRequestObject(key, claimsOf("plain"), "oauth-authz-req+jwt");
    const login = await loginRequestFor(world, { client_id: "plain", request, scope: "offline" });
    assert.deepEqual(login.requested_scope, ["openid"]);
  });

  test("while other objects are combined with the parameters, as OpenID Connect has it", async () => {
    const request = await signRequestObject(key, claimsOf("plain"));
    const login = await loginRequestFor(world, { client_id: "plain", request, scope: "offline" });
    assert.deepEqual(login.requested_scope, ["offline", "openid"]);
  });

  test("of an object that is pushed", async () => {
    const pushed = await latchkey.pushAuthorizationRequest(
      {
        request: await signRequestObject(key, claimsOf("strict")),
        scope: "openid offline",
        login_hint: "mallory",
      },
      { authorization: strict.authorization ?? "" },
    );
    const { request_uri } = pushed;
    const login = await loginRequestFor(world, { client_id: "strict", request_uri });
    assert.deepEqual(login.requested_scope, ["openid"]);
    assert.equal(login.oidc_context.login_hint, undefined);
  });

  test("an object by reference, from a client that must sign", async () => {
    const object = await signRequestObject(key, claimsOf("referring"), "oauth-authz-req+jwt");
    const shelf = await startReceiver(() => ({ body: object }));
    const request_uri = `${shelf.url}/request.jwt`;
    await registerApp(latchkey, {
      client_id: "referring",
      jwks,
      request_uris: [request_uri],
      require_signed_request_object: true,
    });
    const login = await loginRequestFor(world, {
      client_id: "referring",
      request_uri,
      scope: "offline",
    });
    assert.deepEqual(login.requested_scope, ["openid"]);
  });
});

describe("attacks on a client that must sign", () => {
  const table: [title: string, () => Promise<AuthorizationRequest>, answer: RegExp][] = [
    [
      "no request object",
      async () => ({ response_type: "code", redirect_uri: strict.redirect_uri, scope: "openid" }),
      /must be a signed request object/,
    ],
    [
      "alg none",
      async () => ({ request: new UnsecuredJWT(claimsOf("strict")).encode() }),
      /must be signed/,
    ],
    [
      "a signature of another key",
      async () => ({ request: await signRequestObject(foreign, claimsOf("strict")) }),
      /signature of the request object is invalid/,
    ],
    [
      "the object of another client",
      async () => ({ request: await signRequestObject(key, claimsOf("plain")) }),
      /iss of the request object/,
    ],
    [
      "another client_id inside",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { client_id: "plain" })),
      }),
      /client_id of the request object differs/,
    ],
    [
      "no client_id inside",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { client_id: undefined })),
      }),
      /claim client_id/,
    ],
    [
      "another audience",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { aud: "https://else.example" })),
      }),
      /aud of the request object/,
    ],
    [
      "no audience",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { aud: undefined })),
      }),
      /claim aud/,
    ],
    [
      "no expiry",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { exp: undefined })),
      }),
      /claim exp/,
    ],
    [
      "an expired object",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { exp: clock.now - 60 })),
      }),
      /expired/,
    ],
    [
      "an object of the future",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict", { nbf: clock.now + 60 })),
      }),
      /not valid yet/,
    ],
    [
      "a client assertion",
      async () => ({
        request: await signRequestObject(key, claimsOf("strict"), "client-authentication+jwt"),
      }),
      /typ of the request object/,
    ],
    [
      "a request_uri in the object",
      async () => ({
        request: await signRequestObject(
          key,
          claimsOf("strict", { request_uri: "https://mallory.example/" }),
        ),
      }),
      /must not contain/,
    ],
    [
      "a request_uri that is not registered",
      async () => ({ request_uri: "https://mallory.example/object" }),
      /request_uri is not registered/,
    ],
    [
      "a redirect URI outside that is not inside",
      async () => ({
        request: await signRequestObject(
          key,
          claimsOf("strict", { redirect_uri: "https://mallory.example/" }),
        ),
        redirect_uri: strict.redirect_uri,
      }),
      /redirect_uri is not registered/,
    ],
  ];
  for (const [title, attack, answer] of table) {
    test(title, async () => {
      assert.match(await errorPageOf(world, { client_id: "strict", ...(await attack()) }), answer);
    });
  }

  test("pushed without a signature", async () => {
    const sent = { response_type: "code", state: "where photos was" };
    const authorization = strict.authorization ?? "";
    for (const request of [{}, { request: new UnsecuredJWT(claimsOf("strict")).encode() }]) {
      const pushed = await latchkey.call(
        "pushAuthorizationRequest",
        { ...sent, ...request },
        { authorization },
      );
      assert.equal(pushed.status, 400);
    }
  });
});

test("a server may require signatures of all clients", async () => {
  const server = await startTestServer({ "oauth2.require_signed_request_object": true });
  await registerApp(server.latchkey, { client_id: "plain", jwks });
  const plain = { client_id: "plain", response_type: "code" };
  assert.equal((await authorize(openBrowser(server), plain)).status, 400);
  const request = await signRequestObject(key, claimsOf("plain"));
  const asked = await authorize(openBrowser(server), { client_id: "plain", request });
  assert.ok(challengeOf(asked, "login"));
  const document = await server.latchkey.discoverOpenIDConfiguration();
  assert.equal(document.require_signed_request_object, true);
  assert.ok(!document.request_object_signing_alg_values_supported?.includes("none"));
});

describe("encrypted request objects", () => {
  let published: readonly JsonWebKey[] = [];
  before(async () => {
    published = (await latchkey.wellKnown()).keys.filter(({ use }) => use === "enc");
    await registerApp(latchkey, {
      client_id: "encrypting",
      jwks,
      require_signed_request_object: true,
      request_object_encryption_alg: "ECDH-ES+A256KW",
      request_object_encryption_enc: "A256GCM",
    });
  });

  async function encrypt(
    jwt: string,
    to: JsonWebKey | undefined,
    header: Partial<CompactJWEHeaderParameters> = {},
  ): Promise<string> {
    assert.ok(to);
    const { alg = "", kid = "" } = to;
    return new CompactEncrypt(Buffer.from(jwt))
      .setProtectedHeader({ alg, kid, enc: "A256GCM", cty: "JWT", ...header })
      .encrypt(await importJWK({ ...to }, alg));
  }

  const keyFor = (alg: string) => published.find((known) => known.alg === alg);

  test("the keys are published for encryption, one of each type", () => {
    assert.deepEqual(published.map(({ alg = "" }) => alg).toSorted(), [
      "ECDH-ES+A256KW",
      "RSA-OAEP-256",
    ]);
    for (const one of published) assert.equal(one.d, undefined);
  });

  test("an object that is signed, then encrypted, works with every algorithm", async () => {
    for (const alg of ["RSA-OAEP-256", "ECDH-ES+A256KW"]) {
      for (const enc of ["A128CBC-HS256", "A256GCM"]) {
        const request = await encrypt(
          await signRequestObject(key, claimsOf("strict")),
          keyFor(alg),
          { enc },
        );
        const login = await loginRequestFor(world, { client_id: "strict", request });
        assert.deepEqual(login.requested_scope, ["openid"], `${alg} ${enc}`);
      }
    }
  });

  test("it can be pushed", async () => {
    const request = await encrypt(
      await signRequestObject(key, claimsOf("strict")),
      keyFor("RSA-OAEP-256"),
    );
    const pushed = await latchkey.pushAuthorizationRequest(
      { request },
      { authorization: strict.authorization ?? "" },
    );
    assert.ok(
      await loginRequestFor(world, { client_id: "strict", request_uri: pushed.request_uri }),
    );
  });

  test("a client that registered an encryption may send the signed object itself, or encrypt it so", async () => {
    const jwt = await signRequestObject(key, claimsOf("encrypting"));
    const params = { client_id: "encrypting" };
    assert.ok(await loginRequestFor(world, { ...params, request: jwt }));
    const request = await encrypt(jwt, keyFor("ECDH-ES+A256KW"));
    assert.ok(await loginRequestFor(world, { ...params, request }));
    const other = await encrypt(jwt, keyFor("RSA-OAEP-256"));
    assert.match(
      await errorPageOf(world, { ...params, request: other }),
      /must be encrypted with ECDH-ES/,
    );
  });

  test("after a rotation both keys decrypt, and after a deletion the new one", async () => {
    const server = await startTestServer({ "oidc.encryption.enabled": true });
    await registerApp(server.latchkey, { client_id: "plain", jwks });
    const keysNow = async () =>
      (await server.latchkey.wellKnown()).keys.filter(({ alg }) => alg === "RSA-OAEP-256");
    const [old] = await keysNow();
    await server.latchkey.createJsonWebKeySet({
      set: "latchkey.encryption",
      body: { alg: "RSA-OAEP-256" },
    });
    const [fresh] = await keysNow();
    assert.notEqual(fresh?.kid, old?.kid);
    assert.equal(fresh?.use, "enc");
    const statusWith = async (to: JsonWebKey | undefined) => {
      const request = await encrypt(await signRequestObject(key, claimsOf("plain")), to);
      return (await authorize(openBrowser(server), { client_id: "plain", request })).status;
    };
    assert.deepEqual([await statusWith(old), await statusWith(fresh)], [302, 302]);
    await server.latchkey.deleteJsonWebKey({ set: "latchkey.encryption", kid: old?.kid ?? "" });
    assert.deepEqual([await statusWith(old), await statusWith(fresh)], [400, 302]);
  });

  const attacks: [title: string, () => Promise<string>, answer: RegExp][] = [
    [
      "encrypted to a key that is not ours",
      async () => {
        const { publicKey } = await generateKeyPair("RSA-OAEP-256");
        const header = {
          alg: "RSA-OAEP-256",
          enc: "A256GCM",
          kid: keyFor("RSA-OAEP-256")?.kid ?? "",
        };
        return new CompactEncrypt(Buffer.from(await signRequestObject(key, claimsOf("strict"))))
          .setProtectedHeader(header)
          .encrypt(publicKey);
      },
      /cannot be decrypted/,
    ],
    [
      "encrypted, but not signed",
      () => encrypt(new UnsecuredJWT(claimsOf("strict")).encode(), keyFor("RSA-OAEP-256")),
      /must be signed/,
    ],
    [
      "encrypted JSON without a JWT in it",
      () => encrypt(JSON.stringify(claimsOf("strict")), keyFor("RSA-OAEP-256")),
      /must be a JWT/,
    ],
    [
      "encrypted twice",
      async () => {
        const inner = await encrypt(
          await signRequestObject(key, claimsOf("strict")),
          keyFor("RSA-OAEP-256"),
        );
        return encrypt(inner, keyFor("RSA-OAEP-256"));
      },
      /must be a JWT/,
    ],
    [
      "signed by another key inside",
      async () =>
        encrypt(await signRequestObject(foreign, claimsOf("strict")), keyFor("RSA-OAEP-256")),
      /signature of the request object is invalid/,
    ],
    [
      "a password with two thousand million rounds",
      async () => madeUp({ alg: "PBES2-HS256+A128KW", enc: "A256GCM", p2c: 2e9, p2s: "c2FsdA" }),
      /cannot be decrypted/,
    ],
    [
      "compressed",
      async () => madeUp({ alg: "RSA-OAEP-256", enc: "A256GCM", zip: "DEF" }),
      /cannot be decrypted/,
    ],
    [
      "with a symmetric key",
      async () => madeUp({ alg: "dir", enc: "A256GCM" }),
      /cannot be decrypted/,
    ],
  ];
  for (const [title, attack, answer] of attacks) {
    test(`refused: ${title}`, async () => {
      assert.match(
        await errorPageOf(world, { client_id: "strict", request: await attack() }),
        answer,
      );
    });
  }

  function madeUp(header: object): string {
    return `${Buffer.from(JSON.stringify(header)).toString("base64url")}.AAAA.AAAA.AAAA.AAAA`;
  }

  test("a server where encryption is off publishes no keys, and says so", async () => {
    const server = await startTestServer();
    await registerApp(server.latchkey, { client_id: "plain", jwks });
    const { keys } = await server.latchkey.wellKnown();
    assert.ok(keys.every(({ use }) => use === "sig"));
    const document = await server.latchkey.discoverOpenIDConfiguration();
    assert.equal(document.request_object_encryption_alg_values_supported, undefined);
    const request = await encrypt(
      await signRequestObject(key, claimsOf("plain")),
      keyFor("RSA-OAEP-256"),
    );
    const page = await authorize(openBrowser(server), { client_id: "plain", request });
    assert.match(await page.text(), /not enabled on this server/);
  });
});

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { basic } from "@latchkey/client";
import {
  SignInError,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../src/index.ts";

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const latchkey = await startTestServer({ listen: false, ...options });
  after(() => latchkey.stop());
  return latchkey;
}

for (const listen of [true, false]) {
  describe(listen ? "a test server that listens" : "a test server without a socket", () => {
    it("publishes its metadata at the issuer", async () => {
      const { issuer, fetch: within } = await start({ listen });
      const send = listen ? fetch : within;
      const response = await send(`${issuer}/.well-known/openid-configuration`);
      const metadata: { issuer?: string } = await response.json();
      assert.equal(metadata.issuer, issuer);
    });

    it("signs a user in, with the claims that the scope releases", async () => {
      const latchkey = await start({ listen });
      const claims = { name: "Alice", email: "alice@example.com" };
      const user = await latchkey.createUser({ claims });
      const client = await latchkey.createClient();
      const tokens = await latchkey.signIn({ client, user, scope: "openid profile", nonce: "n" });
      assert.equal(tokens.claims["sub"], user.subject);
      assert.equal(tokens.claims["nonce"], "n");
      const send = listen ? fetch : latchkey.fetch;
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      const response = await send(`${latchkey.issuer}/userinfo`, { headers });
      const { sub, name, email }: Record<string, unknown> = await response.json();
      assert.deepEqual([sub, name, email], [user.subject, "Alice", undefined]);
    });
  });
}

const latchkey = await start();
const client = await latchkey.createClient();
const user = await latchkey.createUser();
const isActive = async (token: string): Promise<boolean> =>
  (await latchkey.api.introspectOAuth2Token({ token })).active;

describe("signIn", () => {
  const methods = ["client_secret_basic", "client_secret_post", "none", "private_key_jwt"] as const;
  for (const token_endpoint_auth_method of methods) {
    it(`takes clients that authenticate with ${token_endpoint_auth_method}`, async () => {
      const own = await latchkey.createClient({ token_endpoint_auth_method });
      const { access_token } = await latchkey.signIn({ client: own, user });
      assert.ok(await isActive(access_token));
    });
  }

  it("takes the parameters of an authorization request", async () => {
    const audience = "https://api.example";
    const own = await latchkey.createClient({ audience: [audience] });
    const scope = "openid offline_access";
    const login = { acr: "gold", amr: ["pwd"] };
    const tokens = await latchkey.signIn({ client: own, user, scope, audience, login });
    assert.ok(tokens.refresh_token);
    assert.deepEqual([tokens.claims["acr"], tokens.claims["amr"]], ["gold", ["pwd"]]);
    const seen = await latchkey.api.introspectOAuth2Token({ token: tokens.access_token });
    assert.deepEqual(seen.active && seen.aud, [audience]);
  });

  it("releases claims that are requested one by one", async () => {
    const carol = await latchkey.createUser({ claims: { nickname: "Caz" } });
    const claims = JSON.stringify({ id_token: { nickname: { essential: true } } });
    const tokens = await latchkey.signIn({ client, user: carol, claims });
    assert.equal(tokens.claims["nickname"], "Caz");
  });

  it("grants less than was asked for if the consent says so", async () => {
    const consent = { grant_scope: ["openid"] };
    const tokens = await latchkey.signIn({ client, user, scope: "openid email", consent });
    assert.equal(tokens.scope, "openid");
  });

  it("takes a subject without an account", async () => {
    const { claims } = await latchkey.signIn({ client, user: "someone-else" });
    assert.equal(claims["sub"], "someone-else");
  });

  it("stays signed in with a browser that is remembered", async () => {
    const browser = latchkey.openBrowser();
    await latchkey.signIn({ client, user, browser, login: { remember: true } });
    const silent = await latchkey
      .signIn({
        client,
        user,
        browser,
        prompt: "none",
        consent: { remember: true },
      })
      .catch((error: unknown) => error);
    assert.ok(silent instanceof SignInError);
    assert.equal(silent.error, "consent_required");
  });

  const refusals: readonly {
    readonly name: string;
    readonly wanted: object;
    readonly fields: OAuth2ClientInput;
    readonly error: string;
  }[] = [
    {
      name: "a scope that the client may not request",
      wanted: { scope: "admin" },
      fields: {},
      error: "invalid_scope",
    },
    {
      name: "a redirect URI that is not registered",
      wanted: { redirect_uri: "https://other.example" },
      fields: {},
      error: "invalid_request",
    },
    {
      name: "prompt=none without a session",
      wanted: { prompt: "none" },
      fields: {},
      error: "login_required",
    },
    {
      name: "a client without the grant",
      wanted: {},
      fields: { grant_types: ["client_credentials"] },
      error: "unauthorized_client",
    },
    {
      name: "a wrong secret",
      wanted: {},
      fields: { client_secret: "a secret of the client" },
      error: "invalid_client",
    },
  ];
  for (const { name, wanted, fields, error } of refusals) {
    it(`rejects with ${error}: ${name}`, async () => {
      const own = await latchkey.createClient(fields);
      const presented = error === "invalid_client" ? { ...own, client_secret: "wrong" } : own;
      await assert.rejects(latchkey.signIn({ client: presented, user, ...wanted }), {
        name: "SignInError",
        error,
      });
    });
  }
});

describe("tokens", () => {
  const scope = "openid offline_access";
  it("expire when the clock passes them", async () => {
    const own = await start();
    const [app, alice] = [await own.createClient(), await own.createUser()];
    const {
      access_token,
      refresh_token = "",
      id_token = "",
    } = await own.signIn({ client: app, user: alice, scope });
    const active = async (token: string) => (await own.api.introspectOAuth2Token({ token })).active;
    own.clock.advance("59m");
    assert.ok(await active(access_token));
    await own.expire(access_token);
    assert.deepEqual([await active(access_token), await active(refresh_token)], [false, true]);
    await own.expire(refresh_token);
    assert.equal(await active(refresh_token), false);
    const before = own.clock.now;
    await own.expire(id_token);
    assert.equal(own.clock.now, before, "a token that has expired does not turn the clock back");
  });

  it("of clients expire too", async () => {
    const own = await start();
    const { client_id, client_secret = "" } = await own.createClient();
    const authorization = basic(client_id, client_secret);
    const { access_token: token } = await own.api.oauth2Token(
      { grant_type: "client_credentials" },
      { authorization },
    );
    await own.expire(token);
    assert.equal((await own.api.introspectOAuth2Token({ token })).active, false);
  });

  it("are revoked with their grant", async () => {
    const { access_token, refresh_token = "" } = await latchkey.signIn({ client, user, scope });
    await latchkey.revoke(refresh_token);
    assert.deepEqual([await isActive(access_token), await isActive(refresh_token)], [false, false]);
  });

  it("of another server are not taken", async () => {
    await assert.rejects(latchkey.revoke("lk_at_unknown"), TypeError);
    await assert.rejects(latchkey.expire("lk_at_unknown"), TypeError);
    const forever = await start({ settings: { "ttl.refresh_token": "-1" } });
    const tokens = await forever.signIn({
      client: await forever.createClient(),
      user: "alice",
      scope,
    });
    await assert.rejects(forever.expire(tokens.refresh_token ?? ""), /does not expire/);
  });
});

describe("rotateKeys", () => {
  const kidOf = (jwt = ""): unknown =>
    JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString()).kid;
  const published = async (own: TestServer): Promise<unknown[]> =>
    (await own.api.wellKnown()).keys.map(({ kid }) => kid);

  it("signs with the new key and publishes both, or only the new one", async () => {
    const own = await start();
    const app = await own.createClient();
    const old = kidOf((await own.signIn({ client: app, user: "alice" })).id_token);
    const { kid } = await own.rotateKeys();
    assert.equal(kidOf((await own.signIn({ client: app, user: "alice" })).id_token), kid);
    assert.deepEqual(await published(own), [kid, old]);
    const next = await own.rotateKeys({ remove_old: true });
    assert.deepEqual(await published(own), [next.kid]);
  });
});

describe("failNext", () => {
  const { client_id, client_secret = "" } = client;
  const requestToken = () =>
    latchkey.api.call(
      "oauth2Token",
      { grant_type: "client_credentials" },
      { authorization: basic(client_id, client_secret) },
    );

  const faults = [
    [{ database: true }, 503, "temporarily_unavailable"],
    [{ status: 503 }, 503, "temporarily_unavailable"],
    [{ status: 500 }, 500, "server_error"],
    [{ status: 429, delay_ms: 1 }, 429, "server_error"],
  ] as const;
  for (const [fault, status, error] of faults) {
    it(`${JSON.stringify(fault)} makes one request fail`, async () => {
      latchkey.failNext(fault);
      const reply = await requestToken();
      assert.ok(!reply.ok);
      assert.equal(reply.status, status);
      assert.partialDeepStrictEqual(reply.body, { error });
      assert.ok((await requestToken()).ok);
    });
  }

  it("waits for a request of the operation, and leaves the requests of signIn alone", async () => {
    latchkey.failNext({ operation: "oauth2Token", status: 500 });
    await latchkey.api.wellKnown();
    await latchkey.signIn({ client, user });
    assert.equal((await requestToken()).status, 500);
    const { operation, rule, status } = latchkey.events.at(-1) ?? assert.fail("no event");
    assert.deepEqual([operation, rule, status], ["oauth2Token", "failed_by_test", 500]);
    assert.ok((await requestToken()).ok);
  });

  it("does not take faults without an effect", () => {
    assert.throws(() => latchkey.failNext({}), TypeError);
    assert.throws(() => latchkey.failNext({ status: 200 }), /between 400 and 599/);
    assert.throws(() => latchkey.failNext({ delay_ms: -1 }), TypeError);
    // @ts-expect-error -- There is no such operation.
    assert.throws(() => latchkey.failNext({ status: 500, operation: "nothing" }), TypeError);
  });
});

it("events name the operation, the client and the rule of each request, without secrets", async () => {
  const own = await start();
  const app = await own.createClient();
  const tokens = await own.signIn({ client: app, user: "alice" });
  const { client_id, client_secret = "" } = app;
  await own.api.call(
    "oauth2Token",
    { grant_type: "authorization_code", code: "x" },
    { authorization: basic(client_id, client_secret) },
  );
  const seen = own.events.filter(({ listener }) => listener === "public");
  assert.deepEqual(
    seen.map(({ operation, status, client_id: caller, rule }) => [
      operation,
      status,
      caller === client_id,
      rule,
    ]),
    [
      ["oauthAuth", 302, true, "login_needed"],
      ["oauthAuth", 302, true, "consent_needed"],
      ["oauthAuth", 302, true, "granted"],
      ["oauth2Token", 200, true, "code_redeemed"],
      ["oauth2Token", 400, true, "code_unknown"],
    ],
  );
  assert.equal(seen.at(-1)?.error, "invalid_grant");
  const text = JSON.stringify(own.events);
  for (const secret of [client_secret, tokens.access_token]) assert.ok(!text.includes(secret));
});

describe("stop", () => {
  it("closes the listeners, once", async () => {
    const own = await startTestServer();
    await fetch(`${own.issuer}/health/alive`);
    await Promise.all([own.stop(), own.stop()]);
    await assert.rejects(fetch(`${own.issuer}/health/alive`));
  });

  it("happens at the end of a block with await using", async () => {
    let url = "";
    {
      await using own = await startTestServer();
      url = own.admin_url;
      assert.ok((await fetch(`${url}/health/ready`)).ok);
    }
    await assert.rejects(fetch(`${url}/health/ready`));
  });

  it("is not needed if the settings are wrong, which the error names", async () => {
    const settings = { "ttl.access_token": "soon", "ttl.id_tokn": "1h" };
    await assert.rejects(startTestServer({ settings }), /ttl\.id_tokn[^]*ttl\.access_token/);
  });
});

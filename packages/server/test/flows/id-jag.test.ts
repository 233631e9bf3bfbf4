import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { JsonObject, OAuth2TokenRequest } from "@latchkey/api";
import { createLocalJWKSet, jwtVerify } from "jose";
import { registerMachine } from "../operations/machine.ts";
import { assertRefused, fieldsOf } from "../operations/refusal.ts";
import { JWT_BEARER, makeIssuer, presentJwt, trust } from "../operations/trusted-issuer.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";
const TYP = "oauth-id-jag+jwt";
const IDP = "https://idp.example";
const CHAT = "https://chat.example";

/** The company's identity provider, where alice signs in to the wiki. */
const idp = await startTestServer({ "urls.self.issuer": IDP });
const wiki = await registerApp(idp.latchkey, {
  client_id: "wiki",
  grant_types: ["authorization_code", "refresh_token", TOKEN_EXCHANGE],
  id_jag_targets: [
    {
      audience: CHAT,
      client_id: "wiki-at-chat",
      scope: ["chat.*"],
      resources: ["https://api.chat.example/", "https://mcp.chat.example/"],
    },
    { audience: "https://bare.example" },
  ],
});

/** The authorization server of the chat, which trusts the identity provider. */
const chat = await startTestServer({ "urls.self.issuer": CHAT });
const resources = ["https://api.chat.example/", "https://mcp.chat.example/"];
const atChat = await registerMachine(chat.latchkey, {
  client_id: "wiki-at-chat",
  grant_types: [JWT_BEARER],
  scope: "chat.read chat.write",
  audience: resources,
});
await chat.latchkey.trustJwtGrantIssuer({
  body: {
    issuer: IDP,
    allow_any_subject: true,
    jwks: { ...(await idp.latchkey.wellKnown()) },
    scope: ["chat.read", "chat.write", "chat.history"],
    expires_at: "2099-01-01T00:00:00Z",
  },
});

async function requestIdJag(wishes: Partial<OAuth2TokenRequest> = {}) {
  const { id_token: subject_token = "" } = await signIn(idp, wiki);
  const input = {
    grant_type: TOKEN_EXCHANGE,
    requested_token_type: ID_JAG,
    subject_token,
    subject_token_type: ID_TOKEN,
    audience: CHAT,
    ...wishes,
  };
  return idp.latchkey.call("oauth2Token", input, { authorization: wiki.authorization ?? "" });
}

async function idJag(wishes: Partial<OAuth2TokenRequest> = {}): Promise<string> {
  const reply = await requestIdJag(wishes);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body.access_token;
}

const present = (jwt: string, wishes: Partial<OAuth2TokenRequest> = {}) =>
  presentJwt(chat.latchkey, jwt, wishes, atChat.authorization);

async function introspect(body: unknown) {
  const token = String(fieldsOf(body)["access_token"]);
  const found = await chat.latchkey.introspectOAuth2Token({ token });
  assert.ok(found.active);
  return found;
}

describe("the identity provider issues an identity assertion", () => {
  it("for an ID token, signed with the published keys", async () => {
    const wishes = { scope: "chat.read chat.write", resource: ["https://mcp.chat.example/"] };
    const reply = await requestIdJag(wishes);
    assert.ok(reply.ok, JSON.stringify(reply.body));
    const { access_token, ...rest } = reply.body;
    assert.deepEqual(rest, {
      issued_token_type: ID_JAG,
      token_type: "N_A",
      expires_in: 300,
      scope: "chat.read chat.write",
    });
    const jwks = createLocalJWKSet(await idp.latchkey.wellKnown());
    const { payload } = await jwtVerify(access_token, jwks, {
      typ: TYP,
      issuer: IDP,
      audience: CHAT,
      currentDate: new Date(idp.clock.now * 1000),
    });
    const { jti, auth_time, ...claims } = payload;
    assert.ok(jti && auth_time);
    assert.deepEqual(claims, {
      iss: IDP,
      sub: "alice",
      aud: CHAT,
      client_id: "wiki-at-chat",
      resource: "https://mcp.chat.example/",
      scope: "chat.read chat.write",
      iat: idp.clock.now,
      exp: idp.clock.now + 300,
    });
  });

  it("which is no access token, ID token or hint there", async () => {
    const token = await idJag();
    assert.deepEqual(await idp.latchkey.introspectOAuth2Token({ token }), { active: false });
    const reply = await requestIdJag({ subject_token: token });
    assertRefused(reply, 400, "invalid_request");
    const params = requestOf(wiki, { id_token_hint: token });
    const { parameters } = await answerOf(await authorize(openBrowser(idp), params));
    assert.equal(parameters["error"], "invalid_request");
  });

  it("and is counted as no access token", async () => {
    await idJag();
    const metrics = await idp.latchkey.prometheus({});
    assert.ok(!metrics.includes('grant_type="token_exchange"'));
  });

  const refused: readonly (readonly [string, Partial<OAuth2TokenRequest>, string])[] = [
    ["without an audience", { audience: "" }, "invalid_target"],
    ["for two audiences", { audience: `${CHAT} https://bare.example` }, "invalid_target"],
    ["for a server that is not registered", { audience: "https://else.example" }, "invalid_target"],
    ["for a server that only begins like one", { audience: `${CHAT}/` }, "invalid_target"],
    ["for another resource", { resource: ["https://else.example/"] }, "invalid_target"],
    [
      "for a resource where none is registered",
      { audience: "https://bare.example", resource: ["https://api.chat.example/"] },
      "invalid_target",
    ],
    ["for a scope that is not registered", { scope: "admin" }, "invalid_scope"],
    ["for an actor", { actor_token: "x", actor_token_type: ACCESS_TOKEN }, "invalid_request"],
    ["for a token that is no ID token", { subject_token: "x" }, "invalid_request"],
  ];
  for (const [title, wishes, error] of refused) {
    it(`refused: ${title}`, async () => {
      assertRefused(await requestIdJag(wishes), 400, error);
    });
  }

  it("refused: for an access token, or for another client's ID token", async () => {
    const { access_token: subject_token } = await signIn(idp, wiki);
    const wishes = { subject_token, subject_token_type: ACCESS_TOKEN };
    assertRefused(await requestIdJag(wishes), 400, "invalid_request");
    const other = await registerApp(idp.latchkey, { client_id: "other" });
    const { id_token = "" } = await signIn(idp, other);
    assertRefused(await requestIdJag({ subject_token: id_token }), 400, "invalid_request");
  });
});

describe("the other authorization server accepts it", () => {
  it("for the resource and scope that it names", async () => {
    const scope = "chat.read chat.history";
    const reply = await present(await idJag({ scope, resource: ["https://mcp.chat.example/"] }));
    const { aud, sub, client_id, ...token } = await introspect(reply.body);
    assert.deepEqual(
      { aud, sub, client_id, scope: token.scope },
      {
        aud: ["https://mcp.chat.example/"],
        sub: "alice",
        client_id: "wiki-at-chat",
        scope: "chat.read",
      },
    );
  });

  it("for less than it names, and not for more", async () => {
    const scope = "chat.read chat.write";
    const ask = async (wishes: Partial<OAuth2TokenRequest>) =>
      present(await idJag({ scope, resource: ["https://mcp.chat.example/"] }), wishes);
    assert.equal((await introspect((await ask({ scope: "chat.read" })).body)).scope, "chat.read");
    assertRefused(await ask({ scope: "chat.history" }), 400, "invalid_scope");
    assertRefused(await ask({ resource: ["https://api.chat.example/"] }), 400, "invalid_target");
  });

  it("once", async () => {
    const once = await idJag();
    assert.equal((await present(once)).status, 200);
    assertRefused(await present(once), 400, "invalid_grant");
  });
});

const corp = await makeIssuer("https://corp.example");
await trust(chat.latchkey, corp, { scope: ["chat.*"], allow_assertion_reuse: true });
let minted = 0;

/** An identity assertion that is accepted, but for what the test changes. */
function assertion(changes: JsonObject = {}, typ: string = TYP): Promise<string> {
  minted += 1;
  const { now } = chat.clock;
  const claims = { sub: "alice", aud: CHAT, client_id: "wiki-at-chat", jti: `jag-${minted}` };
  return corp.sign({ ...claims, iat: now, exp: now + 300, ...changes }, { typ });
}

describe("refused: an identity assertion", () => {
  const wrong: readonly (readonly [string, JsonObject, string?])[] = [
    ["with the token endpoint as aud", { aud: `${CHAT}/oauth2/token` }],
    ["for us and another server", { aud: [CHAT, "https://else.example"] }],
    ["of another client", { client_id: "else" }],
    ["of no client", { client_id: undefined }],
    ["without a jti, though the issuer's may be reused", { jti: undefined }],
    ["without an iat", { iat: undefined }],
    ["without an exp", { exp: undefined }],
    ["that has expired", { exp: 1_799_999_990 }],
    ["bound to a key", { cnf: { jkt: "a-thumbprint" } }],
    ["with authorization_details", { authorization_details: [{ type: "payment" }] }],
    ["with a scope that is no text", { scope: ["chat.read"] }],
    ["with a resource that is no text", { resource: [1] }],
  ];
  for (const [title, changes, typ] of wrong) {
    it(title, async () => {
      assertRefused(await present(await assertion(changes, typ)), 400, "invalid_grant");
    });
  }

  it("that was used before, though the issuer's may be reused", async () => {
    const jwt = await assertion();
    assert.equal((await present(jwt)).status, 200);
    assertRefused(await present(jwt), 400, "invalid_grant");
    const other = await assertion({ jti: `jag-${minted}` });
    assertRefused(await present(other), 400, "invalid_grant");
  });

  it("for a resource that the client may not have", async () => {
    const reply = await present(await assertion({ resource: "https://bank.example" }));
    assertRefused(reply, 400, "invalid_target");
  });

  it("of a public client, and without client authentication", async () => {
    const method = { token_endpoint_auth_method: "none", grant_types: [JWT_BEARER] };
    await registerMachine(chat.latchkey, { client_id: "open", ...method });
    const ofOpen = await assertion({ client_id: "open" });
    const reply = await presentJwt(chat.latchkey, ofOpen, { client_id: "open" });
    assertRefused(reply, 400, "unauthorized_client");
    await trust(chat.latchkey, corp, { client_id: "wiki-at-chat", scope: [] });
    assertRefused(await presentJwt(chat.latchkey, await assertion()), 401, "invalid_client");
  });

  it("that this server issued itself", async () => {
    const reply = await presentJwt(
      idp.latchkey,
      await idJag({ audience: CHAT }),
      {},
      (await registerMachine(idp.latchkey, { grant_types: [JWT_BEARER] })).authorization,
    );
    assertRefused(reply, 400, "invalid_grant");
  });
});

test("two resources become two audiences", async () => {
  const reply = await present(await assertion({ resource: resources }));
  assert.deepEqual((await introspect(reply.body)).aud, resources);
});

test("discovery says that identity assertions are accepted and issued", async () => {
  const found = await chat.latchkey.discoverOpenIDConfiguration({});
  assert.deepEqual(found.authorization_grant_profiles_supported, [
    "urn:ietf:params:oauth:grant-profile:id-jag",
  ]);
  assert.deepEqual(found.identity_chaining_requested_token_types_supported, [ID_JAG]);
  assert.ok(found.grant_types_supported?.includes(JWT_BEARER));
  assert.ok(found.grant_types_supported?.includes(TOKEN_EXCHANGE));
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { basic } from "@latchkey/client";
import { assertRefused, receive } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  authorize as send,
  challengeOf,
  passConsent,
  passLogin,
  requestOf,
} from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const redirect_uri = "https://photos.example/callback";
const verifier = "a-code-verifier-of-at-least-forty-three-characters";
const pkce = {
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

async function start(settings: Readonly<Record<string, unknown>>, client: object = {}) {
  const world = await startTestServer(settings);
  const registered = await world.latchkey.createOAuth2Client({
    body: {
      client_id: "photos",
      client_secret: "a secret of the photos app",
      redirect_uris: [redirect_uri],
      response_types: ["code", "code id_token"],
      grant_types: ["authorization_code", "refresh_token", "client_credentials", "implicit"],
      scope: "openid photos.read",
      ...client,
    },
  });
  const authorize = async (parameters: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({
      client_id: registered.client_id,
      response_type: "code",
      redirect_uri,
      scope: "openid",
      state: "a-state-that-is-long-enough",
      nonce: "a-nonce-that-is-long-enough",
      ...parameters,
    });
    const reply = await world.fetch(`http://public.test/oauth2/auth?${query}`, {
      redirect: "manual",
    });
    const location = new URL(reply.headers.get("location") ?? "http://nowhere.test");
    return new URLSearchParams(location.hash.slice(1) || location.search);
  };
  return { ...world, authorize };
}

describe("oauth2.1", async () => {
  const { authorize, fetch, latchkey } = await start({ "security.profile": "oauth2.1" });

  it("requires PKCE, and says which clause does", async () => {
    const refused = await authorize({});
    assert.equal(refused.get("error"), "invalid_request");
    assert.match(refused.get("error_description") ?? "", /oauth2\.1.*OAuth 2\.1 section 4\.1\.1/);
    assert.ok((await authorize(pkce)).has("login_challenge"));
  });

  it("refuses tokens in authorization responses", async () => {
    const refused = await authorize({ ...pkce, response_type: "code id_token" });
    assert.match(refused.get("error_description") ?? "", /no tokens in authorization responses/);
  });

  it("accepts access tokens in a header or form, and not in the query", async () => {
    const { access_token } = await latchkey.oauth2Token(
      { grant_type: "client_credentials" },
      { authorization: basic("photos", "a secret of the photos app") },
    );
    const url = "http://public.test/userinfo";
    const refused = await receive(fetch(`${url}?access_token=${access_token}`));
    const description = assertRefused(refused, 400, "invalid_request");
    assert.match(description, /security profile oauth2\.1.*query/);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    assert.match(challenge, /^Bearer error="invalid_request", error_description="[ -~]+"$/);
    const headers = { authorization: `Bearer ${access_token}` };
    assertRefused(await receive(fetch(url, { headers })), 401, "request_unauthorized"); // It has no user.
    const form = new URLSearchParams({ access_token });
    const posted = await receive(fetch(url, { method: "POST", body: form }));
    assertRefused(posted, 401, "request_unauthorized");
  });

  it("advertises what it allows", async () => {
    const reply = await fetch("http://public.test/.well-known/openid-configuration");
    const document = await reply.json();
    assert.deepEqual(document.response_types_supported, ["code"]);
    assert.ok(!document.grant_types_supported.includes("implicit"));
  });

  it("does not hold a client to it that is compatible of its own", async () => {
    const client = await latchkey.getOAuth2Client({ id: "photos" });
    const body = { ...client, security_profile: "compatible" as const };
    await latchkey.updateOAuth2Client({ id: "photos", body });
    assert.ok((await authorize({})).has("login_challenge"));
  });
});

describe("fapi2", async () => {
  const { authorize, fetch, latchkey } = await start({ "security.profile": "fapi2" });

  it("refuses a client that authenticates with a secret, at both endpoints", async () => {
    const refused = await authorize(pkce);
    assert.match(refused.get("error_description") ?? "", /private key.*section 5\.3\.2\.1/);
    const reply = await latchkey.call(
      "oauth2Token",
      { grant_type: "client_credentials" },
      { authorization: basic("photos", "a secret of the photos app") },
    );
    assertRefused(reply, 400, "invalid_request");
  });

  it("advertises keys instead of secrets, and pushed requests", async () => {
    const reply = await fetch("http://public.test/.well-known/openid-configuration");
    const document = await reply.json();
    assert.deepEqual(document.token_endpoint_auth_methods_supported, ["private_key_jwt"]);
    assert.equal(document.require_pushed_authorization_requests, true);
  });

  it("explains to operators what the client lacks", async () => {
    const { profile, set_by, rules } = await latchkey.explainOAuth2Client({ id: "photos" });
    assert.deepEqual([profile, set_by], ["fapi2", "server"]);
    const unmet = rules.filter(({ status }) => status === "not_met").map(({ rule }) => rule);
    assert.deepEqual(unmet, [
      "code_flow_only",
      "client_authenticates_with_key",
      "algorithms",
      "sender_constrained",
    ]);
  });

  it("is named by the inspector, with the clause", async () => {
    await authorize(pkce);
    const { steps } = await latchkey.getFlow({ flow_id: await firstFlow({ latchkey }) });
    const { decided } = steps.at(-1) ?? assert.fail();
    assert.equal(decided.rule, "profile:fapi2:client_authenticates_with_key");
    assert.equal(decided.reference, "FAPI 2.0 Security Profile §5.3.2.1");
  });
});

/** Steps are written a moment after the response. */
async function firstFlow({ latchkey }: Pick<TestServer, "latchkey">): Promise<string> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const [flow] = (await latchkey.listFlows({ client_id: "photos" })).flows;
    if (flow !== undefined) return flow.flow_id;
    await setTimeout(20);
  }
  return assert.fail("The inspector has no flow.");
}

describe("compatible", async () => {
  const { authorize, latchkey } = await start({});

  it("refuses nothing of its own, and a client can be held to more", async () => {
    assert.ok((await authorize({})).has("login_challenge"));
    assert.deepEqual((await latchkey.explainOAuth2Client({ id: "photos" })).rules, []);
    const client = await latchkey.getOAuth2Client({ id: "photos" });
    const body = { ...client, security_profile: "mcp" as const };
    await latchkey.updateOAuth2Client({ id: "photos", body });
    assert.match((await authorize({})).get("error_description") ?? "", /profile mcp/);
    const { set_by } = await latchkey.explainOAuth2Client({ id: "photos" });
    assert.equal(set_by, "client");
  });

  it("of an unknown client nothing is explained", async () => {
    const reply = await latchkey.call("explainOAuth2Client", { id: "nobody" });
    assert.equal(reply.status, 404);
  });
});

/** RFC 8252 §8.6, OAuth 2.1 §7.3.1: the profile, the redirect URI of a public client, and whether its consent is remembered. */
const remembered: [
  profile: "compatible" | "oauth2.1" | "mcp",
  redirect_uri: string,
  skip: boolean,
][] = [
  ["compatible", "http://127.0.0.1/callback", true],
  ["oauth2.1", "http://127.0.0.1/callback", false],
  ["mcp", "http://127.0.0.1/callback", false],
  ["oauth2.1", "https://photos.example/app", true],
];
for (const [security_profile, uri, skip] of remembered) {
  it(`${security_profile}: the user of a public client on ${uri} is ${skip ? "not " : ""}asked again`, async () => {
    const world = await startTestServer({});
    const app = await registerApp(world.latchkey, {
      security_profile,
      token_endpoint_auth_method: "none",
      redirect_uris: [uri],
      response_types: ["code"],
      grant_types: ["authorization_code", "refresh_token"],
    });
    const browser = openBrowser(world);
    const ask = async () =>
      passLogin(world, browser, await send(browser, requestOf(app, pkce)), { remember: true });
    await passConsent(world, browser, await ask(), { remember: true });
    const consent_challenge = challengeOf(await ask(), "consent");
    const request = await world.latchkey.getConsentRequest({ consent_challenge });
    assert.equal(request.skip, skip);
  });
}

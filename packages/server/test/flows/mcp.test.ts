import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthorizationRequest, WellKnown } from "@latchkey/api";
import { fieldsOf } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
  completeFlow,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { code_verifier, pkce } from "./document-client.ts";

// What the authorization specification of the Model Context Protocol requires of a server with the profile `mcp`.
const settings = {
  "security.profile": "mcp",
  "oauth2.registration.mode": "open",
  "oauth2.client_id_metadata_documents.enabled": true,
};
const world = await startTestServer(settings);
const resource = "https://notes.example/mcp";
await world.latchkey.createApi({
  body: { identifier: resource, scopes: ["notes.read", "notes.write"], allow_any_client: true },
});
const agent = await registerApp(world.latchkey, {
  client_id: "agent",
  token_endpoint_auth_method: "none",
  redirect_uris: ["http://127.0.0.1/callback", "https://agent.example/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "notes.read notes.write",
});
const wanted = { scope: "notes.read", resource: [resource] };
const params: AuthorizationRequest = { ...pkce, ...wanted };

async function tokens(more: AuthorizationRequest = {}) {
  const code = await codeFor(world, agent, { params: { ...params, ...more } });
  const reply = await redeem(world, agent, code, { code_verifier, resource: [resource] });
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

describe("discovery", () => {
  for (const [issuer, ...paths] of [
    [
      "https://id.example",
      "/.well-known/oauth-authorization-server",
      "/.well-known/openid-configuration",
    ],
    [
      "https://id.example/tenant",
      "/.well-known/oauth-authorization-server/tenant",
      "/.well-known/openid-configuration/tenant",
      "/tenant/.well-known/openid-configuration",
    ],
  ] as const) {
    it(`of ${issuer}: every URL that clients try has the same document, with what they look for`, async () => {
      const { fetch } = await startTestServer({ ...settings, "urls.self.issuer": issuer });
      const documents: WellKnown[] = [];
      for (const path of paths) {
        const found = await fetch(`https://public.test${path}`, {
          headers: { origin: "https://inspector.example" },
        });
        assert.deepEqual(
          [found.status, found.headers.get("access-control-allow-origin")],
          [200, "*"],
          path,
        );
        assert.match(found.headers.get("content-type") ?? "", /^application\/json/);
        documents.push(await found.json());
      }
      const [document, ...others] = documents;
      assert.ok(document);
      for (const other of others) assert.deepEqual(other, document);
      assert.equal(document.issuer, issuer);
      assert.deepEqual(document.code_challenge_methods_supported, ["S256"]);
      assert.deepEqual(document.response_types_supported, ["code"]);
      assert.equal(document.authorization_response_iss_parameter_supported, true);
      assert.equal(document.client_id_metadata_document_supported, true);
      assert.ok(document.scopes_supported?.includes("offline_access"));
      for (const method of ["none", "private_key_jwt"])
        assert.ok(document.token_endpoint_auth_methods_supported?.includes(method), method);
      assert.ok(document.token_endpoint_auth_signing_alg_values_supported?.includes("ES256"));
      for (const grant of ["authorization_code", "refresh_token"])
        assert.ok(document.grant_types_supported?.includes(grant), grant);
      const endpoints = [
        document.authorization_endpoint,
        document.token_endpoint,
        document.registration_endpoint,
        document.jwks_uri,
      ];
      for (const endpoint of endpoints) assert.match(endpoint ?? "", /^https:\/\/id\.example\//);
    });
  }
});

describe("authorization", () => {
  it("a response has one code, one state and one iss; an error one error, state and iss", async () => {
    const { issuer } = await world.latchkey.discoverOpenIDConfiguration();
    const granted = await completeFlow(world, agent, { params });
    const denied = await (async () => {
      const browser = openBrowser(world);
      const asked = await authorize(browser, requestOf(agent, params));
      const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
      const body = { error: "access_denied" };
      const { redirect_to } = await world.latchkey.rejectConsentRequest({
        consent_challenge,
        body,
      });
      return browser.go(redirect_to);
    })();
    for (const [response, outcome] of [
      [granted, "code"],
      [denied, "error"],
    ] as const) {
      const { searchParams } = new URL(response.headers.get("location") ?? "");
      for (const name of [outcome, "state", "iss"])
        assert.equal(searchParams.getAll(name).length, 1, `${outcome}: ${name}`);
      assert.equal(searchParams.get("iss"), issuer);
    }
  });

  it("state may be left out, or be short", async () => {
    const { state: _state, ...stateless } = requestOf(agent, params);
    const browser = openBrowser(world);
    const login = await passLogin(world, browser, await authorize(browser, stateless));
    const { parameters } = await answerOf(await passConsent(world, browser, login));
    assert.ok(parameters["code"]);
    assert.equal(parameters["state"], undefined);
    const short = await answerOf(
      await completeFlow(world, agent, { params: { ...params, state: "s" } }),
    );
    assert.equal(short.parameters["state"], "s");
  });

  const plain = { ...pkce, code_challenge_method: "plain" };
  const elsewhere = ["https://other.example/mcp"];
  const refused: readonly (readonly [title: string, sent: AuthorizationRequest, error: string])[] =
    [
      ["without PKCE", wanted, "invalid_request"],
      ["with the method plain", { ...wanted, ...plain }, "invalid_request"],
      ["for a token", { ...params, response_type: "token" }, "unsupported_response_type"],
      ["for an unknown resource", { ...params, resource: elsewhere }, "invalid_target"],
      ["for a fragment", { ...params, resource: [`${resource}#notes`] }, "invalid_target"],
    ];
  for (const [title, sent, error] of refused) {
    it(`a request ${title} is refused at the client: ${error}`, async () => {
      const response = await authorize(openBrowser(world), requestOf(agent, sent));
      const { parameters } = await answerOf(response);
      assert.equal(parameters["error"], error);
    });
  }

  it("the resource is compared without regard to the case of scheme and host", async () => {
    const { access_token: token } = await tokens({ resource: ["HTTPS://Notes.Example/mcp"] });
    const found = await world.latchkey.introspectOAuth2Token({ token });
    assert.ok(found.active);
    assert.deepEqual(found.aud, [resource]);
  });

  it("an app on this machine listens on any port, and no other http redirect URI is accepted", async () => {
    const port = "http://127.0.0.1:51423/callback";
    const local = await completeFlow(world, { ...agent, redirect_uri: port }, { params });
    assert.ok(local.headers.get("location")?.startsWith(port));
    for (const redirect_uri of [
      "http://agent.example/callback",
      "https://agent.example/callbacks",
    ]) {
      const app = { ...agent, redirect_uri };
      const response = await authorize(openBrowser(world), requestOf(app, params));
      assert.equal(response.headers.get("location"), null, redirect_uri);
    }
  });
});

describe("tokens", () => {
  it("are for the resource, valid for an hour at most, and not cached", async () => {
    const code = await codeFor(world, agent, { params });
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: agent.client_id,
      code,
      code_verifier,
      redirect_uri: agent.redirect_uri,
      resource,
    });
    const response = await world.fetch("http://public.test/oauth2/token", { method: "POST", body });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
    const token: { expires_in: number; token_type: string } = await response.json();
    assert.ok(token.expires_in <= 3600);
    assert.equal(token.token_type.toLowerCase(), "bearer");
  });

  it("a mismatched resource spends no code", async () => {
    const code = await codeFor(world, agent, { params });
    const other = { code_verifier, resource: ["https://other.example/mcp"] };
    const refusal = await redeem(world, agent, code, other);
    assert.equal(fieldsOf(refusal.body)["error"], "invalid_target");
    assert.ok((await redeem(world, agent, code, { code_verifier, resource: [resource] })).ok);
  });

  it("a refresh token comes without offline_access, rotates, keeps the scope, and its replay ends the grant", async () => {
    const first = await tokens();
    const second = await refresh(world, agent, first.refresh_token);
    assert.ok(second.ok);
    assert.equal(second.body.scope, "notes.read");
    assert.notEqual(second.body.refresh_token, first.refresh_token);
    world.clock.now += 60;
    const replay = await refresh(world, agent, first.refresh_token);
    assert.equal(fieldsOf(replay.body)["error"], "invalid_grant");
    const after = await refresh(world, agent, second.body.refresh_token);
    assert.ok(!after.ok, "the whole grant ended");
  });

  it("offline_access is ignored for a client that may not request it, and no other scope", async () => {
    const { scope, refresh_token } = await tokens({ scope: "notes.read offline_access" });
    assert.equal(scope, "notes.read");
    assert.ok(refresh_token);
    await assert.rejects(tokens({ scope: "notes.read offline" }), /invalid_scope/);
  });

  it("a larger scope later leaves the earlier tokens valid", async () => {
    const { access_token: token } = await tokens();
    const more = await tokens({ scope: "notes.read notes.write" });
    assert.equal(more.scope, "notes.read notes.write");
    assert.ok((await world.latchkey.introspectOAuth2Token({ token })).active);
  });
});

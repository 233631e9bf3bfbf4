import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { locationOf, openBrowser } from "../support/browser.ts";
import { startTestServer } from "../support/server.ts";
import { callerOf, install, pairOf } from "./caller.ts";
import {
  authorize,
  CALLBACK,
  changeIntegration,
  openAuthorization,
  setUpWorkspace,
  PAGE,
  reachConsent,
  registerIntegration,
  highLimits,
  responseParameters,
  walk,
} from "./authorization.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;
const { workspace, photos } = await setUpWorkspace(latchkey);
const browser = openBrowser(world);

describe("the error page is shown when", () => {
  const rows: readonly [string, Readonly<Record<string, string | undefined>>][] = [
    ["the client_id is missing", { client_id: undefined }],
    ["the client_id is unknown", { client_id: "0b57ac1e-0000-4000-8000-000000000000" }],
    ["the redirect_uri is not registered", { redirect_uri: "https://mallory.example/" }],
    ["the redirect_uri has a slash more", { redirect_uri: `${CALLBACK}/` }],
    ["the redirect_uri has a query more", { redirect_uri: `${CALLBACK}?a=b` }],
  ];
  for (const [what, params] of rows) {
    it(what, async () => {
      const response = await openAuthorization(browser, photos, params);
      assert.equal(response.status, 400);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      assert.equal(response.headers.get("location"), null);
      assert.match(response.headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/);
      assert.equal(response.headers.get("referrer-policy"), "no-referrer");
      assert.equal(response.headers.get("cache-control"), "no-store");
    });
  }

  it("there are two redirect URIs and the request names none", async () => {
    const redirect_uris = [CALLBACK, "https://photos.example/other"];
    const app = await registerIntegration(latchkey, { redirect_uris });
    assert.equal((await openAuthorization(browser, app, { redirect_uri: undefined })).status, 400);
  });

  it("the integration is internal, for it has nowhere to go back to", async () => {
    const app = await latchkey.createIntegration({
      body: { name: "Inside", kind: "internal", install_scope: [workspace.id] },
    });
    assert.equal((await openAuthorization(browser, app)).status, 400);
  });
});

describe("the integration gets the error when", () => {
  const rows: readonly [string, Readonly<Record<string, string | undefined>>, string][] = [
    ["there is no response_type", { response_type: undefined }, "unsupported_response_type"],
    ["the response_type is token", { response_type: "token" }, "unsupported_response_type"],
    ["the owner is a team", { owner: "team" }, "invalid_request"],
    ["the owner is a workspace, and it may not", { owner: "workspace" }, "invalid_request"],
    ["the code_challenge is plain", { code_challenge: "x".repeat(43) }, "invalid_request"],
  ];
  for (const [what, params, error] of rows) {
    it(`${what} → ${error}`, async () => {
      const response = await openAuthorization(browser, photos, { ...params, state: "a b&c=ü/?#" });
      assert.ok(locationOf(response).href.startsWith(`${CALLBACK}?`));
      const { error_description, iss: _, ...rest } = responseParameters(response);
      assert.deepEqual(rest, { error, state: "a b&c=ü/?#" });
      assert.ok(error_description);
    });
  }

  it("it is switched off → unauthorized_client", async () => {
    const app = await registerIntegration(latchkey);
    await changeIntegration(latchkey, app, { enabled: false });
    assert.equal(
      responseParameters(await openAuthorization(browser, app))["error"],
      "unauthorized_client",
    );
  });

  it("the user denies the request → access_denied", async () => {
    const { browser: hers, consent_challenge } = await reachConsent(world, photos);
    const { redirect_to } = await latchkey.rejectWorkspaceConsentRequest({ consent_challenge });
    const { error, state } = responseParameters(await hers.go(redirect_to));
    assert.deepEqual({ error, state }, { error: "access_denied", state: "where photos was" });
  });
});

describe("the answer", () => {
  it("is a code and the state, byte for byte, behind the query that was there", async () => {
    const redirect_uri = "https://photos.example/callback?tenant=1";
    const app = await registerIntegration(latchkey, { redirect_uris: [redirect_uri] });
    const state = "s ü+%20\u{1f511}";
    const {
      code = "",
      iss: _,
      ...rest
    } = responseParameters(await walk(world, app, { params: { redirect_uri, state } }));
    assert.match(code, /^lk_wac_[\w-]{22,}$/);
    assert.deepEqual(rest, { tenant: "1", state });
    const { exchange } = callerOf(world, app);
    assert.equal((await exchange(code, { redirect_uri })).status, 200);
  });

  it("has no state where none was sent", async () => {
    const answer = responseParameters(await walk(world, photos, { params: { state: undefined } }));
    assert.equal("state" in answer, false);
  });

  it("comes also without an owner, and whatever the scope is", async () => {
    const params = { owner: undefined, scope: "everything", prompt: "none", flavour: "salty" };
    const { access_token, owner } = await install(world, photos, { params });
    assert.equal(owner.type, "user");
    const { scope } = { scope: "", ...(await callerOf(world, photos).introspect(access_token)) };
    assert.equal(scope, "read_content");
  });

  it("comes again to a browser that did not get it, until the code is exchanged", async () => {
    const { browser: hers, consent_challenge } = await reachConsent(world, photos);
    const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest({
      consent_challenge,
      body: { workspace_id: workspace.id },
    });
    const twin = hers.clone();
    const { code = "" } = responseParameters(await hers.clone().go(redirect_to));
    assert.equal(responseParameters(await hers.go(redirect_to))["code"], code);
    assert.equal((await callerOf(world, photos).exchange(code)).status, 200);
    assert.equal(responseParameters(await twin.go(redirect_to))["error"], "invalid_request");
  });

  it("is never given for a request that took more than ten minutes", async () => {
    const { browser: hers, consent_challenge } = await reachConsent(world, photos);
    clock.now += 601;
    const body = { workspace_id: workspace.id };
    const reply = await latchkey.call("acceptWorkspaceConsentRequest", { consent_challenge, body });
    const code = reply.ok
      ? responseParameters(await hers.go(reply.body.redirect_to))["code"]
      : undefined;
    assert.equal(code, undefined);
  });
});

describe("where an integration may go:", () => {
  const choicesOf = async (...options: Parameters<typeof reachConsent>) => {
    const { consent_challenge } = await reachConsent(...options);
    return latchkey.getWorkspaceConsentRequest({ consent_challenge });
  };

  it("in every workspace of the user, and in no other", async () => {
    const other = await latchkey.createWorkspace({ body: { name: "Looking-glass" } });
    await latchkey.createWorkspaceMember({ id: other.id, body: { subject: "bob" } });
    const idsOf = async (subject: string) => {
      const { choices } = await choicesOf(world, photos, { subject });
      return new Set(choices.map((choice) => choice.workspace.id));
    };
    assert.deepEqual(await idsOf("alice"), new Set([workspace.id]));
    assert.deepEqual(await idsOf("bob"), new Set([workspace.id, other.id]));
    assert.deepEqual(await idsOf("mallory"), new Set());
  });

  it("only where its install_scope permits", async () => {
    const { id } = await latchkey.createWorkspace({ body: {} });
    await latchkey.createWorkspaceMember({ id, body: { subject: "alice" } });
    const app = await registerIntegration(latchkey, { install_scope: [id] });
    const { choices } = await choicesOf(world, app);
    assert.deepEqual(
      choices.map((choice) => choice.workspace.id),
      [id],
    );
    const { consent_challenge } = await reachConsent(world, app);
    const body = { workspace_id: workspace.id };
    const reply = await latchkey.call("acceptWorkspaceConsentRequest", { consent_challenge, body });
    assert.equal(reply.status, 400);
  });

  it("for a whole workspace only as its administrator", async () => {
    const app = await registerIntegration(latchkey, { allow_workspace_owner: true });
    const params = { owner: "workspace" };
    assert.equal((await choicesOf(world, app, { params })).owner, "workspace");
    const { choices } = await choicesOf(world, app, { params, subject: "bob" });
    assert.deepEqual(choices, []);
  });
});

describe("what is chosen takes effect at the exchange, and not before:", () => {
  it("the bot, what is shared with it, and the copy of the template", async () => {
    const template = { id: crypto.randomUUID(), title: "Album" };
    const app = await registerIntegration(latchkey, { template });
    const caller = callerOf(world, app);
    const installed = () => latchkey.listInstallations({ integration_id: app.id });
    const resources = async () => (await latchkey.getWorkspace(workspace)).resources;

    const consent = { workspace_id: workspace.id, resources: [PAGE], duplicate_template: true };
    const code = await authorize(world, app, { consent });
    const before = await resources();
    assert.deepEqual(await installed(), []);

    const pair = pairOf(await caller.exchange(code));
    const copy = pair.duplicated_template_id ?? "";
    assert.notEqual(copy, template.id);
    assert.deepEqual(await resources(), [...before, { id: copy, title: "Album" }]);
    const [installation] = await installed();
    assert.deepEqual(installation?.resources, [PAGE, copy]);

    const next = pairOf(await caller.refresh(pair.refresh_token));
    assert.equal(next.duplicated_template_id, copy, "a refresh of the same grant repeats it");
    const again = await install(world, app, { consent: { workspace_id: workspace.id } });
    assert.equal(again.duplicated_template_id, null, "another grant has none");
    assert.equal((await resources()).length, before.length + 1);
  });
});

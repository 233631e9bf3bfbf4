import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertRefused, receive } from "../operations/refusal.ts";
import { startTestServer } from "../support/server.ts";
import { assertAdminError, UNKNOWN_ID } from "./admin-error.ts";
import { install } from "./caller.ts";
import { CALLBACK, setUpWorkspace, PAGE, reachConsent, highLimits } from "./authorization.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { call } = latchkey;
const { workspace, alice, photos } = await setUpWorkspace(latchkey);

describe("installations", () => {
  it("are listed, share resources of the workspace, and are disconnected", async () => {
    const { bot_id } = await install(world, photos);
    const shown = await latchkey.getInstallation({ bot_id });
    const { created_at, updated_at, ...rest } = shown;
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      bot_id,
      integration_id: photos.id,
      workspace_id: workspace.id,
      owner_type: "user",
      owner_user_id: alice.user_id,
      status: "active",
      external_account: null,
      resources: [],
    });
    const reply = await call("updateInstallation", { bot_id, body: { resources: [PAGE] } });
    assert.ok(reply.ok);
    assert.deepEqual(reply.body.resources, [PAGE]);
    for (const resources of [[UNKNOWN_ID], ["x"], "all"]) {
      const body: object = { resources };
      assertAdminError(await call("updateInstallation", { bot_id, body }), 400);
    }
    for (const _ of [1, 2])
      assert.equal((await call("deleteInstallation", { bot_id })).status, 204);
  });

  it("that are not there are not", async () => {
    for (const bot_id of [UNKNOWN_ID, "bot"]) {
      assertAdminError(await call("getInstallation", { bot_id }), 404);
      assertAdminError(await call("updateInstallation", { bot_id, body: {} }), 404);
      assertAdminError(await call("deleteInstallation", { bot_id }), 404);
    }
  });
});

describe("consent requests", () => {
  const decline = { workspace_id: workspace.id };

  it("show what is asked, by whom, and who is asked", async () => {
    const { consent_challenge } = await reachConsent(world, photos);
    const reply = await call("getWorkspaceConsentRequest", { consent_challenge });
    assert.ok(reply.ok);
    const { integration, redirect_uri, owner, subject, choices } = reply.body;
    assert.deepEqual(integration, {
      id: photos.id,
      name: "Photos",
      icon: null,
      capabilities: ["read_content"],
      template: null,
    });
    assert.deepEqual([redirect_uri, owner, subject], [CALLBACK, "user", "alice"]);
    assert.deepEqual(choices, [
      { workspace: await latchkey.getWorkspace(workspace), member: alice },
    ]);
  });

  it("take only what could be chosen", async () => {
    const { consent_challenge } = await reachConsent(world, photos);
    const path = `/workspace/requests/consent/accept?consent_challenge=${consent_challenge}`;
    const headers = { "Content-Type": "application/json" };
    const send = (body: object) =>
      receive(
        world.fetch(`http://admin.test${path}`, {
          method: "PUT",
          headers,
          body: JSON.stringify(body),
        }),
      );
    for (const body of [
      {},
      { workspace_id: UNKNOWN_ID },
      { ...decline, resources: [UNKNOWN_ID] },
      { ...decline, duplicate_template: true },
      { ...decline, colour: "red" },
    ])
      assertRefused(await send(body), 400, "invalid_request");
  });

  it("may be answered anew until the browser is back, and not after", async () => {
    const { browser, consent_challenge } = await reachConsent(world, photos);
    assert.equal((await call("rejectWorkspaceConsentRequest", { consent_challenge })).status, 200);
    const asked = { consent_challenge, body: decline };
    const { redirect_to } = await latchkey.acceptWorkspaceConsentRequest(asked);
    assert.equal((await browser.go(redirect_to)).status, 302);
    assertAnswered(await call("getWorkspaceConsentRequest", { consent_challenge }));
    assertAnswered(await call("acceptWorkspaceConsentRequest", asked));
    assertAnswered(await call("rejectWorkspaceConsentRequest", { consent_challenge }));
  });

  it("with an unknown challenge are not found, and a challenge is required", async () => {
    for (const [consent_challenge, status] of [
      ["guess", 404],
      ["", 400],
    ] as const) {
      assertAdminError(await call("getWorkspaceConsentRequest", { consent_challenge }), status);
      const asked = { consent_challenge, body: decline };
      assertAdminError(await call("acceptWorkspaceConsentRequest", asked), status);
      assertAdminError(await call("rejectWorkspaceConsentRequest", { consent_challenge }), status);
    }
  });

  function assertAnswered({ status, body }: { status: number; body: unknown }): void {
    assert.equal(status, 409);
    assert.match(JSON.stringify(body), /"error":"conflict".*"redirect_to":/);
  }
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertAdminError } from "./admin-error.ts";
import { changeIntegration, highLimits, PAGE, setUpWorkspace } from "./authorization.ts";
import { callerOf, install } from "./caller.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { workspace, alice, photos } = await setUpWorkspace(latchkey);
const caller = callerOf(world, photos);

const introspect = (token: string) => latchkey.introspectIntegrationToken({ body: { token } });
const isActive = async (token: string) => (await introspect(token)).active;

describe("an API asks about the token of an integration", () => {
  it("and learns the integration, the bot, what it may do and what is shared with it", async () => {
    const { access_token, bot_id } = await install(world, photos, {
      consent: { resources: [PAGE] },
    });
    const facts = await introspect(access_token);
    assert.deepEqual(facts, {
      active: true,
      client_id: photos.client_id,
      capabilities: ["read_content"],
      installation: await latchkey.getInstallation({ bot_id }),
    });
    assert.ok(facts.active);
    assert.equal(facts.installation.workspace_id, workspace.id);
    assert.equal(facts.installation.owner_user_id, alice.user_id);
    assert.deepEqual(facts.installation.resources, [PAGE]);
  });

  it("has only capabilities that the user allowed and that the integration still has", async () => {
    const { access_token } = await install(world, photos);
    const capabilitiesOf = async () => {
      const facts = await introspect(access_token);
      return facts.active ? facts.capabilities : undefined;
    };
    await changeIntegration(latchkey, photos, { capabilities: ["read_content", "read_comment"] });
    assert.deepEqual(await capabilitiesOf(), ["read_content"]);
    await changeIntegration(latchkey, photos, { capabilities: ["read_comment"] });
    assert.deepEqual(await capabilitiesOf(), []);
    await changeIntegration(latchkey, photos, { capabilities: ["read_content"] });
  });

  it("the token of an internal integration is one too", async () => {
    const body = { name: "Export", kind: "internal", install_scope: [workspace.id] } as const;
    const { id, client_id, access_token = "" } = await latchkey.createIntegration({ body });
    const facts = await introspect(access_token);
    assert.ok(facts.active);
    assert.equal(facts.client_id, client_id);
    assert.equal(facts.installation.owner_type, "workspace");
    await latchkey.revokeIntegrationTokens({ id });
    assert.deepEqual(await introspect(access_token), { active: false });
  });

  it("of any other token nothing is said but that it is not active", async () => {
    const pair = await install(world, photos);
    assert.deepEqual(await introspect(pair.refresh_token ?? ""), { active: false });
    assert.deepEqual(await introspect("nonsense"), { active: false });
    assert.equal(await isActive(pair.access_token), true);
    await caller.revoke(pair.access_token);
    assert.deepEqual(await introspect(pair.access_token), { active: false });
  });

  it("a token is required", async () => {
    const body = JSON.parse("{}");
    assertAdminError(await latchkey.call("introspectIntegrationToken", { body }), 400);
  });
});

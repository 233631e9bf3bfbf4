import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { callerOf, install, pairOf } from "./caller.ts";
import { authorize, changeIntegration, setUpWorkspace, highLimits } from "./authorization.ts";
import { withWorkspaces } from "../support/store.ts";
import { assertEnveloped, UUID } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock } = world;
const { workspace, alice, photos } = await setUpWorkspace(latchkey, {
  capabilities: ["insert_comment", "read_content", "update_content"],
});
const caller = callerOf(world, photos);

test("an exchange returns exactly these fields, with null for absent values", async () => {
  const received = await caller.exchange(await authorize(world, photos));
  assert.equal(received.status, 200);
  const { access_token, refresh_token, bot_id, request_id, ...rest } = assertEnveloped(received);
  assert.match(String(access_token), /^lk_wat_[\w-]+$/);
  assert.match(String(refresh_token), /^lk_wrt_[\w-]+$/);
  assert.match(String(bot_id), UUID);
  assert.match(String(request_id), UUID);
  assert.deepEqual(rest, {
    token_type: "bearer",
    workspace_icon: "https://wonderland.example/icon.png",
    workspace_name: "Wonderland",
    workspace_id: workspace.id,
    owner: { type: "user", user: { object: "user", id: alice.user_id } },
    duplicated_template_id: null,
  });
});

test("a workspace without name and icon has explicit nulls", async () => {
  const bare = await latchkey.createWorkspace({ body: {} });
  await latchkey.createWorkspaceMember({ id: bare.id, body: { subject: "carol" } });
  const pair = await install(world, photos, { subject: "carol" });
  assert.ok("workspace_icon" in pair && "workspace_name" in pair);
  assert.deepEqual(
    { icon: pair.workspace_icon, name: pair.workspace_name, id: pair.workspace_id },
    { icon: null, name: null, id: bare.id },
  );
});

test("a refresh returns the same fields, of the same bot", async () => {
  const first = await install(world, photos);
  const received = await caller.refresh(first.refresh_token);
  assertEnveloped(received);
  const next = pairOf(received);
  assert.deepEqual(Object.keys(next), Object.keys(first));
  const { access_token, refresh_token, request_id, ...kept } = next;
  const { access_token: _, refresh_token: __, request_id: ___, ...before } = first;
  assert.deepEqual(kept, before);
  assert.notEqual(access_token, first.access_token);
  assert.notEqual(refresh_token, first.refresh_token);
  assert.notEqual(request_id, first.request_id);
});

test("a revocation answers an object with nothing but the request id", async () => {
  const { access_token } = await install(world, photos);
  const received = await caller.revoke(access_token);
  assert.equal(received.status, 200);
  assert.deepEqual(Object.keys(assertEnveloped(received)), ["request_id"]);
});

test("an introspection has the capabilities in their fixed order, and the time of issue", async () => {
  const { access_token, refresh_token } = await install(world, photos);
  const issuedAt = clock.now;
  clock.now += 5;
  for (const token of [access_token, refresh_token]) {
    const received = await caller.post("introspect", { token });
    assert.equal(received.status, 200);
    const { request_id: _, ...rest } = assertEnveloped(received);
    const scope = "read_content update_content insert_comment";
    assert.deepEqual(rest, { active: true, scope, iat: issuedAt });
  }
});

test("an inactive token has active: false only", async () => {
  const received = await caller.post("introspect", { token: "lk_wat_guess" });
  assert.equal(received.status, 200);
  const { request_id: _, ...rest } = assertEnveloped(received);
  assert.deepEqual(rest, { active: false });
});

test("a request id that a caller sends is not taken for ours", async () => {
  const headers = { "X-Request-Id": "11111111-2222-4333-8444-555555555555" };
  const received = await caller.post("introspect", { token: "x" }, { headers });
  assert.notEqual(assertEnveloped(received)["request_id"], headers["X-Request-Id"]);
});

test("every version that is known answers the same, and no two answers share an id", async () => {
  const { access_token } = await install(world, photos);
  const ids = new Set<unknown>();
  const versions = withWorkspaces(world.server.context).config["workspace.service_versions"];
  assert.equal(versions.length, 7);
  for (const version of versions) {
    const headers = { "Service-Version": version };
    const received = await caller.post("introspect", { token: access_token }, { headers });
    const { request_id, ...rest } = assertEnveloped(received);
    assert.deepEqual(Object.keys(rest), ["active", "scope", "iat"]);
    ids.add(request_id);
  }
  assert.equal(ids.size, versions.length);
});

test("an integration without capabilities is introspected without a scope", async () => {
  await changeIntegration(latchkey, photos, { capabilities: [] });
  const { access_token } = await install(world, photos);
  const { active, ...rest } = await caller.introspect(access_token);
  assert.equal(active, true);
  assert.equal("scope" in rest, false);
});

test("with a lifetime of access tokens, the response has expires_in, and it is enforced", async () => {
  const brief = await startTestServer({ ...highLimits, "workspace.ttl.access_token": "10m" });
  const office = await setUpWorkspace(brief.latchkey);
  const pair = await install(brief, office.photos);
  assert.equal(pair.expires_in, 600);
  const { isActive } = callerOf(brief, office.photos);
  brief.clock.now += 599;
  assert.equal(await isActive(pair.access_token), true);
  brief.clock.now += 1;
  assert.equal(await isActive(pair.access_token), false);
  assert.equal(await isActive(pair.refresh_token), true);
});

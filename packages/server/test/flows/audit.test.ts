import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { requestOf } from "../support/flow.ts";
import { openVisitor } from "../support/page-visitor.ts";
import { startTestServer } from "../support/server.ts";
import { install } from "../workspace/caller.ts";
import { highLimits, setUpWorkspace } from "../workspace/authorization.ts";

const password = "correct horse battery staple";

test("what users change on the account page is theirs in the audit log, from their network", async () => {
  const world = await startTestServer({ "identity.editable_claims": ["name"] });
  const { latchkey } = world;
  const alice = await latchkey.createAccount({ body: { username: "alice", password } });
  const visitor = openVisitor(world);
  const page = await visitor.submit(await visitor.visit("/account"), {
    username: "alice",
    password,
  });
  const signedIn = await latchkey.getAuditHead();
  assert.equal(signedIn.sequence, (await latchkey.listAuditEntries({})).length);
  await visitor.submit(page, { name: "Alice Liddell" }, "change_profile");
  const [entry] = await latchkey.listAuditEntries({ object_id: alice.subject });
  assert.ok(entry);
  const { caller, operation, address, action, after } = entry;
  assert.deepEqual(
    { caller, operation, address, action, after },
    {
      caller: { kind: "user", id: alice.subject },
      operation: "/account",
      address: "127.0.0.0",
      action: "updated",
      after: { state: "active", changed: ["claims.name"] },
    },
  );
});

test("an app that a user disconnects on the account page is disconnected by the user, not by the server", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const alice = await latchkey.createAccount({ body: { username: "alice", password } });
  const photos = await registerApp(latchkey);
  const visitor = openVisitor(world);
  await visitor.submit(await visitor.visit("/account"), { username: "alice", password });
  const asked = requestOf(photos, { scope: "openid offline" });
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, String(value)]),
  );
  const consent = await visitor.visit(`/oauth2/auth?${query}`);
  const grant_scope = "openid offline";
  await visitor.submit(consent, { decision: "allow", remember: "on", grant_scope });
  await visitor.submit(await visitor.visit("/account"), { client_id: "photos" }, "disconnect");
  const [entry] = await latchkey.listAuditEntries({ object_id: alice.subject });
  const { caller, operation, action, before } = entry ?? {};
  assert.deepEqual(
    { caller, operation, action, before },
    {
      caller: { kind: "user", id: alice.subject },
      operation: "/account",
      action: "consents_revoked",
      before: { client_id: "photos", consents: 1 },
    },
  );
});

test("signing in leaves no entry", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  await latchkey.createAccount({ body: { username: "alice", password } });
  await latchkey.wellKnown();
  const before = await latchkey.getAuditHead();
  const visitor = openVisitor(world);
  await visitor.submit(await visitor.visit("/account"), { username: "alice", password });
  assert.deepEqual(await latchkey.getAuditHead(), before);
});

test("an integration that a user installs is the caller, once it exchanges its code", async () => {
  const world = await startTestServer(highLimits);
  const { latchkey } = world;
  const setUp = await setUpWorkspace(latchkey);
  await install(world, setUp.photos);
  const [entry] = await latchkey.listAuditEntries({ object_id: setUp.workspace.id });
  assert.deepEqual(
    [entry?.action, entry?.caller, entry?.operation],
    ["installed", { kind: "client", id: setUp.photos.client_id }, "exchangeToken"],
  );
});

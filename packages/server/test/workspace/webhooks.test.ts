import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "node:test";
import type { WebhookDelivery } from "@latchkey/api";
import { verifyWebhook, type WebhookEvent } from "@latchkey/workspace-client";
import { type ReceivedRequest, startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import {
  changeIntegration,
  setUpWorkspace,
  PAGE,
  registerIntegration,
  highLimits,
} from "./authorization.ts";
import { callerOf, install } from "./caller.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { assertAdminError, UNKNOWN_ID } from "./admin-error.ts";

const world = await startTestServer(highLimits);
const { latchkey, clock, server } = world;
const { call } = latchkey;
const { workspace, alice } = await setUpWorkspace(latchkey);
const consent = { workspace_id: workspace.id, resources: [PAGE] };

/** Registers an integration with a receiver for its webhooks. */
async function subscribe(statuses: number[] = []) {
  const receiver = await startReceiver(() => ({ status: statuses.shift() ?? 204 }));
  const app = await registerIntegration(latchkey, {
    webhook_url: `${receiver.url}/hooks?of=photos`,
  });
  const secret = app.webhook_secret ?? assert.fail("The secret is returned once.");
  const next = async (): Promise<WebhookEvent> => {
    server.context.deliveries_due.notify();
    return verify(await receiver.next(), secret);
  };
  return { receiver, app, secret, next };
}

function verify({ body, headers }: ReceivedRequest, secret: string | string[]) {
  return verifyWebhook({ body, headers }, { secret, now: () => clock.now * 1000 });
}

/** The newest webhook of an integration, once it has been attempted now. */
async function attempted(id: string): Promise<WebhookDelivery> {
  for (;;) {
    const [newest] = await latchkey.listWebhookDeliveries({ id });
    if (Date.parse(newest?.last_attempt_at ?? "") === clock.now * 1000)
      return newest ?? assert.fail();
    await setImmediate();
  }
}

describe("an integration is notified by a signed webhook", () => {
  it("when it is installed, changed, suspended, resumed and removed", async () => {
    const { receiver, app, secret, next } = await subscribe();
    const { bot_id, access_token } = await install(world, app, { consent });
    server.context.deliveries_due.notify();
    const received = await receiver.next();
    assert.deepEqual(
      [received.method, received.path, received.content_type],
      ["POST", "/hooks?of=photos", "application/json"],
    );
    const created = await verify(received, secret);
    assert.equal(created.type, "installation.created");
    const { created_at, updated_at, ...data } = created.data;
    assert.equal(created_at, updated_at);
    assert.deepEqual(data, {
      bot_id,
      integration_id: app.id,
      client_id: app.client_id,
      workspace_id: workspace.id,
      owner_type: "user",
      owner_user_id: alice.user_id,
      status: "active",
      external_account: null,
      resources: [PAGE],
      capabilities: ["read_content"],
    });

    await latchkey.updateInstallation({ bot_id, body: { resources: [] } });
    const updated = await next();
    assert.deepEqual([updated.type, updated.data["resources"]], ["installation.updated", []]);
    await callerOf(world, app).revoke(access_token);
    assert.equal((await next()).type, "installation.suspended");
    await install(world, app, { consent });
    assert.equal((await next()).type, "installation.resumed");
    await latchkey.deleteInstallation({ bot_id });
    const removed = await next();
    assert.deepEqual(
      [removed.type, removed.data["status"], removed.data["resources"]],
      ["installation.removed", "disconnected", []],
    );
    await install(world, app, { consent });
    assert.equal((await next()).type, "installation.created");
  });

  it("when its capabilities change, when it is disabled and enabled, and when it is deleted", async () => {
    const { app, next } = await subscribe();
    await changeIntegration(latchkey, app, { name: "Pictures" });
    await changeIntegration(latchkey, app, { capabilities: ["read_content", "read_comment"] });
    const updated = await next();
    assert.deepEqual(
      [updated.type, updated.data],
      [
        "integration.updated",
        {
          integration_id: app.id,
          client_id: app.client_id,
          capabilities: ["read_content", "read_comment"],
          enabled: true,
        },
      ],
    );
    await changeIntegration(latchkey, app, { enabled: false });
    assert.equal((await next()).type, "integration.suspended");
    await changeIntegration(latchkey, app, { enabled: true });
    assert.equal((await next()).type, "integration.resumed");
    await latchkey.deleteIntegration({ id: app.id });
    assert.equal((await next()).type, "integration.removed");
  });

  it("when it is deleted while a webhook is about to be sent, of both", async () => {
    const { receiver, app, secret } = await subscribe();
    const { webhook_deliveries } = workspaceStoreOf(server.context);
    const take = webhook_deliveries.take.bind(webhook_deliveries);
    Object.assign(webhook_deliveries, {
      async take(...limits: Parameters<typeof take>) {
        const taken = await take(...limits);
        if (taken.some(({ integration_id }) => integration_id === app.id)) {
          Object.assign(webhook_deliveries, { take });
          await latchkey.deleteIntegration({ id: app.id });
        }
        return taken;
      },
    });
    await changeIntegration(latchkey, app, { enabled: false });
    server.context.deliveries_due.notify();
    const received = [await receiver.next(), await receiver.next()];
    const events = await Promise.all(received.map((request) => verify(request, secret)));
    assert.deepEqual(events.map(({ type }) => type).toSorted(), [
      "integration.removed",
      "integration.suspended",
    ]);
  });

  it("when a workspace is deleted, or its user leaves", async () => {
    const { app, next } = await subscribe();
    const { id } = await latchkey.createWorkspace({ body: { name: "Looking-Glass House" } });
    const user = await latchkey.createWorkspaceMember({ id, body: { subject: "alice" } });
    const options = { consent: { workspace_id: id } };
    await install(world, app, options);
    assert.equal((await next()).type, "installation.created");
    await latchkey.deleteWorkspaceMember({ id, user_id: user.user_id });
    assert.equal((await next()).type, "installation.removed");
    await latchkey.createWorkspaceMember({ id, body: { subject: "alice" } });
    await install(world, app, options);
    assert.equal((await next()).type, "installation.created");
    await latchkey.deleteWorkspace({ id });
    assert.equal((await next()).type, "installation.removed");
  });

  it("when it is internal, from the start", async () => {
    const receiver = await startReceiver();
    const { id, webhook_secret = "" } = await latchkey.createIntegration({
      body: {
        name: "Export",
        kind: "internal",
        install_scope: [workspace.id],
        webhook_url: receiver.url,
      },
    });
    server.context.deliveries_due.notify();
    assert.equal(
      (await verify(await receiver.next(), webhook_secret)).type,
      "installation.created",
    );
    await latchkey.revokeIntegrationTokens({ id });
    server.context.deliveries_due.notify();
    const suspended = await verify(await receiver.next(), webhook_secret);
    assert.equal(suspended.type, "installation.suspended");
  });
});

describe("a webhook that fails", () => {
  it("is sent again with the same id and a new time, and its outcomes are listed", async () => {
    const { receiver, app, secret } = await subscribe([500, 503]);
    await install(world, app, { consent });
    server.context.deliveries_due.notify();
    const ids: string[] = [];
    for (const attempt of [1, 2, 3]) {
      ids.push((await verify(await receiver.next(), secret)).id);
      const { status, outcome } = await attempted(app.id);
      assert.deepEqual(
        [status, outcome],
        attempt < 3
          ? ["pending", `It responded ${[500, 503][attempt - 1]}.`]
          : ["delivered", "It responded 204."],
      );
      clock.now += 60;
      server.context.deliveries_due.notify();
    }
    assert.equal(new Set(ids).size, 1);
    const [delivery] = await latchkey.listWebhookDeliveries({ id: app.id });
    assert.deepEqual([delivery?.id, delivery?.next_attempt_at, receiver.count], [ids[0], null, 3]);
  });

  it("is given up after a day, and at once if the receiver is gone", async () => {
    const { app } = await subscribe([500, 500]);
    await install(world, app, { consent });
    server.context.deliveries_due.notify();
    await attempted(app.id);
    clock.now += 86_400;
    server.context.deliveries_due.notify();
    assert.equal((await attempted(app.id)).status, "failed");

    const gone = await subscribe([410]);
    await install(world, gone.app, { consent });
    server.context.deliveries_due.notify();
    assert.equal((await attempted(gone.app.id)).status, "failed");
  });

  it("goes to the new URL once that is corrected, and nowhere once it is removed", async () => {
    const { app, secret } = await subscribe([500, 500, 500]);
    await install(world, app, { consent });
    server.context.deliveries_due.notify();
    await attempted(app.id);
    const corrected = await startReceiver(() => ({ status: 500 }));
    const changed = await changeIntegration(latchkey, app, { webhook_url: corrected.url });
    assert.equal(changed.webhook_secret, undefined, "its secret stays");
    clock.now += 60;
    server.context.deliveries_due.notify();
    await verify(await corrected.next(), secret);
    await attempted(app.id);
    await changeIntegration(latchkey, app, { webhook_url: null });
    clock.now += 60;
    server.context.deliveries_due.notify();
    const { status, outcome } = await attempted(app.id);
    assert.deepEqual([status, outcome], ["failed", "The integration has no webhook_url any more."]);
  });
});

describe("the secret of webhooks", () => {
  it("is rotated with an overlap, in which both secrets sign", async () => {
    const { receiver, app, secret } = await subscribe();
    const { id } = app;
    const rotated = await latchkey.rotateWebhookSecret({ id, body: { overlap: 60 } });
    const next = rotated.webhook_secret ?? assert.fail();
    assert.notEqual(next, secret);
    await latchkey.testWebhook({ id });
    const both = await receiver.next();
    await Promise.all([verify(both, secret), verify(both, next)]);
    clock.now += 61;
    await latchkey.testWebhook({ id });
    const one = await receiver.next();
    await verify(one, next);
    await assert.rejects(verify(one, secret), { code: "signature_mismatch" });
  });

  it("signs for its overlap, also when other rotations follow", async () => {
    const { receiver, app, secret } = await subscribe();
    const { id } = app;
    const second = await latchkey.rotateWebhookSecret({ id, body: { overlap: 600 } });
    const third = await latchkey.rotateWebhookSecret({ id, body: { overlap: 60 } });
    clock.now += 61;
    await latchkey.testWebhook({ id });
    const sent = await receiver.next();
    await Promise.all([verify(sent, secret), verify(sent, third.webhook_secret ?? "")]);
    await assert.rejects(verify(sent, second.webhook_secret ?? ""), {
      code: "signature_mismatch",
    });
    for (let round = 1; round <= 4; round += 1) await latchkey.rotateWebhookSecret({ id });
    assertAdminError(await call("rotateWebhookSecret", { id }), 409);
  });

  it("is returned once, and is another one after the URL was removed", async () => {
    const { app, secret } = await subscribe();
    const known = await latchkey.getIntegration({ id: app.id });
    assert.deepEqual([known.webhook_secret, known.webhook_url], [undefined, app.webhook_url]);
    await changeIntegration(latchkey, app, { webhook_url: null });
    const again = await changeIntegration(latchkey, app, { webhook_url: "http://127.0.0.1:1/" });
    assert.match(again.webhook_secret ?? "", /^whsec_/);
    assert.notEqual(again.webhook_secret, secret);
  });
});

describe("a test of a webhook", () => {
  it("returns its outcome, and is sent once", async () => {
    const { receiver, app, secret } = await subscribe([500]);
    const failed = await latchkey.testWebhook({ id: app.id });
    assert.deepEqual(
      [failed.type, failed.status, failed.attempts, failed.outcome],
      ["webhook.test", "failed", 1, "It responded 500."],
    );
    await receiver.next();
    const { status } = await latchkey.testWebhook({ id: app.id });
    assert.equal(status, "delivered");
    assert.equal((await verify(await receiver.next(), secret)).type, "webhook.test");
    const listed = await latchkey.listWebhookDeliveries({ id: app.id, limit: 1 });
    assert.equal(listed.length, 1);
  });

  it("needs an integration with a webhook_url", async () => {
    const { id } = await registerIntegration(latchkey);
    assertAdminError(await call("testWebhook", { id }), 400);
    assertAdminError(await call("rotateWebhookSecret", { id }), 400);
    assertAdminError(await call("testWebhook", { id: UNKNOWN_ID }), 404);
    assertAdminError(await call("rotateWebhookSecret", { id: UNKNOWN_ID }), 404);
    assertAdminError(await call("listWebhookDeliveries", { id: UNKNOWN_ID }), 404);
  });
});

it("counts every attempt", async () => {
  const metrics = await latchkey.prometheus();
  for (const outcome of ["delivered", "failed", "given_up"])
    assert.match(
      metrics,
      new RegExp(`^latchkey_webhook_deliveries_total\\{outcome="${outcome}"\\} [1-9]`, "m"),
    );
});

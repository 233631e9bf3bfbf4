import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { bodyRows } from "./body-rows.ts";
import { callerOf, receive, VERSION } from "./caller.ts";
import { authorize, setUpWorkspace, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";
import { withWorkspaces, workspaceStoreOf } from "../support/store.ts";
import { clientRows, type Row, type Scene, transportRows } from "./refusal-rows.ts";

const grounds = await Promise.all(
  (["oauth", "standard"] as const).map(async (setting) => {
    const world = await startTestServer({ ...highLimits, "workspace.error_envelope": setting });
    return { setting, world, office: await setUpWorkspace(world.latchkey) };
  }),
);

for (const { setting, world, office } of grounds) {
  describe(`with the ${setting} envelope`, () => {
    const setScene = async (): Promise<Scene> => {
      world.clock.now += 60; // A new minute for the limits of the address.
      const caller = callerOf(world, office.photos);
      return { world, office, caller, code: await authorize(world, office.photos) };
    };

    const check = ({ when, status, code, envelope = setting, provoke }: Row): void => {
      it(`${when} → ${status} ${code}, and the code stays valid`, async () => {
        const scene = await setScene();
        assertRefused(await provoke(scene), status, code, envelope);
        const next = await scene.caller.exchange(scene.code);
        assert.equal(next.status, 200, next.text);
      });
    };

    describe("a client that does not authenticate:", () => clientRows.forEach(check));
    describe("a body that cannot be read:", () => bodyRows.forEach(check));
    describe("what lies below OAuth:", () => transportRows.forEach(check));

    it("an unsupported version is answered with those that are", async () => {
      const { caller } = await setScene();
      const headers = { "Service-Version": "1999-01-01" };
      const received = await caller.post("introspect", { token: "x" }, { headers });
      const message = assertRefused(received, 400, "validation_error", "standard");
      const { config } = withWorkspaces(world.server.context);
      for (const version of config["workspace.service_versions"])
        assert.ok(message.includes(version));
    });

    for (const path of [
      "/v1/oauth/nowhere",
      "/v1/pages",
      "/v1/",
      "/v1/oauth/token/x",
      "/v1/%ff",
      "/v1/oauth/token?trace=%00",
    ]) {
      it(`${path} → 400 invalid_request_url`, async () => {
        for (const method of ["GET", "POST"]) {
          const headers = {
            "Service-Version": VERSION,
            Authorization: office.photos.authorization,
          };
          const received = await receive(
            world.fetch(`http://public.test${path}`, { method, headers }),
          );
          assertRefused(received, 400, "invalid_request_url", "standard");
        }
      });
    }

    for (const route of ["token", "revoke", "introspect"]) {
      it(`any other method at /v1/oauth/${route} → 405 with Allow: POST`, async () => {
        for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
          const url = `http://public.test/v1/oauth/${route}`;
          const received = await receive(world.fetch(url, { method }));
          assertRefused(received, 405, "invalid_request_url", "standard");
          assert.equal(received.headers.get("allow"), "POST");
        }
      });
    }

    it("an internal integration, had it a secret, may use no grant → 400 unauthorized_client", async () => {
      const { integrations } = workspaceStoreOf(world.server.context);
      const photos = await integrations.find(office.photos.id);
      assert.ok(photos !== undefined);
      const ids = { id: crypto.randomUUID(), client_id: crypto.randomUUID() };
      await integrations.create({ ...photos, ...ids, kind: "internal", redirect_uris: [] });
      const secret = office.photos.client_secret;
      const authorization = `Basic ${btoa(`${ids.client_id}:${secret}`)}`;
      const inside = callerOf(world, { authorization });
      for (const received of [await inside.exchange("x"), await inside.refresh("x")])
        assertRefused(received, 400, "unauthorized_client", setting);
    });

    it("an unknown code → 400 invalid_grant", async () => {
      const { caller } = await setScene();
      assertRefused(await caller.exchange("nonsense"), 400, "invalid_grant", setting);
      assertRefused(await caller.refresh("nonsense"), 400, "invalid_grant", setting);
    });
  });
}

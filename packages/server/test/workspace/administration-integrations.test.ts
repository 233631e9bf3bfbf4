import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertAdminError, UNKNOWN_ID } from "./admin-error.ts";
import {
  CALLBACK,
  setUpWorkspace,
  PAGE,
  registerIntegration,
  highLimits,
} from "./authorization.ts";
import { UUID } from "./refusal.ts";

const world = await startTestServer(highLimits);
const { latchkey } = world;
const { call } = latchkey;
const { workspace, photos } = await setUpWorkspace(latchkey);

describe("integrations", () => {
  it("are created with a client_id, and with a secret that is returned once", async () => {
    const reply = await call("createIntegration", { body: { name: "Notes" } });
    assert.ok(reply.ok && reply.status === 201);
    const { id, client_id, client_secret, created_at, updated_at, ...rest } = reply.body;
    assert.match(id, UUID);
    assert.match(client_id, UUID);
    assert.match(client_secret ?? "", /^lk_cs_/);
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      name: "Notes",
      icon: null,
      kind: "public",
      redirect_uris: [],
      capabilities: [],
      install_scope: "any",
      template: null,
      allow_workspace_owner: false,
      enabled: true,
      description: null,
      install_url: null,
      listed: false,
      webhook_url: null,
    });
    const { client_secret: _, ...known } = reply.body;
    assert.deepEqual(await latchkey.getIntegration({ id }), known);
  });

  it("that are internal have no secret, and get none", async () => {
    const body = { name: "Inside", kind: "internal", install_scope: [workspace.id] } as const;
    const { id, client_secret } = await latchkey.createIntegration({ body });
    assert.equal(client_secret, undefined);
    assertAdminError(await call("rotateIntegrationSecret", { id }), 400);
  });

  const wrong: readonly [string, object][] = [
    ["no name", {}],
    ["a client_id of their own", { name: "x", client_id: UNKNOWN_ID }],
    ["a client_secret of their own", { name: "x", client_secret: "secret" }],
    ["a redirect URI with a fragment", { name: "x", redirect_uris: [`${CALLBACK}#x`] }],
    ["an http redirect URI", { name: "x", redirect_uris: ["http://x.example/"] }],
    ["a redirect URI that is relative", { name: "x", redirect_uris: ["/callback"] }],
    ["an unknown capability", { name: "x", capabilities: ["fly"] }],
    [
      "users with and without email",
      { name: "x", capabilities: ["read_user_with_email", "read_user_without_email"] },
    ],
    ["an empty install_scope", { name: "x", install_scope: [] }],
    ["a template without a title", { name: "x", template: { id: PAGE } }],
    ["an internal kind for any workspace", { name: "x", kind: "internal" }],
    ["an unknown kind", { name: "x", kind: "private" }],
  ];
  for (const [what, body] of wrong) {
    it(`are not created with ${what}`, async () => {
      assertAdminError(await call("createIntegration", { body }), 400);
    });
  }

  it("may have http redirect URIs on loopback", async () => {
    const redirect_uris = ["http://localhost:3000/callback", "http://127.0.0.1/callback"];
    const reply = await call("createIntegration", { body: { name: "x", redirect_uris } });
    assert.equal(reply.status, 201);
  });

  it("are listed in the directory, or not", async () => {
    const name = "Directory of tests";
    for (const listed of [true, false]) await registerIntegration(latchkey, { name, listed });
    for (const listed of ["true", "false"] as const) {
      const found = await latchkey.listIntegrations({ search: name, listed });
      assert.deepEqual(
        found.map((integration) => integration.listed),
        [listed === "true"],
      );
    }
  });

  it("are created once under an id", async () => {
    assertAdminError(await call("createIntegration", { body: { id: photos.id, name: "x" } }), 409);
  });

  it("are replaced, but never in what identifies them", async () => {
    const app = await registerIntegration(latchkey);
    const { id } = app;
    const reply = await call("updateIntegration", { id, body: { name: "Renamed" } });
    assert.ok(reply.ok);
    assert.equal(reply.body.client_id, app.client_id);
    assert.deepEqual(reply.body.redirect_uris, []);
    for (const body of [
      { id: UNKNOWN_ID },
      { client_id: UNKNOWN_ID },
      { kind: "internal" as const },
      { install_scope: [workspace.id] },
      { name: "" },
    ])
      assertAdminError(await call("updateIntegration", { id, body }), 400);
  });

  it("rotate their secret with an overlap of at most thirty days", async () => {
    const { id } = await registerIntegration(latchkey);
    for (const overlap of [-1, 2_592_001, 0.5, "1h"]) {
      const body: object = { overlap };
      assertAdminError(await call("rotateIntegrationSecret", { id, body }), 400);
    }
    const reply = await call("rotateIntegrationSecret", { id, body: { overlap: 2_592_000 } });
    assert.equal(reply.status, 201);
    assert.equal((await call("rotateIntegrationSecret", { id })).status, 201);
  });

  it("are deleted once, and are unknown before and after", async () => {
    const { id } = await registerIntegration(latchkey);
    assert.equal((await call("deleteIntegration", { id })).status, 204);
    for (const gone of [id, UNKNOWN_ID, "photos"]) {
      assertAdminError(await call("getIntegration", { id: gone }), 404);
      assertAdminError(await call("updateIntegration", { id: gone, body: { name: "x" } }), 404);
      assertAdminError(await call("deleteIntegration", { id: gone }), 404);
      assertAdminError(await call("rotateIntegrationSecret", { id: gone }), 404);
    }
  });
});

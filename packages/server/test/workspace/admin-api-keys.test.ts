import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { operationIds, operations } from "@latchkey/api";
import { createClient } from "@latchkey/client";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { assertRefused, receive } from "../operations/refusal.ts";
import { startTestServer } from "../support/server.ts";

const keys = { read: mintApiKey(), write: mintApiKey(), keys: mintApiKey() };
const { fetch } = await startTestServer({
  "serve.admin.api_keys": Object.entries(keys).map(([scope, key]) => `${scope}:${hashApiKey(key)}`),
});

const ours = operationIds.filter((id) => operations[id].path.startsWith("/workspace/"));

it("there are operations to look at, and each needs to read or to write", () => {
  assert.equal(ours.length, 29);
  for (const id of ours) {
    const { access, method } = operations[id];
    const isReading = method === "GET" || id === "introspectIntegrationToken";
    assert.equal(access, isReading ? "read" : "write");
  }
});

for (const id of ours) {
  const { method, path, access } = operations[id];
  const ask = (listener: "admin" | "public", key?: string) => {
    const url = `http://${listener}.test${path.replaceAll(/\{\w+\}/g, "x")}`;
    const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    return receive(fetch(url, { method, headers }));
  };

  describe(id, () => {
    it("is 401 without a key, or with an unknown one", async () => {
      for (const key of [
        undefined,
        "lk_key_guess",
        hashApiKey(keys[access === "read" ? access : "write"]),
      ])
        assertRefused(await ask("admin", key), 401, "request_unauthorized");
    });

    for (const [scope, key] of Object.entries(keys)) {
      it(`is ${scope === access ? "open to" : "403 with"} a key for ${scope}`, async () => {
        const received = await ask("admin", key);
        if (scope === access) assert.ok(![401, 403].includes(received.status));
        else assertRefused(received, 403, "request_forbidden");
      });
    }

    it("is not there on the public listener", async () => {
      assert.equal((await ask("public", keys.write)).status, 404);
    });
  });
}

it("an SDK with the right key does its work, and a refused write did not happen", async () => {
  const clientWith = (api_key: string) =>
    createClient({ admin: "http://admin.test", api_key, fetch });
  const [reader, writer] = [clientWith(keys.read), clientWith(keys.write)];
  assert.equal((await reader.call("createWorkspace", { body: {} })).status, 403);
  assert.deepEqual(await reader.listWorkspaces(), []);
  const { id } = await writer.createWorkspace({ body: { name: "Wonderland" } });
  assert.equal((await reader.getWorkspace({ id })).name, "Wonderland");
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Operation, UNKNOWN_PATH } from "@latchkey/api";
import { loadFeatures } from "../../src/feature/load-features.ts";
import { features as composed } from "../../../cli/src/features.ts";
import { loadConfig } from "../../src/process/composed-config.ts";
import { createServer } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { connectTo } from "../support/server.ts";

const settings = { dsn: "memory", "secrets.system": ["a system secret for tests only"] };

for (const feature of await loadFeatures(composed)) {
  describe(`a server without the feature ${feature.name}`, async () => {
    const features = composed.filter(({ name }) => name !== feature.name);
    const loaded = loadConfig({ flags: settings, features });
    assert.ok(loaded.ok);
    const { config } = loaded.value;

    it("does not know its settings", () => {
      for (const key of Object.keys(feature.settings ?? {}))
        assert.ok(!Object.hasOwn(config, key), key);
    });

    it("starts, and neither serves nor advertises its endpoints, pages and grant types", async () => {
      const log = createLog({ level: "error", format: "json", write: () => {} });
      const server = await createServer(config, { features, log });
      const { fetch } = connectTo(server);
      try {
        const { operations, pages = {}, grant_types = [] } = feature;
        for (const { method, path } of Object.values<Operation>({ ...operations, ...pages })) {
          const response = await fetch(`http://admin.test${path}`, { method });
          assert.equal(response.status, 404, path);
          assert.ok((await response.text()).includes(UNKNOWN_PATH), path);
        }
        for (const { path } of Object.values<Operation>(pages))
          assert.equal((await fetch(`http://public.test${path}`)).status, 404, path);
        const found = await fetch("http://public.test/.well-known/openid-configuration");
        const document = await found.text();
        for (const { discovery } of Object.values<Operation>(operations))
          assert.ok(discovery === null || !document.includes(`"${discovery.name}"`));
        for (const { name } of grant_types) assert.ok(!document.includes(`"${name}"`), name);
        await server.settled();
      } finally {
        await server.close();
      }
    });
  });
}

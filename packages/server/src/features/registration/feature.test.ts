import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { registrationOperations } from "@latchkey/api";
import { begin, enabled, install } from "../../../test/flows/document-client.ts";
import { callRegistration, photos } from "../../../test/operations/registration.ts";
import { startTestServer } from "../../../test/support/server.ts";
import { ok } from "../../result.ts";
import type { Outbound } from "../../outbound/outbound.ts";
import { loadConfig } from "../../process/composed-config.ts";
import { standardFeatures } from "../standard.ts";
import { registration } from "./feature.ts";
import { registrationSettings } from "./settings.ts";

const features = standardFeatures.filter((feature) => feature !== registration);
const directory = mkdtempSync(join(tmpdir(), "latchkey-registration-"));
after(() => rmSync(directory, { recursive: true }));
const dsn = `sqlite://${join(directory, "latchkey.sqlite")}`;

test("a server without the feature has none of its endpoints", async () => {
  const server = await startTestServer({}, { features });
  const { fetch, latchkey } = server;
  assert.equal((await callRegistration(server, { body: photos })).status, 404);
  const replies = Object.values(registrationOperations).flatMap(({ path, method }) =>
    ["http://public.test", "http://admin.test"].map((base) => fetch(`${base}${path}`, { method })),
  );
  assert.deepEqual([...new Set((await Promise.all(replies)).map(({ status }) => status))], [404]);
  const document = JSON.stringify(await latchkey.discoverOpenIDConfiguration());
  assert.doesNotMatch(document, /registration_endpoint|client_id_metadata_document/);
  assert.doesNotMatch(server.server.context.metrics.render(), /client_documents|stranger/);
});

test("and none of its settings", () => {
  for (const key of Object.keys(registrationSettings)) {
    const loaded = loadConfig({ features, flags: { [key]: "1" } });
    assert.ok(!loaded.ok, key);
    assert.match(loaded.error[0]?.message ?? "", /is not a setting/);
  }
});

test("and does not use the clients of documents that another server stored", async () => {
  const agent = install("https://agent.example/client.json", "https://photos.example/callback");
  const wrapOutbound = (outbound: Outbound): Outbound => ({
    ...outbound,
    getDocument: async (client_id) => ok({ value: { client_id, ...photos }, headers: {} }),
  });
  const before = await startTestServer({ ...enabled, dsn }, { wrapOutbound });
  assert.equal((await begin(before, agent)).status, 302);
  const without = await startTestServer({ dsn }, { wrapOutbound, features });
  assert.equal((await begin(without, agent)).status, 401);
  assert.equal((await begin(before, agent)).status, 302);
});

test("while clients may not register, operators still manage the tokens", async () => {
  const off = await startTestServer({});
  assert.equal((await callRegistration(off, { body: photos })).status, 404);
  const { id } = await off.latchkey.createRegistrationToken({});
  assert.deepEqual(
    (await off.latchkey.listRegistrationTokens()).map((token) => token.id),
    [id],
  );
});

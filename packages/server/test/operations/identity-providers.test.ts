import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

const body = {
  id: "there",
  name: "There",
  issuer: "https://there.example",
  client_id: "here",
  client_secret: "a secret of the provider",
};

test("a provider is created, listed, changed and deleted, and its secret is never returned", async () => {
  const { latchkey, lines } = await startTestServer({ "urls.self.issuer": "https://here.example" });
  const created = await latchkey.createIdentityProvider({ body });
  assert.equal(created.redirect_uri, "https://here.example/sign-in-with/there/callback");
  assert.equal(created.has_client_secret, true);
  assert.equal(created.created_at, "2027-01-15T08:00:00Z");
  assert.deepEqual(await latchkey.listIdentityProviders({}), [created]);
  assert.deepEqual(await latchkey.getIdentityProvider({ id: "there" }), created);
  const changed = await latchkey.updateIdentityProvider({
    id: "there",
    body: { ...created, name: "Elsewhere" },
  });
  assert.deepEqual([changed.name, changed.has_client_secret], ["Elsewhere", true]);
  const without = await latchkey.updateIdentityProvider({
    id: "there",
    body: { client_secret: "" },
  });
  assert.equal(without.has_client_secret, false);
  for (const shown of [created, changed, without])
    assert.ok(!JSON.stringify(shown).includes(body.client_secret));
  assert.ok(!lines.some((line) => line.includes(body.client_secret)));
  await latchkey.deleteIdentityProvider({ id: "there" });
  assert.deepEqual(await latchkey.listIdentityProviders({}), []);
});

test("what is wrong with a provider is said, and nothing is stored", async () => {
  const { latchkey } = await startTestServer({ "urls.self.issuer": "https://here.example" });
  await latchkey.createIdentityProvider({ body });
  assertRefused(await latchkey.call("createIdentityProvider", { body }), 409, "conflict");
  const insecure = { ...body, id: "other", issuer: "http://there.example" };
  const refused = await latchkey.call("createIdentityProvider", { body: insecure });
  assert.match(assertRefused(refused, 400, "invalid_request"), /must begin with https:/);
  const unknown = { id: "none", body: {} };
  assertRefused(await latchkey.call("updateIdentityProvider", unknown), 404, "not_found");
  assertRefused(await latchkey.call("getIdentityProvider", { id: "none" }), 404, "not_found");
  assertRefused(await latchkey.call("deleteIdentityProvider", { id: "none" }), 404, "not_found");
  const moved = { id: "there", body: { issuer: "https://10.0.0.1" } };
  assertRefused(await latchkey.call("updateIdentityProvider", moved), 400, "invalid_request");
  assert.equal((await latchkey.listIdentityProviders({ limit: 1 })).length, 1);
});

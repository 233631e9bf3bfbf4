import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { Outbound } from "../../src/outbound/outbound.ts";
import { err, ok } from "../../src/result.ts";
import { startNameServer } from "../support/name-server.ts";
import { startTestServer } from "../support/server.ts";
import { assertRefused } from "./refusal.ts";

const body = {
  id: "there",
  name: "There",
  issuer: "https://there.example",
  client_id: "here",
  client_secret: "a secret of the provider",
};

type Sent = Awaited<ReturnType<Outbound["request"]>>;

/** Answers in place of the provider. */
function answering(reply: Sent) {
  return (outbound: Outbound): Outbound => ({ ...outbound, request: async () => reply });
}

test("a provider is created, listed, changed and deleted, and its secret is never returned", async () => {
  const { latchkey, lines } = await startTestServer(
    { "urls.self.issuer": "https://here.example" },
    { wrapOutbound: answering(ok({ status: 200, headers: {}, body: Buffer.from("{}") })) },
  );
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

describe("a provider that cannot be reached is stored, and the response says so", () => {
  const down: Sent = err({ reason: "unreachable", host: "there.example", cause: "ECONNREFUSED" });
  const cases: [title: string, reply: Sent, says: RegExp][] = [
    [
      "is down",
      down,
      /^Users cannot sign in with it now\. The host there\.example could not be reached \(ECONNREFUSED\)\.$/,
    ],
    [
      "has no discovery document",
      ok({ status: 404, headers: {}, body: Buffer.from("") }),
      /https:\/\/there\.example\/\.well-known\/openid-configuration responded 404\.$/,
    ],
  ];
  for (const [title, reply, says] of cases)
    it(`where it ${title}`, async () => {
      const { latchkey } = await startTestServer(
        { "urls.self.issuer": "https://here.example" },
        { wrapOutbound: answering(reply) },
      );
      const created = await latchkey.createIdentityProvider({ body });
      assert.match(created.problem ?? "", says);
      const { problem, ...stored } = created;
      assert.deepEqual(await latchkey.getIdentityProvider({ id: "there" }), stored);
      const changed = await latchkey.updateIdentityProvider({ id: "there", body: created });
      assert.equal(changed.problem, problem);
      const disabled = { id: "there", body: { enabled: false } };
      assert.equal((await latchkey.updateIdentityProvider(disabled)).problem, undefined);
    });

  it("where its name leads to a private network, with the line that would help", async () => {
    const names = await startNameServer({ "there.example": ["10.0.0.1"] });
    const { latchkey } = await startTestServer(
      { "urls.self.issuer": "https://here.example" },
      { name_servers: [names.address] },
    );
    const created = await latchkey.createIdentityProvider({ body });
    assert.match(created.problem ?? "", /To allow it, add there\.example to outbound\.allow\.$/);
    const endpoints = {
      id: "other",
      client_id: "here",
      authorization_endpoint: "https://there.example/authorize",
      token_endpoint: "https://there.example/token",
      userinfo_endpoint: "https://there.example/user",
    };
    const other = await latchkey.createIdentityProvider({ body: endpoints });
    assert.match(other.problem ?? "", /add there\.example to outbound\.allow\.$/);
  });
});

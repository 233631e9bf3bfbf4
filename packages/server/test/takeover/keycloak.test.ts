import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { openFrom, takeOver } from "@latchkey/takeover/import";
import { features } from "../../../cli/src/features.ts";
import { createTestServer, testConfig } from "../support/server.ts";
import { accountsOf } from "@latchkey/identity/accounts";

const salt = Buffer.alloc(16, 7);
const hash = pbkdf2Sync("wonderland", salt, 1000, 32, "sha256");
const realm = {
  realm: "shop",
  clients: [
    {
      clientId: "web",
      secret: "the secret of the shop",
      redirectUris: ["https://shop.example.com/callback"],
      standardFlowEnabled: true,
      serviceAccountsEnabled: true,
      defaultClientScopes: ["profile"],
    },
  ],
  users: [
    {
      id: "5f3c2a10",
      username: "Alice",
      email: "alice@example.com",
      emailVerified: true,
      enabled: true,
      realmRoles: ["editor"],
      credentials: [
        {
          type: "password",
          secretData: JSON.stringify({
            value: hash.toString("base64"),
            salt: salt.toString("base64"),
          }),
          credentialData: JSON.stringify({ hashIterations: 1000, algorithm: "pbkdf2-sha256" }),
        },
      ],
    },
    { id: "77aa", username: "bob", enabled: false, credentials: [] },
  ],
};

it("clients and users of a Keycloak realm go on with what they have", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-keycloak-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "realm.json");
  writeFileSync(file, JSON.stringify(realm));
  const settings = { dsn: `sqlite://${join(folder, "latchkey.sqlite")}` };

  const source = await openFrom(`keycloak:${file}`, { system_secrets: [] });
  const { kinds, left_behind } = await source.examine(0);
  assert.deepEqual(kinds, [
    { kind: "client", count: 1 },
    { kind: "account", count: 2 },
  ]);
  const reason = "a password that cannot be read: it must be set anew";
  assert.deepEqual(left_behind, [{ table: "users", reason, rows: 1 }], "bob has none");
  const report = await takeOver({ source, config: testConfig(settings), features });
  const again = await takeOver({ source, config: testConfig(settings), features });
  assert.deepEqual(again.verification?.differences, []);
  await source.close();
  assert.deepEqual(report.carried, { client: 1, account: 2 });

  const { server, latchkey, fetch } = await createTestServer(settings);
  after(() => server.close());
  const accounts = accountsOf(server);
  const user = await accounts.authenticate("alice@example.com", "wonderland");
  assert.ok(user !== undefined && "subject" in user);
  assert.equal(user.subject, "5f3c2a10");
  assert.equal(await accounts.authenticate("alice", "wrong"), undefined);
  const alice = await latchkey.getAccount({ username: "alice" });
  assert.deepEqual([alice.groups, alice.claims.email_verified], [["editor"], true]);
  assert.equal((await latchkey.getAccount({ username: "bob" })).state, "disabled");

  const response = await fetch("http://public.test/oauth2/token", {
    method: "POST",
    headers: { authorization: `Basic ${btoa("web:the+secret+of+the+shop")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  assert.equal(response.status, 200);
});

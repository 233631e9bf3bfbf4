import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleIntegration, ids } from "./example-workspace.ts";
import { describeIntegration, readIntegrationInput } from "./integration-input.ts";
import { readSecretOverlap } from "../../../server/src/oauth/client/secret-overlap.ts";
import type { IntegrationRecord } from "./records.ts";

const now = 2_000;
const newId = () => ids.made;
const create = { present: undefined, now, newId };

function update(remarks: Partial<IntegrationRecord> = {}) {
  return { present: exampleIntegration(remarks), now, newId };
}

describe("an integration that is created", () => {
  const bare = {
    id: ids.made,
    name: "Photos",
    icon: null,
    kind: "public",
    client_id: ids.made,
    redirect_uris: [],
    capabilities: [],
    install_scope: "any",
    template: null,
    allow_workspace_owner: false,
    enabled: true,
    description: null,
    install_url: null,
    listed: false,
    webhook: null,
    secrets: [],
    tokens: [],
    capability_revision: 0,
    created_at: now,
    updated_at: now,
  };
  const template = { id: ids.template, title: "Album" };
  const uris = ["https://a.example/cb?x=1", "http://127.0.0.1:3000/cb", "http://localhost/cb"];
  const table: [world: string, said: object, differences: object][] = [
    ["from a name", {}, {}],
    ["under an id", { id: ids.photos }, { id: ids.photos }],
    ["with places to return to", { redirect_uris: uris }, { redirect_uris: uris }],
    [
      "with a place to return to said twice",
      { redirect_uris: [uris[0], uris[0]] },
      { redirect_uris: [uris[0]] },
    ],
    [
      "with capabilities, returned in one order",
      { capabilities: ["insert_content", "read_content", "insert_content"] },
      { capabilities: ["read_content", "insert_content"] },
    ],
    ["for one workspace", { install_scope: [ids.garden] }, { install_scope: [ids.garden] }],
    ["with a template", { template }, { template }],
    ["for whole workspaces", { allow_workspace_owner: true }, { allow_workspace_owner: true }],
    ["switched off", { enabled: false }, { enabled: false }],
    [
      "listed, with a description and a place to start",
      { listed: true, description: "Albums", install_url: "https://a.example/install" },
      { listed: true, description: "Albums", install_url: "https://a.example/install" },
    ],
    [
      "with a webhook, which has no secret yet",
      { webhook_url: "https://a.example/hooks?k=1" },
      { webhook: { url: "https://a.example/hooks?k=1", secrets: [] } },
    ],
    [
      "with a webhook on this machine",
      { webhook_url: "http://127.0.0.1:3000/hooks" },
      { webhook: { url: "http://127.0.0.1:3000/hooks", secrets: [] } },
    ],
    [
      "for one workspace only",
      { kind: "internal", install_scope: [ids.garden] },
      { kind: "internal", install_scope: [ids.garden] },
    ],
  ];
  for (const [world, said, differences] of table) {
    it(world, () => {
      const read = readIntegrationInput({ name: "Photos", ...said }, create);
      assert.deepEqual(read, { ok: true, value: { ...bare, ...differences } });
    });
  }
});

describe("an integration that cannot be", () => {
  const name = "Photos";
  const table: [world: string, body: unknown, about: RegExp][] = [
    ["without a name", {}, /name /],
    ["with a kind from elsewhere", { name, kind: "secret" }, /public, internal/],
    ["with a client_id of its own", { name, client_id: ids.photos_client }, /client_id/],
    ["with a secret of its own", { name, client_secret: "smile" }, /client_secret/],
    ["returning over http", { name, redirect_uris: ["http://a.example/"] }, /redirect_uris/],
    ["returning to a fragment", { name, redirect_uris: ["https://a.example/#x"] }, /redirect_uris/],
    ["returning to a program", { name, redirect_uris: ["javascript:alert(1)"] }, /redirect_uris/],
    ["returning to an app", { name, redirect_uris: ["com.photos:/cb"] }, /redirect_uris/],
    ["returning somewhere here", { name, redirect_uris: ["/cb"] }, /redirect_uris/],
    [
      "returning far away",
      { name, redirect_uris: [`https://a.example/${"a".repeat(2_000)}`] },
      /redirect_uris/,
    ],
    ["with a capability from elsewhere", { name, capabilities: ["fly"] }, /capabilities/],
    [
      "with and without e-mail",
      { name, capabilities: ["read_user_with_email", "read_user_without_email"] },
      /capabilities/,
    ],
    ["for no workspace", { name, install_scope: [] }, /install_scope/],
    ["for some", { name, install_scope: "some" }, /install_scope/],
    ["with a template without an id", { name, template: { title: "Album" } }, /template/],
    ["with webhooks over ftp", { name, webhook_url: "ftp://a.example/" }, /webhook_url/],
    ["with a webhook with a user", { name, webhook_url: "https://a:b@a.example/" }, /webhook_url/],
    ["with a webhook with a fragment", { name, webhook_url: "https://a.example/#" }, /webhook_url/],
    ["with webhooks to a program", { name, webhook_url: "javascript:alert(1)" }, /webhook_url/],
    ["with webhooks to a file", { name, webhook_url: "file:///etc/passwd" }, /webhook_url/],
    [
      "with webhooks far away",
      { name, webhook_url: `https://a.example/${"a".repeat(2_000)}` },
      /webhook_url/,
    ],
    ["with a webhook secret of its own", { name, webhook_secret: "whsec_" }, /webhook_secret/],
    ["installed by a program", { name, install_url: "javascript:alert(1)" }, /install_url/],
    ["listed perhaps", { name, listed: "yes" }, /listed/],
    ["internal, at home everywhere", { name, kind: "internal" }, /install_scope/],
    [
      "internal, at home twice",
      { name, kind: "internal", install_scope: [ids.garden, ids.kitchen] },
      /install_scope/,
    ],
    [
      "internal, with a place to return to",
      {
        name,
        kind: "internal",
        install_scope: [ids.garden],
        redirect_uris: ["https://a.example/"],
      },
      /redirect_uris/,
    ],
  ];
  for (const [world, body, about] of table) {
    it(world, () => {
      const read = readIntegrationInput(body, create);
      assert.ok(!read.ok);
      assert.equal(read.error.error, "invalid_request");
      assert.match(read.error.error_description, about);
    });
  }
});

describe("an integration that is replaced", () => {
  it("may be sent back as it was read, and keeps its secrets", () => {
    const facts = update({ install_scope: [ids.garden, ids.kitchen] });
    const read = readIntegrationInput(describeIntegration(facts.present), facts);
    assert.deepEqual(read, { ok: true, value: { ...facts.present, updated_at: now } });
  });

  it("keeps what never changes, without being sent", () => {
    const facts = update({ install_scope: [ids.garden] });
    const read = readIntegrationInput({ name: "Pictures" }, facts);
    assert.ok(read.ok);
    assert.deepEqual(read.value.install_scope, [ids.garden]);
    assert.equal(read.value.client_id, ids.photos_client);
    assert.equal(read.value.name, "Pictures");
  });

  const changes: [world: string, body: object, about: RegExp][] = [
    ["another id", { id: ids.made }, /field id cannot/],
    ["another client_id", { client_id: ids.made }, /client_id cannot/],
    ["another kind", { kind: "internal" }, /kind cannot/],
    ["a wider scope", { install_scope: "any" }, /install_scope cannot/],
    ["another scope", { install_scope: [ids.kitchen] }, /install_scope cannot/],
  ];
  for (const [world, body, about] of changes) {
    it(`does not take ${world}`, () => {
      const read = readIntegrationInput(body, update({ install_scope: [ids.garden] }));
      assert.match(read.ok ? "" : read.error.error_description, about);
    });
  }

  const revisions: [world: string, capabilities: string[], revision: number][] = [
    ["the same", ["read_content", "read_user_with_email"], 7],
    ["the same in another order", ["read_user_with_email", "read_content"], 7],
    ["more", ["read_content", "read_user_with_email", "insert_content"], 8],
    ["less", ["read_content"], 8],
  ];
  it("with capabilities that are stored in another order: the same revision", () => {
    const capabilities = ["read_user_with_email", "read_content"] as const;
    const stored = update({ capabilities, capability_revision: 7 });
    const read = readIntegrationInput({ capabilities }, stored);
    assert.equal(read.ok && read.value.capability_revision, 7);
  });

  for (const [world, capabilities, revision] of revisions) {
    it(`with capabilities that are ${world}: revision ${revision}`, () => {
      const read = readIntegrationInput({ capabilities }, update({ capability_revision: 7 }));
      assert.equal(read.ok && read.value.capability_revision, revision);
    });
  }
});

describe("an integration as the wire sees it", () => {
  it("shows a secret that was made just now", () => {
    assert.equal(
      describeIntegration(exampleIntegration(), { client_secret: "smile" }).client_secret,
      "smile",
    );
  });

  it("shows no other, nor what is kept of one", () => {
    const described = describeIntegration(exampleIntegration());
    assert.ok(!("client_secret" in described) && !("secrets" in described));
    assert.ok(!("capability_revision" in described) && !("tokens" in described));
    assert.equal(described.token_issued_at, undefined);
    assert.equal(described.created_at, "1970-01-01T00:15:00Z");
  });
});

it("an internal integration shows when its newest token was issued, and nothing else of its tokens", () => {
  const tokens = [
    { hash: "new", issued_at: 960, expires_at: undefined },
    { hash: "old", issued_at: 900, expires_at: 1_000 },
  ];
  const described = describeIntegration(
    exampleIntegration({ kind: "internal", secrets: [], tokens }),
  );
  assert.equal(described.token_issued_at, "1970-01-01T00:16:00Z");
  assert.ok(!JSON.stringify(described).includes("new") && !("access_token" in described));
});

describe("a secret that is followed by another", () => {
  const overlaps: [body: unknown, overlap: number | undefined][] = [
    [undefined, 86_400],
    [{}, 86_400],
    [{ overlap: 0 }, 0],
    [{ overlap: 2_592_000 }, 2_592_000],
    [{ overlap: 2_592_001 }, undefined],
    [{ overlap: -1 }, undefined],
    [{ overlap: "1h" }, undefined],
  ];
  for (const [body, overlap] of overlaps) {
    it(`${JSON.stringify(body)} → ${overlap ?? "refused"}`, () => {
      const read = readSecretOverlap(body);
      assert.equal(read.ok ? read.value : undefined, overlap);
    });
  }
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AccessToken, describeJwtAccessToken, isActive } from "./access-token.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";

const token: AccessToken = {
  signature: new Uint8Array(24),
  client_id: "photos",
  client_epoch: 7,
  subject: "photos",
  scope: [],
  audience: [],
  issued_at: 1_000,
  expires_at: 4_600,
};

describe("whether an access token is good", () => {
  const photos = exampleClient({ access_token_epoch: 7 });
  const table: [world: string, client: Client | undefined, now: number, active: boolean][] = [
    ["fresh", photos, 1_000, true],
    ["in its last second", photos, 4_599, true],
    ["the second it expires", photos, 4_600, false],
    ["of a client that is gone", undefined, 1_000, false],
    ["called back by its client", exampleClient({ access_token_epoch: 8 }), 1_000, false],
    ["of an epoch to come", exampleClient({ access_token_epoch: 6 }), 1_000, false],
    [
      "of another client",
      exampleClient({ client_id: "mallory", access_token_epoch: 7 }),
      1_000,
      false,
    ],
  ];
  for (const [world, client, now, active] of table) {
    it(`${world}: ${active ? "good" : "no good"}`, () => {
      assert.equal(isActive(token, client, now), active);
    });
  }
});

const jwt = {
  client_id: "photos",
  subject: "alice",
  scope: ["openid", "photos.read"],
  audience: ["https://api.example"],
  issued_at: 1_000,
  expires_at: 4_600,
};

describe("an access token that is a JWT", () => {
  const facts = { issuer: "https://id.example", jti: "7", scope_claim: "both" } as const;

  it("has every claim of RFC 9068 §2.2, and the scope as a text and as a list", () => {
    assert.deepEqual(describeJwtAccessToken(jwt, facts), {
      iss: "https://id.example",
      sub: "alice",
      aud: ["https://api.example"],
      client_id: "photos",
      scp: ["openid", "photos.read"],
      scope: "openid photos.read",
      ext: {},
      iat: 1_000,
      nbf: 1_000,
      exp: 4_600,
      jti: "7",
    });
  });

  const scopes = [
    ["list", ["openid"], { scp: ["openid"] }],
    ["string", ["openid"], { scope: "openid" }],
    ["both", ["openid"], { scp: ["openid"], scope: "openid" }],
    ["list", [], { scp: [] }],
    ["string", [], {}],
    ["both", [], { scp: [] }],
  ] as const;
  for (const [scope_claim, scope, expected] of scopes) {
    it(`scope_claim ${scope_claim}, scope “${scope.join(" ")}”: ${JSON.stringify(expected)}`, () => {
      const claims = describeJwtAccessToken({ ...jwt, scope }, { ...facts, scope_claim });
      const said = Object.entries(claims).filter(([name]) => name === "scp" || name === "scope");
      assert.deepEqual(Object.fromEntries(said), expected);
    });
  }

  it("keeps what the consent provider adds to itself, where it cannot pass for a claim of ours", () => {
    const ext = { sub: "mallory" };
    const claims = describeJwtAccessToken(jwt, { ...facts, ext });
    assert.equal(claims.sub, "alice");
    assert.deepEqual(claims.ext, { sub: "mallory" });
  });
});

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

describe("whether an access token is valid", () => {
  const photos = exampleClient({ access_token_epoch: 7 });
  const table: [title: string, client: Client | undefined, now: number, active: boolean][] = [
    ["fresh", photos, 1_000, true],
    ["in its last second", photos, 4_599, true],
    ["the second it expires", photos, 4_600, false],
    ["of a deleted client", undefined, 1_000, false],
    [
      "revoked with all tokens of its client",
      exampleClient({ access_token_epoch: 8 }),
      1_000,
      false,
    ],
    ["of a later epoch", exampleClient({ access_token_epoch: 6 }), 1_000, false],
    [
      "of another client",
      exampleClient({ client_id: "mallory", access_token_epoch: 7 }),
      1_000,
      false,
    ],
  ];
  for (const [title, client, now, active] of table) {
    it(`${title}: ${active ? "good" : "no good"}`, () => {
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

  it("has every claim of RFC 9068 §2.2, and the scope as a string and as a list", () => {
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

  it("has cnf with the key that it is bound to", () => {
    for (const cnf of [{ jkt: "a-key" }, { "x5t#S256": "a-certificate" }])
      assert.deepEqual(describeJwtAccessToken({ ...jwt, details: { cnf } }, facts).cnf, cnf);
  });

  const ext = { role: "admin", team: "north" };
  const placed = [
    ["in ext alone", {}, {}, ext],
    ["at the top and in ext", { top_level_claims: ["role", "absent"] }, { role: "admin" }, ext],
    [
      "at the top alone",
      { top_level_claims: ["role"], mirror_top_level_claims: false },
      { role: "admin" },
      undefined,
    ],
    ["nowhere", { mirror_top_level_claims: false }, {}, undefined],
  ] as const;
  for (const [where, options, top, within] of placed) {
    it(`has claims of the consent provider ${where}`, () => {
      const plain = describeJwtAccessToken(jwt, facts);
      const { ext: _none, ...expected } = plain;
      assert.deepEqual(describeJwtAccessToken(jwt, { ...facts, ...options, ext }), {
        ...expected,
        ...top,
        ...(within && { ext: within }),
      });
    });
  }

  it("lifts no claim that the server sets or that means something to it", () => {
    const names = ["iss", "sub", "aud", "client_id", "scp", "scope", "ext", "auth_time", "acr"];
    const more = ["amr", "iat", "nbf", "exp", "jti", "cnf", "act", "may_act", "sid", "azp"];
    const ofOthers = ["nonce", "rat", "at_hash", "c_hash", "s_hash", "events"];
    const objects = ["authorization_details", "token_introspection"];
    const top_level_claims = [...names, ...more, ...ofOthers, ...objects];
    const forged = Object.fromEntries(top_level_claims.map((name) => [name, "mallory"]));
    const claims = describeJwtAccessToken(
      { ...jwt, scope: [] },
      { ...facts, scope_claim: "string", top_level_claims, ext: forged, has_nbf: false },
    );
    const { ext: within, ...others } = claims;
    assert.deepEqual(within, forged);
    assert.ok(!Object.values(others).includes("mallory"), JSON.stringify(others));
  });

  it("has no nbf where that is excluded", () => {
    assert.ok(!("nbf" in describeJwtAccessToken(jwt, { ...facts, has_nbf: false })));
  });

  it("has claims of the consent provider in ext, where they cannot replace claims of the server", () => {
    const claims = describeJwtAccessToken(jwt, { ...facts, ext: { sub: "mallory" } });
    assert.equal(claims.sub, "alice");
    assert.deepEqual(claims.ext, { sub: "mallory" });
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeJwtAccessToken } from "./jwt-access-token.ts";

const token = {
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
    assert.deepEqual(describeJwtAccessToken(token, facts), {
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
      const claims = describeJwtAccessToken({ ...token, scope }, { ...facts, scope_claim });
      const said = Object.entries(claims).filter(([name]) => name === "scp" || name === "scope");
      assert.deepEqual(Object.fromEntries(said), expected);
    });
  }

  it("keeps what the consent provider adds to itself, where it cannot pass for a claim of ours", () => {
    const ext = { sub: "mallory" };
    const claims = describeJwtAccessToken(token, { ...facts, ext });
    assert.equal(claims.sub, "alice");
    assert.deepEqual(claims.ext, { sub: "mallory" });
  });
});

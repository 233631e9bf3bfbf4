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
  it("says its scope as a list, under scp", () => {
    assert.deepEqual(describeJwtAccessToken(token, { issuer: "https://id.example", jti: "7" }), {
      iss: "https://id.example",
      sub: "alice",
      aud: ["https://api.example"],
      client_id: "photos",
      scp: ["openid", "photos.read"],
      ext: {},
      iat: 1_000,
      nbf: 1_000,
      exp: 4_600,
      jti: "7",
    });
  });

  it("keeps what the consent provider adds to itself, where it cannot pass for a claim of ours", () => {
    const ext = { sub: "mallory" };
    const claims = describeJwtAccessToken(token, { issuer: "https://id.example", jti: "7", ext });
    assert.equal(claims.sub, "alice");
    assert.deepEqual(claims.ext, { sub: "mallory" });
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeTokenResponse } from "./token-response.ts";

describe("RFC 6749 §5.1: the token response", () => {
  it("has a scope even when it is empty", () => {
    assert.deepEqual(
      describeTokenResponse({ access_token: "lk_at_1", expires_in: 3600, scope: [] }),
      {
        access_token: "lk_at_1",
        token_type: "bearer",
        expires_in: 3600,
        scope: "",
      },
    );
  });

  it("has a refresh token and an ID token only if they were issued", () => {
    const issued = {
      access_token: "lk_at_1",
      expires_in: 3600,
      scope: ["openid", "offline"],
      refresh_token: "lk_rt_1",
      id_token: "a.b.c",
    };
    assert.deepEqual(describeTokenResponse(issued), {
      ...issued,
      token_type: "bearer",
      scope: "openid offline",
    });
  });
});

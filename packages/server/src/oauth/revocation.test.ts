import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AccessToken } from "./access-token.ts";
import { authenticated } from "./client/authentication.ts";
import { exampleClient } from "./example-client.ts";
import { exampleGrant, exampleGrantToken } from "./example-grant.ts";
import { decideRevocation } from "./revocation.ts";

const photos = authenticated(exampleClient(), "client_secret_basic");
const token: AccessToken = {
  signature: new Uint8Array(24),
  client_id: "photos",
  client_epoch: 0,
  subject: "alice",
  scope: [],
  audience: [],
  issued_at: 1_000,
  expires_at: 4_600,
};

describe("RFC 7009 §2: revoking a token", () => {
  it("a client's own token is revoked", () => {
    assert.deepEqual(decideRevocation(token, photos), { kind: "revoke", token });
  });

  it("mallory cannot revoke the token of photos", () => {
    const mallory = authenticated(exampleClient({ client_id: "mallory" }), "client_secret_basic");
    assert.deepEqual(decideRevocation(token, mallory), { kind: "nothing" });
  });

  it("an unknown token is accepted, and nothing happens", () => {
    assert.deepEqual(decideRevocation(undefined, photos), { kind: "nothing" });
  });
});

describe("RFC 7009 §2.1: revoking a token of a grant", () => {
  const grant = exampleGrant({ generation: 2 });
  const revoked = { kind: "revoke_grant", key: { grant_id: "grant-of-alice", subject_key: 4_711 } };

  it("revokes the grant, with the access token or the refresh token", () => {
    for (const token_use of ["access_token", "refresh_token"] as const) {
      const shown = { token_use, token: exampleGrantToken({ generation: 2 }), grant };
      assert.deepEqual(decideRevocation(shown, photos), revoked);
    }
  });

  it("revokes the grant even when the token is spent or expired", () => {
    const spent = exampleGrantToken({ generation: 1, expires_at: 1 });
    const shown = { token_use: "refresh_token", token: spent, grant } as const;
    assert.deepEqual(decideRevocation(shown, photos), revoked);
  });

  it("is possible for its own client only, and not for a new one with the same id", () => {
    const shown = { token_use: "refresh_token", token: exampleGrantToken(), grant } as const;
    for (const stranger of [{ client_id: "mallory" }, { client_key: 8 }]) {
      const client = authenticated(exampleClient(stranger), "client_secret_basic");
      assert.deepEqual(decideRevocation(shown, client), { kind: "nothing" });
    }
  });
});

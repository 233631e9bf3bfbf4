import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AccessToken } from "../oauth/access-token.ts";
import { exampleClient } from "../oauth/example-client.ts";
import { exampleGrant, exampleGrantToken } from "../oauth/example-grant.ts";
import type { GrantedToken } from "../oauth/grant.ts";
import { decideUserinfo } from "./userinfo.ts";

const facts = { issuer: "https://id.example/", now: 2_000 };
const shown: GrantedToken = {
  token_use: "access_token",
  token: exampleGrantToken({ generation: 1 }),
  grant: exampleGrant({
    generation: 1,
    session: { nonce: "n", acr: "2", id_token: { name: "Alice", sid: "mallory" } },
  }),
};
const machine: AccessToken = {
  signature: new Uint8Array(24),
  client_id: "photos",
  client_epoch: 0,
  subject: "photos",
  scope: ["openid"],
  audience: [],
  issued_at: 1_000,
  expires_at: 4_600,
};

describe("OpenID Connect Core §5.3: the userinfo response", () => {
  it("has the claims of the ID token, without those about the token itself", () => {
    assert.deepEqual(decideUserinfo(shown, exampleClient(), facts), {
      ok: true,
      value: {
        iss: "https://id.example/",
        sub: "alice",
        aud: ["photos"],
        iat: 1_000,
        auth_time: 990,
        acr: "2",
        name: "Alice",
      },
    });
  });

  it("has rat when the setting requires it", () => {
    const person = decideUserinfo(shown, exampleClient(), { ...facts, rat: true });
    assert.equal(person.ok && person.value["rat"], 980);
  });

  it("has the claims for userinfo only, except those that only the server may set", () => {
    const forged = { sub: "bob", events: {}, cnf: { jkt: "mallory" } };
    const session = { id_token: { name: "Alice" }, userinfo: { email: "a@example", ...forged } };
    const grant = exampleGrant({ generation: 1, session });
    const person = decideUserinfo({ ...shown, grant }, exampleClient(), facts);
    assert.ok(person.ok);
    const { iss: _iss, aud: _aud, iat: _iat, auth_time: _auth_time, ...others } = person.value;
    assert.deepEqual(others, { sub: "alice", name: "Alice", email: "a@example" });
  });

  it("not for a token that an API without openid was given", () => {
    const narrowing = { scope: [0], client_epoch: 0 };
    const token = exampleGrantToken({ generation: 1, narrowing });
    const grant = { ...shown.grant, scope: ["photos.read"] };
    const person = decideUserinfo({ ...shown, token, grant }, exampleClient(), facts);
    assert.deepEqual(person, { ok: false, error: { reason: "token_for_an_api" } });
  });

  it("also without the scope openid", () => {
    const grant = { ...shown.grant, scope: [] };
    assert.equal(decideUserinfo({ ...shown, grant }, exampleClient(), facts).ok, true);
  });

  const table: [title: string, GrantedToken | AccessToken | undefined, reason: string][] = [
    ["an unknown token", undefined, "token_inactive"],
    ["a refresh token", { ...shown, token_use: "refresh_token" }, "token_inactive"],
    [
      "an expired token",
      { ...shown, token: exampleGrantToken({ generation: 1, expires_at: 2_000 }) },
      "token_inactive",
    ],
    [
      "a revoked token",
      { ...shown, grant: { ...shown.grant, revoked_at: 1_500 } },
      "token_inactive",
    ],
    ["a token of a client itself", machine, "token_without_user"],
    ["an expired token of a client itself", { ...machine, expires_at: 2_000 }, "token_inactive"],
  ];
  for (const [title, token, reason] of table) {
    it(`is rejected with ${title}: ${reason}`, () => {
      assert.deepEqual(decideUserinfo(token, exampleClient(), facts), {
        ok: false,
        error: { reason },
      });
    });
  }
});

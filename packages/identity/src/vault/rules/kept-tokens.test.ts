import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readNewProvider } from "../../federation/rules/identity-provider.ts";
import {
  afterRefresh,
  afterSignIn,
  expiresIn,
  isIssuedBy,
  isUsable,
  type KeptTokens,
} from "./kept-tokens.ts";

const NOW = 1_800_000_000;
const provider = providerOf({ issuer: "https://there.example", client_id: "here" });

function providerOf(given: object) {
  const read = readNewProvider({ id: "there", ...given }, NOW);
  assert.ok(read.ok);
  return read.value;
}

function signIn(issued: object, present?: KeptTokens, subject = "1"): KeptTokens {
  return afterSignIn({ access_token: "a", ...issued }, provider, subject, present, NOW);
}

const first = signIn({ refresh_token: "r", expires_in: 100 });

describe("what is kept of a sign-in", () => {
  it("has the scope that was requested, unless the provider says otherwise", () => {
    assert.deepEqual(first.scope, ["openid", "profile", "email"]);
    assert.deepEqual(signIn({ scope: ["openid"] }).scope, ["openid"]);
  });

  const presents: Readonly<
    Record<string, { readonly next: KeptTokens; readonly refresh_token: string | undefined }>
  > = {
    "stays when the provider issues no other one": { next: signIn({}, first), refresh_token: "r" },
    "is replaced by another one": {
      next: signIn({ refresh_token: "s" }, first),
      refresh_token: "s",
    },
    "goes when the user is another one there": {
      next: signIn({}, first, "2"),
      refresh_token: undefined,
    },
    "goes when it is of another server": {
      next: signIn({}, { ...first, issued_by: "elsewhere" }),
      refresh_token: undefined,
    },
  };
  for (const [what, { next, refresh_token }] of Object.entries(presents)) {
    it(`the refresh token ${what}`, () => {
      assert.equal(next.refresh_token, refresh_token);
    });
  }
});

describe("what is kept of a refresh", () => {
  it("has the refresh token and the scope of before, unless the provider issues others", () => {
    const access_token = "b";
    const same = afterRefresh({ access_token, expires_in: 50 }, first, NOW + 100);
    const times = { access_token_expires_at: NOW + 150 };
    assert.deepEqual(same, { ...first, access_token, ...times });
    const others = { access_token, refresh_token: "s", scope: ["openid"] };
    const { refresh_token, scope, access_token_expires_at } = afterRefresh(others, first, NOW);
    assert.deepEqual([refresh_token, scope, access_token_expires_at], ["s", ["openid"], undefined]);
  });
});

describe("an access token", () => {
  const ends = [
    { end: undefined, usable: true, expires_in: 3600 },
    { end: NOW + 3600, usable: true, expires_in: 3600 },
    { end: NOW + 61, usable: true, expires_in: 61 },
    { end: NOW + 60, usable: false, expires_in: 60 },
    { end: NOW - 1, usable: false, expires_in: 0 },
  ];
  for (const { end, usable, expires_in } of ends) {
    it(`that ends ${end === undefined ? "at no stated time" : `after ${end - NOW} s`} is ${usable ? "usable" : "replaced"}`, () => {
      const tokens = { access_token_expires_at: end };
      assert.deepEqual([isUsable(tokens, NOW), expiresIn(tokens, NOW)], [usable, expires_in]);
    });
  }
});

describe("the server that issued tokens", () => {
  const records = {
    "the same": { with: { issuer: "https://there.example", client_id: "here" }, same: true },
    "the same by another name": {
      with: { issuer: "https://there.example", client_id: "here", name: "Elsewhere" },
      same: true,
    },
    "another issuer": { with: { issuer: "https://evil.example", client_id: "here" }, same: false },
    "another client": { with: { issuer: "https://there.example", client_id: "x" }, same: false },
    "another token endpoint": {
      with: {
        client_id: "here",
        authorization_endpoint: "https://there.example/a",
        token_endpoint: "https://there.example/t",
        userinfo_endpoint: "https://there.example/u",
      },
      same: false,
    },
  };
  for (const [what, { with: given, same }] of Object.entries(records)) {
    it(`is ${what}: ${same}`, () => {
      assert.equal(isIssuedBy(first, providerOf(given)), same);
    });
  }
});

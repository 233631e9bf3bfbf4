import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ProviderTokens, readTokens } from "./provider-tokens.ts";

type Received = Parameters<typeof readTokens>[0];

const cases: Readonly<
  Record<string, { readonly given: Partial<Received>; readonly kept: ProviderTokens | undefined }>
> = {
  "an access token alone": { given: {}, kept: { access_token: "a" } },
  "all that there may be": {
    given: { expires_in: 60, refresh_token: "r", scope: "one two one" },
    kept: { access_token: "a", expires_in: 60, refresh_token: "r", scope: ["one", "two"] },
  },
  "scopes with commas, as GitHub writes them": {
    given: { scope: "repo,read:user" },
    kept: { access_token: "a", scope: ["repo", "read:user"] },
  },
  "a scope that no user granted": {
    given: { scope: "" },
    kept: { access_token: "a", scope: [] },
  },
  "a token that has ended": {
    given: { expires_in: -5 },
    kept: { access_token: "a", expires_in: 0 },
  },
  "a token of a thousand years": {
    given: { expires_in: 1e12 },
    kept: { access_token: "a", expires_in: 315_360_000 },
  },
  "a type in capitals": { given: { token_type: "Bearer" }, kept: { access_token: "a" } },
  "a token that is bound to a key": { given: { token_type: "dpop" }, kept: undefined },
  "an empty token": { given: { access_token: "" }, kept: undefined },
  "a token of several lines": { given: { access_token: "a\r\nb" }, kept: undefined },
  "a token that is too long": { given: { access_token: "a".repeat(16_385) }, kept: undefined },
  "a refresh token that is none": { given: { refresh_token: "r\u0000" }, kept: undefined },
};

describe("the tokens of a provider", () => {
  for (const [what, { given, kept }] of Object.entries(cases)) {
    it(`are ${kept === undefined ? "not kept" : "kept"}: ${what}`, () => {
      const received = { access_token: "a", token_type: "bearer", ...given };
      assert.deepEqual(readTokens(received), kept);
    });
  }

  it("have at most a hundred scopes", () => {
    const scope = Array.from({ length: 1_000 }, (_, index) => `s${index}`).join(" ");
    const kept = readTokens({ access_token: "a", token_type: "bearer", scope });
    assert.equal(kept?.scope?.length, 100);
  });
});

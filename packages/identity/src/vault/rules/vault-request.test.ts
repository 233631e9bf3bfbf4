import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readNewProvider } from "../../federation/rules/identity-provider.ts";
import { decideVaultRequest } from "./vault-request.ts";
import type { VaultRejection } from "./vault-rejection.ts";

const read = readNewProvider(
  { id: "there", issuer: "https://there.example", client_id: "here", keep_tokens: true },
  0,
);
assert.ok(read.ok);
const there = read.value;

const SCOPE = ["openid", "vault:there"];

const cases: Readonly<
  Record<
    string,
    {
      readonly audience?: readonly string[];
      readonly resource?: readonly string[];
      readonly asked_scope?: string;
      readonly right?: readonly string[];
      readonly scope?: readonly string[];
      readonly granted_scope?: readonly string[];
      readonly provider?: Partial<typeof there>;
      readonly reason?: VaultRejection["reason"];
    }
  >
> = {
  "all that it takes": {},
  "no provider": { audience: [], reason: "provider_not_named" },
  "two providers": { audience: ["there", "other"], reason: "provider_not_named" },
  "a provider and a resource": { resource: ["https://a.example"], reason: "provider_not_named" },
  "no right": { right: [], reason: "provider_not_allowed" },
  "the right to another provider": { right: ["other"], reason: "provider_not_allowed" },
  "a right to all, which there is not": { right: ["*"], reason: "provider_not_allowed" },
  "a provider that is gone": {
    audience: ["gone"],
    right: ["gone"],
    reason: "provider_keeps_no_tokens",
  },
  "a provider that keeps nothing": {
    provider: { keep_tokens: false },
    reason: "provider_keeps_no_tokens",
  },
  "a provider that is disabled": {
    provider: { enabled: false },
    reason: "provider_keeps_no_tokens",
  },
  "a scope": { asked_scope: "openid", reason: "provider_scope_fixed" },
  "a token without the scope": { scope: ["openid"], reason: "vault_scope_missing" },
  "a token with the scope of another provider": {
    scope: ["vault:other"],
    reason: "vault_scope_missing",
  },
  "a token with a pattern that the scope matches": {
    scope: ["vault:*"],
    granted_scope: ["vault:*"],
    reason: "vault_scope_missing",
  },
  "a scope that no user granted": { granted_scope: [], reason: "vault_scope_missing" },
};

describe("a request for the token of a provider", () => {
  for (const [what, one] of Object.entries(cases)) {
    const { audience = ["there"], resource = [], right = ["there"], scope = SCOPE } = one;
    const { granted_scope = SCOPE, provider = {}, asked_scope, reason } = one;
    it(`with ${what} is ${reason === undefined ? "granted" : "refused"}`, () => {
      const decided = decideVaultRequest(
        {
          subject_token: { subject: "alice", scope, granted_scope },
          targets: { audience, resource },
          scope: asked_scope,
        },
        { vault_providers: right },
        [{ ...there, ...provider }],
      );
      assert.equal(decided.ok ? undefined : decided.error.reason, reason);
    });
  }
});

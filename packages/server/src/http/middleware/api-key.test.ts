import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashApiKey, mintApiKey } from "../../crypto/api-key.ts";
import { statusOf } from "../../oauth/oauth-error.ts";
import { createApiKeyCheck } from "./api-key.ts";

const alice = mintApiKey();
const bob = mintApiKey();
const authenticate = createApiKeyCheck([
  { scopes: ["read"], hash: hashApiKey(alice) },
  { scopes: ["write", "keys"], hash: hashApiKey(bob) },
]);

describe("the admin listener with API keys", () => {
  const table: [
    string,
    "open" | "read" | "write" | "keys",
    string | undefined,
    number | undefined,
  ][] = [
    ["a request without a key asks for health", "open", undefined, undefined],
    ["alice reads", "read", `Bearer ${alice}`, undefined],
    ["alice reads, in small letters", "read", `bearer ${alice}`, undefined],
    ["alice writes", "write", `Bearer ${alice}`, 403],
    ["alice asks for keys", "keys", `Bearer ${alice}`, 403],
    ["bob writes", "write", `Bearer ${bob}`, undefined],
    ["bob asks for keys", "keys", `Bearer ${bob}`, undefined],
    ["bob reads, which his key does not say", "read", `Bearer ${bob}`, 403],
    ["a request without a key reads", "read", undefined, 401],
    ["mallory guesses", "read", `Bearer ${mintApiKey()}`, 401],
    ["mallory sends the hash", "read", `Bearer ${hashApiKey(alice)}`, 401],
    ["mallory sends nothing after Bearer", "read", "Bearer ", 401],
    ["alice uses Basic", "read", `Basic ${alice}`, 401],
    ["two keys are joined", "read", `Bearer ${alice}, Bearer ${bob}`, 401],
  ];
  for (const [name, access, authorization, status] of table) {
    it(`${name} → ${status ?? "passes"}`, () => {
      const refusal = authenticate?.(access, authorization);
      assert.equal(refusal && statusOf(refusal.error.error), status);
      if (refusal !== undefined)
        assert.match(String(refusal.headers?.["WWW-Authenticate"]), /^Bearer /);
    });
  }

  it("says what is missing, and never repeats a key", () => {
    const refusal = authenticate?.("write", `Bearer ${alice}`);
    assert.deepEqual(refusal?.error, {
      error: "request_forbidden",
      error_description: "This operation needs an API key with the scope write.",
    });
  });
});

it("an admin listener without keys does not authenticate", () => {
  assert.equal(createApiKeyCheck([]), undefined);
});

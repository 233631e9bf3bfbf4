import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashApiKey, mintApiKey } from "../../crypto/api-key.ts";
import { statusOf } from "../../oauth/oauth-error.ts";
import type { Request } from "../request.ts";
import {
  type Authenticated,
  type AuthenticationOptions,
  createAuthentication,
} from "./authentication.ts";

const alice = mintApiKey();
const bob = mintApiKey();
const keys = [
  { scopes: ["read"], hash: hashApiKey(alice) },
  { scopes: ["write", "keys"], hash: hashApiKey(bob) },
] as const;
const authenticate = authenticationWith({ keys });

describe("the admin listener with API keys", () => {
  const table: [string, "read" | "write" | "keys", string | undefined, number | undefined][] = [
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
      const outcome = authenticate(asked(access), requestOf(authorization));
      assert.ok(!(outcome instanceof Promise), "keys of the settings cost no promise");
      if (!("error" in outcome)) return assert.equal(status, undefined);
      assert.equal(statusOf(outcome.error.error), status);
      assert.match(String(outcome.headers?.["WWW-Authenticate"]), /^Bearer /);
    });
  }

  it("says what is missing, and never repeats a key", async () => {
    const outcome = await authenticate(asked("write"), requestOf(`Bearer ${alice}`));
    assert.ok("error" in outcome);
    assert.deepEqual(outcome.error, {
      error: "request_forbidden",
      error_description: "This operation needs an API key with the scope write.",
    });
  });
});

const carol: Authenticated = {
  caller: { kind: "account", id: "carol" },
  grants: { role: "viewer" },
};

describe("credentials of features", () => {
  const table: Record<string, [Partial<AuthenticationOptions>, "read" | "write", string]> = {
    "nothing is sent, and nothing is required": [{ is_required: false }, "write", "local"],
    "nothing is sent, and something is required": [{}, "read", "request_unauthorized"],
    "a viewer reads": [{ sources: [() => carol] }, "read", "account"],
    "a viewer writes": [{ sources: [() => carol] }, "write", "request_forbidden"],
    "a viewer writes where nothing is required": [
      { sources: [() => carol], is_required: false },
      "write",
      "request_forbidden",
    ],
    "the second source knows the caller, after a promise of the first": [
      { sources: [async () => undefined, () => carol] },
      "read",
      "account",
    ],
    "the third source knows the caller, after a promise of the second": [
      { sources: [() => undefined, async () => undefined, async () => carol] },
      "read",
      "account",
    ],
    "credentials were revoked where nothing is required": [
      { sources: [() => ({ refused: "Revoked." })], is_required: false },
      "read",
      "request_unauthorized",
    ],
  };
  for (const [name, [options, access, expected]] of Object.entries(table)) {
    it(`${name} → ${expected}`, async () => {
      const outcome = await authenticationWith(options)(asked(access), requestOf(undefined));
      assert.equal("error" in outcome ? outcome.error.error : outcome.caller.kind, expected);
    });
  }
});

function authenticationWith(options: Partial<AuthenticationOptions>) {
  return createAuthentication({ keys: [], sources: [], is_required: true, ...options });
}

function asked(access: "read" | "write" | "keys") {
  const role = access === "read" ? ("viewer" as const) : ("operator" as const);
  return { name: "someOperation", access, role };
}

function requestOf(authorization: string | undefined): Request {
  return {
    method: "GET",
    path: "/",
    params: {},
    search: "",
    query: new URLSearchParams(),
    headers: { authorization },
    body: "",
    address: "127.0.0.1",
    request_id: "1",
    received_at_ms: 0,
  };
}

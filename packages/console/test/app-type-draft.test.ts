import assert from "node:assert/strict";
import { test } from "node:test";
import { withDefaults } from "../src/pages/clients/app-type-draft.ts";

const web = {
  grant_types: ["authorization_code"],
  scope: "openid",
  security_profile: "mcp",
} as const;
const machine = { grant_types: ["client_credentials"], scope: "" } as const;

test("another type of app replaces what the first proposed, and keeps what was entered", () => {
  const draft = { ...web, client_name: "Tea", redirect_uris: ["https://tea.example/"] };
  const { client_name, redirect_uris } = draft;
  assert.deepEqual(withDefaults(draft, web, machine), { ...machine, client_name, redirect_uris });
  const scoped = { ...web, scope: "openid tea" };
  assert.deepEqual(withDefaults(scoped, web, machine), { ...machine, scope: "openid tea" });
});

test("the first type again leads to the first draft", () => {
  const draft = { ...web, client_name: "Tea" };
  assert.deepEqual(withDefaults(withDefaults(draft, web, machine), machine, web), draft);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { openInIdTokens, serverClaims, withoutServerClaims } from "./server-claims.ts";

it("every claim that only the server may set is left out of ID tokens, but for those of Ory Hydra's consent apps", () => {
  const forged = Object.fromEntries([...serverClaims].map((name) => [name, "mallory"]));
  const kept = Object.fromEntries([...openInIdTokens].map((name) => [name, "mallory"]));
  assert.deepEqual(withoutServerClaims({ ...forged, role: "admin" }), { ...kept, role: "admin" });
});

it("the documentation names every claim that only the server may set", () => {
  const page = new URL("../../../../../docs/login-and-consent.md", import.meta.url);
  const [, section = ""] = readFileSync(page, "utf8").split(
    "#### Claims that only the server may set",
  );
  const [, list = ""] = /does not set them itself: (.*?)\. In `ext`/.exec(section) ?? [];
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  assert.deepEqual(new Set(named), serverClaims);
});

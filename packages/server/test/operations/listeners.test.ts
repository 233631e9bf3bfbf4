import assert from "node:assert/strict";
import { test } from "node:test";
import { operationIds, operations } from "@latchkey/api";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const { fetch } = await startTestServer({ "oauth2.registration.mode": "open" });

for (const id of operationIds) {
  const { tag, method, path, also_at = [], also_public } = operations[id];
  // The public listener authenticates clients there, not API keys.
  const isPublic = tag === "public" || also_public || id === "introspectOAuth2Token";
  for (const place of [path, ...also_at]) {
    const route = `${method} ${place}`;
    if (isPublic)
      test(`${route} is served to the internet, and to first parties`, async () => {
        assert.ok(await isServed("public", route));
        assert.ok(await isServed("admin", route));
      });
    else
      test(`${route} is served to first parties, and hidden from the internet`, async () => {
        assert.ok(await isServed("admin", route));
        const url = `http://public.test${place.replaceAll(/\{\w+\}/g, "x")}`;
        assertRefused(await receive(fetch(url, { method })), 404, "not_found");
        assertRefused(await receive(fetch(url, { method: "OPTIONS" })), 404, "not_found");
      });
  }
}

test("first parties find under /admin what the rows say, and the internet nothing", async () => {
  for (const id of operationIds) {
    const { method, path, under_admin } = operations[id];
    assert.equal(await isServed("admin", `${method} /admin${path}`), under_admin, id);
    assert.equal(await isServed("public", `${method} /admin${path}`), false, id);
  }
});

test("the console is served to first parties, and hidden from the internet", async () => {
  assert.ok(await isServed("admin", "GET /console"));
  assert.ok(!(await isServed("public", "GET /console")));
});

async function isServed(listener: string, route: string): Promise<boolean> {
  const [method = "", path = ""] = route.split(" ");
  const url = `http://${listener}.test${path.replaceAll(/\{\w+\}/g, "x")}`;
  const { headers } = await fetch(url, { method: "OPTIONS" });
  return (headers.get("allow") ?? "").split(", ").includes(method);
}

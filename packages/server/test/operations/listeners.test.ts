import assert from "node:assert/strict";
import { test } from "node:test";
import { operationIds, operations } from "@latchkey/api";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const { fetch } = await startTestServer({ "oauth2.registration.mode": "open" });

/** The contract's machine half, by the listener that serves it. */
const open = [
  "GET /.well-known/jwks.json",
  "GET /.well-known/openid-configuration",
  "POST /oauth2/par",
  "GET /.well-known/oauth-authorization-server",
  "POST /connect/register",
  "GET /connect/register/{id}",
  "PUT /connect/register/{id}",
  "DELETE /connect/register/{id}",
  "POST /oauth2/token",
  "POST /oauth2/revoke",
  "POST /oauth2/introspect",
  "GET /health/alive",
  "GET /health/ready",
];
const firstParty = [
  "GET /metrics/exporter",
  "GET /metrics/prometheus",
  "GET /version",
  "GET /access",
  "GET /clients",
  "POST /clients",
  "GET /clients/{id}",
  "PUT /clients/{id}",
  "PATCH /clients/{id}",
  "PUT /clients/{id}/lifespans",
  "DELETE /clients/{id}",
  "POST /clients/{id}/secret",
  "GET /clients/{id}/explanation",
  "GET /registration-tokens",
  "POST /registration-tokens",
  "DELETE /registration-tokens/{id}",
  "GET /keys",
  "GET /keys/{set}",
  "POST /keys/{set}",
  "PUT /keys/{set}",
  "DELETE /keys/{set}",
  "GET /keys/{set}/{kid}",
  "PUT /keys/{set}/{kid}",
  "DELETE /keys/{set}/{kid}",
  "GET /signing-keys/{set}",
  "DELETE /signing-keys/{set}/{kid}",
  "GET /system-secrets",
  "GET /trust/grants/jwt-bearer/issuers",
  "POST /trust/grants/jwt-bearer/issuers",
  "GET /trust/grants/jwt-bearer/issuers/{id}",
  "DELETE /trust/grants/jwt-bearer/issuers/{id}",
  "POST /oauth2/flush",
  "DELETE /oauth2/tokens",
  "GET /apis",
  "POST /apis",
  "GET /apis/{id}",
  "PUT /apis/{id}",
  "DELETE /apis/{id}",
  "GET /accounts",
  "POST /accounts",
  "GET /accounts/{username}",
  "PUT /accounts/{username}",
  "DELETE /accounts/{username}",
  "GET /authorization-details-types",
  "POST /authorization-details-types",
  "GET /authorization-details-types/{type}",
  "PUT /authorization-details-types/{type}",
  "DELETE /authorization-details-types/{type}",
];

for (const route of open) {
  test(`${route} is served to the internet, and to first parties`, async () => {
    assert.ok(await isServed("public", route));
    assert.ok(await isServed("admin", route));
  });
}

for (const route of firstParty) {
  test(`${route} is served to first parties, and hidden from the internet`, async () => {
    assert.ok(await isServed("admin", route));
    const [method = "", path = ""] = route.split(" ");
    const url = `http://public.test${path.replaceAll(/\{\w+\}/g, "x")}`;
    assertRefused(await receive(fetch(url, { method })), 404, "not_found");
    assertRefused(await receive(fetch(url, { method: "OPTIONS" })), 404, "not_found");
  });
}

test("the console is served to first parties, and hidden from the internet", async () => {
  assert.ok(await isServed("admin", "GET /console"));
  assert.ok(!(await isServed("public", "GET /console")));
});

test("no other admin operation is reachable on the public listener", async () => {
  const shown = ["isInstanceAlive", "introspectOAuth2Token"]; // The latter authenticates clients there.
  const hidden = operationIds.filter((id) => operations[id].tag === "admin" && !shown.includes(id));
  for (const id of hidden) {
    const { method, path } = operations[id];
    assert.ok(!(await isServed("public", `${method} ${path}`)), id);
  }
});

test("the two lists above are the whole machine half of the contract", () => {
  const others = /^\/(oauth2\/(auth|sessions|device|bc-authorize)|userinfo|workspace|inspector)/;
  const contract = operationIds
    .map((id) => operations[id])
    .filter(({ path }) => !others.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  const listed = [...open, ...firstParty].filter((route) => route !== "GET /metrics/prometheus");
  assert.deepEqual(listed.toSorted(), contract.toSorted());
});

async function isServed(listener: string, route: string): Promise<boolean> {
  const [method = "", path = ""] = route.split(" ");
  const url = `http://${listener}.test${path.replaceAll(/\{\w+\}/g, "x")}`;
  const { headers } = await fetch(url, { method: "OPTIONS" });
  return (headers.get("allow") ?? "").split(", ").includes(method);
}

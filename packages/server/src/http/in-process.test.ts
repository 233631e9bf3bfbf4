import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toFetch } from "./in-process.ts";

describe("a fetch without a socket", () => {
  const fetch = toFetch(async ({ method, target, headers, body, encrypted }) => ({
    status: target.startsWith("/gone") ? 204 : target === "/away" ? 302 : 200,
    headers: {
      "Set-Cookie": ["a=1", "b=2"],
      ...(target === "/away" ? { Location: "/home" } : {}),
    },
    body: target.startsWith("/gone")
      ? ""
      : JSON.stringify({ method, target, headers, body, encrypted }),
  }));

  it("carries method, target, headers and body there and back", async () => {
    const response = await fetch("http://op/clients?limit=2", {
      method: "PUT",
      headers: { "X-Tried": "once" },
      body: new URLSearchParams({ scope: "a b" }),
    });
    assert.deepEqual(await response.json(), {
      method: "PUT",
      target: "/clients?limit=2",
      headers: {
        "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
        "x-tried": "once",
      },
      body: "scope=a+b",
      encrypted: false,
    });
    assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
  });

  it("knows answers without a body", async () => {
    assert.equal((await fetch("http://op/gone")).body, null);
    assert.equal(await (await fetch("http://op/here", { method: "HEAD" })).text(), "");
  });

  it("hands redirects back", async () => {
    const response = await fetch("https://op/away", { redirect: "manual" });
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("location"), "/home");
  });

  it("does not ask once the caller gave up", async () => {
    await assert.rejects(fetch("http://op/", { signal: AbortSignal.abort() }), /abort/i);
  });
});

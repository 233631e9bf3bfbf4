import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";
import { assertRefused, receive } from "./refusal.ts";

const { fetch } = await startTestServer();

test("an unknown path is 404, whatever it looks like", async () => {
  for (const path of [
    "/",
    "/nowhere",
    "/clients/a/b",
    "/Clients",
    "/oauth2",
    "/clients//photos",
    "//nowhere",
  ]) {
    assertRefused(await receive(fetch(`http://admin.test${path}`)), 404, "not_found");
  }
});

test("a known path with the wrong method is 405 and lists the right ones", async () => {
  const wrong: readonly [string, string, string][] = [
    ["PATCH", "/clients", "GET, HEAD, OPTIONS, POST"],
    ["POST", "/clients/photos", "DELETE, GET, HEAD, OPTIONS, PATCH, PUT"],
    ["PATCH", "/keys/mail", "DELETE, GET, HEAD, OPTIONS, POST, PUT"],
    ["GET", "/oauth2/token", "OPTIONS, POST"],
    ["PUT", "/health/alive", "GET, HEAD, OPTIONS"],
  ];
  for (const [method, path, allow] of wrong) {
    const received = await receive(fetch(`http://admin.test${path}`, { method }));
    assertRefused(received, 405, "method_not_allowed");
    assert.equal(received.headers.get("allow"), allow);
  }
});

test("OPTIONS on a known path is 200, empty, with Allow", async () => {
  const { status, headers, body } = await receive(
    fetch("http://admin.test/clients/photos", { method: "OPTIONS" }),
  );
  assert.deepEqual([status, body], [200, ""]);
  assert.equal(headers.get("allow"), "DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
});

test("HEAD is GET without the body", async () => {
  for (const path of [
    "/health/alive",
    "/clients",
    "/.well-known/openid-configuration",
    "/clients/nobody",
  ]) {
    const get = await fetch(`http://admin.test${path}`);
    const head = await fetch(`http://admin.test${path}`, { method: "HEAD" });
    assert.equal(head.status, get.status);
    assert.equal(await head.text(), "");
    for (const name of ["content-type", "link", "x-total-count"]) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
  }
});

test("a slash too many redirects: 301 for GET, 307 for others, the query kept", async () => {
  const asked: readonly [string, string, number, string][] = [
    ["GET", "/clients/?limit=5", 301, "/clients?limit=5"],
    ["HEAD", "/health/alive/", 301, "/health/alive"],
    ["POST", "/oauth2/token/", 307, "/oauth2/token"],
    ["DELETE", "/clients/photos/", 307, "/clients/photos"],
    ["GET", "//clients?limit=5", 301, "/clients?limit=5"],
    ["POST", "//oauth2/token", 307, "/oauth2/token"],
    ["GET", "///admin/clients/photos/", 301, "/admin/clients/photos"],
  ];
  for (const [method, path, status, location] of asked) {
    const response = await fetch(`http://admin.test${path}`, { method, redirect: "manual" });
    assert.equal(response.status, status);
    assert.equal(response.headers.get("location"), location);
  }
});

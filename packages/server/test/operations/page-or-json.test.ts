import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { signIn } from "../support/flow.ts";
import { ownApiOf, startTestServer, type TestServer } from "../support/server.ts";
import { toFetch } from "../../src/http/in-process.ts";
import { assertRefused, receive } from "./refusal.ts";

const world = await startTestServer();
const { fetch } = world;

/** What Chromium sends when a user opens a URL. */
const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
};
const programs: readonly Record<string, string>[] = [
  {},
  { accept: "*/*" },
  { accept: "application/json" },
  { accept: "text/html;q=0" },
];

/** Opens a URL as a browser does, without following redirects. */
async function open(url: string, server: Pick<TestServer, "fetch">, language = "en") {
  const headers = { ...browser, "accept-language": language };
  const response = await server.fetch(url, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

test("a browser that opens an unknown path gets the error page, with 404", async () => {
  for (const path of ["/nowhere", "/clients", "/console", "/docs", "/v1", "//"]) {
    const page = await open(`http://public.test${path}`, world);
    assert.equal(page.status, 404, path);
    assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(page.headers.get("cache-control"), "no-store");
    assert.match(page.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    assert.match(page.body, /<h1>This page does not exist<\/h1>/);
    assert.ok(page.body.includes(page.headers.get("x-request-id") ?? "no id"), path);
  }
});

test("the page is in the language of the browser, and has no text of the request", async () => {
  const lure = "http://public.test/Call-0800-555?x=Call-0800";
  const page = await open(lure, world, "de-AT, en;q=0.5");
  assert.match(page.body, /<html lang="de">[^]*<h1>Diese Seite gibt es nicht<\/h1>/);
  assert.doesNotMatch(page.body, /0800/);
});

test("the page is ours where urls.error names another, which may itself be an unknown path", async () => {
  const other = await startTestServer({ "urls.error": "http://public.test/no-such-page" });
  assert.equal((await open("http://public.test/no-such-page", other)).status, 404);
});

test("a browser that opens the public listener gets a page that says what runs there", async () => {
  const page = await open("http://public.test/", world);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  assert.match(page.body, /OAuth 2\.0 and OpenID Connect/);
  assert.match(page.body, /<code>http:\/\/127\.0\.0\.1:4444<\/code>/);
  const links = [...page.body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
  assert.deepEqual(links, [
    "http://127.0.0.1:4444/.well-known/openid-configuration",
    "http://127.0.0.1:4444/device",
  ]);
  for (const href of links) {
    const path = new URL(href ?? "").pathname;
    assert.ok((await open(`http://public.test${path}`, world)).status < 400, path);
  }
});

test("its links are those of the settings", async () => {
  const other = await startTestServer({
    "urls.self.issuer": "https://id.example/tenant/",
    "urls.self.public": "https://login.example/",
    "urls.device.verification": "https://app.example/device",
  });
  const { body } = await open("http://public.test/", other);
  assert.match(body, /<code>https:\/\/id\.example\/tenant\/<\/code>/);
  assert.match(body, /href="https:\/\/id\.example\/tenant\/\.well-known\/openid-configuration"/);
  assert.match(body, /href="https:\/\/login\.example\/oauth2\/device\/verify"/);
});

test("a browser that opens the admin listener is redirected to the console", async () => {
  for (const method of ["GET", "HEAD"]) {
    const opened = await fetch("http://admin.test/?x=1", {
      method,
      headers: browser,
      redirect: "manual",
    });
    assert.deepEqual([opened.status, opened.headers.get("location")], [302, "/console"]);
  }
});

test("a browser that opens an unknown path of the admin listener gets a page that leads to the console", async () => {
  const page = await open("http://admin.test/nowhere", world);
  assert.equal(page.status, 404);
  assert.match(page.body, /<h1>This page does not exist<\/h1>/);
  assert.match(page.body, /<a href="\/console">Open the console<\/a>/);
  assert.ok(page.body.includes(page.headers.get("x-request-id") ?? "no id"));
  const german = await open("http://admin.test/nowhere", world, "de");
  assert.match(german.body, /<a href="\/console">Konsole öffnen<\/a>/);
});

test("a browser that opens an unknown path of the workspace API gets a page, programs its envelope", async () => {
  const { server } = await startTestServer({ "serve.workspace.port": 0 });
  const ownPort = { fetch: toFetch(ownApiOf(server)) };
  const url = "http://public.test/v1/nowhere";
  for (const listener of [world, ownPort]) {
    const page = await open(url, listener);
    assert.equal(page.status, 404);
    assert.match(page.body, /<h1>This page does not exist<\/h1>/);
    assert.doesNotMatch(page.body, /href="\/console"/);
    for (const headers of programs) {
      const received = await listener.fetch(url, { headers });
      assert.equal(received.status, 400);
      assert.match(await received.text(), /"code":"invalid_request_url"/);
    }
  }
});

test("operations of the admin API refuse browsers in JSON, as they refuse programs", async () => {
  const unknown = fetch("http://admin.test/keys/nowhere", { headers: browser });
  assertRefused(await receive(unknown), 404, "not_found");
  const malformed = fetch("http://admin.test/nowhere%00", { headers: browser });
  assertRefused(await receive(malformed), 400, "invalid_request");
});

/** Paths of apps, which a browser asks for with a method they do not support. */
const wrongMethods: readonly [method: string, path: string, allow: string][] = [
  ["GET", "/oauth2/token", "OPTIONS, POST"],
  ["GET", "/oauth2/revoke", "OPTIONS, POST"],
  ["GET", "/oauth2/introspect", "OPTIONS, POST"],
  ["POST", "/.well-known/jwks.json", "GET, HEAD, OPTIONS"],
  ["POST", "/signed-out", "GET, HEAD, OPTIONS"],
];

test("a browser that opens a known path with the wrong method gets a page, with 405 and Allow", async () => {
  const other = await startTestServer({ "urls.error": "http://public.test/oauth2/token" });
  for (const server of [world, other]) {
    for (const [method, path, allow] of wrongMethods) {
      const url = `http://public.test${path}`;
      const page = await server.fetch(url, { method, headers: browser, redirect: "manual" });
      const { headers } = page;
      const body = await page.text();
      assert.equal(page.status, 405, path);
      assert.equal(headers.get("allow"), allow);
      assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
      assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
      assert.match(body, /<h1>This page cannot be opened this way<\/h1>/);
      assert.match(body, /<code>method_not_allowed<\/code>/);
      assert.ok(body.includes(headers.get("x-request-id") ?? "no id"), path);
    }
  }
  const german = await open("http://public.test/oauth2/token", world, "de");
  assert.match(german.body, /<html lang="de">[^]*<h1>Diese Seite lässt sich so nicht öffnen<\/h1>/);
});

test("a program that uses the wrong method gets the same JSON as before", async () => {
  for (const headers of programs) {
    for (const [method, path, allow] of wrongMethods) {
      const received = await receive(fetch(`http://public.test${path}`, { method, headers }));
      assertRefused(received, 405, "method_not_allowed");
      assert.equal(received.headers.get("allow"), allow);
    }
  }
});

test("so does one on the admin listener and in the workspace API", async () => {
  for (const url of ["http://admin.test/oauth2/token", "http://public.test/v1/oauth/token"]) {
    const page = await open(url, world);
    assert.equal(page.status, 405, url);
    assert.equal(page.headers.get("allow"), "OPTIONS, POST");
    assert.match(page.body, /<h1>This page cannot be opened this way<\/h1>/);
  }
  const program = await fetch("http://public.test/v1/oauth/token");
  assert.equal(program.status, 405);
  assert.match(program.headers.get("content-type") ?? "", /^application\/json/);
});

test("a malformed URL is a page for browsers, and JSON for programs", async () => {
  const other = await startTestServer({ "oauth2.registration.mode": "open" });
  for (const path of ["/nowhere%00", "/?%00", "/connect/register/%ff", "/login?x=%00"]) {
    const url = `http://public.test${path}`;
    const page = await open(url, other);
    assert.equal(page.status, 400, path);
    assert.match(page.body, /<code>invalid_request<\/code>/);
    for (const headers of programs)
      assertRefused(await receive(other.fetch(url, { headers })), 400, "invalid_request");
  }
});

test("a path of users on which the server fails is a page for browsers, and JSON for programs", async () => {
  const other = await startTestServer();
  const find = () => Promise.reject(new Error("a bug"));
  Object.assign(other.server.context.store.clients, { find });
  const url = "http://public.test/oauth2/auth?client_id=photos";
  const page = await open(url, other);
  assert.equal(page.status, 500);
  assert.match(page.body, /<code>server_error<\/code>/);
  assert.doesNotMatch(page.body, /a bug/);
  assert.ok(page.body.includes(page.headers.get("x-request-id") ?? "no id"));
  for (const headers of programs)
    assertRefused(await receive(other.fetch(url, { headers })), 500, "server_error");
});

test("a failure of the page that urls.error names is not redirected to that page again", async () => {
  const other = await startTestServer({ "urls.error": "http://127.0.0.1:4444/error" });
  const visitor = openBrowser(other);
  const photos = await registerApp(other.latchkey);
  await signIn(other, photos, { browser: visitor, login: { remember: true } });
  const find = () => Promise.reject(new Error("a bug"));
  Object.assign(other.server.context.store.login_sessions, { find });
  const login = await visitor.go("http://public.test/login", { headers: browser });
  assert.equal(locationOf(login).pathname, "/error");
  const error = await visitor.go(locationOf(login).href, { headers: browser });
  assert.equal(error.status, 500);
  assert.match(await error.text(), /<code>server_error<\/code>/);
});

test("a page of another server that urls.error names is redirected to, although its path is the same", async () => {
  const elsewhere = "https://app.example/login";
  const other = await startTestServer({ "urls.error": elsewhere });
  const page = await open("http://public.test/login?x=%00", other);
  assert.equal(page.status, 302);
  assert.equal(new URL(page.headers.get("location") ?? "").origin, "https://app.example");
});

test("a page of urls.error is this server's own under its issuer, its public URL, and the host of the request", async () => {
  const settings = {
    "urls.self.issuer": "https://id.example/tenant/",
    "urls.self.public": "https://login.example/",
  };
  const own = [
    "https://id.example/tenant/error",
    "https://login.example/error",
    "http://public.test/error",
  ];
  for (const page of own) {
    const other = await startTestServer({ ...settings, "urls.error": page });
    for (const host of ["public.test", "id.example"]) {
      if (page.includes("public.test") && host !== "public.test") continue;
      const shown = await other.fetch("http://public.test/error?x=%00", {
        headers: { ...browser, host },
        redirect: "manual",
      });
      assert.equal(shown.status, 400, `${page} at ${host}`);
    }
  }
});

test("a file that the sign-in pages do not have is an unknown path", async () => {
  const url = "http://public.test/assets/nothing.css";
  const page = await open(url, world);
  assert.equal(page.status, 404);
  assert.match(page.body, /<h1>This page does not exist<\/h1>/);
  for (const headers of programs)
    assertRefused(await receive(fetch(url, { headers })), 404, "not_found");
});

test("browsers find the icon at the URL that they try, and may keep it for a week", async () => {
  for (const method of ["GET", "HEAD"]) {
    const icon = await fetch("http://public.test/favicon.ico", { method });
    assert.equal(icon.status, 200);
    assert.equal(icon.headers.get("content-type"), "image/svg+xml");
    assert.equal(icon.headers.get("cache-control"), "public, max-age=604800");
    assert.equal(icon.headers.get("content-security-policy"), "default-src 'none'");
    assert.equal(icon.headers.get("x-content-type-options"), "nosniff");
    assert.match(await icon.text(), method === "GET" ? /^<svg .*<\/svg>$/s : /^$/);
  }
});

test("programs get JSON, whatever the path and the method", async () => {
  for (const host of ["public.test", "admin.test"]) {
    for (const headers of programs) {
      for (const method of ["GET", "POST", "OPTIONS", "DELETE"]) {
        for (const path of ["/", "/nowhere"]) {
          const refused = fetch(`http://${host}${path}`, { method, headers });
          assertRefused(await receive(refused), 404, "not_found");
        }
      }
    }
  }
});

test("a form that a browser sends to the root of a listener is not answered with its start page", async () => {
  const form = { method: "POST", headers: browser, body: "a=b" };
  for (const host of ["public.test", "admin.test"])
    assert.equal((await fetch(`http://${host}/`, form)).status, 404);
});

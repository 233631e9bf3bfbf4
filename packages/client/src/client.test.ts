import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { operationIds } from "@latchkey/api";

import { ApiError } from "./api-error.ts";
import { basic } from "./authorization.ts";
import { createClient, type ClientOptions } from "./client.ts";

const ADMIN = "http://127.0.0.1:4445";
const PUBLIC = "http://127.0.0.1:4444";

test("there is a method for every operation", () => {
  const client = createClient({ admin: ADMIN });
  assert.deepEqual(Object.keys(client).toSorted(), ["call", ...operationIds].toSorted());
});

const bases: [Partial<ClientOptions>, string, string][] = [
  [{ admin: ADMIN, public: PUBLIC }, `${ADMIN}/version`, `${PUBLIC}/userinfo`],
  [{ admin: ADMIN }, `${ADMIN}/version`, `${ADMIN}/userinfo`],
  [{ admin: "http://op/a/b/", public: "/op//" }, "http://op/a/b/version", "/op/userinfo"],
];

for (const [options, admin, open] of bases) {
  test(`with ${JSON.stringify(options)} each listener gets what is its own`, async () => {
    const { client, sent } = against(json(200, {}), options);
    await client.getVersion();
    await client.userinfo();
    assert.deepEqual(
      sent.map(({ url }) => url),
      [admin, open],
    );
  });
}

test("an admin operation without an admin base goes nowhere", async () => {
  const { client, sent } = against(json(200, {}), { public: PUBLIC });
  await assert.rejects(client.getVersion(), { name: "TypeError", message: /admin base URL/ });
  assert.deepEqual(sent, []);
});

test("a created client comes back, and redirects are never followed", async () => {
  const { client, sent } = against(json(201, { client_id: "photos" }), { admin: ADMIN });
  const created = await client.createOAuth2Client({ body: { client_name: "Photos" } });

  assert.equal(created.client_id, "photos");
  const [request] = sent;
  assert.equal(request?.init.body, '{"client_name":"Photos"}');
  assert.equal(request.init.redirect, "manual");
  assert.equal(request.headers.get("content-type"), "application/json");
});

test("headers of a call win over headers of the client", async () => {
  const headers = { "X-Forwarded-Proto": "https", "X-Team": "a" };
  const { client, sent } = against(json(200, {}), { admin: ADMIN, headers });
  await client.getVersion({}, { headers: { "x-team": "b" } });
  assert.deepEqual(Object.fromEntries(sent[0]?.headers ?? []), {
    "x-forwarded-proto": "https",
    "x-team": "b",
  });
});

test("the API key goes to admin operations only, and yields to an authorization of one's own", async () => {
  const options = { admin: ADMIN, public: PUBLIC, api_key: "k" };
  const { client, sent } = against(json(200, {}), options);
  await client.getVersion();
  await client.getVersion({}, { authorization: "Bearer other" });
  await client.getVersion({}, { headers: { Authorization: "Bearer third" } });
  await client.discoverOpenIDConfiguration();
  await client.oauth2Token(
    { grant_type: "client_credentials" },
    { authorization: basic("photos", "s") },
  );

  const authorizations = sent.map(({ headers }) => headers.get("authorization"));
  const expected = ["Bearer k", "Bearer other", "Bearer third", null, basic("photos", "s")];
  assert.deepEqual(authorizations, expected);
});

test("metrics are text", async () => {
  const { client } = against(() => text(200, "text/plain; version=0.0.4", "up 1\n"), {
    admin: ADMIN,
  });
  assert.equal(await client.prometheus(), "up 1\n");
});

test("userinfo is claims, or a JWT for a client that asked for one", async () => {
  const plain = against(() => text(200, "application/json;charset=UTF-8", '{"sub":"alice"}'), {
    admin: ADMIN,
  });
  assert.deepEqual(await plain.client.userinfo(), { sub: "alice" });

  const signed = against(() => text(200, "application/jwt", "e.y.J"), { admin: ADMIN });
  assert.equal(await signed.client.userinfo(), "e.y.J");
});

test("a revocation is answered with nothing", async () => {
  const { client } = against(() => new Response(""), { public: PUBLIC });
  assert.equal(await client.revokeOAuth2Token({ token: "t" }), undefined);
});

test("what is deleted leaves nothing to say", async () => {
  const { client } = against(() => new Response(null, { status: 204 }), { admin: ADMIN });
  assert.equal(await client.deleteOAuth2Client({ id: "photos" }), undefined);
});

const navigations: [string, () => Response, unknown][] = [
  [
    "a redirect is a location",
    () => redirect(302, "https://login.example/?c=1"),
    { location: "https://login.example/?c=1" },
  ],
  ["a page is a page", () => text(200, "text/html", "<form>"), { page: "<form>" }],
  ["a browser hides the redirect", () => opaqueRedirect(), {}],
];

for (const [title, response, output] of navigations) {
  test(`on the way to a login, ${title}`, async () => {
    const { client } = against(response, { public: PUBLIC });
    assert.deepEqual(await client.oauthAuth({ client_id: "photos" }), output);
  });
}

test("a refusal is thrown with what the server said", async () => {
  const refusal = {
    error: "invalid_client",
    error_description: "No such client.",
    status_code: 401,
  };
  const { client } = against(json(401, refusal, { "x-request-id": "r-1" }), { public: PUBLIC });
  const call = client.oauth2Token({ grant_type: "client_credentials", client_secret: "hunter2" });

  await assert.rejects(call, (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.message, "oauth2Token was answered 401 invalid_client: No such client.");
    assert.equal(error.operation, "oauth2Token");
    assert.equal(error.status, 401);
    assert.equal(error.error, "invalid_client");
    assert.equal(error.error_description, "No such client.");
    assert.equal(error.request_id, "r-1");
    assert.doesNotMatch(inspect(error, { depth: null }), /hunter2/);
    return true;
  });
});

test("the error of a challenge that came too late has the URL to start again", async () => {
  const redirect_to = "https://op.example/oauth2/auth?client_id=photos";
  const { client } = against(json(409, { error: "conflict", status_code: 409, redirect_to }), {
    admin: ADMIN,
  });
  const call = client.getLoginRequest({ login_challenge: "used" });
  await assert.rejects(call, { name: "ApiError", status: 409, redirect_to });
});

const strangers: [string, () => Response, RegExp][] = [
  [
    "a proxy's own page",
    () => text(502, "text/html", "<h1>"),
    /502 with text\/html that names no error/,
  ],
  [
    "a portal's page that claims success",
    () => text(200, "text/html", "<h1>"),
    /200 with text\/html/,
  ],
  [
    "JSON that was cut short",
    () => text(200, "application/json", '{"vers'),
    /200 with application\/json/,
  ],
  ["an unexpected redirect", () => redirect(307, "/version/"), /307 with nothing/],
  ["a greeting in plain text", () => text(200, "text/plain", "ok"), /200 with text\/plain/],
  ["a status that was not promised", json(201, {}), /201 with application\/json/],
  ["JSON null", () => text(500, "application/json", "null"), /500 with application\/json/],
];

for (const [title, response, message] of strangers) {
  test(`${title} is no success`, async () => {
    const { client } = against(response, { admin: ADMIN });
    await assert.rejects(client.getVersion(), { name: "ApiError", message });
  });
}

test("call returns the status and headers, and does not throw", async () => {
  const { client } = against(json(200, [], { link: '</clients>; rel="first"' }), { admin: ADMIN });
  const page = await client.call("listOAuth2Clients", { limit: 2 });
  assert.ok(page.ok);
  assert.deepEqual(page.body, []);
  assert.equal(page.headers.get("link"), '</clients>; rel="first"');

  const lost = await against(json(401, { error: "request_unauthorized" }), {
    admin: ADMIN,
  }).client.call("getOAuth2Client", { id: "mallory" });
  assert.deepEqual(
    [lost.ok, lost.status, lost.body],
    [false, 401, { error: "request_unauthorized" }],
  );
});

test("a call ends when its caller gives up", async () => {
  const { client, sent } = against(json(200, {}), { admin: ADMIN });
  const controller = new AbortController();
  await client.getVersion({}, { signal: controller.signal });
  controller.abort();
  assert.equal(sent[0]?.init.signal?.aborted, true);
});

/** A client whose server gives one answer to everything, and what that server saw. */
function against(answer: () => Response, options: ClientOptions) {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init, headers: new Headers(init.headers) });
    return answer();
  };
  return { client: createClient({ ...options, fetch }), sent };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return () => Response.json(body, { status, headers });
}

function text(status: number, type: string, body: string): Response {
  return new Response(body, { status, headers: { "content-type": type } });
}

function redirect(status: number, location: string): Response {
  return new Response(null, { status, headers: { location } });
}

function opaqueRedirect(): Response {
  return Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
}

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import {
  createForwarder,
  createShadow,
  type Exchange,
  type ShadowReport,
} from "@latchkey/takeover/shadow";
import { registerApp, type App } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, requestOf, signIn } from "../support/flow.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

/** An answer of the old server, changed; undefined to leave the exchange as it is. */
interface Plant {
  readonly title: string;
  readonly where: (exchange: Exchange) => boolean;
  readonly change: (old: Exchange["old"]) => Exchange["old"];
  /** Client, operation, rule, and where. */
  readonly found: readonly [client: string, operation: string, rule: string, at: string];
}

const plants: readonly Plant[] = [
  {
    title: "another status",
    where: ({ request }) => request.target === "/userinfo",
    change: (old) => ({ ...old, status: 401, body: '{"error":"request_unauthorized"}' }),
    found: ["-", "GET /userinfo", "status", ""],
  },
  {
    title: "another error code",
    where: ({ request, old }) => request.target === "/oauth2/token" && old.status === 401,
    change: (old) => ({ ...old, body: '{"error":"invalid_request"}' }),
    found: ["photos", "POST /oauth2/token", "error", "error"],
  },
  {
    title: "a claim that the other server does not have",
    where: ({ old }) => old.body.includes('"active":true'),
    change: (old) => ({ ...old, body: old.body.replace("{", '{"username":"al",') }),
    found: ["-", "POST /oauth2/introspect", "missing_member", "username"],
  },
  {
    title: "another scope",
    where: ({ old }) => old.body.includes('"active":true'),
    change: (old) => ({ ...old, body: old.body.replace('"openid offline"', '"openid"') }),
    found: ["-", "POST /oauth2/introspect", "value", "scope"],
  },
  {
    title: "a redirect to another place",
    where: ({ request }) => request.target.includes("prompt=none"),
    change: (old) => ({
      ...old,
      headers: {
        ...old.headers,
        location: (old.headers["location"] ?? "").replace("photos.", "films."),
      },
    }),
    found: ["photos", "GET /oauth2/auth", "redirect", "location"],
  },
  {
    title: "another error in a redirect",
    where: ({ request }) => request.target.includes("prompt=none"),
    change: (old) => ({
      ...old,
      headers: {
        ...old.headers,
        location: (old.headers["location"] ?? "").replace(
          "error=login_required",
          "error=interaction_required",
        ),
      },
    }),
    found: ["photos", "GET /oauth2/auth", "error", "error"],
  },
  {
    title: "a key that is not published",
    where: ({ request }) => request.target === "/.well-known/jwks.json",
    change: (old) => ({ ...old, body: old.body.replace("[{", '[{"kid":"gone","kty":"EC"},{') }),
    found: ["-", "GET /.well-known/jwks.json", "missing_member", "keys"],
  },
  {
    title: "no refresh token in one of the answers",
    where: ({ request, old }) => request.body.includes("refresh_token") && old.status === 200,
    change: (old) => ({
      ...old,
      body: old.body.replace(/"refresh_token":"[^"]*",?/, "").replace(",}", "}"),
    }),
    found: ["photos", "POST /oauth2/token", "additional_member", "refresh_token"],
  },
];

describe("a recorded day in the shadow", () => {
  it("has no differences where the servers are alike", async () => {
    const { day, own } = await recordDay();
    const { compared, equal, differences } = await compare(day, own);
    assert.deepEqual(differences, []);
    assert.equal(equal, compared);
    assert.ok(compared >= 10, `${compared} requests were compared`);
  });

  for (const { title, where, change, found } of plants) {
    it(`shows ${title}, and nothing else`, async () => {
      const { day, own } = await recordDay();
      const at = day.findIndex(where);
      assert.notEqual(at, -1, "the day has such a request");
      const changed = day.map((exchange, index) =>
        index === at ? { ...exchange, old: change(exchange.old) } : exchange,
      );
      assert.notDeepEqual(changed, day);
      const { differences } = await compare(changed, own);
      assert.deepEqual(
        differences.map(({ client, operation, rule, at: place, count }) => [
          client,
          operation,
          rule,
          place,
          count,
        ]),
        [[...found, 1]],
      );
    });
  }

  it("shows no secret", async () => {
    const { day, own } = await recordDay();
    const token = /"access_token":"([^"]+)"/.exec(day.map(({ old }) => old.body).join(""))?.[1];
    assert.ok(token);
    const swapped = day.map((exchange) => ({
      ...exchange,
      old: {
        ...exchange.old,
        body: exchange.old.body.replace(/"sub":"[^"]*"/, `"sub":"${token}"`),
      },
    }));
    const report = await compare(swapped, own);
    assert.notDeepEqual(report.differences, []);
    assert.ok(!JSON.stringify(report).includes(token));
  });
});

describe("the listener in front of the old server", () => {
  it("gives callers the old server's answer as it was, and observes it", async () => {
    const { url, seen } = await startForwarder("forward");
    const response = await fetch(`${url}/oauth2/token?x=1`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get("x-from"), "old");
    assert.equal(await response.text(), '{"error":"invalid_client"}');
    const [exchange] = seen.exchanges;
    assert.equal(exchange?.request.target, "/oauth2/token?x=1");
    assert.equal(exchange?.request.body, "grant_type=client_credentials");
    assert.deepEqual(seen.asked, ["POST /oauth2/token?x=1"]);
  });

  it("asks the old server again only what changes nothing, where a proxy mirrors", async () => {
    const { url, seen } = await startForwarder("mirror", { listener: "admin" });
    const methods = [
      ["GET", "/.well-known/jwks.json"],
      ["POST", "/oauth2/introspect"],
      ["POST", "/oauth2/token"],
      ["GET", "/oauth2/auth?client_id=photos"],
      ["DELETE", "/clients/photos"],
    ] as const;
    for (const [method, path] of methods) await fetch(url + path, { method });
    while (seen.exchanges.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(seen.asked, ["GET /.well-known/jwks.json", "POST /oauth2/introspect"]);
    assert.deepEqual(seen.skipped, Array(3).fill("mirrored requests that change something"));
  });

  it("answers 502 where the old server does not answer", async () => {
    const { url } = await startForwarder("forward", { refuse: true });
    assert.equal((await fetch(`${url}/userinfo`)).status, 502);
  });
});

/** Requests to a server, its answers, and a server on a copy of its database from before. */
async function recordDay(): Promise<{
  readonly day: readonly Exchange[];
  readonly own: TestServer;
}> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-shadow-"));
  const files = { old: join(folder, "old.sqlite"), own: join(folder, "own.sqlite") };
  const before = await createTestServer({ dsn: `sqlite://${files.old}` });
  const photos = await registerApp(before.latchkey);
  const tokens = await signIn(before, photos);
  await before.server.close();
  copyFileSync(files.old, files.own);
  const [old, own] = [
    await createTestServer({ dsn: `sqlite://${files.old}` }),
    await createTestServer({ dsn: `sqlite://${files.own}` }),
  ];
  after(async () => {
    await Promise.all([old.server.close(), own.server.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
  const day: Exchange[] = [];
  await spendDay({ ...old, fetch: recording(old.fetch, day) }, photos, tokens);
  return { day, own };
}

async function spendDay(
  { fetch }: Pick<TestServer, "fetch">,
  photos: App,
  {
    access_token,
    refresh_token = "",
  }: { readonly access_token: string; readonly refresh_token?: string },
): Promise<void> {
  const form = (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(`http://${path.includes("introspect") ? "admin" : "public"}.test${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
    });
  const authorization = photos.authorization ?? "";
  await fetch("http://public.test/.well-known/openid-configuration");
  await fetch("http://public.test/.well-known/jwks.json");
  await form("/oauth2/introspect", { token: access_token });
  await form("/oauth2/introspect", { token: "unknown" });
  await fetch("http://public.test/userinfo", {
    headers: { authorization: `Bearer ${access_token}` },
  });
  await fetch("http://public.test/userinfo");
  await form(
    "/oauth2/token",
    { grant_type: "client_credentials" },
    { authorization: `Basic ${btoa("photos:wrong")}` },
  );
  const issued = await form(
    "/oauth2/token",
    { grant_type: "client_credentials" },
    { authorization },
  );
  const { access_token: machine = "" }: { access_token?: string } = await issued.json();
  await form("/oauth2/introspect", { token: machine });
  await authorize(openBrowser({ fetch }), requestOf(photos));
  await authorize(openBrowser({ fetch }), requestOf(photos, { prompt: "none" }));
  await authorize(openBrowser({ fetch }), requestOf(photos, { client_id: "unknown" }));
  await fetch("http://admin.test/clients/photos");
  await form("/oauth2/token", { grant_type: "refresh_token", refresh_token }, { authorization });
  await form("/oauth2/revoke", { token: access_token }, { authorization });
}

function recording(send: typeof fetch, day: Exchange[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname, search } = new URL(request.url);
    const body = await request.clone().text();
    const response = await send(request);
    day.push({
      request: {
        listener: host === "admin.test" ? "admin" : "public",
        method: request.method,
        target: pathname + search,
        headers: Object.fromEntries(request.headers),
        body,
      },
      old: {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.clone().text(),
      },
    });
    return response;
  };
}

async function compare(day: readonly Exchange[], { fetch }: TestServer): Promise<ShadowReport> {
  const shadow = createShadow({
    askOwn: async ({ listener, method, target, headers, body }) => {
      const response = await fetch(`http://${listener}.test${target}`, {
        method,
        headers,
        redirect: "manual",
        ...(body !== "" && { body }),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
  });
  for (const exchange of day) shadow.observe(exchange);
  await shadow.idle();
  return shadow.report();
}

async function startForwarder(
  mode: "forward" | "mirror",
  {
    refuse = false,
    listener = "public",
  }: { readonly refuse?: boolean; readonly listener?: "public" | "admin" } = {},
) {
  const seen = { asked: [] as string[], exchanges: [] as Exchange[], skipped: [] as string[] };
  const old = createServer((request, response) => {
    seen.asked.push(`${request.method} ${request.url}`);
    if (refuse) return void request.socket.destroy();
    response.writeHead(401, { "content-type": "application/json", "X-From": "old" });
    response.end('{"error":"invalid_client"}');
  });
  const forwarder = createForwarder({
    listener,
    old: new URL(await listen(old)),
    mode,
    timeout_ms: 5_000,
    onRequest: (request) => ({
      ready: undefined,
      end: (answer) =>
        void (typeof answer !== "string" && seen.exchanges.push({ request, old: answer })),
    }),
    onExchange: (exchange) => seen.exchanges.push(exchange),
    onSkipped: (reason) => seen.skipped.push(reason),
  });
  return { url: await listen(forwarder.server), seen };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return `http://127.0.0.1:${address.port}`;
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { toFetch } from "../../src/http/in-process.ts";
import { createServer } from "../../src/process/server.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { startTestServer, testConfig } from "../support/server.ts";
import { assertRefused, fieldsOf, receive } from "./refusal.ts";

const { server, latchkey, fetch, lines } = await startTestServer();

for (const listener of ["public", "admin"]) {
  for (const path of ["/health/alive", "/health/ready"]) {
    test(`${path} on the ${listener} listener returns ok`, async () => {
      const { status, headers, body } = await receive(fetch(`http://${listener}.test${path}`));
      assert.deepEqual([status, body], [200, { status: "ok" }]);
      assert.equal(headers.get("content-type"), "application/json; charset=utf-8");
    });
  }
}

test("when the database is gone", async (t) => {
  const lost: string[] = [];
  const log = createLog({ level: "trace", format: "json", write: (text) => lost.push(text) });
  const { context, ...handlers } = await createServer(testConfig(), { log });
  await context.store.close();
  const toAdmin = toFetch(handlers.admin);
  const toPublic = toFetch(handlers.public);

  await t.test(
    "the instance is alive, and not ready: 503 names the check, not the error",
    async () => {
      for (const to of [toAdmin, toPublic]) {
        assert.equal((await to("http://any.test/health/alive")).status, 200);
        const { status, body } = await receive(to("http://any.test/health/ready"));
        assert.equal(status, 503);
        const { errors, ...rest } = fieldsOf(body);
        assert.deepEqual(rest, {});
        const { database, ...others } = fieldsOf(errors);
        assert.deepEqual(others, {});
        assert.doesNotMatch(String(database), /sqlite|open|select/i);
      }
    },
  );

  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const json = { "Content-Type": "application/json" };
  const broken: readonly [string, string, RequestInit][] = [
    ["admin", "/clients", {}],
    ["admin", "/clients", { method: "POST", headers: json, body: "{}" }],
    ["admin", "/clients/photos", {}],
    ["admin", "/clients/photos", { method: "PUT", headers: json, body: "{}" }],
    ["admin", "/clients/photos", { method: "DELETE" }],
    ["admin", "/keys/mail", {}],
    ["admin", "/keys/mail", { method: "POST", headers: json, body: '{"alg":"HS256"}' }],
    ["admin", "/keys/mail", { method: "PUT", headers: json, body: '{"keys":[]}' }],
    ["admin", "/keys/mail", { method: "DELETE" }],
    ["admin", "/keys/mail/1", {}],
    [
      "admin",
      "/keys/mail/1",
      { method: "PUT", headers: json, body: '{"kty":"oct","k":"c2VjcmV0"}' },
    ],
    ["admin", "/keys/mail/1", { method: "DELETE" }],
    [
      "admin",
      "/oauth2/introspect",
      { method: "POST", headers: form, body: `token=lk_at_${"A".repeat(43)}` },
    ],
    ["admin", "/oauth2/flush", { method: "POST" }],
    ["admin", "/oauth2/tokens?client_id=photos", { method: "DELETE" }],
    [
      "public",
      "/oauth2/token",
      { method: "POST", headers: form, body: "grant_type=client_credentials&client_id=a" },
    ],
    ["public", "/oauth2/revoke", { method: "POST", headers: form, body: "token=x&client_id=a" }],
    ["public", "/.well-known/jwks.json", {}],
  ];
  for (const [listener, path, init] of broken) {
    await t.test(
      `${init.method ?? "GET"} ${path} is 503 temporarily_unavailable, and only the log knows why`,
      async () => {
        const to = listener === "admin" ? toAdmin : toPublic;
        const received = await receive(to(`http://any.test${path}`, init));
        const description = assertRefused(received, 503, "temporarily_unavailable");
        assert.doesNotMatch(description, /sqlite|select|not open/i);
        const requestId = received.headers.get("x-request-id") ?? "";
        log.flush();
        assert.ok(lost.some((line) => line.includes(requestId)));
        assert.ok(lost.some((line) => /database is not open|has been finalized/.test(line)));
      },
    );
  }
});

test(
  "a database that does not answer within two seconds is not ready",
  { timeout: 10_000 },
  async (t) => {
    const stalled = await startTestServer();
    stalled.server.context.store.ping = () => new Promise(() => {});
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const asked = stalled.fetch("http://public.test/health/ready");
    for (let turn = 0; turn < 100; turn += 1) await nextTurn(); // Until the request has arrived.
    t.mock.timers.tick(2_000);
    assert.equal((await asked).status, 503);
  },
);

test("the version is a semantic one", async () => {
  assert.match((await latchkey.getVersion()).version, /^v?\d+\.\d+\.\d+/);
});

test("metrics are in the exposition format, under both of their names", async () => {
  await latchkey.call("getOAuth2Client", { id: "mallory-was-here" });
  await fetch("http://admin.test/nobody-home-4711");
  for (const path of ["/metrics/exporter", "/metrics/prometheus"]) {
    const { status, headers, body } = await receive(fetch(`http://admin.test${path}`));
    assert.equal(status, 200);
    assert.match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
    assertExposition(String(body));
  }
  const text = await latchkey.prometheus();
  const counted = (labels: string) =>
    text.includes(`latchkey_http_request_duration_seconds_count{plane="admin",${labels}}`);
  assert.ok(counted('method="GET",route="/clients/{id}",status="401"'));
  assert.ok(counted('method="GET",route="unknown",status="404"'));
  assert.doesNotMatch(text, /mallory-was-here|nobody-home-4711/, "nothing a stranger typed");
});

test("a request id that was brought is kept, in the answer and in the log; a harmful one is not", async () => {
  const kept = await fetch("http://public.test/health/alive", {
    headers: { "X-Request-Id": "trace-1.a_B" },
  });
  assert.equal(kept.headers.get("x-request-id"), "trace-1.a_B");
  server.context.log.flush();
  assert.ok(lines.some((line) => line.includes('"request_id":"trace-1.a_B"')));

  for (const harmful of ["a b", "<script>", "x".repeat(129), '"}{']) {
    const { headers } = await fetch("http://public.test/health/alive", {
      headers: { "X-Request-Id": harmful },
    });
    assert.match(headers.get("x-request-id") ?? "", /^[\w-]{16,64}$/);
  }
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () =>
      (await fetch("http://public.test/nowhere")).headers.get("x-request-id"),
    ),
  );
  assert.equal(new Set(ids).size, 50);
});

/** Every line is a comment, a sample or empty; every sample's family was announced; histograms add up. */
function assertExposition(text: string): void {
  assert.ok(text.endsWith("\n"));
  const types = new Map<string, string>();
  for (const line of text.split("\n").slice(0, -1)) {
    const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name !== undefined && type !== undefined) types.set(name, type);
    if (line.startsWith("# HELP ") || name !== undefined) continue;
    const [, sample = ""] =
      /^([a-z_]\w*)(?:\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? [-+.\deInfNa]+$/.exec(line) ?? [];
    assert.ok(types.has(sample) || types.has(sample.replace(/_(bucket|sum|count)$/, "")), line);
  }
  assert.equal(types.get("latchkey_http_request_duration_seconds"), "histogram");
  const infinite = text.matchAll(/_bucket\{(.*),le="\+Inf"\} (\d+)/g);
  for (const [, labels, count] of infinite)
    assert.ok(text.includes(`_count{${labels}} ${count}\n`));
}

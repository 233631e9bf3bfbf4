import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hashApiKey } from "../crypto/api-key.ts";
import { StoreUnavailableError } from "../store/port/unavailable.ts";
import { createLog } from "../telemetry/log.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createOutageLog } from "../telemetry/outage-log.ts";
import { json, type Response } from "./response.ts";
import { createAuthentication } from "./middleware/authentication.ts";
import { createCors } from "./middleware/cors.ts";
import type { Request } from "./request.ts";
import { createHandler, type HandlerOptions } from "./handler.ts";
import type { IncomingRequest } from "./incoming-request.ts";
import type { Route } from "./router.ts";
import { ClientKeyError } from "../crypto/jwe.ts";
import { HashQueueError } from "../crypto/hash-queue.ts";
import { createJsonErrorRenderer, type ErrorRenderer } from "./failure.ts";
import { failureOf } from "../context/failure-of.ts";
import { createTlsCheck } from "./middleware/tls.ts";

const echo = ({ method, path, params, query, body }: Request): Response =>
  json(200, { method, path, params, query: Object.fromEntries(query), body });

const route = (method: Route["method"], path: string, answer: Route["answer"]): Route => {
  const access = path === "/health/alive" ? "open" : "write";
  return {
    name: path,
    method,
    path,
    access,
    role: access === "open" ? null : "operator",
    cors: "clients",
    stores_before_authentication: false,
    probe: path === "/health/alive" ? "health" : null,
    error_renderer: createJsonErrorRenderer(),
    answer,
  };
};

const withKey = createAuthentication({
  keys: [{ scopes: ["write"], hash: hashApiKey("key") }],
  sources: [],
  is_required: true,
});

const routes: Route[] = [
  route("GET", "/health/alive", () => json(200, { status: "ok" })),
  route("PUT", "/clients/{id}", echo),
  route("GET", "/clients", async (request) => echo(request)),
  route("GET", "/broken", () => {
    throw new Error("the disk is gone", { cause: new Error("EIO") });
  }),
  route("GET", "/hashes", () => Promise.reject(new HashQueueError("queue_length", 5))),
  route("GET", "/broken-later", () => Promise.reject(new Error("the database is gone"))),
  route("GET", "/unavailable", () => {
    throw new Error("a step failed", { cause: new StoreUnavailableError("no database") });
  }),
  route("GET", "/encrypted", () => Promise.reject(new ClientKeyError("The client has no key."))),
  route("GET", "/varied", () => json(200, {}, { Vary: "Accept" })),
];

function start(options: Partial<HandlerOptions> = {}) {
  const lines: string[] = [];
  const log = createLog({ level: "info", format: "json", write: (text) => lines.push(text) });
  const metrics = createMetrics();
  let time = 0;
  const clock = () => (time += 2);
  const handler = createHandler({
    listener: "admin",
    routes,
    log,
    metrics,
    outages: createOutageLog({ log, ping: async () => {} }),
    clock,
    failureOf,
    ...options,
  });
  const ask = (method: string, target: string, rest: Partial<IncomingRequest> = {}) =>
    handler({ method, target, headers: {}, body: "", address: "::1", encrypted: false, ...rest });
  const logged = (): Record<string, unknown>[] => {
    log.flush();
    return lines
      .join("")
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { ask, logged, metrics };
}

describe("a handler", () => {
  it("responds 503 with Retry-After when too many secrets wait to be hashed", async () => {
    const answer = await start().ask("GET", "/hashes");
    assert.equal(answer.status, 503);
    assert.equal(answer.headers["Retry-After"], "5");
  });

  const table: [string, string, number, Record<string, string>][] = [
    ["PUT", "/clients/photos", 200, {}],
    ["GET", "/clients", 200, {}],
    ["HEAD", "/clients", 200, {}],
    ["GET", "/nowhere", 404, {}],
    ["PATCH", "/clients", 405, { Allow: "GET, HEAD, OPTIONS" }],
    ["OPTIONS", "/clients", 200, { Allow: "GET, HEAD, OPTIONS" }],
    ["GET", "/clients/?limit=2", 301, { Location: "/clients?limit=2" }],
    ["PUT", "/clients/photos/", 307, { Location: "/clients/photos" }],
    ["GET", "//clients?limit=2", 301, { Location: "/clients?limit=2" }],
    ["PUT", "/clients/%zz", 400, {}],
    ["GET", "/clients?subject=%00", 400, {}],
    ["GET", "http://op.example/clients", 200, {}],
    ["GET", "/broken", 500, {}],
    ["GET", "/broken-later", 500, {}],
    ["GET", "/unavailable", 503, { "Retry-After": "1" }],
  ];
  for (const [method, target, status, headers] of table) {
    it(`${method} ${target} → ${status}`, async () => {
      const answer = await start().ask(method, target);
      assert.equal(answer.status, status);
      assert.equal(answer.headers["X-Content-Type-Options"], "nosniff");
      assert.match(String(answer.headers["X-Request-Id"]), /^[0-9a-f-]{36}$/);
      for (const [name, value] of Object.entries(headers))
        assert.equal(answer.headers[name], value);
      if (status >= 400) assert.equal(JSON.parse(answer.body).status_code, status);
    });
  }

  it("passes names, query and body to the endpoint", async () => {
    const answer = await start().ask("PUT", "/clients/a%20b?dry=1", { body: "{}" });
    assert.deepEqual(JSON.parse(answer.body), {
      method: "PUT",
      path: "/clients/a%20b",
      params: { id: "a b" },
      query: { dry: "1" },
      body: "{}",
    });
  });

  it("calls the endpoint with GET for HEAD", async () => {
    assert.equal(JSON.parse((await start().ask("HEAD", "/clients")).body).method, "GET");
  });

  it("responds synchronously where the endpoint does", () => {
    assert.equal(start().ask("GET", "/health/alive") instanceof Promise, false);
  });

  it("refuses a body over the limit", async () => {
    const answer = await start().ask("PUT", "/clients/photos", { body: undefined });
    assert.equal(answer.status, 413);
    assert.equal(JSON.parse(answer.body).error, "request_too_large");
  });

  it("keeps the request id of the request", async () => {
    const answer = await start().ask("GET", "/clients", { headers: { "x-request-id": "r-7" } });
    assert.equal(answer.headers["X-Request-Id"], "r-7");
  });
});

describe("a handler whose endpoint throws", () => {
  it("logs the cause and does not send it", async () => {
    const { ask, logged } = start();
    const answer = await ask("GET", "/broken", { headers: { "x-request-id": "r-7" } });
    assert.doesNotMatch(answer.body, /disk|EIO|debug/);
    const failures = logged().filter(({ level }) => level === "error");
    assert.equal(failures.length, 1);
    assert.equal(failures[0]?.["request_id"], "r-7");
    assert.match(JSON.stringify(failures[0]), /the disk is gone.*EIO/);
  });

  it("does not log a key that a client lacks as an unavailable database", async () => {
    const { ask, logged } = start();
    assert.equal((await ask("GET", "/encrypted")).status, 503);
    const warnings = logged().filter(({ level }) => level === "warn");
    assert.deepEqual(
      warnings.map(({ msg, route: pattern }) => [msg, pattern]),
      [["response not encrypted", "/encrypted"]],
    );
  });

  it("sends the cause where oauth2.expose_internal_errors is set", async () => {
    const error_renderer = createJsonErrorRenderer({ expose_internal_errors: true });
    const exposing = routes.map((one) => ({ ...one, error_renderer }));
    const answer = await start({ routes: exposing }).ask("GET", "/broken-later");
    assert.equal(JSON.parse(answer.body).debug, "the database is gone");
  });
});

describe("what a handler logs", () => {
  it("is the route, never the path, the query or the body", async () => {
    const { ask, logged } = start();
    await ask("PUT", "/clients/photos?hint=alice", {
      body: "client_secret=hush",
      headers: { "x-request-id": "r-7" },
    });
    const [line] = logged();
    assert.equal(line?.["msg"], "request");
    const { plane, method, route: pattern, status, duration_ms, request_id } = line;
    assert.deepEqual(
      { plane, method, pattern, status, duration_ms, request_id },
      {
        plane: "admin",
        method: "PUT",
        pattern: "/clients/{id}",
        status: 200,
        duration_ms: 2,
        request_id: "r-7",
      },
    );
    assert.doesNotMatch(JSON.stringify(line), /photos|alice|hush/);
  });

  it("leaves out health checks where the settings say so", async () => {
    const { ask, logged } = start({ silence_health: true });
    await ask("GET", "/health/alive");
    assert.deepEqual(logged(), []);
  });

  it("counts unknown paths and methods under one label each", async () => {
    const { ask, metrics } = start();
    await ask("GET", "/wp-admin");
    await ask("PROPFIND", "/etc/passwd");
    const text = metrics.render();
    const counted =
      /request_duration_seconds_count\{plane="admin",method="(\w+)",route="unknown",status="404"\} 1/g;
    assert.deepEqual(
      [...text.matchAll(counted)].map(([, method]) => method),
      ["GET", "other"],
    );
    assert.doesNotMatch(text, /wp-admin|passwd|PROPFIND/);
  });
});

describe("the error renderer of a route", () => {
  const shouting: ErrorRenderer = {
    renderError: ({ kind, error }) => ({
      status: 418,
      headers: { "X-Request-Id": "own-id" },
      body: `${kind}!`,
      note: { error },
    }),
    log_format: {
      message: "shouting request",
      error_codes: new Set(),
      fields: ({ method, route: path, error: code, request_id: id }) => ({
        method,
        path,
        code,
        id,
      }),
    },
  };
  const shouted = routes.map((one) => ({ ...one, error_renderer: shouting }));
  const errorRendererOf = (path: string) =>
    path.startsWith("/v1/") ? shouting : createJsonErrorRenderer();

  const rows: [string, string, Partial<IncomingRequest>, string][] = [
    ["PUT", "/clients/photos", { body: undefined }, "too_large!"],
    ["GET", "/clients?subject=%00", {}, "malformed_target!"],
    ["GET", "/broken", {}, "bug!"],
    ["GET", "/broken-later", {}, "bug!"],
    ["GET", "/unavailable", {}, "unavailable!"],
    ["GET", "/hashes", {}, "overloaded!"],
    ["GET", "/v1/nowhere", {}, "not_found!"],
  ];
  for (const [method, target, rest, body] of rows) {
    it(`renders ${body.slice(0, -1)}: ${method} ${target}`, async () => {
      const answer = await start({ routes: shouted, errorRendererOf }).ask(method, target, rest);
      assert.deepEqual([answer.status, answer.body], [418, body]);
    });
  }

  it("renders refusals of the checks before the endpoint", async () => {
    const { ask } = start({
      routes: shouted,
      authenticate: withKey,
    });
    assert.equal((await ask("GET", "/clients")).body, "refused!");
  });

  it("chooses the fields of the log lines, which have the id that the caller received", async () => {
    const { ask, logged } = start({ routes: shouted });
    const answer = await ask("GET", "/broken", { headers: { "x-request-id": "r-7" } });
    assert.equal(answer.headers["X-Request-Id"], "own-id");
    const fields = { method: "GET", path: "/broken", code: "server_error", id: "own-id" };
    const lines = logged().map(({ msg, method, path, code, id }) => {
      return { msg, method, path, code, id };
    });
    assert.deepEqual(lines, [
      { msg: "request failed", ...fields },
      { msg: "shouting request", ...fields },
    ]);
  });

  it("that fails to render an error is replaced by JSON", async () => {
    const error_renderer: ErrorRenderer = {
      renderError() {
        throw new Error("no template");
      },
    };
    const answer = await start({ routes: routes.map((one) => ({ ...one, error_renderer })) }).ask(
      "GET",
      "/broken-later",
    );
    assert.equal(JSON.parse(answer.body).error, "server_error");
  });
});

describe("the observer of a route", () => {
  it("is called with the endpoint's response or the rendered error, not with refusals before the endpoint", async () => {
    const observed: number[] = [];
    const observe = (_: Request, { status }: Response) => void observed.push(status);
    const { ask } = start({ routes: routes.map((one) => ({ ...one, observe })) });
    await ask("GET", "/clients");
    await ask("GET", "/health/alive");
    await ask("GET", "/broken");
    await ask("GET", "/unavailable");
    await ask("PUT", "/clients/photos", { body: undefined });
    assert.deepEqual(observed, [200, 200, 500, 503]);
  });
});

describe("the order of a handler", () => {
  const settings = {
    enabled: true,
    allowed_origins: ["https://console.example"],
    allowed_methods: ["GET"],
    allowed_headers: ["Authorization"],
    exposed_headers: ["Link"],
    allow_credentials: false,
    max_age: 0,
  };
  const cors = createCors({ settings });
  const origin = "https://console.example";

  it("runs the TLS check before everything", async () => {
    const { ask } = start({
      checkTls: createTlsCheck({ allow_termination_from: [] }),
      authenticate: withKey,
    });
    assert.equal((await ask("GET", "/nowhere")).status, 502);
    assert.equal((await ask("GET", "/health/alive")).status, 200);
  });

  it("authenticates after the route and before the endpoint", async () => {
    const { ask } = start({ authenticate: withKey });
    assert.equal((await ask("GET", "/nowhere")).status, 404);
    assert.equal((await ask("GET", "/broken")).status, 401);
    const headers = { authorization: "Bearer key" };
    assert.equal((await ask("GET", "/clients", { headers })).status, 200);
  });

  it("lets scripts of allowed origins read refusals and failures too", async () => {
    const { ask } = start({ authenticate: withKey, cors });
    for (const target of ["/clients", "/broken", "/nowhere"]) {
      const answer = await ask("GET", target, { headers: { origin } });
      assert.equal(answer.headers["Access-Control-Allow-Origin"], origin);
    }
  });

  it("responds to preflights without a key", async () => {
    const { ask } = start({ authenticate: withKey, cors });
    const headers = { origin, "access-control-request-method": "PUT" };
    const answer = await ask("OPTIONS", "/clients/photos", { headers });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers["Access-Control-Allow-Origin"], origin);
  });

  it("adds to the Vary header of a response", async () => {
    const { ask } = start({ cors });
    const answer = await ask("GET", "/varied", { headers: { origin } });
    assert.equal(answer.headers["Vary"], "Origin, Accept");
  });

  it("responds 500 when the lookup of the calling client fails", async () => {
    const headers = { origin: "https://mallory.example" };
    const gone = () => Promise.reject(new Error("the database is gone"));
    const { ask } = start({ cors: createCors({ settings, clients: { allow: gone, find: gone } }) });
    assert.equal((await ask("GET", "/clients", { headers })).status, 500);
  });
});

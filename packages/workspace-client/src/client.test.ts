import assert from "node:assert/strict";
import { test } from "node:test";

import {
  BASE_URL,
  broken,
  CLIENT_SECRET,
  json,
  photos,
  rejection,
  text,
  TOKENS,
} from "../test/support/photos.ts";
import type { WorkspaceClient } from "./client.ts";
import type { LogFields } from "./log.ts";
import { Secret } from "./secret.ts";

const externalAccount = { key: "k1", name: "Alice", age: 7 };

const requests: [string, (client: WorkspaceClient) => Promise<unknown>, string, object][] = [
  [
    "a code",
    (client) => client.exchangeCode({ code: "c1" }),
    "/oauth/token",
    { grant_type: "authorization_code", code: "c1" },
  ],
  [
    "a code and all that may go with it",
    (client) => client.exchangeCode({ code: "c1", redirectUri: "https://p/cb", externalAccount }),
    "/oauth/token",
    {
      grant_type: "authorization_code",
      code: "c1",
      redirect_uri: "https://p/cb",
      external_account: { key: "k1", name: "Alice" },
    },
  ],
  [
    "a refresh token",
    (client) => client.refresh(new Secret("lk_wrt_alice")),
    "/oauth/token",
    { grant_type: "refresh_token", refresh_token: "lk_wrt_alice" },
  ],
  ["a token to revoke", (client) => client.revoke("t1"), "/oauth/revoke", { token: "t1" }],
  [
    "a token to ask about",
    (client) => client.introspect("t1"),
    "/oauth/introspect",
    { token: "t1" },
  ],
];

for (const [title, call, path, body] of requests) {
  test(`${title} is sent as the contract has it, and nothing more`, async () => {
    const { client, sent } = photos([json(200, { ...TOKENS, active: true })]);
    await call(client);

    assert.equal(sent.length, 1);
    const [request] = sent;
    assert.deepEqual([request?.init.method, request?.url], ["POST", BASE_URL + path]);
    assert.deepEqual(request?.body, body);
    assert.equal(request?.init.redirect, "error");
    assert.deepEqual(Object.fromEntries(request?.headers ?? []), {
      accept: "application/json",
      authorization: `Basic ${btoa(`photos:${CLIENT_SECRET}`)}`,
      "content-type": "application/json",
      "service-version": "2026-03-11",
      "user-agent": "latchkey-workspace-client/0.2.0",
    });
  });
}

const busy = json(429, { code: "rate_limited", message: "m" }, { "retry-after": "0" });
const troubles = [
  ["429", busy],
  ["500", json(500, { error: "server_error" })],
  ["503", json(503, { error: "temporarily_unavailable" }, { "retry-after": "0" })],
  ["529", json(529, { code: "service_overload", message: "m" }, { "retry-after": "0" })],
  ["a lost connection", broken(new TypeError("fetch failed"))],
  ["a body that cannot be used", text(200, "")],
] as const;

for (const [title, answer] of troubles) {
  test(`a token request is sent once and never again: ${title}`, async () => {
    const { client, sent } = photos([answer], { retry: true });
    await rejection(client.exchangeCode({ code: "c1" }));
    assert.equal(sent.length, 1);
    await rejection(client.refresh("lk_wrt_alice"));
    assert.equal(sent.length, 2);
  });

  test(`unless asked, nothing else is sent again either: ${title}`, async () => {
    const { client, sent } = photos([answer]);
    await rejection(client.revoke("t1"));
    await rejection(client.introspect("t1"));
    assert.equal(sent.length, 2);
  });
}

test("when asked, revoke and introspect wait for a busy server", async () => {
  const answers = [busy, busy, json(200, { active: true })];
  const revoking = photos(answers, { retry: true });
  assert.deepEqual(await revoking.client.revoke("t1"), {});
  assert.equal(revoking.sent.length, 3);

  const asking = photos(answers, { retry: true });
  assert.deepEqual(await asking.client.introspect("t1"), { active: true });
  assert.equal(asking.sent.length, 3);
});

test("when asked, they still give up in the end", async () => {
  const { client, sent } = photos([busy], { retry: { maxRetries: 1 } });
  await assert.rejects(client.revoke("t1"), { name: "ServiceError", code: "rate_limited" });
  assert.equal(sent.length, 2);
});

test("how long the server asked to wait is on the error", async () => {
  const { client } = photos([
    json(429, { code: "rate_limited", message: "m" }, { "retry-after": "7" }),
  ]);
  const call = client.exchangeCode({ code: "c1" });
  await assert.rejects(
    call,
    (error: { retryAfterMs?(): number }) => error.retryAfterMs?.() === 7000,
  );
});

test("logs at most six fields per request, and one attempt of a token request, which is not retried", async () => {
  const { client, said } = listening([busy, busy, json(200, { active: true, request_id: "r1" })]);
  await rejection(client.exchangeCode({ code: "c1" }));
  await client.introspect("t1");

  const token = { method: "POST", path: "/oauth/token", attempt: 0 };
  const introspect = { method: "POST", path: "/oauth/introspect" };
  assert.deepEqual(said, [
    ["info", "request start", token],
    ["warn", "request fail", { ...token, code: "rate_limited" }],
    ["info", "request start", { ...introspect, attempt: 0 }],
    ["warn", "request fail", { ...introspect, attempt: 0, code: "rate_limited" }],
    ["info", "retrying request", { ...introspect, attempt: 1, delayMs: 0 }],
    ["info", "request start", { ...introspect, attempt: 1 }],
    ["info", "request success", { ...introspect, attempt: 1, requestId: "r1" }],
  ]);
});

const logged: [() => Response | Promise<Response>, string][] = [
  [json(400, { error: "lk_wat_alice" }), "unknown_oauth_error"],
  [json(400, { code: "lk_wat_alice", message: "m" }), "unknown_error"],
  [json(200, { access_token: "lk_wat_alice" }), "invalid_response"],
  [broken(Object.assign(new Error("lk_wat_alice"), { code: "lk_wat_alice" })), "connection_failed"],
  [broken(new TypeError("f", { cause: { code: "ECONNREFUSED" } })), "ECONNREFUSED"],
];

for (const [answer, code] of logged) {
  test(`logs a known error code and no text of the response: ${code}`, async () => {
    const { client, said } = listening([answer]);
    await rejection(client.refresh("lk_wrt_alice"));
    assert.equal(said.at(-1)?.[2].code, code);
    assert.doesNotMatch(JSON.stringify(said), /lk_w/);
  });
}

test("a caller who gives up gets their own reason back", async () => {
  const controller = new AbortController();
  const reason = new Error("Alice closed the window.");
  const { client, sent } = photos([() => (controller.abort(reason), broken(reason)())]);
  await assert.rejects(client.introspect("t1", { signal: controller.signal }), reason);

  await assert.rejects(client.introspect("t1", { signal: controller.signal }), reason);
  assert.equal(sent.length, 1, "who gave up before sends nothing");
});

test("a caller who gives up need not wait for the next attempt", async () => {
  const controller = new AbortController();
  const reason = new Error("Alice closed the window.");
  const later = json(429, { code: "rate_limited", message: "m" }, { "retry-after": "60" });
  const { client, sent } = photos([later], {
    retry: true,
    logLevel: "info",
    logger: (_level, event) =>
      event === "retrying request" && setImmediate(() => controller.abort(reason)),
  });
  await assert.rejects(client.revoke("t1", { signal: controller.signal }), reason);
  assert.equal(sent.length, 1);
});

test("nothing is sent for nothing", async () => {
  const { client, sent } = photos([json(200, TOKENS)]);
  await assert.rejects(client.exchangeCode({ code: "" }), TypeError);
  await assert.rejects(client.refresh(""), TypeError);
  await assert.rejects(client.revoke(""), TypeError);
  await assert.rejects(client.introspect(new Secret("")), TypeError);
  assert.deepEqual(sent, []);
});

function listening(answers: Parameters<typeof photos>[0]) {
  const said: [string, string, LogFields][] = [];
  const logger = (...event: [string, string, LogFields]) => said.push(event);
  return { ...photos(answers, { retry: true, logger, logLevel: "debug" }), said };
}

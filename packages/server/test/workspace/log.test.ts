import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fieldsOf } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestServer } from "../support/server.ts";
import { askMe, callerOf, install, pairOf, receive, type Received } from "./caller.ts";
import { authorize, openAuthorization, setUpWorkspace, highLimits } from "./authorization.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { assertEnveloped } from "./refusal.ts";

const world = await startTestServer({ ...highLimits, "workspace.rate_limit.requests": 5 });
const { server, lines, clock, fetch } = world;
const { photos } = await setUpWorkspace(world.latchkey);
const caller = callerOf(world, photos);
const first = await install(world, photos);

const ALLOWED = [
  "time",
  "level",
  "msg",
  "method",
  "path",
  "attempt",
  "delayMs",
  "code",
  "requestId",
];

/** Does something under /v1, and answers every line that was logged of it, each held to the fields it may have. */
async function logOf(
  act: () => Promise<unknown>,
  allowed: readonly string[] = ALLOWED,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  clock.now += 60;
  server.context.log.flush();
  const before = lines.length;
  await act();
  server.context.log.flush();
  const logged = lines.slice(before).join("").trim().split("\n");
  const parsed = logged.filter((line) => line !== "").map((line) => fieldsOf(JSON.parse(line)));
  for (const line of parsed)
    for (const name of Object.keys(line)) assert.ok(allowed.includes(name), `${name} is logged`);
  return parsed;
}

describe("a request under /v1 is logged in one line of its method, path, code and id:", () => {
  const rows: readonly [string, string, string | undefined, () => Promise<Received>][] = [
    [
      "a success",
      "POST /v1/oauth/introspect",
      undefined,
      () => caller.post("introspect", { token: "x" }),
    ],
    ["a refused grant", "POST /v1/oauth/token", "invalid_grant", () => caller.exchange("x")],
    ["a broken body", "POST /v1/oauth/revoke", "invalid_request", () => caller.post("revoke", "{")],
    [
      "a stranger",
      "POST /v1/oauth/token",
      "invalid_client",
      () => caller.post("token", {}, { authorization: "Basic eDp5" }),
    ],
    [
      "a version",
      "POST /v1/oauth/token",
      "missing_version",
      () => caller.post("token", {}, { headers: { "Service-Version": undefined } }),
    ],
    ["an unknown bot", "GET /v1/users/me", "unauthorized", () => askMe(fetch, {})],
    [
      "an unknown method",
      "PUT /v1/oauth/token",
      "invalid_request_url",
      () => receive(fetch("http://public.test/v1/oauth/token", { method: "PUT" })),
    ],
  ];
  for (const [what, request, code, act] of rows) {
    it(what, async () => {
      let received: Received | undefined;
      const [line, ...others] = await logOf(async () => (received = await act()));
      assert.ok(received !== undefined && line !== undefined);
      assert.deepEqual(others, []);
      assert.equal(`${String(line["method"])} ${String(line["path"])}`, request);
      assert.equal(line["code"], code);
      assert.equal(line["requestId"], assertEnveloped(received)["request_id"]);
    });
  }
});

it("an unknown path is logged in no other fields, and under the server's request id only", async () => {
  const headers = { "X-Request-Id": "an-id-that-mallory-forged" };
  const parsed = await logOf(() => fetch("http://public.test/v1/nowhere", { headers }));
  assert.equal(parsed.length, 1);
});

it("a whole flow, a limit and the authorization endpoint are logged in no other fields", async () => {
  const code = await authorize(world, photos);
  const { refresh_token } = await install(world, photos);
  let last: Received | undefined;
  const parsed = await logOf(async () => {
    await openAuthorization(openBrowser(world), photos);
    await openAuthorization(openBrowser(world), { client_id: "nobody" });
    await caller.exchange(code);
    await caller.refresh(refresh_token);
    for (let round = 1; round <= 6; round += 1) last = await caller.revoke("x");
  });
  assert.equal(last?.status, 429);
  assert.ok(parsed.length >= 8);
});

describe("what breaks is logged in no other fields either, but for the error in a line of its own:", () => {
  const store = workspaceStoreOf(server.context);
  const fail = () => Promise.reject(new Error("The disk is on fire."));
  const failed = async (act: () => Promise<unknown>): Promise<void> => {
    const [error, line, ...others] = await logOf(act, [...ALLOWED, "error"]);
    assert.deepEqual([error?.["level"], error?.["msg"]], ["error", "request failed"]);
    assert.deepEqual([line?.["level"], line?.["code"]], ["info", "server_error"]);
    assert.equal(error?.["requestId"], line?.["requestId"]);
    assert.deepEqual(others, []);
  };

  it("an exchange", async () => {
    const code = await authorize(world, photos);
    store.workspace_grants.exchange = fail;
    await failed(() => caller.exchange(code));
  });

  it("users/me", async () => {
    const { access_token } = pairOf(await caller.refresh(first.refresh_token));
    store.workspace_grants.find = fail;
    await failed(() => caller.me(access_token));
  });

  it("the authorization endpoint", async () => {
    store.integrations.findByClient = fail;
    await failed(() => openAuthorization(openBrowser(world), photos));
  });
});

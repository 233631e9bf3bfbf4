import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { WorkspaceTokenResponse } from "@latchkey/api";
import { fieldsOf } from "../operations/refusal.ts";
import { StoreUnavailableError } from "../../src/store/port/unavailable.ts";
import { openBrowser } from "../support/browser.ts";
import { startTestServer } from "../support/server.ts";
import { type Caller, callerOf, install, type Received } from "./caller.ts";
import { authorize, openAuthorization, setUpWorkspace, highLimits } from "./authorization.ts";
import { workspaceStoreOf } from "../support/store.ts";
import { assertRefused } from "./refusal.ts";

const VERIFIER = "a-verifier-that-no-log-may-hold-0123456789";

async function open() {
  const world = await startTestServer(highLimits);
  const { photos } = await setUpWorkspace(world.latchkey);
  const { log } = world.server.context;
  const store = workspaceStoreOf(world.server.context);
  /** The lines that are logged meanwhile, but those of the level info. */
  const logged = async (act: () => Promise<unknown>) => {
    log.flush();
    const before = world.lines.length;
    await act();
    log.flush();
    const lines = world.lines.slice(before).join("").trim().split("\n");
    return lines.map((line) => fieldsOf(JSON.parse(line))).filter(({ level }) => level !== "info");
  };
  const failures = async (cause: string): Promise<number> => {
    const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
    const [, count] =
      new RegExp(`^latchkey_request_failures_total\\{cause="${cause}"\\} (\\d+)$`, "m").exec(
        page,
      ) ?? [];
    return Number(count ?? 0);
  };
  return { world, photos, caller: callerOf(world, photos), store, logged, failures };
}

function broken(message: string): () => Promise<never> {
  return () => Promise.reject(new TypeError(message, { cause: new Error(`Because ${message}`) }));
}

const unavailable =
  (outcome_unknown = false) =>
  () =>
    Promise.reject(new StoreUnavailableError("The database does not answer.", { outcome_unknown }));

/** Lets verbs of the store be replaced, and returns what puts them back. */
function keep<Verbs extends object>(verbs: Verbs, ...names: readonly (keyof Verbs)[]): () => void {
  const kept = names.map((name) => [name, verbs[name]] as const);
  return () => void Object.assign(verbs, Object.fromEntries(kept));
}

async function callEveryRoute(
  caller: Caller,
  code: string,
  { access_token, refresh_token }: WorkspaceTokenResponse,
): Promise<readonly Received[]> {
  return [
    await caller.exchange(code),
    await caller.refresh(refresh_token),
    await caller.revoke(access_token),
    await caller.post("introspect", { token: access_token }),
    await caller.me(access_token),
  ];
}

describe("a bug", () => {
  it("is 500 server_error on every route, is logged with its stack, and is counted", async () => {
    const { world, photos, caller, store, logged, failures } = await open();
    const tokens = await install(world, photos);
    const code = await authorize(world, photos);
    const mend = keep(store.workspace_grants, "find");
    store.workspace_grants.find = broken("Cannot read properties of undefined.");
    const received: Received[] = [];
    const lines = await logged(async () => {
      received.push(...(await callEveryRoute(caller, code, tokens)));
    });
    for (const answer of received) assertRefused(answer, 500, "server_error");
    assert.deepEqual(
      lines.map(({ level, msg, requestId }) => [level, msg, requestId]),
      received.map(({ headers }) => ["error", "request failed", headers.get("x-request-id")]),
    );
    for (const { error } of lines) {
      const { name, message, stack, cause } = fieldsOf(error);
      assert.equal(name, "TypeError");
      assert.equal(message, "Cannot read properties of undefined.");
      assert.match(String(stack), /^TypeError: Cannot read[^]*\n {4}at .*failures\.test\.ts:\d+/);
      assert.equal(fieldsOf(cause)["name"], "Error");
    }
    assert.equal(await failures("bug"), 5);
    assert.equal(await failures("database"), 0);

    mend();
    assert.equal((await caller.exchange(code)).status, 200, "nothing was used up");
  });

  it("is logged without any secret of the request, in its message, its stack and its cause", async () => {
    const { world, photos, caller, store, logged } = await open();
    const { access_token } = await install(world, photos);
    const code = await authorize(world, photos);
    const { client_secret = "", authorization } = photos;
    const header = authorization.replace("Basic ", "");
    const secrets = [code, client_secret, header, VERIFIER, access_token];
    const breakWith = (...held: string[]): void => {
      store.workspace_grants.find = broken(`Not this: ${held.join(", ")}; but that.`);
    };
    const lines = await logged(async () => {
      breakWith(code, client_secret, header, VERIFIER);
      await caller.exchange(code, { code_verifier: VERIFIER });
      breakWith(access_token);
      await caller.me(access_token);
    });
    assert.equal(lines.length, 2);
    const text = JSON.stringify(lines);
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
    for (const { error } of lines) {
      const { message, stack } = fieldsOf(error);
      assert.match(String(message), /^Not this: .*; but that\.$/);
      assert.match(String(stack), /^TypeError: Not this: .*; but that\.\n {4}at /);
    }
  });

  it("while a code or refresh token is used up is 500 as well, and invites no retry", async () => {
    const { world, photos, caller, store, failures } = await open();
    const { refresh_token } = await install(world, photos);
    const code = await authorize(world, photos);
    store.workspace_grants.exchange = broken("x");
    store.workspace_grants.rotate = broken("x");
    assertRefused(await caller.exchange(code), 500, "server_error");
    assertRefused(await caller.refresh(refresh_token), 500, "server_error");
    assert.equal(await failures("bug"), 2);
  });

  it("at the authorization endpoint is a page, is logged, and is counted", async () => {
    const { world, photos, store, logged, failures } = await open();
    store.integrations.findByClient = broken("x");
    let response: Response | undefined;
    const lines = await logged(
      async () => (response = await openAuthorization(openBrowser(world), photos)),
    );
    assert.equal(response?.status, 500);
    assert.match(response?.headers.get("content-type") ?? "", /^text\/html/);
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [["error", "request failed"]],
    );
    assert.equal(await failures("bug"), 1);
  });
});

describe("a database that is unavailable", () => {
  it("is 503 with Retry-After on every route, is logged as a warning once, and is counted", async () => {
    const { world, photos, caller, store, logged, failures } = await open();
    const tokens = await install(world, photos);
    const code = await authorize(world, photos);
    store.workspace_grants.find = unavailable();
    const received: Received[] = [];
    const lines = await logged(async () => {
      received.push(...(await callEveryRoute(caller, code, tokens)));
    });
    for (const answer of received) assertRefused(answer, 503, "temporarily_unavailable");
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [["warn", "database unavailable"]],
    );
    assert.equal(await failures("database"), 5);
    assert.equal(await failures("bug"), 0);
  });

  it("at the authorization endpoint is a page with 503 and Retry-After", async () => {
    const { world, photos, store } = await open();
    store.integrations.findByClient = unavailable();
    const response = await openAuthorization(openBrowser(world), photos);
    assert.deepEqual([response.status, response.headers.has("retry-after")], [503, true]);
  });

  it("and certainly wrote nothing invites a retry of a token request", async () => {
    const { world, photos, caller, store } = await open();
    const { refresh_token } = await install(world, photos);
    const code = await authorize(world, photos);
    const mend = keep(store.workspace_grants, "exchange", "rotate");
    store.workspace_grants.exchange = unavailable();
    store.workspace_grants.rotate = unavailable();
    assertRefused(await caller.exchange(code), 503, "temporarily_unavailable");
    assertRefused(await caller.refresh(refresh_token), 503, "temporarily_unavailable");
    mend();
    assert.equal((await caller.exchange(code)).status, 200);
    assert.equal((await caller.refresh(refresh_token)).status, 200);
  });

  it("and may have written does not: 503 server_error without Retry-After", async () => {
    const { world, photos, caller, store } = await open();
    const { refresh_token } = await install(world, photos);
    const code = await authorize(world, photos);
    store.workspace_grants.exchange = unavailable(true);
    store.workspace_grants.rotate = unavailable(true);
    for (const received of [await caller.exchange(code), await caller.refresh(refresh_token)])
      assert.doesNotMatch(
        assertRefused(received, 503, "server_error"),
        /[Nn]o code or token was spent/,
      );
  });

  it("and may have revoked invites to revoke again, which is harmless", async () => {
    const { world, photos, caller, store } = await open();
    const { access_token } = await install(world, photos);
    const mend = keep(store.workspace_grants, "revoke");
    store.workspace_grants.revoke = unavailable(true);
    const received = await caller.revoke(access_token);
    const description = assertRefused(received, 503, "temporarily_unavailable");
    assert.doesNotMatch(description, /[Nn]o code or token was spent/);
    mend();
    assert.equal((await caller.revoke(access_token)).status, 200);
  });

  it("right after the commit does not lose the pair: nothing is read after the write", async () => {
    const { world, photos, caller, store } = await open();
    const { refresh_token } = await install(world, photos);
    const code = await authorize(world, photos);
    const read = [store.workspaces, store.members, store.installations];
    const mends = read.map((verbs) => keep(verbs, "find"));
    const written = { ...store.workspace_grants };
    const cut = <T>(result: T): T => {
      for (const verbs of read) verbs.find = unavailable();
      return result;
    };
    store.workspace_grants.exchange = async (...given) => cut(await written.exchange(...given));
    store.workspace_grants.rotate = async (...given) => cut(await written.rotate(...given));
    assert.equal((await caller.exchange(code)).status, 200);
    for (const mend of mends) mend();
    assert.equal((await caller.refresh(refresh_token)).status, 200);
  });
});

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { describe, it } from "node:test";
import { operationIds, operations } from "@latchkey/api";
import { temporaryDirectory } from "../processes/databases.ts";
import { assertRefused as assertAdminRefused, receive } from "../operations/refusal.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { runSql, withClient } from "../support/sql.ts";
import { openPeerBrowser, startPeer } from "../support/processes.ts";
import { startTestServer } from "../support/server.ts";
import { callerOf, install } from "./caller.ts";
import { authorize, setUpWorkspace, highLimits } from "./authorization.ts";
import { assertRefused } from "./refusal.ts";

/** A database that can be made to fail in the middle of an exchange: when the code is spent and the bot is not there yet. */
interface Saboteur {
  readonly dsn: string;
  readonly breakInstalling: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

async function sabotageSqlite(): Promise<Saboteur> {
  const path = `${temporaryDirectory()}/latchkey.sqlite`;
  const run = async (sql: string): Promise<void> => {
    const connection = new DatabaseSync(path);
    connection.exec(sql);
    connection.close();
  };
  return {
    dsn: `sqlite://${path}`,
    breakInstalling: () =>
      run(`create trigger broken before insert on installation
           begin select raise(abort, 'the disk is on fire'); end`),
    mend: () => run("drop trigger broken"),
  };
}

async function sabotagePostgres(): Promise<Saboteur> {
  const dsn = await emptyPostgres();
  const run = async (statements: string): Promise<void> => void (await runSql(dsn, statements));
  return {
    dsn,
    breakInstalling: () =>
      run(`create function fail() returns trigger language plpgsql as
           $$ begin raise exception 'the disk is on fire'; end $$;
           create trigger broken before insert on installation
           for each row execute function fail()`),
    mend: () => run("drop trigger broken on installation; drop function fail"),
  };
}

for (const [name, sabotage] of [
  ["SQLite", sabotageSqlite],
  ["PostgreSQL", sabotagePostgres],
] as const) {
  it(`${name}: an exchange that fails half-way is a server_error, and the code stays valid`, async () => {
    const { dsn, breakInstalling, mend } = await sabotage();
    const world = await startTestServer({ ...highLimits, dsn });
    const { photos } = await setUpWorkspace(world.latchkey);
    const { exchange } = callerOf(world, photos);
    const code = await authorize(world, photos);
    await breakInstalling();
    const received = await exchange(code);
    assertRefused(received, 500, "server_error");
    assert.ok(!received.text.includes("fire"));
    await mend();
    assert.equal((await exchange(code)).status, 200);
  });
}

it("PostgreSQL: a server that is killed before the commit has used up nothing", async () => {
  const dsn = await emptyPostgres();
  const first = await startPeer(dsn);
  const { photos } = await setUpWorkspace(first.latchkey);
  const reach = (peer: typeof first) => ({
    latchkey: peer.latchkey,
    fetch: (input: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return fetch(`${peer.public_url}${pathname}${search}`, init);
    },
  });
  const browser = openPeerBrowser(first);
  const code = await authorize(reach(first), photos, { browser });

  const lost = await withClient(dsn, async (transaction) => {
    await transaction.query("begin");
    await transaction.query("select 1 from workspace_grant for update");
    const answer = callerOf(reach(first), photos)
      .exchange(code)
      .catch(() => "no answer");
    for (let waiting = 0; waiting === 0;) {
      const rows = await runSql(
        dsn,
        `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows.length;
    }
    await first.kill("SIGKILL");
    return answer;
  });
  assert.equal(lost, "no answer");

  const second = await startPeer(dsn);
  const { exchange } = callerOf(reach(second), photos);
  assert.equal((await exchange(code)).status, 200);
  await second.kill("SIGTERM");
});

describe("when the database cannot be reached before anything is used up", () => {
  it("every route is temporarily_unavailable, with Retry-After", async () => {
    const world = await startTestServer(highLimits);
    const { photos } = await setUpWorkspace(world.latchkey);
    const caller = callerOf(world, photos);
    const { access_token, refresh_token } = await install(world, photos);
    const code = await authorize(world, photos);
    await world.server.close();
    world.server.close = () => Promise.resolve();
    for (const received of [
      await caller.exchange(code),
      await caller.refresh(refresh_token),
      await caller.revoke(access_token),
      await caller.post("introspect", { token: access_token }),
    ])
      assertRefused(received, 503, "temporarily_unavailable");
  });

  it("users/me answers in an envelope of the workspace API as well", async () => {
    const world = await startTestServer(highLimits);
    const { photos } = await setUpWorkspace(world.latchkey);
    const { access_token } = await install(world, photos);
    await world.server.close();
    world.server.close = () => Promise.resolve();
    const received = await callerOf(world, photos).me(access_token);
    assertRefused(received, 503, "temporarily_unavailable");
  });

  it("PostgreSQL: a code that got a 503 is valid when the database is back", async () => {
    const dsn = await emptyPostgres();
    const world = await startTestServer({ ...highLimits, dsn });
    const { photos } = await setUpWorkspace(world.latchkey);
    const { exchange } = callerOf(world, photos);
    const code = await authorize(world, photos);
    const database = new URL(dsn).pathname.slice(1);
    const run = (text: string, ...values: string[]) =>
      runSql(dsn.replace(/[^/]+$/, "postgres"), text, values);
    await run(`alter database ${database} with allow_connections false`);
    await run(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      database,
    );
    const received = await exchange(code);
    await run(`alter database ${database} with allow_connections true`);
    const again = await untilAvailable(() => exchange(code));
    assert.equal(again.status, 200);
    assertRefused(received, 503, "temporarily_unavailable");
  });
});

/** A lost connection is replaced within a second; until then the answer is 503. */
async function untilAvailable<T extends { readonly status: number }>(
  send: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const received = await send();
    if (received.status !== 503 || tries === 100) return received;
    await pause(100);
  }
}

it("every admin operation is temporarily_unavailable without a database, and reveals nothing else", async () => {
  const { server, latchkey, fetch: ask } = await startTestServer();
  const { photos, workspace } = await setUpWorkspace(latchkey);
  const internal = { name: "Export", kind: "internal", install_scope: [workspace.id] } as const;
  const { access_token: token = "" } = await latchkey.createIntegration({ body: internal });
  await server.close();
  server.close = () => Promise.resolve();
  const ours = operationIds.filter((id) => /^\/workspace\/(?!requests)/.test(operations[id].path));
  assert.equal(ours.length, 26);
  for (const id of ours) {
    const { method, path, body } = operations[id];
    const url = `http://admin.test${path.replaceAll(/\{\w+\}/g, photos.id)}`;
    const sent = body && { body: JSON.stringify(bodyFor(path, token)) };
    const headers = { "Content-Type": "application/json" };
    const received = await receive(ask(url, { method, headers, ...sent }));
    assertAdminRefused(received, 503, "temporarily_unavailable");
    assert.equal(received.headers.get("retry-after"), "1");
  }
});

function bodyFor(path: string, token: string): object {
  if (path.endsWith("/introspect")) return { token };
  if (path.includes("/members")) return { subject: "x" };
  return /\/(?:secrets|tokens)$/.test(path) || path.includes("/installations") ? {} : { name: "x" };
}

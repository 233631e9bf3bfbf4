import assert from "node:assert/strict";
import { after, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SYSTEM_SECRET, temporaryDirectory } from "../processes/databases.ts";
import { freePorts } from "../processes/free-ports.ts";
import { launch, type LatchkeyProcess, whenReady } from "../processes/latchkey-process.ts";
import { startFaultProxy } from "../support/fault-proxy.ts";
import { emptyPostgres } from "../support/postgres.ts";

const proxy = await startFaultProxy(await emptyPostgres());
after(() => proxy.close());

interface Started extends LatchkeyProcess {
  readonly url: string;
}

async function start(dsn: string, settings: Record<string, string> = {}): Promise<Started> {
  const [public_port, admin_port] = await freePorts();
  const started = launch(["serve", "all"], {
    cwd: temporaryDirectory(),
    settings: {
      dsn,
      "serve.public.port": String(public_port),
      "serve.admin.port": String(admin_port),
      "urls.self.issuer": `http://127.0.0.1:${public_port}`,
      "secrets.system": SYSTEM_SECRET,
      "limits.database.statement_timeout": "500ms",
      ...settings,
    },
  });
  return { ...started, url: `http://127.0.0.1:${public_port}` };
}

async function untilSaid({ said }: Started, words: RegExp): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; !words.test(said()); await pause(20)) {
    assert.ok(performance.now() < giveUpAt, `it never said ${words}:\n${said()}`);
  }
}

async function readiness({ url }: Started): Promise<number> {
  const response = await fetch(`${url}/health/ready`);
  await response.body?.cancel();
  return response.status;
}

it("a worker that starts while the database is away waits for it, and the server goes on", async () => {
  proxy.mend();
  const server = await start(proxy.dsn, {
    "serve.workers": "2",
    "limits.database.startup_timeout": "100ms", // Of the first worker alone.
  });
  await whenReady(server, [server.url]); // The first worker; the second starts only now.
  proxy.refuse();
  await untilSaid(server, /database is not available, waiting for it.*"worker":2/);
  assert.equal(await readiness(server), 503);
  await pause(1_000);
  assert.equal(await readiness(server), 503);

  proxy.mend();
  await untilSaid(server, /listening.*"worker":2/);
  await whenReady(server, [server.url]);
  const { code, err } = await server.kill("SIGTERM");
  assert.equal(code, 0, err);
});

it("a server that starts before its database waits for it", async () => {
  proxy.refuse();
  const server = await start(proxy.dsn, { "serve.workers": "1" });
  await untilSaid(server, /database is not available, waiting for it/);
  proxy.mend();
  await whenReady(server, [server.url]);
  assert.equal((await server.kill("SIGTERM")).code, 0);
});

for (const workers of ["1", "2"]) {
  it(`a server with serve.workers: ${workers} that waits for its database stops on SIGTERM`, async () => {
    proxy.refuse();
    const server = await start(proxy.dsn, { "serve.workers": workers });
    await untilSaid(server, /database is not available, waiting for it/);
    const { code, err } = await server.kill("SIGTERM");
    assert.deepEqual({ code, err }, { code: 0, err: "" });
    proxy.mend();
  });
}

it("a server that waited in vain says so and ends", async () => {
  proxy.refuse();
  const timeout = { "serve.workers": "1", "limits.database.startup_timeout": "1s" };
  const { code, err, out } = await (await start(proxy.dsn, timeout)).ended;
  assert.equal(code, 1);
  assert.match(err + out, /The database was not available for 1 s\./);
  proxy.mend();
});

it("a server whose password is wrong does not wait", async () => {
  proxy.mend();
  const dsn = proxy.dsn.replace(/postgres:[0-9a-f]+@/, "postgres:wrong@");
  const { code, err, out } = await (await start(dsn, { "serve.workers": "1" })).ended;
  assert.equal(code, 1);
  assert.match(err + out, /password authentication failed/);
  assert.doesNotMatch(err + out, /waiting for it/);
});

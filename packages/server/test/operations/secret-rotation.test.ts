import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createClient } from "@latchkey/client";
import { setImmediate } from "node:timers/promises";
import { fingerprintOf } from "../../src/crypto/derived-secret.ts";
import { reportSecrets } from "../../src/jobs/secret-report.ts";
import { type App, registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { signIn } from "../support/flow.ts";
import { createTestServer, type TestServer } from "../support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-secret-rotation-"));
after(() => rmSync(folder, { recursive: true }));

const OLD = "the old system secret";
const NEW = "the new system secret";
const SET = "hydra.openid.id-token";

/** Servers on one database, which take the requests in turn, as behind a balancer. */
interface Pair extends TestServer {
  readonly servers: readonly [TestServer, TestServer];
  /** Restarts one of them with these secrets. */
  restart(index: 0 | 1, secrets: readonly string[]): Promise<Pair>;
  close(): Promise<void>;
}

async function startPair(dsn: string, secrets: readonly string[]): Promise<Pair> {
  const start = (own: readonly string[]) => createTestServer({ dsn, "secrets.system": own });
  return balance([await start(secrets), await start(secrets)], start);
}

function balance(
  servers: readonly [TestServer, TestServer],
  start: (secrets: readonly string[]) => Promise<TestServer>,
): Pair {
  let turn = 0;
  const fetch: typeof globalThis.fetch = (input, init) => {
    turn += 1;
    return (servers[turn % 2] ?? servers[0]).fetch(input, init);
  };
  const [first, second] = servers;
  return {
    ...first,
    servers,
    fetch,
    latchkey: createClient({ admin: "http://admin.test", public: "http://public.test", fetch }),
    async restart(index, secrets) {
      await servers[index].server.close();
      const started = await start(secrets);
      return balance(index === 0 ? [started, second] : [first, started], start);
    },
    async close() {
      for (const { server } of servers) await server.close();
    },
  };
}

/** Signs in several times, so that each step is taken by either server. */
async function signInAcross(pair: Pair, photos: App): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const browser = openBrowser(pair);
    const { id_token } = await signIn(pair, photos, { browser, login: { remember: true } });
    assert.ok(id_token);
    await signIn(pair, photos, { browser });
  }
}

/** How many servers have the old and the new secret, and how many sign with it. */
async function countSecrets({ latchkey }: Pair): Promise<object> {
  for (;;) {
    const { servers, secrets } = await latchkey.getSystemSecrets();
    if (servers < 2) {
      await setImmediate(); // A server reports right after its start.
      continue;
    }
    const count = (secret: string) => {
      const found = secrets.find(({ fingerprint }) => fingerprint === fingerprintOf(secret));
      return found && [found.known_by, found.signs_on];
    };
    return { old: count(OLD), new: count(NEW) };
  }
}

test("in three steps, no sign-in fails while the servers restart one by one", async () => {
  let pair = await startPair(`sqlite://${join(folder, "steps.sqlite")}`, [OLD]);
  const photos = await registerApp(pair.latchkey);
  await signInAcross(pair, photos);
  const counted = [await countSecrets(pair)];
  for (const secrets of [
    [OLD, NEW],
    [NEW, OLD],
  ]) {
    for (const index of [0, 1] as const) {
      pair = await pair.restart(index, secrets);
      await signInAcross(pair, photos);
      counted.push(await countSecrets(pair));
    }
  }
  assert.deepEqual(counted, [
    { old: [2, 2], new: undefined },
    { old: [2, 2], new: [1, 0] },
    { old: [2, 2], new: [2, 0] },
    { old: [2, 1], new: [2, 1] },
    { old: [2, 0], new: [2, 2] },
  ]);
  const keys = await pair.latchkey.getJsonWebKeySet({ set: SET });
  await pair.latchkey.updateJsonWebKeySet({ set: SET, body: keys });
  for (const index of [0, 1] as const) {
    pair = await pair.restart(index, [NEW]);
    await signInAcross(pair, photos);
  }
  for (const { lines } of pair.servers) assert.ok(!lines.join("").includes("does not have"));
  await pair.close();
});

test("a server that signs with a secret the others do not have is logged once, with what to do", async () => {
  let pair = await startPair(`sqlite://${join(folder, "wrong.sqlite")}`, [OLD]);
  const photos = await registerApp(pair.latchkey);
  await signInAcross(pair, photos);
  pair = await pair.restart(0, [NEW, OLD]);
  const [ahead, behind] = pair.servers;
  let failed = 0;
  for (let attempt = 0; attempt < 4; attempt += 1)
    await signIn(pair, photos, { browser: openBrowser(pair) }).catch(() => (failed += 1));
  assert.ok(failed > 0, "the old way breaks sign-ins");
  const warnings = behind.lines
    .join("")
    .match(/signed with a secret that this server does not have/g);
  assert.equal(warnings?.length, 1);
  assert.match(behind.lines.join(""), /"fix":"Before a server signs with a new secret/);

  const { context } = behind.server;
  const logged = new Set<string>();
  for (let report = 0; report < 2; report += 1) await reportSecrets(context, "behind", logged);
  assert.equal(logged.size, 1);
  assert.match(behind.lines.join(""), /another server signs with a secret that this server/);
  assert.ok(!ahead.lines.join("").includes("another server signs"));
  await pair.close();
});

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { get, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { basic } from "@latchkey/client";
import { isActive, type Machine, registerMachine } from "../operations/machine.ts";
import { sendHead } from "../support/held-request.ts";
import { CALLBACK, codeOfAlice, openPeerBrowser, registerPhotos } from "../support/processes.ts";
import { databases, SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { isFree } from "./free-ports.ts";
import { launch, serve, type ServingProcess } from "./latchkey-process.ts";

const AT_ONCE = 50;
const WORKERS = 2;
const FAILURES = 10;
const GRANT = { grant_type: "client_credentials" };
const ISSUED = 'latchkey_access_tokens_issued_total{grant_type="client_credentials"}';

for (const { name, emptyDsn } of databases) {
  describe(`a server of two workers on ${name}`, () => {
    let server: ServingProcess;
    let machine: Machine;
    before(async () => {
      server = await startWorkers(await emptyDsn(), {
        "workspace.rate_limit.failed_authentications": String(FAILURES),
      });
      machine = await registerMachine(server.latchkey, { client_id: "printer" });
    });
    after(() => server.kill("SIGTERM"));

    it("makes one signing key when it starts for the first time", async () => {
      const { keys } = await server.latchkey.wellKnown();
      assert.equal(keys.length, 1);
    });

    it(`${AT_ONCE} redemptions of one code, at both: one succeeds, and the others revoke nothing`, async () => {
      const authorization = await registerPhotos(server.latchkey);
      const issuer = new URL(server.public_url).origin;
      const code = await codeOfAlice(openPeerBrowser(server), server.latchkey);
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const url = `${issuer}/oauth2/token`;
      const starters = await Promise.all(
        Array.from({ length: AT_ONCE }, () => sendHead(url, { form, authorization })),
      );
      const replies = await Promise.all(starters.map((start) => start()));
      const winners = replies.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      const losers = replies.filter(
        ({ status, error }) => status === 400 && error === "invalid_grant",
      );
      assert.equal(losers.length, AT_ONCE - 1);
      assert.equal(await isActive(server.latchkey, winners[0]?.access_token ?? ""), true);
      for (const number of [1, 2]) {
        const line = new RegExp(`"worker":${number},.*"route":"/oauth2/token","status":`);
        assert.match(server.said(), line, `worker ${number} had no part in it`);
      }
    });

    it("has merged metrics, whichever worker is asked", async () => {
      const issuedBefore = await issuedTo(server);
      await Promise.all(Array.from({ length: 20 }, () => issueAnew(server, machine)));
      for (let time = 1; time <= 2 * WORKERS; time += 1) {
        const page = await pageOf(server);
        assert.equal(metric(page, ISSUED), issuedBefore + 20);
        assert.equal(metric(page, 'latchkey_workers{worker="primary"}'), WORKERS);
        for (const worker of ["1", "2", "primary"]) {
          assert.ok((metric(page, `process_resident_memory_bytes{worker="${worker}"}`) ?? 0) > 1e6);
        }
        const inAll = 'latchkey_http_request_duration_seconds_count{plane="public",method="POST"';
        assert.ok((metric(page, inAll) ?? 0) >= 20);
      }
    });

    it("counts failed authentications against one limit", async () => {
      let statuses: readonly number[];
      let minute: number;
      do {
        minute = minuteNow(); // A new minute starts a new window, so this round proves nothing.
        statuses = await guessSecrets(server, 2 * WORKERS * FAILURES);
      } while (minute !== minuteNow());
      const tried = statuses.filter((status) => status === 401).length;
      assert.ok(tried >= FAILURES && tried < WORKERS * FAILURES, `${tried} of them were tried`);
      assert.equal(statuses.at(-1), 429);
    });

    it("forgets a deleted client everywhere", async () => {
      const scanner = await registerMachine(server.latchkey, { client_id: "scanner" });
      await Promise.all(Array.from({ length: 8 }, () => issueAnew(server, scanner)));
      await server.latchkey.deleteOAuth2Client({ id: "scanner" });
      let good = Infinity;
      for (let attempt = 1; attempt <= 200 && good > 0; attempt += 1) {
        const replies = await Promise.all(
          Array.from({ length: 8 }, () => askAnew(server, scanner)),
        );
        good = replies.filter(({ status }) => status === 200).length;
      }
      assert.equal(good, 0);
    });

    it("loses nothing that was acknowledged when a worker is killed at work, and replaces it", async () => {
      const acknowledged = new Set<string>();
      const countedBefore = await issuedTo(server);
      const victim = latestPid(server, 1);
      let killed = false;
      const loop = async (): Promise<void> => {
        for (let round = 1; round <= 30; round += 1) {
          const token = await issueAnew(server, machine).catch(() => undefined);
          if (token !== undefined) acknowledged.add(token);
          if (acknowledged.size < 60 || killed) continue;
          killed = true;
          process.kill(victim, "SIGKILL");
        }
      };
      await Promise.all(Array.from({ length: 8 }, loop));
      assert.ok(killed, "there was too little to do");
      await untilSaid(server, () => latestPid(server, 1) !== victim && isBack(server, 1));

      for (const token of acknowledged) {
        assert.equal(await isActive(server.latchkey, token), true);
      }
      const page = await pageOf(server);
      assert.equal(metric(page, "latchkey_worker_restarts_total"), 1);
      assert.ok((metric(page, ISSUED) ?? 0) >= countedBefore, "a count fell");
    });

    it("responds to every request it has received when it is stopped", async () => {
      const { authorization } = machine;
      const begun = await Promise.all(
        Array.from({ length: 20 }, () =>
          sendHead(`${server.public_url}/oauth2/token`, { form: GRANT, authorization }),
        ),
      );
      const ended = server.kill("SIGTERM");
      await whenDeaf(server);
      const replies = await Promise.all(begun.map((finish) => finish()));
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
      const { code, err } = await ended;
      assert.deepEqual({ code, err }, { code: 0, err: "" });
    });
  });
}

it("a server of two workers whose primary is killed leaves no worker running", async () => {
  const cwd = temporaryDirectory();
  const dsn = `sqlite://${join(cwd, "latchkey.sqlite")}`;
  const server = await startWorkers(dsn, {});
  await server.kill("SIGKILL");
  await whenDeaf(server);
});

describe("a server of two workers that cannot start", { concurrency: true }, () => {
  it("exits with one sentence when a port is in use", async () => {
    const squatter = createServer().listen(0, "127.0.0.1");
    await once(squatter, "listening");
    const address = squatter.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const settings = {
      workers: "2",
      "log.level": "warn",
      "serve.public.port": "0",
      "serve.admin.port": String(port),
    };
    const { code, out, err } = await launch(["serve"], { cwd: temporaryDirectory(), settings })
      .ended;
    squatter.close();

    const [sentence, cause = "", ...rest] = err.split("\n");
    assert.equal(
      sentence,
      `127.0.0.1:${port} is in use: stop the process that listens there, or change serve.admin.port.`,
    );
    assert.match(cause, /^ {2}Cause: .*EADDRINUSE/);
    assert.deepEqual({ code, out, rest }, { code: 1, out: "", rest: [""] });
  });

  const refusals: readonly [settings: Record<string, string>, says: RegExp][] = [
    [{ "serve.workers": "0" }, /^serve\.workers must be a whole number from 1 to 1024, not "0"/],
    [
      { "serve.workers": "2", dsn: "memory" },
      /^serve\.workers must be 1, because dsn is memory.*\n$/,
    ],
    [{ "serve.workers": "2", demo: "true" }, /^serve\.workers must be 1 with demo.*\n$/],
    [{ workers: "two" }, /^serve\.workers must be a whole number/],
  ];
  for (const [settings, says] of refusals) {
    it(`refuses ${JSON.stringify(settings)} before anything is made`, async () => {
      const cwd = temporaryDirectory();
      const { code, out, err } = await launch(["serve"], { cwd, settings }).ended;
      assert.match(err, says);
      assert.deepEqual({ code, out }, { code: 3, out: "" });
      assert.equal(existsSync(join(cwd, "data")), false);
    });
  }
});

/** Starts the command with two workers, everything else as in development. */
async function startWorkers(
  dsn: string,
  settings: Readonly<Record<string, string>>,
): Promise<ServingProcess> {
  const own = { dsn, "secrets.system": SYSTEM_SECRET, workers: String(WORKERS) };
  const server = await serve({ cwd: temporaryDirectory(), settings: { ...own, ...settings } });
  await untilSaid(server, () => server.said().includes('"msg":"listening","worker":2,'));
  return server;
}

/** Asks for a token over a connection of its own, which falls to either worker. */
async function askAnew(
  { public_url }: ServingProcess,
  { authorization }: Pick<Machine, "authorization">,
): Promise<{ readonly status: number; readonly access_token?: string }> {
  return post(`${public_url}/oauth2/token`, new URLSearchParams(GRANT).toString(), {
    authorization,
    "content-type": "application/x-www-form-urlencoded",
  });
}

async function issueAnew(server: ServingProcess, machine: Machine): Promise<string> {
  const { status, access_token } = await askAnew(server, machine);
  assert.equal(status, 200);
  return access_token ?? "";
}

/** Mallory guesses the secret of an integration, so many times. */
async function guessSecrets({ public_url }: ServingProcess, count: number): Promise<number[]> {
  const body = JSON.stringify({
    grant_type: "authorization_code",
    code: "x",
    redirect_uri: CALLBACK,
  });
  const headers = {
    authorization: basic(randomUUID(), "a guess"),
    "content-type": "application/json",
    "service-version": "2026-03-11",
  };
  const statuses: number[] = [];
  for (let time = 1; time <= count; time += 1) {
    statuses.push((await post(`${public_url}/v1/oauth/token`, body, headers)).status);
    await pause(10); // What one worker counts the other hears a moment later.
  }
  return statuses;
}

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000);
}

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly access_token?: string }> {
  const asked = request(url, { method: "POST", agent: false, headers });
  const answered = once(asked, "response");
  asked.end(body);
  const [response] = await answered;
  return { ...JSON.parse(await text(response)), status: response.statusCode };
}

async function pageOf({ admin_url }: ServingProcess): Promise<string> {
  const [response] = await once(
    get(`${admin_url}/metrics/prometheus`, { agent: false }),
    "response",
  );
  return text(response);
}

async function issuedTo(server: ServingProcess): Promise<number> {
  return metric(await pageOf(server), ISSUED) ?? 0;
}

/** The first metric whose line begins so. */
function metric(page: string, start: string): number | undefined {
  const line = page.split("\n").find((each) => each.startsWith(start));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}

/** The current process of a worker, from the log. */
function latestPid(server: ServingProcess, number: number): number {
  const started = new RegExp(`"msg":"worker started","worker":${number},"pid":(\\d+)`, "g");
  return Number([...server.said().matchAll(started)].at(-1)?.[1]);
}

/** Whether a worker listens again after it was started again. */
function isBack(server: ServingProcess, number: number): boolean {
  return server.said().split(`"msg":"listening","worker":${number},`).length === 3;
}

async function untilSaid(server: ServingProcess, isSaid: () => boolean): Promise<void> {
  for (let attempt = 1; !isSaid(); attempt += 1) {
    assert.ok(attempt < 1_000, `it was never said:\n${server.said().slice(-2_000)}`);
    await pause(10);
  }
}

/** Resolves when the server takes no more connections. */
async function whenDeaf({ public_url }: ServingProcess): Promise<void> {
  for (let attempt = 1; attempt <= 500; attempt += 1) {
    if (await isFree(Number(new URL(public_url).port))) return;
    await pause(20);
  }
  assert.fail("It went on listening.");
}

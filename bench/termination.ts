/**
 * From the click on "end everything" to the refusal of its last token: 1,000 access tokens of one API, half of them JWTs, two servers
 * on one database, and an API that verifies JWTs with `@latchkey/protect`. Everything is on loopback.
 *
 *   npx node bench/termination.ts [runs]
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { basic, type Client, createClient } from "@latchkey/client";
import { createProtection } from "@latchkey/protect";

const TOKENS = 1_000;
const RUNS = Number(process.argv[2] ?? 5);
const AUDIENCE = "https://albums.example";
const DEADLINE_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), "latchkey-termination-"));
const [one, other] = [await freePorts(), await freePorts()];
const issuer = `http://127.0.0.1:${one.public}`;

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = addressOf(server.address());
  server.close();
  await once(server, "close");
  return port;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address;
}

async function freePorts() {
  return { public: await freePort(), admin: await freePort() };
}

async function startServer(ports: { readonly public: number; readonly admin: number }) {
  const flags = [
    `--dsn=sqlite://${join(folder, "db.sqlite")}`,
    "--secrets.system=a system secret for this measurement",
    `--urls.self.issuer=${issuer}`,
    `--serve.public.port=${ports.public}`,
    `--serve.admin.port=${ports.admin}`,
    "--log.level=error",
  ];
  const command = join(import.meta.dirname, "../packages/cli/bin/latchkey.js");
  const child = spawn(process.execPath, [command, "serve", ...flags], { stdio: "inherit" });
  const latchkey = createClient({
    admin: `http://127.0.0.1:${ports.admin}`,
    public: `http://127.0.0.1:${ports.public}`,
  });
  for (let tries = 0; tries < 100; tries += 1) {
    const isReady = await latchkey.isInstanceReady().then(
      () => true,
      () => false,
    );
    if (isReady) return { child, latchkey };
    await pause(100);
  }
  child.kill();
  throw new Error("The server did not start.");
}

/** Tokens of a client that acts for itself. */
async function issue(latchkey: Client, client_id: string, strategy: "opaque" | "jwt") {
  const { client_secret = "" } = await latchkey.createOAuth2Client({
    body: {
      client_id,
      grant_types: ["client_credentials"],
      audience: [AUDIENCE],
      access_token_strategy: strategy,
    },
  });
  const authorization = basic(client_id, client_secret);
  const form = { grant_type: "client_credentials", audience: AUDIENCE };
  const tokens: string[] = [];
  while (tokens.length < TOKENS / 2)
    tokens.push((await latchkey.oauth2Token(form, { authorization })).access_token);
  return tokens;
}

/** Asks for every token again and again until it is refused: the milliseconds to the first refusal and to the last. */
async function untilRefused(
  tokens: readonly string[],
  isAccepted: (token: string) => Promise<boolean>,
  clicked_at: number,
): Promise<{ readonly first: number; readonly last: number }> {
  const left = [...tokens];
  let firstAt = 0;
  while (left.length > 0) {
    const [token = ""] = left;
    if (await isAccepted(token)) await pause(5);
    else {
      left.shift();
      firstAt ||= performance.now() - clicked_at;
    }
    if (performance.now() - clicked_at > DEADLINE_MS) throw new Error("A token is not refused.");
  }
  return { first: firstAt, last: performance.now() - clicked_at };
}

/** An API of its own process would be as fast: it shares this one with the measurement alone. */
async function startApi() {
  const protection = createProtection({ issuer, resource: AUDIENCE });
  const server = createServer((request, response) => {
    const header = (name: string) => request.headersDistinct[name]?.join(", ");
    void protection
      .verify({ method: "GET", url: AUDIENCE, header })
      .then((verified) => response.writeHead(verified.ok ? 200 : verified.challenge.status).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = addressOf(server.address());
  const isAccepted = async (token: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.1:${port}`, { headers })).ok;
  };
  return { server, isAccepted };
}

const first = await startServer(one);
const second = await startServer(other);
const api = await startApi();
const isActiveAt = (latchkey: Client) => async (token: string) =>
  (await latchkey.introspectOAuth2Token({ token })).active;
try {
  for (let run = 1; run <= RUNS; run += 1) {
    const opaque = await issue(first.latchkey, `opaque-${run}`, "opaque");
    const jwts = await issue(first.latchkey, `jwt-${run}`, "jwt");
    for (const token of jwts)
      if (!(await api.isAccepted(token))) throw new Error("A JWT is not accepted.");
    // In use, as it would be: the list is fetched at any time of its ten seconds.
    const until = performance.now() + 2_500 * run;
    while (performance.now() < until) {
      await api.isAccepted(jwts[0] ?? "");
      await pause(50);
    }
    const clickedAt = performance.now();
    const answered = first.latchkey
      .endEverything({ body: { audience: AUDIENCE } })
      .then(() => performance.now() - clickedAt);
    const everyToken = [...opaque, ...jwts];
    const [answer, ...refused] = await Promise.all([
      answered,
      untilRefused(everyToken, isActiveAt(first.latchkey), clickedAt),
      untilRefused(everyToken, isActiveAt(second.latchkey), clickedAt),
      untilRefused(jwts, api.isAccepted, clickedAt),
    ]);
    const places = ["same server", "other server", "API"];
    const texts = refused.map(
      ({ first: begun, last }, place) =>
        `${places[place]} from ${Math.round(begun)} to ${Math.round(last)} ms`,
    );
    process.stdout.write(
      `run ${run}: answered in ${Math.round(answer)} ms; refused by the ${texts.join(", ")}\n`,
    );
    await pause(3_000); // What is issued from the next second on is not ended.
  }
} finally {
  for (const { child } of [first, second]) child.kill();
  api.server.close();
  rmSync(folder, { recursive: true, force: true });
}

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it, mock } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Client } from "@latchkey/client";
import { features } from "../../../cli/src/features.ts";
import { createServer, type Server } from "../../src/process/server.ts";
import { noPeers, type PeerMessage, type Peers } from "../../src/context/peers.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { temporaryDirectory } from "../processes/databases.ts";
import { registerApp } from "../support/app.ts";
import { type Browser, locationOf, openBrowser } from "../support/browser.ts";
import { authorize, requestOf } from "../support/flow.ts";
import { connectTo, testConfig } from "../support/server.ts";
import { askForToken, registerMachine } from "./machine.ts";

const NOW_MS = 1_800_000_000_000;

interface Process {
  readonly server: Server;
  readonly latchkey: Client;
  readonly fetch: typeof fetch;
}

describe("two processes of one server", () => {
  let here: Process;
  let there: Process;
  before(async () => {
    mock.timers.enable({ apis: ["setTimeout"] }); // So that neither ever looks by itself.
    const [one, other] = twoPeers();
    const dsn = `sqlite://${join(temporaryDirectory(), "shared.sqlite")}`;
    here = await start(dsn, one);
    there = await start(dsn, other);
  });
  after(async () => {
    await Promise.all([here.server.close(), there.server.close()]);
    mock.timers.reset();
  });

  it("a client deleted through one is forgotten by the other before it looks by itself", async () => {
    const printer = await registerMachine(here.latchkey, { client_id: "printer" });
    assert.equal((await askForToken(there.latchkey, printer)).status, 200);
    await here.latchkey.deleteOAuth2Client({ id: "printer" });
    for (let turn = 1; (await askForToken(there.latchkey, printer)).status === 200; turn += 1) {
      assert.ok(turn < 1_000, "it was not notified");
      await nextTurn();
    }
  });

  it("failed sign-ins at one server are limited at the other", async () => {
    const app = await registerApp(here.latchkey);
    const pages = [here, there].map((process) => openBrowser(process));
    const [first, second] = await Promise.all(
      pages.map(async (browser) => {
        const login = locationOf(await authorize(browser, requestOf(app)));
        return { browser, login: login.href };
      }),
    );
    assert.ok(first !== undefined && second !== undefined);
    for (let guess = 1; guess <= 5; guess += 1) await guessPassword(first);
    assert.match(await guessPassword(second), WAIT);
  });
});

describe("the limits by address of two processes of one server", () => {
  const settings = {
    "limits.rate.exempt": [],
    "limits.rate.authorizations": 3,
    "limits.rate.registrations": 3,
    "limits.rate.client_secrets": 3,
    "oauth2.registration.mode": "open",
  };
  const redirect_uri = "https://photos.example/callback";
  const asked = new URLSearchParams({
    client_id: "machine",
    response_type: "code",
    redirect_uri,
    scope: "openid",
    state: "where photos was",
  });
  const json = { "content-type": "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const described = JSON.stringify({ redirect_uris: [redirect_uri] });
  const guess = "grant_type=client_credentials&client_id=machine&client_secret=";
  const requests: Record<string, [path: string, init: (time: number) => RequestInit]> = {
    authorizations: [`/oauth2/auth?${asked}`, () => ({})],
    registrations: [
      "/connect/register",
      () => ({ method: "POST", headers: json, body: described }),
    ],
    "guesses at a client's secret": [
      "/oauth2/token",
      (time) => ({ method: "POST", headers: form, body: `${guess}guess-${time}` }),
    ],
  };
  for (const [title, [path, init]] of Object.entries(requests)) {
    it(`count ${title} together`, async () => {
      const dsn = `sqlite://${join(temporaryDirectory(), "shared.sqlite")}`;
      const [one, other] = twoPeers();
      const processes = [await start(dsn, one, settings), await start(dsn, other, settings)];
      const body = {
        client_id: "machine",
        client_secret: "a secret that a user chose",
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [redirect_uri],
        scope: "openid",
      } as const;
      await processes[0]?.latchkey.createOAuth2Client({ body });
      const statuses: number[] = [];
      for (let time = 0; time < 4; time += 1) {
        const sent = { redirect: "manual" as const, ...init(time) };
        const response = await processes[time % 2]?.fetch(`http://public.test${path}`, sent);
        statuses.push(response?.status ?? 0);
      }
      assert.deepEqual(
        statuses.map((status) => status === 429 || status === 503),
        [false, false, false, true],
        statuses.join(),
      );
      for (const { server } of processes) await server.close();
    });
  }
});

const WAIT = /Too many attempts/;

/** Mallory types a name and a password; answers what the page says. */
async function guessPassword({ browser, login }: { browser: Browser; login: string }) {
  const shown = await (await browser.go(login)).text();
  const hidden = shown.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const form = new URLSearchParams([...hidden].map(([, name = "", value = ""]) => [name, value]));
  form.set("username", "alice");
  form.set("password", "a guess");
  return (await browser.go(login, { method: "POST", body: form })).text();
}

/** Two peers who hear one another at once. */
function twoPeers(): readonly [Peers, Peers] {
  const listeners: ((...message: PeerMessage) => void)[][] = [[], []];
  const peer = (own: number): Peers => ({
    ...noPeers,
    count: 2,
    broadcast: (...message) => listeners[1 - own]?.forEach((listener) => listener(...message)),
    listen: (listener) => void listeners[own]?.push(listener),
  });
  return [peer(0), peer(1)];
}

async function start(dsn: string, peers: Peers, settings = {}): Promise<Process> {
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const server = await createServer(testConfig({ dsn, ...settings }), {
    features,
    log,
    peers,
    now_ms: () => NOW_MS,
  });
  return { server, ...connectTo(server) };
}

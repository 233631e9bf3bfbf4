import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { basic } from "@latchkey/client";
import { openFrom, type Pass, takeOver } from "@latchkey/takeover/import";
import { features } from "../../../cli/src/features.ts";
import {
  createHydraDatabase,
  type HydraConsent,
  signatureOf,
} from "../../../takeover/test/support/hydra-database.ts";
import { writeSecureCookie } from "../../../takeover/test/support/issued.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf } from "../support/flow.ts";
import { createTestServer, testConfig, type TestServer } from "../support/server.ts";

const SECRET = "the system secret of both servers";
const COOKIE = "ory_hydra_session";
const USERS = 24;
const client = { client_id: "shop", client_secret: "the secret of the shop" };
const redirect_uri = "https://shop.example.com/callback";
const mac = hash("sha256", SECRET, "buffer");
const cookieKeys = { mac, encryption: hash("sha256", mac, "buffer") };

/** A user with a browser and an app: what both hold of the server that serves them now. */
interface Person {
  readonly subject: string;
  readonly sid: string;
  readonly consent: HydraConsent;
  refresh_token: string;
  access_token: string;
  refreshes: number;
}

it("users stay signed in and apps go on while two servers take the place of the other one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-switch-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const old = createHydraDatabase({
    version: "v26",
    path: join(folder, "hydra.sqlite"),
    system_secret: SECRET,
    now: Math.floor(Date.now() / 1000),
  });
  old.addKey("hydra.openid.id-token");
  old.addClient({
    ...client,
    redirect_uris: [redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: "openid offline",
  });
  const people = Array.from({ length: USERS / 2 }, (_, index) => signInAtOld(`early-${index}`));

  const settings = {
    dsn: `sqlite://${join(folder, "latchkey.sqlite")}`,
    "secrets.system": [SECRET],
    "urls.self.issuer": "https://id.example.com/",
  };
  const passes: Pass[] = [];
  const stop = new AbortController();
  const source = await openFrom(`sqlite://${old.path}`, { system_secrets: [SECRET] });
  const following = takeOver({
    source,
    config: testConfig(settings),
    features,
    follow: { until_idle: false, interval_ms: 20 },
    signal: stop.signal,
    onPass: (pass) => passes.push(pass),
  });
  await passesAfter(1);

  // The load: apps refresh without a pause, and people sign in, at whichever server the proxy leads to.
  const servers: TestServer[] = [];
  let held: Promise<void> = Promise.resolve();
  const load = new AbortController();
  let isSwitched = false;
  const refused: string[] = [];
  const workers = Array.from({ length: 4 }, async (_, worker) => {
    for (let turn = worker; !load.signal.aborted; turn += 1) {
      await held;
      const person = people[turn % people.length];
      if (person !== undefined && turn % 4 === worker) await refresh(person, turn);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
  for (let index = 0; index < USERS / 2; index += 1) {
    people.push(signInAtOld(`late-${index}`));
    await passesAfter(1);
  }

  // The switch, as docs/takeover.md has it: start, hold, wait for the last pass, lead on, release.
  for (let index = 0; index < 2; index += 1)
    servers.push(await createTestServer(settings, { now_ms: Date.now }));
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  await passesAfter(2); // One may have begun before.
  isSwitched = true;
  release();
  const before = people.map(({ refreshes }) => refreshes);
  while (people.some(({ refreshes }, index) => refreshes < (before[index] ?? 0) + 2))
    await new Promise((resolve) => setTimeout(resolve, 5));
  load.abort();
  await Promise.all(workers);
  stop.abort();
  await following;
  await source.close();
  old.close();

  assert.deepEqual(refused, []);
  for (const [index, person] of people.entries()) {
    const server = servers[index % 2];
    assert.ok(server);
    assert.ok(await isActive(server, person.access_token), `${person.subject}'s token`);
    assert.ok(await isSignedIn(server, person), `${person.subject}'s session`);
  }
  await Promise.all(servers.map(({ server }) => server.close()));

  function signInAtOld(subject: string): Person {
    const sid = old.addSession({ subject, remember: true });
    const of = { client_id: client.client_id, subject, sid, scope: ["openid", "offline"] };
    const { consent, access_token, refresh_token = "" } = old.addGrant({ ...of, rotations: 0 });
    return { subject, sid, consent, access_token, refresh_token, refreshes: 0 };
  }

  async function refresh(person: Person, turn: number): Promise<void> {
    if (isSwitched) await refreshHere(person, servers[turn % 2]);
    else refreshAtOld(person);
    person.refreshes += 1;
  }

  /** As the other server does: the refresh token is used, and the chain's access tokens are replaced. */
  function refreshAtOld(person: Person): void {
    const signature = signatureOf(person.refresh_token);
    old.run("update hydra_oauth2_refresh set active = 0 where signature = ?", signature);
    old.run("delete from hydra_oauth2_access where request_id = ?", person.consent.id);
    person.access_token = old.addAccessToken(person.consent);
    person.refresh_token = old.addRefreshToken(person.consent);
  }

  async function refreshHere(person: Person, server: TestServer | undefined): Promise<void> {
    const response = await server?.fetch("http://public.test/oauth2/token", {
      method: "POST",
      headers: { authorization: basic(client.client_id, client.client_secret) },
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: person.refresh_token,
      }),
    });
    const body: { access_token?: string; refresh_token?: string } = await response?.json();
    if (response?.status !== 200) refused.push(`${person.subject}: ${JSON.stringify(body)}`);
    person.access_token = body.access_token ?? "";
    person.refresh_token = body.refresh_token ?? "";
  }

  /** Resolves after so many more passes over the source. */
  async function passesAfter(count: number): Promise<void> {
    const until = passes.length + count;
    while (passes.length < until)
      await Promise.race([following, new Promise((resolve) => setTimeout(resolve, 5))]);
  }
});

async function isActive({ latchkey }: TestServer, token: string): Promise<boolean> {
  return (await latchkey.introspectOAuth2Token({ token })).active;
}

/** Whether the browser's cookie of the other server signs in. */
async function isSignedIn(server: TestServer, { sid }: Person): Promise<boolean> {
  const jar = new Map([[COOKIE, writeSecureCookie(COOKIE, ["sid", sid], cookieKeys)]]);
  const asked = await authorize(openBrowser(server, jar), {
    client_id: client.client_id,
    response_type: "code",
    redirect_uri,
    scope: "openid offline",
    state: "where the shop was",
  });
  const login_challenge = challengeOf(asked, "login");
  return (await server.latchkey.getLoginRequest({ login_challenge })).skip;
}

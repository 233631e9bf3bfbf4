import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { readHandle } from "../../src/crypto/flow-id.ts";
import { createSealer } from "../../src/crypto/sealed.ts";
import { writeInspections } from "../support/inspections.ts";
import { openDatabase, openStore } from "../../src/store/open.ts";
import { integer } from "../../src/store/database/columns.ts";
import { query as sqlQuery } from "../../src/store/database/statement.ts";
import { readForm } from "../interop/form.ts";
import { registerApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-limits-"));
after(() => rmSync(directory, { recursive: true }));
const world = await startTestServer({
  dsn: `sqlite://${join(directory, "limits.sqlite")}`,
  "serve.trusted_proxies": ["127.0.0.0/8"],
  "limits.rate.authorizations": 3,
  "limits.sign_in.failures_per_address": 2,
});
const photos = await registerApp(world.latchkey);
await world.latchkey.createOAuth2Client({
  body: {
    client_id: "machine",
    client_secret: "a secret of the machine",
    grant_types: ["client_credentials"],
  },
});
const { config } = world.server.context;
const FORM = "application/x-www-form-urlencoded";

async function hits(limit: string): Promise<number> {
  const page = await (await world.fetch("http://admin.test/metrics/prometheus")).text();
  const line = page
    .split("\n")
    .find((each) => each.startsWith(`latchkey_limit_hits_total{limit="${limit}"}`));
  return Number(line?.split(" ")[1] ?? 0);
}

const forms: [what: string, path: string, body: string, limit: string][] = [
  [
    "50,000 scopes",
    "public.test/oauth2/token",
    `grant_type=client_credentials&scope=${"a ".repeat(50_000)}`,
    "limits.request.parameter_length",
  ],
  [
    "200 scopes",
    "public.test/oauth2/token",
    `grant_type=client_credentials&scope=${"a+".repeat(200)}`,
    "limits.request.scopes",
  ],
  [
    "beginnings of tokens",
    "public.test/oauth2/token",
    `grant_type=client_credentials&scope=${"eyJ".repeat(10_000)}`,
    "limits.request.parameter_length",
  ],
  [
    "many parameters",
    "public.test/oauth2/token",
    "a=b&".repeat(1_000),
    "limits.request.parameters",
  ],
  [
    "many audiences",
    "public.test/oauth2/token",
    `audience=${"https://x/+".repeat(100)}`,
    "limits.request.audiences",
  ],
  [
    "a very long token",
    "admin.test/oauth2/introspect",
    `token=${"a".repeat(40_000)}`,
    "limits.request.token_length",
  ],
  [
    "a very long token to revoke",
    "public.test/oauth2/revoke",
    `token=${"a".repeat(40_000)}`,
    "limits.request.token_length",
  ],
];

describe("a request that passes a limit", () => {
  for (const [what, place, body, limit] of forms) {
    test(`${what}: 400, names ${limit}, and is counted`, async () => {
      const before = await hits(limit);
      const response = await world.fetch(`http://${place}`, {
        method: "POST",
        body,
        headers: { "content-type": FORM },
      });
      assert.equal(response.status, 400);
      const bodyText = await response.text();
      assert.match(bodyText, /"error":"invalid_request"/);
      assert.ok(bodyText.includes(limit), bodyText);
      assert.equal(await hits(limit), before + 1);
    });
  }

  test("to the authorization endpoint: a page says so, whether it came by GET or by POST", async () => {
    const parameters = new URLSearchParams({
      client_id: "photos",
      state: "s".repeat(9_000),
    }).toString();
    const asked = [
      world.fetch(`http://public.test/oauth2/auth?${parameters}`, { redirect: "manual" }),
      world.fetch("http://public.test/oauth2/auth", {
        method: "POST",
        body: parameters,
        headers: { "content-type": FORM },
        redirect: "manual",
      }),
      world.fetch(`http://public.test/oauth2/sessions/logout?${parameters}`, {
        redirect: "manual",
      }),
    ];
    for (const response of await Promise.all(asked)) {
      assert.equal(response.status, 400);
      assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
      assert.match(await response.text(), /limits\.request\.authorization_length/);
    }
  });

  test("to the device authorization endpoint: all parameters together are limited, as they are stored", async () => {
    const half = "s".repeat(4_500);
    const response = await world.fetch("http://public.test/oauth2/device/auth", {
      method: "POST",
      body: new URLSearchParams({ client_id: "tv", acr_values: half, claims: half }),
    });
    assert.equal(response.status, 400);
    const text = await response.text();
    assert.match(text, /"error":"invalid_request"/);
    assert.match(text, /limits\.request\.authorization_length/);
  });

  test("to the authorization endpoint of the workspace API: likewise", async () => {
    const limit = "limits.request.authorization_length";
    const before = await hits(limit);
    const half = "s".repeat(4_500);
    const query = new URLSearchParams({ client_id: "photos", state: half, scope: half });
    const response = await world.fetch(`http://public.test/v1/oauth/authorize?${query}`);
    assert.equal(response.status, 413);
    assert.match(await response.text(), /limits\.request\.authorization_length/);
    assert.equal(await hits(limit), before + 1);
  });

  test("in a request object: invalid_request_object", async () => {
    const claims = { client_id: "photos", response_type: "code", scope: "a ".repeat(200) };
    const request = `${b64({ alg: "none" })}.${b64(claims)}.`;
    const page = await authorize(openBrowser(world), {
      client_id: "photos",
      response_type: "code",
      request,
    });
    assert.equal(page.status, 400);
    assert.match(await page.text(), /limits\.request\.scopes/);
  });

  test("an ordinary request passes", async () => {
    const tokens = await world.fetch("http://public.test/oauth2/token", {
      method: "POST",
      body: "grant_type=client_credentials",
      headers: {
        "content-type": FORM,
        authorization: `Basic ${btoa(`machine:${encodeURIComponent("a secret of the machine")}`)}`,
      },
    });
    assert.equal(tokens.status, 200);
  });
});

describe("addresses behind a trusted proxy", () => {
  const start = (address: string, headers: Readonly<Record<string, string>> = {}) =>
    world.fetch(`http://public.test/oauth2/auth?${parameters()}`, {
      redirect: "manual",
      headers: { "x-forwarded-for": address, ...headers },
    });
  const parameters = () =>
    new URLSearchParams(
      Object.entries(requestOf(photos)).map(([name, value]) => [name, String(value)]),
    ).toString();

  test("may start so many authorizations a minute, each for itself", async () => {
    for (let time = 0; time < 3; time += 1)
      assert.equal((await start("198.51.100.7, 192.0.2.1")).status, 302);
    const refused = await start("192.0.2.1");
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal((await start("192.0.2.2")).status, 302);
    world.clock.now += 60;
    assert.equal((await start("192.0.2.1")).status, 302);
  });

  test("may start so many logouts a minute", async () => {
    const browser = openBrowser(world);
    await signIn(world, photos, { browser, login: { remember: true } });
    const headers = { "x-forwarded-for": "192.0.2.4" };
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      const asked = await browser.go("http://public.test/oauth2/sessions/logout", { headers });
      statuses.push(asked.status);
    }
    assert.deepEqual(statuses, [302, 302, 302, 429]);
  });

  test("have to wait after failed sign-ins, each for itself", async () => {
    const browser = openBrowser(world);
    const login = locationOf(await authorize(browser, requestOf(photos))).href;
    const guess = async (username: string, address: string): Promise<boolean> => {
      const form = readForm(await (await browser.go(login)).text());
      const csrf = form?.fields.get("csrf") ?? "";
      const body = new URLSearchParams({ csrf, username, password: "a guess" });
      const headers = { "x-forwarded-for": address };
      return (await browser.go(login, { method: "POST", body, headers })).status !== 429;
    };
    assert.ok(await guess("alice", "192.0.2.5"));
    assert.ok(await guess("bob", "192.0.2.5"));
    assert.equal(await guess("carol", "198.51.100.1, 192.0.2.5"), false);
    assert.ok(await guess("carol", "192.0.2.6"));
  });

  test("cannot be hidden by a second header, although the proxy itself has no limit", async () => {
    const statuses: number[] = [];
    for (let time = 1; time <= 5; time += 1) {
      const forged = { forwarded: `for=198.51.100.${time}` };
      statuses.push((await start("192.0.2.3", forged)).status);
    }
    assert.deepEqual(statuses, [302, 302, 302, 429, 429]);
  });

  test("are in the access log and in the inspector", async () => {
    const started = await start("192.0.2.99");
    world.server.context.log.flush();
    assert.ok(world.lines.join("").includes('"address":"192.0.2.99"'));
    await writeInspections(world.server.context);
    const request_id = started.headers.get("x-request-id") ?? "";
    const [flow] = (await world.latchkey.listFlows({ request_id })).flows;
    const { steps } = await world.latchkey.getFlow({ flow_id: flow?.flow_id ?? "" });
    assert.equal(steps[0]?.request.address, "192.0.2.99");
  });
});

test("a long parameter is stored once, and comes back whole from another server", async () => {
  const state = randomBytes(3_000).toString("hex");
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos, { state, login_hint: "alice" }));
  const login_challenge = challengeOf(asked, "login");
  const { sealed, flow } = await storedFlow(login_challenge);
  assert.ok(sealed < 8_500, `${sealed} bytes are stored`);
  assert.equal(flow?.request.state, state);
  assert.equal(flow?.request.login_hint, "alice");
});

/** What the database holds of a flow, read by a store that has not seen it before. */
async function storedFlow(login_challenge: string) {
  const database = await openDatabase(config.dsn);
  const store = await openStore(database, {
    sealer: createSealer(config["secrets.system"]),
    now: world.clock.now,
  });
  const flow_id = readHandle(world.server.context.signer, "login_challenge", login_challenge) ?? "";
  const flow = await store.flows.find(flow_id);
  const length = sqlQuery({
    returns: { size: integer },
    sql: "select max(length(sealed)) as size from flow",
  });
  const [row] = await database.read(() => length({}));
  await store.close();
  return { flow, sealed: row?.size ?? Infinity };
}

function b64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

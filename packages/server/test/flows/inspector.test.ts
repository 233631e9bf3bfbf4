import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Flow, FlowFilter } from "@latchkey/api";
import { writeInspections } from "../support/inspections.ts";
import { countSessions } from "../../src/jobs/session-count.ts";
import { type App, startServerWithApp } from "../support/app.ts";
import {
  acceptNewest,
  ask,
  errorOf,
  newestFor,
  registerBank,
  started,
  WEBHOOK_SECRET,
} from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passConsent,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
  completeFlow,
} from "../support/flow.ts";
import { codesOf, connectDevice, deviceChallenge, poll, registerTv } from "../support/device.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

/** The one flow that a filter finds, with its steps, as of now. */
async function inspect(world: TestServer, filter: FlowFilter): Promise<Flow> {
  await writeInspections(world.server.context);
  const { flows } = await world.latchkey.listFlows(filter);
  assert.equal(flows.length, 1, JSON.stringify(flows));
  return world.latchkey.getFlow({ flow_id: flows[0]?.flow_id ?? "" });
}

const namesOf = (flow: Flow): string[] => flow.steps.map(({ name }) => name);

test("an authorization is a timeline, and can be read while it goes on", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  const challenge = challengeOf(asked, "login");
  const begun = await inspect(world, { challenge });
  assert.deepEqual(namesOf(begun), ["authorize"]);
  assert.equal(begun.outcome, "under_way");
  assert.equal(begun.client_name, "Photos");
  assert.equal(begun.steps[0]?.decided.rule, "login_needed");
  assert.equal(begun.steps[0]?.request_id, asked.headers.get("x-request-id"));

  const { cursor } = await latchkey.listFlows({});
  await latchkey.getLoginRequest({ login_challenge: challenge });
  const loggedIn = await passLogin(world, browser, asked);
  const back = await passConsent(world, browser, loggedIn);
  const { code = "" } = (await answerOf(back)).parameters;
  const tokens = await redeem(world, photos, code);
  assert.ok(tokens.ok);
  await refresh(world, photos, tokens.body.refresh_token);

  await writeInspections(world.server.context);
  const since = await latchkey.listFlows({ after: cursor });
  assert.deepEqual(
    since.flows.map(({ flow_id }) => flow_id),
    [begun.flow_id],
  );
  for (const filter of [
    { client_id: "photos" },
    { subject: "alice" },
    { outcome: "granted" },
    { challenge: challengeOf(loggedIn, "consent") },
    { challenge: code },
    { request_id: tokens.headers.get("x-request-id") ?? "" },
  ] as const) {
    assert.equal((await inspect(world, filter)).flow_id, begun.flow_id, JSON.stringify(filter));
  }
  const flow = await inspect(world, { challenge });
  assert.deepEqual(namesOf(flow), [
    "authorize",
    "login_fetched",
    "login_accepted",
    "after_login",
    "consent_fetched",
    "consent_accepted",
    "after_consent",
    "code_redeemed",
    "refreshed",
  ]);
  assert.equal(flow.subject, "alice");
  assert.equal(flow.headline, "The client refreshed its tokens.");
});

test("steps are written without a request for them", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  await authorize(openBrowser(world), requestOf(photos));
  const deadline = Date.now() + 10_000;
  while ((await latchkey.listFlows({})).flows.length === 0) {
    assert.ok(Date.now() < deadline, "nothing was written down");
    await setTimeout(20);
  }
});

test("a revocation is recorded; one of an unknown token is not", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const { access_token } = await signIn(world, photos);
  const { authorization = "" } = photos;
  for (const token of [access_token, "made up", `lk_rt_${"Q".repeat(60)}`])
    await latchkey.revokeOAuth2Token({ token }, { authorization });
  const flow = await inspect(world, {});
  assert.equal(flow.steps.at(-1)?.name, "revoked");
  assert.equal(flow.headline, "The client revoked its tokens.");
});

test("a remembered login and a remembered consent are explained as such", async () => {
  const { world, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  const login = { remember: true };
  await completeFlow(world, photos, { browser, login, consent: { remember: true } });
  const asked = await authorize(browser, requestOf(photos));
  const loggedIn = await passLogin(world, browser, asked, login);
  assert.equal(loggedIn.status, 302);
  const flow = await inspect(world, { challenge: challengeOf(asked, "login") });
  const rules = flow.steps.map(({ decided }) => decided.rule);
  assert.deepEqual(rules, ["login_remembered", "login_accepted", "consent_remembered"]);
});

test("the request id on an error page leads to the flow that never began, its cause and its fix", async () => {
  const { world } = await startServerWithApp();
  const params = { client_id: "photos", response_type: "code", redirect_uri: "https://m.example/" };
  const page = await authorize(openBrowser(world), params);
  const text = await page.text();
  const request_id = page.headers.get("x-request-id") ?? "";
  assert.ok(request_id !== "" && text.includes(request_id), "the page shows its request id");
  const flow = await inspect(world, { request_id });
  assert.equal(flow.outcome, "failed");
  assert.match(flow.headline, /redirect_uri is not registered for the client/);
  assert.ok(JSON.stringify(flow.steps[0]).includes("https://m.example/"), "what was sent is shown");
  assert.doesNotMatch(text, /m\.example/, "to the operator, and not on the page");
  assert.match(flow.fix ?? "", /redirect_uris/);
  assert.deepEqual(flow.steps[0]?.decided.rule, "redirect_uri_not_registered");
  assert.equal(flow.steps[0]?.decided.reference, "RFC 6749 §3.1.2.3");
});

test("malformed requests do not prevent others from being recorded", async () => {
  const { world, photos } = await startServerWithApp();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (const body of [
    "client_id=%00%ff%zz&grant_type=authorization_code&code=%00",
    `client_id=${"x".repeat(5_000)}&grant_type=refresh_token&refresh_token=lk_rt_${"A".repeat(22)}`,
    "grant_type=authorization_code&client_id=lk_at_0123456789",
  ]) {
    await world.fetch("http://public.test/oauth2/token", { method: "POST", headers, body });
  }
  const asked = await authorize(openBrowser(world), requestOf(photos));
  await inspect(world, { challenge: challengeOf(asked, "login") });
  assert.deepEqual(
    world.lines.filter((line) => line.includes("job failed")),
    [],
  );
});

const refusals: [string, RegExp, (world: TestServer, code: string) => unknown][] = [
  [
    "code_verifier_mismatch",
    /code_verifier/,
    (world, code) => redeem(world, app, code, { code_verifier: "w".repeat(43) }),
  ],
  [
    "redirect_uri_mismatch",
    /same redirect_uri/,
    (world, code) => redeem(world, app, code, { redirect_uri: "https://photos.example/elsewhere" }),
  ],
  [
    "secret_mismatch",
    /current client secret/,
    (world, code) =>
      redeem(world, { ...app, authorization: `Basic ${btoa("photos:wrong-secret-by-far")}` }, code),
  ],
];
let app: App;

for (const [rule, fix, attempt] of refusals) {
  test(`a rejected code is explained: ${rule}`, async () => {
    const { world, photos } = await startServerWithApp();
    app = photos;
    const params = { code_challenge: challengeFor("v".repeat(43)), code_challenge_method: "S256" };
    const code = await codeFor(world, photos, { params });
    await attempt(world, code);
    const flow = await inspect(world, { challenge: code });
    assert.equal(flow.steps.at(-1)?.name, "code_refused");
    assert.equal(flow.steps.at(-1)?.decided.rule, rule);
    assert.equal(flow.outcome, "failed");
    assert.match(flow.fix ?? "", fix);
  });
}

test("a device, its browser and its tokens are one timeline, without the polling in between", async () => {
  const world = await startTestServer();
  const tv = await registerTv(world.latchkey);
  const { device_code, user_code } = await codesOf(world, tv);
  await poll(world, tv, device_code);
  await connectDevice(world, user_code);
  assert.ok((await poll(world, tv, device_code)).ok);
  const flow = await inspect(world, { challenge: device_code });
  assert.deepEqual(namesOf(flow), [
    "device_asked",
    "user_code_accepted",
    "after_user_code",
    "login_accepted",
    "after_login",
    "consent_fetched",
    "consent_accepted",
    "after_consent",
    "device_code_redeemed",
  ]);
  assert.deepEqual(
    [flow.outcome, flow.client_name, flow.subject],
    ["granted", "Photos TV", "alice"],
  );
  assert.equal(flow.headline, "The device received its tokens.");
  for (const { decided } of flow.steps) assert.notEqual(decided.because, "The request was valid.");
  assert.ok(!JSON.stringify(flow).includes(user_code));
});

test("the refusals of a device are explained", async () => {
  const world = await startTestServer();
  const tv = await registerTv(world.latchkey);
  const { device_code, user_code } = await codesOf(world, tv);
  const device_challenge = await deviceChallenge(openBrowser(world));
  await world.latchkey.call("getUserCodeRequest", { device_challenge, user_code: "BCDF-GHJK" });
  await poll(world, tv, device_code);
  await poll(world, tv, device_code);
  const slow = await inspect(world, { challenge: device_code });
  assert.deepEqual(namesOf(slow), ["device_asked", "device_code_refused"]);
  assert.deepEqual(
    [slow.steps[1]?.decided.rule, slow.steps[1]?.decided.reference],
    ["device_polls_too_fast", "RFC 8628 §3.5"],
  );
  await world.latchkey.rejectUserCodeRequest({ device_challenge, body: { user_code } });
  await poll(world, tv, device_code);
  const denied = await inspect(world, { challenge: device_code });
  assert.equal(denied.outcome, "refused");
  const [guess] = (await world.latchkey.listFlows({ outcome: "failed" })).flows;
  assert.match(guess?.headline ?? "", /No device waits for this user code/);
});

const backchannel = {
  "urls.backchannel_authentication": "http://127.0.0.1:1/no-app-listens-here",
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
};

test("a backchannel authentication and its tokens are one timeline, without the polling", async () => {
  const world = await startTestServer(backchannel);
  const bank = await registerBank(world.latchkey);
  const { auth_req_id } = await started(world, bank, { binding_message: "a message for alice" });
  assert.equal(await errorOf(world, bank, auth_req_id), "authorization_pending");
  const { challenge: backchannel_challenge } = await newestFor(world);
  await world.latchkey.getBackchannelRequest({ backchannel_challenge });
  await acceptNewest(world);
  assert.equal(await errorOf(world, bank, auth_req_id), undefined);
  const flow = await inspect(world, { challenge: auth_req_id });
  assert.deepEqual(namesOf(flow), [
    "backchannel_asked",
    "backchannel_fetched",
    "backchannel_accepted",
    "auth_req_id_redeemed",
  ]);
  assert.deepEqual([flow.outcome, flow.client_name, flow.subject], ["granted", "Bank", "alice"]);
  assert.equal(flow.headline, "The client received its tokens.");
  for (const { decided } of flow.steps) assert.notEqual(decided.because, "The request was valid.");
  for (const secret of [auth_req_id, backchannel_challenge, "a message for alice"])
    assert.ok(!JSON.stringify(flow).includes(secret));
  const byChallenge = await inspect(world, { challenge: backchannel_challenge });
  assert.equal(byChallenge.flow_id, flow.flow_id);
});

test("the refusals of a backchannel authentication are explained", async () => {
  const world = await startTestServer(backchannel);
  const bank = await registerBank(world.latchkey);
  const { auth_req_id } = await started(world, bank);
  for (const error of ["authorization_pending", "slow_down"])
    assert.equal(await errorOf(world, bank, auth_req_id), error);
  const slow = await inspect(world, { challenge: auth_req_id });
  assert.deepEqual(namesOf(slow), ["backchannel_asked", "auth_req_id_refused"]);
  assert.deepEqual(
    [slow.steps[1]?.decided.rule, slow.steps[1]?.decided.reference],
    ["backchannel_polls_too_fast", "OpenID CIBA Core §11"],
  );
  const { challenge: backchannel_challenge } = await newestFor(world);
  await world.latchkey.rejectBackchannelRequest({ backchannel_challenge });
  assert.equal(await errorOf(world, bank, auth_req_id), "access_denied");
  assert.equal((await inspect(world, { challenge: auth_req_id })).outcome, "refused");
  await ask(world, bank, { scope: "offline" });
  await writeInspections(world.server.context);
  const [failed] = (await world.latchkey.listFlows({ outcome: "failed" })).flows;
  assert.match(failed?.headline ?? "", /must contain openid/);
});

test("a denial by the user is not a failure", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  const body = { error: "access_denied", error_description: "Not today." };
  const { redirect_to } = await latchkey.rejectLoginRequest({ login_challenge, body });
  await browser.go(redirect_to);
  const flow = await inspect(world, { challenge: login_challenge });
  assert.deepEqual(namesOf(flow), ["authorize", "login_rejected", "after_login"]);
  assert.deepEqual([flow.outcome, flow.headline], ["refused", "Not today."]);
});

test("a reload after the client got its response does not change the outcome", async () => {
  const { world, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  const { latchkey } = world;
  const login_challenge = challengeOf(asked, "login");
  const first = await latchkey.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
  await passConsent(world, browser, await browser.go(first.redirect_to));
  await browser.go(first.redirect_to);
  const flow = await inspect(world, { challenge: login_challenge });
  assert.equal(flow.steps.at(-1)?.decided.rule, "already_used");
  assert.equal(flow.outcome, "granted");
});

test("no secret of a flow is stored by the inspector", async () => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-inspector-"));
  const path = join(directory, "masks.sqlite");
  const { world, photos, latchkey } = await startServerWithApp({ dsn: `sqlite://${path}` });
  after(() => rmSync(directory, { recursive: true }));
  const browser = openBrowser(world);
  const [verifier, wrong_verifier] = [aSecret(), aSecret()];
  const [card, pin, note] = [aSecret(), aSecret(), aSecret()];
  const params = {
    state: aSecret(),
    nonce: aSecret(),
    code_challenge: challengeFor(verifier),
    code_challenge_method: "S256",
    response_type: "code",
    login_hint: aSecret(),
  };
  const asked = await authorize(browser, requestOf(photos, params));
  const cookies = [...browser.cookies.values()];
  const consent = { session: { id_token: { card } }, context: { note } };
  const loggedIn = await passLogin(world, browser, asked, { context: { pin } });
  const back = await passConsent(world, browser, loggedIn, consent);
  const { code = "" } = (await answerOf(back)).parameters;
  await redeem(world, photos, code, { code_verifier: wrong_verifier });
  const tokens = await redeem(world, photos, code, { code_verifier: verifier });
  assert.ok(tokens.ok);
  const { access_token, refresh_token = "", id_token = "" } = tokens.body;
  await refresh(world, photos, refresh_token, { scope: access_token });
  await authorize(browser, requestOf(photos, { scope: `openid ${refresh_token}`, [code]: code }));
  await browser.go(`http://public.test/oauth2/sessions/logout?id_token_hint=${id_token}&state=abc`);
  await writeInspections(world.server.context);

  const database = new DatabaseSync(path, { readOnly: true });
  const flows = database.prepare("select * from inspected_flow").all();
  const steps = database.prepare("select * from inspected_step").all();
  database.close();
  assert.ok(flows.length >= 2 && steps.length >= 10, "there is something to look at");
  const kept = JSON.stringify([flows, steps]);
  const { flows: listed } = await latchkey.listFlows({});
  const shown = await Promise.all(listed.map(({ flow_id }) => latchkey.getFlow({ flow_id })));
  const secret = atob(photos.authorization?.split(" ")[1] ?? "").split(":")[1] ?? "";
  const secrets: Readonly<Record<string, string>> = {
    state: params.state,
    nonce: params.nonce,
    code_challenge: params.code_challenge,
    login_hint: params.login_hint,
    verifier,
    wrong_verifier,
    code: beyondName(code),
    access_token: beyondName(access_token),
    refresh_token: beyondName(refresh_token),
    id_token,
    secret,
    authorization: photos.authorization?.slice("Basic ".length) ?? "",
    login_challenge: beyondName(challengeOf(asked, "login")),
    consent_challenge: beyondName(challengeOf(loggedIn, "consent")),
    card,
    pin,
    note,
    cookies: cookies.map(beyondName).join(""),
  };
  for (const [name, value] of Object.entries(secrets)) {
    assert.ok(value.length > 15, name);
    for (const part of partsOf(value)) {
      assert.ok(!kept.includes(part), `${name} is in the database: ${part}`);
      assert.ok(!JSON.stringify(shown).includes(part), `${name} is shown: ${part}`);
    }
  }
});

/** A mask lets six characters through. One more is too many. */
function partsOf(secret: string): string[] {
  return Array.from({ length: secret.length - 6 }, (_, at) => secret.slice(at, at + 7));
}

/** What is secret about a handle or token of ours: it begins with the name of its flow, which is none. */
function beyondName(text: string): string {
  return text.replace(/^lk_[a-z]+_/, "").slice(22);
}

test("of too many flows some are observed completely, and of the others only failures", async () => {
  const { world, latchkey, photos } = await startServerWithApp({ "inspector.flows_per_second": 2 });
  const codes = [];
  for (let count = 0; count < 4; count += 1) codes.push(await codeFor(world, photos));
  await writeInspections(world.server.context);
  assert.equal((await latchkey.listFlows({})).flows.length, 2);

  const last = codes.at(-1) ?? "";
  await redeem(world, photos, last, { redirect_uri: "https://photos.example/elsewhere" });
  const flow = await inspect(world, { challenge: last });
  assert.deepEqual(namesOf(flow), ["code_refused"]);
});

test("tokens that a client gets for itself are no authorization", async () => {
  const { world, latchkey } = await startServerWithApp();
  await latchkey.createOAuth2Client({
    body: {
      client_id: "robot",
      client_secret: "a robot's secret",
      grant_types: ["client_credentials"],
    },
  });
  const form = { grant_type: "client_credentials", client_id: "robot" };
  const reply = await latchkey.call("oauth2Token", form, {
    authorization: `Basic ${btoa("robot:a+robot's+secret")}`,
  });
  assert.equal(reply.status, 200);
  await writeInspections(world.server.context);
  assert.deepEqual((await latchkey.listFlows({})).flows, []);
});

test("a lifespan of 0 stores nothing", async () => {
  const { world, latchkey, photos } = await startServerWithApp({ "inspector.lifespan": 0 });
  await signIn(world, photos);
  await writeInspections(world.server.context);
  assert.deepEqual((await latchkey.listFlows({})).flows, []);
});

test("an unfinished flow is abandoned when its request expires, and deleted after inspector.lifespan", async () => {
  const { world, clock, latchkey, photos } = await startServerWithApp({
    "ttl.login_consent_request": "10m",
    "inspector.lifespan": "30m",
  });
  await authorize(openBrowser(world), requestOf(photos));
  await writeInspections(world.server.context);
  clock.now += 601;
  const { flows } = await latchkey.listFlows({ outcome: "abandoned" });
  assert.deepEqual(
    flows.map(({ outcome }) => outcome),
    ["abandoned"],
  );
  assert.deepEqual((await latchkey.listFlows({ outcome: "under_way" })).flows, []);
  clock.now += 1_200;
  assert.deepEqual((await latchkey.listFlows({})).flows, []);
});

test("tokens refreshed after the record of the login was deleted are found by client and subject", async () => {
  const { world, clock, photos } = await startServerWithApp({ "inspector.lifespan": "10m" });
  const { refresh_token } = await signIn(world, photos);
  await writeInspections(world.server.context);
  clock.now += 1_000;
  await refresh(world, photos, refresh_token);
  const flow = await inspect(world, { subject: "alice", client_id: "photos" });
  assert.deepEqual([flow.headline, flow.outcome], ["The client refreshed its tokens.", "granted"]);
});

test("a logout is a timeline too", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  await completeFlow(world, photos, { browser, login: { remember: true } });
  const asked = await browser.go("http://public.test/oauth2/sessions/logout");
  const logout_challenge = challengeOf(asked, "logout");
  const { redirect_to } = await latchkey.acceptLogoutRequest({ logout_challenge });
  await browser.go(redirect_to);
  const flow = await inspect(world, { challenge: logout_challenge });
  assert.deepEqual([flow.kind, flow.subject, flow.outcome], ["logout", "alice", "granted"]);
  assert.deepEqual(namesOf(flow), ["logout", "logout_accepted", "after_logout"]);
});

test("the request id on an error page finds its flow", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  const challenge = challengeOf(asked, "login");
  await passLogin(world, browser, asked);
  const page = await browser.go(`http://public.test/login?login_challenge=${challenge}`);
  const request_id = page.headers.get("x-request-id") ?? "";
  assert.equal(page.status, 409);
  assert.ok((await page.text()).includes(request_id));
  const flow = await inspect(world, { request_id });
  const step = flow.steps.find((each) => each.request_id === request_id);
  assert.deepEqual([step?.name, step?.decided.rule], ["login_not_shown", "already_used"]);
  assert.deepEqual((await latchkey.listFlows({ challenge })).flows[0]?.flow_id, flow.flow_id);
});

test("the metrics count tokens by kind, refusals by cause, and sessions", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  await signIn(world, photos, { login: { remember: true } });
  await redeem(world, photos, "lk_ac_made-up");
  await countSessions(world.server.context);
  const metrics = await latchkey.prometheus();
  for (const line of [
    'latchkey_access_tokens_issued_total{grant_type="authorization_code"} 1',
    "latchkey_refresh_tokens_issued_total 1",
    "latchkey_id_tokens_issued_total 1",
    "latchkey_login_sessions 1",
    'latchkey_refusals_total{error="invalid_grant"} 1',
  ]) {
    assert.ok(metrics.includes(`${line}\n`), line);
  }
});

test("an invalid query is explained", async () => {
  const { latchkey, fetch } = await startServerWithApp();
  for (const query of ["outcome=splendid", "after=yesterday"]) {
    const reply = await fetch(`http://admin.test/inspector/flows?${query}`);
    assert.equal(reply.status, 400, query);
  }
  assert.equal((await latchkey.call("getFlow", { flow_id: "nobody" })).status, 404);
  assert.deepEqual((await latchkey.listFlows({ challenge: "made-up" })).flows, []);
});

function aSecret(): string {
  return randomBytes(32).toString("base64url");
}

function challengeFor(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

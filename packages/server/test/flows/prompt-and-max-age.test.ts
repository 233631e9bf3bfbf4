import assert from "node:assert/strict";
import { test } from "node:test";
import type { AcceptLoginRequest, AuthorizationRequest } from "@latchkey/api";
import { decodeJwt } from "jose";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { anHourAfterLogin, HOUR } from "./an-hour-after-login.ts";

type Login = "skipped" | "asked" | "login_required" | "invalid_request";

/** §6.4: whether alice is known, must log in, or the client is refused. */
const rows: [string, AuthorizationRequest, Login][] = [
  ["nothing said", {}, "skipped"],
  ["prompt=login", { prompt: "login" }, "asked"],
  ["prompt=select_account, which is a login", { prompt: "select_account" }, "asked"],
  ["prompt=login consent", { prompt: "login consent" }, "asked"],
  ["prompt=consent", { prompt: "consent" }, "skipped"],
  ["prompt=none", { prompt: "none" }, "skipped"],
  ["max_age an hour", { max_age: HOUR }, "skipped"],
  ["max_age a second less", { max_age: HOUR - 1 }, "asked"],
  ["max_age zero, which is a login", { max_age: 0 }, "asked"],
  ["max_age too short and prompt=none", { max_age: 60, prompt: "none" }, "login_required"],
  ["max_age zero and prompt=none", { max_age: 0, prompt: "none" }, "login_required"],
];

for (const [reason, params, expected] of rows) {
  test(`${reason}: alice's login is ${expected}`, async () => {
    const { latchkey, photos, browser } = await anHourAfterLogin();
    const asked = await authorize(browser, requestOf(photos, { scope: "openid", ...params }));
    const { parameters } = await answerOf(asked);
    if (parameters["error"]) return assert.equal(parameters["error"], expected);
    const login_challenge = challengeOf(asked, "login");
    const { skip, subject } = await latchkey.getLoginRequest({ login_challenge });
    assert.equal(skip ? "skipped" : "asked", expected);
    assert.equal(subject, skip ? "alice" : "");
    return undefined;
  });
}

test("max_age=0 requires a login even in the same second", async () => {
  const { world, latchkey, photos, browser } = await anHourAfterLogin();
  const login = { remember: true };
  await signIn(world, photos, { browser, params: { prompt: "login" }, login });
  const skipFor = async (max_age: number) => {
    const asked = await authorize(browser, requestOf(photos, { max_age }));
    const login_challenge = challengeOf(asked, "login");
    return (await latchkey.getLoginRequest({ login_challenge })).skip;
  };
  assert.deepEqual([await skipFor(1), await skipFor(0)], [true, false]);
  const silent = await authorize(browser, requestOf(photos, { max_age: 0, prompt: "none" }));
  assert.equal((await answerOf(silent)).parameters["error"], "login_required");
});

test("max_age counts in fractions of a second, from the whole second of auth_time", async () => {
  let now_ms = 1_800_000_000_700;
  const real = await startTestServer({}, { now_ms: () => now_ms });
  const app = await registerApp(real.latchkey);
  const browser = openBrowser(real);
  await signIn(real, app, { browser, login: { remember: true } });
  const skip = async () => {
    const asked = await authorize(browser, requestOf(app, { max_age: 1 }));
    const login_challenge = challengeOf(asked, "login");
    return (await real.latchkey.getLoginRequest({ login_challenge })).skip;
  };
  assert.equal(await skip(), true);
  now_ms += 1000;
  assert.equal(await skip(), false);
});

test("without a session prompt=none is login_required, and every other prompt asks", async () => {
  const { world, latchkey, photos } = await anHourAfterLogin();
  const none = await authorize(openBrowser(world), requestOf(photos, { prompt: "none" }));
  assert.equal((await answerOf(none)).parameters["error"], "login_required");
  const login_challenge = challengeOf(
    await authorize(openBrowser(world), requestOf(photos)),
    "login",
  );
  assert.equal((await latchkey.getLoginRequest({ login_challenge })).skip, false);
});

test("a hint of alice matches her session, and the login provider gets its claims", async () => {
  const { latchkey, photos, browser, id_token } = await anHourAfterLogin();
  const asked = await authorize(browser, requestOf(photos, { id_token_hint: id_token }));
  const login_challenge = challengeOf(asked, "login");
  const { skip, oidc_context } = await latchkey.getLoginRequest({ login_challenge });
  assert.ok(skip);
  assert.equal(oidc_context.id_token_hint_claims?.["sub"], "alice");
});

test("a hint for alice is refused to bob, at once where he is remembered and after his login where not", async () => {
  const { world, photos, id_token } = await anHourAfterLogin();
  const bobs = openBrowser(world);
  await signIn(world, photos, { browser: bobs, login: { subject: "bob", remember: true } });
  const params = requestOf(photos, { id_token_hint: id_token });
  const known = await answerOf(await authorize(bobs, params));
  assert.equal(known.parameters["error"], "login_required");

  const fresh = openBrowser(world);
  const login = { subject: "bob", remember: true };
  const refused = await passLogin(world, fresh, await authorize(fresh, params), login);
  assert.equal((await answerOf(refused)).parameters["error"], "login_required");
  const asked = await authorize(fresh, requestOf(photos, { prompt: "none" }));
  const after = await answerOf(asked);
  assert.equal(after.parameters["error"], "login_required", "and nothing of him is remembered");
});

/** §6.6: the login provider's yes held against the request. */
const answers: [string, AuthorizationRequest, Partial<AcceptLoginRequest>][] = [
  ["prompt=login and a fresh login", { prompt: "login" }, {}],
  ["prompt=login and another user", { prompt: "login" }, { subject: "bob" }],
  ["max_age and a fresh login", { max_age: 10 }, {}],
  ["prompt=none and the remembered login", { prompt: "none" }, {}],
];

for (const [reason, params, login] of answers) {
  test(`${reason}: the flow goes on`, async () => {
    const { world, photos, browser } = await anHourAfterLogin();
    const request = requestOf(photos, { scope: "openid", ...params });
    const asked = await authorize(browser, request);
    const response = await passLogin(world, browser, asked, login);
    assert.equal((await answerOf(response)).parameters["error"], undefined);
    assert.ok(challengeOf(response, "consent"));
  });
}

test("the auth_time of a skipped login is that of the login it stands for", async () => {
  const { world, photos, browser, clock } = await anHourAfterLogin();
  const authTime = async (params: AuthorizationRequest) => {
    const { id_token = "" } = await signIn(world, photos, { browser, params });
    return decodeJwt(id_token)["auth_time"];
  };
  assert.equal(await authTime({}), clock.now - HOUR);
  assert.equal(await authTime({ max_age: HOUR }), clock.now - HOUR);
  assert.equal(await authTime({ prompt: "login" }), clock.now);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  redeem,
  requestOf,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";
import { assertErrorWithRedirect } from "./error-with-redirect.ts";

const HOUR = 3600;

async function begin() {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey);
  const browser = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  return { ...world, world, photos, browser, asked, login_challenge: challengeOf(asked, "login") };
}

test("a repeated acceptance of one user has the same redirect, and the last one counts", async () => {
  const { world, latchkey, photos, browser, login_challenge } = await begin();
  const first = await latchkey.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
  const again = await latchkey.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
  await latchkey.rejectLoginRequest({ login_challenge });
  const last = await latchkey.acceptLoginRequest({ login_challenge, body: { subject: "bob" } });
  assert.deepEqual(again, first);
  assert.notDeepEqual(last, first, "the verifier of one user is not that of another");
  assert.equal((await latchkey.call("getLoginRequest", { login_challenge })).status, 200);

  const loggedIn = await browser.go(last.redirect_to);
  const consent_challenge = challengeOf(loggedIn, "consent");
  const body = { grant_scope: ["openid"] };
  const yes = await latchkey.acceptConsentRequest({ consent_challenge, body });
  const no = await latchkey.rejectConsentRequest({ consent_challenge });
  assert.deepEqual(no, yes);
  const { parameters } = await answerOf(await passConsent(world, browser, loggedIn));
  const reply = await redeem(world, photos, parameters["code"] ?? "");
  assert.ok(reply.ok && reply.body.id_token);
  assert.equal(reply.body.scope, "openid offline");
  assert.equal(decodeJwt(reply.body.id_token).sub, "bob");
});

test("a refusal after an acceptance counts", async () => {
  const { latchkey, browser, login_challenge } = await begin();
  await latchkey.acceptLoginRequest({ login_challenge, body: { subject: "alice" } });
  const { redirect_to } = await latchkey.rejectLoginRequest({ login_challenge });
  const { parameters } = await answerOf(await browser.go(redirect_to));
  assert.equal(parameters["error"], "access_denied");
});

test("once the browser used the answer, a conflict leads back to the start", async () => {
  const { world, latchkey, photos, browser, asked, login_challenge } = await begin();
  const loggedIn = await passLogin(world, browser, asked);
  const consent_challenge = challengeOf(loggedIn, "consent");
  const body = { subject: "alice" };
  const afterLogin = [
    await latchkey.call("getLoginRequest", { login_challenge }),
    await latchkey.call("acceptLoginRequest", { login_challenge, body }),
    await latchkey.call("rejectLoginRequest", { login_challenge }),
  ];
  await passConsent(world, browser, loggedIn);
  const afterConsent = [
    await latchkey.call("getConsentRequest", { consent_challenge }),
    await latchkey.call("acceptConsentRequest", { consent_challenge }),
    await latchkey.call("rejectConsentRequest", { consent_challenge }),
  ];
  for (const reply of [...afterLogin, ...afterConsent]) {
    const redirect_to = assertErrorWithRedirect(reply, 409, "conflict");
    const restarted = await browser.go(redirect_to);
    const fresh = challengeOf(restarted, "login");
    assert.notEqual(fresh, login_challenge);
    const { client, requested_scope } = await latchkey.getLoginRequest({ login_challenge: fresh });
    assert.equal(client.client_id, photos.client_id);
    assert.deepEqual(requested_scope, ["openid", "offline"]);
  }
});

test("a challenge that expired is not found, but leads back to the start while that is known", async () => {
  const { world, latchkey, browser, asked, clock, login_challenge } = await begin();
  const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
  const other = openBrowser(world);
  const waiting = challengeOf(await authorize(other, requestOf(await anApp(world))), "login");

  clock.now += HOUR - 1;
  assert.equal((await latchkey.call("getLoginRequest", { login_challenge: waiting })).status, 200);
  assert.equal((await latchkey.call("getConsentRequest", { consent_challenge })).status, 200);
  clock.now += 1;
  const body = { subject: "alice" };
  const replies = [
    await latchkey.call("getLoginRequest", { login_challenge: waiting }),
    await latchkey.call("acceptLoginRequest", { login_challenge: waiting, body }),
    await latchkey.call("rejectLoginRequest", { login_challenge: waiting }),
    await latchkey.call("getConsentRequest", { consent_challenge }),
    await latchkey.call("acceptConsentRequest", { consent_challenge }),
    await latchkey.call("rejectConsentRequest", { consent_challenge }),
  ];
  for (const reply of replies) {
    const restarted = await browser.go(assertErrorWithRedirect(reply, 404, "not_found"));
    assert.notEqual(challengeOf(restarted, "login"), login_challenge);
  }
});

test("a browser that returns too late causes an error at the client", async () => {
  const { latchkey, browser, clock, login_challenge } = await begin();
  const body = { subject: "alice" };
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  clock.now += HOUR;
  const { parameters } = await answerOf(await browser.go(redirect_to));
  assert.equal(parameters["error"], "request_unauthorized");
  assert.equal(parameters["state"], "where photos was");
});

test("a request that came by POST can be started again too", async () => {
  const { latchkey, photos, browser } = await begin();
  const { state = "", redirect_uri = "" } = requestOf(photos);
  const form = { client_id: "photos", response_type: "code", scope: "openid", state, redirect_uri };
  const asked = await browser.go("http://public.test/oauth2/auth", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
  const login_challenge = challengeOf(asked, "login");
  const { request_url } = await latchkey.getLoginRequest({ login_challenge });
  const again = challengeOf(await browser.go(request_url), "login");
  const { requested_scope } = await latchkey.getLoginRequest({ login_challenge: again });
  assert.deepEqual(requested_scope, ["openid"]);
});

function anApp({ latchkey }: Pick<Awaited<ReturnType<typeof begin>>, "latchkey">) {
  return registerApp(latchkey, { client_id: "letters" });
}

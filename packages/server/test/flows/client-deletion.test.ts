import assert from "node:assert/strict";
import { test } from "node:test";
import { bearer } from "@latchkey/client";
import { isActive } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  codeFor,
  passLogin,
  redeem,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const client_secret = "the same secret as ever";

/** Photos has tokens, a code, and people at login and at consent; then it is deleted. */
async function deleteInTheMiddle() {
  const world = await startTestServer();
  const { latchkey } = world;
  const photos = await registerApp(latchkey, { client_secret });
  const browser = openBrowser(world);
  const remember = { login: { remember: true }, consent: { remember: true } };
  const tokens = await signIn(world, photos, { browser, ...remember });
  const code = await codeFor(world, photos);
  const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
  const accept = { login_challenge, body: { subject: "alice" } };
  const verified = await latchkey.acceptLoginRequest(accept);
  const other = openBrowser(world);
  const atConsent = await passLogin(world, other, await authorize(other, requestOf(photos)));
  const consent_challenge = challengeOf(atConsent, "consent");
  await latchkey.deleteOAuth2Client({ id: "photos" });
  const redirect_to = verified.redirect_to;
  const left = { tokens, code, login_challenge, consent_challenge, redirect_to };
  return { ...world, world, photos, browser, left };
}

for (const revived of [false, true]) {
  const name = revived ? "a namesake inherits nothing" : "nothing is left";

  test(`a client is deleted: ${name}`, async () => {
    const { world, latchkey, photos, browser, left } = await deleteInTheMiddle();
    if (revived) await registerApp(latchkey, { client_secret });
    const { tokens, code, login_challenge, consent_challenge } = left;

    assert.equal(await isActive(latchkey, tokens.access_token), false);
    assert.equal(await isActive(latchkey, tokens.refresh_token ?? ""), false);
    const person = await latchkey.call(
      "userinfo",
      {},
      { authorization: bearer(tokens.access_token) },
    );
    assert.equal(person.status, 401);
    const [status, error] = revived ? [400, "invalid_grant"] : [401, "invalid_client"];
    for (const reply of [
      await redeem(world, photos, code),
      await refresh(world, photos, tokens.refresh_token),
    ]) {
      assert.equal(reply.status, status);
      assert.equal(Reflect.get(Object(reply.body), "error"), error);
    }

    const subject = "alice";
    const login = await latchkey.call("getLoginRequest", { login_challenge });
    const accepted = await latchkey.call("acceptLoginRequest", {
      login_challenge,
      body: { subject },
    });
    const consent = await latchkey.call("getConsentRequest", { consent_challenge });
    for (const reply of [login, accepted, consent]) assertRefused(reply, 404, "not_found");
    const page = await browser.go(left.redirect_to);
    assert.equal(page.status, 401);
    assert.ok((await page.text()).includes("invalid_client"));

    const list = await latchkey.call("listSubjectConsentSessions", { subject });
    assert.deepEqual(list.body, []);
  });

  test(`a client is deleted: ${name}, and nothing is counted`, async () => {
    const { latchkey } = await deleteInTheMiddle();
    if (revived) await registerApp(latchkey, { client_secret });
    const list = await latchkey.call("listSubjectConsentSessions", { subject: "alice" });
    assert.equal(list.headers.get("x-total-count"), "0");
  });
}

test("a namesake must ask alice anew", async () => {
  const { world, latchkey, browser } = await deleteInTheMiddle();
  const namesake = await registerApp(latchkey, { client_secret });
  const asked = await authorize(browser, requestOf(namesake));
  const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
  assert.equal((await latchkey.getConsentRequest({ consent_challenge })).skip, false);
  const silent = await authorize(browser, requestOf(namesake, { prompt: "none" }));
  const { parameters } = await answerOf(await passLogin(world, browser, silent));
  assert.equal(parameters["error"], "consent_required");
});

test("a redirect URI that the client no longer has gets neither a code nor an error", async () => {
  const world = await startTestServer();
  const { latchkey } = world;
  const photos = await registerApp(latchkey);
  const browser = openBrowser(world);
  const login = { subject: "alice" };
  const atLogin = challengeOf(await authorize(browser, requestOf(photos)), "login");
  const loggedIn = await latchkey.acceptLoginRequest({ login_challenge: atLogin, body: login });
  const asked = await passLogin(world, browser, await authorize(browser, requestOf(photos)), login);
  const consent_challenge = challengeOf(asked, "consent");
  const denied = await latchkey.rejectConsentRequest({ consent_challenge });
  const allowed = await latchkey.acceptConsentRequest({ consent_challenge });

  const client = await latchkey.getOAuth2Client({ id: "photos" });
  const redirect_uris = ["https://photos.example/other"];
  await latchkey.updateOAuth2Client({ id: "photos", body: { ...client, redirect_uris } });
  for (const { redirect_to } of [loggedIn, denied, allowed]) {
    const page = await browser.go(redirect_to);
    assert.equal(page.status, 401);
    assert.equal(page.headers.get("location"), null);
  }
});

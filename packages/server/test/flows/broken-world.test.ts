import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, passLogin, redeem, requestOf, signIn } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

test("without a database every user operation is temporarily_unavailable and reveals nothing else", async () => {
  const world = await startTestServer();
  const { latchkey, server } = world;
  const photos = await registerApp(latchkey);
  const browser = openBrowser(world);
  const {
    id_token = "",
    access_token,
    refresh_token = "",
  } = await signIn(world, photos, {
    browser,
    login: { remember: true },
  });
  const asked = await authorize(browser, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  const consent_challenge = challengeOf(await passLogin(world, browser, asked), "consent");
  const leaving = `http://public.test/oauth2/sessions/logout?id_token_hint=${id_token}`;
  const logout_challenge = challengeOf(await browser.go(leaving), "logout");
  await server.close();
  server.close = () => Promise.resolve();

  const subject = "alice";
  const replies = [
    await latchkey.call("getLoginRequest", { login_challenge }),
    await latchkey.call("acceptLoginRequest", { login_challenge, body: { subject } }),
    await latchkey.call("rejectLoginRequest", { login_challenge }),
    await latchkey.call("getConsentRequest", { consent_challenge }),
    await latchkey.call("acceptConsentRequest", { consent_challenge }),
    await latchkey.call("rejectConsentRequest", { consent_challenge }),
    await latchkey.call("getLogoutRequest", { logout_challenge }),
    await latchkey.call("acceptLogoutRequest", { logout_challenge }),
    await latchkey.call("rejectLogoutRequest", { logout_challenge }),
    await latchkey.call("listSubjectConsentSessions", { subject }),
    await latchkey.call("revokeConsentSessions", { subject, all: true }),
    await latchkey.call("revokeAuthenticationSession", { subject }),
    await latchkey.call("userinfo", {}, { authorization: `Bearer ${access_token}` }),
    await latchkey.call("introspectOAuth2Token", { token: refresh_token }),
    await redeem(world, photos, access_token.replace("lk_at_", "lk_ac_")),
  ];
  const broken = replies.slice(0, -1);
  for (const reply of broken) {
    assertRefused(reply, 503, "temporarily_unavailable");
    assert.equal(reply.headers.get("retry-after"), "1");
  }
  assert.equal(replies.at(-1)?.status, 400, "a forged code needs no database to be refused");

  const pages = [
    await latchkey.call("oauthAuth", requestOf(photos)),
    await latchkey.call("disconnectUser", { id_token_hint: id_token }),
  ];
  for (const { status, headers, body } of pages) {
    assert.equal(status, 503);
    assert.equal(headers.get("retry-after"), "1");
    assert.match(headers.get("content-type") ?? "", /^text\/html/);
    assert.match(String(body), /temporarily_unavailable/);
  }
});

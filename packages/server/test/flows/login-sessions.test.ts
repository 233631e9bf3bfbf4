import assert from "node:assert/strict";
import { test } from "node:test";
import { isActive } from "../operations/machine.ts";
import { assertRefused } from "../operations/refusal.ts";
import { startServerWithApp } from "../support/app.ts";
import { locationOf, openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passLogin,
  refresh,
  requestOf,
  signIn,
} from "../support/flow.ts";
import { logOut } from "./log-out.ts";

test("revoking a login session makes alice log in again, and leaves her tokens alone", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  const tokens = await signIn(world, photos, { browser, login: { remember: true } });
  const remembered = challengeOf(await authorize(browser, requestOf(photos)), "login");
  assert.ok((await latchkey.getLoginRequest({ login_challenge: remembered })).skip);

  await latchkey.revokeAuthenticationSession({ subject: "alice" });
  const asked = challengeOf(await authorize(browser, requestOf(photos)), "login");
  assert.equal((await latchkey.getLoginRequest({ login_challenge: asked })).skip, false);
  assert.ok(await isActive(latchkey, tokens.access_token));
  assert.equal((await refresh(world, photos, tokens.refresh_token)).status, 200);
});

test("a login that was to be skipped is not, once its session was revoked", async () => {
  const { world, latchkey, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, login: { remember: true } });
  const asked = await authorize(browser, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  await latchkey.revokeAuthenticationSession({ subject: "alice" });
  const body = { subject: "alice" };
  const reply = await latchkey.call("acceptLoginRequest", { login_challenge, body });
  const came = reply.ok ? await answerOf(await browser.go(reply.body.redirect_to)) : undefined;
  const isRefused = reply.status === 404 || came?.parameters["error"] !== undefined;
  assert.ok(isRefused, "alice came in although she must log in again");
});

test("revoking login sessions requires a subject, and one without sessions is accepted", async () => {
  const { latchkey } = await startServerWithApp();
  const unnamed = await latchkey.call("revokeAuthenticationSession", { subject: "" });
  assertRefused(unnamed, 400, "invalid_request");
  const stranger = await latchkey.call("revokeAuthenticationSession", { subject: "mallory" });
  assert.equal(stranger.status, 204);
});

test("a login that was to be skipped is not, once alice has logged out in another tab", async () => {
  const { world, photos } = await startServerWithApp();
  const browser = openBrowser(world);
  await signIn(world, photos, { browser, login: { remember: true } });
  const asked = await authorize(browser, requestOf(photos));
  await logOut(world, browser);
  const came = locationOf(await passLogin(world, browser, asked));
  assert.ok(came.searchParams.has("error"), "alice came in although she had logged out");
});

import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf, signIn } from "../support/flow.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const BYE = "https://photos.example/bye";

async function leave({ latchkey }: TestServer, browser: Browser, params: Record<string, string>) {
  const query = new URLSearchParams(params);
  const asked = await browser.go(`http://public.test/oauth2/sessions/logout?${query}`);
  const logout_challenge = challengeOf(asked, "logout");
  return browser.go((await latchkey.acceptLogoutRequest({ logout_challenge })).redirect_to);
}

test("the front-channel page notifies every client of the session, then redirects", async () => {
  const frontchannel_logout_uri = "https://photos.example/out?from=id";
  const world = await startTestServer();
  const { latchkey } = world;
  const photos = await registerApp(latchkey, {
    frontchannel_logout_uri,
    post_logout_redirect_uris: [BYE],
  });
  const browser = openBrowser(world);
  const letters = await registerApp(latchkey, {
    client_id: "letters",
    frontchannel_logout_uri: "https://letters.example/out",
  });
  await registerApp(latchkey, {
    client_id: "strangers",
    frontchannel_logout_uri: "https://strangers.example/out",
  });
  const { id_token = "" } = await signIn(world, photos, { browser, login: { remember: true } });
  await signIn(world, letters, { browser });
  const sid = String(decodeJwt(id_token)["sid"]);

  const hint = { id_token_hint: id_token, post_logout_redirect_uri: BYE, state: "x" };
  const page = await leave(world, browser, hint);
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  const text = await page.text();
  const frames = [...text.matchAll(/<iframe src="([^"]*)"/g)].map(([, src = ""]) =>
    src.replaceAll("&amp;", "&"),
  );
  const notice = `iss=${encodeURIComponent("http://127.0.0.1:4444")}&sid=${sid}`;
  assert.deepEqual(frames.toSorted(), [
    `https://letters.example/out?${notice}`,
    `https://photos.example/out?from=id&${notice}`,
  ]);
  assert.match(
    text,
    /<meta\s+http-equiv="refresh"\s+content="\d+;url=https:\/\/photos\.example\/bye\?state=x"/,
  );
  assert.match(text, /<a [^>]*href="https:\/\/photos\.example\/bye\?state=x"/);
  assertScriptsAllowed(page, text);
  const policy = page.headers.get("content-security-policy") ?? "";
  assert.match(policy, /frame-src [^;]*https:\/\/photos\.example/);
  assert.match(policy, /frame-src [^;]*https:\/\/letters\.example/);
  const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
  assert.equal((await latchkey.getLoginRequest({ login_challenge })).skip, false);
});

/** A script that its own policy forbids would leave the person on this page. */
function assertScriptsAllowed(page: Response, text: string): void {
  const policy = page.headers.get("content-security-policy") ?? "";
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  assert.ok(scripts.length > 0);
  for (const [, script = ""] of scripts) {
    assert.ok(policy.includes(`'sha256-${hash("sha256", script, "base64")}'`), script);
  }
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import {
  answerOf,
  authorize,
  challengeOf,
  passConsent,
  passLogin,
  requestOf,
} from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

async function start() {
  const world = await startTestServer();
  return {
    ...world,
    world,
    photos: await registerApp(world.latchkey),
    browser: openBrowser(world),
  };
}

test("flows in tabs of one browser do not disturb one another, in whatever order they end", async () => {
  const { world, photos, browser } = await start();
  const tabs = await Promise.all(
    ["one", "two", "three"].map(async (state) => {
      const asked = await authorize(browser, requestOf(photos, { state }));
      return { state, asked };
    }),
  );
  const loggedIn = [];
  for (const { state, asked } of tabs.toReversed()) {
    loggedIn.push({ state, response: await passLogin(world, browser, asked, { subject: state }) });
  }
  for (const { state, response } of loggedIn.toReversed()) {
    const { parameters } = await answerOf(await passConsent(world, browser, response));
    assert.equal(parameters["state"], state);
    assert.ok(parameters["code"]);
  }
});

test("a verifier in another browser is refused, and the one who began can still go on", async () => {
  const { world, latchkey, photos, browser } = await start();
  const mallory = openBrowser(world);
  await authorize(mallory, requestOf(photos));
  const asked = await authorize(browser, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  const body = { subject: "alice", remember: true };
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  const stolen = await mallory.go(redirect_to);
  assert.equal((await answerOf(stolen)).parameters["error"], "request_forbidden");
  assert.ok(![...mallory.cookies.keys()].some((name) => name.includes("session")));

  const loggedIn = await browser.go(redirect_to);
  const consent_challenge = challengeOf(loggedIn, "consent");
  const yes = await latchkey.acceptConsentRequest({ consent_challenge });
  const again = await answerOf(await mallory.go(yes.redirect_to));
  assert.equal(again.parameters["error"], "request_forbidden");
  assert.equal(again.parameters["code"], undefined);
  assert.ok((await answerOf(await browser.go(yes.redirect_to))).parameters["code"]);
});

test("a verifier is for the user it was issued for: no link lets another browser in as them", async () => {
  const { world, latchkey, photos } = await start();
  const mallory = openBrowser(world);
  const asked = await authorize(mallory, requestOf(photos));
  const login_challenge = challengeOf(asked, "login");
  // Mallory learns the verifiers of her own flow and follows none of them.
  const asMallory = await latchkey.acceptLoginRequest({
    login_challenge,
    body: { subject: "mallory" },
  });
  const rejected = await latchkey.rejectLoginRequest({ login_challenge });
  // Alice opens the link to the login page that mallory sent her, and signs in.
  const asAlice = await latchkey.acceptLoginRequest({
    login_challenge,
    body: { subject: "alice", remember: true },
  });
  for (const { redirect_to } of [asMallory, rejected]) {
    const { parameters } = await answerOf(await mallory.go(redirect_to));
    assert.equal(parameters["error"], "request_forbidden");
  }
  const { parameters } = await answerOf(await openBrowser(world).go(asAlice.redirect_to));
  assert.equal(parameters["error"], "request_forbidden");
  assert.ok(![...mallory.cookies.keys()].some((name) => name.includes("session")));
});

test("the answer of the same user, repeated, has the same verifier", async () => {
  const { latchkey, photos, browser } = await start();
  const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
  const body = { subject: "alice" };
  const first = await latchkey.acceptLoginRequest({ login_challenge, body });
  const remembered = { login_challenge, body: { ...body, remember: true } };
  assert.deepEqual(await latchkey.acceptLoginRequest(remembered), first);
  assert.ok(challengeOf(await browser.go(first.redirect_to), "consent"));
});

test("the cookie of one flow does not open another", async () => {
  const { world, latchkey, photos, browser } = await start();
  const mallory = openBrowser(world);
  const asked = await authorize(browser, requestOf(photos));
  await authorize(mallory, requestOf(photos));
  const [alices = ""] = browser.cookies.keys();
  const [mallorys = ""] = mallory.cookies.values();
  const forger = openBrowser(world, new Map([[alices, mallorys]]));
  const body = { subject: "alice" };
  const login_challenge = challengeOf(asked, "login");
  const { redirect_to } = await latchkey.acceptLoginRequest({ login_challenge, body });
  const { parameters } = await answerOf(await forger.go(redirect_to));
  assert.equal(parameters["error"], "request_forbidden");
});

test("a verifier counts once: a reload leads to the same place, and nowhere once the flow is over", async () => {
  const { latchkey, photos, browser } = await start();
  const login_challenge = challengeOf(await authorize(browser, requestOf(photos)), "login");
  const body = { subject: "alice" };
  const login = await latchkey.acceptLoginRequest({ login_challenge, body });
  const consent_challenge = challengeOf(await browser.go(login.redirect_to), "consent");
  const reloaded = await browser.go(login.redirect_to);
  assert.equal(challengeOf(reloaded, "consent"), consent_challenge);
  const consent = await latchkey.acceptConsentRequest({ consent_challenge });
  assert.ok((await answerOf(await browser.go(consent.redirect_to))).parameters["code"]);
  const again = await answerOf(await browser.go(consent.redirect_to));
  assert.equal(again.parameters["error"], "invalid_request");
  assert.equal(again.parameters["code"], undefined);
});

test("of a browser's hits with one verifier at once, all get the same code", async () => {
  const { world, latchkey, photos, browser } = await start();
  const loggedIn = await passLogin(world, browser, await authorize(browser, requestOf(photos)));
  const consent_challenge = challengeOf(loggedIn, "consent");
  const { redirect_to } = await latchkey.acceptConsentRequest({ consent_challenge });
  const hits = await Promise.all([1, 2, 3].map(() => browser.clone().go(redirect_to)));
  const answers = await Promise.all(hits.map(answerOf));
  const codes = answers.map(({ parameters }) => parameters["code"]);
  assert.ok(codes[0]);
  assert.equal(new Set(codes).size, 1);
});

test("a verifier before the answer, or an unknown one, is rejected", async () => {
  const { latchkey, photos, browser } = await start();
  const asked = await authorize(browser, requestOf(photos));
  const page = await browser.go("http://public.test/oauth2/auth?login_verifier=nonsense");
  assert.equal(page.status, 403);
  assert.ok((await page.text()).includes("access_denied"));
  const login_challenge = challengeOf(asked, "login");
  const wrong = await browser.go(
    `http://public.test/oauth2/auth?login_verifier=${login_challenge}`,
  );
  assert.equal(wrong.status, 403, "a challenge is no verifier");
  assert.equal((await latchkey.call("oauthAuth", { consent_verifier: "nonsense" })).status, 403);
});

test("each flow has its own cookie, valid as long as the flow and deleted at its end", async () => {
  const { world, photos, browser } = await start();
  const asked = await authorize(browser, requestOf(photos));
  const [line = ""] = asked.headers.getSetCookie();
  assert.match(line, /; Max-Age=3600/i);
  assert.match(line, /; HttpOnly/i);
  await authorize(browser, requestOf(photos));
  assert.equal(browser.cookies.size, 2);
  await passConsent(world, browser, await passLogin(world, browser, asked));
  assert.equal(browser.cookies.size, 1);
});

for (const apart of [1, 20, 60, 300]) {
  test(`of too many flows in one browser, ${apart} seconds apart, the oldest are dropped`, async () => {
    const { world, photos, browser, clock } = await start();
    const tabs: Response[] = [];
    for (let tab = 0; tab < 14; tab += 1) {
      tabs.push(await authorize(browser, requestOf(photos)));
      clock.now += apart;
    }
    assert.equal(browser.cookies.size, 10);
    clock.now = 1_800_000_000 + 14; // Nothing may have expired meanwhile.
    const outcomes: string[] = [];
    for (const asked of tabs) {
      const { parameters } = await answerOf(await passLogin(world, browser, asked));
      outcomes.push(parameters["error"] ?? "goes on");
    }
    const gone = Array.from({ length: 4 }, () => "request_forbidden");
    assert.deepEqual(outcomes, [...gone, ...Array.from({ length: 10 }, () => "goes on")]);
  });
}

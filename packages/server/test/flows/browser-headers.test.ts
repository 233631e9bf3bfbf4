import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { toFetch } from "../../src/http/in-process.ts";
import { registerApp } from "../support/app.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf, signIn } from "../support/flow.ts";
import { ownApiOf, startTestServer, type TestServer } from "../support/server.ts";
import { logOut } from "./log-out.ts";

const secure = await startTestServer({ "urls.self.issuer": "https://id.example" });

describe("a page", () => {
  const ofFlows = ["/signed-out", "/login", "/error?error=x", "/oauth2/auth?client_id=nobody"];
  const ofTheirOwn = ["/console", "/docs"];
  for (const path of [...ofFlows, ...ofTheirOwn]) {
    const listener = ofTheirOwn.includes(path) ? "admin" : "public";

    test(`${path} shares nothing with other origins, and asks for no device`, async () => {
      const { headers } = await secure.fetch(`https://${listener}.test${path}`);
      assert.match(headers.get("content-type") ?? "", /^text\/html/);
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
      assert.match(headers.get("permissions-policy") ?? "", /\bcamera=\(\).*\bgeolocation=\(\)/);
      assert.equal(headers.get("x-frame-options"), "DENY");
      assert.equal(headers.get("referrer-policy"), "no-referrer");
      const opener = listener === "admin" ? "same-origin" : "unsafe-none";
      assert.equal(headers.get("cross-origin-opener-policy"), opener);
    });
  }

  test("an asset is loaded by pages of the same origin alone", async () => {
    const page = await (await secure.fetch("https://public.test/signed-out")).text();
    const [, path = ""] = /href="(\/assets\/[^"]+\.css)"/.exec(page) ?? [];
    const { headers } = await secure.fetch(`https://public.test${path}`);
    assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
  });
});

describe("Strict-Transport-Security", () => {
  const YEAR = "max-age=31536000";
  const table: [when: string, settings: Record<string, unknown>, expected: string | null][] = [
    ["for an https issuer", { "urls.self.issuer": "https://id.example" }, YEAR],
    [
      "for as long as a setting says",
      { "urls.self.issuer": "https://id.example", "serve.hsts.max_age": "1h" },
      "max-age=3600",
    ],
    [
      "where a setting turns it off",
      { "urls.self.issuer": "https://id.example", "serve.hsts.max_age": 0 },
      null,
    ],
    ["for an http issuer", {}, null],
    ["for loopback", { "urls.self.issuer": "https://localhost:4444" }, null],
    ["in development", { "urls.self.issuer": "https://id.example", dev: true }, null],
    [
      "with a loopback address",
      { "urls.self.issuer": "https://id.example", "urls.self.public": "https://localhost:4444" },
      null,
    ],
  ];
  for (const [when, settings, expected] of table) {
    test(`is ${expected === null ? "not sent" : "sent"} ${when}`, async () => {
      const { fetch } = await startTestServer(settings);
      for (const path of ["/signed-out", "/oauth2/auth", "/.well-known/jwks.json"]) {
        const { headers } = await fetch(`https://public.test${path}`);
        assert.equal(headers.get("strict-transport-security"), expected, path);
      }
    });
  }

  test("is sent by the admin listener if it has an https address of its own", async () => {
    const own = await startTestServer({
      "urls.self.issuer": "https://id.example",
      "urls.self.admin": "https://admin.example",
    });
    const toldBy = async (server: TestServer) =>
      (await server.fetch("https://admin.test/console")).headers.get("strict-transport-security");
    assert.equal(await toldBy(own), YEAR);
    assert.equal(await toldBy(secure), null);
  });

  test("is sent by a workspace API that has a port of its own", async () => {
    const { headers } = await toFetch(ownApiOf(secure.server))(
      "https://workspace.test/v1/users/me",
    );
    assert.equal(headers.get("strict-transport-security"), YEAR);
  });
});

describe("cookies under an https issuer", () => {
  test("are bound to the host by their name", async () => {
    const { browser } = await signedIn();
    assert.deepEqual(
      [...browser.cookies.keys()],
      ["__Host-oauth2_authentication_session"],
      "those of flows are gone with their flows",
    );
  });

  test("are set as the prefix demands", async () => {
    const { browser, photos } = await signedIn();
    const asked = await authorize(browser, requestOf(photos, { prompt: "login" }));
    const [line = ""] = asked.headers.getSetCookie();
    assert.match(line, /^__Host-oauth2_authentication_csrf_[\w-]+=/);
    assert.match(line, /; Path=\/;/);
    assert.match(line, /; Secure/);
    assert.doesNotMatch(line, /; Domain/i);
  });

  test("go with the sign-out", async () => {
    const { browser } = await signedIn();
    await logOut(secure, browser);
    assert.deepEqual([...browser.cookies.keys()], []);
  });

  test("are not read without the prefix, with which another subdomain could not set them", async () => {
    const mallory = await signedIn({ subject: "mallory" });
    const victim = openBrowser(secure, withoutPrefix(mallory.browser));
    const asked = await authorize(victim, requestOf(mallory.photos));
    const login_challenge = challengeOf(asked, "login");
    const { skip } = await secure.latchkey.getLoginRequest({ login_challenge });
    assert.equal(skip, false, "the session of mallory is not that of the victim");

    const flow = await authorize(mallory.browser, requestOf(mallory.photos, { prompt: "login" }));
    const { redirect_to } = await secure.latchkey.acceptLoginRequest({
      login_challenge: challengeOf(flow, "login"),
      body: { subject: "mallory", remember: true },
    });
    const tossed = openBrowser(secure, withoutPrefix(mallory.browser));
    const answer = await tossed.go(redirect_to);
    assert.match(answer.headers.get("location") ?? "", /error=request_forbidden/);
  });

  const planted: [how: string, plant: (name: string, value: string) => [string, string]][] = [
    ["in the value of another cookie", (name, value) => ["theme", `dark,${name}=${value}`]],
    ["with a no-break space before its name", (name, value) => [`\u00a0${name}`, value]],
  ];
  for (const [how, plant] of planted) {
    test(`are not read ${how}, which another subdomain can set`, async () => {
      const mallory = await signedIn({ subject: "mallory" });
      const cookies = [...mallory.browser.cookies].map(([name, value]) => plant(name, value));
      const asked = await authorize(
        openBrowser(secure, new Map(cookies)),
        requestOf(mallory.photos),
      );
      const login_challenge = challengeOf(asked, "login");
      const { skip } = await secure.latchkey.getLoginRequest({ login_challenge });
      assert.equal(skip, false, "the session of mallory is not that of the victim");
    });
  }

  test("count under their own name, where both are sent", async () => {
    const [alice, mallory] = [await signedIn(), await signedIn({ subject: "mallory" })];
    const tossed = new Map([...withoutPrefix(mallory.browser), ...alice.browser.cookies]);
    const browser = openBrowser(secure, tossed);
    const asked = await authorize(browser, requestOf(alice.photos));
    const login_challenge = new URL(asked.headers.get("location") ?? "").searchParams.get(
      "login_challenge",
    );
    const { subject } = await secure.latchkey.getLoginRequest({
      login_challenge: login_challenge ?? "",
    });
    assert.equal(subject, "alice");
  });
});

test("a cookie of an https site is none of an http site, whatever its name", async () => {
  const plain = await startTestServer();
  const photos = await registerApp(plain.latchkey);
  const browser = openBrowser(plain);
  await signIn(plain, photos, { browser, login: { remember: true } });
  const renamed = new Map(
    [...browser.cookies].map(([name, value]) => [`__Host-${name.replace("_insecure", "")}`, value]),
  );
  const asked = await authorize(openBrowser(plain, renamed), requestOf(photos));
  const loginChallenge = new URL(asked.headers.get("location") ?? "").searchParams.get(
    "login_challenge",
  );
  const { skip } = await plain.latchkey.getLoginRequest({ login_challenge: loginChallenge ?? "" });
  assert.equal(skip, false);
});

let apps = 0;

async function signedIn({ subject = "alice" } = {}) {
  apps += 1;
  const photos = await registerApp(secure.latchkey, { client_id: `photos-${apps}` });
  const browser = openBrowser(secure);
  await signIn(secure, photos, { browser, login: { subject, remember: true } });
  return { browser, photos };
}

/** The cookies of a browser under names that any host may set. */
function withoutPrefix({ cookies }: Browser): Map<string, string> {
  return new Map([...cookies].map(([name, value]) => [name.replace(/^__Host-/, ""), value]));
}

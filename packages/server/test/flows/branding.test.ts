import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type Branding, previewMails } from "@latchkey/api";
import { accountsOf } from "../../../identity/src/accounts.ts";
import { checkFiles } from "../../src/process/check-files.ts";
import { features } from "../../../cli/src/features.ts";
import { assertRefused } from "../operations/refusal.ts";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { authorize, challengeOf, requestOf } from "../support/flow.ts";
import { startMailServer } from "../support/mail-server.ts";
import { openVisitor } from "../support/page-visitor.ts";
import {
  createTestServer,
  startTestServer,
  testConfig,
  type TestServer,
} from "../support/server.ts";

const directory = mkdtempSync(join(tmpdir(), "latchkey-branding-"));
after(() => rmSync(directory, { recursive: true }));

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from([0, 255, 128])]);
const logo = `data:image/png;base64,${png.toString("base64")}`;
const evil = "<script>alert(1)</script>";
const branding = {
  product_name: `Wonderland ${evil}`,
  logo,
  light: { primary: "#0b5fff" },
  links: { privacy: "https://wonderland.example/privacy" },
  texts: { en: { sign_in_title: `Hello ${evil}`, error_intro: `Call us ${evil}` } },
  scope_texts: { "photos.read": { en: { title: `look at photos ${evil}` } } },
};

async function pageOf(world: TestServer, path: string) {
  const response = await world.fetch(`http://public.test${path}`, {
    headers: { accept: "text/html" },
  });
  return { response, html: await response.text() };
}

async function loginPage(world: TestServer): Promise<string> {
  const app = await registerApp(world.latchkey, { client_id: crypto.randomUUID() });
  const browser = openBrowser(world);
  const login_challenge = challengeOf(await authorize(browser, requestOf(app)), "login");
  const page = await browser.go(
    `http://public.test/login?${new URLSearchParams({ login_challenge })}`,
  );
  return page.text();
}

describe("the branding", () => {
  it("is of every page, as text", async () => {
    const world = await startTestServer();
    const state = await world.latchkey.setBranding({ body: branding });
    assert.deepEqual([state.stored, state.effective], [branding, branding]);
    assert.deepEqual(await world.latchkey.getBranding(), state);
    const pages = {
      login: await loginPage(world),
      signed_out: (await pageOf(world, "/signed-out")).html,
      start: (await pageOf(world, "/")).html,
      unknown: (await pageOf(world, "/nowhere")).html,
      error: (await pageOf(world, "/oauth2/auth?client_id=nobody")).html,
    };
    for (const [name, html] of Object.entries(pages)) {
      assert.doesNotMatch(html, /<script>alert/, name);
      assert.match(html, /Wonderland &lt;script&gt;/, name);
      assert.match(html, /href="https:\/\/wonderland\.example\/privacy"/, name);
    }
    assert.match(pages.login, /<h1>Hello &lt;script&gt;/);
    assert.match(pages.error, /Call us &lt;script&gt;/);
    assert.match(pages.error, /--brass:#0b5fff/);
  });

  it("is served by files with their content in their name", async () => {
    const world = await startTestServer();
    await world.latchkey.setBranding({ body: branding });
    const html = await loginPage(world);
    const [css = ""] = /\/assets\/brand\.[0-9a-f]{12}\.css/.exec(html) ?? [];
    const [image = ""] = /\/assets\/logo\.[0-9a-f]{12}\.png/.exec(html) ?? [];
    const sheet = await pageOf(world, css);
    assert.equal(sheet.response.headers.get("content-type"), "text/css; charset=utf-8");
    assert.match(sheet.html, /--brass:#0b5fff/);
    const file = await world.fetch(`http://public.test${image}`);
    assert.equal(file.headers.get("content-type"), "image/png");
    assert.equal(file.headers.get("x-content-type-options"), "nosniff");
    assert.match(file.headers.get("content-security-policy") ?? "", /default-src 'none'.*sandbox/);
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), png);
    const none = await pageOf(world, "/assets/logo.000000000000.png");
    assert.equal(none.response.status, 404);
  });

  it("is refused where it would run or load something", async () => {
    const { latchkey } = await startTestServer();
    for (const body of [
      { css: "@import 'https://mallory.example/';" },
      { css: "</style><script>alert(1)</script>" },
      { logo: "data:text/html;base64,PHNjcmlwdD4=" },
      { links: { terms: "javascript:alert(1)" } },
      { light: { primary: "red;background:url(https://mallory.example/)" } },
    ]) {
      assertRefused(await latchkey.call("setBranding", { body }), 400, "invalid_request");
    }
    assert.deepEqual((await latchkey.getBranding()).stored, {});
  });

  it("of a second server is the same after it noticed the change, also on pages about errors", async () => {
    const dsn = `sqlite://${join(directory, "shared.sqlite")}`;
    const one = await createTestServer({ dsn });
    const other = await createTestServer({ dsn });
    try {
      assert.match(await loginPage(other), /Latchkey/);
      await one.latchkey.setBranding({ body: { product_name: "Wonderland" } });
      const { context } = other.server;
      await context.store.refresh(); // As the server does twice a second.
      assert.match(await loginPage(other), /<title>Sign in · Wonderland/);
      assert.match((await pageOf(other, "/nowhere")).html, /Wonderland/);
      await other.latchkey.setBranding({ body: {} });
      await one.server.context.store.refresh();
      assert.match(await loginPage(one), /<title>Sign in · Latchkey/);
    } finally {
      await Promise.all([one.server.close(), other.server.close()]);
    }
  });

  it("of the settings holds where nothing is stored", async () => {
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(directory, name), content);
      return join(directory, name);
    };
    const world = await startTestServer({
      "branding.product_name": "Settings",
      "branding.logo": file("logo.png", png),
      "branding.css": file("own.css", "h1 { font-weight: 800 }"),
      "branding.light.primary": "#0B5FFF",
      "branding.corner_radius": "4",
      "branding.links.terms": "https://wonderland.example/terms",
      "branding.texts": { de: { sign_in_title: "Willkommen" } },
    });
    const { effective, stored } = await world.latchkey.getBranding();
    assert.deepEqual(stored, {});
    assert.deepEqual(effective, {
      product_name: "Settings",
      logo,
      light: { primary: "#0B5FFF" },
      corner_radius: 4,
      css: "h1 { font-weight: 800 }",
      links: { terms: "https://wonderland.example/terms" },
      texts: { de: { sign_in_title: "Willkommen" } },
    });
    await world.latchkey.setBranding({ body: { product_name: "Stored" } });
    assert.match(await loginPage(world), /· Stored<\/title>/);
  });

  it("of a file that cannot be used is a problem of its setting", async () => {
    const problems = async (settings: object) =>
      (await checkFiles(testConfig({ ...settings }), features)).map(({ key }) => key);
    const page = join(directory, "page.svg");
    writeFileSync(page, "<html></html>");
    assert.deepEqual(await problems({ "branding.logo": page }), ["branding.logo"]);
    assert.deepEqual(await problems({ "branding.css": join(directory, "none.css") }), [
      "branding.css",
    ]);
    writeFileSync(join(directory, "remote.css"), "@import 'a.css';");
    assert.deepEqual(await problems({ "branding.css": join(directory, "remote.css") }), [
      "branding.css",
    ]);
    assert.deepEqual(await problems({}), []);
  });

  it("describes scopes that nothing else describes, on the consent page", async () => {
    const world = await startTestServer();
    const { context } = world.server;
    const alice = await accountsOf({ context }).add({
      username: "alice",
      password: "correct horse battery staple",
    });
    assert.ok(typeof alice !== "string" && "subject" in alice);
    await world.latchkey.setBranding({ body: branding });
    const scope = "openid photos.read photos.write";
    const app = await registerApp(world.latchkey, { scope });
    const browser = openBrowser(world);
    const asked = await authorize(browser, requestOf(app, { scope }));
    const login_challenge = challengeOf(asked, "login");
    const { redirect_to } = await world.latchkey.acceptLoginRequest({
      login_challenge,
      body: { subject: alice.subject },
    });
    const answer = await browser.go(redirect_to);
    const consent = await browser.go(answer.headers.get("location") ?? "");
    const html = await consent.text();
    assert.match(html, /look at photos &lt;script&gt;/);
    assert.match(html, /access “photos\.write” on your behalf/);
  });
});

describe("the preview", () => {
  it("is a page with the branding that is tried, and stores nothing", async () => {
    const { latchkey } = await startTestServer();
    const tried = { branding, page: "consent", scheme: "dark", language: "de" } as const;
    const { html } = await latchkey.previewBranding({ body: tried });
    assert.match(html, /Photos möchte auf Ihr Konto zugreifen/);
    assert.doesNotMatch(html, /<script/);
    assert.deepEqual((await latchkey.getBranding()).stored, {});
  });

  it("is a mail with the branding that is tried, in one colour scheme", async () => {
    const { latchkey } = await startTestServer();
    for (const page of previewMails) {
      const tried = { branding, page, scheme: "dark", language: "fr" } as const;
      const { html } = await latchkey.previewBranding({ body: tried });
      assert.match(html, /<html lang="fr">/);
      assert.doesNotMatch(html, /<script| style="|prefers-color-scheme|cid:/);
      assert.ok(html.includes(`src="${logo}"`) && html.includes('<style nonce="preview">'));
    }
  });
});

describe("mails", () => {
  const mailOf = async (body: Branding, settings: object = {}) => {
    const mailServer = await startMailServer();
    const world = await startTestServer({
      "mail.smtp.url": mailServer.url,
      "mail.from": "Sender <no-reply@wonderland.example>",
      ...settings,
    });
    await world.latchkey.setBranding({ body });
    const claims = { email: "alice@wonderland.example", email_verified: true };
    const account = { username: "alice", password: "correct horse battery staple", claims };
    await world.latchkey.createAccount({ body: account });
    const visitor = openVisitor(world);
    await visitor.submit(await visitor.visit("/forgot-password"), { username: "alice" });
    return mailServer.next();
  };

  it("have the name, the logo, the colours and the links of the branding", async () => {
    const links = { privacy: "https://wonderland.example/p?a=1&b=2" };
    const light = { primary: "#0b5fff" };
    const mail = await mailOf({ product_name: "Wonder <b>", logo, light, links, corner_radius: 3 });
    assert.deepEqual(mail.headers.get("subject"), ["Reset your password for Wonder <b>"]);
    assert.match(
      mail.text,
      /-- \r\nWonder <b>\r\nPrivacy policy: https:\/\/wonderland\.example\/p\?a=1&b=2\r\n/,
    );
    assert.match(mail.html, /Wonder &lt;b&gt;/);
    assert.match(mail.html, /background:#0b5fff;color:#ffffff;/);
    assert.match(mail.html, /href="https:\/\/wonderland\.example\/p\?a=1&amp;b=2"/);
    assert.match(mail.html, /src="cid:logo" alt=""/);
    assert.ok(mail.source.includes(png.toString("base64")), "the logo is part of the mail");
    assert.doesNotMatch(mail.html, /<script|<link|@import|src="(?!cid:)/);
  });

  it("have the name of their sender, and no logo that mail apps do not show", async () => {
    const svg = `data:image/svg+xml;base64,${Buffer.from("<svg />").toString("base64")}`;
    const mail = await mailOf({ logo: svg, show_name: false });
    assert.match(mail.text, /for your account at Sender\./);
    assert.match(mail.html, /Sender/);
    assert.doesNotMatch(mail.html, /<img/);
  });
});

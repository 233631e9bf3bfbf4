import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { freePorts } from "../processes/free-ports.ts";
import { startMailServer } from "../support/mail-server.ts";
import { assertAppearance, consent, openTab, startBrowserFixture } from "./browser-fixture.ts";

const [port] = await freePorts();
const mailServer = await startMailServer();
// WebAuthn knows no relying parties at IP addresses.
const { issuer, latchkey, browser, authorizationUrl } = await startBrowserFixture({
  "serve.public.port": port,
  "urls.self.issuer": `http://localhost:${port}`,
  "identity.registration": "open",
  "mail.smtp.url": mailServer.url,
  "mail.from": "Wonderland <no-reply@wonderland.example>",
});
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const password = "down the rabbit hole";

const linkIn = ({ text }: { readonly text: string }): string =>
  /https?:\/\/\S+/.exec(text)?.[0] ?? assert.fail(`There is no link in the mail: ${text}`);

describe("a user who registers", () => {
  it("opens the link of the mail, chooses a password, and is signed in at the app", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(authorizationUrl());
    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Create account" }).waitFor();
    await assertAppearance(page, "register");
    await page.getByLabel("Email address").fill("bob@wonderland.example");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    await assertAppearance(page, "register-mailed");

    const mail = await mailServer.next();
    assert.deepEqual(mail.to, ["bob@wonderland.example"]);
    await page.goto(linkIn(mail));
    await page.getByLabel("Name").fill("Bob");
    await page.getByLabel("Password", { exact: true }).fill("password");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Many people use this password").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "Bob");
    await assertAppearance(page, "register-account");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await consent(page);
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
    const { claims } = await latchkey.getAccount({ username: "bob@wonderland.example" });
    assert.deepEqual([claims.name, claims.email_verified], ["Bob", true]);
    // The browser reports the status 422 of the refused form.
    assert.deepEqual(
      complaints.filter((text) => !text.includes("422")),
      [],
    );
  });

  it("chooses a passkey on a phone, after prompt=create", async () => {
    const { page } = await openTab(browser, phone);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(authorizationUrl({ prompt: "create" }));
    await page.getByLabel("Email address").fill("carol@wonderland.example");
    await assertAppearance(page, "register-phone");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    await page.goto(linkIn(await mailServer.next()));
    await page.getByLabel("Name").fill("Carol");
    await assertAppearance(page, "register-account-phone");
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await consent(page);
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
    const factors = await latchkey.listAccountFactors({ username: "carol@wonderland.example" });
    assert.deepEqual(
      factors.map(({ kind }) => kind),
      ["passkey"],
    );
  });
});

describe("an invited user", () => {
  it("opens the link without JavaScript, creates the account, and signs in with it", async () => {
    await latchkey.createInvitation({
      body: { email: "dinah@wonderland.example", name: "Dinah", groups: ["cats"] },
    });
    const mail = await mailServer.next();
    assert.deepEqual(mail.headers.get("subject"), ["You are invited to Wonderland"]);
    const { page } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(linkIn(mail));
    await page.getByRole("heading", { name: "Accept your invitation" }).waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), "Dinah");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Your account is ready" }).waitFor();
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Username").fill("dinah@wonderland.example");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    assert.equal(page.url(), `${issuer}/account`);
    const { groups } = await latchkey.getAccount({ username: "dinah@wonderland.example" });
    assert.deepEqual(groups, ["cats"]);
  });
});

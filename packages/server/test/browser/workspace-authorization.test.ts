import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import {
  askWhoIAm,
  authorizationUrl,
  exchangeCode,
  openWonderland,
} from "../workspace-interop/wonderland.ts";
import {
  consent,
  openTab,
  assertAppearance,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

const { issuer, latchkey, subject, photos: website, browser, lines } = await startBrowserFixture();
const template = { id: "33333333-3333-4333-8333-333333333333", title: "Holiday album" };
const { photos, workspace, member } = await openWonderland(latchkey, subject, {
  redirect_uris: [website.redirect_uri],
  template,
  allow_workspace_owner: true,
});
const lookingGlass = await latchkey.createWorkspace({
  body: {
    name: "Through the Looking-Glass",
    resources: [{ id: "44444444-4444-4444-8444-444444444444", title: "Chess" }],
  },
});
await latchkey.createWorkspaceMember({
  id: lookingGlass.id,
  body: { subject, role: "admin", name: "Queen Alice" },
});
await latchkey.createIntegration({
  body: {
    name: "Albums",
    icon: "📔",
    description: "Makes an album of the photos that are shared with it.",
    redirect_uris: [website.redirect_uri],
    capabilities: ["read_content", "read_user_without_email"],
    allow_workspace_owner: true,
    install_url: `${issuer}/signed-out`,
    listed: true,
  },
});
const installedUrl = `${issuer}/workspace/installed`;
const directoryUrl = `${issuer}/workspace/directory`;

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const desktop = { viewport: { width: 1280, height: 800 } };
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  desktop,
  phone,
  "phone-without-javascript": { ...phone, javaScriptEnabled: false },
};

/** Nothing is connected, and there is nothing in Wonderland but what was there before photos came. */
beforeEach(async () => {
  const installations = await latchkey.listInstallations();
  const connected = installations.filter(({ status }) => status !== "disconnected");
  for (const { bot_id } of connected) await latchkey.deleteInstallation({ bot_id });
  const { id, name, icon, resources } = workspace;
  await latchkey.updateWorkspace({ id, body: { name, icon, resources } });
});

for (const [look, options] of Object.entries(looks)) {
  describe(`workspace authorization, ${look.replaceAll("-", " ")}`, () => {
    it("alice lets photos into one of two workspaces, and throws it out again", async () => {
      const { page, complaints } = await openTab(browser, options);
      const code = await letIn(page, look);
      const tokens = await exchangeCode(issuer, photos, code);
      await checkBot(tokens);

      await page.goto(installedUrl);
      await page.getByRole("heading", { name: "Connected apps" }).waitFor();
      await page.getByText("2 items shared").waitFor();
      await assertAppearance(page, `workspace-${look}-4-installed`);
      await disconnect(page, look);
      assert.equal((await askWhoIAm(issuer, String(tokens["access_token"]))).status, 401);
      assert.deepEqual(complaints, []);
    });

    it("alice cancels, and photos hears so", async () => {
      const { page, complaints } = await openTab(browser, options);
      await page.goto(authorizationUrl(issuer, photos, { state: "before the mirror" }).href);
      await signIn(page);
      await page.getByRole("heading", { name: "Photos wants access" }).waitFor(); // The login page can be cancelled too.
      await page.getByRole("button", { name: "Cancel" }).click();
      const answer = await answerOf(page);
      assert.equal(answer.get("error"), "access_denied");
      assert.equal(answer.get("state"), "before the mirror");
      assert.equal(answer.has("code"), false);
      assert.deepEqual(complaints, []);
    });
  });
}

it("photos comes back for more, and what alice shared before is ticked already", async () => {
  const { page } = await openTab(browser, desktop);
  const first = await exchangeCode(issuer, photos, await letIn(page));
  await page.goto(authorizationUrl(issuer, photos).href);
  await page.getByLabel("Wonderland").check();
  assert.equal(await page.getByLabel("Tea party").isChecked(), true);
  assert.equal(await page.getByLabel("Holiday album", { exact: true }).isChecked(), true);
  assert.equal(await page.getByLabel("Croquet").isChecked(), false);
  await assertAppearance(page, "workspace-again-consent");
  await consent(page);
  const code = (await answerOf(page)).get("code") ?? "";
  const second = await exchangeCode(issuer, photos, code);
  assert.equal(second["bot_id"], first["bot_id"]);
  assert.equal((await askWhoIAm(issuer, String(first["access_token"]))).status, 200);
});

it("only alice sees what is connected", async () => {
  const { page } = await openTab(browser, phone);
  await page.goto(installedUrl);
  await page.getByRole("heading", { name: "Sign in to see your connected apps" }).waitFor();
  await assertAppearance(page, "workspace-none-installed");
});

it("alice, who administers a workspace, signs in to see what may be installed there", async () => {
  const { page } = await openTab(browser, desktop);
  await page.goto(directoryUrl);
  await page.getByRole("heading", { name: "Sign in to see the app directory" }).waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, { remember: true });
  await page.waitForURL(directoryUrl);
  await page.getByRole("heading", { name: "Through the Looking-Glass" }).waitFor();
  await page.getByText("see the names and pictures of workspace members").waitFor();
  assert.equal(await page.getByText("Photos", { exact: true }).count(), 0, "it is not listed");
  await assertAppearance(page, "workspace-directory");
  await page.getByRole("link", { name: "Connect", exact: true }).click();
  await page.waitForURL("**/signed-out");
});

it("photos asks for a whole workspace, of which alice has but one to give", async () => {
  const { page, complaints } = await openTab(browser, phone);
  await page.goto(authorizationUrl(issuer, photos, { owner: "workspace" }).href);
  await signIn(page, { remember: true });
  await page.getByText("The app will be connected to the whole workspace").waitFor();
  await page.getByText("The app will be connected to your workspace Through the").waitFor();
  await page.getByLabel("Chess").check();
  await assertAppearance(page, "workspace-whole-workspace-consent");
  await consent(page);
  const code = (await answerOf(page)).get("code") ?? "";
  const { owner } = await exchangeCode(issuer, photos, code);
  assert.deepEqual(owner, { type: "workspace", workspace: true });
  await page.goto(installedUrl);
  await page.getByText("For the whole workspace").waitFor();
  await assertAppearance(page, "workspace-whole-workspace-installed");
  assert.deepEqual(complaints, []);
});

it("without a workspace that the integration may be installed in, the page says so and Cancel sends access_denied", async () => {
  const elsewhere = await latchkey.createWorkspace({ body: { name: "Elsewhere" } });
  const body = { name: "Scans", redirect_uris: [website.redirect_uri], kind: "public" } as const;
  const { client_id } = await latchkey.createIntegration({
    body: { ...body, install_scope: [elsewhere.id] },
  });
  const { page } = await openTab(browser, phone);
  await page.goto(authorizationUrl(issuer, { ...photos, client_id }).href);
  await signIn(page);
  await page.getByRole("heading", { name: "No workspace to connect" }).waitFor();
  await assertAppearance(page, "workspace-no-workspace");
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await answerOf(page)).get("error"), "access_denied");
});

it("a redirect_uri that is not registered is explained on a page, without a redirect", async () => {
  const { page } = await openTab(browser, phone);
  const redirect_uri = "https://mallory.example/callback";
  await page.goto(authorizationUrl(issuer, { ...photos, redirect_uri }).href);
  await page.getByRole("heading", { name: "could not be completed" }).waitFor();
  assert.equal(new URL(page.url()).origin, issuer);
  await assertAppearance(page, "workspace-stranger");
});

it("the pages fit a phone in every language", async () => {
  const { page: first } = await openTab(browser);
  await exchangeCode(issuer, photos, await letIn(first));
  const storageState = await first.context().storageState(); // Signed in once: a password takes long to verify.
  for (const locale of ["de", "fr", "es", "ja", "zh", "zh-TW"]) {
    const { page, complaints } = await openTab(browser, { ...phone, locale, storageState });
    await page.goto(authorizationUrl(issuer, photos).href);
    await page.waitForURL("**/workspace/consent?**");
    assert.equal(await page.locator("html").getAttribute("lang"), locale);
    await assertAppearance(page, `workspace-phone-${locale}-consent`);
    await page.goto(installedUrl);
    await assertAppearance(page, `workspace-phone-${locale}-installed`);
    await page.goto(directoryUrl);
    await assertAppearance(page, `workspace-phone-${locale}-directory`);
    await page.goto(installedUrl);
    await page.locator("a.button").first().click();
    await page.waitForURL("**/workspace/installed?bot_id=**");
    await assertAppearance(page, `workspace-phone-${locale}-disconnect`);
    assert.deepEqual(complaints, []);
  }
});

it("nothing went wrong on the server meanwhile", () => assert.deepEqual(lines, []));

/** Alice signs in, chooses Wonderland, a thing of it and the template, and says yes; with assertAppearances, where a look is named. */
async function letIn(page: Page, look?: string): Promise<string> {
  const show = async (step: string): Promise<void> => {
    if (look !== undefined) await assertAppearance(page, `workspace-${look}-${step}`);
  };
  await page.goto(authorizationUrl(issuer, photos, { state: "a state of photos" }).href);
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await show("1-login");
  await signIn(page, { remember: true });

  await page.getByRole("heading", { name: "Photos wants access to your workspace" }).waitFor();
  await page.getByText("read the content you share with it").waitFor();
  await show("2-consent");
  await consent(page); // Nothing is chosen yet, so the browser does not let it go.
  await page.getByLabel("Wonderland").check();
  assert.equal(await page.getByLabel("Tea party").isChecked(), false);
  await page.getByLabel("Tea party").check();
  await page.getByLabel(template.title).check();
  await show("3-chosen");
  await consent(page);

  const answer = await answerOf(page);
  assert.equal(answer.get("state"), "a state of photos");
  return answer.get("code") ?? "";
}

/** What photos got is what alice gave. */
async function checkBot(tokens: Readonly<Record<string, unknown>>): Promise<void> {
  const me = await askWhoIAm(issuer, String(tokens["access_token"]));
  assert.equal(me.status, 200);
  assert.equal(me.body["id"], tokens["bot_id"]);
  assert.partialDeepStrictEqual(me.body["bot"], {
    owner: { type: "user", user: { id: member.user_id } },
    workspace_name: "Wonderland",
  });
  const installed = await latchkey.getInstallation({ bot_id: String(tokens["bot_id"]) });
  const teaParty = workspace.resources[0]?.id;
  assert.equal(installed.status, "active");
  assert.deepEqual(installed.resources, [teaParty, tokens["duplicated_template_id"]]);
}

async function disconnect(page: Page, look: string): Promise<void> {
  await page.getByRole("link", { name: "Disconnect" }).click();
  await page.getByRole("heading", { name: "Disconnect Photos from Wonderland?" }).waitFor();
  await assertAppearance(page, `workspace-${look}-5-disconnect`);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("heading", { name: "Photos has been disconnected" }).waitFor();
  await assertAppearance(page, `workspace-${look}-6-disconnected`);
  await page.getByRole("link", { name: "Back to connected apps" }).click();
  await page.getByText("You have not connected any apps to this workspace.").waitFor();
}

/** The authorization response that photos gets, once the browser is there. */
async function answerOf(page: Page): Promise<URLSearchParams> {
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  return new URL(page.url()).searchParams;
}

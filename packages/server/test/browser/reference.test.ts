import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import axe from "axe-core";
import { hashApiKey, mintApiKey } from "../../src/crypto/api-key.ts";
import { startTestServer } from "../../../testing/src/index.ts";
import { launchChromium } from "../support/chromium.ts";
import { openTab } from "./browser-fixture.ts";

const key = mintApiKey();
const [open, guarded, browser] = await Promise.all([
  listen(),
  listen({ "serve.admin.api_keys": [`read:${hashApiKey(key)}`] }),
  launchChromium(),
]);

const samples = ["createOAuth2Client", "oauth2Token", "getVersion", "OAuth2Client"];

it("the reference is accessible, in light and dark", async () => {
  const { page, complaints } = await openTab(browser, {
    bypassCSP: true, // The page would not let axe in.
    reducedMotion: "reduce", // Colours are what they are at once.
  });
  await page.goto(`${open}/docs/reference`);
  for (const id of samples) await page.locator(`#${id} > summary`).click();
  await page.locator("#getVersion").getByRole("button", { name: "Send" }).click();
  await page.locator("#getVersion").getByText("200 OK").waitFor();
  await page.evaluate(axe.source);
  assert.deepEqual(await page.evaluate(barriers({})), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await page.evaluate(barriers({ runOnly: ["color-contrast"] })), []);
  assert.deepEqual(complaints, []);
});

it("the reference fits a phone", async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await openTab(browser, { viewport, isMobile: true, hasTouch: true });
  await page.goto(`${open}/docs/reference`);
  for (const id of samples) await page.locator(`#${id} > summary`).click();
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), viewport.width);
});

describe("a reader", () => {
  it("sees code as code, and no backticks around it", async () => {
    const { page } = await openTab(browser);
    await page.goto(`${open}/docs/reference`);
    const introduction = page.locator("main > p").first();
    await introduction.locator("code", { hasText: "/v1" }).first().waitFor();
    assert.doesNotMatch(await page.locator("main").innerText(), /`/);
  });

  it("searches from the keyboard, and follows a link to what it names", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(`${open}/docs/reference`);
    await page.keyboard.press("/");
    await page.keyboard.type("delete /apis");
    const named = page.locator("nav li[data-words]:visible");
    assert.deepEqual(await named.allInnerTexts(), ["Delete an API"]);
    await named.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.locator("#deleteApi[open]").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("finds fields, descriptions and types, with the words around what was found", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(`${open}/docs/reference`);
    await page.getByRole("searchbox").fill("backchannel_logout_uri");
    const mentions = page.locator("#mentions li");
    await mentions.getByRole("link", { name: "OAuth2Client", exact: true }).waitFor();
    assert.match(await mentions.first().innerText(), /backchannel_logout_uri/);
    await page.getByRole("searchbox").fill("no such word anywhere");
    await page.getByText("Nothing has all these words.").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("opens on the guides, and finds pages and operations from there", async () => {
    const { page, complaints } = await openTab(browser, { bypassCSP: true });
    await page.goto(`${open}/docs`);
    await page.getByRole("heading", { level: 2, name: "Guides by framework" }).last().waitFor();
    await page.evaluate(axe.source);
    assert.deepEqual(await page.evaluate(barriers({})), []);
    await page.getByRole("searchbox").fill("televisions");
    await page.locator(".rail li:not([hidden]) a[href='docs/devices']").waitFor();
    await page.getByRole("searchbox").fill("revokeOAuth2Token");
    await page.locator("#mentions a[href$='/docs/reference#revokeOAuth2Token']").click();
    await page.locator("#revokeOAuth2Token[open]").waitFor();
    assert.deepEqual(complaints, []);
  });

  it("draws diagrams that fit, and lists their steps", async () => {
    const { page, complaints } = await openTab(browser, { bypassCSP: true });
    await page.goto(`${open}/docs/devices`);
    await page.getByText("The same as a list").click();
    await page.getByText("alice's phone → Latchkey:").waitFor();
    await page.evaluate(axe.source);
    assert.deepEqual(await page.evaluate(barriers({})), []);
    const outside = await page.evaluate(`
      [...document.querySelectorAll(".drawing text")].filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        const drawing = text.closest("svg").getBoundingClientRect();
        return left < drawing.left || right > drawing.right;
      }).length`);
    assert.equal(outside, 0);
    assert.deepEqual(complaints, []);
  });

  it("finds headings of the documentation, and reads the page", async () => {
    const { page, complaints } = await openTab(browser, { bypassCSP: true });
    await page.goto(`${open}/docs/reference`);
    await page.getByRole("searchbox").fill("initial access tokens open registration");
    await page.locator("#mentions a[href*='/docs/registration']").first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.match(page.url(), /\/docs\/registration(?:#|$)/);
    await page.evaluate(axe.source);
    assert.deepEqual(await page.evaluate(barriers({})), []);
    assert.deepEqual(complaints, []);
  });

  it("reads a code sample of what the form holds, in the language chosen", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(`${open}/docs/reference#oauth2Token`);
    const token = page.locator("#oauth2Token");
    await token.getByLabel("grant_type").fill("client_credentials");
    await token.getByLabel("client_secret").fill("only photos knows this");
    for (const [language, words] of [
      ["curl", '--data-urlencode "client_secret=$CLIENT_SECRET"'],
      ["TypeScript", 'client_secret": process.env.CLIENT_SECRET ?? ""'],
      ["Python", 'client_secret": os.environ["CLIENT_SECRET"]'],
      ["Go", 'form.Set("client_secret", os.Getenv("CLIENT_SECRET"))'],
      ["Java", 'URLEncoder.encode(System.getenv("CLIENT_SECRET"), StandardCharsets.UTF_8)'],
    ] as const) {
      await token.getByLabel("Code sample").first().selectOption(language);
      const sample = await token.locator(".sample code").innerText();
      assert.ok(sample.includes(words), `${language}: ${sample}`);
      assert.ok(sample.includes("client_credentials"));
      assert.ok(!sample.includes("only photos knows this"), `${language} has the secret`);
    }
    assert.deepEqual(complaints, []);
  });

  it("can do without scripts", async () => {
    const { page } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(`${open}/docs/reference`);
    await page.locator("#getOAuth2Client > summary").click();
    await page.getByText("The client_id of the client.").first().waitFor();
  });

  it("creates a client and shows it", async () => {
    const { page, complaints } = await openTab(browser);
    await page.goto(`${open}/docs/reference#createOAuth2Client`);
    const create = page.locator("#createOAuth2Client");
    await create.getByLabel("body").fill('{"client_id": "tom & jerry", "client_name": "Cartoons"}');
    await create.getByRole("button", { name: "Send" }).click();
    await create.getByText("201 Created").waitFor();

    await page.goto(`${open}/docs/reference#getOAuth2Client`);
    const show = page.locator("#getOAuth2Client");
    await show.getByLabel("id").fill("tom & jerry");
    await show.getByRole("button", { name: "Send" }).click();
    await show.getByText('"client_name": "Cartoons"').waitFor();
    assert.deepEqual(complaints, []);
  });

  it("brings a key where the server asks for one, and never copies it", async () => {
    const { page } = await openTab(browser, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.goto(`${guarded}/docs/reference#listOAuth2Clients`);
    const list = page.locator("#listOAuth2Clients");
    const send = list.getByRole("button", { name: "Send" });
    await send.click();
    await list.getByText("401 Unauthorized").waitFor();

    await page.getByLabel("API key").fill(key);
    await list.getByLabel("limit").fill("5");
    await send.click();
    await list.getByText("200 OK").waitFor();
    await list.getByRole("button", { name: "Copy as curl" }).click();
    await list.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(
      await page.evaluate("navigator.clipboard.readText()"),
      `curl -X GET '${guarded}/clients?limit=5' -H "Authorization: Bearer $LATCHKEY_API_KEY"`,
    );
  });
});

/** Asks axe about the frame of the page and what is unfolded on it: the rest is more of the same. */
function barriers(options: object): string {
  const context = { include: [["header"], ["nav"], ["h1"], ["details[open]"]] };
  return `axe
    .run(${JSON.stringify(context)}, ${JSON.stringify({ resultTypes: ["violations"], ...options })})
    .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`;
}

async function listen(settings: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const server = await startTestServer({ settings });
  after(() => server.stop());
  return server.admin_url;
}

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type Branding, previewMails, previewPages } from "@latchkey/api";
import { previewMail } from "../../../identity/src/mail/preview-mail.ts";
import { createBrand } from "../../../sign-in/src/branding/brand.ts";
import { renderPreview } from "../../../sign-in/src/branding/preview.ts";
import { buildConsole, openConsole, press } from "../console/console-tab.ts";
import { assertAccessible } from "../support/axe.ts";
import { openTab, signIn, startBrowserFixture } from "./browser-fixture.ts";

buildConsole();
const { admin, issuer, browser, latchkey, authorizationUrl } = await startBrowserFixture();
const directory = mkdtempSync(join(tmpdir(), "latchkey-branding-"));
after(() => rmSync(directory, { recursive: true }));

/** It would run a script and load an image, if it were more than an image. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32" viewBox="0 0 120 32">
<script>parent.document.title = "run by the logo"</script>
<image href="${issuer}/loaded-by-the-logo" width="1" height="1"/>
<rect width="120" height="32" rx="4" fill="#0b3d91"/></svg>`;
const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

const brands: Readonly<Record<string, Branding>> = {
  default: {},
  corporate: {
    product_name: "Northwind",
    logo,
    show_name: false,
    light: { primary: "#0b3d91", background: "#0b2038" },
    dark: { primary: "#2f6fed", background: "#07101c" },
    corner_radius: 2,
    links: { privacy: "https://n.example/p", terms: "https://n.example/t" },
    texts: {
      en: { sign_in_intro: "Use your staff account.", error_intro: "Call extension 4711." },
    },
  },
  playful: {
    product_name: "Bubble Club",
    light: { primary: "#ffb400", background: "#fff1f6" },
    dark: { primary: "#ff4f81", background: "#1d0f1f" },
    corner_radius: 28,
    links: { imprint: "https://b.example/i" },
    texts: { en: { sign_in_title: "Hey, welcome back!" } },
  },
};

const folder = process.env["LATCHKEY_SCREENSHOTS"];
if (folder) mkdirSync(folder, { recursive: true });

for (const [name, branding] of Object.entries(brands)) {
  describe(`with the ${name} branding`, () => {
    for (const scheme of ["light", "dark"] as const) {
      it(`every page and mail fits a window and a phone, and is accessible, in the ${scheme} scheme`, async () => {
        const { page, complaints } = await openTab(browser);
        const brand = createBrand(branding);
        const shown = { scheme, language: "en" };
        const rendered = [
          ...previewPages.map((sample) => [
            sample,
            renderPreview({ page: sample, ...shown }, brand),
          ]),
          ...previewMails.map((mail) => [mail, previewMail({ page: mail, ...shown }, brand, "W")]),
        ] as const;
        for (const [sample = "", html = ""] of rendered) {
          // As users have it: what is inert is not checked.
          await page.setContent(html.replaceAll(" inert class=", " class="));
          for (const [device, width] of [
            ["desktop", 1280],
            ["phone", 360],
          ] as const) {
            await page.setViewportSize({ width, height: 800 });
            const surplus = await page.evaluate(
              "document.documentElement.scrollWidth - document.documentElement.clientWidth",
            );
            assert.equal(surplus, 0, `${sample} is wider than a ${device}`);
            const path = join(folder ?? "", `brand-${name}-${scheme}-${device}-${sample}.png`);
            if (folder) await page.screenshot({ path, fullPage: true });
          }
          await assertAccessible(page, `${name} ${scheme} ${sample}`);
        }
        assert.deepEqual(complaints, []);
      });
    }
  });
}

describe("in the console", () => {
  it("a branding is tried in the preview, saved, and on the login page", async () => {
    const file = join(directory, "logo.svg");
    writeFileSync(file, svg);
    const { page, complaints, origins, open } = await openConsole(browser, admin, {
      viewport: { width: 1500, height: 1000 },
    });
    await open("/branding", "Branding");
    const preview = page.frameLocator("iframe");
    await preview.getByText("Sign in").first().waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Wonderland");
    await page.getByLabel("Logo", { exact: true }).setInputFiles(file);
    await page.getByLabel("Buttons, light", { exact: true }).fill("#ffb400");
    await page.getByLabel("Page", { exact: true }).selectOption("error");
    await preview
      .getByRole("img", { name: "" })
      .or(preview.locator("img.brand-logo"))
      .first()
      .waitFor();
    await preview.getByText("The app could not be identified").waitFor();
    await page.getByLabel("Page", { exact: true }).selectOption("mail_reset_password");
    const button = preview.getByText("Choose a new password");
    await button.waitFor();
    assert.equal(
      await button.evaluate((link) => getComputedStyle(link).backgroundColor),
      "rgb(255, 180, 0)",
      "mails are shown with their styles, too",
    );
    if (folder)
      await page.screenshot({ path: join(folder, "console-branding-mail.png"), fullPage: true });
    await page.getByLabel("Page", { exact: true }).selectOption("error");
    await preview.getByText("The app could not be identified").waitFor();
    const fill = await preview
      .locator("html")
      .evaluate((html) => getComputedStyle(html).getPropertyValue("--brass"));
    assert.equal(
      fill,
      "#ffb400",
      "the style of the preview holds within the policy of the console",
    );
    if (folder)
      await page.screenshot({ path: join(folder, "console-branding.png"), fullPage: true });
    assert.deepEqual((await latchkey.getBranding()).stored, {});

    await press(page, "Save branding");
    await page.getByText("Saved. All servers use it within a second.").waitFor();
    await page.getByText(/has a contrast of 1\.7 with the card/).waitFor();
    const { stored } = await latchkey.getBranding();
    assert.deepEqual(stored, { product_name: "Wonderland", logo, light: { primary: "#ffb400" } });

    await page.getByLabel("Buttons, light", { exact: true }).fill("yellow");
    await page
      .getByRole("alert")
      .or(page.getByText(/must be a colour such as/))
      .first()
      .waitFor();
    await page.getByLabel("Buttons, light", { exact: true }).fill("#ffb400");
    assert.deepEqual([...origins], [admin]);
    assert.deepEqual(
      complaints.filter((one) => !one.includes("status of 400")),
      [],
    );
  });

  it("the login page has the logo, which runs and loads nothing, also where it is opened on its own", async () => {
    const { page, complaints } = await openTab(browser);
    const loaded: string[] = [];
    page.on("response", (response) => loaded.push(response.url()));
    await page.goto(authorizationUrl());
    const image = page.locator("img.brand-logo");
    await image.waitFor();
    assert.equal(await image.evaluate((img: HTMLImageElement) => img.naturalWidth), 120);
    assert.equal(await page.title(), "Sign in · Wonderland");
    const src = (await image.getAttribute("src")) ?? "";
    await page.goto(issuer + src);
    assert.ok(!loaded.some((url) => url.includes("loaded-by-the-logo")));
    assert.notEqual(await page.title(), "run by the logo");
    const refused = complaints.filter(
      (one) => !/sandbox|Content Security Policy|favicon/.test(one),
    );
    assert.deepEqual(refused, []);

    await page.goto(authorizationUrl());
    await signIn(page);
    await page.getByRole("heading", { name: "Photos wants access" }).waitFor();
    await page.goto(`${issuer}/nowhere`);
    assert.equal(await image.evaluate((img: HTMLImageElement) => img.naturalWidth), 120);
  });
});

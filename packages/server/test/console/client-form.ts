import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import type { Page } from "playwright-core";
import { type ConsoleFixture, heading, openConsole, press } from "./console-tab.ts";

/** The form of a client: its sections, its summary, and the bar that saves. */
export function testClientForm({ world }: ConsoleFixture): void {
  const { admin, browser, latchkey } = world;
  const id = "mock-turtle";

  it("the type of app that was chosen is kept, and redirect URIs are entered one per line", async () => {
    const { page, complaints, open } = await openConsole(browser, admin);
    await open("/new-client", "New client");
    await page.getByText("Native app").click();
    await page.getByLabel("Name", { exact: true }).fill("Mock Turtle");
    await page.getByLabel("Client ID").fill(id);
    await page
      .getByLabel("Redirect URIs")
      .fill("https://turtle.example/callback\nhttps://turtle.example/silent\n");
    await press(page, "Create client");
    await heading(page, "Mock Turtle");
    await page.locator("main").getByText("Native app", { exact: true }).waitFor();
    await open("/clients?search=mock", "Clients");
    await page.getByRole("row", { name: /Mock Turtle.*Native app/ }).waitFor();
    const { metadata, redirect_uris } = await latchkey.getOAuth2Client({ id });
    assert.deepEqual(metadata, { app_type: "native" });
    assert.deepEqual(redirect_uris, [
      "https://turtle.example/callback",
      "https://turtle.example/silent",
    ]);
    assert.deepEqual(complaints, []);
  });

  it("a section that is folded away is opened by its link, and by an error inside", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open(`/clients/${id}`, "Mock Turtle");
    await press(page, "Edit");
    const lifespan = page.getByLabel("Access token for a code");
    const sections = page.getByRole("navigation", { name: "Sections of the form" });
    await sections.waitFor();
    assert.ok(!(await lifespan.isVisible()), "folded while it has its default");
    await sections.getByRole("link", { name: "Token lifespans" }).click();
    await lifespan.fill("soon");
    assert.ok(await sections.isVisible(), "the links stay in view");
    await page.locator("summary").getByText("Token lifespans").click();
    assert.ok(!(await lifespan.isVisible()));
    await press(page, "Save changes");
    await page.getByText(/must be .*lifespan/).waitFor();
    await lifespan.waitFor();
    await lifespan.fill("5m");
    await press(page, "Save changes");
    await page.getByText("Danger zone").waitFor();
    const client = await latchkey.getOAuth2Client({ id });
    assert.equal(client.authorization_code_grant_access_token_lifespan, "5m");

    await press(page, "Edit");
    await lifespan.waitFor(); // Open where one of its fields is set.
  });

  it("the bar that saves is in view, says what is changed, and waits for a change", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open(`/clients/${id}`, "Mock Turtle");
    await press(page, "Edit");
    const save = page.getByRole("button", { name: "Save changes" });
    assert.ok(await save.isDisabled());
    await page.getByText("Nothing is changed yet.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Mock Turtle soup");
    await page.getByLabel("Owner").fill("kitchen");
    await page.getByText("2 changes Name, Owner").waitFor();
    for (const position of ["0", "document.body.scrollHeight"]) {
      await page.evaluate(`scrollTo(0, ${position})`);
      assert.ok(await isInView(page, "Save changes"), `at ${position}`);
    }
    await page.getByLabel("Owner").fill("");
    await page.getByText("1 change Name").waitFor();
    await save.click();
    await heading(page, "Mock Turtle soup");
  });

  it("the summary names what differs from the defaults, and leads to each field", async () => {
    const { page, open } = await openConsole(browser, admin);
    await open(`/clients/${id}`, "Mock Turtle soup");
    await press(page, "Edit");
    const summary = page.getByRole("region", { name: "Differs from the defaults" });
    const items = await summary.getByRole("listitem").allInnerTexts();
    assert.deepEqual(items, [
      "Name Mock Turtle soup",
      "Redirect URIs https://turtle.example/callback and 1 more",
      "Grant types authorization_code refresh_token",
      "Scope openid offline_access profile email",
      "Authentication method none",
      "Access token for a code 5m",
    ]);
    await page.locator("summary").getByText("Token lifespans").click();
    await summary.getByRole("link", { name: "Access token for a code" }).click();
    const focused = page.locator(":focus");
    assert.equal(
      await focused.getAttribute("name"),
      "authorization_code_grant_access_token_lifespan",
    );
    await latchkey.deleteOAuth2Client({ id });
  });

  it("saving a client says first what it would have refused", async () => {
    const machine = {
      client_id: "dormouse",
      client_name: "Dormouse",
      client_secret: "a secret of dormouse",
      grant_types: ["client_credentials"],
      scope: "tea.read tea.write",
    };
    await latchkey.createOAuth2Client({ body: machine });
    const { page, complaints, open } = await openConsole(browser, admin);
    for (const scope of ["tea.write", "tea.write", "tea.read"]) {
      const authorization = basic(machine.client_id, machine.client_secret);
      await latchkey.oauth2Token({ grant_type: "client_credentials", scope }, { authorization });
    }
    await open("/clients/dormouse", "Dormouse");
    await press(page, "Edit");
    await page.getByLabel("Scope", { exact: true }).fill("tea.read");
    await page
      .getByText(
        /Saving would have refused 2 of the 3 requests of Dormouse since .*scope tea\.write \(2\)/,
      )
      .waitFor();
    await page.getByLabel("Scope", { exact: true }).fill("tea.read tea.write tea.pour");
    await page.getByText("Saving would have refused").waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  });
}

/** Whether all of a button is within the window. */
async function isInView(page: Page, name: string): Promise<boolean> {
  const box = await page.getByRole("button", { name }).boundingBox();
  const { height } = page.viewportSize() ?? { height: 0 };
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

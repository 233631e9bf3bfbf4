import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { alice } from "../support/sign-in-server.ts";
import { consent, openTab, signIn, startBrowserFixture } from "./browser-fixture.ts";

const { issuer, latchkey, subject, photos, browser } = await startBrowserFixture();
const client_id = "photos-app";

await latchkey.createOAuth2Client({
  body: {
    client_id,
    client_name: "Photos, the app",
    token_endpoint_auth_method: "none",
    redirect_uris: [photos.app_uri],
    post_logout_redirect_uris: [photos.app_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scope: "openid offline_access profile email",
  },
});

it("alice signs in to an app that lives in the browser, stays, and signs out", async () => {
  const { page, complaints } = await openTab(browser);
  await page.goto(`${photos.app_uri}?${new URLSearchParams({ authority: issuer, client_id })}`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signIn(page, { remember: true });
  await page.getByRole("heading", { name: "Photos, the app wants access" }).waitFor();
  await consent(page);

  const first = await valueOf(page, "access_token");
  assert.equal(first["sub"], subject);
  assert.equal(first["name"], alice.profile.name); // which userinfo said

  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByText(String(first["access_token"])).waitFor({ state: "detached" });
  const second = await valueOf(page, "access_token");
  assert.equal(second["sub"], subject);
  assert.notEqual(second["refresh_token"], first["refresh_token"]);

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("An app wants to sign you out").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await valueOf(page, "signed_out");
  await page.getByRole("button", { name: "Who am I?" }).click();
  assert.equal(await page.getByText("{}", { exact: true }).textContent(), "{}");
  assert.deepEqual(complaints, []);
});

it("alice signs in to the app through a popup, which notifies the app and closes", async () => {
  const { page, complaints } = await openTab(browser);
  await page.goto(`${photos.app_uri}?${new URLSearchParams({ authority: issuer, client_id })}`);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in with a popup" }).click();
  const popup = await opened;
  const closed = popup.waitForEvent("close");
  await signIn(popup);
  await consent(popup);
  const user = await valueOf(page, "access_token");
  assert.equal(user["sub"], subject);
  await closed;
  assert.deepEqual(complaints, []);
});

it("a script of an origin that is no client's reads neither tokens nor userinfo", async () => {
  const { page, complaints } = await openTab(browser);
  await page.goto(photos.app_uri.replace("localhost", "127.0.0.1"));
  for (const call of [
    `fetch("${issuer}/oauth2/token", { method: "POST", body: new URLSearchParams({ client_id: "${client_id}" }) })`,
    `fetch("${issuer}/userinfo", { headers: { Authorization: "Bearer made-up" } })`,
    `fetch("${issuer}/oauth2/revoke", { method: "POST", body: new URLSearchParams({ token: "made-up" }) })`,
  ])
    await assert.rejects(page.evaluate(call), /Failed to fetch/);
  assert.equal(complaints.filter((complaint) => complaint.includes("CORS policy")).length, 3);
});

it("a script of the app's own origin reads refusals too", async () => {
  const { page } = await openTab(browser);
  await page.goto(photos.app_uri);
  const statuses = await page.evaluate(async (url) => {
    const token = await fetch(`${url}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "photos-app", grant_type: "refresh_token" }),
    });
    const userinfo = await fetch(`${url}/userinfo`, {
      headers: { Authorization: "Bearer made-up" },
    });
    return [token.status, userinfo.status];
  }, issuer);
  assert.deepEqual(statuses, [400, 401]);
});

/** What the app shows, once it shows a field of this name. */
async function valueOf(page: Page, field: string): Promise<Record<string, unknown>> {
  const text = await page.getByText(`"${field}":`).textContent();
  return JSON.parse(text ?? "");
}

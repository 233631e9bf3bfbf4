import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { consent, openTab, picture, signIn, startBrowserFixture } from "./browser-fixture.ts";

const { issuer, photos, browser, authorizationUrl } = await startBrowserFixture();

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";

  it(`photos forgets alice in a frame when she signs out, ${how} JavaScript`, async () => {
    const { page, complaints } = await openTab(browser, { javaScriptEnabled });
    const id_token_hint = await obtainIdToken(page);
    photos.visits.length = 0;

    const { post_logout_redirect_uri } = photos;
    const asked = { id_token_hint, post_logout_redirect_uri, state: "farewell" };
    await page.goto(`${issuer}/oauth2/sessions/logout?${new URLSearchParams(asked)}`);
    await page.getByText("An app wants to sign you out").waitFor();
    await picture(page, `logout-asked-by-photos-${how}-javascript`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "See you at Photos" }).waitFor();

    assert.equal(page.url(), `${post_logout_redirect_uri}?state=farewell`);
    const [frame, ...others] = photos.visits.filter(({ pathname }) => pathname === "/forget");
    assert.equal(others.length, 0);
    assert.equal(frame?.searchParams.get("iss"), issuer);
    assert.equal(frame.searchParams.get("sid"), sidOf(id_token_hint));
    assert.deepEqual(complaints, []);

    await page.goto(authorizationUrl({ prompt: "none" }));
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("error"), "login_required");
  });
}

it("alice stays after all", async () => {
  const { page, complaints } = await openTab(browser);
  await obtainIdToken(page);
  await page.goto(`${issuer}/oauth2/sessions/logout`);
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await page.getByRole("heading", { name: "You are still signed in" }).waitFor();
  await page.goto(authorizationUrl());
  await page.getByRole("heading", { name: "Photos wants access" }).waitFor();
  assert.deepEqual(complaints, []);
});

/** Signs alice in for good; what photos gets is in the address of its page. */
async function obtainIdToken(page: Page): Promise<string> {
  await page.goto(authorizationUrl({ response_type: "id_token", scope: "openid" }));
  await signIn(page, { remember: true });
  await consent(page);
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get("id_token") ?? "";
}

function sidOf(id_token: string): unknown {
  const [, payload = ""] = id_token.split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString()).sid;
}

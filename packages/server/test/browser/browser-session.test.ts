import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { consent, openTab, signIn, startBrowserFixture } from "./browser-fixture.ts";

const { browser, latchkey, photos, authorizationUrl } = await startBrowserFixture();
await latchkey.createOAuth2Client({
  body: {
    client_id: "letters",
    client_name: "Letters",
    redirect_uris: [photos.redirect_uri],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    scope: "openid",
  },
});
const DAY = 24 * 60 * 60;

it("a second app does not ask for the password again, box or no box", async () => {
  const { page } = await openTab(browser);
  await page.goto(authorizationUrl({ scope: "openid" }));
  await signIn(page);
  await consent(page);
  await arrive(page);

  await page.goto(authorizationUrl({ client_id: "letters", scope: "openid" }));
  await page.getByRole("heading", { name: "Letters wants access" }).waitFor();
  await page.getByLabel("Do not ask me again for this app").check();
  await consent(page);
  assert.ok((await arrive(page)).has("code"));

  const silent = { client_id: "letters", scope: "openid", prompt: "none" };
  await page.goto(authorizationUrl(silent));
  assert.ok((await arrive(page)).has("code"), "prompt=none passes");
});

for (const remember of [false, true]) {
  const until = remember ? "outlasts the browser" : "ends with the browser";
  it(`the session ${until} ${remember ? "with" : "without"} the box`, async () => {
    const { page } = await openTab(browser);
    await page.goto(authorizationUrl({ scope: "openid" }));
    await signIn(page, { remember });
    await page.waitForURL("**/consent?**");
    const cookies = await page.context().cookies();
    const session = cookies.find(({ name }) => name.includes("oauth2_authentication_session"));
    assert.ok(session, "there is a session");
    const days = Math.round((session.expires - Date.now() / 1000) / DAY);
    assert.equal(
      session.expires === -1 ? "with the browser" : days,
      remember ? 30 : "with the browser",
    );
  });
}

it("signing out ends a session that was not remembered", async () => {
  const { page } = await openTab(browser);
  await page.goto(authorizationUrl({ scope: "openid" }));
  await signIn(page);
  await page.waitForURL("**/consent?**");
  await page.goto(new URL("/oauth2/sessions/logout", page.url()).href);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "You are signed out" }).waitFor();
  await page.goto(authorizationUrl({ prompt: "none" }));
  assert.equal((await arrive(page)).get("error"), "login_required");
});

/** The authorization response that the app gets, once the browser is there. */
async function arrive(page: Page): Promise<URLSearchParams> {
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  return new URL(page.url()).searchParams;
}

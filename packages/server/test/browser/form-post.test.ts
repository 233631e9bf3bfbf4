import assert from "node:assert/strict";
import { it } from "node:test";
import { consent, openTab, signIn, startBrowserFixture } from "./browser-fixture.ts";

const { issuer, photos, browser, authorizationUrl } = await startBrowserFixture();

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "by itself" : "at a click where there is no JavaScript";

  it(`the answer is posted to photos ${how}`, async () => {
    const { page, complaints } = await openTab(browser, { javaScriptEnabled });
    const asked = { response_type: "code id_token", response_mode: "form_post" };
    await page.goto(authorizationUrl(asked));
    await signIn(page);
    await consent(page);
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();

    const posted = photos.visits.findLast(({ pathname }) => pathname === "/callback");
    const fields = new URLSearchParams(posted?.hash.slice(1));
    assert.deepEqual([...fields.keys()].toSorted(), ["code", "id_token", "iss", "scope", "state"]);
    assert.equal(fields.get("iss"), issuer);
    assert.deepEqual(complaints, []);
  });
}

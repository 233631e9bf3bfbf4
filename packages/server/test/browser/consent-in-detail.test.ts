import assert from "node:assert/strict";
import { it } from "node:test";
import { account, accountType, payment, paymentType } from "../consent/payments.ts";
import {
  assertAppearance,
  consent,
  openTab,
  picture,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

const { browser, latchkey, authorizationUrl, photos } = await startBrowserFixture();
for (const body of [paymentType, accountType]) {
  await latchkey.createAuthorizationDetailsType({ body });
}
await latchkey.createOAuth2Client({
  body: {
    client_id: "bank",
    client_name: "Tea Budget",
    client_secret: "only the bank knows this",
    redirect_uris: [photos.redirect_uri],
    scope: "openid email profile",
    authorization_details_types: [paymentType.type, accountType.type],
  },
});
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const asked = {
  client_id: "bank",
  scope: "openid",
  authorization_details: JSON.stringify([payment, account]),
  claims: JSON.stringify({ userinfo: { name: { essential: true }, birthdate: null } }),
};

it("alice sees what she approves, and later only what is new", async () => {
  const { page, complaints } = await openTab(browser, phone);
  await page.goto(authorizationUrl(asked));
  await signIn(page, { remember: true });
  await page.getByRole("heading", { name: "Tea Budget wants access" }).waitFor();
  assert.ok(await page.getByLabel("Pay 100 EUR to Tea Shop").isChecked());
  await page.getByText("All details").first().click();
  await assertAppearance(page, "consent-details");

  await page.getByLabel("Pay 100 EUR to Tea Shop").uncheck();
  await page.getByLabel("see your date of birth").uncheck();
  await page.getByLabel("Do not ask me again for this app").check();
  await consent(page);
  await page.getByRole("heading", { name: "Welcome to Photos" }).waitFor();
  const code = new URL(page.url()).searchParams.get("code") ?? "";
  const authorization = `Basic ${btoa("bank:only%20the%20bank%20knows%20this")}`;
  const form = { grant_type: "authorization_code", code, redirect_uri: photos.redirect_uri };
  const { access_token, authorization_details } = await latchkey.oauth2Token(form, {
    authorization,
  });
  assert.deepEqual(authorization_details, [account]);
  const person = await latchkey.userinfo({}, { authorization: `Bearer ${access_token}` });
  assert.ok(typeof person === "object");
  assert.deepEqual([person.name, person.birthdate], ["Alice Liddell", undefined]);

  await page.goto(authorizationUrl({ ...asked, scope: "openid email" }));
  await page.getByText("This will also allow the app to").waitFor();
  await page.getByText("Already allowed").waitFor();
  assert.equal(await page.getByLabel("See list, balances, transactions").count(), 0);
  assert.ok(await page.getByLabel("Pay 100 EUR to Tea Shop").isChecked());
  await assertAppearance(page, "consent-addition");
  assert.deepEqual(complaints, []);
});

it("details fit a phone in every language", async () => {
  const { page } = await openTab(browser, phone);
  for (const ui_locales of ["de", "fr", "es", "ja", "zh", "zh-TW"]) {
    await page.goto(authorizationUrl({ ...asked, ui_locales, prompt: "login consent" }));
    await page.locator("#username, input[name=username]").first().fill("alice");
    await page.locator("input[type=password]").fill("correct horse battery staple");
    await page.locator("button.primary").click();
    await page.locator(".detail").first().waitFor();
    await picture(page, `consent-details-${ui_locales}`);
  }
});

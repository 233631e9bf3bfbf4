import assert from "node:assert/strict";
import { it } from "node:test";
import {
  assertAppearance,
  consent,
  openTab,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

const { latchkey, browser } = await startBrowserFixture();
const client_id = "tv";
await latchkey.createOAuth2Client({
  body: {
    client_id,
    client_name: "Photos TV",
    client_uri: "https://photos.example",
    token_endpoint_auth_method: "none",
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code"],
    scope: "openid profile",
  },
});
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

it("alice connects her television, on a phone, without scripts", async () => {
  const { device_code, user_code, verification_uri } = await latchkey.oAuth2DeviceFlow({
    client_id,
    scope: "openid profile",
  });
  const { page, complaints } = await openTab(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(verification_uri);
  const code = page.getByLabel("Code");
  await assertAppearance(page, "phone-device-1-code");
  await code.fill(user_code.toLowerCase().replace("-", ""));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Connect Photos TV to your account?" }).waitFor();
  await page.getByText(user_code).waitFor();
  await assertAppearance(page, "phone-device-2-confirm");
  await page.getByRole("button", { name: "Continue" }).click();
  await signIn(page);
  await consent(page);
  await page.getByRole("heading", { name: "Your device is connected" }).waitFor();
  await assertAppearance(page, "phone-device-3-done");
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  assert.ok((await latchkey.oauth2Token({ grant_type, device_code, client_id })).id_token);
  assert.deepEqual(complaints, []);
});

it("a wrong code is reported beside its field, and a code in the link is filled in", async () => {
  const { user_code, verification_uri_complete } = await latchkey.oAuth2DeviceFlow({ client_id });
  const { page } = await openTab(browser);
  await page.goto(verification_uri_complete);
  const code = page.getByLabel("Code");
  assert.equal(await code.inputValue(), user_code);
  await code.fill("BCDF-GHJK");
  await page.getByRole("button", { name: "Continue" }).click();
  assert.match((await page.getByRole("alert").textContent()) ?? "", /This code is not valid/);
  await assertAppearance(page, "desktop-device-4-wrong-code");
  await code.fill(user_code);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "The device was not connected" }).waitFor();
  await assertAppearance(page, "desktop-device-5-denied");
});

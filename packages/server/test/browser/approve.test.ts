import assert from "node:assert/strict";
import { it } from "node:test";
import { basic } from "@latchkey/client";
import { CIBA } from "../support/backchannel.ts";
import {
  assertAppearance,
  consent,
  openTab,
  signIn,
  startBrowserFixture,
} from "./browser-fixture.ts";

const { latchkey, browser, issuer } = await startBrowserFixture();
const { client_id, client_secret = "" } = await latchkey.createOAuth2Client({
  body: {
    client_id: "bank",
    client_name: "Bank",
    client_uri: "https://bank.example",
    grant_types: [CIBA],
    scope: "openid profile payments",
  },
});
const credentials = { authorization: basic(client_id, client_secret) };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

it("alice allows what the bank asks, on a phone, without scripts, and denies the next", async () => {
  const ask = (binding_message: string) =>
    latchkey.startBackchannelAuthentication(
      { scope: "openid profile payments", login_hint: "alice", binding_message },
      credentials,
    );
  const injected = '<img src=x onerror="alert(1)"> & 4711';
  const { auth_req_id } = await ask(injected);
  const { page, complaints } = await openTab(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(`${issuer}/approve`);
  await signIn(page);
  await page.getByRole("heading", { name: "Bank wants to sign you in" }).waitFor();
  await page.getByText(injected).waitFor();
  await assertAppearance(page, "phone-approve-1-asked");
  await consent(page);
  await page.getByRole("heading", { name: "You allowed the sign-in" }).waitFor();
  await assertAppearance(page, "phone-approve-2-allowed");
  const tokens = await latchkey.oauth2Token({ grant_type: CIBA, auth_req_id }, credentials);
  assert.ok(tokens.id_token);

  await page.getByRole("link", { name: "Check again" }).click();
  await page.getByRole("heading", { name: "No pending requests" }).waitFor();
  await ask("M".repeat(64));
  await page.getByRole("link", { name: "Check again" }).click();
  await assertAppearance(page, "phone-approve-3-long-message");
  await page.getByRole("button", { name: "Deny" }).click();
  await page.getByRole("heading", { name: "You denied the sign-in" }).waitFor();
  assert.deepEqual(complaints, []);
});

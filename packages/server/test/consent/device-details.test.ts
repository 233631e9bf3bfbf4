import assert from "node:assert/strict";
import { test } from "node:test";
import { assertRefused } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { askDevice, codesOf, DEVICE_CODE, enterCode, poll, registerTv } from "../support/device.ts";
import { challengeOf, passConsent, passLogin } from "../support/journey.ts";
import { account, accountType, detailsParameter, payment, startBank } from "./payments.ts";

const { world, latchkey } = await startBank();
const tv = await registerTv(latchkey, { authorization_details_types: [accountType.type] });

test("a device requests details, which its user reads and grants", async () => {
  const { user_code, device_code } = await codesOf(world, tv, {
    scope: "openid",
    ...detailsParameter(account),
  });
  const browser = openBrowser(world);
  const response = await passLogin(world, browser, await enterCode(world, browser, user_code));
  const consent_challenge = challengeOf(response, "consent");
  const asked = await latchkey.getConsentRequest({ consent_challenge });
  assert.deepEqual(asked.requested_authorization_details, [account]);
  const granted = [{ ...account, actions: ["list"] }];
  await passConsent(world, browser, response, { grant_authorization_details: granted });
  const reply = await poll(world, tv, device_code);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.deepEqual(reply.body.authorization_details, granted);
});

test("a device cannot request a type that its client may not request, nor a detail that does not fit", async () => {
  for (const detail of [payment, { ...account, actions: [] }, { type: "unknown" }]) {
    const reply = await askDevice(world, tv, detailsParameter(detail));
    assertRefused(reply, 400, "invalid_authorization_details");
  }
});

test("a client that requires a level requires it of the users of its devices", async () => {
  const strict = await registerTv(latchkey, {
    client_id: "strict-tv",
    grant_types: [DEVICE_CODE],
    acr_values_required: true,
    default_acr_values: ["gold"],
  });
  const { user_code, device_code } = await codesOf(world, strict, { scope: "openid" });
  const browser = openBrowser(world);
  const toLogin = await enterCode(world, browser, user_code);
  const login_challenge = challengeOf(toLogin, "login");
  const { oidc_context } = await latchkey.getLoginRequest({ login_challenge });
  assert.deepEqual(oidc_context.required_acr_values, ["gold"]);
  const refused = await passLogin(world, browser, toLogin, { acr: "bronze" });
  assert.notEqual(refused.headers.get("location")?.includes("consent_challenge"), true);
  const reply = await poll(world, strict, device_code);
  assert.equal(reply.ok, false);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { assertRefused } from "../operations/refusal.ts";
import { openBrowser } from "../support/browser.ts";
import { askDevice, codesOf, DEVICE_CODE, enterCode, poll, registerTv } from "../support/device.ts";
import { challengeOf, passConsent, passLogin, refresh } from "../support/flow.ts";
import { account, accountType, detailsParameter, payment, startBank } from "./payments.ts";

const { world, latchkey, clock } = await startBank();
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

test("RFC 9396 §6: a device gets fewer details than were granted, and a refused request does not spend its code", async () => {
  const { user_code, device_code } = await codesOf(world, tv, {
    scope: "openid offline",
    ...detailsParameter(account),
  });
  const browser = openBrowser(world);
  const response = await passLogin(world, browser, await enterCode(world, browser, user_code));
  const less = { ...account, actions: ["list", "balances"] };
  await passConsent(world, browser, response, { grant_authorization_details: [less] });
  const refused = [
    detailsParameter(account),
    detailsParameter(payment),
    detailsParameter(less, less),
    { authorization_details: "{}" },
  ];
  for (const wishes of refused) {
    const reply = await poll(world, tv, device_code, wishes);
    assertRefused(reply, 400, "invalid_authorization_details");
  }
  const least = { ...account, actions: ["list"] };
  const reply = await poll(world, tv, device_code, detailsParameter(least));
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.deepEqual(reply.body.authorization_details, [least]);
  const introspected = await latchkey.introspectOAuth2Token({ token: reply.body.access_token });
  assert.deepEqual(introspected.active && introspected.authorization_details, [least]);
  const next = await refresh(world, tv, reply.body.refresh_token);
  assert.ok(next.ok);
  assert.deepEqual(next.body.authorization_details, [less]);
});

test("a device cannot request a type that its client may not request, nor a detail that does not fit", async () => {
  for (const detail of [payment, { ...account, actions: [] }, { type: "unknown" }]) {
    const reply = await askDevice(world, tv, detailsParameter(detail));
    assertRefused(reply, 400, "invalid_authorization_details");
  }
});

test("a device requires a level, a recent login and claims, as an authorization request does", async () => {
  const claims = { id_token: { acr: { essential: true, values: ["gold"] }, email: null } };
  const wishes = { scope: "openid", max_age: 60, claims: JSON.stringify(claims) };
  const start = async (acr: string) => {
    const { user_code, device_code } = await codesOf(world, tv, wishes);
    const browser = openBrowser(world);
    const toLogin = await enterCode(world, browser, user_code);
    const login_challenge = challengeOf(toLogin, "login");
    const { oidc_context } = await latchkey.getLoginRequest({ login_challenge });
    assert.deepEqual(oidc_context.required_acr_values, ["gold"]);
    assert.deepEqual(oidc_context.claims, claims);
    return { browser, device_code, response: await passLogin(world, browser, toLogin, { acr }) };
  };
  const low = await start("bronze");
  assertRefused(await poll(world, tv, low.device_code), 400, "access_denied");
  const high = await start("gold");
  await passConsent(world, high.browser, high.response);
  const reply = await poll(world, tv, high.device_code);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  assert.equal(decodeJwt(reply.body.id_token ?? "")["acr"], "gold");
});

test("max_age of a device: a session that is older does not skip the login", async () => {
  const browser = openBrowser(world);
  const first = await codesOf(world, tv, { scope: "openid" });
  const toLogin = await enterCode(world, browser, first.user_code);
  await passLogin(world, browser, toLogin, { remember: true });
  clock.now += 120;
  const skips = async (wishes: { max_age?: number; acr_values?: string }) => {
    const { user_code } = await codesOf(world, tv, { scope: "openid", ...wishes });
    const asked = await enterCode(world, browser, user_code);
    return latchkey.getLoginRequest({ login_challenge: challengeOf(asked, "login") });
  };
  assert.equal((await skips({})).skip, true);
  assert.equal((await skips({ max_age: 300 })).skip, true);
  assert.equal((await skips({ max_age: 60 })).skip, false);
  const { oidc_context } = await skips({ acr_values: "gold silver" });
  assert.deepEqual(oidc_context.acr_values, ["gold", "silver"]);
});

test("what a device requires of the login must be well-formed", async () => {
  for (const wishes of [{ max_age: -1 }, { claims: "[]" }, { claims: '{"id_token": 1}' }]) {
    assertRefused(await askDevice(world, tv, wishes), 400, "invalid_request");
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

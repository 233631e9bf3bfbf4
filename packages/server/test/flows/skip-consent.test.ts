import assert from "node:assert/strict";
import { test } from "node:test";
import type { AcceptLoginRequest, AuthorizationRequest } from "@latchkey/api";
import { type App, registerApp } from "../support/app.ts";
import { answerOf, authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { anHourAfterLogin, PKCE } from "./an-hour-after-login.ts";

type Consent = "skipped" | "asked" | "consent_required";
const https = "https://photos.example/callback";

/** §6.7: whether alice is asked again for what she allowed before. */
const consents: [string, { app?: object; params?: AuthorizationRequest }, Consent][] = [
  ["the same again", {}, "skipped"],
  ["the same again, silently", { params: { prompt: "none" } }, "skipped"],
  ["less than before", { params: { scope: "" } }, "skipped"],
  ["prompt=consent", { params: { prompt: "consent" } }, "asked"],
  ["a scope more", { params: { scope: "openid profile" } }, "asked"],
  [
    "a scope more, silently",
    { params: { scope: "openid profile", prompt: "none" } },
    "consent_required",
  ],
  ["an audience more", { params: { audience: "https://api.example" } }, "asked"],
  [
    "a public client at https",
    { app: { token_endpoint_auth_method: "none" }, params: PKCE },
    "skipped",
  ],
  [
    "a public client on this machine",
    {
      app: { token_endpoint_auth_method: "none", redirect_uris: ["http://127.0.0.1/cb"] },
      params: PKCE,
    },
    "skipped",
  ],
  [
    "a public client with a scheme of its own",
    {
      app: { token_endpoint_auth_method: "none", redirect_uris: ["com.example.app:/cb"] },
      params: PKCE,
    },
    "asked",
  ],
  [
    "a public client with a scheme of its own, silently",
    {
      app: { token_endpoint_auth_method: "none", redirect_uris: ["com.example.app:/cb"] },
      params: { ...PKCE, prompt: "none" },
    },
    "consent_required",
  ],
];

for (const [reason, { app = {}, params = {} }, expected] of consents) {
  test(`${reason}: consent is ${expected}`, async () => {
    const { world, latchkey, photos, browser } = await anHourAfterLogin(app);
    const request = requestOf(photos, { scope: "openid", ...params });
    const response = await passLogin(world, browser, await authorize(browser, request));
    const { parameters } = await answerOf(response);
    if (parameters["error"]) return assert.equal(parameters["error"], expected);
    const consent_challenge = challengeOf(response, "consent");
    const { skip } = await latchkey.getConsentRequest({ consent_challenge });
    assert.equal(skip ? "skipped" : "asked", expected);
    return undefined;
  });
}

test("a consent to one client is none to another, and bob's none of alice's", async () => {
  const { world, latchkey, photos, browser } = await anHourAfterLogin({ redirect_uris: [https] });
  const letters = await registerApp(latchkey, { client_id: "letters" });
  const isSkipped = async (app: App, login: Partial<AcceptLoginRequest>, prompt?: string) => {
    const request = requestOf(app, { scope: "openid", ...(prompt && { prompt }) });
    const asked = await passLogin(world, browser, await authorize(browser, request), login);
    const consent_challenge = challengeOf(asked, "consent");
    return (await latchkey.getConsentRequest({ consent_challenge })).skip;
  };
  assert.ok(await isSkipped(photos, {}));
  assert.equal(await isSkipped(letters, {}), false);
  assert.equal(await isSkipped(photos, { subject: "bob" }, "login"), false);
});

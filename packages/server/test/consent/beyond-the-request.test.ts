import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import type { OAuth2ClientInput } from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { ask, CIBA, newestFor, registerBank, WEBHOOK_SECRET } from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import { codesOf, enterCode, registerTv } from "../support/device.ts";
import { authorize, challengeOf, passLogin, requestOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer({
  "urls.login": "https://login.example/login",
  "urls.consent": "https://login.example/consent",
  "urls.backchannel_authentication": "https://login.example/asked",
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
});
const { latchkey } = world;
const code_challenge = createHash("sha256").update("a".repeat(43)).digest("base64url");
const pkce = { code_challenge, code_challenge_method: "S256" };

type Profile = NonNullable<OAuth2ClientInput["security_profile"]>;

/** What a consent app grants where `openid` was requested, and the error under every profile but `compatible`. */
const answers: [string, object, string | undefined][] = [
  ["what was requested", { grant_scope: ["openid"] }, undefined],
  ["a registered scope beyond it", { grant_scope: ["openid", "profile"] }, "invalid_scope"],
  ["an unregistered scope", { grant_scope: ["openid", "admin"] }, "invalid_scope"],
  [
    "an audience beyond it",
    { grant_scope: ["openid"], grant_access_token_audience: ["https://api.example"] },
    "invalid_request",
  ],
];
const profiles: [Profile, strict: boolean][] = [
  ["compatible", false],
  ["oauth2.1", true],
  ["mcp", true],
];

describe("a consent app grants beyond the request under the profile compatible alone", () => {
  for (const [security_profile, strict] of profiles) {
    for (const [what, answer, error] of answers) {
      const expected = strict ? error : undefined;
      const named = `${security_profile}, ${what} → ${expected ?? "granted"}`;

      it(`authorization: ${named}`, async () => {
        const photos = await registerApp(latchkey, { client_id: nextId(), security_profile });
        const browser = openBrowser(world);
        const request = requestOf(photos, { scope: "openid", ...pkce });
        const asked = await passLogin(world, browser, await authorize(browser, request));
        assert.equal(await accept(challengeOf(asked, "consent"), answer), expected);
      });

      it(`device: ${named}`, async () => {
        const tv = await registerTv(latchkey, {
          client_id: nextId(),
          scope: "openid profile",
          audience: ["https://api.example"],
          security_profile,
        });
        const { user_code } = await codesOf(world, tv, { scope: "openid" });
        const browser = openBrowser(world);
        const asked = await passLogin(world, browser, await enterCode(world, browser, user_code));
        assert.equal(await accept(challengeOf(asked, "consent"), answer), expected);
      });

      it(`backchannel authentication: ${named}`, async () => {
        const client_id = nextId();
        const bank = await registerBank(latchkey, {
          client_id,
          grant_types: [CIBA],
          scope: "openid profile",
          audience: ["https://api.example"],
          security_profile,
        });
        const subject = `user of ${client_id}`;
        const asked = await ask(world, bank, { scope: "openid", login_hint: subject });
        assert.ok(asked.ok, JSON.stringify(asked.body));
        const { challenge } = await newestFor(world, subject);
        const body = { subject, grant_scope: ["openid"], ...answer };
        const accepted = await latchkey.call("acceptBackchannelRequest", {
          backchannel_challenge: challenge,
          body,
        });
        assert.equal(
          accepted.ok ? undefined : Reflect.get(Object(accepted.body), "error"),
          expected,
        );
      });
    }
  }

  let registered = 0;

  function nextId(): string {
    registered += 1;
    return `client-${registered}`;
  }

  /** The error of the response to the consent app. */
  async function accept(consent_challenge: string, body: object): Promise<unknown> {
    const accepted = await latchkey.call("acceptConsentRequest", { consent_challenge, body });
    return accepted.ok ? undefined : Reflect.get(Object(accepted.body), "error");
  }
});

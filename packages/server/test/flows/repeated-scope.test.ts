import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { registerApp } from "../support/app.ts";
import { CIBA, WEBHOOK_SECRET } from "../support/backchannel.ts";
import { openBrowser } from "../support/browser.ts";
import { DEVICE_CODE } from "../support/device.ts";
import { answerOf } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

const world = await startTestServer({
  "urls.login": "https://login.example/login",
  "urls.backchannel_authentication": "https://login.example/asked",
  "secrets.backchannel_authentication": [WEBHOOK_SECRET],
});
const codeChallenge = createHash("sha256").update("a".repeat(43)).digest("base64url");
const twice = "scope=openid&scope=profile";

/** Endpoints at which a client sends `scope`, and the rest of a valid request. */
const endpoints: [path: string, form: string][] = [
  ["/oauth2/token", "grant_type=client_credentials"],
  ["/oauth2/par", `response_type=code&code_challenge=${codeChallenge}&code_challenge_method=S256`],
  ["/oauth2/device/auth", ""],
  ["/oauth2/bc-authorize", "login_hint=alice"],
  ["/oauth2/introspect", "token=unknown"],
];

for (const [security_profile, isRefused] of [
  ["compatible", false],
  ["oauth2.1", true],
  ["mcp", true],
] as const) {
  describe(`RFC 6749 §3.1: a repeated scope under ${security_profile}`, async () => {
    const photos = await registerApp(world.latchkey, {
      client_id: `photos-${security_profile}`,
      grant_types: ["authorization_code", "client_credentials", DEVICE_CODE, CIBA],
      response_types: ["code"],
      backchannel_token_delivery_mode: "poll",
      security_profile,
    });
    const redirect = new URLSearchParams({ redirect_uri: photos.redirect_uri }).toString();

    for (const [path, form] of endpoints) {
      it(`at ${path} is ${isRefused ? "refused" : "one list"}`, async () => {
        const response = await world.fetch(`http://public.test${path}`, {
          method: "POST",
          headers: {
            authorization: photos.authorization ?? "",
            "content-type": "application/x-www-form-urlencoded",
          },
          body: [form, twice, ...(path === "/oauth2/par" ? [redirect] : [])].join("&"),
        });
        const text = await response.text();
        assert.equal(response.ok, !isRefused, text);
        if (isRefused) assert.match(text, /"invalid_request".*parameter scope only once/);
      });
    }

    it(`at /oauth2/auth is ${isRefused ? "refused" : "one list"}`, async () => {
      const query = `client_id=${photos.client_id}&${redirect}&state=where-photos-was&${endpoints[1]?.[1]}&${twice}`;
      const asked = await openBrowser(world).go(`http://public.test/oauth2/auth?${query}`);
      if (isRefused) {
        const { parameters } = await answerOf(asked);
        assert.equal(parameters["error"], "invalid_request");
      } else assert.match(asked.headers.get("location") ?? "", /login_challenge/);
    });
  });
}

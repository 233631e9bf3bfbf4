import assert from "node:assert/strict";
import { hash } from "node:crypto";
import type { OAuth2ClientInput } from "@latchkey/api";
import { registerApp } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { codeFor, redeem } from "../support/flow.ts";
import { startTestServer } from "../support/server.ts";

/** How long ago that was, in seconds. */
export const HOUR = 3600;

const code_verifier = "a-verifier-that-only-photos-knows-0123456789";

/** What a public client has to announce. */
export const PKCE = {
  code_challenge: hash("sha256", code_verifier, "base64url"),
  code_challenge_method: "S256",
};

/** Alice signed in to photos an hour ago, and is remembered, as is her consent. */
export async function anHourAfterLogin(app: OAuth2ClientInput = {}) {
  const world = await startTestServer();
  const photos = await registerApp(world.latchkey, app);
  const browser = openBrowser(world);
  const code = await codeFor(world, photos, {
    browser,
    params: { ...PKCE, scope: "openid" },
    login: { remember: true },
    consent: { remember: true },
  });
  const tokens = await redeem(world, photos, code, { code_verifier });
  assert.ok(tokens.ok);
  world.clock.now += HOUR;
  return { ...world, world, photos, browser, id_token: tokens.body.id_token ?? "" };
}

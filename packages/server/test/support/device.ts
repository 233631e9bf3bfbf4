import assert from "node:assert/strict";
import type {
  DeviceAuthorizationRequest,
  DeviceAuthorizationResponse,
  OAuth2TokenRequest,
} from "@latchkey/api";
import { type App, registerApp } from "./app.ts";
import { type Browser, locationOf, openBrowser } from "./browser.ts";
import { passConsent, passLogin } from "./flow.ts";
import type { TestServer } from "./server.ts";

/** RFC 8628 §3.4. */
export const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

type World = Pick<TestServer, "latchkey" | "fetch">;

/** Registers the app of a television: a public client, unless its description says otherwise. */
export function registerTv(
  latchkey: World["latchkey"],
  description: Parameters<typeof registerApp>[1] = {},
): Promise<App> {
  return registerApp(latchkey, {
    client_id: "tv",
    client_name: "Photos TV",
    redirect_uris: [],
    grant_types: [DEVICE_CODE, "refresh_token"],
    token_endpoint_auth_method: "none",
    ...description,
  });
}

/** The television asks for its codes; returns the response, successful or not. */
export function askDevice(
  { latchkey }: World,
  { client_id, authorization }: App,
  form: DeviceAuthorizationRequest = {},
) {
  return authorization === undefined
    ? latchkey.call("oAuth2DeviceFlow", { client_id, ...form })
    : latchkey.call("oAuth2DeviceFlow", form, { authorization });
}

/** The codes that the television displays and keeps. */
export async function codesOf(
  world: World,
  app: App,
  form: DeviceAuthorizationRequest = { scope: "openid offline" },
): Promise<DeviceAuthorizationResponse> {
  const reply = await askDevice(world, app, form);
  assert.ok(reply.ok, JSON.stringify(reply.body));
  return reply.body;
}

/** The television asks for its tokens; returns the response, successful or not. */
export function poll(
  { latchkey }: Pick<World, "latchkey">,
  { client_id, authorization }: App,
  device_code: string,
  wishes: Partial<OAuth2TokenRequest> = {},
) {
  const form = { grant_type: DEVICE_CODE, device_code, ...wishes };
  return authorization === undefined
    ? latchkey.call("oauth2Token", { client_id, ...form })
    : latchkey.call("oauth2Token", form, { authorization });
}

/** The error that the television gets, or undefined with its tokens. */
export async function errorOf(
  world: Pick<World, "latchkey">,
  app: App,
  device_code: string,
): Promise<unknown> {
  const { ok, status, body } = await poll(world, app, device_code);
  if (ok) return undefined;
  assert.ok(status === 400 || status === 401, "RFC 6749 §5.2");
  return typeof body === "object" && body !== null && "error" in body ? body.error : body;
}

/** The challenge that a browser gets for a user code. */
export async function deviceChallenge(browser: Browser, user_code?: string): Promise<string> {
  const query = user_code === undefined ? "" : `?${new URLSearchParams({ user_code })}`;
  const response = await browser.go(`http://public.test/oauth2/device/verify${query}`);
  const challenge = locationOf(response).searchParams.get("device_challenge");
  assert.ok(challenge, "there is no device_challenge");
  return challenge;
}

/** The user enters a code, and the browser returns: it is on its way to the login app. */
export async function enterCode(
  { latchkey }: World,
  browser: Browser,
  user_code: string,
): Promise<Response> {
  const device_challenge = await deviceChallenge(browser);
  const { redirect_to } = await latchkey.acceptUserCodeRequest({
    device_challenge,
    body: { user_code },
  });
  return browser.go(redirect_to);
}

/** All the way: the user enters the code, signs in and consents. */
export async function connectDevice(
  world: World,
  user_code: string,
  browser: Browser = openBrowser(world),
): Promise<Response> {
  const toLogin = await enterCode(world, browser, user_code);
  return passConsent(world, browser, await passLogin(world, browser, toLogin));
}

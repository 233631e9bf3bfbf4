import assert from "node:assert/strict";
import type { OAuth2TokenResponse } from "@latchkey/api";
import { type Browser, locationOf, openBrowser } from "../../support/browser.ts";
import { DEVICE_CODE, deviceChallenge } from "../../support/device.ts";
import type { FlowHandles } from "./handles.ts";
import type { Party, Scope } from "./state.ts";
import type { World } from "./world.ts";

/** What televisions and their users do. */
export interface DeviceActions {
  startDevice(scope: Scope): Promise<void>;
  enterCode(device: number, bound: boolean): Promise<unknown>;
  rejectCode(device: number, bound: boolean): Promise<boolean>;
  poll(device: number, by: Party): Promise<string>;
}

/** What these actions share with the others of a system. */
interface Shared {
  readonly browser: Browser;
  readonly flows: FlowHandles[];
  readonly credentialsOf: (by: Party) => { authorization: string };
  readonly readLogin: (login_challenge: string) => Promise<unknown>;
  readonly keep: (tokens: OAuth2TokenResponse) => void;
}

export function deviceActions(world: World, shared: Shared): DeviceActions {
  const { latchkey } = world;
  const { browser, flows, credentialsOf, readLogin, keep } = shared;
  const devices: { device_code: string; user_code: string; flow?: number }[] = [];
  const deviceOf = (index: number) => devices[index] ?? assert.fail("there is no such device");
  /** Another browser each time. */
  const challengeIn = (bound: boolean) => deviceChallenge(bound ? browser : openBrowser(world));

  return {
    async startDevice(scope) {
      devices.push(await latchkey.oAuth2DeviceFlow({ scope }, credentialsOf("photos")));
    },

    async enterCode(index, bound) {
      const device = deviceOf(index);
      const { user_code } = device;
      const device_challenge = await challengeIn(bound);
      const input = { device_challenge, body: { user_code } };
      const reply = await latchkey.call("acceptUserCodeRequest", input);
      if (!reply.ok) return invalid(reply.status);
      const response = await browser.go(reply.body.redirect_to);
      if (response.status !== 302) return "page";
      const login_challenge = locationOf(response).searchParams.get("login_challenge") ?? "";
      device.flow ??= flows.length;
      flows[device.flow] = { login_challenge };
      return readLogin(login_challenge);
    },

    async rejectCode(index, bound) {
      const { user_code } = deviceOf(index);
      const device_challenge = await challengeIn(bound);
      const input = { device_challenge, body: { user_code } };
      const reply = await latchkey.call("rejectUserCodeRequest", input);
      return reply.ok || !invalid(reply.status);
    },

    async poll(index, by) {
      const { device_code } = deviceOf(index);
      const input = { grant_type: DEVICE_CODE, device_code };
      const reply = await latchkey.call("oauth2Token", input, credentialsOf(by));
      if (reply.ok) keep(reply.body);
      return reply.ok ? "tokens" : errorOf(reply.body);
    },
  };
}

function invalid(status: number): "invalid" {
  assert.equal(status, 400, "a user code that cannot be used");
  return "invalid";
}

function errorOf(body: unknown): string {
  return typeof body === "object" && body !== null && "error" in body ? String(body.error) : "";
}

import { setTimeout } from "node:timers/promises";

import type { DeviceAuthorizationResponse, OAuth2TokenResponse } from "@latchkey/api";
import { ApiError, type Client } from "@latchkey/client";

import type { Arguments, Command } from "../../arguments/command.ts";
import { connectPublic, publicOptions } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { isSet, listOf } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";
import { credentialOptions, credentialsOf, type Credentials } from "./credentials.ts";
import { renderQrCode } from "./qr-code.ts";
import { showTokens } from "./show-tokens.ts";

/** `latchkey token device`: runs the device authorization grant, RFC 8628, as a client without a browser. */
export const deviceToken: Command = {
  usage: "--client-id ID [--client-secret SECRET] [flags]",
  options: {
    ...credentialOptions,
    scope: { type: "text", default: "offline,openid", summary: "Scopes to request." },
    audience: { type: "text", summary: "Audiences to request." },
    "no-qr": { type: "boolean", summary: "Do not print the QR code." },
    ...formatOptions("table"),
    ...publicOptions,
  },
  max_arguments: 0,
  note: "The client needs the grant type urn:ietf:params:oauth:grant-type:device_code. It needs no redirect URI.",
  examples: [
    "latchkey token device --client-id tv",
    "latchkey token device --client-id tv --scope openid,profile --no-qr --format json",
  ],
  run: async (args, io) => {
    const credentials = credentialsOf(args, io);
    const latchkey = connectPublic(args, io);
    const scope = (listOf(args, "scope") ?? ["offline", "openid"]).join(" ");
    const audience = listOf(args, "audience")?.join(" ");
    const device = await latchkey.oAuth2DeviceFlow(
      { scope, ...(audience && { audience }), ...credentials.fields },
      credentials.options,
    );
    displayCode(device, args, io);
    const cancelled = io.stopped().then(() => "cancelled" as const);
    const tokens = await waitForTokens(device, credentials, latchkey, cancelled);
    showTokens(tokens, (await latchkey.wellKnown()).keys, args, io);
    return exitCodes.done;
  },
};

function displayCode(device: DeviceAuthorizationResponse, args: Arguments, io: ProcessIo): void {
  const { user_code, verification_uri, verification_uri_complete } = device;
  io.err(`Open this page and sign in:\n\n  ${verification_uri_complete}\n\n`);
  io.err(`Or enter the code ${user_code} at ${verification_uri}, on any device.\n`);
  if (!isSet(args, "no-qr")) io.err(`\n${renderQrCode(verification_uri_complete)}\n`);
  io.err("Waiting for the sign-in. Press Ctrl-C to cancel.\n");
}

/** RFC 8628 §3.5: asks for the tokens every `interval` seconds, and 5 seconds more slowly after each slow_down. */
async function waitForTokens(
  { device_code, interval: first }: DeviceAuthorizationResponse,
  { fields, options }: Credentials,
  latchkey: Client,
  cancelled: Promise<"cancelled">,
): Promise<OAuth2TokenResponse> {
  const request = { grant_type: DEVICE_CODE, device_code, ...fields };
  for (let interval = first; ;) {
    const pause = await Promise.race([setTimeout(interval * 1000), cancelled]);
    if (pause === "cancelled")
      throw new Failure(exitCodes.failed, "Cancelled: the user did not sign in.");
    try {
      return await latchkey.oauth2Token(request, options);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.error === "slow_down") interval += 5;
      else if (error.error !== "authorization_pending") throw error;
    }
  }
}

const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

import type { DeviceAuthorizationResponse } from "@latchkey/api";

import type { Arguments, Command } from "../../arguments/command.ts";
import { connectPublic, publicOptions } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, listOf } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";
import { renderQrCode } from "./qr-code.ts";
import { showTokens } from "./show-tokens.ts";
import { waitForTokens } from "./wait-for-tokens.ts";

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
    const scope = (listOf(args, "scope") ?? []).join(" ");
    const audience = listOf(args, "audience")?.join(" ");
    const device = await latchkey.oAuth2DeviceFlow(
      { scope, ...(audience && { audience }), ...credentials.fields },
      credentials.options,
    );
    displayCode(device, args, io);
    const { device_code, interval } = device;
    const grant = { grant_type: DEVICE_CODE, device_code };
    const tokens = await waitForTokens(grant, interval, credentials, latchkey, io);
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

const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

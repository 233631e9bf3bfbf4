import type { Access } from "@latchkey/api";
import { ApiError, bearer } from "@latchkey/client";

import type { Command } from "../../arguments/command.ts";
import { isSet } from "../../arguments/flags.ts";
import { adminOptions, connectAdmin, connectForLogin } from "../../connection/connection.ts";
import { loginPath, readLogin, removeLogin, writeLogin } from "../../connection/logins.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { formatOptions, showOne, type View } from "../../output/format.ts";
import { waitForTokens } from "../tokens/wait-for-tokens.ts";

const { "access-token": _, ...endpointOptions } = adminOptions;
const client_id = "latchkey-command";

/** `latchkey login`: the device authorization grant, RFC 8628, so that it works without a browser on this machine. */
export const login: Command = {
  usage: "[flags]",
  options: {
    "no-browser": { type: "boolean", summary: "Do not open the page in a browser." },
    ...endpointOptions,
  },
  max_arguments: 0,
  note: "Commands use the login where no API key is given, until it expires. Scripts use API keys.",
  examples: ["latchkey login", "latchkey login --endpoint https://admin.example.com --no-browser"],
  run: async (args, io) => {
    const { latchkey, endpoint } = connectForLogin(args, io);
    const device = await latchkey.oAuth2DeviceFlow({ client_id, scope: "openid" });
    const { user_code, verification_uri, verification_uri_complete } = device;
    io.err(`Open this page and sign in:\n\n  ${verification_uri_complete}\n\n`);
    io.err(`It shows the code ${user_code}. You can enter it at ${verification_uri}, too.\n`);
    if (io.terminal && !isSet(args, "no-browser")) io.open(verification_uri_complete);
    const grant = { grant_type: DEVICE_CODE, device_code: device.device_code };
    const credentials = { client_id, fields: { client_id }, options: {} };
    const tokens = await waitForTokens(grant, device.interval, credentials, latchkey, io);
    const authorization = bearer(tokens.access_token);
    const session = await latchkey.createOperatorSession({ body: {} }, { authorization });
    const { name, role, expires_at, token = "" } = session;
    writeLogin(endpoint, { token, expires_at }, io);
    io.out(`Logged in as ${name} (${role}) until ${expires_at}.\n`);
    io.err(`The login is in ${loginPath(io)}.\n`);
    return exitCodes.done;
  },
};

/** `latchkey logout`. */
export const logout: Command = {
  usage: "[flags]",
  options: endpointOptions,
  max_arguments: 0,
  examples: ["latchkey logout"],
  run: async (args, io) => {
    const { latchkey, endpoint } = connectForLogin(args, io);
    const known = readLogin(endpoint, io);
    if (known === undefined) {
      io.out(`You are not logged in at ${endpoint}.\n`);
      return exitCodes.done;
    }
    removeLogin(endpoint, io);
    try {
      await latchkey.endOperatorSession({}, { authorization: bearer(known.token) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error; // It has ended.
    }
    io.out(`Logged out of ${endpoint}.\n`);
    return exitCodes.done;
  },
};

/** `latchkey whoami`. */
export const whoami: Command = {
  usage: "[flags]",
  options: { ...formatOptions("table"), ...adminOptions },
  max_arguments: 0,
  examples: ["latchkey whoami"],
  run: async (args, io) => {
    showOne(await connectAdmin(args, io).getAccess(), accessView, args, io);
    return exitCodes.done;
  },
};

const accessView: View<Access> = {
  CALLER: ({ caller }) => (caller.kind === "local" ? "local, without authentication" : caller.kind),
  NAME: ({ caller }) => caller.name ?? "",
  MAY: ({ role, operations, scopes }) => role ?? (operations ?? scopes).join(", "),
  WORKSPACES: ({ workspaces }) => workspaces?.join(", ") ?? "all",
};

const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

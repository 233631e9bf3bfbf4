import { type Command, UsageError } from "../../arguments/command.ts";
import { connectPublic, publicOptions } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { listOf, textOf } from "../../arguments/flags.ts";
import { formatOptions } from "../../output/format.ts";
import { credentialOptions, credentialsOf } from "./credentials.ts";
import { showTokens } from "./show-tokens.ts";
import { waitForTokens } from "./wait-for-tokens.ts";

/** `latchkey token backchannel`: runs a backchannel authentication, OpenID CIBA, as a client that polls. */
export const backchannelToken: Command = {
  usage: "--client-id ID --client-secret SECRET --login-hint USER [flags]",
  options: {
    ...credentialOptions,
    "login-hint": {
      type: "text",
      summary: "The user to ask: a user name, or a subject. Required.",
    },
    "binding-message": { type: "text", summary: "A short text that is shown to the user." },
    scope: { type: "text", default: "offline,openid", summary: "Scopes to request." },
    audience: { type: "text", summary: "Audiences to request." },
    ...formatOptions("table"),
    ...publicOptions,
  },
  max_arguments: 0,
  note: "The client needs the grant type urn:openid:params:grant-type:ciba, and must authenticate. Users answer on the page /approve, or where your own app asks them.",
  examples: [
    "latchkey token backchannel --client-id bank --client-secret $SECRET --login-hint alice --binding-message 4711",
  ],
  run: async (args, io) => {
    const credentials = credentialsOf(args, io);
    const latchkey = connectPublic(args, io);
    const login_hint = textOf(args, "login-hint") ?? "";
    if (login_hint === "") throw new UsageError("--login-hint is required: the user to ask.");
    const binding_message = textOf(args, "binding-message");
    const audience = listOf(args, "audience")?.join(" ");
    const { auth_req_id, interval, expires_in } = await latchkey.startBackchannelAuthentication(
      {
        scope: (listOf(args, "scope") ?? []).join(" "),
        login_hint,
        ...(binding_message && { binding_message }),
        ...(audience && { audience }),
        ...credentials.fields,
      },
      credentials.options,
    );
    const { issuer } = await latchkey.discoverOpenIDConfiguration();
    const page = `${issuer.replace(/\/$/, "")}/approve`;
    io.err(`The user is asked now, and has ${expires_in} seconds to answer.\n`);
    io.err(`Open this page and sign in:\n\n  ${page}\n\n`);
    io.err("An app of your own, if there is one, asks the user instead of the page.\n");
    io.err("Waiting for the answer. Press Ctrl-C to cancel.\n");
    const grant = { grant_type: CIBA, auth_req_id };
    const tokens = await waitForTokens(grant, interval, credentials, latchkey, io);
    showTokens(tokens, (await latchkey.wellKnown()).keys, args, io);
    return exitCodes.done;
  },
};

const CIBA = "urn:openid:params:grant-type:ciba";

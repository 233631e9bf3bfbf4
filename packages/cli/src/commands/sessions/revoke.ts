import { type Command, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, textOf, argumentAt } from "../../arguments/flags.ts";

/** `latchkey sessions revoke-login`. */
export const revokeLogin: Command = {
  usage: "SUBJECT [flags]",
  options: adminOptions,
  max_arguments: 1,
  note: "Tokens stay valid, unless oidc.logout_ends_tokens or logout_ends_tokens of their client says otherwise; revoke them with latchkey sessions revoke-consent, or latchkey end subject.",
  examples: ["latchkey sessions revoke-login alice"],
  run: async (args, io) => {
    const subject = argumentAt(args, 0, "Missing argument: SUBJECT.");
    await connectAdmin(args, io).revokeAuthenticationSession({ subject });
    io.out(`Ended the login sessions of ${subject} in all browsers.\n`);
    return exitCodes.done;
  },
};

/** `latchkey sessions revoke-consent`. */
export const revokeConsent: Command = {
  usage: "SUBJECT (--client ID | --all) [flags]",
  options: {
    client: { type: "text", summary: "Revoke the consents for this client." },
    all: { type: "boolean", summary: "Revoke the consents for all clients." },
    ...adminOptions,
  },
  max_arguments: 1,
  note: "All tokens issued for the consents are revoked immediately.",
  examples: [
    "latchkey sessions revoke-consent alice --client photos",
    "latchkey sessions revoke-consent alice --all",
  ],
  run: async (args, io) => {
    const subject = argumentAt(args, 0, "Missing argument: SUBJECT.");
    const client = textOf(args, "client");
    const all = isSet(args, "all");
    if ((client !== undefined) === all)
      throw new UsageError("Specify what to revoke: --client ID, or --all.");
    const latchkey = connectAdmin(args, io);
    await latchkey.revokeConsentSessions({ subject, ...(client ? { client } : { all }) });
    io.out(`Revoked the consents of ${subject} for ${client ?? "all clients"}.\n`);
    return exitCodes.done;
  },
};

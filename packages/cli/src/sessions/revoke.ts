import { type Command, UsageError } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { exitCodes } from "../exit-codes.ts";
import { isSaid, textOf, wordAt } from "../flags.ts";

/** `latchkey sessions revoke-login`. */
export const revokeLogin: Command = {
  usage: "SUBJECT [flags]",
  options: adminOptions,
  most_words: 1,
  note: "Tokens stay good: latchkey sessions revoke-consent ends them.",
  examples: ["latchkey sessions revoke-login alice"],
  run: async (given, world) => {
    const subject = wordAt(given, 0, "Say who must sign in again: a SUBJECT.");
    await connectAdmin(given, world).revokeAuthenticationSession({ subject });
    world.out(`${subject} must sign in again, in every browser.\n`);
    return exitCodes.done;
  },
};

/** `latchkey sessions revoke-consent`. */
export const revokeConsent: Command = {
  usage: "SUBJECT (--client ID | --all) [flags]",
  options: {
    client: { type: "text", summary: "What this client was allowed." },
    all: { type: "boolean", summary: "What every client was allowed." },
    ...adminOptions,
  },
  most_words: 1,
  note: "All tokens that came of it end at once.",
  examples: [
    "latchkey sessions revoke-consent alice --client photos",
    "latchkey sessions revoke-consent alice --all",
  ],
  run: async (given, world) => {
    const subject = wordAt(given, 0, "Say whose consents: a SUBJECT.");
    const client = textOf(given, "client");
    const all = isSaid(given, "all");
    if ((client !== undefined) === all)
      throw new UsageError("Say what to take back: --client ID, or --all.");
    const latchkey = connectAdmin(given, world);
    await latchkey.revokeConsentSessions({ subject, ...(client ? { client } : { all }) });
    world.out(`${subject} allows ${client ?? "every client"} nothing any more.\n`);
    return exitCodes.done;
  },
};

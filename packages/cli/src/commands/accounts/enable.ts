import type { Account } from "@latchkey/api";

import { type Command, UsageError } from "../../arguments/command.ts";
import { argumentAt, isSet } from "../../arguments/flags.ts";
import { connectAdmin } from "../../connection/connection.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { Failure } from "../../output/failure.ts";
import { listCounts } from "../end/counts.ts";
import { accessOptions, onAccounts, unless } from "./account-access.ts";

const MISSING = "Missing argument: USERNAME.";

/** `latchkey accounts disable`: shows what was ended with it, or with --dry-run what would be. */
export const disableAccount: Command = {
  usage: "USERNAME [--dry-run] [flags]",
  options: {
    "dry-run": { type: "boolean", summary: "Show what would be ended, and change nothing." },
    ...accessOptions,
  },
  max_arguments: 1,
  note: "The user is signed out, and all tokens, sessions and consents end, on all servers within a second. Nothing of the account itself is deleted: role, API keys, factors and linked identities are there when it is enabled again. What was ended stays so.",
  examples: ["latchkey accounts disable alice --dry-run", "latchkey accounts disable alice"],
  run: async (args, io) => {
    const username = argumentAt(args, 0, MISSING);
    if (isSet(args, "dry-run")) {
      if (isSet(args, "database"))
        throw new UsageError("--dry-run asks the server: leave --database out.");
      const latchkey = connectAdmin(args, io);
      const account = await unless(404, latchkey.getAccount({ username }));
      if (account === undefined) throw unknown(username);
      const body = { subject: account.subject, dry_run: true };
      io.out(listCounts(`This would end, of ${username}:`, await latchkey.endEverything({ body })));
      return exitCodes.done;
    }
    return onAccounts(args, io, async (accounts) => {
      const account = await accounts.update(username, { state: "disabled" });
      if (account === undefined) throw unknown(username);
      io.out(`Disabled the account ${account.username}.\n${describeEnded(account)}`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts enable`. */
export const enableAccount: Command = {
  usage: "USERNAME [flags]",
  options: accessOptions,
  max_arguments: 1,
  note: "The user can sign in again. What was ended when the account was disabled stays so.",
  examples: ["latchkey accounts enable alice"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = argumentAt(args, 0, MISSING);
      const present = await accounts.get(username);
      if (present === undefined) throw unknown(username);
      // One that must choose a new password still must.
      if (present.state === "disabled") await accounts.update(username, { state: "active" });
      io.out(`Enabled the account ${present.username}. The user can sign in again.\n`);
      return exitCodes.done;
    }),
};

/** Of a database that is opened directly, a server removes what is refused already. */
function describeEnded({ ended_access }: Account): string {
  if (ended_access === undefined)
    return "All access of its user is refused; a server removes it.\n";
  return listCounts("Ended with it:", { ...ended_access, dry_run: false });
}

function unknown(username: string): Failure {
  return new Failure(exitCodes.missing, `No account is named ${username}.`);
}

import { MIN_PASSWORD_LENGTH } from "@latchkey/api";

import { accessOptions, onAccounts } from "./account-access.ts";
import { claimNote, claimOptions, applyClaimFlags, hasClaimFlags } from "./account-claims.ts";
import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import { textOf } from "../arguments/flags.ts";
import { pageOptions } from "../arguments/pagination.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { formatOptions, showList, showOne, type View } from "../output/format.ts";
import type { ProcessIo } from "../process-io.ts";

/** `latchkey accounts create`. */
export const createAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...claimOptions, ...accessOptions },
  max_arguments: 1,
  note: `The password is prompted for, or read from standard input. ${claimNote}`,
  examples: [
    "latchkey accounts create alice --name 'Alice Liddell' --email alice@example.com",
    "latchkey accounts create alice --claim birthdate=1852-05-04 --claim address.locality=Oxford",
    "pwgen 20 1 | latchkey accounts create alice",
    "latchkey accounts create alice --database -c /etc/latchkey/latchkey.yml",
  ],
  run: async (args, io) => {
    const username = usernameOf(args);
    const claims = applyClaimFlags({}, args);
    const password = await passwordFor(username, io);
    return onAccounts(args, io, async (accounts) => {
      const added = await accounts.create({ username, password, claims });
      if (added === undefined)
        return fail(
          io,
          exitCodes.taken,
          `An account named ${username} already exists. Choose another username, or change it with latchkey accounts update or password.`,
        );
      io.out(`Created the account ${added.username}. Its subject is ${added.subject}.\n`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts update`: changes the claims. */
export const updateAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...claimOptions, ...accessOptions },
  max_arguments: 1,
  note: `Other claims are unchanged; a claim with an empty value is removed. ${claimNote}`,
  examples: [
    "latchkey accounts update alice --claim phone_number='+44 1865 270000' --claim phone_number_verified=true",
    "latchkey accounts update alice --claim nickname=",
  ],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      if (!hasClaimFlags(args)) throw new UsageError("Specify what to change: --claim NAME=VALUE.");
      const present = await accounts.get(username);
      if (present === undefined) return fail(io, exitCodes.missing, unknown(username));
      const claims = applyClaimFlags(present.claims, args);
      const changed = await accounts.update(username, { claims });
      if (changed === undefined) return fail(io, exitCodes.missing, unknown(username));
      io.out(`Updated the claims of ${changed.username}.\n`);
      return exitCodes.done;
    }),
};

/** `latchkey accounts get`. */
export const getAccount: Command = {
  usage: "USERNAME [flags]",
  options: { ...formatOptions("json"), ...accessOptions },
  max_arguments: 1,
  examples: ["latchkey accounts get alice"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      const account = await accounts.get(username);
      if (account === undefined) return fail(io, exitCodes.missing, unknown(username));
      showOne(account, accountPage, args, io);
      return exitCodes.done;
    }),
};

/** `latchkey accounts password`. */
export const changePassword: Command = {
  usage: "USERNAME [flags]",
  options: accessOptions,
  max_arguments: 1,
  note: `The password is prompted for, or read from standard input.`,
  examples: ["latchkey accounts password alice"],
  run: async (args, io) => {
    const username = usernameOf(args);
    const password = await passwordFor(username, io);
    return onAccounts(args, io, async (accounts) => {
      if ((await accounts.update(username, { password })) === undefined)
        return fail(io, exitCodes.missing, unknown(username));
      io.out(`Changed the password of ${username}.\n`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts delete`. Tokens that were issued stay valid. */
export const deleteAccount: Command = {
  usage: "USERNAME [flags]",
  options: accessOptions,
  max_arguments: 1,
  examples: ["latchkey accounts delete alice"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      if (!(await accounts.remove(username))) return fail(io, exitCodes.missing, unknown(username));
      io.out(`Deleted the account ${username}.\n`);
      return exitCodes.done;
    }),
};

/** `latchkey accounts list`. */
export const listAccounts: Command = {
  usage: "[flags]",
  options: {
    search: {
      type: "text",
      summary: "Filter by text in username, subject, name or email address.",
    },
    ...pageOptions,
    ...formatOptions("table", "Print only the usernames."),
    ...accessOptions,
  },
  max_arguments: 0,
  examples: ["latchkey accounts list"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const search = textOf(args, "search");
      const listed = await accounts.list(search);
      const empty = search
        ? "No account matches."
        : "There are no accounts. Create one with latchkey accounts create.";
      showList(listed, { view: accountRow, empty }, args, io);
      return exitCodes.done;
    }),
};

const accountPage: View<{ username: string; subject: string; claims: object }> = {
  USERNAME: ({ username }) => username,
  SUBJECT: ({ subject }) => subject,
  CLAIMS: ({ claims }) => JSON.stringify(claims),
};

const accountRow: View<{ username: string; subject: string }> = {
  USERNAME: ({ username }) => username,
  SUBJECT: ({ subject }) => subject,
};

function usernameOf({ words }: Arguments): string {
  const [username] = words;
  if (username === undefined || username.trim() === "")
    throw new UsageError("Missing argument: USERNAME.");
  return username;
}

async function passwordFor(username: string, io: ProcessIo): Promise<string> {
  const password = await io.secret(`Password for ${username}: `);
  if (password.length < MIN_PASSWORD_LENGTH)
    throw new UsageError(`A password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  return password;
}

function unknown(username: string): string {
  return `No account is named ${username}.`;
}

function fail(io: ProcessIo, code: ExitCode, sentence: string): ExitCode {
  io.err(`${sentence}\n`);
  return code;
}

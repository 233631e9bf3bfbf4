import { MIN_PASSWORD_LENGTH } from "@latchkey/api";
import { withAccounts, withGeneratedSecrets } from "@latchkey/server";

import { claimNote, claimOptions, applyClaimFlags, hasClaimFlags } from "./account-claims.ts";
import { type Arguments, type Command, UsageError } from "../arguments/command.ts";
import { settingsNote, settingsOptions, readSettings } from "../arguments/settings-flags.ts";
import { type ExitCode, exitCodes } from "../output/exit-codes.ts";
import { formatOptions, showList, showOne, type View } from "../output/format.ts";
import type { ProcessIo } from "../process-io.ts";
import { formatTime } from "./tokens/format-time.ts";

type Work = Parameters<typeof withAccounts<ExitCode>>[1];

/** `latchkey accounts create`. */
export const createAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...settingsOptions, ...claimOptions },
  max_arguments: 1,
  note: `The password is prompted for, or read from standard input. ${claimNote}\n${settingsNote}`,
  examples: [
    "latchkey accounts create alice --name 'Alice Liddell' --email alice@example.com",
    "latchkey accounts create alice --claim birthdate=1852-05-04 --claim address.locality=Oxford",
    "pwgen 20 1 | latchkey accounts create alice",
  ],
  run: async (args, io) => {
    const username = usernameOf(args);
    const claims = applyClaimFlags({}, args);
    const password = await passwordFor(username, io);
    return onAccounts(args, io, async (accounts) => {
      const added = await accounts.add({ username, password, claims });
      if (added === undefined)
        return fail(io, exitCodes.taken, `An account named ${username} already exists.`);
      io.out(`Created the account ${added.username}. Its subject is ${added.subject}.\n`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts update`: changes the claims. */
export const updateAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...settingsOptions, ...claimOptions },
  max_arguments: 1,
  note: `Other claims are unchanged; a claim with an empty value is removed. ${claimNote}\n${settingsNote}`,
  examples: [
    "latchkey accounts update alice --claim phone_number='+44 1865 270000' --claim phone_number_verified=true",
    "latchkey accounts update alice --claim nickname=",
  ],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      if (!hasClaimFlags(args)) throw new UsageError("Specify what to change: --claim NAME=VALUE.");
      const present = await accounts.find(username);
      if (present === undefined) return fail(io, exitCodes.missing, unknown(username));
      const claims = applyClaimFlags(present.profile, args);
      const changed = await accounts.change(username, { claims });
      if (changed === undefined) return fail(io, exitCodes.missing, unknown(username));
      io.out(`Updated the claims of ${changed.username}.\n`);
      return exitCodes.done;
    }),
};

/** `latchkey accounts get`. */
export const getAccount: Command = {
  usage: "USERNAME [flags]",
  options: { ...settingsOptions, ...formatOptions("json") },
  max_arguments: 1,
  note: settingsNote,
  examples: ["latchkey accounts get alice"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      const account = await accounts.find(username);
      if (account === undefined) return fail(io, exitCodes.missing, unknown(username));
      const { subject, profile: claims } = account;
      const created_at = formatTime(account.created_at);
      showOne({ username: account.username, subject, claims, created_at }, accountPage, args, io);
      return exitCodes.done;
    }),
};

/** `latchkey accounts password`. */
export const changePassword: Command = {
  usage: "USERNAME [flags]",
  options: settingsOptions,
  max_arguments: 1,
  note: `The password is prompted for, or read from standard input.\n${settingsNote}`,
  examples: ["latchkey accounts password alice"],
  run: async (args, io) => {
    const username = usernameOf(args);
    const password = await passwordFor(username, io);
    return onAccounts(args, io, async (accounts) => {
      if ((await accounts.change(username, { password })) === undefined)
        return fail(io, exitCodes.missing, unknown(username));
      io.out(`Changed the password of ${username}.\n`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts delete`. Tokens that were issued stay valid. */
export const deleteAccount: Command = {
  usage: "USERNAME [flags]",
  options: settingsOptions,
  max_arguments: 1,
  note: settingsNote,
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
  options: { ...settingsOptions, ...formatOptions("table", "Print only the usernames.") },
  max_arguments: 0,
  note: settingsNote,
  examples: ["latchkey accounts list"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const listed = await accounts.list({ limit: 500, offset: 0 });
      const rows = listed.items.map(({ username, subject, created_at }) => ({
        username,
        subject,
        created_at,
      }));
      const empty = "There are no accounts. Create one with latchkey accounts create.";
      showList(rows, { view: accountRow, empty }, args, io);
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

async function onAccounts(args: Arguments, io: ProcessIo, work: Work): Promise<ExitCode> {
  const loaded = readSettings(args, io);
  if (loaded === undefined) return exitCodes.misconfigured;
  return withAccounts(withGeneratedSecrets(loaded.config), work);
}

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

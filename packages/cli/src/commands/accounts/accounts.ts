import { type Account, MIN_PASSWORD_LENGTH } from "@latchkey/api";

import { accessOptions, onAccounts, unless } from "./account-access.ts";
import { applyFactFlags, factOptions, hasFactFlags } from "./account-facts.ts";
import { claimNote, claimOptions, applyClaimFlags, hasClaimFlags } from "./account-claims.ts";
import { type Arguments, type Command, UsageError } from "../../arguments/command.ts";
import { textOf } from "../../arguments/flags.ts";
import { pageOptions } from "../../arguments/pagination.ts";
import { type ExitCode, exitCodes } from "../../output/exit-codes.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { formatOptions, showList, showOne, type View, write } from "../../output/format.ts";
import { printable } from "../../output/text-width.ts";
import type { ProcessIo } from "../../process-io.ts";

/** `latchkey accounts create`. */
export const createAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...claimOptions, ...factOptions, ...accessOptions },
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
    const facts = applyFactFlags({}, args);
    const password = await passwordFor(username, io);
    return onAccounts(args, io, async (accounts) => {
      const added = await accounts.create({ username, password, claims, ...facts });
      if (added === undefined)
        return fail(
          io,
          exitCodes.taken,
          `An account named ${username} already exists. Choose another username, or change it with latchkey accounts update or password.`,
        );
      io.out(
        printable(`Created the account ${added.username}. Its subject is ${added.subject}.\n`),
      );
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts update`: changes the claims, the state, groups and attributes. */
export const updateAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [--state STATE] [flags]",
  options: { ...claimOptions, ...factOptions, ...accessOptions },
  max_arguments: 1,
  note: `Other claims and attributes are unchanged; one with an empty value is removed. --group replaces all groups; an empty one removes them. ${claimNote}`,
  examples: [
    "latchkey accounts update alice --claim phone_number='+44 1865 270000' --claim phone_number_verified=true",
    "latchkey accounts update alice --claim nickname=",
    "latchkey accounts update alice --state disabled",
    "latchkey accounts update alice --group staff --group admins --attribute employee_number=4711",
  ],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      if (!hasClaimFlags(args) && !hasFactFlags(args))
        throw new UsageError(
          "Specify what to change: --claim NAME=VALUE, --state, --group or --attribute.",
        );
      const present = await accounts.get(username);
      if (present === undefined) return fail(io, exitCodes.missing, unknown(username));
      const changed = await accounts.update(username, {
        ...(hasClaimFlags(args) && { claims: applyClaimFlags(present.claims, args) }),
        ...applyFactFlags(present.attributes, args),
      });
      if (changed === undefined) return fail(io, exitCodes.missing, unknown(username));
      io.out(printable(`Updated the account ${changed.username}.\n`));
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

/** `latchkey accounts export`: prints what is stored about a user. */
export const exportAccount: Command = {
  usage: "USERNAME [flags]",
  options: adminOptions,
  max_arguments: 1,
  examples: ["latchkey accounts export alice > alice.json"],
  run: async (args, io) => {
    const username = usernameOf(args);
    const exported = await unless(404, connectAdmin(args, io).exportAccount({ username }));
    if (exported === undefined) return fail(io, exitCodes.missing, unknown(username));
    write(exported, "json", io);
    return exitCodes.done;
  },
};

/** `latchkey accounts delete`: with everything that is stored about the user, unless the database is opened directly. */
export const deleteAccount: Command = {
  usage: "USERNAME [flags]",
  options: accessOptions,
  max_arguments: 1,
  examples: ["latchkey accounts delete alice"],
  run: (args, io) =>
    onAccounts(args, io, async (accounts) => {
      const username = usernameOf(args);
      const ended = await accounts.remove(username);
      if (ended === undefined) return fail(io, exitCodes.missing, unknown(username));
      const counts = Object.entries(ended).filter(([, count]) => count > 0);
      const kinds = counts.map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`);
      const sentence = kinds.length === 0 ? "" : ` Ended with it: ${kinds.join(", ")}.`;
      io.out(`Deleted the account ${username}.${sentence}\n`);
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

const accountPage: View<Account> = {
  USERNAME: ({ username }) => username,
  SUBJECT: ({ subject }) => subject,
  STATE: ({ state }) => state,
  CLAIMS: ({ claims }) => JSON.stringify(claims),
  GROUPS: ({ groups }) => groups.join(", "),
  ATTRIBUTES: ({ attributes }) => JSON.stringify(attributes),
};

const accountRow: View<Account> = {
  USERNAME: ({ username }) => username,
  SUBJECT: ({ subject }) => subject,
  STATE: ({ state }) => state,
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
  io.err(printable(`${sentence}\n`));
  return code;
}

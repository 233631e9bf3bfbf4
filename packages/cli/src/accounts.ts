import { withAccounts, withGeneratedSecrets } from "@latchkey/server";

import { claimNote, claimOptions, claimsAfter, saysClaims } from "./claim-flags.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { configurationNote, configurationOptions, readConfiguration } from "./configuration.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import { formatOptions, showList, showOne, type View } from "./format.ts";
import type { World } from "./world.ts";

type Work = Parameters<typeof withAccounts<ExitCode>>[1];

/** `latchkey accounts create`: somebody who can sign in on the built-in pages. */
export const createAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...configurationOptions, ...claimOptions },
  most_words: 1,
  note: `The password is asked for, or read from standard input. ${claimNote}\n${configurationNote}`,
  examples: [
    "latchkey accounts create alice --name 'Alice Liddell' --email alice@example.com",
    "latchkey accounts create alice --claim birthdate=1852-05-04 --claim address.locality=Oxford",
    "pwgen 20 1 | latchkey accounts create alice",
  ],
  run: async (given, world) => {
    const username = usernameOf(given);
    const claims = claimsAfter({}, given);
    const password = await passwordFor(username, world);
    return onAccounts(given, world, async (accounts) => {
      const added = await accounts.add({ username, password, claims });
      if (added === undefined)
        return fail(world, exitCodes.taken, `There is an account named ${username} already.`);
      world.out(`${added.username} can sign in now. The subject is ${added.subject}.\n`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts update`: what clients may learn about somebody. */
export const updateAccount: Command = {
  usage: "USERNAME [--name NAME] [--email EMAIL] [--claim NAME=VALUE] [flags]",
  options: { ...configurationOptions, ...claimOptions },
  most_words: 1,
  note: `Claims that no flag names stay as they are; one with an empty value is removed. ${claimNote}\n${configurationNote}`,
  examples: [
    "latchkey accounts update alice --claim phone_number='+44 1865 270000' --claim phone_number_verified=true",
    "latchkey accounts update alice --claim nickname=",
  ],
  run: (given, world) =>
    onAccounts(given, world, async (accounts) => {
      const username = usernameOf(given);
      if (!saysClaims(given)) throw new UsageError("Say what to change: --claim NAME=VALUE.");
      const present = await accounts.find(username);
      if (present === undefined) return fail(world, exitCodes.missing, unknown(username));
      const claims = claimsAfter(present.profile, given);
      const changed = await accounts.change(username, { claims });
      if (changed === undefined) return fail(world, exitCodes.missing, unknown(username));
      world.out(`${changed.username} has other claims now.\n`);
      return exitCodes.done;
    }),
};

/** `latchkey accounts get`. */
export const getAccount: Command = {
  usage: "USERNAME [flags]",
  options: { ...configurationOptions, ...formatOptions("json") },
  most_words: 1,
  note: configurationNote,
  examples: ["latchkey accounts get alice"],
  run: (given, world) =>
    onAccounts(given, world, async (accounts) => {
      const username = usernameOf(given);
      const account = await accounts.find(username);
      if (account === undefined) return fail(world, exitCodes.missing, unknown(username));
      const { subject, profile: claims, created_at } = account;
      showOne(
        { username: account.username, subject, claims, created_at },
        accountPage,
        "json",
        given,
        world,
      );
      return exitCodes.done;
    }),
};

/** `latchkey accounts password`: a new one. */
export const changePassword: Command = {
  usage: "USERNAME [flags]",
  options: configurationOptions,
  most_words: 1,
  note: `The password is asked for, or read from standard input.\n${configurationNote}`,
  examples: ["latchkey accounts password alice"],
  run: async (given, world) => {
    const username = usernameOf(given);
    const password = await passwordFor(username, world);
    return onAccounts(given, world, async (accounts) => {
      if ((await accounts.change(username, { password })) === undefined)
        return fail(world, exitCodes.missing, unknown(username));
      world.out(`${username} has a new password.\n`);
      return exitCodes.done;
    });
  },
};

/** `latchkey accounts delete`: who is gone cannot sign in. Tokens that were issued stay good. */
export const deleteAccount: Command = {
  usage: "USERNAME [flags]",
  options: configurationOptions,
  most_words: 1,
  note: configurationNote,
  examples: ["latchkey accounts delete alice"],
  run: (given, world) =>
    onAccounts(given, world, async (accounts) => {
      const username = usernameOf(given);
      if (!(await accounts.remove(username)))
        return fail(world, exitCodes.missing, unknown(username));
      world.out(`${username} is gone.\n`);
      return exitCodes.done;
    }),
};

/** `latchkey accounts list`. */
export const listAccounts: Command = {
  usage: "[flags]",
  options: { ...configurationOptions, ...formatOptions("table", "Prints the usernames alone.") },
  most_words: 0,
  note: configurationNote,
  examples: ["latchkey accounts list"],
  run: (given, world) =>
    onAccounts(given, world, async (accounts) => {
      const listed = await accounts.list({ limit: 500, offset: 0 });
      const people = listed.items.map(({ username, subject, created_at }) => ({
        username,
        subject,
        created_at,
      }));
      const empty = "Nobody has an account here. latchkey accounts create makes one.";
      showList(people, accountRow, empty, given, world);
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

async function onAccounts(given: Arguments, world: World, work: Work): Promise<ExitCode> {
  const loaded = readConfiguration(given, world);
  if (loaded === undefined) return exitCodes.misconfigured;
  return withAccounts(withGeneratedSecrets(loaded.config), work);
}

function usernameOf({ words }: Arguments): string {
  const [username] = words;
  if (username === undefined || username.trim() === "")
    throw new UsageError("Say whose account it is: a USERNAME.");
  return username;
}

async function passwordFor(username: string, world: World): Promise<string> {
  const password = await world.secret(`Password for ${username}: `);
  if (password.length < SHORTEST)
    throw new UsageError(`A password must have at least ${SHORTEST} characters.`);
  return password;
}

const SHORTEST = 8;

function unknown(username: string): string {
  return `There is no account named ${username}.`;
}

function fail(world: World, code: ExitCode, sentence: string): ExitCode {
  world.err(`${sentence}\n`);
  return code;
}

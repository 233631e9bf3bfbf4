import type { Operator, OperatorInput } from "@latchkey/api";
import type { Client } from "@latchkey/client";
import { createServer } from "@latchkey/server";

import { type Arguments, type Command, type Options, UsageError } from "../../arguments/command.ts";
import { allArguments, argumentAt, isSet, textOf } from "../../arguments/flags.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { readSettings, settingsOptions } from "../../arguments/settings-flags.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { features } from "../../features.ts";
import { type ExitCode, exitCodes } from "../../output/exit-codes.ts";
import { forEachName } from "../../output/for-each.ts";
import { formatOptions, showList, showOne, type View } from "../../output/format.ts";
import type { ProcessIo } from "../../process-io.ts";
import { forced, forceOption, rightsOf, rightsOptions } from "./rights.ts";

const supportOption: Options = {
  "acts-for-users": {
    type: "boolean",
    summary:
      "The user may get tokens for users without a role, at clients with --support-access. No role has that by itself.",
  },
};

/** `latchkey operators add`: over the admin API, or with --database for the first administrator of a server that requires one. */
export const addOperator: Command = {
  usage: "USERNAME --role ROLE [flags]",
  options: {
    subject: {
      type: "text",
      summary: "The sub of the user, in place of a username: with a login app of your own.",
    },
    name: { type: "text", summary: "How the user is shown; the username when left out." },
    ...rightsOptions,
    ...supportOption,
    database: {
      type: "boolean",
      summary:
        "Open the database of the settings (-c, the environment) in place of calling the admin listener.",
    },
    ...formatOptions("table"),
    ...adminOptions,
    ...settingsOptions,
  },
  max_arguments: 1,
  note: "The user signs in to the console, or to this command with latchkey login.",
  examples: [
    "latchkey operators add bob --role operator",
    "latchkey operators add carol --role viewer --workspace $WORKSPACE_ID",
    "latchkey operators add dana --role viewer --acts-for-users",
    "latchkey operators add alice --role administrator --database -c latchkey.yaml",
  ],
  run: async (args, io) => {
    const subject = textOf(args, "subject");
    const user =
      subject === undefined
        ? { username: argumentAt(args, 0, "Missing argument: a username, or --subject.") }
        : { subject };
    const name = textOf(args, "name");
    const body = { ...user, ...(name !== undefined && { name }), ...requiredRights(args) };
    return onServer(args, io, async (latchkey) => {
      showOne(await latchkey.addOperator({ body }), operatorView, args, io);
      return exitCodes.done;
    });
  },
};

/** `latchkey operators list`. */
export const listOperators: Command = {
  usage: "[flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Print only the subjects."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: ["latchkey operators list"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const operators = await collect(args, (page) => latchkey.call("listOperators", page));
    const empty = "No user has a role. Give one with latchkey operators add.";
    showList(operators, { view: operatorView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey operators update`. */
export const updateOperator: Command = {
  usage: "(USERNAME | SUBJECT) --role ROLE [flags]",
  options: {
    ...rightsOptions,
    ...supportOption,
    ...forceOption,
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  note: "It holds from the next request of the user on, and replaces all rights: without --acts-for-users, the user may not act for others any more. API keys that they created with more rights are deleted.",
  examples: [
    "latchkey operators update bob --role viewer",
    "latchkey operators update $SUBJECT --role viewer --acts-for-users",
  ],
  run: async (args, io) => {
    const user = argumentAt(args, 0, MISSING_USER);
    const body = requiredRights(args);
    const latchkey = connectAdmin(args, io);
    const subject = await subjectOf(user, latchkey);
    const updated = await latchkey.updateOperator({ subject, body, ...forced(args) });
    showOne(updated, operatorView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey operators remove`. */
export const removeOperators: Command = {
  usage: "(USERNAME | SUBJECT)... [flags]",
  options: {
    "keep-api-keys": { type: "boolean", summary: "Keep the API keys that the user created." },
    ...forceOption,
    ...adminOptions,
  },
  max_arguments: Infinity,
  note: "Ends the sessions of the users, and deletes the API keys that they created.",
  examples: ["latchkey operators remove bob", "latchkey operators remove $SUBJECT"],
  run: async (args, io) => {
    const users = allArguments(args, MISSING_USER);
    const keep = isSet(args, "keep-api-keys") ? ({ keep_api_keys: "true" } as const) : {};
    const latchkey = connectAdmin(args, io);
    return forEachName(users, "Removing", io, async (user) => {
      const subject = await subjectOf(user, latchkey);
      await latchkey.removeOperator({ subject, ...keep, ...forced(args) });
      return `Removed ${user}.\n`;
    });
  },
};

const MISSING_USER =
  "Missing argument: a username, or a subject as shown by latchkey operators list.";

/** The subject of an operator who is named by it, or by the username of the account. */
async function subjectOf(user: string, latchkey: Client): Promise<string> {
  // The subject first: anyone may choose a username that is the subject of another user.
  const operator = await latchkey.call("getOperator", { subject: user });
  if (operator.ok) return user;
  const account = await latchkey.call("getAccount", { username: user });
  return account.ok ? account.body.subject : user;
}

const operatorView: View<Operator> = {
  SUBJECT: ({ subject }) => subject,
  NAME: ({ name }) => name,
  ROLE: ({ role }) => role,
  WORKSPACES: ({ workspaces }) => workspaces?.join(", ") ?? "all",
  "ACTS FOR USERS": ({ acts_for_users }) => (acts_for_users ? "yes" : "no"),
  ADDED: ({ created_at }) => created_at,
};

function requiredRights(
  args: Arguments,
): Pick<OperatorInput, "role" | "workspaces" | "acts_for_users"> {
  const { role, ...rest } = rightsOf(args);
  if (role === undefined)
    throw new UsageError("Missing flag: --role takes viewer, operator, administrator.");
  return { role, ...rest, ...(isSet(args, "acts-for-users") && { acts_for_users: true }) };
}

/** Works on the server at --endpoint, or with --database on a server of this process, which has all rights. */
async function onServer(
  args: Arguments,
  io: ProcessIo,
  work: (latchkey: Client) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!isSet(args, "database")) return work(connectAdmin(args, io));
  const loaded = readSettings(args, io);
  if (loaded === undefined) return exitCodes.misconfigured;
  const server = await createServer(loaded.config, { features });
  try {
    return await work(server.latchkey);
  } finally {
    await server.close();
  }
}

import type { WorkspaceMemberInput } from "@latchkey/api";

import { type Arguments, type Command, type Options, UsageError } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEachName } from "../../output/for-each.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { isSet, textOf, argumentAt } from "../../arguments/flags.ts";
import { formatOptions, showList, showOne } from "../../output/format.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { memberView } from "./views.ts";

const memberOptions: Options = {
  role: { type: "text", values: ["admin", "member"], summary: "Role in the workspace." },
  name: { type: "text", short: "n", summary: "Name." },
  email: { type: "text", summary: "Email address." },
  "email-verified": { type: "boolean", summary: "The email address is verified." },
  "avatar-url": { type: "text", summary: "URL of the avatar." },
};

/** `latchkey workspaces members add`. */
export const addMember: Command = {
  usage: "WORKSPACE --subject SUBJECT [flags]",
  options: {
    subject: { type: "text", summary: "Subject of the user." },
    "user-id": { type: "text", summary: "User ID (UUID) shown to integrations." },
    ...memberOptions,
    ...formatOptions("table", "Print only the user ID."),
    ...adminOptions,
  },
  max_arguments: 1,
  examples: ["latchkey workspaces members add $WORKSPACE --subject alice --role admin"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const [subject, user_id] = [textOf(args, "subject"), textOf(args, "user-id")];
    if (subject === undefined) throw new UsageError("Missing flag: --subject SUBJECT.");
    const body = { ...describe(args), subject, ...(user_id !== undefined && { user_id }) };
    const member = await connectAdmin(args, io).createWorkspaceMember({ id, body });
    showOne(member, memberView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces members list`. */
export const listMembers: Command = {
  usage: "WORKSPACE [flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Print only the user IDs."),
    ...adminOptions,
  },
  max_arguments: 1,
  examples: ["latchkey workspaces members list $WORKSPACE"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const latchkey = connectAdmin(args, io);
    const members = await collect(args, (page) =>
      latchkey.call("listWorkspaceMembers", { id, ...page }),
    );
    const empty = "The workspace has no members. Add one with latchkey workspaces members add.";
    showList(members, { view: memberView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces members update`. */
export const updateMember: Command = {
  usage: "WORKSPACE USER [flags]",
  options: { ...memberOptions, ...formatOptions("table"), ...adminOptions },
  max_arguments: 2,
  note: "Fields that no flag sets are unchanged.",
  examples: ["latchkey workspaces members update $WORKSPACE $USER_ID --role member"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    const user_id = argumentAt(args, 1, WHO);
    const latchkey = connectAdmin(args, io);
    const { workspace_id: _, ...member } = await latchkey.getWorkspaceMember({ id, user_id });
    const body = { ...member, ...describe(args) };
    const updated = await latchkey.updateWorkspaceMember({ id, user_id, body });
    showOne(updated, memberView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces members remove`. */
export const removeMembers: Command = {
  usage: "WORKSPACE USER... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "Installations of the members are disconnected.",
  examples: ["latchkey workspaces members remove $WORKSPACE $USER_ID"],
  run: async (args, io) => {
    const id = argumentAt(args, 0, WHICH);
    argumentAt(args, 1, WHO);
    const users = args.words.slice(1);
    const latchkey = connectAdmin(args, io);
    return forEachName(users, "Removing", io, async (user_id) => {
      await latchkey.deleteWorkspaceMember({ id, user_id });
      return `Removed ${user_id}.\n`;
    });
  },
};

const WHICH = "Missing argument: the workspace ID.";
const WHO = "Missing argument: the USER ID, as shown by latchkey workspaces members list.";

function describe(args: Arguments): WorkspaceMemberInput {
  const [role, name] = [textOf(args, "role"), textOf(args, "name")];
  const [email, avatar_url] = [textOf(args, "email"), textOf(args, "avatar-url")];
  return {
    ...(role !== undefined && { role: role === "admin" ? "admin" : "member" }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(avatar_url !== undefined && { avatar_url }),
    ...(args.flags.has("email-verified") && { email_verified: isSet(args, "email-verified") }),
  };
}

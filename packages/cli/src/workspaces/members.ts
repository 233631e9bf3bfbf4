import type { WorkspaceMemberInput } from "@latchkey/api";

import { type Arguments, type Command, type Options, UsageError } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { isSaid, textOf, wordAt } from "../flags.ts";
import { formatOptions, showList, showOne } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { memberView } from "./views.ts";

const memberOptions: Options = {
  role: { type: "text", values: ["admin", "member"], summary: "What they may do in it." },
  name: { type: "text", short: "n", summary: "Their name." },
  email: { type: "text", summary: "Their address." },
  "email-verified": { type: "boolean", summary: "The address is known to be theirs." },
  "avatar-url": { type: "text", summary: "A picture of them." },
};

/** `latchkey workspaces members add`. */
export const addMember: Command = {
  usage: "WORKSPACE --subject SUBJECT [flags]",
  options: {
    subject: { type: "text", summary: "Who it is when they log in." },
    "user-id": { type: "text", summary: "A UUID that integrations know them by." },
    ...memberOptions,
    ...formatOptions("table", "Prints the user id alone."),
    ...adminOptions,
  },
  most_words: 1,
  examples: ["latchkey workspaces members add $WORKSPACE --subject alice --role admin"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const [subject, user_id] = [textOf(given, "subject"), textOf(given, "user-id")];
    if (subject === undefined) throw new UsageError("Say who: --subject SUBJECT.");
    const body = { ...describe(given), subject, ...(user_id !== undefined && { user_id }) };
    const member = await connectAdmin(given, world).createWorkspaceMember({ id, body });
    showOne(member, memberView, "table", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces members list`. */
export const listMembers: Command = {
  usage: "WORKSPACE [flags]",
  options: {
    ...pageOptions,
    ...formatOptions("table", "Prints the user ids alone."),
    ...adminOptions,
  },
  most_words: 1,
  examples: ["latchkey workspaces members list $WORKSPACE"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const latchkey = connectAdmin(given, world);
    const members = await collect(given, world, (page) =>
      latchkey.call("listWorkspaceMembers", { id, ...page }),
    );
    const empty = "Nobody is in it. latchkey workspaces members add lets somebody in.";
    showList(members, memberView, empty, given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces members update`. */
export const updateMember: Command = {
  usage: "WORKSPACE USER [flags]",
  options: { ...memberOptions, ...formatOptions("table"), ...adminOptions },
  most_words: 2,
  note: "What no flag speaks of stays as it is.",
  examples: ["latchkey workspaces members update $WORKSPACE $USER_ID --role member"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const user_id = wordAt(given, 1, WHO);
    const latchkey = connectAdmin(given, world);
    const { workspace_id: _, ...member } = await latchkey.getWorkspaceMember({ id, user_id });
    const body = { ...member, ...describe(given) };
    const updated = await latchkey.updateWorkspaceMember({ id, user_id, body });
    showOne(updated, memberView, "table", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces members remove`. */
export const removeMembers: Command = {
  usage: "WORKSPACE USER... [flags]",
  options: adminOptions,
  most_words: Infinity,
  note: "What they installed is disconnected.",
  examples: ["latchkey workspaces members remove $WORKSPACE $USER_ID"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    wordAt(given, 1, WHO);
    const users = given.words.slice(1);
    const latchkey = connectAdmin(given, world);
    return forEach(
      new Map(users.map((user) => [user, user])),
      "Removing",
      world,
      async (user_id) => {
        await latchkey.deleteWorkspaceMember({ id, user_id });
        return `${user_id} is gone.\n`;
      },
    );
  },
};

const WHICH = "Say which workspace: its ID.";
const WHO = "Say who: a USER, by the user id that latchkey workspaces members list shows.";

function describe(given: Arguments): WorkspaceMemberInput {
  const [role, name] = [textOf(given, "role"), textOf(given, "name")];
  const [email, avatar_url] = [textOf(given, "email"), textOf(given, "avatar-url")];
  return {
    ...(role !== undefined && { role: role === "admin" ? "admin" : "member" }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(avatar_url !== undefined && { avatar_url }),
    ...(given.flags.has("email-verified") && { email_verified: isSaid(given, "email-verified") }),
  };
}

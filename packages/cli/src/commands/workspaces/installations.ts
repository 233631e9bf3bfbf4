import type { Command } from "../../arguments/command.ts";
import { adminOptions, connectAdmin } from "../../connection/connection.ts";
import { forEachName } from "../../output/for-each.ts";
import { exitCodes } from "../../output/exit-codes.ts";
import { listOf, textOf, argumentAt, allArguments } from "../../arguments/flags.ts";
import { formatOptions, showList, showOne } from "../../output/format.ts";
import { collect, pageOptions } from "../../arguments/pagination.ts";
import { installationView } from "./views.ts";

/** `latchkey workspaces installations list`. */
export const listInstallations: Command = {
  usage: "[flags]",
  options: {
    integration: { type: "text", summary: "Filter by integration." },
    workspace: { type: "text", summary: "Filter by workspace." },
    user: { type: "text", summary: "Filter by user ID." },
    ...pageOptions,
    ...formatOptions("table", "Print only the bot IDs."),
    ...adminOptions,
  },
  max_arguments: 0,
  examples: ["latchkey workspaces installations list --workspace $WORKSPACE"],
  run: async (args, io) => {
    const latchkey = connectAdmin(args, io);
    const [integration_id, workspace_id, user_id] = ["integration", "workspace", "user"].map(
      (name) => textOf(args, name),
    );
    const only = {
      ...(integration_id !== undefined && { integration_id }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(user_id !== undefined && { user_id }),
    };
    const installations = await collect(args, (page) =>
      latchkey.call("listInstallations", { ...only, ...page }),
    );
    const empty = "There are no installations. An installation is created when a user consents.";
    showList(installations, { view: installationView, empty }, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces installations get`. */
export const getInstallation: Command = {
  usage: "BOT [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  max_arguments: 1,
  examples: ["latchkey workspaces installations get $BOT_ID"],
  run: async (args, io) => {
    const bot_id = argumentAt(args, 0, WHICH);
    const installation = await connectAdmin(args, io).getInstallation({ bot_id });
    showOne(installation, installationView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces installations share`. */
export const shareResources: Command = {
  usage: "BOT --resources ID,... [flags]",
  options: {
    resources: {
      type: "text",
      summary: "IDs of all shared resources; empty to share nothing.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  max_arguments: 1,
  examples: ["latchkey workspaces installations share $BOT_ID --resources $PAGE,$BOARD"],
  run: async (args, io) => {
    const bot_id = argumentAt(args, 0, WHICH);
    const body = { resources: listOf(args, "resources") ?? [] };
    const installation = await connectAdmin(args, io).updateInstallation({ bot_id, body });
    showOne(installation, installationView, args, io);
    return exitCodes.done;
  },
};

/** `latchkey workspaces installations disconnect`. */
export const disconnectInstallations: Command = {
  usage: "BOT... [flags]",
  options: adminOptions,
  max_arguments: Infinity,
  note: "All its tokens are revoked and nothing is shared any longer. A new consent reactivates it.",
  examples: ["latchkey workspaces installations disconnect $BOT_ID"],
  run: async (args, io) => {
    const bots = allArguments(args, WHICH);
    const latchkey = connectAdmin(args, io);
    return forEachName(bots, "Disconnecting", io, async (bot_id) => {
      await latchkey.deleteInstallation({ bot_id });
      return `Disconnected ${bot_id}.\n`;
    });
  },
};

const WHICH = "Missing argument: the BOT ID, as shown by latchkey workspaces installations list.";

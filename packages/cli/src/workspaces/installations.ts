import type { Command } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { listOf, textOf, wordAt, wordsOf } from "../flags.ts";
import { formatOptions, showList, showOne } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { installationView } from "./views.ts";

/** `latchkey workspaces installations list`. */
export const listInstallations: Command = {
  usage: "[flags]",
  options: {
    integration: { type: "text", summary: "Only those of this integration." },
    workspace: { type: "text", summary: "Only those in this workspace." },
    user: { type: "text", summary: "Only those of this person, by user id." },
    ...pageOptions,
    ...formatOptions("table", "Prints the bot ids alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: ["latchkey workspaces installations list --workspace $WORKSPACE"],
  run: async (given, world) => {
    const latchkey = connectAdmin(given, world);
    const [integration_id, workspace_id, user_id] = ["integration", "workspace", "user"].map(
      (name) => textOf(given, name),
    );
    const only = {
      ...(integration_id !== undefined && { integration_id }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(user_id !== undefined && { user_id }),
    };
    const installations = await collect(given, world, (page) =>
      latchkey.call("listInstallations", { ...only, ...page }),
    );
    const empty = "Nothing is installed. Installations come about when people consent.";
    showList(installations, installationView, empty, given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces installations get`. */
export const getInstallation: Command = {
  usage: "BOT [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  most_words: 1,
  examples: ["latchkey workspaces installations get $BOT_ID"],
  run: async (given, world) => {
    const bot_id = wordAt(given, 0, WHICH);
    const installation = await connectAdmin(given, world).getInstallation({ bot_id });
    showOne(installation, installationView, "json", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces installations share`. */
export const shareResources: Command = {
  usage: "BOT --resources ID,... [flags]",
  options: {
    resources: {
      type: "text",
      summary: "The ids of all that it may see; nothing, to take all back.",
    },
    ...formatOptions("table"),
    ...adminOptions,
  },
  most_words: 1,
  examples: ["latchkey workspaces installations share $BOT_ID --resources $PAGE,$BOARD"],
  run: async (given, world) => {
    const bot_id = wordAt(given, 0, WHICH);
    const body = { resources: listOf(given, "resources") ?? [] };
    const installation = await connectAdmin(given, world).updateInstallation({ bot_id, body });
    showOne(installation, installationView, "table", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces installations disconnect`. */
export const disconnectInstallations: Command = {
  usage: "BOT... [flags]",
  options: adminOptions,
  most_words: Infinity,
  note: "All its tokens end and nothing is shared with it any more. A new consent revives it.",
  examples: ["latchkey workspaces installations disconnect $BOT_ID"],
  run: async (given, world) => {
    const bots = wordsOf(given, WHICH);
    const latchkey = connectAdmin(given, world);
    return forEach(
      new Map(bots.map((bot) => [bot, bot])),
      "Disconnecting",
      world,
      async (bot_id) => {
        await latchkey.deleteInstallation({ bot_id });
        return `${bot_id} is disconnected.\n`;
      },
    );
  },
};

const WHICH =
  "Say which installation: a BOT, by the bot id that latchkey workspaces installations list shows.";

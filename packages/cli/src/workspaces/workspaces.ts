import { randomUUID } from "node:crypto";

import type { WorkspaceInput } from "@latchkey/api";

import type { Arguments, Command, Options } from "../command.ts";
import { adminOptions, connectAdmin } from "../connection.ts";
import { forEach } from "../each.ts";
import { exitCodes } from "../exit-codes.ts";
import { textOf, wordAt, wordsOf } from "../flags.ts";
import { formatOptions, showList, showOne } from "../format.ts";
import { collect, pageOptions } from "../pages.ts";
import { workspaceView } from "./views.ts";

const memberOptions: Options = {
  name: { type: "text", short: "n", summary: "What people call it." },
  icon: { type: "text", summary: "The URL of an image, or an emoji." },
  resource: { type: "text", summary: "The title of something to share; repeat it for more." },
};

/** `latchkey workspaces create`. */
export const createWorkspace: Command = {
  usage: "[flags]",
  options: {
    id: { type: "text", summary: "A UUID of your own; the server makes one otherwise." },
    ...memberOptions,
    ...formatOptions("table", "Prints the id alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: ["latchkey workspaces create --name Wonderland --resource 'Tea party'"],
  run: async (given, world) => {
    const id = textOf(given, "id");
    const body = { ...describe(given), ...(id !== undefined && { id }) };
    const workspace = await connectAdmin(given, world).createWorkspace({ body });
    showOne(workspace, workspaceView, "table", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces get`. */
export const getWorkspace: Command = {
  usage: "ID [flags]",
  options: { ...formatOptions("json"), ...adminOptions },
  most_words: 1,
  examples: ["latchkey workspaces get $WORKSPACE"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const workspace = await connectAdmin(given, world).getWorkspace({ id });
    showOne(workspace, workspaceView, "json", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces list`. */
export const listWorkspaces: Command = {
  usage: "[flags]",
  options: {
    search: { type: "text", summary: "Only those with this text in their name or id." },
    ...pageOptions,
    ...formatOptions("table", "Prints the ids alone."),
    ...adminOptions,
  },
  most_words: 0,
  examples: [
    "latchkey workspaces list",
    "latchkey workspaces list --search wonder",
    "latchkey workspaces list --all --format json",
  ],
  run: async (given, world) => {
    const latchkey = connectAdmin(given, world);
    const search = textOf(given, "search");
    const workspaces = await collect(given, world, (page) =>
      latchkey.call("listWorkspaces", { ...page, ...(search && { search }) }),
    );
    const empty = search
      ? "No workspace matches."
      : "There are no workspaces here. latchkey workspaces create makes one.";
    showList(workspaces, workspaceView, empty, given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces update`. */
export const updateWorkspace: Command = {
  usage: "ID [flags]",
  options: { ...memberOptions, ...formatOptions("table"), ...adminOptions },
  most_words: 1,
  note: "What no flag speaks of stays as it is.",
  examples: ["latchkey workspaces update $WORKSPACE --name 'Looking-Glass House'"],
  run: async (given, world) => {
    const id = wordAt(given, 0, WHICH);
    const latchkey = connectAdmin(given, world);
    const { name, icon, resources } = await latchkey.getWorkspace({ id });
    const body = { name, icon, resources, ...describe(given) };
    const workspace = await latchkey.updateWorkspace({ id, body });
    showOne(workspace, workspaceView, "table", given, world);
    return exitCodes.done;
  },
};

/** `latchkey workspaces delete`. */
export const deleteWorkspaces: Command = {
  usage: "ID... [flags]",
  options: adminOptions,
  most_words: Infinity,
  note: "Everything that is installed into a workspace ends with it.",
  examples: ["latchkey workspaces delete $WORKSPACE"],
  run: async (given, world) => {
    const ids = wordsOf(given, WHICH);
    const latchkey = connectAdmin(given, world);
    return forEach(new Map(ids.map((id) => [id, id])), "Deleting", world, async (id) => {
      await latchkey.deleteWorkspace({ id });
      return `${id} is gone.\n`;
    });
  },
};

const WHICH = "Say which workspace: an ID.";

function describe(given: Arguments): WorkspaceInput {
  const [name, icon] = [textOf(given, "name"), textOf(given, "icon")];
  const titles = given.flags.get("resource");
  return {
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(titles && { resources: titles.map((title) => ({ id: randomUUID(), title })) }),
  };
}

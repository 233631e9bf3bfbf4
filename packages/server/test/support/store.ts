import type { Context } from "../../src/context/context.ts";
import type { WorkspaceContext } from "../../../workspace/src/context.ts";
import { createWorkspaceStore, type WorkspaceStore } from "../../../workspace/src/store/store.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openStore, type StoreOptions } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port/store.ts";
import { featureTables } from "./tables.ts";

/** The tables of the core and of workspaces. */
export type TestStore = Store & WorkspaceStore;

/** Opens a store with the tables of the features of the command. */
export async function openTestStore(
  database: Database,
  options: Omit<StoreOptions, "features">,
): Promise<TestStore> {
  const store = await openStore(database, { ...options, features: featureTables });
  return { ...store, ...createWorkspaceStore(store.tools) };
}

/** The tables of workspaces of a server. */
export function workspaceStoreOf(context: Context): WorkspaceStore {
  return withWorkspaces(context).workspace.store;
}

/** The context of a server that has workspaces. */
export function withWorkspaces(context: Context): WorkspaceContext {
  if (!hasWorkspaces(context)) throw new Error("The server has no workspaces.");
  return context;
}

function hasWorkspaces(context: Context): context is WorkspaceContext {
  return "workspace" in context;
}

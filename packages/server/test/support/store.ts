import type { Context } from "../../src/context/context.ts";
import type { WorkspaceContext } from "../../../workspace/src/context.ts";
import { createIdentityStore, type IdentityStore } from "../../../identity/src/store/store.ts";
import { createWorkspaceStore, type WorkspaceStore } from "../../../workspace/src/store/store.ts";
import { createInspections, type Inspections } from "../../src/features/inspector/store.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openStore, type StoreOptions } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port/store.ts";
import { featureTables } from "./tables.ts";

/** The tables of the core, of accounts, of workspaces and of the inspector. */
export type TestStore = Store &
  IdentityStore &
  WorkspaceStore & { readonly inspections: Inspections };

/** Opens a store with the tables of the features of the command. */
export async function openTestStore(
  database: Database,
  options: Omit<StoreOptions, "features">,
): Promise<TestStore> {
  const store = await openStore(database, { ...options, features: featureTables });
  const inspections = createInspections(store.tools);
  const { tools } = store;
  return { ...store, ...createIdentityStore(tools), ...createWorkspaceStore(tools), inspections };
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

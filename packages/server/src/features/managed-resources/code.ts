import type { managedResourceOperations } from "@latchkey/api";
import type { FeatureCode } from "../../feature/feature.ts";
import type { ManagedResourcesContext } from "./context.ts";
import * as endpoints from "./endpoints.ts";
import { managedResourceTables } from "./migrations.ts";
import { createManagedResources } from "./store.ts";

export const code: FeatureCode<keyof typeof managedResourceOperations, ManagedResourcesContext> = {
  endpoints,
  tables: managedResourceTables,
  open: ({ store }) => createManagedResources(store.tools),
};

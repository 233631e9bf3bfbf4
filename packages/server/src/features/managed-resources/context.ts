import type { Context } from "../../context/context.ts";
import type { ManagedResources } from "./store.ts";

/** What the endpoints of this feature are given. */
export type ManagedResourcesContext = Context & { readonly "managed-resources": ManagedResources };

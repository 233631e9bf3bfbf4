import { workspaceOperations, workspacePages } from "@latchkey/api";
import { defineFeature } from "@latchkey/server/feature";
import { workspaceSettings } from "./settings.ts";

/** Integrations that users install into workspaces, and the API that those call. */
export const workspace = defineFeature({
  name: "workspace",
  operations: workspaceOperations,
  pages: workspacePages,
  settings: workspaceSettings,
  load: async () => (await import("./code.ts")).code,
});

import { installationOperations } from "./installation-operations.ts";
import { integrationOperations } from "./integration-operations.ts";
import { workspaceDirectoryOperations } from "./workspace-operations.ts";

/** The administration of workspaces. */
export const workspaceOperations: typeof workspaceDirectoryOperations &
  typeof integrationOperations &
  typeof installationOperations = {
  ...workspaceDirectoryOperations,
  ...integrationOperations,
  ...installationOperations,
};

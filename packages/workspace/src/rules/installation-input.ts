import { type Installation, installationInput } from "@latchkey/api";
import {
  type OAuthError,
  type Result,
  ok,
  readInput,
  timestamp,
  unacceptable,
} from "@latchkey/server/feature/rules";
import type { InstallationRecord, WorkspaceRecord } from "./records.ts";

/** What an installation is changed against. */
export interface InstallationInputFacts {
  readonly present: InstallationRecord;
  readonly workspace: WorkspaceRecord;
}

/** The resources to share with an installation; undefined to leave them. What is not in the workspace cannot be shared. */
export function readInstallationInput(
  body: unknown,
  { present, workspace }: InstallationInputFacts,
): Result<readonly string[] | undefined, OAuthError> {
  const read = readInput(body, installationInput);
  if (!read.ok) return read;
  const { resources } = read.value;
  if (!areShareable(resources ?? present.resources, workspace)) return unacceptable(notShareable);
  return ok(resources);
}

/** Whether a workspace has all of these to share. */
export function areShareable(ids: readonly string[], { resources }: WorkspaceRecord): boolean {
  const known = new Set(resources.map(({ id }) => id));
  return ids.every((id) => known.has(id));
}

/** The error for a resource that does not exist. */
export const notShareable = "The field resources must name resources of the workspace.";

/** An installation as the wire sees it. */
export function describeInstallation(record: InstallationRecord): Installation {
  const { created_at, updated_at, ...rest } = record;
  return { ...rest, created_at: timestamp(created_at), updated_at: timestamp(updated_at) };
}

import { type Workspace, workspaceInput } from "@latchkey/api";
import {
  type InputFacts,
  type OAuthError,
  type Result,
  contradicts,
  ok,
  readInput,
  timestamp,
  unacceptable,
} from "@latchkey/server/feature/rules";
import type { WorkspaceRecord } from "./records.ts";

/** What a workspace is written against. */
export interface WorkspaceInputFacts extends InputFacts<WorkspaceRecord> {
  /** Whether the caller sees every workspace. Others could choose the id of a resource of a workspace that they do not see. */
  readonly sees_all: boolean;
}

/** The workspace that a body describes, new or instead of the present one. */
export function readWorkspaceInput(
  body: unknown,
  { present, now, newId, sees_all }: WorkspaceInputFacts,
): Result<WorkspaceRecord, OAuthError> {
  const read = readInput(body, workspaceInput);
  if (!read.ok) return read;
  const { id, name = null, icon: picture = null, resources = [] } = read.value;
  if (contradicts(id, present?.id)) return unacceptable("The field id cannot be changed.");
  const own = new Set(present?.resources.map((resource) => resource.id));
  const isForeign = resources.some(
    (resource) => resource.id !== undefined && !own.has(resource.id),
  );
  if (isForeign && !sees_all) return unacceptable(foreignResource);

  return ok({
    id: present?.id ?? id ?? newId(),
    name,
    icon: picture,
    resources: resources.map(({ id: known = newId(), title }) => ({ id: known, title })),
    created_at: present?.created_at ?? now,
    updated_at: now,
  });
}

const foreignResource =
  "The field resources may have only ids that the workspace has already: you see only some workspaces, so leave the ids of new resources out, and they are generated.";

/** A workspace as the wire sees it. */
export function describeWorkspace(record: WorkspaceRecord): Workspace {
  const { id, name, icon: picture, resources, created_at, updated_at } = record;
  return {
    id,
    name,
    icon: picture,
    resources,
    created_at: timestamp(created_at),
    updated_at: timestamp(updated_at),
  };
}

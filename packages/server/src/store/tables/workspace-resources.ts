import type { WorkspaceResource } from "@latchkey/api";
import { type Script, statement } from "../database/script.ts";
import { workspaceDocuments } from "./workspace-documents.ts";

const select = statement<{ document: string }>("select document from workspace where id = $1");
const update = statement("update workspace set document = $2 where id = $1");

const enter = statement("update workspace set document = document where id = $1 returning id");

/** Waits for whoever else changes what is in a workspace. False when there is no such workspace. */
export function* enterWorkspace(workspace_id: string): Script<boolean> {
  return (yield* enter(workspace_id)).length > 0;
}

/** Adds a resource to a workspace; part of the script that duplicates a template into it. */
export function* addResource(
  workspace_id: string,
  resource: WorkspaceResource,
  now: number,
): Script<void> {
  const [row] = yield* select(workspace_id);
  if (row === undefined) return;
  const workspace = workspaceDocuments.read(workspace_id, row.document);
  const resources = [...workspace.resources, { id: resource.id, title: resource.title }];
  const changed = { ...workspace, resources, updated_at: now };
  yield* update(workspace_id, workspaceDocuments.write(changed));
}

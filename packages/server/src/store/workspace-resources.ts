import type { WorkspaceResource } from "@latchkey/api";
import type { WorkspaceRecord } from "../workspace/records.ts";
import { type Script, statement } from "./script.ts";

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
  const workspace = JSON.parse(row.document) as WorkspaceRecord;
  const resources = [...workspace.resources, { id: resource.id, title: resource.title }];
  yield* update(workspace_id, JSON.stringify({ ...workspace, resources, updated_at: now }));
}

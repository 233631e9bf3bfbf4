import type { Request } from "@latchkey/server/feature/endpoints";
import type { WorkspaceContext } from "./context.ts";
import type { WorkspaceRecord } from "./rules/records.ts";

type Caller = Pick<Request, "grants">;

/** Whether the caller of the admin API sees what belongs to a workspace. */
export function seesWorkspace({ grants }: Caller, workspace_id: string): boolean {
  return grants?.workspaces?.includes(workspace_id) ?? true;
}

/**
 * The workspaces that the caller sees, by name, those that match; undefined where it sees all. They are few, since the caller's
 * rights name them, so they are read one by one.
 */
export async function visibleWorkspaces(
  { grants }: Caller,
  search: string | undefined,
  { workspace: { store } }: WorkspaceContext,
): Promise<readonly WorkspaceRecord[] | undefined> {
  const ids = grants?.workspaces;
  if (ids === undefined) return undefined;
  const found = await Promise.all(ids.map((id) => store.workspaces.find(id)));
  const text = search?.toLowerCase() ?? "";
  return found
    .filter((one) => one !== undefined)
    .filter(({ id, name }) => `${name ?? ""}\n${id}`.toLowerCase().includes(text))
    .toSorted((one, other) => (one.name ?? "").localeCompare(other.name ?? ""));
}

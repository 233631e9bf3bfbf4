import type { Installation, WorkspaceMember } from "@latchkey/api";

/** Administrators see all connections of a workspace, other members only their own. */
export function isVisibleTo(member: WorkspaceMember, installation: Installation): boolean {
  if (installation.workspace_id !== member.workspace_id) return false;
  if (installation.status === "disconnected") return false;
  return member.role === "admin" || installation.owner_user_id === member.user_id;
}

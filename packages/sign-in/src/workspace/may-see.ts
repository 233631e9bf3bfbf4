import type { Installation, WorkspaceMember } from "@latchkey/api";

/** An administrator sees everything that is connected to the workspace, anybody else what they connected themselves. */
export function maySee(member: WorkspaceMember, installation: Installation): boolean {
  if (installation.workspace_id !== member.workspace_id) return false;
  if (installation.status === "disconnected") return false;
  return member.role === "admin" || installation.owner_user_id === member.user_id;
}

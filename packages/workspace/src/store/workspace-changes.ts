import type { Change } from "@latchkey/server/feature/store";
import type { InstallationRecord, MemberRecord } from "../rules/records.ts";

/** What a change of a workspace, of its members or of what is installed there is a change of. */
export function workspaceObject(id: string): Change["object"] {
  return { type: "workspace", id };
}

export function integrationObject(id: string): Change["object"] {
  return { type: "integration", id };
}

/** A member without what the member is called and how to reach them: records stay when a user is erased. */
export function showMember({ user_id, subject, role }: MemberRecord): object {
  return { user_id, subject, role };
}

/** An installation without the account at the integration that it is linked with. */
export function showInstallation(installation: InstallationRecord): object {
  const { bot_id, integration_id, owner_type, owner_user_id, status, resources } = installation;
  return { bot_id, integration_id, owner_type, owner_user_id, status, resources };
}

import type { PersonalData } from "@latchkey/server/feature/endpoints";
import type { WorkspaceContext } from "./context.ts";

/** More installations of one member are not exported. */
const MAX_INSTALLATIONS = 1_000;

/** The memberships of a user in workspaces, and the installations that act for them alone. */
export function personalData({
  now,
  workspace: { store },
}: Pick<WorkspaceContext, "now" | "workspace">): PersonalData {
  const installationsOf = async (workspace_id: string, user_id: string) =>
    store.installations.list({ workspace_id, user_id }, { limit: MAX_INSTALLATIONS, offset: 0 });

  return {
    async list(subject) {
      const members = await store.members.ofSubject(subject);
      const installed = await Promise.all(
        members.map(({ workspace_id, user_id }) => installationsOf(workspace_id, user_id)),
      );
      return {
        workspace_members: members,
        workspace_installations: installed.flatMap(({ items }) => items),
      };
    },

    async erase(subject) {
      let workspace_members = 0;
      let workspace_installations = 0;
      for (const { workspace_id, user_id } of await store.members.ofSubject(subject)) {
        const { total } = await installationsOf(workspace_id, user_id);
        if (!(await store.members.delete(workspace_id, user_id, now()))) continue;
        workspace_members += 1;
        workspace_installations += total;
      }
      return { workspace_members, workspace_installations };
    },
  };
}

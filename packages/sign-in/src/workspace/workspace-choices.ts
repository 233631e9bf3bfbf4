import type { Workspace, WorkspaceConsentRequest, WorkspaceMember } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import type { PageContext } from "../page-context.ts";
import type { WorkspaceMessages } from "../messages/workspace-messages.ts";
import { describeWorkspace, memberName, type Named } from "./display.ts";

/** A workspace that can be selected, with the resources that can be shared. */
export interface WorkspaceChoice extends Named {
  readonly workspace_id: string;
  /** The name under which the integration sees the user, if its capabilities include user information. */
  readonly known_as: string | undefined;
  readonly resources: readonly ResourceChoice[];
}

export interface ResourceChoice {
  readonly id: string;
  readonly title: string;
  /** Already shared by an earlier consent. */
  readonly shared: boolean;
}

/** Resources that are already shared are preselected; deselecting one stops sharing it. */
export async function listWorkspaceChoices(
  asked: WorkspaceConsentRequest,
  phrases: WorkspaceMessages,
  context: PageContext,
): Promise<WorkspaceChoice[]> {
  return Promise.all(
    asked.choices.map(async ({ workspace, member }) => {
      const shared = await findShared(asked, workspace, member, context);
      return {
        ...describeWorkspace(workspace, phrases),
        workspace_id: workspace.id,
        known_as: asked.owner === "user" ? nameSeenBy(member, asked.integration) : undefined,
        resources: workspace.resources.map(({ id, title }) => ({
          id,
          title,
          shared: shared.includes(id),
        })),
      };
    }),
  );
}

function nameSeenBy(
  member: WorkspaceMember,
  { capabilities }: WorkspaceConsentRequest["integration"],
): string | undefined {
  if (capabilities.includes("read_user_with_email")) return memberName(member);
  if (!capabilities.includes("read_user_without_email")) return undefined;
  return memberName({ ...member, email: null });
}

/** If the lookup fails, nothing is preselected. */
async function findShared(
  { integration, owner }: WorkspaceConsentRequest,
  { id: workspace_id }: Workspace,
  { user_id }: WorkspaceMember,
  { latchkey }: PageContext,
): Promise<readonly string[]> {
  try {
    const installations = await latchkey.listInstallations({
      integration_id: integration.id,
      workspace_id,
      ...(owner === "user" ? { user_id } : {}),
    });
    return installations
      .filter(({ owner_type, status }) => owner_type === owner && status !== "disconnected")
      .flatMap(({ resources }) => resources);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

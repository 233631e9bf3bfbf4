import type { Workspace, WorkspaceConsentRequest, WorkspaceMember } from "@latchkey/api";
import { ApiError } from "@latchkey/client";

import type { Desk } from "../desk.ts";
import type { WorkspacePhrases } from "../messages/workspace-phrases.ts";
import { describeWorkspace, memberName, type Named } from "./facts.ts";

/** A workspace to choose, with what can be shared of it. */
export interface Offer extends Named {
  readonly workspace_id: string;
  /** What the integration will know the person by, where it will. */
  readonly known_as: string | undefined;
  readonly resources: readonly ResourceOffer[];
}

/** Something to tick. */
export interface ResourceOffer {
  readonly id: string;
  readonly title: string;
  /** The integration has it from an earlier yes. */
  readonly shared: boolean;
}

/** Everything there is to choose from; what is shared already comes ticked, and stops being shared when it is not any more. */
export async function offerWorkspaces(
  asked: WorkspaceConsentRequest,
  phrases: WorkspacePhrases,
  desk: Desk,
): Promise<Offer[]> {
  return Promise.all(
    asked.choices.map(async ({ workspace, member }) => {
      const shared = await findShared(asked, workspace, member, desk);
      return {
        ...describeWorkspace(workspace, phrases),
        workspace_id: workspace.id,
        known_as: asked.owner === "user" ? nameTold(member, asked.integration) : undefined,
        resources: workspace.resources.map(({ id, title }) => ({
          id,
          title,
          shared: shared.includes(id),
        })),
      };
    }),
  );
}

/** What the integration will learn of the person, if it may learn anything. */
function nameTold(
  member: WorkspaceMember,
  { capabilities }: WorkspaceConsentRequest["integration"],
): string | undefined {
  if (capabilities.includes("read_user_with_email")) return memberName(member);
  if (!capabilities.includes("read_user_without_email")) return undefined;
  return memberName({ ...member, email: null });
}

/** Not knowing what was shared before only means that nothing is ticked. */
async function findShared(
  { integration, owner }: WorkspaceConsentRequest,
  { id: workspace_id }: Workspace,
  { user_id }: WorkspaceMember,
  { latchkey }: Desk,
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

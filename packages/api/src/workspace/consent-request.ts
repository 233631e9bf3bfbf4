import type { Capability } from "./integration.ts";
import type { Workspace, WorkspaceMember } from "./workspace.ts";

/** The question the workspace consent page answers: into which workspace, and with what? */
export interface WorkspaceConsentRequest {
  readonly challenge: string;
  readonly integration: {
    readonly id: string;
    readonly name: string;
    readonly icon: string | null;
    readonly capabilities: readonly Capability[];
    readonly template: { readonly id: string; readonly title: string } | null;
  };
  /** Where the browser goes afterwards. */
  readonly redirect_uri: string;
  /** For whom the integration asks. */
  readonly owner: "user" | "workspace";
  /** Who is logged in. */
  readonly subject: string;
  /** Where the person may install it, with who they are there. Empty when nowhere. */
  readonly choices: readonly {
    readonly workspace: Workspace;
    readonly member: WorkspaceMember;
  }[];
}

/** The person's yes. */
export interface AcceptWorkspaceConsentRequest {
  readonly workspace_id: string;
  /** The ids of the resources to share. */
  readonly resources?: readonly string[];
  /** Whether to make a copy of the integration's template in the workspace. */
  readonly duplicate_template?: boolean;
}

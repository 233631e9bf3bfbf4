import type { Capability, IntegrationTemplate } from "./integration.ts";
import type { Workspace, WorkspaceMember } from "./workspace.ts";

/** The question the workspace consent page answers: into which workspace, and with what? */
export interface WorkspaceConsentRequest {
  /** Names this request. */
  readonly challenge: string;
  /** Who asks. */
  readonly integration: {
    /** A UUID: names the integration. */
    readonly id: string;
    /** What people read. */
    readonly name: string;
    /** The URL of an image, or an emoji. */
    readonly icon: string | null;
    /** What it may do. */
    readonly capabilities: readonly Capability[];
    /** Offered to be duplicated into the workspace. */
    readonly template: IntegrationTemplate | null;
  };
  /** Where the browser goes afterwards. */
  readonly redirect_uri: string;
  /** For whom the integration asks. */
  readonly owner: "user" | "workspace";
  /** Who is logged in. */
  readonly subject: string;
  /** Where the person may install it, with who they are there. Empty when nowhere. */
  readonly choices: readonly {
    /** Where. */
    readonly workspace: Workspace;
    /** Who they are there. */
    readonly member: WorkspaceMember;
  }[];
}

/**
 * The person's yes.
 * @example {"workspace_id": "a11ce000-0000-4000-8000-000000000001", "resources": ["7ea00000-0000-4000-8000-000000000001"]}
 */
export interface AcceptWorkspaceConsentRequest {
  /** Where to install it: one of the choices. */
  readonly workspace_id: string;
  /** The ids of the resources to share. */
  readonly resources?: readonly string[];
  /** Whether to make a copy of the integration's template in the workspace. */
  readonly duplicate_template?: boolean;
}

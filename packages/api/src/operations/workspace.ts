import type { CompletedRequest } from "../completed-request.ts";
import type {
  AcceptWorkspaceConsentRequest,
  WorkspaceConsentRequest,
} from "../workspace/consent-request.ts";
import type { Installation, InstallationInput } from "../workspace/installation.ts";
import type {
  Integration,
  IntegrationInput,
  IntegrationSecretRequest,
  IntegrationTokenRequest,
} from "../workspace/integration.ts";
import type {
  Workspace,
  WorkspaceInput,
  WorkspaceMember,
  WorkspaceMemberInput,
} from "../workspace/workspace.ts";
import type { Page, Table } from "./operation.ts";

interface WorkspaceName {
  /** The workspace's id, a UUID. */
  id: string;
}

interface MemberName extends WorkspaceName {
  /** The member's id in the workspace, a UUID. */
  user_id: string;
}

interface IntegrationName {
  /** The integration's id, a UUID. */
  id: string;
}

interface InstallationName {
  /** The bot's id, a UUID. */
  bot_id: string;
}

interface InstallationFilter extends Page {
  /** Only those of one integration. */
  integration_id?: string;
  /** Only those in one workspace. */
  workspace_id?: string;
  /** Only those that one person installed. */
  user_id?: string;
}

interface WorkspaceFilter extends Page {
  /** Only those with this text in their name or id, in upper or lower case. */
  search?: string;
}

interface IntegrationFilter extends Page {
  /** Only those with this text in their name, id or client id, in upper or lower case. */
  search?: string;
}

interface WorkspaceConsentChallenge {
  /** Names the request: the browser brought it. */
  consent_challenge: string;
}

/** Workspaces, their members, integrations and where those are installed. */
export interface WorkspaceOperations {
  /** Lists workspaces, all or those that match, a page at a time. */
  listWorkspaces: { input: WorkspaceFilter; output: readonly Workspace[] };
  /** Creates a workspace. */
  createWorkspace: { input: { body: WorkspaceInput }; output: Workspace };
  /** Shows a workspace. */
  getWorkspace: { input: WorkspaceName; output: Workspace };
  /** Replaces a workspace. */
  updateWorkspace: { input: WorkspaceName & { body: WorkspaceInput }; output: Workspace };
  /** Deletes a workspace with everything installed into it. */
  deleteWorkspace: { input: WorkspaceName; output: undefined };
  /** Lists the members of a workspace, a page at a time. */
  listWorkspaceMembers: { input: WorkspaceName & Page; output: readonly WorkspaceMember[] };
  /** Adds a member to a workspace. */
  createWorkspaceMember: {
    input: WorkspaceName & { body: WorkspaceMemberInput };
    output: WorkspaceMember;
  };
  /** Shows a member. */
  getWorkspaceMember: { input: MemberName; output: WorkspaceMember };
  /** Replaces a member. */
  updateWorkspaceMember: {
    input: MemberName & { body: WorkspaceMemberInput };
    output: WorkspaceMember;
  };
  /** Removes a member; what they installed stops working. */
  deleteWorkspaceMember: { input: MemberName; output: undefined };
  /** Lists integrations, all or those that match, without their secrets, a page at a time. */
  listIntegrations: { input: IntegrationFilter; output: readonly Integration[] };
  /** Creates an integration and returns its secret or, if it is internal, its token, once. */
  createIntegration: { input: { body: IntegrationInput }; output: Integration };
  /** Shows an integration, without its secret. */
  getIntegration: { input: IntegrationName; output: Integration };
  /** Replaces an integration; its secret stays as it was. */
  updateIntegration: { input: IntegrationName & { body: IntegrationInput }; output: Integration };
  /** Deletes an integration; everything it was given stops working. */
  deleteIntegration: { input: IntegrationName; output: undefined };
  /** Makes a new secret and shows it, once; the one before stays good for a while. */
  rotateIntegrationSecret: {
    input: IntegrationName & { body?: IntegrationSecretRequest };
    output: Integration;
  };
  /** Issues a new token of an internal integration and returns it, once; the previous one stays valid for a while. */
  issueIntegrationToken: {
    input: IntegrationName & { body?: IntegrationTokenRequest };
    output: Integration;
  };
  /** Revokes every token of an internal integration at once. */
  revokeIntegrationTokens: { input: IntegrationName; output: undefined };
  /** Lists where integrations are installed, a page at a time. */
  listInstallations: {
    input: InstallationFilter;
    output: readonly Installation[];
  };
  /** Shows an installation. */
  getInstallation: { input: InstallationName; output: Installation };
  /** Changes what is shared with an installation. */
  updateInstallation: {
    input: InstallationName & { body: InstallationInput };
    output: Installation;
  };
  /** Disconnects an installation; its tokens stop working. */
  deleteInstallation: { input: InstallationName; output: undefined };
  /** Shows what an integration asks of a person. */
  getWorkspaceConsentRequest: {
    input: WorkspaceConsentChallenge;
    output: WorkspaceConsentRequest;
  };
  /** Takes the person's yes. */
  acceptWorkspaceConsentRequest: {
    input: WorkspaceConsentChallenge & { body: AcceptWorkspaceConsentRequest };
    output: CompletedRequest;
  };
  /** Takes the person's no. */
  rejectWorkspaceConsentRequest: {
    input: WorkspaceConsentChallenge;
    output: CompletedRequest;
  };
}

/** How they travel. */
export const workspaceOperations: Table<WorkspaceOperations> = {
  listWorkspaces: {
    tag: "admin",
    method: "GET",
    path: "/workspace/workspaces",
    query: ["limit", "offset", "search"],
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary: "Lists workspaces, all or those that match, a page at a time.",
  },
  createWorkspace: {
    tag: "admin",
    method: "POST",
    path: "/workspace/workspaces",
    body: "json",
    body_required: true,
    success: 201,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    summary: "Creates a workspace.",
  },
  getWorkspace: {
    tag: "admin",
    method: "GET",
    path: "/workspace/workspaces/{id}",
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary: "Shows a workspace.",
  },
  updateWorkspace: {
    tag: "admin",
    method: "PUT",
    path: "/workspace/workspaces/{id}",
    body: "json",
    body_required: true,
    success: 200,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary: "Replaces a workspace.",
  },
  deleteWorkspace: {
    tag: "admin",
    method: "DELETE",
    path: "/workspace/workspaces/{id}",
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    summary: "Deletes a workspace with everything installed into it.",
  },
  listWorkspaceMembers: {
    tag: "admin",
    method: "GET",
    path: "/workspace/workspaces/{id}/members",
    query: ["limit", "offset"],
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary: "Lists the members of a workspace, a page at a time.",
  },
  createWorkspaceMember: {
    tag: "admin",
    method: "POST",
    path: "/workspace/workspaces/{id}/members",
    body: "json",
    body_required: true,
    success: 201,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    summary: "Adds a member to a workspace.",
  },
  getWorkspaceMember: {
    tag: "admin",
    method: "GET",
    path: "/workspace/workspaces/{id}/members/{user_id}",
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary: "Shows a member.",
  },
  updateWorkspaceMember: {
    tag: "admin",
    method: "PUT",
    path: "/workspace/workspaces/{id}/members/{user_id}",
    body: "json",
    body_required: true,
    success: 200,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    summary: "Replaces a member.",
  },
  deleteWorkspaceMember: {
    tag: "admin",
    method: "DELETE",
    path: "/workspace/workspaces/{id}/members/{user_id}",
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    summary: "Removes a member; what they installed stops working.",
  },
  listIntegrations: {
    tag: "admin",
    method: "GET",
    path: "/workspace/integrations",
    query: ["limit", "offset", "search"],
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary:
      "Lists integrations, all or those that match, without their secrets, a page at a time.",
  },
  createIntegration: {
    tag: "admin",
    method: "POST",
    path: "/workspace/integrations",
    body: "json",
    body_required: true,
    success: 201,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    summary:
      "Creates an integration and returns its secret or, if it is internal, its token, once.",
  },
  getIntegration: {
    tag: "admin",
    method: "GET",
    path: "/workspace/integrations/{id}",
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary: "Shows an integration, without its secret.",
  },
  updateIntegration: {
    tag: "admin",
    method: "PUT",
    path: "/workspace/integrations/{id}",
    body: "json",
    body_required: true,
    success: 200,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary: "Replaces an integration; its secret stays as it was.",
  },
  deleteIntegration: {
    tag: "admin",
    method: "DELETE",
    path: "/workspace/integrations/{id}",
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    summary: "Deletes an integration; everything it was given stops working.",
  },
  rotateIntegrationSecret: {
    tag: "admin",
    method: "POST",
    path: "/workspace/integrations/{id}/secrets",
    body: "json",
    success: 201,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary: "Makes a new secret and shows it, once; the one before stays good for a while.",
  },
  issueIntegrationToken: {
    tag: "admin",
    method: "POST",
    path: "/workspace/integrations/{id}/tokens",
    body: "json",
    success: 201,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary:
      "Issues a new token of an internal integration and returns it, once; the previous one stays valid for a while.",
  },
  revokeIntegrationTokens: {
    tag: "admin",
    method: "DELETE",
    path: "/workspace/integrations/{id}/tokens",
    success: 204,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary: "Revokes every token of an internal integration at once.",
  },
  listInstallations: {
    tag: "admin",
    method: "GET",
    path: "/workspace/installations",
    query: ["limit", "offset", "integration_id", "workspace_id", "user_id"],
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary: "Lists where integrations are installed, a page at a time.",
  },
  getInstallation: {
    tag: "admin",
    method: "GET",
    path: "/workspace/installations/{bot_id}",
    success: 200,
    errors: [401, 403, 404, 500],
    access: "read",
    summary: "Shows an installation.",
  },
  updateInstallation: {
    tag: "admin",
    method: "PUT",
    path: "/workspace/installations/{bot_id}",
    body: "json",
    body_required: true,
    success: 200,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    summary: "Changes what is shared with an installation.",
  },
  deleteInstallation: {
    tag: "admin",
    method: "DELETE",
    path: "/workspace/installations/{bot_id}",
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    summary: "Disconnects an installation; its tokens stop working.",
  },
  getWorkspaceConsentRequest: {
    tag: "admin",
    method: "GET",
    path: "/workspace/requests/consent",
    query: ["consent_challenge"],
    success: 200,
    errors: [400, 401, 403, 404, 409, 500],
    access: "read",
    summary: "Shows what an integration asks of a person.",
  },
  acceptWorkspaceConsentRequest: {
    tag: "admin",
    method: "PUT",
    path: "/workspace/requests/consent/accept",
    query: ["consent_challenge"],
    body: "json",
    body_required: true,
    success: 200,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    summary: "Takes the person's yes.",
  },
  rejectWorkspaceConsentRequest: {
    tag: "admin",
    method: "PUT",
    path: "/workspace/requests/consent/reject",
    query: ["consent_challenge"],
    success: 200,
    errors: [400, 401, 403, 404, 409, 500],
    access: "write",
    summary: "Takes the person's no.",
  },
};

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
} from "../workspace/integration.ts";
import type {
  Workspace,
  WorkspaceInput,
  WorkspaceMember,
  WorkspaceMemberInput,
} from "../workspace/workspace.ts";
import type { Table } from "./operation.ts";

interface Pages {
  limit?: number;
  offset?: number;
}

/** Workspaces, their members, integrations and where those are installed. */
export interface WorkspaceOperations {
  listWorkspaces: { input: Pages; output: readonly Workspace[] };
  createWorkspace: { input: { body: WorkspaceInput }; output: Workspace };
  getWorkspace: { input: { id: string }; output: Workspace };
  updateWorkspace: { input: { id: string; body: WorkspaceInput }; output: Workspace };
  deleteWorkspace: { input: { id: string }; output: undefined };
  listWorkspaceMembers: { input: Pages & { id: string }; output: readonly WorkspaceMember[] };
  createWorkspaceMember: {
    input: { id: string; body: WorkspaceMemberInput };
    output: WorkspaceMember;
  };
  getWorkspaceMember: { input: { id: string; user_id: string }; output: WorkspaceMember };
  updateWorkspaceMember: {
    input: { id: string; user_id: string; body: WorkspaceMemberInput };
    output: WorkspaceMember;
  };
  deleteWorkspaceMember: { input: { id: string; user_id: string }; output: undefined };
  listIntegrations: { input: Pages; output: readonly Integration[] };
  createIntegration: { input: { body: IntegrationInput }; output: Integration };
  getIntegration: { input: { id: string }; output: Integration };
  updateIntegration: { input: { id: string; body: IntegrationInput }; output: Integration };
  deleteIntegration: { input: { id: string }; output: undefined };
  rotateIntegrationSecret: {
    input: { id: string; body?: IntegrationSecretRequest };
    output: Integration;
  };
  listInstallations: {
    input: Pages & { integration_id?: string; workspace_id?: string; user_id?: string };
    output: readonly Installation[];
  };
  getInstallation: { input: { bot_id: string }; output: Installation };
  updateInstallation: { input: { bot_id: string; body: InstallationInput }; output: Installation };
  deleteInstallation: { input: { bot_id: string }; output: undefined };
  getWorkspaceConsentRequest: {
    input: { consent_challenge: string };
    output: WorkspaceConsentRequest;
  };
  acceptWorkspaceConsentRequest: {
    input: { consent_challenge: string; body: AcceptWorkspaceConsentRequest };
    output: CompletedRequest;
  };
  rejectWorkspaceConsentRequest: {
    input: { consent_challenge: string };
    output: CompletedRequest;
  };
}

/** How they travel. */
export const workspaceOperations: Table<WorkspaceOperations> = {
  listWorkspaces: {
    tag: "admin",
    method: "GET",
    path: "/workspace/workspaces",
    query: ["limit", "offset"],
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary: "Lists workspaces, a page at a time.",
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
    query: ["limit", "offset"],
    success: 200,
    errors: [401, 403, 500],
    access: "read",
    summary: "Lists integrations, without their secrets, a page at a time.",
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
    summary: "Creates an integration and shows its secret, once.",
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

import type { CommandEntry } from "../command-entry.ts";

/** `latchkey workspaces …`. */
export const workspaceCommands: Readonly<Record<string, CommandEntry>> = {
  "workspaces create": {
    summary: "Creates a workspace.",
    load: async () => (await import("./workspaces.ts")).createWorkspace,
  },
  "workspaces get": {
    summary: "Shows a workspace.",
    load: async () => (await import("./workspaces.ts")).getWorkspace,
  },
  "workspaces list": {
    summary: "Lists workspaces.",
    load: async () => (await import("./workspaces.ts")).listWorkspaces,
  },
  "workspaces update": {
    summary: "Changes a workspace.",
    load: async () => (await import("./workspaces.ts")).updateWorkspace,
  },
  "workspaces delete": {
    summary: "Deletes workspaces and their installations.",
    load: async () => (await import("./workspaces.ts")).deleteWorkspaces,
  },
  "workspaces import": {
    summary: "Imports workspaces and members from JSON or CSV.",
    load: async () => (await import("./import/import.ts")).importWorkspaces,
  },
  "workspaces members add": {
    summary: "Adds a member to a workspace.",
    load: async () => (await import("./members.ts")).addMember,
  },
  "workspaces members list": {
    summary: "Lists the members of a workspace.",
    load: async () => (await import("./members.ts")).listMembers,
  },
  "workspaces members update": {
    summary: "Changes a member of a workspace.",
    load: async () => (await import("./members.ts")).updateMember,
  },
  "workspaces members remove": {
    summary: "Removes members from a workspace.",
    load: async () => (await import("./members.ts")).removeMembers,
  },
  "workspaces integrations create": {
    summary: "Creates an integration and shows its secret or token, once.",
    load: async () => (await import("./integrations.ts")).createIntegration,
  },
  "workspaces integrations get": {
    summary: "Shows an integration.",
    load: async () => (await import("./integrations.ts")).getIntegration,
  },
  "workspaces integrations list": {
    summary: "Lists integrations.",
    load: async () => (await import("./integrations.ts")).listIntegrations,
  },
  "workspaces integrations update": {
    summary: "Changes or disables an integration.",
    load: async () => (await import("./integrations.ts")).updateIntegration,
  },
  "workspaces integrations rotate-secret": {
    summary: "Generates a new secret for an integration.",
    load: async () => (await import("./integrations.ts")).rotateIntegrationSecret,
  },
  "workspaces integrations issue-token": {
    summary: "Issues a new token of an internal integration and shows it, once.",
    load: async () => (await import("./integrations.ts")).issueIntegrationToken,
  },
  "workspaces integrations revoke-tokens": {
    summary: "Revokes the tokens of internal integrations.",
    load: async () => (await import("./integrations.ts")).revokeIntegrationTokens,
  },
  "workspaces integrations webhook-test": {
    summary: "Sends a test webhook to an integration.",
    load: async () => (await import("./webhooks.ts")).testWebhook,
  },
  "workspaces integrations webhook-deliveries": {
    summary: "Lists the webhooks of an integration and their outcome.",
    load: async () => (await import("./webhooks.ts")).listWebhookDeliveries,
  },
  "workspaces integrations rotate-webhook-secret": {
    summary: "Generates a new secret for the webhooks of an integration.",
    load: async () => (await import("./webhooks.ts")).rotateWebhookSecret,
  },
  "workspaces integrations delete": {
    summary: "Deletes integrations, in every workspace.",
    load: async () => (await import("./integrations.ts")).deleteIntegrations,
  },
  "workspaces installations list": {
    summary: "Lists installations.",
    load: async () => (await import("./installations.ts")).listInstallations,
  },
  "workspaces installations get": {
    summary: "Shows an installation.",
    load: async () => (await import("./installations.ts")).getInstallation,
  },
  "workspaces installations share": {
    summary: "Sets the resources shared with an installation.",
    load: async () => (await import("./installations.ts")).shareResources,
  },
  "workspaces installations disconnect": {
    summary: "Disconnects installations.",
    load: async () => (await import("./installations.ts")).disconnectInstallations,
  },
};

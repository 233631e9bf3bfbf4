import { workspaceApiOperations, type workspaceOperations } from "@latchkey/api";
import type { OwnApi } from "@latchkey/server/feature/endpoints";
import type { FeatureCode } from "@latchkey/server/feature";
import { authorizeIntegration } from "./authorize.ts";
import * as consentRequests from "./consent-requests.ts";
import type { WorkspaceContext } from "./context.ts";
import { startWebhookDeliveries } from "./deliver-webhook.ts";
import { renderWorkspaceErrors } from "./error-reference.ts";
import {
  createWorkspaceErrorRenderer,
  createWorkspacePageErrorRenderer,
  isUnderV1,
} from "./error-renderer.ts";
import { workspaceExplanations } from "./rules/errors.ts";
import { installationKind } from "./flow-kind.ts";
import { heldInstallations } from "./store/held-installations.ts";
import * as installations from "./installations.ts";
import * as integrations from "./integrations.ts";
import { introspectToken } from "./introspect.ts";
import * as members from "./members.ts";
import { createWorkspaceMetrics } from "./metrics.ts";
import { workspaceTables } from "./migrations.ts";
import { openWorkspaces } from "./open.ts";
import { revokeToken } from "./revoke.ts";
import { workspaceErrors } from "./rules/errors.ts";
import { exchangeToken } from "./token.ts";
import { tokenKinds } from "./token-kinds.ts";
import { describeMe } from "./users-me.ts";
import * as webhooks from "./webhooks.ts";
import { personalData } from "./personal-data.ts";
import * as workspaces from "./workspaces.ts";

/** What integrations call. */
const api: OwnApi<keyof typeof workspaceApiOperations, WorkspaceContext> = {
  operations: workspaceApiOperations,
  endpoints: {
    authorizeIntegration: {
      answer: authorizeIntegration,
      createErrorRenderer: createWorkspacePageErrorRenderer,
    },
    exchangeToken: {
      answer: exchangeToken,
      createErrorRenderer: (context) =>
        createWorkspaceErrorRenderer(context, {
          outcome_unknown: workspaceErrors.token_outcome_unknown,
        }),
    },
    revokeToken: {
      answer: revokeToken,
      createErrorRenderer: (context) =>
        createWorkspaceErrorRenderer(context, {
          outcome_unknown: workspaceErrors.revocation_outcome_unknown,
        }),
    },
    introspectToken: { answer: introspectToken, createErrorRenderer: createWorkspaceErrorRenderer },
    describeMe: { answer: describeMe, createErrorRenderer: createWorkspaceErrorRenderer },
  },
  owns: isUnderV1,
  createErrorRenderer: createWorkspaceErrorRenderer,
  portOf: (config) => config["serve.workspace.port"],
};

export const code: FeatureCode<keyof typeof workspaceOperations, WorkspaceContext> = {
  endpoints: {
    ...workspaces,
    ...members,
    ...integrations,
    ...installations,
    ...webhooks,
    ...consentRequests,
  },
  tables: workspaceTables,
  open: openWorkspaces,
  own_api: api,
  flow_kinds: [installationKind],
  token_kinds: Object.values(tokenKinds),
  lifespans: (config) => ({
    access_token: { configured: config["workspace.ttl.access_token"], ends_with_row: true },
    refresh_token: { configured: config["workspace.ttl.refresh_token"], ends_with_row: true },
  }),
  startJobs: (context) => [startWebhookDeliveries(context)],
  defineMetrics: createWorkspaceMetrics,
  personalData,
  holdings: ({ store, now }) => [heldInstallations(store.tools, now)],
  pageOptions: ({ workspace: { store } }) => ({
    memberships: (subject) => store.members.ofSubject(subject),
  }),
  async nameOfClient(kind, client_id, { workspace: { store } }) {
    if (kind !== "workspace") return undefined;
    return (await store.integrations.findByClient(client_id))?.name;
  },
  rejections: [workspaceExplanations],
  renderErrors: renderWorkspaceErrors,
};

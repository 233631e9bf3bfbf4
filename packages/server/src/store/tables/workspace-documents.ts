import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrantSession,
  WorkspaceRecord,
} from "../../workspace/records.ts";
import { documents, optional, or, required } from "../port/documents.ts";

export const workspaceDocuments = documents<WorkspaceRecord>({
  table: "workspace",
  fields: {
    id: required("text"),
    name: or(null, "text"),
    icon: or(null, "text"),
    resources: or([]),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

export const memberDocuments = documents<MemberRecord>({
  table: "workspace_member",
  fields: {
    workspace_id: required("text"),
    user_id: required("text"),
    subject: required("text"),
    role: or("member"),
    name: or(null, "text"),
    avatar_url: or(null, "text"),
    email: or(null, "text"),
    email_verified: or(false),
  },
});

export const integrationDocuments = documents<IntegrationRecord>({
  table: "integration",
  fields: {
    id: required("text"),
    name: or(""),
    icon: or(null, "text"),
    kind: required("text"),
    client_id: required("text"),
    secrets: or([]),
    tokens: or([]),
    redirect_uris: or([]),
    capabilities: or([]),
    capability_revision: required("number"),
    install_scope: required("text", "list"),
    template: or(null, "object"),
    allow_workspace_owner: or(false),
    enabled: or(true),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

export const installationDocuments = documents<InstallationRecord>({
  table: "installation",
  fields: {
    bot_id: required("text"),
    integration_id: required("text"),
    workspace_id: required("text"),
    owner_type: required("text"),
    owner_user_id: or(null, "text"),
    status: required("text"),
    external_account: or(null, "object"),
    resources: or([]),
    created_at: required("number"),
    updated_at: required("number"),
  },
});

export const workspaceGrantDocuments = documents<WorkspaceGrantSession>({
  table: "workspace_grant",
  fields: {
    redirect_uri: optional("text"),
    code_challenge: optional("text"),
    code_expires_at: required("number"),
    workspace_id: required("text"),
    owner: required("object"),
    resources: or([]),
    duplicated_template: or(null, "object"),
    capabilities: or([]),
    capability_revision: required("number"),
  },
});

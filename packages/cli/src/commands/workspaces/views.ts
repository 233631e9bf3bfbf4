import type {
  Installation,
  Integration,
  WebhookDelivery,
  Workspace,
  WorkspaceMember,
} from "@latchkey/api";

import type { View } from "../../output/format.ts";
import { deliveryView as viewOfDeliveries } from "../webhook-commands.ts";

export const workspaceView: View<Workspace> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name ?? "",
  ICON: ({ icon }) => icon ?? "",
  RESOURCES: ({ resources }) => String(resources.length),
  CREATED: ({ created_at }) => created_at,
};

export const memberView: View<WorkspaceMember> = {
  "USER ID": ({ user_id }) => user_id,
  SUBJECT: ({ subject }) => subject,
  ROLE: ({ role }) => role,
  NAME: ({ name }) => name ?? "",
  EMAIL: ({ email }) => email ?? "",
};

/** Columns of the list. */
export const integrationView: View<Integration> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  KIND: ({ kind }) => kind,
  ENABLED: ({ enabled }) => (enabled ? "yes" : "no"),
  "CLIENT ID": ({ kind, client_id }) => (kind === "public" ? client_id : ""),
};

/** Fields of a single integration, with its secret when just created. */
export const integrationPage: View<Integration> = {
  ...integrationView,
  "CLIENT SECRET": ({ client_secret = "" }) => client_secret,
  "ACCESS TOKEN": ({ access_token = "" }) => access_token,
  "TOKEN ISSUED": ({ token_issued_at = "" }) => token_issued_at,
  "REDIRECT URIS": ({ redirect_uris }) => redirect_uris.join(","),
  "WEBHOOK URL": ({ webhook_url }) => webhook_url ?? "",
  "WEBHOOK SECRET": ({ webhook_secret = "" }) => webhook_secret,
  LISTED: ({ listed }) => (listed ? "yes" : "no"),
  CAPABILITIES: ({ capabilities }) => capabilities.join(","),
  WORKSPACES: ({ install_scope }) => (install_scope === "any" ? "any" : install_scope.join(",")),
};

export const deliveryView = viewOfDeliveries<WebhookDelivery>("TYPE", ({ type }) => type);

export const installationView: View<Installation> = {
  "BOT ID": ({ bot_id }) => bot_id,
  INTEGRATION: ({ integration_id }) => integration_id,
  WORKSPACE: ({ workspace_id }) => workspace_id,
  OWNER: ({ owner_type, owner_user_id }) => owner_user_id ?? owner_type,
  STATUS: ({ status }) => status,
  SHARED: ({ resources }) => String(resources.length),
};

import { integrationTokenInput } from "@latchkey/api";
import {
  json,
  noContent,
  pageHeaders,
  readJson,
  readPage,
  refuse,
  tokenResponse,
} from "@latchkey/server/feature/endpoints";
import type { FeatureEndpoint } from "@latchkey/server/feature";
import { readInput } from "@latchkey/server/feature/rules";
import type { WorkspaceContext } from "./context.ts";
import { describeInstallation, readInstallationInput } from "./rules/installation-input.ts";
import { notFound } from "./admin-errors.ts";
import { findBot } from "./find-bot.ts";
import { seesWorkspace } from "./visible-workspaces.ts";

const NOUN = "installation";

/** GET /workspace/installations. */
export const listInstallations: FeatureEndpoint<WorkspaceContext> = async (
  { path, query },
  { workspace: { store } },
) => {
  const page = readPage(query);
  const filter = {
    integration_id: query.get("integration_id") ?? undefined,
    workspace_id: query.get("workspace_id") ?? undefined,
    user_id: query.get("user_id") ?? undefined,
  };
  const { items, total } = await store.installations.list(filter, page);
  return json(200, items.map(describeInstallation), pageHeaders(path, query, page, total));
};

/** GET /workspace/installations/{bot_id}. */
export const getInstallation: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const installation = await context.workspace.store.installations.find(
    request.params["bot_id"] ?? "",
  );
  return installation && seesWorkspace(request, installation.workspace_id)
    ? json(200, describeInstallation(installation))
    : refuse(notFound(NOUN), request, context);
};

/** PUT /workspace/installations/{bot_id}: changes what is shared. */
export const updateInstallation: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const {
    workspace: { store },
    now,
  } = context;
  const present = await store.installations.find(request.params["bot_id"] ?? "");
  const workspace = present && (await store.workspaces.find(present.workspace_id));
  if (workspace === undefined || present === undefined || !seesWorkspace(request, workspace.id))
    return refuse(notFound(NOUN), request, context);
  const wanted = readInstallationInput(body.value, { present, workspace });
  if (!wanted.ok) return refuse(wanted.error, request, context);
  const shared = await store.installations.share(present.bot_id, wanted.value, now());
  return shared
    ? json(200, describeInstallation(shared))
    : refuse(notFound(NOUN), request, context);
};

/** DELETE /workspace/installations/{bot_id}: disconnects the integration and revokes its tokens. */
export const deleteInstallation: FeatureEndpoint<WorkspaceContext> = async (request, context) => {
  const bot_id = request.params["bot_id"] ?? "";
  const { installations } = context.workspace.store;
  // An installation never moves to another workspace.
  const present = request.grants?.workspaces && (await installations.find(bot_id));
  if (present !== undefined && !seesWorkspace(request, present.workspace_id))
    return refuse(notFound(NOUN), request, context);
  const disconnected = await installations.disconnect(bot_id, context.now());
  return disconnected ? noContent() : refuse(notFound(NOUN), request, context);
};

/** POST /workspace/introspect: for an API of the operator that received the access token of an integration. */
export const introspectIntegrationToken: FeatureEndpoint<WorkspaceContext> = async (
  request,
  context,
) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const asked = readInput(body.value, integrationTokenInput);
  if (!asked.ok) return refuse(asked.error, request, context);
  const bot = await findBot(asked.value.token, context);
  context.server_metrics.introspections[bot === undefined ? "inactive" : "active"].add();
  if (bot === undefined) return tokenResponse({ active: false });
  const { integration, capabilities, installation } = bot;
  return tokenResponse({
    active: true,
    client_id: integration.client_id,
    capabilities,
    installation: describeInstallation(installation),
  });
};

import type { Integration, Workspace, WorkspaceMember } from "@latchkey/api";
import { paginate } from "@latchkey/client";

import type { PageRequest, PageResponse } from "../http/exchange.ts";
import { showPage } from "../http/responses.ts";
import { messagesIn } from "../messages/messages.ts";
import type { WorkspaceMessages } from "../messages/workspace-messages.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import { safeLinkUrl, sanitizeText } from "../pages/client-details.ts";
import { displayName } from "../pages/display-name.ts";
import { showNotice } from "../pages/notices.ts";
import { directoryView, type DirectoryApp } from "../views/directory-view.ts";
import { listVisible } from "./connections.ts";
import { describeCapabilities, describeIntegration, describeWorkspace } from "./display.ts";
import { undefinedIfMissing } from "./undefined-if-missing.ts";
import { connectedAppsUrl } from "./urls.ts";
import { signInFirst } from "./workspace-notices.ts";

/** GET /workspace/directory: what may be installed into the workspaces that the user administers, and what it may do there. */
export async function showDirectory(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { subject } = request;
  const frame = frameOf(request, context);
  if (subject === undefined) return signInFirst(frame, context, "directory");

  const messages = messagesIn(frame.locale);
  const administered = (await context.memberships(subject)).filter(({ role }) => role === "admin");
  if (administered.length === 0)
    return showNotice(frame, { notice: messages.workspace.not_an_administrator }, { status: 403 });

  const listed = await listedIntegrations(context);
  const workspaces = await Promise.all(
    administered.map((member) => describeSection(member, listed, messages.workspace, context)),
  );
  const shown = {
    user: displayName(await context.accounts.profile(subject), subject),
    workspaces: workspaces.flat(),
    connected_apps_url: connectedAppsUrl(context),
  };
  const title = messages.workspace.directory;
  return showPage(frame, { title, body: directoryView(shown, messages), wide: true });
}

/** Whether users may install an integration into a workspace. An internal one is created with its installation. */
export function isInstallable(
  { kind, enabled, install_scope }: Integration,
  { id }: Pick<Workspace, "id">,
): boolean {
  return kind === "public" && enabled && (install_scope === "any" || install_scope.includes(id));
}

/** More than anyone reads on one page. */
const MAX_LISTED = 1_000;

async function listedIntegrations({ latchkey }: PageContext): Promise<Integration[]> {
  const found: Integration[] = [];
  const integrations = paginate(
    (page) => latchkey.call("listIntegrations", { ...page, listed: "true" }),
    { limit: 500, offset: 0 },
  );
  for await (const integration of integrations) {
    found.push(integration);
    if (found.length === MAX_LISTED) break;
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

async function describeSection(
  member: WorkspaceMember,
  listed: readonly Integration[],
  phrases: WorkspaceMessages,
  { latchkey }: PageContext,
) {
  const workspace = await undefinedIfMissing(latchkey.getWorkspace({ id: member.workspace_id }));
  if (workspace === undefined) return [];
  const installations = await listVisible(member, latchkey);
  const connected = new Set(installations.map(({ integration_id }) => integration_id));
  const apps = listed
    .filter((integration) => isInstallable(integration, workspace))
    .map((integration) => describeApp(integration, connected.has(integration.id), phrases));
  return [{ ...describeWorkspace(workspace, phrases), id: workspace.id, apps }];
}

function describeApp(
  integration: Integration,
  connected: boolean,
  phrases: WorkspaceMessages,
): DirectoryApp {
  const install_url = safeLinkUrl(integration.install_url ?? "");
  return {
    ...describeIntegration(integration, install_url),
    id: integration.id,
    description: sanitizeText(integration.description ?? ""),
    permissions: describeCapabilities(integration.capabilities, phrases),
    for_whole_workspace: integration.allow_workspace_owner,
    install_url,
    connected,
  };
}

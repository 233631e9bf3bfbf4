import { showPage } from "../http/responses.ts";
import { frameOf, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { showNotice } from "../pages/notices.ts";
import { displayName } from "../pages/display-name.ts";
import { connectedAppsView } from "../views/connected-apps-view.ts";
import { directoryUrl, disconnectUrl } from "./urls.ts";
import { listConnections } from "./connections.ts";
import { describeConnection } from "./describe-connection.ts";
import { showDisconnect } from "./disconnect.ts";
import { describeWorkspace } from "./display.ts";
import { signInFirst } from "./workspace-notices.ts";

/** GET /workspace/installed: lists the connected apps; with a `bot_id`, asks whether to disconnect it. */
export async function showConnectedApps(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { subject, query } = request;
  const frame = frameOf(request, context);
  if (subject === undefined) return signInFirst(frame, context);

  const bot_id = query.get("bot_id");
  if (bot_id !== null) return showDisconnect(bot_id, subject, request, context);

  const messages = messagesIn(frame.locale);
  const found = await listConnections(subject, context);
  if (found.length === 0) return showNotice(frame, { notice: messages.workspace.no_membership });

  const shown = {
    user: displayName(await context.accounts.profile(subject), subject),
    directory_url: found.some(({ member }) => member.role === "admin")
      ? directoryUrl(context)
      : undefined,
    workspaces: found.map(({ workspace, member, connections }) => ({
      ...describeWorkspace(workspace, messages.workspace),
      is_admin: member.role === "admin",
      connections: connections.map((connection) => ({
        ...describeConnection(connection, frame.locale, messages.workspace),
        disconnect_url: disconnectUrl(connection.installation.bot_id, context),
      })),
    })),
  };
  const title = messages.workspace.connected_apps;
  return showPage(frame, { title, body: connectedAppsView(shown, messages), wide: true });
}

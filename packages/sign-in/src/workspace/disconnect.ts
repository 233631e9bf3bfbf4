import { originOf } from "../account/history.ts";
import { showPage } from "../http/responses.ts";
import { issueCsrfToken, verifyCsrfToken } from "../http/csrf.ts";
import { frameOf, readForm, type PageContext } from "../page-context.ts";
import type { PageResponse, PageRequest } from "../http/exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { csrfRejected } from "../pages/notices.ts";
import { disconnectView } from "../views/disconnect-view.ts";
import { disconnectUrl, connectedAppsUrl } from "./urls.ts";
import { findConnection } from "./connections.ts";
import { describeConnection } from "./describe-connection.ts";
import { describeIntegration, describeWorkspace } from "./display.ts";
import { undefinedIfMissing } from "./undefined-if-missing.ts";
import { notConnected, nowDisconnected, signInFirst } from "./workspace-notices.ts";

/** GET /workspace/installed?bot_id=…: asks for confirmation. */
export async function showDisconnect(
  bot_id: string,
  subject: string,
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const frame = frameOf(request, context);
  const messages = messagesIn(frame.locale);
  const found = await findConnection(bot_id, subject, context);
  if (found === undefined) return notConnected(frame);

  const { connections, workspace } = found;
  const [connection] = connections;
  const shared = new Set(connection.installation.resources);
  const { csrf, set_cookie } = issueCsrfToken(csrfScope(bot_id, subject), request, context);
  const shown = {
    connection: describeConnection(connection, frame.locale, messages.workspace),
    workspace: describeWorkspace(workspace, messages.workspace).name,
    resources: workspace.resources.filter(({ id }) => shared.has(id)).map(({ title }) => title),
    target: { action: disconnectUrl(bot_id, context), csrf },
    back: connectedAppsUrl(context),
  };
  const title = messages.workspace.disconnect_question(shown.connection.name, shown.workspace);
  return showPage(frame, { title, body: disconnectView(shown, messages) }, { set_cookie });
}

/** POST /workspace/installed: disconnects. */
export async function submitDisconnect(
  request: PageRequest,
  context: PageContext,
): Promise<PageResponse> {
  const { subject, query } = request;
  const frame = frameOf(request, context);
  if (subject === undefined) return signInFirst(frame, context);

  const bot_id = query.get("bot_id") ?? "";
  const csrf = readForm(request).get("csrf");
  const rejection = verifyCsrfToken(csrfScope(bot_id, subject), csrf, request, context);
  if (rejection !== undefined) {
    return csrfRejected(frame, rejection, disconnectUrl(bot_id, context));
  }
  const found = await findConnection(bot_id, subject, context);
  if (found === undefined) return notConnected(frame);

  await undefinedIfMissing(context.latchkey.deleteInstallation({ bot_id })); // It may have been deleted concurrently.
  const { name } = describeIntegration(found.connections[0].integration);
  const happened = { kind: "app_disconnected", name } as const;
  await context.account_services?.history.add(subject, happened, originOf(request));
  return nowDisconnected(frame, name);
}

/** Binds the CSRF token to the user, so that it is not valid for the next user of the same browser. */
function csrfScope(bot_id: string, subject: string): string {
  return JSON.stringify(["disconnect", subject, bot_id]);
}

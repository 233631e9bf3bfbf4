import { showPage } from "../answers.ts";
import { issueTicket, verifyTicket } from "../csrf.ts";
import { frameFor, readForm, type Desk } from "../desk.ts";
import type { PageAnswer, PageRequest } from "../exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { formRefused } from "../notices.ts";
import { disconnectView } from "../views/disconnect-view.ts";
import { disconnectAddress, installedAddress } from "./addresses.ts";
import { findOutlook } from "./connections.ts";
import { describeConnection } from "./describe-connection.ts";
import { describeIntegration, describeWorkspace } from "./facts.ts";
import { orMissing } from "./or-missing.ts";
import { notConnected, nowDisconnected, signInFirst } from "./workspace-notices.ts";

/** Asks before anything stops working. */
export async function showDisconnect(
  bot_id: string,
  subject: string,
  request: PageRequest,
  desk: Desk,
): Promise<PageAnswer> {
  const frame = frameFor(request, desk);
  const messages = messagesIn(frame.locale);
  const outlook = await findOutlook(bot_id, subject, desk);
  if (outlook === undefined) return notConnected(frame);

  const { connections, workspace } = outlook;
  const [connection] = connections;
  const shared = new Set(connection.installation.resources);
  const { csrf, set_cookie } = issueTicket(matterOf(bot_id, subject), request, desk);
  const shown = {
    connection: describeConnection(connection, frame.locale, messages.workspace),
    workspace: describeWorkspace(workspace, messages.workspace).name,
    resources: workspace.resources.filter(({ id }) => shared.has(id)).map(({ title }) => title),
    target: { action: disconnectAddress(bot_id, desk), csrf },
    back: installedAddress(desk),
  };
  const title = messages.workspace.disconnect_question(shown.connection.name, shown.workspace);
  return showPage(frame, { title, body: disconnectView(shown, messages) }, { set_cookie });
}

/** POST /workspace/installed: somebody means it. */
export async function submitDisconnect(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const { subject, query } = request;
  const frame = frameFor(request, desk);
  if (subject === undefined) return signInFirst(frame, desk);

  const bot_id = query.get("bot_id") ?? "";
  const csrf = readForm(request).get("csrf");
  const rejection = verifyTicket(matterOf(bot_id, subject), csrf, request, desk);
  if (rejection !== undefined) {
    return formRefused(frame, rejection, disconnectAddress(bot_id, desk));
  }
  const outlook = await findOutlook(bot_id, subject, desk);
  if (outlook === undefined) return notConnected(frame);

  await orMissing(desk.latchkey.deleteInstallation({ bot_id })); // Somebody else may have been quicker.
  return nowDisconnected(frame, describeIntegration(outlook.connections[0].integration).name);
}

/** What the form is about. Whoever signs in next in this browser did not ask for it. */
function matterOf(bot_id: string, subject: string): string {
  return JSON.stringify(["disconnect", subject, bot_id]);
}

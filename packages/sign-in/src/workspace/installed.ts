import { showPage } from "../answers.ts";
import { frameFor, type Desk } from "../desk.ts";
import type { PageAnswer, PageRequest } from "../exchange.ts";
import { messagesIn } from "../messages/messages.ts";
import { showNotice } from "../notices.ts";
import { personName } from "../person-name.ts";
import { installedView } from "../views/installed-view.ts";
import { disconnectAddress } from "./addresses.ts";
import { findOutlooks } from "./connections.ts";
import { describeConnection } from "./describe-connection.ts";
import { showDisconnect } from "./disconnect.ts";
import { describeWorkspace } from "./facts.ts";
import { signInFirst } from "./workspace-notices.ts";

/** GET /workspace/installed: what is connected; with a `bot_id`, whether to disconnect it. */
export async function showInstalled(request: PageRequest, desk: Desk): Promise<PageAnswer> {
  const { subject, query } = request;
  const frame = frameFor(request, desk);
  if (subject === undefined) return signInFirst(frame, desk);

  const bot_id = query.get("bot_id");
  if (bot_id !== null) return showDisconnect(bot_id, subject, request, desk);

  const messages = messagesIn(frame.locale);
  const outlooks = await findOutlooks(subject, desk);
  if (outlooks.length === 0) return showNotice(frame, { notice: messages.workspace.no_membership });

  const shown = {
    person: personName(await desk.accounts.profile(subject), subject),
    workspaces: outlooks.map(({ workspace, member, connections }) => ({
      ...describeWorkspace(workspace, messages.workspace),
      is_admin: member.role === "admin",
      connections: connections.map((connection) => ({
        ...describeConnection(connection, frame.locale, messages.workspace),
        disconnect: disconnectAddress(connection.installation.bot_id, desk),
      })),
    })),
  };
  const title = messages.workspace.connected_apps;
  return showPage(frame, { title, body: installedView(shown, messages), wide: true });
}

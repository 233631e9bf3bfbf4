import type { Locale } from "../messages/locale.ts";
import type { WorkspaceMessages } from "../messages/workspace-messages.ts";
import type { Connection } from "./connections.ts";
import { describeCapabilities, describeIntegration, memberName, type Named } from "./display.ts";

/** A connection in plain language. */
export interface ConnectionDetails extends Named {
  readonly bot_id: string;
  readonly permissions: readonly string[];
  /** Short facts: connected since, by whom, number of shared items. */
  readonly facts: readonly string[];
  /** All its tokens have ended; it works again once it is reconnected. */
  readonly dormant: boolean;
}

export function describeConnection(
  { installation, integration, owner }: Connection,
  locale: Locale,
  phrases: WorkspaceMessages,
): ConnectionDetails {
  const { bot_id, owner_type, status, resources, created_at } = installation;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const by = owner && phrases.connected_by(memberName(owner) ?? owner.user_id);
  return {
    ...describeIntegration(integration),
    bot_id,
    permissions: describeCapabilities(integration.capabilities, phrases),
    facts: [
      phrases.since(day.format(new Date(created_at))),
      ...(owner_type === "workspace" ? [phrases.whole_workspace] : []),
      ...(by === undefined ? [] : [by]),
      resources.length === 0 ? phrases.nothing_shared : phrases.shared(resources.length),
    ],
    dormant: status === "dormant",
  };
}

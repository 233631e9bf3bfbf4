import type { Locale } from "../locale.ts";
import type { WorkspacePhrases } from "../messages/workspace-phrases.ts";
import type { Connection } from "./connections.ts";
import { describeCapabilities, describeIntegration, memberName, type Named } from "./facts.ts";

/** A connection as a person reads it. */
export interface ConnectionFacts extends Named {
  readonly bot_id: string;
  readonly permissions: readonly string[];
  /** Since when, by whom, with what: a few words each. */
  readonly circumstances: readonly string[];
  /** Its tokens are gone, so it can do nothing until it is connected again. */
  readonly dormant: boolean;
}

/** Tells what is connected, and how. */
export function describeConnection(
  { installation, integration, owner }: Connection,
  locale: Locale,
  phrases: WorkspacePhrases,
): ConnectionFacts {
  const { bot_id, owner_type, status, resources, created_at } = installation;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const by = owner && phrases.connected_by(memberName(owner) ?? owner.user_id);
  return {
    ...describeIntegration(integration),
    bot_id,
    permissions: describeCapabilities(integration.capabilities, phrases),
    circumstances: [
      phrases.since(day.format(new Date(created_at))),
      ...(owner_type === "workspace" ? [phrases.for_everybody] : []),
      ...(by === undefined ? [] : [by]),
      resources.length === 0 ? phrases.nothing_shared : phrases.shared(resources.length),
    ],
    dormant: status === "dormant",
  };
}

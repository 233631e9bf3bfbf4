import type { JsonObject } from "@latchkey/api";
import { ok, type Result } from "../oauth/result.ts";
import type { InteractionRejection } from "./interaction-rejection.ts";
import { flag, object, scopes, seconds, text, audiences } from "./json-kinds.ts";
import { readMembers } from "./json-members.ts";

/** A person's choice for an integration. */
export interface WorkspaceAnswer {
  readonly workspace_id: string;
  readonly owner:
    | { readonly type: "user"; readonly user_id: string }
    | { readonly type: "workspace" };
  /** The ids of the resources to share. */
  readonly resources: readonly string[];
  readonly duplicated_template: { readonly id: string; readonly title: string } | null;
}

/** What the person allows, says the consent provider. */
export interface ConsentAnswer {
  readonly grant_scope: readonly string[];
  readonly grant_access_token_audience: readonly string[];
  readonly access_token: JsonObject;
  readonly id_token: JsonObject;
  /** Absent where there is nothing that is for userinfo alone. */
  readonly userinfo?: JsonObject;
  readonly remember: boolean;
  /** Seconds; 0 is forever. */
  readonly remember_for: number;
  /** Unix seconds. */
  readonly handled_at: number;
  /** Where an integration asked: into which workspace it goes, and with what. */
  readonly workspace?: WorkspaceAnswer;
}

/** Reads the provider's yes. It may grant less than was asked, and more: the provider is the operator's own. */
export function parseConsentAnswer(
  body: unknown,
  now: number,
): Result<ConsentAnswer, InteractionRejection> {
  const read = readMembers(body, members);
  if (!read.ok) return read;
  const session = readMembers(read.value.session, sessionMembers, "session.");
  if (!session.ok) return session;

  return ok({
    grant_scope: read.value.grant_scope ?? [],
    grant_access_token_audience: read.value.grant_access_token_audience ?? [],
    access_token: session.value.access_token ?? {},
    id_token: session.value.id_token ?? {},
    ...(session.value.userinfo && { userinfo: session.value.userinfo }),
    remember: read.value.remember ?? false,
    remember_for: read.value.remember_for ?? 0,
    handled_at: now,
  });
}

/** Until when an answer serves later requests too; undefined when it does not. It counts from when the client asked. */
export function rememberedUntil(
  { remember, remember_for }: ConsentAnswer,
  { skip, requested_at }: { readonly skip: boolean; readonly requested_at: number },
): number | undefined {
  if (!remember || skip) return undefined; // nobody was asked, so there is nothing new to remember
  return remember_for > 0 ? Math.min(requested_at + remember_for, FOREVER) : FOREVER;
}

const FOREVER = 253_402_300_799; // the last second of the year 9999

const members = {
  grant_scope: scopes,
  grant_access_token_audience: audiences,
  session: object,
  remember: flag,
  remember_for: seconds,
  handled_at: text, // taken for compatibility: our own clock decides
} as const;

const sessionMembers = { access_token: object, id_token: object, userinfo: object } as const;

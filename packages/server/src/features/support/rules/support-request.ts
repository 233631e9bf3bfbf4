/** Who may act for a user whom the request names: RFC 8693, with a type of this server in place of a subject token. */

import { isPlainText } from "@latchkey/api";
import type { Client } from "../../../oauth/client.ts";
import type { NamingActor, RoleHolder } from "../../../oauth/named-subject.ts";
import { err, ok, type Result } from "../../../result.ts";
import { MAX_REASON, type SupportRejection } from "./support-rejection.ts";

/** The `subject_token_type`. */
export const SUBJECT_TYPE = "urn:latchkey:params:oauth:token-type:subject";

/** OpenID Connect Core §2: a `sub` has at most 255 characters. */
const SUBJECT = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u;

/** A request, before anything was looked up. */
interface SupportRequest {
  readonly subject: string;
  /** Every value that was sent. */
  readonly reasons: readonly string[];
  readonly actor: NamingActor | undefined;
}

/** The client first: one without the right learns nothing of users. */
export function decideSupportRequest(
  { subject, reasons, actor }: SupportRequest,
  client: Pick<Client, "client_id" | "support_access">,
): Result<{ readonly actor: string; readonly reason: string }, SupportRejection> {
  if (!client.support_access) return err({ reason: "support_client_not_allowed" });
  const [text = "", ...more] = reasons;
  const reason = text.trim();
  if (reason === "" || more.length > 0) return err({ reason: "support_reason_missing" });
  if (Array.from(reason).length > MAX_REASON || !isPlainText(reason))
    return err({ reason: "support_reason_invalid" });
  if (actor === undefined) return err({ reason: "support_actor_missing" });
  if (!isSignedInWith(client, actor)) return err({ reason: "support_actor_not_signed_in" });
  if (actor.subject === subject) return err({ reason: "support_actor_is_subject" });
  if (!SUBJECT.test(subject)) return err({ reason: "support_subject_unknown", subject });
  return ok({ actor: actor.subject, reason });
}

/**
 * Whether a token is of a grant that its user gave this client. A token that belongs to no grant is one of the client alone, was
 * exchanged, or is of the assertion of another issuer: then no user of this server has shown to be here.
 */
function isSignedInWith(
  { client_id }: Pick<Client, "client_id">,
  { kind, client_id: of, act, sources = [] }: NamingActor,
): boolean {
  const [source, ...more] = sources;
  if (kind !== "access_token" || of !== client_id || act !== undefined) return false;
  return source !== undefined && "grant_id" in source && more.length === 0;
}

/** Both users, as they are now. */
export interface SupportFacts {
  readonly subject: string;
  readonly client: Pick<Client, "support_access"> | undefined;
  readonly actor_role: RoleHolder | undefined;
  readonly subject_role: RoleHolder | undefined;
  /** True also of users that this server cannot know. */
  readonly is_actor_active: boolean;
  readonly is_subject_active: boolean;
}

/** Whether an operator may act for a user: when a token is issued, and whenever it is used. */
export function verifySupport({
  subject,
  client,
  actor_role,
  subject_role,
  is_actor_active,
  is_subject_active,
}: SupportFacts): Result<RoleHolder, SupportRejection> {
  if (client?.support_access !== true) return err({ reason: "support_client_not_allowed" });
  if (actor_role?.acts_for_users !== true) return err({ reason: "support_actor_without_right" });
  if (!is_actor_active) return err({ reason: "support_actor_inactive" });
  if (!is_subject_active) return err({ reason: "support_subject_unknown", subject });
  if (subject_role !== undefined) return err({ reason: "support_subject_has_role" });
  return ok(actor_role);
}

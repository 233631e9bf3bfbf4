import type { Context } from "../context/context.ts";
import type { LoginSession } from "../interaction/login-session.ts";
import type { Client } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import {
  describeSubjectIdentifierRejection,
  subjectIdentifier,
} from "../openid/subject-identifier.ts";

/** The `sub` of a user for a client. */
export function nameFor(
  client: Client,
  subject: string,
  forced: string | undefined,
  { config }: Pick<Context, "config">,
): Result<string, OAuthError> {
  const salt = config["oidc.subject_identifiers.pairwise.salt"] ?? "";
  const name = subjectIdentifier({ client, subject, forced, salt });
  return name.ok ? ok(name.value) : err(describeSubjectIdentifierRejection(name.error));
}

/** Every `sub` that an id_token_hint of this client may have for a user: public, pairwise, and forced by the login app. */
export async function namesOf(
  { subject, sid }: LoginSession,
  client: Client,
  context: Context,
): Promise<readonly string[]> {
  const computed = nameFor(client, subject, undefined, context);
  const visits = await context.store.login_sessions.visitsOf(sid);
  const told = visits.filter(
    ({ client_id, client_key }) =>
      client_id === client.client_id && client_key === client.client_key,
  );
  return [
    subject,
    ...(computed.ok ? [computed.value] : []),
    ...told.map(({ id_token_subject }) => id_token_subject),
  ];
}

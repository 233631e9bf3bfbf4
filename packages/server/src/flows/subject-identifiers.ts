import type { Context } from "../context/context.ts";
import { subjectIdentifierFor } from "../grants/subject-identifier.ts";
import type { LoginSession } from "../interaction/login-session.ts";
import type { Client } from "../oauth/client.ts";

/** Every `sub` that an id_token_hint of this client may have for a user: public, pairwise, and forced by the login app. */
export async function subjectIdentifiersOf(
  { subject, sid }: LoginSession,
  client: Client,
  context: Context,
): Promise<readonly string[]> {
  const computed = subjectIdentifierFor(client, subject, undefined, context);
  const visits = await context.store.login_sessions.visitsOf(sid);
  const chosen = await context.predecessor?.findSubject(client.client_id, subject);
  const sent = visits.filter(
    ({ client_id, client_key }) =>
      client_id === client.client_id && client_key === client.client_key,
  );
  return [
    subject,
    ...(computed.ok ? [computed.value] : []),
    ...(chosen === undefined ? [] : [chosen]),
    ...sent.map(({ id_token_subject }) => id_token_subject),
  ];
}

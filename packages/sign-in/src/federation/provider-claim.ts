import type { AcceptConsentRequest, ConsentRequest } from "@latchkey/api";

import type { PageContext } from "../page-context.ts";

/**
 * Adds the provider with which the session began to the ID token, as `idp`. RFC 8176 has no authentication method for a sign-in
 * elsewhere, and `amr` says what was used, not where.
 */
export async function withProviderClaim(
  accepted: AcceptConsentRequest,
  { subject, login_session_id }: ConsentRequest,
  { account_services }: PageContext,
): Promise<AcceptConsentRequest> {
  const federation = account_services?.federation;
  const idp =
    login_session_id === undefined
      ? undefined
      : await federation?.providerOf(subject, login_session_id);
  if (idp === undefined) return accepted;
  const { session = {} } = accepted;
  return { ...accepted, session: { ...session, id_token: { ...session.id_token, idp } } };
}

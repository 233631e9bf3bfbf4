import type { OAuth2Client, PreviousConsentSession } from "@latchkey/api";
import type { Grant } from "../oauth/grant.ts";
import { timestamp } from "../oauth/timestamp.ts";

/** A consent, as the list of a user's consent sessions shows it. */
export function describeConsentSession(
  { subject, sid, scope, audience, session }: Grant,
  { challenge, login_challenge }: { readonly challenge: string; readonly login_challenge: string },
  client: OAuth2Client,
): PreviousConsentSession {
  const { consent, access_token, id_token, userinfo, details } = session;
  const { requested_authorization_details } = consent;
  return {
    grant_scope: scope,
    grant_access_token_audience: audience,
    ...(details?.authorization_details !== undefined && {
      grant_authorization_details: details.authorization_details,
    }),
    session: {
      access_token,
      id_token,
      ...(userinfo && { userinfo }),
      ...(details?.may_act && { may_act: details.may_act }),
    },
    remember: consent.remember,
    remember_for: consent.remember_for,
    handled_at: timestamp(consent.handled_at),
    ...(session.ends_at !== undefined && { ends_at: timestamp(session.ends_at) }),
    consent_request: {
      challenge,
      requested_scope: consent.requested_scope,
      requested_access_token_audience: consent.requested_access_token_audience,
      ...(requested_authorization_details !== undefined && { requested_authorization_details }),
      skip: consent.skip,
      subject,
      oidc_context: consent.oidc_context,
      client,
      request_url: consent.request_url,
      ...(session.redirect_uri !== undefined && { redirect_uri: session.redirect_uri }),
      login_challenge,
      login_session_id: sid,
      acr: session.acr ?? "",
      context: consent.context,
    },
  };
}

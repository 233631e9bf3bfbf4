import type { Context } from "../../context/context.ts";
import { interactionLifespan } from "../../grants/lifespans.ts";
import { describeLogoutRequest, type LogoutRequest } from "../../interaction/logout-request.ts";
import { describeClientForLoginApps } from "../../oauth/client.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import type { Dialect } from "./dialect.ts";
import { revokeAuthenticationSession, revokeConsentSessions } from "./hydra-v2-sessions.ts";
import { tokenPaging } from "./token-paging.ts";
import { clientUnknown } from "../client-errors.ts";

/**
 * The admin API of Hydra v2, for its SDKs and apps. Responses leave out the fields that every flow has here and Hydra has not:
 * the client that is compiled into the command `hydra` refuses unknown ones.
 */
export const hydraV2: Dialect = {
  prefix: "/admin",
  endpoints: { revokeAuthenticationSession, revokeConsentSessions },
  read_headers: { "Cache-Control": "private, no-cache, no-store, must-revalidate" },
  paging: tokenPaging,
  unknown_client: clientUnknown,
  used_status: 410,
  ignores_unknown_fields: true,
  describeConsentRequest: (
    {
      redirect_uri: _redirect_uri,
      granted_before: _granted_before,
      display_texts: _display_texts,
      ...request
    },
    { login },
  ) => ({
    ...request,
    consent_request_id: request.challenge,
    amr: login.answer.amr ?? [],
  }),
  describeConsentSession: ({ consent_request, ...session }, grant) => {
    const { redirect_uri: _redirect_uri, ...request } = consent_request;
    // The challenge of its request names a consent for as long as it lives.
    const { challenge: consent_request_id, context } = request;
    const amr = grant.session.amr ?? [];
    return {
      ...session,
      consent_request: { ...request, consent_request_id, amr },
      consent_request_id,
      context,
    };
  },
  describeIntrospection: (introspection) => {
    if (!introspection.active) return introspection;
    const { acr: _acr, auth_time: _auth_time, ...others } = introspection;
    return others;
  },
  describeLogoutRequest: describeLogoutWithClient,
};

/** A logout request has its challenge and its times, and the client that started it or null. */
async function describeLogoutWithClient(
  request: LogoutRequest,
  challenge: string,
  { config, store }: Context,
): Promise<object> {
  const { client_id, requested_at } = request;
  const client = client_id === undefined ? undefined : await store.clients.find(client_id);
  return {
    ...describeLogoutRequest(request),
    challenge,
    client: client === undefined ? null : describeClientForLoginApps(client),
    requested_at: timestamp(requested_at),
    expires_at: timestamp(requested_at + interactionLifespan(config)),
  };
}

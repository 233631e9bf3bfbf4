import type { PreviousConsentSession } from "@latchkey/api";
import type { Context, Endpoint } from "../../context/context.ts";
import { writeHandle } from "../../crypto/flow-id.ts";
import { json, noContent } from "../../http/response.ts";
import { refuse } from "../../http/refuse.ts";
import { describeConsentSession } from "../../interaction/consent-session.ts";
import { describeClientForLoginApps } from "../../oauth/client.ts";
import { belongsTo, type Grant } from "../../oauth/grant.ts";
import { type OAuthError, parameterMissing } from "../../oauth/oauth-error.ts";
import type { DialectEndpoint } from "../dialects/dialect.ts";

/** GET /oauth2/auth/sessions/consent: the consents of a user, newest first. */
export const listSubjectConsentSessions: DialectEndpoint = async (request, context, dialect) => {
  const { query } = request;
  const subject = query.get("subject");
  if (subject === null || subject === "")
    return refuse(parameterMissing("subject"), request, context);

  const { store, now } = context;
  const page = dialect.paging.read(request);
  if (!page.ok) return refuse(page.error, request, context);
  const sid = query.get("login_session_id") ?? undefined;
  const listing = await store.grants.listConsents({ subject, sid }, page.value, now());
  const shown = await Promise.all(
    listing.items.map(async (grant) => {
      const session = await describeConsent(grant, context);
      return session && dialect.describeConsentSession(session, grant);
    }),
  );
  const sessions = shown.filter((session) => session !== undefined);
  const headers = dialect.paging.headers(request, page.value, listing);
  return json(200, sessions, headers);
};

/** DELETE /oauth2/auth/sessions/consent: revokes the consents of a user for one client or all, with their tokens. */
export const revokeConsentSessions: Endpoint = async (request, context) => {
  const subject = request.query.get("subject");
  const client_id = request.query.get("client");
  if (subject === null || subject === "")
    return refuse(parameterMissing("subject"), request, context);
  if (!client_id && request.query.get("all") !== "true")
    return refuse(extentMissing, request, context);

  const forgotten = await context.store.grants.forgetConsents(subject, client_id || undefined);
  return forgotten === 0 ? refuse(nothingThere, request, context) : noContent();
};

async function describeConsent(
  grant: Grant,
  { signer, store }: Context,
): Promise<PreviousConsentSession | undefined> {
  const client = await store.clients.find(grant.client_id);
  if (client === undefined || !belongsTo(grant, client)) return undefined;
  const challenge = writeHandle(signer, "consent_challenge", grant.grant_id);
  const login_challenge = writeHandle(signer, "login_challenge", grant.grant_id);
  return describeConsentSession(
    grant,
    { challenge, login_challenge },
    describeClientForLoginApps(client),
  );
}

const extentMissing: OAuthError = {
  error: "invalid_request",
  error_description: "Send the parameter client, or all=true.",
};

const nothingThere: OAuthError = {
  error: "not_found",
  error_description: "The subject has no such consent.",
};

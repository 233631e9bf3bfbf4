import type { Context, Endpoint } from "../../context/context.ts";
import { readHandle } from "../../crypto/flow-id.ts";
import { endSignedOut, signOutEverywhere } from "../../flows/end-signed-out.ts";
import { clientsOfSession, deliveriesTo } from "../../flows/session-clients.ts";
import { endOfLastToken } from "../../grants/lifespans.ts";
import { refuse } from "../../http/refuse.ts";
import { noContent } from "../../http/response.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";

/** DELETE …/sessions/login: all sessions of a user, or one, whose clients are notified by back-channel logout. */
export const revokeAuthenticationSession: Endpoint = async (request, context) => {
  const { store, deliveries_due } = context;
  const sid = request.query.get("sid") ?? "";
  const subject = request.query.get("subject") ?? "";
  if (sid === "" && subject === "") return refuse(sessionMissing, request, context);
  if (sid === "") {
    await signOutEverywhere(subject, context);
    return noContent();
  }
  const deliveries = deliveriesTo(await clientsOfSession(sid, context), sid, context);
  const session = await store.login_sessions.find(sid, context.now());
  if (session !== undefined) await endSignedOut(sid, session.subject, context);
  await store.login_sessions.end(sid, deliveries);
  if (deliveries.length > 0) deliveries_due.notify();
  return noContent();
};

/** DELETE …/sessions/consent: one consent, or those of a user for one client or all. 204 also where there is none. */
export const revokeConsentSessions: Endpoint = async (request, context) => {
  const { signer, store } = context;
  const wanted = readRevocation(request.query);
  if (!wanted.ok) return refuse(wanted.error, request, context);
  const { consent_request_id, subject, client_id } = wanted.value;
  if (consent_request_id === "") {
    await store.grants.forgetConsents(subject, client_id || undefined);
    return noContent();
  }
  const grantId = readHandle(signer, "consent_challenge", consent_request_id);
  if (grantId !== undefined) await forgetConsent(grantId, context);
  return noContent();
};

/**
 * Forgets one consent. Where it was remembered, the newest consent of the user for the client includes it, so none of them
 * is remembered any more. Their tokens stay valid.
 */
async function forgetConsent(grant_id: string, context: Context): Promise<void> {
  const { now, store } = context;
  const grant = await store.grants.findById(grant_id);
  if (grant === undefined) return;
  const client = grant.session.consent.remember && (await store.clients.find(grant.client_id));
  const othersExpireAt = client ? endOfLastToken(now(), client, context) : undefined;
  await store.grants.forgetConsent(grant, othersExpireAt);
}

/** Which consents to revoke; what was not sent is empty. */
interface Revocation {
  readonly consent_request_id: string;
  readonly subject: string;
  readonly client_id: string;
}

/** One of `consent_request_id`, `subject` with `client`, and `subject` with `all`: no other combination is clear. */
function readRevocation(query: URLSearchParams): Result<Revocation, OAuthError> {
  const consent_request_id = query.get("consent_request_id") ?? "";
  const subject = query.get("subject") ?? "";
  const client_id = query.get("client") ?? "";
  const isAll = query.get("all") === "true";
  const isOne = consent_request_id !== "" && subject === "" && client_id === "";
  const isOfSubject = consent_request_id === "" && subject !== "" && isAll === (client_id === "");
  return isOne || isOfSubject ? ok({ consent_request_id, subject, client_id }) : err(extentUnclear);
}

const sessionMissing: OAuthError = {
  error: "invalid_request",
  error_description: "Send the parameter subject or sid.",
};

const extentUnclear: OAuthError = {
  error: "invalid_request",
  error_description: "Send consent_request_id alone, or subject with either client or all=true.",
};

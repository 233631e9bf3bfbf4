import type { Context } from "../../context/context.ts";
import { readHandle } from "../../crypto/flow-id.ts";
import { clientsOfSession, deliveriesTo } from "../../flows/session-clients.ts";
import { endOfLastToken } from "../../grants/lifespans.ts";
import { noContent } from "../../http/response.ts";
import type { Route } from "../../http/router.ts";

/** DELETE …/sessions/login: with `sid`, one session ends, and its clients are notified by back-channel logout. */
export function revokingBySid(answer: Route["answer"], context: Context): Route["answer"] {
  return async (request) => {
    const sid = request.query.get("sid");
    if (sid === null || sid === "") return answer(request);
    const deliveries = deliveriesTo(await clientsOfSession(sid, context), sid, context);
    await context.store.login_sessions.forget(sid, deliveries);
    if (deliveries.length > 0) context.deliveries_due.notify();
    return noContent();
  };
}

/** DELETE …/sessions/consent: also one consent by its `consent_request_id`; 204 where there is none. */
export function revokingById(answer: Route["answer"], context: Context): Route["answer"] {
  return async (request) => {
    const id = request.query.get("consent_request_id");
    if (id !== null && id !== "") {
      const grant_id = readHandle(context.signer, "consent_challenge", id);
      if (grant_id !== undefined) await forgetConsent(grant_id, context);
      return noContent();
    }
    const response = await answer(request);
    return response.status === 404 ? noContent() : response;
  };
}

/** A consent that was remembered is part of what the newest one remembers: the user is asked again for all of it. */
async function forgetConsent(grant_id: string, { config, now, store }: Context): Promise<void> {
  const grant = await store.grants.find(grant_id);
  const client = grant?.session.consent.remember && (await store.clients.find(grant.client_id));
  const expire_at = client ? endOfLastToken(now(), client, config) : undefined;
  await store.grants.forgetConsent(grant_id, expire_at);
}

import type { Context } from "../context/context.ts";
import type { Grant } from "../oauth/grant.ts";
import { keyOf } from "../oauth/grant-key.ts";

/**
 * Ends the tokens that were granted in a login session of which the user signs out, as far as the server and their clients want
 * that. Before the session ends: a sign-out that fails in between is repeated. What was remembered of consents stays.
 */
export async function endSignedOut(sid: string, subject: string, context: Context): Promise<void> {
  const { now, store } = context;
  const grants = await store.grants.ofSession(subject, sid, now());
  for (const grant of grants)
    if (await endsAtLogout(grant, context)) await store.grants.revoke(keyOf(grant), now());
}

/** The same for all sessions of a user, which end with it. */
export async function signOutEverywhere(subject: string, context: Context): Promise<void> {
  const { now, store } = context;
  for (let seen = 0; ;) {
    const sessions = await store.login_sessions.ofSubject(subject, now(), seen);
    if (sessions.length === 0) break;
    for (const { sid } of sessions) await endSignedOut(sid, subject, context);
    seen += sessions.length;
  }
  await store.login_sessions.forgetSubject(subject);
}

async function endsAtLogout(
  { client_id, scope }: Pick<Grant, "client_id" | "scope">,
  { config, store }: Context,
): Promise<boolean> {
  const client = await store.clients.find(client_id);
  switch (client?.logout_ends_tokens ?? config["oidc.logout_ends_tokens"]) {
    case "none":
      return false;
    case "all":
      return true;
    case "online": // OpenID Connect Back-Channel Logout §2.7: offline access outlasts the session.
      return !scope.includes("offline_access") && !scope.includes("offline");
  }
}

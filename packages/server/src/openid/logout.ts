/** OpenID Connect RP-Initiated Logout 1.0: logout requests, and where the browser is redirected. */

import type { ClientMetadata } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { describeRejection } from "../oauth/rejection.ts";
import type { Result } from "../result.ts";
import { type LogoutHint, type LogoutRejection, logoutRejections } from "./logout-hint.ts";
import { withQuery } from "./urls.ts";

/** A logout request, and what is stored about it. */
export interface LogoutStartFacts {
  /** The parsed `id_token_hint`; undefined when none was sent. */
  readonly hint: Result<LogoutHint, LogoutRejection> | undefined;
  /** The client of the hint, or without a hint that of `client_id`. */
  readonly client: LogoutClient | undefined;
  /** The session of the browser's cookie, or else the one of the hint's `sid`. */
  readonly session: Session | undefined;
  readonly post_logout_redirect_uri: string | undefined;
  readonly state: string | undefined;
  /** `urls.post_logout_redirect`: where the browser goes without a `post_logout_redirect_uri`. */
  readonly default_redirect: string;
}

type LogoutClient = Pick<ClientMetadata, "post_logout_redirect_uris"> & {
  readonly client_id: string;
};

interface Session {
  readonly sid: string;
  readonly subject: string;
}

/** The decision. Without a session, the browser is redirected at once. */
export type LogoutStartDecision =
  | { readonly kind: "reject"; readonly error: OAuthError }
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "ask";
      readonly subject: string;
      readonly sid: string;
      readonly rp_initiated: boolean;
      readonly client_id: string | undefined;
      readonly post_logout_redirect_uri: string;
    };

/**
 * §2, §3: a `post_logout_redirect_uri` is followed only with an `id_token_hint` of its client, or with its `client_id`, where it is
 * registered. A `client_id` proves nothing, so the user is asked.
 */
export function decideLogoutStart(facts: LogoutStartFacts): LogoutStartDecision {
  return facts.hint === undefined ? decideUserLogout(facts) : decideClientLogout(facts, facts.hint);
}

/** A logout request that the logout provider accepted, and the session of the browser. */
export interface LogoutCompletionFacts {
  readonly request: Session & {
    readonly rp_initiated: boolean;
    readonly post_logout_redirect_uri: string;
  };
  /** The session of the browser's cookie. */
  readonly session: Session | undefined;
}

/** The decision: the browser is redirected. With `end_session` the session ends first, and its clients are notified. */
export type LogoutCompletionDecision =
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "end_session";
      readonly subject: string;
      readonly sid: string;
      readonly to: string;
    };

/**
 * Ends the current session of the browser, if it still belongs to the same user, who may have signed in again in another tab.
 * If another user has signed in since, a logout that the user started ends nothing, and one that a client started ends the
 * session of its ID token.
 */
export function decideLogoutCompletion({
  request,
  session,
}: LogoutCompletionFacts): LogoutCompletionDecision {
  const { subject, sid, post_logout_redirect_uri: to } = request;
  const current = session?.subject === subject ? session.sid : undefined;
  if (!request.rp_initiated && current === undefined) return { kind: "redirect", to };
  return { kind: "end_session", subject, sid: current ?? sid, to };
}

function decideUserLogout(facts: LogoutStartFacts): LogoutStartDecision {
  const { client, session, post_logout_redirect_uri: uri, default_redirect } = facts;
  if (uri && client === undefined) return reject({ reason: "logout_hint_missing" });
  if (uri && !client?.post_logout_redirect_uris.includes(uri)) {
    return reject({ reason: "logout_redirect_uri_not_registered" });
  }
  // A state without a post_logout_redirect_uri is ignored: there is no client to return it to.
  const to = uri ? returnTo(uri, facts) : default_redirect;
  if (session === undefined) return { kind: "redirect", to };
  return {
    kind: "ask",
    subject: session.subject,
    sid: session.sid,
    rp_initiated: false,
    client_id: uri ? client?.client_id : undefined,
    post_logout_redirect_uri: to,
  };
}

function returnTo(uri: string, { state }: Pick<LogoutStartFacts, "state">): string {
  return withQuery(uri, state ? { state } : {});
}

function decideClientLogout(
  { client, session, post_logout_redirect_uri: uri, state, default_redirect }: LogoutStartFacts,
  hint: Result<LogoutHint, LogoutRejection>,
): LogoutStartDecision {
  if (!hint.ok) return reject(hint.error);
  if (client === undefined) return reject({ reason: "logout_client_unknown" });
  if (uri && !client.post_logout_redirect_uris.includes(uri)) {
    return reject({ reason: "logout_redirect_uri_not_registered" });
  }
  const to = uri ? returnTo(uri, { state }) : default_redirect;
  if (session === undefined) return { kind: "redirect", to };
  return {
    kind: "ask",
    subject: session.subject,
    sid: session.sid,
    // §2: the user must confirm when the ID token belongs to another session. A logout provider may skip the confirmation when
    // `rp_initiated` is true, so it is false here.
    rp_initiated: hint.value.sid === session.sid,
    client_id: client.client_id,
    post_logout_redirect_uri: to,
  };
}

function reject(rejection: LogoutRejection): LogoutStartDecision {
  return { kind: "reject", error: describeRejection(logoutRejections, rejection) };
}

/** OpenID Connect RP-Initiated Logout 1.0: whether somebody leaves, and where the browser goes then. */

import type { ClientMetadata } from "../oauth/client.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Result } from "../oauth/result.ts";
import { describeLogoutRejection, type LogoutHint, type LogoutRejection } from "./logout-hint.ts";
import { withQuery } from "./with-query.ts";

/** What is known when a browser asks to log out. */
export interface LogoutStartFacts {
  /** The `id_token_hint` as it was read; undefined when none was sent. */
  readonly hint: Result<LogoutHint, LogoutRejection> | undefined;
  /** The client that the hint was issued to. */
  readonly client: LogoutClient | undefined;
  /** The session behind the browser's cookie; where there is none, that of the hint's `sid`. */
  readonly session: Session | undefined;
  readonly post_logout_redirect_uri: string | undefined;
  readonly state: string | undefined;
  /** `urls.post_logout_redirect`: where the browser goes that was not told where to. */
  readonly default_redirect: string;
}

type LogoutClient = Pick<ClientMetadata, "post_logout_redirect_uris"> & {
  readonly client_id: string;
};

interface Session {
  readonly sid: string;
  readonly subject: string;
}

/** What comes of it. Nobody to log out: the browser just goes on. */
export type LogoutStartDecision =
  | { readonly kind: "refuse"; readonly error: OAuthError }
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "ask";
      readonly subject: string;
      readonly sid: string;
      readonly rp_initiated: boolean;
      readonly client_id: string | undefined;
      readonly post_logout_redirect_uri: string;
    };

/** §2, §3: only a client that shows an ID token of ours may say where the browser goes. */
export function decideLogoutStart(facts: LogoutStartFacts): LogoutStartDecision {
  return facts.hint === undefined ? decideOwnLogout(facts) : decideClientLogout(facts, facts.hint);
}

/** What is known when the logout provider's yes has been used. */
export interface LogoutCompletionFacts {
  readonly request: Session & {
    readonly rp_initiated: boolean;
    readonly post_logout_redirect_uri: string;
  };
  /** The session behind the browser's cookie. */
  readonly session: Session | undefined;
}

/** What comes of it: the browser goes on. With `end_session` the session ends before, and its clients hear of it. */
export type LogoutCompletionDecision =
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "end_session";
      readonly subject: string;
      readonly sid: string;
      readonly to: string;
    };

/**
 * Signing out ends the session that the browser has by now, if it is still the same person's: they may have signed in again in
 * another tab. Where another person has the browser, a user who came on their own ends nothing, and a client that sent them
 * ends the session it asked about.
 */
export function decideLogoutCompletion({
  request,
  session,
}: LogoutCompletionFacts): LogoutCompletionDecision {
  const { subject, sid, post_logout_redirect_uri: to } = request;
  const here = session?.subject === subject ? session.sid : undefined;
  if (!request.rp_initiated && here === undefined) return { kind: "redirect", to };
  return { kind: "end_session", subject, sid: here ?? sid, to };
}

function decideOwnLogout(facts: LogoutStartFacts): LogoutStartDecision {
  const { session, default_redirect } = facts;
  // A state alone harms nobody: without a client there is none to tell it to.
  if (facts.post_logout_redirect_uri) return refuse({ reason: "hint_missing" });
  if (session === undefined) return { kind: "redirect", to: default_redirect };
  return {
    kind: "ask",
    subject: session.subject,
    sid: session.sid,
    rp_initiated: false,
    client_id: undefined,
    post_logout_redirect_uri: default_redirect,
  };
}

function decideClientLogout(
  { client, session, post_logout_redirect_uri: uri, state, default_redirect }: LogoutStartFacts,
  hint: Result<LogoutHint, LogoutRejection>,
): LogoutStartDecision {
  if (!hint.ok) return refuse(hint.error);
  if (client === undefined) return refuse({ reason: "client_unknown", aud: hint.value.aud });
  if (uri && !client.post_logout_redirect_uris.includes(uri)) {
    return refuse({ reason: "redirect_uri_not_registered", uri });
  }
  const to = uri ? withQuery(uri, state ? { state } : {}) : default_redirect;
  if (session === undefined) return { kind: "redirect", to };
  return {
    kind: "ask",
    subject: session.subject,
    sid: session.sid,
    // §2: the OP must ask where the ID token belongs to another session. Logout providers may not ask where a client sent the
    // user, so this counts as if none had.
    rp_initiated: hint.value.sid === session.sid,
    client_id: client.client_id,
    post_logout_redirect_uri: to,
  };
}

function refuse(rejection: LogoutRejection): LogoutStartDecision {
  return { kind: "refuse", error: describeLogoutRejection(rejection) };
}

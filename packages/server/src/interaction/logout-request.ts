import type * as api from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../oauth/result.ts";
import {
  checkOpen,
  type InteractionFacts,
  type InteractionRejection,
  isOver,
} from "./interaction-rejection.ts";

/**
 * What the logout provider is asked, and what it answers.
 *
 *   waiting ──accept──▶ accepted ──use──▶ used
 *      │  ▲                │
 *      │  └────────────────┤   either answer may be given again until the browser has used it
 *      └──reject──▶ rejected
 */
export interface LogoutRequest {
  /** 16 bytes in base64url. */
  readonly logout_id: string;
  readonly version: number;
  readonly state: "waiting" | "accepted" | "rejected" | "used";
  readonly subject: string;
  readonly sid: string;
  /** Path and query of the request that started it. */
  readonly request_url: string;
  /** A client sent the browser here; otherwise the person came on their own. */
  readonly rp_initiated: boolean;
  /** The client that sent the browser, if one did. */
  readonly client_id: string | undefined;
  /** Where the browser goes when all is done. */
  readonly post_logout_redirect_uri: string;
  /** Unix seconds. */
  readonly requested_at: number;
  /** What the browser was told to load when the session ended: the front-channel logout of its clients. */
  readonly frames?: readonly string[];
}

/** The request, if the provider may look at it. One it rejected is not shown, yet may still be accepted. */
export function checkLogoutOpen(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  if (request.state === "rejected") return err({ reason: "not_asked" });
  const open = checkOpen(request, request.state, facts);
  return open.ok ? ok(request) : open;
}

/** The person means to leave. */
export function acceptLogout(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  return answer(request, "accepted", facts);
}

/** The person stays. */
export function rejectLogout(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  return answer(request, "rejected", facts);
}

/**
 * The browser is back from the logout provider with a yes, which counts once. It may come again, since its response may have
 * been lost; then the request it gets has been used already.
 */
export function useLogout(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, OAuthError> {
  const isAnswered = request.state === "accepted" || request.state === "used";
  if (!isAnswered || isOver(request, facts)) {
    return err({
      error: "not_found",
      error_description:
        "There is no logout here to complete. It was completed, declined, or expired.",
    });
  }
  return ok({ ...request, state: "used" });
}

/** A logout request as the provider reads it. */
export function describeLogoutRequest(request: LogoutRequest): api.LogoutRequest {
  const { subject, sid, request_url, rp_initiated } = request;
  return { subject, ...(sid !== "" && { sid }), request_url, rp_initiated };
}

function answer(
  request: LogoutRequest,
  state: "accepted" | "rejected",
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  const open = checkOpen(request, request.state, facts);
  return open.ok ? ok({ ...request, state }) : open;
}

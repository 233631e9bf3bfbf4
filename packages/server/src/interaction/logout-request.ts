/** Logout requests: the state, and its transitions by the logout provider and the browser. */

import type * as api from "@latchkey/api";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { err, ok, type Result } from "../result.ts";
import {
  verifyOpen,
  type InteractionFacts,
  type InteractionRejection,
  isExpired,
} from "./interaction-rejection.ts";

/**
 * A logout request and the answer of the logout provider.
 *
 *   waiting ──accept──▶ accepted ──use──▶ used
 *      │  ▲                │
 *      │  └────────────────┤   either answer may be replaced until the browser has returned with it
 *      └──reject──▶ rejected
 */
export interface LogoutRequest {
  /** 16 bytes in base64url. */
  readonly logout_id: string;
  readonly version: number;
  readonly state: "waiting" | "accepted" | "rejected" | "used";
  readonly subject: string;
  readonly sid: string;
  /** Path and query of the logout request. */
  readonly request_url: string;
  /** A client started the logout; otherwise the user did. */
  readonly rp_initiated: boolean;
  /** The client that started the logout, if one did. */
  readonly client_id: string | undefined;
  /** Where the browser is redirected in the end. */
  readonly post_logout_redirect_uri: string;
  /** Unix seconds. */
  readonly requested_at: number;
  /** The front-channel logout URLs that the browser loaded when the session ended. */
  readonly frames?: readonly string[];
}

/** The request, if the provider may read it. A rejected one cannot be read, but may still be accepted. */
export function verifyLogoutOpen(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  if (request.state === "rejected") return err({ reason: "not_asked" });
  const open = verifyOpen(request, request.state, facts);
  return open.ok ? ok(request) : open;
}

/** The user confirmed the logout. */
export function acceptLogout(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  return answer(request, "accepted", facts);
}

/** The user declined the logout. */
export function rejectLogout(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  return answer(request, "rejected", facts);
}

/**
 * The browser returned from the logout provider with a verifier. It may repeat the request if it did not receive the
 * response; the returned request was then used before.
 */
export function useLogout(
  request: LogoutRequest,
  facts: InteractionFacts,
): Result<LogoutRequest, OAuthError> {
  const isAnswered = request.state === "accepted" || request.state === "used";
  if (!isAnswered || isExpired(request, facts)) {
    return err(logoutUnknown);
  }
  return ok({ ...request, state: "used" });
}

/** No logout has this verifier, or it cannot be completed any more. */
export const logoutUnknown: OAuthError = {
  error: "not_found",
  error_description:
    "There is no logout to complete. It was completed or declined before, or it expired.",
};

/** The response to the logout provider. */
export function describeLogoutRequest(request: LogoutRequest): api.LogoutRequest {
  const { subject, sid, request_url, rp_initiated } = request;
  return { subject, ...(sid !== "" && { sid }), request_url, rp_initiated };
}

function answer(
  request: LogoutRequest,
  state: "accepted" | "rejected",
  facts: InteractionFacts,
): Result<LogoutRequest, InteractionRejection> {
  const open = verifyOpen(request, request.state, facts);
  return open.ok ? ok({ ...request, state }) : open;
}

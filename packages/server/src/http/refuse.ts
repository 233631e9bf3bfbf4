import type { Config } from "../config/settings.ts";
import { type BearerRejection, describeBearerRejection } from "../oauth/bearer-token.ts";
import { type OAuthError, statusOf } from "../oauth/oauth-error.ts";
import { type ErrorOptions, errorResponse, oauthError, type Response } from "./response.ts";
import type { Request } from "./request.ts";

/** The JSON response to a request that an endpoint refuses, with `debug` where the settings allow it. */
export function refuse(
  error: OAuthError,
  request: Request,
  { config }: { readonly config: Config },
  more: Pick<ErrorOptions, "redirect_to" | "repeats_status"> & { readonly status?: number } = {},
): Response {
  const { status = statusOf(error.error), ...options } = more;
  return errorResponse(status, error, {
    ...options,
    expose_internal_errors: config["oauth2.expose_internal_errors"],
    authorization: request.headers["authorization"],
  });
}

/** The response to a request whose bearer token is missing or invalid: RFC 6750 §3. */
export function bearerError(rejection: BearerRejection): Response {
  const { error, www_authenticate } = describeBearerRejection(rejection);
  return oauthError(error, { headers: { "WWW-Authenticate": www_authenticate } });
}

import type { Config } from "../config/settings.ts";
import { type OAuthError, statusOf } from "../oauth/oauth-error.ts";
import { errorResponse } from "./response.ts";
import type { Response, Request } from "./endpoint.ts";

/** The JSON response to a request that an endpoint refuses, with `debug` where the settings allow it. */
export function refuse(
  error: OAuthError,
  request: Request,
  { config }: { readonly config: Config },
  more: { readonly redirect_to?: string | undefined; readonly status?: number } = {},
): Response {
  const { status = statusOf(error.error), redirect_to } = more;
  return errorResponse(status, error, {
    redirect_to,
    expose_internal_errors: config["oauth2.expose_internal_errors"],
    authorization: request.headers["authorization"],
  });
}

import type { Context } from "../context/context.ts";
import type { OAuthError } from "../oauth/oauth-error.ts";
import { oauthError } from "./response.ts";
import type { Response, Request } from "./endpoint.ts";

/** Answers a refusal as the server is configured to tell it. */
export function refuse(
  error: OAuthError,
  request: Request,
  context: Context,
  redirect_to?: string,
): Response {
  return oauthError(error, {
    redirect_to,
    expose_internal_errors: context.config["oauth2.expose_internal_errors"],
    authorization: request.headers["authorization"],
  });
}

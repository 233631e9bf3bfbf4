import type { WorkspaceErrorCode } from "../workspace/workspace-error.ts";
import type { Meaning } from "./error-meanings.ts";

/** Every code of the workspace API in words. A code that is left out does not compile. */
export const workspaceErrorMeanings: Readonly<Record<WorkspaceErrorCode, Meaning>> = {
  invalid_request: {
    means: "A member is missing, malformed or sent twice, or the body is no JSON object.",
    remedy: "Read the description, which names the member.",
  },
  invalid_client: {
    means: "The integration did not authenticate, or with a secret that is no longer good.",
    remedy: "Send HTTP Basic with `client_id` and the newest secret, or the one before it.",
  },
  invalid_grant: {
    means:
      "The code or refresh token is unknown, expired, revoked or used; or the integration was disconnected, or changed its capabilities.",
    remedy: "Let the person install the integration again.",
  },
  unauthorized_client: {
    means: "An internal integration asked for a grant.",
    remedy: "Use the token that it was given when it was made.",
  },
  unsupported_grant_type: {
    means: "There is no such `grant_type` here.",
    remedy: "Use `authorization_code` or `refresh_token`.",
  },
  server_error: {
    means:
      "The server met an unexpected error (500), or its database was lost while a code or refresh token was being used (503). It may be used up.",
    remedy:
      "Introspect your tokens before you send the same again. The log has the cause under the request id.",
  },
  temporarily_unavailable: {
    means: "The database does not answer. Nothing was used up, or trying again is harmless.",
    remedy: "Send the same again after `Retry-After`.",
  },
  missing_version: {
    means: "The header `Service-Version` was not sent.",
    remedy: "Send it.",
  },
  validation_error: {
    means: "The `Service-Version` is none of `workspace.service_versions`.",
    remedy: "Send one that the message lists, or add it to the setting.",
  },
  rate_limited: {
    means: "There were too many requests. Nothing was used up.",
    remedy: "Wait for `Retry-After`. The limits are `workspace.rate_limit.*`.",
  },
  invalid_request_url: {
    means: "There is nothing at this path, or not for this method.",
    remedy: "Check the path; the `Allow` header lists the methods.",
  },
  unauthorized: {
    means: "The access token is missing, unknown, expired or revoked.",
    remedy: "Refresh it, or let the person install the integration again.",
  },
};

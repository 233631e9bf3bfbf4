import type { OAuthError } from "../oauth/oauth-error.ts";

/** No client has the id of the path. */
export const clientUnknown: OAuthError = {
  error: "not_found",
  error_description: "No client has this client_id.",
};

/** Every attempt to change a client lost a race. */
export const clientContended: OAuthError = {
  error: "conflict",
  error_description:
    "Other requests kept changing this client, and nothing was stored. Repeat the request.",
};

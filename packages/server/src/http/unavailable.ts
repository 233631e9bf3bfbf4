import type { OAuthError } from "../oauth/oauth-error.ts";
import type { Headers } from "./response.ts";

/** The response to a request that the database could not serve. */
export const databaseUnavailable: OAuthError = {
  error: "temporarily_unavailable",
  error_description: "The server cannot use its database right now. Try again in a moment.",
};

/** Seconds: lost connections are replaced within one. */
export const retryLater: Headers = { "Retry-After": "1" };

import type { OAuthError } from "../oauth/oauth-error.ts";
import type { LogFormat } from "./access-log.ts";
import type { Request } from "./request.ts";
import { type Headers, oauthError, type Response } from "./response.ts";

/** Why a request got no response from its endpoint. An `ErrorRenderer` makes the response. */
export interface Failure {
  readonly kind: FailureKind;
  readonly error: OAuthError;
  /** Headers that the response needs in any format, such as `Allow`. */
  readonly headers?: Headers;
  /** Of `unavailable`: whether the write may have been committed all the same. */
  readonly outcome_unknown?: boolean;
  /** Of `unavailable`, where the database is: the kind of its failure. */
  readonly outage?: string;
  /** Of `unavailable`, where the keys of a client or a signer are: the message of its log line. */
  readonly log_message?: string;
  /** Of the same: what the metric of failures calls it. */
  readonly cause?: "client_keys" | "signer";
}

type FailureKind =
  | "not_found"
  | "wrong_method"
  | "malformed_target"
  | "too_large"
  /** Too many or too long parameters, or JSON that is nested too deeply. */
  | "over_limit"
  /** TLS, host, cross-site or API key check. */
  | "refused"
  /** The database or a signer cannot be used at the moment, or no key of the client. */
  | "unavailable"
  /** Too many slow hashes are waiting. */
  | "overloaded"
  | "bug";

/** The error of a check that runs before the endpoint. */
export type FailedCheck = Pick<Failure, "error" | "headers">;

/**
 * Renders errors in the format that the callers of a route read: JSON for OAuth and the admin API, HTML for pages, envelopes
 * for the workspace API.
 */
export interface ErrorRenderer {
  /** Must not throw. */
  renderError(failure: Failure, request: Request): Response;
  /** The log lines of its routes, where their fields are not the default ones of `access-log.ts`. */
  readonly log_format?: LogFormat;
}

/** For OAuth and the admin API: JSON with `error` and `error_description`. */
export function createJsonErrorRenderer({ expose_internal_errors = false } = {}): ErrorRenderer {
  return {
    renderError: ({ error, headers }) =>
      oauthError(error, { expose_internal_errors, ...(headers && { headers }) }),
  };
}

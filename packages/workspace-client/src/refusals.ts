import {
  knownCode,
  oauthErrorCodes,
  serviceErrorCodes,
  type OAuthErrorCode,
  type ServiceErrorCode,
} from "./error-codes.ts";
import type { Received } from "./received.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** Error code and description of an error response, as received. */
export interface ReceivedError {
  readonly code: string;
  readonly description?: string | undefined;
}

abstract class Refusal extends WorkspaceError {
  readonly #error: ReceivedError;

  constructor(code: string, { status, requestId, retryAfterMs }: Received, error: ReceivedError) {
    super({ code, status, requestId }, retryAfterMs);
    this.#error = error;
  }

  /** Error code as received, also if it is not a known one. */
  receivedCode(): string {
    return this.#error.code;
  }

  /** Description of the error, for debugging. It may quote the request. */
  description(): string | undefined {
    return this.#error.description;
  }

  override outcome(): "refused" | "unknown" {
    return this.status !== undefined && this.status < 500 ? "refused" : "unknown";
  }
}

/** An OAuth error response: RFC 6749 §5.2. */
export class OAuthError extends Refusal {
  /** Error code. */
  declare readonly code: OAuthErrorCode | "unknown_oauth_error";
  readonly #uri: string | undefined;

  constructor(received: Received, error: ReceivedError, uri?: string) {
    super(knownCode(oauthErrorCodes, error.code) ?? "unknown_oauth_error", received, error);
    this.#uri = uri;
  }

  override get name() {
    return "OAuthError" as const;
  }

  /**
   * URL of a page about the error: `error_uri` of RFC 6749 §5.2.
   *
   * @example
   * ```ts
   * import { OAuthError } from "@latchkey/workspace-client";
   *
   * workspace.refresh(REFRESH_TOKEN).catch((error: unknown) => {
   *   if (error instanceof OAuthError) console.log(error.code, error.uri());
   * });
   * ```
   */
  uri(): string | undefined {
    return this.#uri;
  }
}

/** An error of the workspace API that is not an OAuth error, such as `rate_limited`. */
export class ServiceError extends Refusal {
  /** Error code. */
  declare readonly code: ServiceErrorCode | "unknown_error";

  constructor(received: Received, error: ReceivedError) {
    super(knownCode(serviceErrorCodes, error.code) ?? "unknown_error", received, error);
  }

  override get name() {
    return "ServiceError" as const;
  }
}

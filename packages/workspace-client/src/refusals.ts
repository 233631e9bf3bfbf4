import {
  knownCode,
  oauthErrorCodes,
  serviceErrorCodes,
  type OAuthErrorCode,
  type ServiceErrorCode,
} from "./error-codes.ts";
import type { Received } from "./received.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** What the server said in words of its own. */
export interface Said {
  readonly code: string;
  readonly description?: string | undefined;
}

abstract class Refusal extends WorkspaceError {
  readonly #said: Said;

  constructor(code: string, { status, requestId, retryAfterMs }: Received, said: Said) {
    super({ code, status, requestId }, retryAfterMs);
    this.#said = said;
  }

  /** The code as it came, also when it is none we know. */
  receivedCode(): string {
    return this.#said.code;
  }

  /** For people who debug. It may repeat what was sent. */
  description(): string | undefined {
    return this.#said.description;
  }

  override outcome(): "refused" | "unknown" {
    return this.status !== undefined && this.status < 500 ? "refused" : "unknown";
  }
}

/** The server refused in the language of OAuth. */
export class OAuthError extends Refusal {
  /** What went wrong, as a code. */
  declare readonly code: OAuthErrorCode | "unknown_oauth_error";
  readonly #uri: string | undefined;

  constructor(received: Received, said: Said, uri?: string) {
    super(knownCode(oauthErrorCodes, said.code) ?? "unknown_oauth_error", received, said);
    this.#uri = uri;
  }

  override get name() {
    return "OAuthError" as const;
  }

  /**
   * A page about the error.
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

/** The service refused for reasons of its own, such as `rate_limited`. */
export class ServiceError extends Refusal {
  /** What went wrong, as a code. */
  declare readonly code: ServiceErrorCode | "unknown_error";

  constructor(received: Received, said: Said) {
    super(knownCode(serviceErrorCodes, said.code) ?? "unknown_error", received, said);
  }

  override get name() {
    return "ServiceError" as const;
  }
}

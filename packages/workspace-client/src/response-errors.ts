import type { Received } from "./received.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** An error response of an unknown format, such as the page of a proxy, or an empty or truncated body. */
export class UnknownResponseError extends WorkspaceError {
  /** Error code. */
  declare readonly code: "unknown_response";

  constructor({ status, requestId, retryAfterMs }: Received) {
    super({ code: "unknown_response", status, requestId }, retryAfterMs);
  }

  override get name() {
    return "UnknownResponseError" as const;
  }
}

/** A success whose body is malformed. The server has processed the request. */
export class ResponseDecodeError extends WorkspaceError {
  /** Error code. */
  declare readonly code: "invalid_response";
  readonly #field: string;

  constructor({ status, requestId }: Received, field: string) {
    super({ code: "invalid_response", status, requestId });
    this.#field = field;
  }

  override get name() {
    return "ResponseDecodeError" as const;
  }

  /**
   * Field that is missing or of the wrong type, such as `owner.user.id`; `body` if the body is not a JSON object.
   *
   * @example
   * ```ts
   * import { ResponseDecodeError } from "@latchkey/workspace-client";
   *
   * workspace.introspect(ACCESS_TOKEN).catch((error: unknown) => {
   *   if (error instanceof ResponseDecodeError) console.log("Unexpected response:", error.member());
   * });
   * ```
   */
  member(): string {
    return this.#field;
  }
}

import type { Received } from "./received.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** A failure in no envelope we know: a proxy's page, an empty body, half an answer. */
export class UnknownResponseError extends WorkspaceError {
  /** What went wrong, as a code. */
  declare readonly code: "unknown_response";

  constructor({ status, requestId, retryAfterMs }: Received) {
    super({ code: "unknown_response", status, requestId }, retryAfterMs);
  }

  override get name() {
    return "UnknownResponseError" as const;
  }
}

/** A success that cannot be used. What was asked for happened all the same. */
export class ResponseDecodeError extends WorkspaceError {
  /** What went wrong, as a code. */
  declare readonly code: "invalid_response";
  readonly #member: string;

  constructor({ status, requestId }: Received, member: string) {
    super({ code: "invalid_response", status, requestId });
    this.#member = member;
  }

  override get name() {
    return "ResponseDecodeError" as const;
  }

  /**
   * What was missing or of the wrong type, such as `owner.user.id`; `body` when it was no JSON object at all.
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
    return this.#member;
  }
}

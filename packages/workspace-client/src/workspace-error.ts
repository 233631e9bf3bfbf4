import { inspect } from "./inspect.ts";

/** The fields of an error that are safe to print. */
export interface Shown {
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

/**
 * A failed call. Fields are safe to print; methods return data that may contain secrets and is never printed.
 * There is no `cause`: errors of `fetch` may reference the request.
 */
export abstract class WorkspaceError extends Error {
  /** Error code. */
  readonly code: string;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** Request ID, as in the server log. */
  readonly requestId: string | undefined;
  readonly #retryAfterMs: number | undefined;

  constructor(shown: Shown, retryAfterMs?: number) {
    super(describe(shown));
    this.code = shown.code;
    this.status = shown.status;
    this.requestId = shown.requestId;
    this.#retryAfterMs = retryAfterMs;
  }

  /**
   * Delay requested by the server, in milliseconds.
   *
   * @example
   * ```ts
   * import { WorkspaceError } from "@latchkey/workspace-client";
   *
   * const delay = await workspace.introspect(ACCESS_TOKEN).then(
   *   () => 0,
   *   (error: unknown) => (error instanceof WorkspaceError ? error.retryAfterMs() : undefined),
   * );
   * ```
   */
  retryAfterMs(): number | undefined {
    return this.#retryAfterMs;
  }

  /**
   * `unknown` if the server may have processed the request. A code or refresh token may then be used up: introspect what you
   * have. While the access token is active, the refresh token is unused; otherwise a server that repeats lost responses returns
   * the same pair for the same refresh token, and any other needs a new authorization.
   *
   * @example
   * ```ts
   * import { WorkspaceError } from "@latchkey/workspace-client";
   *
   * try {
   *   await workspace.refresh(REFRESH_TOKEN);
   * } catch (error) {
   *   if (!(error instanceof WorkspaceError) || error.outcome() === "refused") throw error;
   *   console.log("The token may be used up: introspect the access token.", error.requestId);
   * }
   * ```
   */
  outcome(): "refused" | "unknown" {
    return "unknown";
  }

  /** The fields that are safe to print. */
  toJSON(): Shown {
    return { code: this.code, status: this.status, requestId: this.requestId };
  }

  [inspect](): string {
    return this.stack ?? this.toString();
  }
}

function describe({ code, status, requestId }: Shown): string {
  const facts = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
  ];
  return facts.length === 0 ? code : `${code} (${facts.join(", ")})`;
}

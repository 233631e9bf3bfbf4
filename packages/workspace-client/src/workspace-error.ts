import { inspect } from "./inspect.ts";

/** What may be shown of a failure. Everything else hides behind a method. */
export interface Shown {
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

/**
 * A call that failed. Fields are safe to print; methods return what may carry secrets, and nothing prints them.
 * There is no `cause`: what `fetch` throws can lead back to the request.
 */
export abstract class WorkspaceError extends Error {
  /** What went wrong, in one word. */
  readonly code: string;
  /** The status of the answer, if one came. */
  readonly status: number | undefined;
  /** The server logs under this id. */
  readonly requestId: string | undefined;
  readonly #retryAfterMs: number | undefined;

  constructor(shown: Shown, retryAfterMs?: number) {
    super(describe(shown));
    this.code = shown.code;
    this.status = shown.status;
    this.requestId = shown.requestId;
    this.#retryAfterMs = retryAfterMs;
  }

  /** How long the server asked us to wait, if it did. */
  retryAfterMs(): number | undefined {
    return this.#retryAfterMs;
  }

  /**
   * `unknown` when the server may have done what it was asked. A code or refresh token may then be spent:
   * do not send it again; introspect what you have, or start a new authorization.
   */
  outcome(): "refused" | "unknown" {
    return "unknown";
  }

  /** What may be shown of it. */
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

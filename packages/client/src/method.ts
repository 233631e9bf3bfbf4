import type { NoInput, OperationId, Operations } from "@latchkey/api";

/** The method of an operation. It resolves to the response body or rejects with an `ApiError`. */
export type Method<Id extends OperationId> = (
  ...rest: Arguments<Id>
) => Promise<Operations[Id]["output"]>;

/** The input is optional if none of its fields is required. */
export type Arguments<Id extends OperationId> = NoInput extends Operations[Id]["input"]
  ? [input?: Operations[Id]["input"], options?: CallOptions]
  : [input: Operations[Id]["input"], options?: CallOptions];

/** Options of one call. */
export interface CallOptions {
  /** See `basic` and `bearer`. */
  readonly authorization?: string;
  /** Sent with this request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call. The server may still process the request. */
  readonly signal?: AbortSignal;
}

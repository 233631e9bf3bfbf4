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
  /**
   * What a call of this client returned before: the change is made only if the resource is still that (`If-Match`), and refused with
   * 412 otherwise. It has no effect where that had no `ETag`.
   */
  readonly if_unchanged?: object;
  /** Aborts the call. The server may still process the request. */
  readonly signal?: AbortSignal;
}

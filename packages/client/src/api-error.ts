import type { GenericError, OperationId } from "@latchkey/api";

import type { Refusal, Reply } from "./reply.ts";

/**
 * An error response. Contains data of the response only, nothing of the request, which may hold secrets.
 *
 * @example
 * ```ts
 * import { ApiError } from "@latchkey/client";
 *
 * try {
 *   await latchkey.getOAuth2Client({ id: "photos" });
 * } catch (error) {
 *   if (!(error instanceof ApiError) || error.status !== 404) throw error;
 *   console.log("There is no such client.", error.request_id);
 * }
 * ```
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The operation that failed. */
  readonly operation: OperationId;
  /** HTTP status. */
  readonly status: number;
  /** Error code, such as `invalid_client`. */
  readonly error: string | undefined;
  /** Description of the error. */
  readonly error_description: string | undefined;
  /** URL to restart the flow, if a challenge expired or was already used. */
  readonly redirect_to: string | undefined;
  /** Seconds after which the same call may succeed, if the server said so. */
  readonly retry_after: number | undefined;
  /** Request ID, as in the server log. */
  readonly request_id: string | undefined;

  constructor(refusal: Refusal) {
    const error = stringField(refusal.body, "error");
    const error_description = stringField(refusal.body, "error_description");
    super(describe(refusal, error, error_description));
    this.operation = refusal.operation;
    this.status = refusal.status;
    this.error = error;
    this.error_description = error_description;
    this.redirect_to = stringField(refusal.body, "redirect_to");
    this.retry_after = secondsOf(refusal.headers.get("retry-after"));
    this.request_id = refusal.headers.get("x-request-id") ?? undefined;
  }
}

/**
 * Returns the body of a success; throws an `ApiError` otherwise.
 *
 * @example
 * ```ts
 * import { unwrap } from "@latchkey/client";
 *
 * const reply = await latchkey.call("listOAuth2Clients", { limit: 10 });
 * const total = reply.headers.get("x-total-count");
 * console.log(unwrap(reply).length, "of", total);
 * ```
 */
export function unwrap<Output>(reply: Reply<Output>): Output {
  if (!reply.ok) throw new ApiError(reply);
  return reply.body;
}

/** RFC 9110 §10.2.3: a number of seconds; the server sends no dates. */
function secondsOf(retry_after: string | null): number | undefined {
  return retry_after !== null && /^\d{1,9}$/.test(retry_after) ? Number(retry_after) : undefined;
}

function describe(
  { operation, status, headers }: Refusal,
  error: string | undefined,
  error_description: string | undefined,
): string {
  const summary = error ?? `with ${headers.get("content-type") ?? "nothing"} that names no error`;
  const because = error_description ? `: ${error_description}` : "";
  return `${operation} was answered ${status} ${summary}${because}`;
}

function stringField(body: unknown, name: keyof GenericError): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
}

import type { GenericError, OperationId } from "@latchkey/api";

import type { Refusal, Reply } from "./reply.ts";

/** A refusal, thrown. It holds what the server said and nothing of what was sent to it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** What was called. */
  readonly operation: OperationId;
  /** The status of the answer. */
  readonly status: number;
  /** The code, such as `invalid_client`. */
  readonly error: string | undefined;
  /** What went wrong, in a sentence. */
  readonly error_description: string | undefined;
  /** Where the browser can start again, when its challenge expired or was used. */
  readonly redirect_to: string | undefined;
  /** The server logs under this id. */
  readonly request_id: string | undefined;

  constructor(refusal: Refusal) {
    const error = memberOf(refusal.body, "error");
    const error_description = memberOf(refusal.body, "error_description");
    super(describe(refusal, error, error_description));
    this.operation = refusal.operation;
    this.status = refusal.status;
    this.error = error;
    this.error_description = error_description;
    this.redirect_to = memberOf(refusal.body, "redirect_to");
    this.request_id = refusal.headers.get("x-request-id") ?? undefined;
  }
}

/** The output of a success; throws an `ApiError` for anything else. */
export function unwrap<Output>(reply: Reply<Output>): Output {
  if (!reply.ok) throw new ApiError(reply);
  return reply.body;
}

function describe(
  { operation, status, headers }: Refusal,
  error: string | undefined,
  error_description: string | undefined,
): string {
  const said = error ?? `with ${headers.get("content-type") ?? "nothing"} that names no error`;
  const because = error_description ? `: ${error_description}` : "";
  return `${operation} was answered ${status} ${said}${because}`;
}

function memberOf(body: unknown, name: keyof GenericError): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const member: unknown = Reflect.get(body, name);
  return typeof member === "string" ? member : undefined;
}

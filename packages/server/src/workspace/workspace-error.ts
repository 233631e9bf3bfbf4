/** A refusal of the workspace API: what went wrong, and the shape in which it is told. */
export interface WorkspaceError {
  readonly code: WorkspaceErrorCode;
  readonly status: number;
  /** A sentence of ours. No part of a request stands in it. */
  readonly description: string;
  /** `oauth` for what an OAuth client branches on, `standard` for what lies below OAuth. */
  readonly envelope: WorkspaceEnvelope;
  /** Seconds. */
  readonly retry_after?: number;
  readonly additional_data?: Readonly<Record<string, string>>;
  /** RFC 9110 §11.6.1: how to authenticate instead. */
  readonly www_authenticate?: string;
  /** RFC 9110 §10.2.1: which methods the path knows. */
  readonly allow?: string;
}

/** The shape of an error body. */
type WorkspaceEnvelope = "oauth" | "standard";

/** Every code there is: those of RFC 6749 §5.2 first, then those below OAuth. */
export const workspaceErrorCodes = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "server_error",
  "temporarily_unavailable",
  "missing_version",
  "validation_error",
  "rate_limited",
  "invalid_request_url",
  "unauthorized",
] as const;

/** A code that may stand in the `error` or `code` member of an answer. */
export type WorkspaceErrorCode = (typeof workspaceErrorCodes)[number];

/** Whether a value, wherever it came from, is one of them. */
export function isWorkspaceErrorCode(value: unknown): value is WorkspaceErrorCode {
  return workspaceErrorCodes.some((code) => code === value);
}

/** How errors are told. */
export interface WorkspaceErrorOptions {
  /** The shape for OAuth errors. What lies below OAuth is always told in the standard one. */
  readonly envelope: WorkspaceEnvelope;
  readonly request_id: string;
}

/** An answer, good or bad, ready to be sent. */
export interface WorkspaceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal as the wire sees it: in one shape or the other, never in both. */
export function describeWorkspaceError(
  error: WorkspaceError,
  { envelope, request_id }: WorkspaceErrorOptions,
): WorkspaceAnswer {
  const shape = error.envelope === "oauth" ? envelope : "standard";
  const body = shape === "oauth" ? oauthBody(error) : standardBody(error);
  return {
    status: error.status,
    headers: { ...workspaceHeaders(request_id), ...errorHeaders(error) },
    body: JSON.stringify({ ...body, request_id }),
  };
}

/** A success as the wire sees it. The request id is in the body and in the headers. */
export function describeWorkspaceSuccess(body: { readonly request_id: string }): WorkspaceAnswer {
  const headers = workspaceHeaders(body.request_id);
  return { status: 200, headers, body: JSON.stringify(body) };
}

function workspaceHeaders(request_id: string): Readonly<Record<string, string>> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store", // RFC 6749 §5.1
    Pragma: "no-cache",
    "X-Request-Id": request_id,
    "X-Service-Request-Id": request_id,
  };
}

function errorHeaders({ www_authenticate, retry_after, allow }: WorkspaceError) {
  return {
    ...(www_authenticate !== undefined && { "WWW-Authenticate": www_authenticate }),
    ...(retry_after !== undefined && { "Retry-After": String(retry_after) }),
    ...(allow !== undefined && { Allow: allow }),
  };
}

function oauthBody({ code, description }: WorkspaceError) {
  return { error: code, error_description: description };
}

function standardBody({ code, status, description, additional_data }: WorkspaceError) {
  const body = { object: "error", status, code, message: description };
  return additional_data === undefined ? body : { ...body, additional_data };
}

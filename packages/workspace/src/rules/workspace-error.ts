/** RFC 6749 §5.2: the error responses of the workspace API, in two shapes. */

/** An error of the workspace API. */
export interface WorkspaceError {
  readonly code: WorkspaceErrorCode;
  readonly status: number;
  /** A sentence that quotes nothing of the request. */
  readonly description: string;
  /** The name of the cause, for the inspector, where the code covers several. It is not sent. */
  readonly reason?: string;
  /** `oauth` for OAuth errors, `standard` for errors of HTTP and of the API itself. */
  readonly envelope: WorkspaceEnvelope;
  /** Seconds. */
  readonly retry_after?: number;
  readonly additional_data?: Readonly<Record<string, string>>;
  /** RFC 9110 §11.6.1: the header. */
  readonly www_authenticate?: string;
  /** RFC 9110 §10.2.1: the methods of the path. */
  readonly allow?: string;
}

/** The shape of an error body. */
type WorkspaceEnvelope = "oauth" | "standard";

/** Every code: those of RFC 6749 §5.2 first, then those of the API itself. */
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

/** A value of the `error` or `code` field. */
export type WorkspaceErrorCode = (typeof workspaceErrorCodes)[number];

export function isWorkspaceErrorCode(value: unknown): value is WorkspaceErrorCode {
  return workspaceErrorCodes.some((code) => code === value);
}

/** The shape and the request id. */
export interface WorkspaceErrorOptions {
  /** The shape of OAuth errors. All others have the standard shape. */
  readonly envelope: WorkspaceEnvelope;
  readonly request_id: string;
}

/** A response to be sent. */
export interface WorkspaceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error response, in one of the two shapes. */
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

/** A success response. The request id is in the body and in the headers. */
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

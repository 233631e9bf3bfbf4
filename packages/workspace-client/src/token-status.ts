import { fail, present, readBody, readOptionalText, type Fields } from "./fields.ts";
import type { Received } from "./received.ts";

/** Revocation response: the token is not valid, or was unknown. */
export interface OAuthRevokeResponse {
  /** Request ID, as in the server log. */
  readonly requestId?: string;
}

/** Introspection response: RFC 7662 §2.2. */
export interface OAuthIntrospectResponse {
  /** Whether the token is valid. */
  readonly active: boolean;
  /** The scopes it grants. Space-separated. */
  readonly scope?: string;
  /** When it was issued, in Unix seconds. */
  readonly iat?: number;
  /** Request ID, as in the server log. */
  readonly requestId?: string;
}

/** Reads a revocation response. */
export function readRevokeResponse(received: Received): OAuthRevokeResponse {
  const requestId = readOptionalText(readBody(received), "request_id");
  return present<OAuthRevokeResponse>({ requestId });
}

/** Reads an introspection response. */
export function readIntrospectResponse(received: Received): OAuthIntrospectResponse {
  const body = readBody(received);
  const { active } = body.values;
  return present<OAuthIntrospectResponse>({
    active: typeof active === "boolean" ? active : fail(body, "active"),
    scope: readOptionalText(body, "scope"),
    iat: readIssuedAt(body),
    requestId: readOptionalText(body, "request_id"),
  });
}

function readIssuedAt(body: Fields): number | undefined {
  const iat = body.values["iat"] ?? undefined;
  if (iat === undefined) return undefined;
  return typeof iat === "number" && Number.isInteger(iat) ? iat : fail(body, "iat");
}

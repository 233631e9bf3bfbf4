import { fail, present, readBody, readOptionalText, type Members } from "./members.ts";
import type { Received } from "./received.ts";

/** That a token was revoked, or was not there to revoke. */
export interface OAuthRevokeResponse {
  /** What the server calls the request. */
  readonly requestId?: string;
}

/** Whether a token is good, and for what. */
export interface OAuthIntrospectResponse {
  /** Whether the token is good. */
  readonly active: boolean;
  /** The scopes it grants. Space-separated. */
  readonly scope?: string;
  /** When it was issued, in Unix seconds. */
  readonly iat?: number;
  /** What the server calls the request. */
  readonly requestId?: string;
}

/** Reads the answer to a revocation. */
export function readRevokeResponse(received: Received): OAuthRevokeResponse {
  const requestId = readOptionalText(readBody(received), "request_id");
  return present<OAuthRevokeResponse>({ requestId });
}

/** Reads the answer to an introspection. */
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

function readIssuedAt(body: Members): number | undefined {
  const iat = body.values["iat"] ?? undefined;
  if (iat === undefined) return undefined;
  return typeof iat === "number" && Number.isInteger(iat) ? iat : fail(body, "iat");
}

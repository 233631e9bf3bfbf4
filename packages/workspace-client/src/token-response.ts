import {
  fail,
  present,
  readBody,
  readObject,
  readOptionalText,
  readText,
  type Members,
} from "./members.ts";
import { readOwner, type Owner } from "./owner.ts";
import type { Received } from "./received.ts";
import { Secret } from "./secret.ts";

/** What a code or a refresh token was exchanged for. Safe to print; `accessToken.reveal()` is the token. */
export interface OAuthTokenResponse {
  readonly accessToken: Secret;
  /** `bearer`, in whatever case it came. */
  readonly tokenType: string;
  readonly refreshToken?: Secret;
  readonly botId: string;
  readonly workspaceIcon?: string;
  readonly workspaceName?: string;
  readonly workspaceId: string;
  readonly owner: Owner;
  readonly duplicatedTemplateId?: string;
  readonly requestId?: string;
}

/** Reads the answer to a token request. */
export function readTokenResponse(received: Received): OAuthTokenResponse {
  const body = readBody(received);
  const refreshToken = readOptionalText(body, "refresh_token");
  return present<OAuthTokenResponse>({
    accessToken: new Secret(readText(body, "access_token")),
    tokenType: readTokenType(body),
    refreshToken: refreshToken ? new Secret(refreshToken) : undefined,
    botId: readText(body, "bot_id"),
    workspaceIcon: readOptionalText(body, "workspace_icon"),
    workspaceName: readOptionalText(body, "workspace_name"),
    workspaceId: readText(body, "workspace_id"),
    owner: readOwner(readObject(body, "owner")),
    duplicatedTemplateId: readOptionalText(body, "duplicated_template_id"),
    requestId: readOptionalText(body, "request_id"),
  });
}

// RFC 6749 §7.1: a client must not use a token whose type it does not understand.
function readTokenType(body: Members): string {
  const type = readText(body, "token_type");
  return type.toLowerCase() === "bearer" ? type : fail(body, "token_type");
}

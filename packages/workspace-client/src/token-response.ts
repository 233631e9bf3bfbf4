import {
  fail,
  present,
  readBody,
  readObject,
  readOptionalText,
  readText,
  type Fields,
} from "./fields.ts";
import { readOwner, type Owner } from "./owner.ts";
import type { Received } from "./received.ts";
import { Secret } from "./secret.ts";

/** Token response. Safe to print: `accessToken.reveal()` returns the token. */
export interface OAuthTokenResponse {
  /** Access token, for `Authorization: Bearer`. */
  readonly accessToken: Secret;
  /** `bearer`, in any case. */
  readonly tokenType: string;
  /** Refresh token, for the next `refresh`. */
  readonly refreshToken?: Secret;
  /** ID of the bot. A refresh does not change it. */
  readonly botId: string;
  /** Icon of the workspace: the URL of an image, or an emoji. */
  readonly workspaceIcon?: string;
  /** Name of the workspace. */
  readonly workspaceName?: string;
  /** ID of the workspace that the bot is installed in. */
  readonly workspaceId: string;
  /** The user or workspace that the tokens act for. */
  readonly owner: Owner;
  /** ID of the copy of the template, if one was made. */
  readonly duplicatedTemplateId?: string;
  /** Request ID, as in the server log. */
  readonly requestId?: string;
}

/** Reads a token response. */
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
function readTokenType(body: Fields): string {
  const type = readText(body, "token_type");
  return type.toLowerCase() === "bearer" ? type : fail(body, "token_type");
}

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
  /** What the API is shown. */
  readonly accessToken: Secret;
  /** `bearer`, in whatever case it came. */
  readonly tokenType: string;
  /** What the next pair is asked for with. */
  readonly refreshToken?: Secret;
  /** Names the bot; stays the same through every refresh. */
  readonly botId: string;
  /** The URL of an image, or an emoji. */
  readonly workspaceIcon?: string;
  /** What the workspace is called. */
  readonly workspaceName?: string;
  /** Where the bot is. */
  readonly workspaceId: string;
  /** Who the tokens act for. */
  readonly owner: Owner;
  /** The copy that was made of the template, if one was. */
  readonly duplicatedTemplateId?: string;
  /** What the server calls the request. */
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

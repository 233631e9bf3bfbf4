/** The workspace API under `/v1`, which integrations call: RFC 6749, RFC 7009, RFC 7662 in JSON. */

import * as v from "valibot";
import { named, optional, required, type ValueOf } from "../objects.ts";
import { integer, nonEmpty, oneOf } from "../values.ts";

const string = v.string();
const request_id = required(
  string,
  "Identifies the request in the server's log; the header `X-Request-Id` has the same value.",
);

/** The version header that every call needs. */
export const serviceVersionHeader = {
  "Service-Version": required(
    nonEmpty,
    "The version of the API that the caller was written for: one of `workspace.service_versions`.",
  ),
};

/** The query of an authorization URL. */
export const workspaceAuthorizationParameters = {
  client_id: required(string, "The client id of the integration."),
  response_type: required(v.literal("code"), "Always `code`."),
  redirect_uri: optional(
    string,
    "A redirect URI of the integration, character by character. Required unless it has exactly one.",
  ),
  owner: optional(
    oneOf(["user", "workspace"]),
    "Whom the installation acts for: `user` by default; `workspace` where the integration has `allow_workspace_owner`.",
  ),
  state: optional(string, "Returned unchanged with the code; compare it against CSRF."),
  code_challenge: optional(string, "PKCE, RFC 7636: the SHA-256 of the code verifier, base64url."),
  code_challenge_method: optional(v.literal("S256"), "`S256`, with a `code_challenge`."),
};

const externalAccount = v.object({
  key: required(string, "Identifies the account. At most 255 characters."),
  name: required(string, "Its name, for people. At most 255 characters."),
});

export const workspaceTokenRequest = named(
  "WorkspaceTokenRequest",
  "A code or a refresh token to exchange for a new pair of tokens.",
  v.object({
    grant_type: required(
      oneOf(["authorization_code", "refresh_token"]),
      "What is exchanged: a `code`, or a `refresh_token`.",
    ),
    code: optional(string, "The code of the redirect, with `authorization_code`."),
    redirect_uri: optional(string, "The same as in the authorization URL, if that had one."),
    code_verifier: optional(string, "PKCE: required if the authorization URL had a challenge."),
    external_account: optional(externalAccount, "The user's account at the integration."),
    refresh_token: optional(string, "The latest refresh token, with `refresh_token`."),
    client_id: optional(
      string,
      "The client id, if sent, must be that of the Authorization header.",
    ),
  }),
  {
    grant_type: "authorization_code",
    code: "the code of the redirect",
    redirect_uri: "https://photos.example/callback",
  },
);

export const workspaceTokenBody = named(
  "WorkspaceTokenBody",
  "A token to revoke or to introspect.",
  v.object({
    token: required(string, "An access token or a refresh token of the integration."),
    client_id: optional(
      string,
      "The client id, if sent, must be that of the Authorization header.",
    ),
  }),
  { token: "an access token or a refresh token" },
);

const partialUser = v.object({
  object: required(v.literal("user"), "Always `user`."),
  id: required(string, "The member's id in the workspace, a UUID."),
});

const fullUser = v.object({
  ...partialUser.entries,
  type: required(v.literal("person"), "Always `person`."),
  name: required(v.nullable(string), "The member's name."),
  avatar_url: required(v.nullable(string), "The URL of an image."),
  person: required(
    v.object({ email: optional(string, "With the capability `read_user_with_email`.") }),
    "Details of a person.",
  ),
});

const workspaceOwner = named(
  "WorkspaceOwner",
  "Whom an installation acts for: a user, or the whole workspace.",
  v.union([
    v.object({
      type: required(v.literal("user"), "Always `user`."),
      user: required(
        v.union([fullUser, partialUser]),
        "The user; only the id without a capability to read more.",
      ),
    }),
    v.object({
      type: required(v.literal("workspace"), "Always `workspace`."),
      workspace: required(v.literal(true), "Always true."),
    }),
  ]),
);

export type WorkspaceOwner = ValueOf<typeof workspaceOwner>;

export const workspaceTokenResponse = named(
  "WorkspaceTokenResponse",
  "A pair of tokens, and where the integration is installed.",
  v.object({
    access_token: required(string, "For calls of the workspace API, as `Authorization: Bearer`."),
    token_type: required(v.literal("bearer"), "Always `bearer`."),
    refresh_token: required(string, "Valid once, for the next pair."),
    expires_in: optional(integer, "Seconds until the access token expires; absent if it does not."),
    bot_id: required(string, "The installation, a UUID."),
    workspace_icon: required(v.nullable(string), "The URL of an image, or an emoji."),
    workspace_name: required(v.nullable(string), "The workspace's name."),
    workspace_id: required(string, "The workspace's id, a UUID."),
    owner: required(workspaceOwner, "Whom the installation acts for."),
    duplicated_template_id: required(
      v.nullable(string),
      "The copy of the integration's template in the workspace, if there is one.",
    ),
    request_id,
  }),
);

export interface WorkspaceTokenResponse extends ValueOf<typeof workspaceTokenResponse> {}

export const workspaceRevocation = named(
  "WorkspaceRevocation",
  "The response to a revocation, whether or not the token was valid.",
  v.object({ request_id }),
);

export const workspaceIntrospection = named(
  "WorkspaceIntrospection",
  "Whether a token is active. Of a token that is not, or of another integration, nothing else is said.",
  v.union([
    v.object({
      active: required(v.literal(true), "The token is active."),
      scope: optional(string, "The capabilities, separated by spaces; absent if there are none."),
      iat: required(integer, "When it was issued, in Unix seconds."),
      request_id,
    }),
    v.object({ active: required(v.literal(false), "The token is not active."), request_id }),
  ]),
);

export type WorkspaceIntrospection = ValueOf<typeof workspaceIntrospection>;

export const botUser = named(
  "BotUser",
  "The bot of an access token.",
  v.object({
    object: required(v.literal("user"), "Always `user`."),
    id: required(string, "The installation, a UUID."),
    name: required(string, "The integration's name."),
    avatar_url: required(v.nullable(string), "The URL of an image; null if the icon is an emoji."),
    type: required(v.literal("bot"), "Always `bot`."),
    bot: required(
      v.object({
        owner: required(workspaceOwner, "Whom the installation acts for."),
        workspace_id: required(string, "The workspace's id, a UUID."),
        workspace_name: required(v.nullable(string), "The workspace's name."),
        workspace_limits: required(
          v.object({
            max_file_upload_size_in_bytes: required(integer, "The largest file, in bytes."),
          }),
          "Limits of the workspace.",
        ),
      }),
      "Where the bot is installed.",
    ),
    request_id,
  }),
);

export interface BotUser extends ValueOf<typeof botUser> {}

/** An error of the workspace API, in one of two shapes. */
export const workspaceApiError = named(
  "WorkspaceApiError",
  "An error of the workspace API: that of RFC 6749 §5.2 for OAuth errors, unless `workspace.error_envelope` says otherwise; the other shape for errors of HTTP and of the API itself.",
  v.union([
    v.object({
      error: required(string, "An error code of RFC 6749."),
      error_description: required(string, "What went wrong, in a sentence."),
      request_id,
    }),
    v.object({
      object: required(v.literal("error"), "Always `error`."),
      status: required(integer, "The status of the response, repeated."),
      code: required(string, "An error code."),
      message: required(string, "What went wrong, in a sentence."),
      additional_data: optional(
        v.record(string, string),
        "Details: with 429, the limit and when to try again.",
      ),
      request_id,
    }),
  ]),
);

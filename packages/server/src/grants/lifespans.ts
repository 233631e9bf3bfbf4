import { parseLifespan } from "@latchkey/api";
import type { Config } from "../config/settings.ts";
import { END_OF_TIME } from "../crypto/grant-token.ts";
import type { Flow } from "../interaction/flow.ts";
import type { Client } from "../oauth/client.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";
import { backchannelGrant } from "../openid/backchannel/authentication-request.ts";
import { deviceCodeGrant } from "../oauth/device/device-authorization.ts";
import { JWT_BEARER_GRANT } from "../oauth/jwt-bearer/jwt-bearer-grant.ts";
import { TOKEN_EXCHANGE_GRANT } from "../oauth/token-exchange/token-exchange-grant.ts";

/**
 * How long everything lives: the only file that reads the settings `ttl.*` and `workspace.ttl.*`. Lifespans are in seconds.
 */

/** What issues a token: the `grant_type` of a token request, or `implicit` at the authorization endpoint. */
export type IssuingGrant =
  | "authorization_code"
  | "client_credentials"
  | "implicit"
  | "refresh_token"
  | (string & {});

/** A kind of token, or the code that stands for a grant. */
export type TokenKind = "access_token" | "refresh_token" | "id_token" | "authorization_code";

/** The lifespan of a token: the field of the client, else the setting of the grant type, else the one of all. */
export function lifespanOf(
  client: Client,
  grant: IssuingGrant,
  kind: "access_token" | "id_token" | "authorization_code",
  config: Config,
): number;
export function lifespanOf(
  client: Client,
  grant: IssuingGrant,
  kind: TokenKind,
  config: Config,
): number | "never";
export function lifespanOf(
  client: Client,
  grant: IssuingGrant,
  kind: TokenKind,
  config: Config,
): number | "never" {
  if (kind === "authorization_code") return codeLifespan(client, config);
  const source = perGrant.get(grant)?.[kind];
  if (source === undefined) return config[byKind[kind]];
  const own = client[source.field];
  return (
    (own === undefined ? undefined : parseLifespan(own)) ??
    config[source.key] ??
    config[byKind[kind]]
  );
}

/** No longer than the security profile of the client allows. */
function codeLifespan(client: Client, config: Config): number {
  const { max_code_lifespan } = traitsOf(profileOf(client, config["security.profile"]));
  return Math.min(config[byKind.authorization_code], max_code_lifespan);
}

const byKind = {
  access_token: "ttl.access_token",
  refresh_token: "ttl.refresh_token",
  id_token: "ttl.id_token",
  authorization_code: "ttl.auth_code",
} as const;

/** Where the lifespan of one kind of token of one grant type is set. */
interface Source {
  readonly field: Extract<keyof Client, `${string}_lifespan`>;
  readonly key: Extract<keyof Config, `ttl.grants.${string}`>;
}

/** Named in full, so that no name is put together for each token. */
const perGrant: ReadonlyMap<IssuingGrant, { readonly [Kind in TokenKind]?: Source }> = new Map(
  Object.entries({
    authorization_code: {
      access_token: {
        field: "authorization_code_grant_access_token_lifespan",
        key: "ttl.grants.authorization_code.access_token",
      },
      refresh_token: {
        field: "authorization_code_grant_refresh_token_lifespan",
        key: "ttl.grants.authorization_code.refresh_token",
      },
      id_token: {
        field: "authorization_code_grant_id_token_lifespan",
        key: "ttl.grants.authorization_code.id_token",
      },
    },
    [deviceCodeGrant.name]: {
      access_token: {
        field: "device_authorization_grant_access_token_lifespan",
        key: "ttl.grants.device_authorization.access_token",
      },
      refresh_token: {
        field: "device_authorization_grant_refresh_token_lifespan",
        key: "ttl.grants.device_authorization.refresh_token",
      },
      id_token: {
        field: "device_authorization_grant_id_token_lifespan",
        key: "ttl.grants.device_authorization.id_token",
      },
    },
    [backchannelGrant.name]: {
      access_token: {
        field: "backchannel_authentication_grant_access_token_lifespan",
        key: "ttl.grants.backchannel_authentication.access_token",
      },
      refresh_token: {
        field: "backchannel_authentication_grant_refresh_token_lifespan",
        key: "ttl.grants.backchannel_authentication.refresh_token",
      },
      id_token: {
        field: "backchannel_authentication_grant_id_token_lifespan",
        key: "ttl.grants.backchannel_authentication.id_token",
      },
    },
    client_credentials: {
      access_token: {
        field: "client_credentials_grant_access_token_lifespan",
        key: "ttl.grants.client_credentials.access_token",
      },
    },
    implicit: {
      access_token: {
        field: "implicit_grant_access_token_lifespan",
        key: "ttl.grants.implicit.access_token",
      },
      id_token: {
        field: "implicit_grant_id_token_lifespan",
        key: "ttl.grants.implicit.id_token",
      },
    },
    [JWT_BEARER_GRANT]: {
      access_token: {
        field: "jwt_bearer_grant_access_token_lifespan",
        key: "ttl.grants.jwt_bearer.access_token",
      },
    },
    [TOKEN_EXCHANGE_GRANT]: {
      access_token: {
        field: "token_exchange_grant_access_token_lifespan",
        key: "ttl.grants.token_exchange.access_token",
      },
    },
    refresh_token: {
      access_token: {
        field: "refresh_token_grant_access_token_lifespan",
        key: "ttl.grants.refresh_token.access_token",
      },
      refresh_token: {
        field: "refresh_token_grant_refresh_token_lifespan",
        key: "ttl.grants.refresh_token.refresh_token",
      },
      id_token: {
        field: "refresh_token_grant_id_token_lifespan",
        key: "ttl.grants.refresh_token.id_token",
      },
    },
  } as const),
);

/** The end of something that begins at `start`, in unix seconds. */
export function endOfLife(start: number, lifespan: number | "never"): number {
  return lifespan === "never" ? END_OF_TIME : Math.min(start + lifespan, END_OF_TIME);
}

/** When the last token can end that any grant type issues to this client at `start`. */
export function endOfLastToken(start: number, client: Client, config: Config): number {
  const ends = userGrants.flatMap((grant) => [
    endOfLife(start, lifespanOf(client, grant, "access_token", config)),
    endOfLife(start, lifespanOf(client, grant, "refresh_token", config)),
  ]);
  return Math.max(...ends);
}

/** The longest life that the settings give to anything that `secrets.system` signs. */
export function longestLifespan(config: Config): number | "never" {
  const keys = [...perGrant.values()].flatMap((sources) => Object.values(sources));
  const spans = [
    ...keys.map(({ key }) => config[key] ?? 0),
    ...Object.values(byKind).map((key) => config[key]),
    config["workspace.ttl.access_token"],
    config["workspace.ttl.refresh_token"],
  ];
  return spans.reduce((longest, span) =>
    longest === "never" || span === "never" ? "never" : Math.max(longest, span),
  );
}

/** The grants of a user's consent. */
const userGrants: readonly IssuingGrant[] = [
  "implicit",
  "authorization_code",
  deviceCodeGrant.name,
  backchannelGrant.name,
  "refresh_token",
];

/** How long an identity assertion for another authorization server is valid. */
export function idJagLifespan(config: Config): number {
  return config["ttl.grants.token_exchange.id_jag"];
}

/** How long a user may take from the beginning of a flow to its end. */
export function flowLifespan(
  { purpose, requested_at }: Pick<Flow, "purpose" | "requested_at">,
  config: Config,
): number {
  const lifespan = interactionLifespan(config);
  switch (purpose.kind) {
    case "installation":
      return Math.min(lifespan, MAX_WORKSPACE_FLOW_LIFESPAN);
    case "device":
      return Math.min(lifespan, purpose.expires_at - requested_at);
    case "authorization":
    case "sign_in":
      return lifespan;
  }
}

/** RFC 6749 §4.1.2 recommends ten minutes for a code; the workspace API applies it to the whole request. */
const MAX_WORKSPACE_FLOW_LIFESPAN = 600;

/** How long a user may take to sign in, consent or confirm a logout. */
export function interactionLifespan(config: Config): number {
  return config["ttl.login_consent_request"];
}

/** How long the request_uri of a pushed authorization request is valid. */
export function pushedRequestLifespan(config: Config): number {
  return config["ttl.pushed_authorization_request"];
}

/** How long a flow is stored: longer than it lives, so that a late user gets an explanation instead of "not found". */
export function storedFlowLifespan(config: Config): number {
  return 2 * interactionLifespan(config);
}

/** How long the codes of a device are valid. */
export function deviceCodeLifespan(config: Config): number {
  return config["ttl.device_user_code"];
}

/** How long a backchannel authentication request is valid, at most. */
export function backchannelRequestLifespan(config: Config): number {
  return config["ttl.backchannel_authentication_request"];
}

/** How long a back-channel logout is retried. */
export function logoutDeliveryLifespan(config: Config): number {
  return config["ttl.backchannel_logout"];
}

/** How long a sign-in on the built-in pages lasts that the user did not ask to be remembered. */
export function browserSessionLifespan(config: Config): number {
  return config["ttl.browser_session"];
}

/** The lifespan of the codes and tokens of the workspace API. */
export function workspaceLifespanOf(
  kind: "access_token" | "refresh_token",
  config: Config,
): number | "never" {
  return config[`workspace.ttl.${kind}`];
}

/** How long a code of the workspace API can be exchanged. */
export function workspaceCodeLifespan(config: Config): number {
  return config["ttl.auth_code"];
}

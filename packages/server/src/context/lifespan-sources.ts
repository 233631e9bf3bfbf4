import type { Config } from "../config/settings.ts";
import type { Client } from "../oauth/client.ts";

/** What issues a token: the `grant_type` of a token request, or `implicit` at the authorization endpoint. */
export type IssuingGrant =
  | "authorization_code"
  | "client_credentials"
  | "implicit"
  | "refresh_token"
  | (string & {});

/** A kind of token, or the code that stands for a grant. */
export type TokenKind = "access_token" | "refresh_token" | "id_token" | "authorization_code";

/** Where the lifespan of one kind of token of one grant type is set. */
interface LifespanSource {
  /** The field of a client that sets it; undefined where clients have none. */
  readonly field?: Extract<keyof Client, `${string}_lifespan`>;
  /** The setting of the grant type; undefined where that of all is to be used. */
  readonly configured: number | "never" | undefined;
  /** Whether the tokens are those of rows which say when they end (`SealedColumn.tokens_end_at`). */
  readonly ends_with_row?: boolean;
}

/** The lifespans of one grant type, where they differ from those of all. */
export type GrantLifespans = { readonly [Kind in TokenKind]?: LifespanSource };

/** By grant type: those of the grant types of a server, and of the implicit grant. */
export type LifespanSources = ReadonlyMap<
  IssuingGrant,
  GrantLifespans & { readonly for_consent: boolean }
>;

/** The settings and what grant types say of lifespans. */
export interface LifespanSettings {
  readonly config: Config;
  readonly lifespans: LifespanSources;
}

/** The sources of all grant types, and of features that issue tokens by themselves. They are read once, so that no name of a setting is put together for each token. */
export function lifespanSources(
  grant_types: Iterable<{
    readonly name: string;
    readonly issues_for_consent?: boolean;
    lifespans?(config: Config): GrantLifespans;
  }>,
  config: Config,
): LifespanSources {
  const sources = new Map<IssuingGrant, GrantLifespans & { readonly for_consent: boolean }>([
    ["implicit", { ...implicitLifespans(config), for_consent: true }],
  ]);
  for (const type of grant_types) {
    const for_consent = type.issues_for_consent ?? false;
    sources.set(type.name, { ...type.lifespans?.(config), for_consent });
  }
  return sources;
}

/** The authorization endpoint issues tokens, too. */
function implicitLifespans(config: Config): GrantLifespans {
  return {
    access_token: {
      field: "implicit_grant_access_token_lifespan",
      configured: config["ttl.grants.implicit.access_token"],
    },
    id_token: {
      field: "implicit_grant_id_token_lifespan",
      configured: config["ttl.grants.implicit.id_token"],
    },
  };
}

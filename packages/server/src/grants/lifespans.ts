import { parseLifespan } from "@latchkey/api";
import type { Config } from "../config/settings.ts";
import type { IssuingGrant, LifespanSettings, TokenKind } from "../context/lifespan-sources.ts";
import { END_OF_TIME } from "../crypto/grant-token.ts";
import type { Client } from "../oauth/client.ts";
import { profileOf, traitsOf } from "../oauth/profiles/profile.ts";

/**
 * How long everything of the core lives: the only file that reads its settings `ttl.*`. Lifespans are in seconds.
 */

/** The lifespan of a token: the field of the client, else the setting of the grant type, else the one of all. */
export function lifespanOf(
  client: Client,
  grant: IssuingGrant,
  kind: "access_token" | "id_token" | "authorization_code",
  settings: LifespanSettings,
): number;
export function lifespanOf(
  client: Client,
  grant: IssuingGrant,
  kind: TokenKind,
  settings: LifespanSettings,
): number | "never";
export function lifespanOf(
  client: Client,
  grant: IssuingGrant,
  kind: TokenKind,
  { config, lifespans }: LifespanSettings,
): number | "never" {
  if (kind === "authorization_code") return codeLifespan(client, config);
  const source = lifespans.get(grant)?.[kind];
  if (source === undefined) return config[byKind[kind]];
  const own = source.field && client[source.field];
  return (
    (own === undefined ? undefined : parseLifespan(own)) ??
    source.configured ??
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

/** The end of something that begins at `start`, in unix seconds. */
export function endOfLife(start: number, lifespan: number | "never"): number {
  return lifespan === "never" ? END_OF_TIME : Math.min(start + lifespan, END_OF_TIME);
}

/** When a grant ends that begins at `start`, whatever is refreshed; undefined where it has no end of its own. */
export function endOfGrant(
  start: number,
  { grant_lifespan }: Client,
  { config }: Pick<LifespanSettings, "config">,
): number | undefined {
  const own = grant_lifespan === undefined ? undefined : parseLifespan(grant_lifespan);
  const lifespan = own ?? config["ttl.grant"];
  return lifespan === undefined ? undefined : endOfLife(start, lifespan);
}

/** When the last token can end that a consent of a user gives this client at `start`. */
export function endOfLastToken(start: number, client: Client, settings: LifespanSettings): number {
  const ends = [...settings.lifespans].flatMap(([grant, { for_consent }]) =>
    for_consent
      ? [
          endOfLife(start, lifespanOf(client, grant, "access_token", settings)),
          endOfLife(start, lifespanOf(client, grant, "refresh_token", settings)),
        ]
      : [],
  );
  return Math.max(...ends);
}

/**
 * The longest life that the settings give to anything that `secrets.system` signs. Without tokens of rows which say themselves when
 * they end, where that was looked at.
 */
export function longestLifespan(
  { config, lifespans }: LifespanSettings,
  { rows_are_known = false } = {},
): number | "never" {
  const sources = [...lifespans.values()].flatMap(({ access_token, refresh_token, id_token }) => [
    access_token,
    refresh_token,
    id_token,
  ]);
  const spans = [
    ...sources.map((source) =>
      rows_are_known && source?.ends_with_row === true ? 0 : (source?.configured ?? 0),
    ),
    ...Object.values(byKind).map((key) => config[key]),
  ];
  return spans.reduce((longest, span) =>
    longest === "never" || span === "never" ? "never" : Math.max(longest, span),
  );
}

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

/** How long a back-channel logout is retried. */
export function logoutDeliveryLifespan(config: Config): number {
  return config["ttl.backchannel_logout"];
}

/** RFC 7662: token introspection. */

import type { JsonObject, OAuth2TokenIntrospection } from "@latchkey/api";
import { type FoundAccessToken, isActive } from "./access-token.ts";
import type { Client } from "./client.ts";
import { detailsFor } from "./authorization-details/locations.ts";
import { detailsOfToken, type GrantedToken, isGrantedTokenActive } from "./grant.ts";
import type { Api } from "./resource/api.ts";
import { scopeForApi } from "./resource/token-rules.ts";
import { tokenTypeOf } from "./token-details.ts";
import { scopeMatches, type ScopeStrategy, splitScope } from "./scope.ts";

/** The request and the settings that apply. */
export interface IntrospectionFacts {
  /** Scopes the token must have to be reported as active. */
  readonly required_scope: readonly string[];
  readonly scope_strategy: ScopeStrategy;
  readonly issuer: string;
  readonly now: number;
}

/** The response. §2.2: of a token that is not active it says nothing else, so that scanning for tokens yields nothing. */
export function decideIntrospection(
  token: FoundAccessToken | GrantedToken | undefined,
  client: Client | undefined,
  { required_scope, scope_strategy, issuer, now }: IntrospectionFacts,
): OAuth2TokenIntrospection {
  if (token === undefined || !isValid(token, client, now)) return inactive;
  const { client_id, subject, scope, audience } = "grant" in token ? token.grant : token;
  if (!required_scope.every((name) => scopeMatches(scope_strategy, scope, name))) return inactive;

  const { issued_at, expires_at } = "grant" in token ? token.token : token;
  const details = detailsOfToken(token, client);
  const claims = {
    active: true,
    scope: scope.join(" "),
    client_id,
    sub: subject,
    exp: expires_at,
    iat: issued_at,
    nbf: issued_at,
    aud: audience,
    iss: issuer,
    token_type: tokenTypeOf(details),
    token_use: "grant" in token ? token.token_use : "access_token",
    ...details,
  } as const;
  const all = { ...claims, ...("grant" in token ? describeGrant(token) : describeRow(token)) };
  return scope.length > 0 ? all : withoutScope(all);
}

function withoutScope<T extends { scope: string }>({ scope: _none, ...rest }: T): Omit<T, "scope"> {
  return rest;
}

/** The client or API that asks, as the client it authenticated as, and the registered APIs of the token's audience. */
export interface CallerFacts {
  readonly caller: Pick<Client, "client_id">;
  /** The `sub` of the token's user for the caller; undefined where it has none. */
  readonly subject: string | undefined;
  readonly apis: readonly Api[];
  readonly scope_strategy: ScopeStrategy;
}

/**
 * §2.2, §4: the response to a client about its own tokens, and to an API. To the API a token for another API is inactive, and so
 * is a refresh token, which no API may accept. The audience is that API alone, the scope has only scopes of the API, and the
 * details leave out those for other APIs alone.
 */
export function limitIntrospection(
  introspection: OAuth2TokenIntrospection,
  { caller, subject, apis, scope_strategy }: CallerFacts,
): OAuth2TokenIntrospection {
  if (!introspection.active) return inactive;
  if (introspection.client_id === caller.client_id) return describeOwn(introspection, subject);
  if (introspection.token_use !== "access_token") return inactive;
  const own = apis.filter(({ introspection_clients }) =>
    introspection_clients.includes(caller.client_id),
  );
  if (own.length === 0) return inactive;
  const names = splitScope(introspection.scope ?? "");
  const scope = names.filter((name) =>
    own.some((api) => scopeForApi([name], api, scope_strategy).length > 0),
  );
  const { scope: _all, authorization_details = [], ...claims } = introspection;
  const identifiers = own.map(({ identifier }) => identifier);
  const details = detailsFor(authorization_details, identifiers);
  return {
    ...claims,
    aud: identifiers,
    ...(details.length > 0 && { authorization_details: details }),
    ...(scope.length > 0 && { scope: scope.join(" ") }),
  };
}

/**
 * The response to the client of the token: without what the consent app and token exchange say to APIs, and with the subject as
 * the client knows it.
 */
function describeOwn(
  introspection: Extract<OAuth2TokenIntrospection, { readonly active: true }>,
  subject: string | undefined,
): OAuth2TokenIntrospection {
  const { ext: _ext, act: _act, may_act: _may_act, obfuscated_subject, ...claims } = introspection;
  const sub = obfuscated_subject ?? subject;
  return sub === undefined ? inactive : { ...claims, sub };
}

/** RFC 9701 §5: the claims of a response as a JWT. It has neither `sub` nor `exp`, so that it is no access token. */
export function describeSignedIntrospection(
  token_introspection: OAuth2TokenIntrospection,
  {
    issuer,
    caller,
    now,
  }: { readonly issuer: string; readonly caller: string; readonly now: number },
) {
  return { iss: issuer, aud: caller, iat: now, token_introspection };
}

const inactive = { active: false } as const;

function isValid(
  token: FoundAccessToken | GrantedToken,
  client: Client | undefined,
  now: number,
): boolean {
  return "grant" in token ? isGrantedTokenActive(token, client, now) : isActive(token, client, now);
}

function describeGrant({ grant: { subject, session } }: GrantedToken) {
  const { id_token_subject, access_token: ext } = session;
  return {
    ...(id_token_subject !== subject && { obfuscated_subject: id_token_subject }),
    ...describeExt(ext),
  };
}

function describeRow({ jwt_subject, ext }: FoundAccessToken) {
  return {
    ...(jwt_subject !== undefined && { obfuscated_subject: jwt_subject }),
    ...describeExt(ext),
  };
}

function describeExt(ext: JsonObject = {}) {
  return Object.keys(ext).length > 0 ? { ext } : {};
}

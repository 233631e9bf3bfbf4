/** RFC 8693: a client exchanges a token for another, to act for its subject. */

import type { JsonObject } from "@latchkey/api";
import type { TokenSource } from "../../../oauth/access-token.ts";
import type { AuthenticatedClient } from "../../../oauth/client.ts";
import {
  decideTargets,
  isTargetAllowed,
  namesOfTargets,
  type TargetPolicy,
  type Targets,
} from "../../../oauth/resource/indicators.ts";
import { err, ok, type Result } from "../../../result.ts";
import { parseScope, scopeMatches, type ScopeStrategy } from "../../../oauth/scope.ts";
import { type Actor, addActor, isAllowedActor } from "./actor.ts";
import type { PresentedToken, PresentedTokens } from "./presented-token.ts";
import type { TokenExchangeRejection } from "./token-exchange-rejection.ts";

/** The `grant_type`. */
export const TOKEN_EXCHANGE_GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";

/** So many tokens are looked at, each time a token is used that was exchanged for them. */
const MAX_SOURCES = 16;

/** The request, parsed. */
export interface TokenExchangeRequest {
  readonly scope: string | undefined;
  readonly targets: Targets;
}

/** The server, the APIs and the settings that apply. */
export interface TokenExchangeOptions extends Pick<TargetPolicy, "apis" | "open_apis"> {
  /** Our issuer. */
  readonly issuer: string;
  readonly scope_strategy: ScopeStrategy;
}

/** What the token is issued with. */
export interface ExchangedToken {
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly act?: JsonObject;
  readonly may_act?: JsonObject;
  readonly sources: readonly TokenSource[];
  /** The records by which foreign tokens of the request are accepted. */
  readonly trusted_issuers?: readonly string[];
  /** Unix seconds: it ends with the tokens that it was exchanged for. */
  readonly expires_at: number;
}

/** Decides what the client gets for a subject token, with an actor token or without. */
export function decideTokenExchange(
  client: AuthenticatedClient,
  presented: PresentedTokens,
  request: TokenExchangeRequest,
  options: TokenExchangeOptions,
): Result<ExchangedToken, TokenExchangeRejection> {
  const { subject, actor } = presented;
  const allowed = verifyMayExchange(client, subject);
  if (!allowed.ok) return allowed;
  const act = decideAct(client, presented, options.issuer);
  if (!act.ok) return act;
  const audience = decideAudience(client, subject, request, options);
  if (!audience.ok) return audience;
  const scope = decideScope(client, subject, request.scope, options.scope_strategy);
  if (!scope.ok) return scope;
  // It ends with each of the tokens that it was exchanged for.
  const sources = sourcesOf(subject, actor);
  const trusted_issuers = [subject, actor].flatMap((token) => token?.trusted_issuer ?? []);
  if (sources.length > MAX_SOURCES) return err({ reason: "chain_too_long" });
  const { may_act, expires_at } = subject;
  return ok({
    subject: subject.subject,
    scope: scope.value,
    audience: audience.value,
    ...(act.value !== undefined && { act: act.value }),
    ...(may_act !== undefined && { may_act }),
    sources,
    ...(trusted_issuers.length > 0 && { trusted_issuers }),
    expires_at: Math.min(expires_at, actor?.expires_at ?? expires_at),
  });
}

/** Whether a client may exchange a token for one of another kind than this server's own, which a feature issues. */
export function verifyForTarget(
  client: AuthenticatedClient,
  { subject, actor }: PresentedTokens,
  { issuer }: Pick<TokenExchangeOptions, "issuer">,
): Result<void, TokenExchangeRejection> {
  if (subject.kind !== "access_token") return err({ reason: "target_needs_access_token" });
  if (actor !== undefined) return err({ reason: "target_takes_no_actor" });
  const allowed = verifyMayExchange(client, subject);
  if (!allowed.ok) return allowed;
  const act = decideAct(client, { subject, actor }, issuer);
  return act.ok ? ok(undefined) : act;
}

/** Two tokens of one grant depend on it once. */
function sourcesOf(
  { sources = [] }: PresentedToken,
  actor: PresentedToken | undefined,
): readonly TokenSource[] {
  const others = actor?.sources?.filter((one) => !sources.some((known) => isSame(known, one)));
  return [...sources, ...(others ?? [])];
}

/** Two texts of the same fields in the same order. */
function isSame(one: TokenSource, other: TokenSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whose tokens a client may exchange: its own, and those that its registration names. */
function verifyMayExchange(
  client: AuthenticatedClient,
  { client_id, issuer }: PresentedToken,
): Result<void, TokenExchangeRejection> {
  const isAllowed =
    client_id === undefined
      ? client.token_exchange_subject_issuers.includes(issuer)
      : client_id === client.client_id || client.token_exchange_subject_clients.includes(client_id);
  return isAllowed
    ? ok(undefined)
    : err({ reason: "exchange_not_allowed", of: client_id ?? issuer });
}

/**
 * §1.1: with delegation the token names the actor: the subject of the actor token, or the client. With impersonation it
 * does not, unless there is an actor token. A client that exchanges its own token is no new actor. Actors that the subject
 * token names stay named.
 */
function decideAct(
  client: AuthenticatedClient,
  { subject, actor: actor_token }: PresentedTokens,
  our_issuer: string,
): Result<JsonObject | undefined, TokenExchangeRejection> {
  const isOwn = subject.client_id === client.client_id;
  if (actor_token === undefined && isOwn) return ok(subject.act);
  const actor = decideActor(client, actor_token, our_issuer);
  if (!actor.ok) return actor;
  const { may_act } = subject;
  if (may_act !== undefined && !isAllowedActor(may_act, actor.value, our_issuer))
    return err({ reason: "actor_not_named" });
  if (actor_token === undefined && client.token_exchange_type === "impersonation")
    return ok(subject.act);
  return addActor(actor.value, subject.act, our_issuer);
}

/** An actor token must be the client's own, so that no client can name another as the actor. */
function decideActor(
  client: AuthenticatedClient,
  token: PresentedToken | undefined,
  our_issuer: string,
): Result<Actor, TokenExchangeRejection> {
  const { client_id } = client;
  if (token === undefined) return ok({ sub: client_id, iss: our_issuer, client_id });
  const isOwn =
    token.client_id === undefined
      ? client.token_exchange_subject_issuers.includes(token.issuer)
      : token.client_id === client_id;
  if (!isOwn) return err({ reason: "actor_not_client" });
  if (token.act !== undefined) return err({ reason: "actor_delegated" });
  const { subject: sub, client_subject, issuer: iss } = token;
  return ok({ sub, iss, client_id, ...(client_subject !== undefined && { client_subject }) });
}

/** The audiences that a request is about: those it names, or else those of the subject token. */
export function possibleTargets(
  { targets }: Pick<TokenExchangeRequest, "targets">,
  { audience, kind }: Pick<PresentedToken, "audience" | "kind">,
): readonly string[] {
  const named = namesOfTargets(targets);
  if (named.length > 0) return named;
  return kind === "access_token" ? audience : []; // The aud of other tokens is a client, or this server.
}

/** Without a target, the token is for those of the subject token that the client may have. */
function decideAudience(
  client: AuthenticatedClient,
  subject: PresentedToken,
  { targets }: TokenExchangeRequest,
  { apis, open_apis }: TokenExchangeOptions,
): Result<readonly string[], TokenExchangeRejection> {
  const policy = { client, apis, open_apis };
  if (namesOfTargets(targets).length > 0) return decideTargets(targets, policy);
  const audience = possibleTargets({ targets }, subject);
  const kept = audience.filter((name) => isTargetAllowed(name, policy));
  return kept.length > 0 || audience.length === 0 ? ok(kept) : err({ reason: "target_missing" });
}

function decideScope(
  client: AuthenticatedClient,
  subject: PresentedToken,
  text: string | undefined,
  strategy: ScopeStrategy,
): Result<readonly string[], TokenExchangeRejection> {
  const isAllowed = (name: string): boolean => scopeMatches(strategy, client.scope, name);
  // The scopes of our tokens are names, and those of a trusted issuer or a client may be patterns.
  const heldBy = subject.kind === "foreign" || subject.kind === "named" ? strategy : "exact";
  const isHeld = (name: string): boolean =>
    scopeMatches(heldBy, subject.scope, name) ||
    scopeMatches(strategy, client.token_exchange_scope, name);
  if (text === undefined)
    return ok(subject.kind === "access_token" ? subject.scope.filter(isAllowed) : []);

  const requested = parseScope(text);
  if (!requested.ok) return requested;
  const lacking = requested.value.find((name) => !isHeld(name));
  if (lacking !== undefined) return err({ reason: "scope_not_in_subject_token", scope: lacking });
  const forbidden = requested.value.find((name) => !isAllowed(name));
  if (forbidden !== undefined) return err({ reason: "scope_not_allowed", scope: forbidden });
  return requested;
}

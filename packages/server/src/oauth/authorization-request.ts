/** RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1: what a client may ask of a person. */

import { audienceMatches, parseAudience } from "./audience.ts";
import {
  type AuthorizationObjection,
  describeAuthorizationObjection,
} from "./authorization-objection.ts";
import { type Destination, findDestination } from "./authorization-destination.ts";
import type { Client } from "./client.ts";
import { type FormFields, repeatedParameter } from "./form-fields.ts";
import type { OAuthError } from "./oauth-error.ts";
import { parseOpenIdParameters } from "./openid-parameters.ts";
import { type CodeChallenge, parseCodeChallenge, type PkcePolicy } from "./pkce.ts";
import { parseResponseType } from "./response-type.ts";
import { err, ok, type Result } from "./result.ts";
import { parseScope, scopeMatches, type ScopeStrategy } from "./scope.ts";

/** An authorization request that was checked and completed. */
export interface AuthorizationRequest {
  readonly client_id: string;
  /** Each of `code`, `token`, `id_token` at most once, in alphabetical order. */
  readonly response_type: readonly ResponseType[];
  readonly response_mode: ResponseMode;
  readonly redirect_uri: string;
  /** Whether the client sent it, or left it to its registration. */
  readonly redirect_uri_sent: boolean;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  readonly state?: string;
  readonly code_challenge?: CodeChallenge;
  readonly nonce?: string;
  readonly prompt: readonly Prompt[];
  /** Seconds. */
  readonly max_age?: number;
  readonly id_token_hint?: string;
  readonly login_hint?: string;
  readonly display?: string;
  readonly ui_locales: readonly string[];
  readonly acr_values: readonly string[];
}

export type ResponseType = "code" | "id_token" | "token";
export type ResponseMode = "query" | "fragment" | "form_post";
export type Prompt = "none" | "login" | "consent";

/** How this server is set up to be asked. */
export interface AuthorizationOptions {
  readonly scope_strategy: ScopeStrategy;
  /** The fewest characters of `state`, and of a `nonce` that the browser gets to see. */
  readonly min_parameter_entropy: number;
  readonly pkce: PkcePolicy;
  /** What may be http although it leaves the machine, letter by letter. */
  readonly insecure_redirect_uris: readonly string[];
}

/** A refusal, and who may hear it: the client, once we know where it really is; before that, the person at the screen. */
export type AuthorizationRejection =
  | { readonly deliver: "here"; readonly error: OAuthError }
  | ({ readonly deliver: "client"; readonly error: OAuthError } & Destination);

/** Checks a request, the destination first: until that is sure, nothing may be sent to it. */
export function parseAuthorizationRequest(
  params: FormFields,
  client: Client | undefined,
  options: AuthorizationOptions,
): Result<AuthorizationRequest, AuthorizationRejection> {
  if (client === undefined) return here(strangerOf(params));
  const destination = findDestination(params, client, options.insecure_redirect_uris);
  if (!destination.ok) return here(destination.error);

  const parameter = repeatedParameter(params);
  const request =
    parameter === undefined
      ? readRequest(params, client, destination.value, options)
      : err({ reason: "parameter_repeated", parameter } as const);
  if (request.ok) return request;
  const error = describeAuthorizationObjection(request.error);
  return err({ deliver: "client", error, ...destination.value });
}

function here(objection: AuthorizationObjection): Result<never, AuthorizationRejection> {
  return err({ deliver: "here", error: describeAuthorizationObjection(objection) });
}

function strangerOf(params: FormFields): AuthorizationObjection {
  return { reason: params.get("client_id") === undefined ? "client_id_missing" : "client_unknown" };
}

function readRequest(
  params: FormFields,
  client: Client,
  { redirect_uri, response_mode, state = "" }: Destination,
  options: AuthorizationOptions,
): Result<AuthorizationRequest, AuthorizationObjection> {
  const entitlement = readEntitlement(params, client, options);
  if (!entitlement.ok) return entitlement;
  if (params.get("registration") !== undefined) return err({ reason: "registration_sent" });

  const response_type = parseResponseType(params.get("response_type"), client);
  if (!response_type.ok) return response_type;
  const isCodeAlone = response_type.value.join(" ") === "code";
  if (response_mode === "query" && !isCodeAlone) {
    return err({ reason: "response_mode_reveals_tokens" });
  }
  const least = options.min_parameter_entropy;
  if (state.length < least) return err({ reason: "state_too_short", least });

  const openid = parseOpenIdParameters(params, response_type.value, least);
  if (!openid.ok) return openid;
  const challenge = readCodeChallenge(params, client, response_type.value, options);
  if (!challenge.ok) return challenge;
  return ok({
    client_id: client.client_id,
    response_type: response_type.value,
    response_mode,
    redirect_uri,
    redirect_uri_sent: params.get("redirect_uri") !== undefined,
    ...entitlement.value,
    ...openid.value,
    ...(challenge.value !== undefined && { code_challenge: challenge.value }),
    ...carry(params),
    ui_locales: wordsOf(params.get("ui_locales")),
    acr_values: wordsOf(params.get("acr_values")),
  });
}

function readEntitlement(
  params: FormFields,
  client: Client,
  { scope_strategy }: AuthorizationOptions,
): Result<Pick<AuthorizationRequest, "scope" | "audience">, AuthorizationObjection> {
  const wanted = parseScope(params.get("scope") ?? "");
  if (!wanted.ok) return wanted;
  const scope = wanted.value.find((word) => !scopeMatches(scope_strategy, client.scope, word));
  if (scope !== undefined) return err({ reason: "scope_not_allowed", scope });

  const audiences = parseAudience(params.getAll("audience"));
  const audience = audiences.find((word) => !audienceMatches(client.audience, word));
  if (audience !== undefined) return err({ reason: "audience_not_allowed", audience });
  return ok({ scope: wanted.value, audience: audiences });
}

/** Where no code is issued there is nothing to prove. */
function readCodeChallenge(
  params: FormFields,
  client: Client,
  response_type: readonly ResponseType[],
  { pkce }: AuthorizationOptions,
): Result<CodeChallenge | undefined, AuthorizationObjection> {
  if (!response_type.includes("code")) return ok(undefined);
  const code_challenge = params.get("code_challenge");
  const code_challenge_method = params.get("code_challenge_method");
  return parseCodeChallenge({ code_challenge, code_challenge_method }, client, pkce);
}

const carried = ["state", "id_token_hint", "login_hint", "display"] as const;

/** What is passed on as it came. */
function carry(params: FormFields): { readonly [Name in (typeof carried)[number]]?: string } {
  const sent = carried.map((name) => [name, params.get(name)] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}

function wordsOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(" ").filter((word) => word !== "");
}

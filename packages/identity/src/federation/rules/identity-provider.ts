/** An identity provider as the server has it, and how requests change it. */

import {
  type accountCreationRules,
  type IdentityProviderInput,
  identityProviderInput,
  isIdentityProviderPreset,
  presetOf,
} from "@latchkey/api";
import {
  err,
  type OAuthError,
  ok,
  readInput,
  type Result,
  timestamp,
} from "@latchkey/server/feature/rules";

/** Another server with which users sign in. */
export interface ProviderRecord {
  readonly id: string;
  readonly preset: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Of an OpenID provider, whose endpoints are discovered. */
  readonly issuer?: string;
  readonly client_id: string;
  /** The secret; of Apple the private key, as PEM. Undefined too when no system secret opens it any more. */
  readonly client_secret?: string;
  readonly token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none";
  readonly apple_team_id?: string;
  readonly apple_key_id?: string;
  readonly scope: readonly string[];
  readonly authorization_parameters: Readonly<Record<string, string>>;
  readonly response_mode: "query" | "form_post";
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly userinfo_endpoint?: string;
  readonly emails_endpoint?: string;
  readonly subject_claim: string;
  /** Our claim, and theirs. */
  readonly claims: Readonly<Record<string, string>>;
  readonly groups_claim?: string;
  /** Their group, and ours. */
  readonly groups: Readonly<Record<string, string>>;
  readonly create_accounts: (typeof accountCreationRules)[number];
  readonly email_domains: readonly string[];
  readonly trust_email_verified: boolean;
  readonly trust_amr: boolean;
  readonly sign_out: boolean;
  /** Whether its tokens are kept for clients with the right to them. */
  readonly keep_tokens: boolean;
  /** Unix seconds. */
  readonly created_at: number;
  readonly updated_at: number;
}

/** A provider as responses hold it, without its secret and what the settings of the server add. */
export function withoutSecret({ client_secret, ...provider }: ProviderRecord) {
  return {
    ...provider,
    has_client_secret: client_secret !== undefined,
    created_at: timestamp(provider.created_at),
    updated_at: timestamp(provider.updated_at),
  };
}

/** OpenID Connect Core §5.1: what most providers call as we do. */
const standardClaims: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "name",
    "given_name",
    "family_name",
    "preferred_username",
    "email",
    "email_verified",
    "picture",
    "locale",
  ].map((name) => [name, name]),
);

/** Parses the body of a new provider. */
export function readNewProvider(body: unknown, now: number): Result<ProviderRecord, OAuthError> {
  const read = readInput(body, identityProviderInput);
  if (!read.ok) return read;
  const { id, preset = "custom" } = read.value;
  if (id === undefined) return refuse("The identity provider needs an id.");
  const known = isIdentityProviderPreset(preset) ? presetOf(preset) : undefined;
  const before: ProviderRecord = {
    id,
    preset,
    name: known?.name ?? id,
    enabled: true,
    client_id: "",
    token_endpoint_auth_method: "client_secret_basic",
    scope: ["openid", "profile", "email"],
    authorization_parameters: {},
    response_mode: "query",
    subject_claim: "sub",
    claims: standardClaims,
    groups: {},
    create_accounts: "never",
    email_domains: [],
    trust_email_verified: true,
    trust_amr: false,
    sign_out: false,
    keep_tokens: false,
    created_at: now,
    updated_at: now,
    ...known?.fields,
  };
  return verifyComplete(merge(before, read.value, now));
}

/** Parses the changes to a provider. */
export function readProviderChange(
  body: unknown,
  present: ProviderRecord,
  now: number,
): Result<ProviderRecord, OAuthError> {
  const read = readInput(body, identityProviderInput);
  if (!read.ok) return read;
  const { id = present.id } = read.value;
  if (id !== present.id) return refuse("The id of an identity provider cannot be changed.");
  return verifyComplete(merge(present, read.value, now));
}

function merge(
  before: ProviderRecord,
  given: IdentityProviderInput,
  updated_at: number,
): ProviderRecord {
  const {
    id: _id,
    has_client_secret: _has,
    redirect_uri: _redirect,
    post_logout_redirect_uri: _return,
    created_at: _created,
    updated_at: _updated,
    problem: _problem,
    client_secret = before.client_secret,
    ...fields
  } = given;
  const { client_secret: _secret, ...others } = before;
  const secret = client_secret !== undefined && client_secret !== "" && { client_secret };
  return { ...others, ...fields, ...secret, updated_at };
}

function verifyComplete(provider: ProviderRecord): Result<ProviderRecord, OAuthError> {
  const problem = problemOf(provider);
  return problem === undefined ? ok(provider) : refuse(problem);
}

/** Why users could not sign in with it, as a sentence. */
function problemOf(provider: ProviderRecord): string | undefined {
  const { issuer, authorization_endpoint, token_endpoint, userinfo_endpoint } = provider;
  if (provider.client_id === "") return "The identity provider needs a client_id.";
  const isOpenId = issuer !== undefined;
  const endpoints = [authorization_endpoint, token_endpoint, userinfo_endpoint];
  if (isOpenId && endpoints.some((endpoint) => endpoint !== undefined))
    return "The endpoints of an issuer are discovered: send the issuer, or the endpoints.";
  if (!isOpenId && endpoints.includes(undefined))
    return "The identity provider needs an issuer, or all of authorization_endpoint, token_endpoint and userinfo_endpoint.";
  if (isOpenId && !provider.scope.includes("openid"))
    return "The scope of an OpenID provider contains openid.";
  if ((provider.apple_team_id === undefined) !== (provider.apple_key_id === undefined))
    return "The fields apple_team_id and apple_key_id belong together.";
  const reserved = Object.keys(provider.authorization_parameters).find((name) =>
    RESERVED.has(name),
  );
  if (reserved !== undefined)
    return `The parameter ${reserved} is the server's: leave it out of authorization_parameters.`;
  if (provider.create_accounts === "verified_email_domain" && provider.email_domains.length === 0)
    return "The rule verified_email_domain needs email_domains.";
  return undefined;
}

/** What the server sends itself. */
const RESERVED: ReadonlySet<string> = new Set([
  "client_id",
  "client_secret",
  "code_challenge",
  "code_challenge_method",
  "nonce",
  "redirect_uri",
  "request",
  "request_uri",
  "response_mode",
  "response_type",
  "scope",
  "state",
]);

/** Every URL of it that the server sends requests to. */
export function requestedUrlsOf(provider: ProviderRecord): readonly string[] {
  const { issuer, token_endpoint, userinfo_endpoint, emails_endpoint } = provider;
  return [issuer, token_endpoint, userinfo_endpoint, emails_endpoint].filter(
    (url) => url !== undefined,
  );
}

function refuse(error_description: string): Result<never, OAuthError> {
  return err({ error: "invalid_request", error_description });
}

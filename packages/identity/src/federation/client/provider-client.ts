import type { JsonObject } from "@latchkey/api";
import type { Outbound } from "@latchkey/server/feature/endpoints";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  ResponseBodyError,
} from "openid-client";
import { type ProviderRecord, requestedUrlsOf } from "../rules/identity-provider.ts";
import { type ProviderTokens, readTokens } from "../rules/provider-tokens.ts";
import { signAppleSecret } from "./apple-secret.ts";
import { OutboundFetchError, outboundFetch } from "./outbound-fetch.ts";

/** A client of identity providers: OpenID Connect, and OAuth 2.0 alone. */
export interface ProviderClient {
  /** Where the user signs in, and what the response is checked with. */
  start(
    provider: ProviderRecord,
    request: {
      readonly state: string;
      readonly redirect_uri: string;
      /** Seconds ago that the user may have signed in there: 0 asks for a new sign-in. */
      readonly max_age: number | undefined;
    },
  ): Promise<{ readonly url: string } & ResponseChecks>;
  /** Exchanges the code of a response and verifies what comes with it. Rejects with a `ProviderError`. */
  finish(
    provider: ProviderRecord,
    response: URL,
    checks: ResponseChecks & { readonly state: string },
  ): Promise<ProviderResponse>;
  /** RFC 6749 §6: new tokens for the user to whom a refresh token was issued. Rejects with a `ProviderError`. */
  refresh(
    provider: ProviderRecord,
    kept: { readonly refresh_token: string; readonly provider_subject: string },
  ): Promise<ProviderTokens>;
  /** OpenID Connect RP-Initiated Logout §2: where the user signs out. Undefined where the provider has no such place. */
  signOutUrl(
    provider: ProviderRecord,
    request: {
      readonly id_token: string | undefined;
      readonly post_logout_redirect_uri: string;
      readonly state: string;
    },
  ): Promise<string | undefined>;
}

interface ResponseChecks {
  readonly nonce: string;
  readonly code_verifier: string;
}

/** What a provider says of the user. */
export interface ProviderResponse {
  readonly claims: JsonObject;
  /** Which of them identifies the user. */
  readonly subject_claim: string;
  readonly id_token: string | undefined;
  /** Undefined where they cannot be kept. */
  readonly tokens: ProviderTokens | undefined;
  /** When the user signed in there, in unix seconds, where the ID token says so. */
  readonly auth_time: number | undefined;
}

/** The provider cannot be used, or its response is not acceptable. The message has nothing of what it sent. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** Whether the provider does not accept a code or a refresh token, and will not later either. */
  readonly is_refusal: boolean;

  constructor(message: string, { is_refusal = false } = {}) {
    super(message);
    this.is_refusal = is_refusal;
  }
}

/** How long what a provider publishes of itself is used, in milliseconds. */
const CACHED_FOR = 10 * 60_000;

/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 30;

export function createProviderClient(
  outbound: Pick<Outbound, "request">,
  now_ms: () => number,
): ProviderClient {
  const known = new Map<string, KnownProvider>();

  const configure = async (provider: ProviderRecord): Promise<Configuration> => {
    const record = JSON.stringify(provider);
    const present = known.get(provider.id);
    if (present !== undefined && present.record === record && present.until > now_ms())
      return present.configuration;
    const configuration = load(provider, outbound, now_ms());
    known.set(provider.id, { record, configuration, until: now_ms() + CACHED_FOR });
    // Not kept: the next user tries again.
    configuration.catch(() => known.delete(provider.id));
    return configuration;
  };

  return {
    start: (provider, { state, redirect_uri, max_age }) =>
      asProviderError(async () => {
        const configuration = await configure(provider);
        const [nonce, code_verifier] = [randomNonce(), randomPKCECodeVerifier()];
        const url = buildAuthorizationUrl(configuration, {
          ...provider.authorization_parameters,
          redirect_uri,
          scope: provider.scope.join(" "),
          state,
          code_challenge: await calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: "S256",
          ...(isOpenId(provider) && { nonce, ...freshnessOf(provider, max_age) }),
          ...(provider.response_mode !== "query" && { response_mode: provider.response_mode }),
        });
        return { url: url.href, nonce, code_verifier };
      }),

    finish: (provider, response, { state, nonce, code_verifier }) =>
      asProviderError(async () => {
        const configuration = await configure(provider);
        const checks = { expectedState: state, pkceCodeVerifier: code_verifier };
        if (!isOpenId(provider)) {
          // RFC 9207 §2.4: there is no issuer to compare with. The state says which provider the user was sent to.
          response.searchParams.delete("iss");
          const tokens = await authorizationCodeGrant(configuration, response, checks);
          const claims = await describeUser(provider, configuration, tokens.access_token);
          return {
            claims,
            subject_claim: provider.subject_claim,
            id_token: undefined,
            auth_time: undefined,
            tokens: readTokens(tokens),
          };
        }
        const tokens = await authorizationCodeGrant(configuration, response, {
          ...checks,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const proven = tokens.claims();
        if (proven === undefined) throw new ProviderError("There is no ID token.");
        const { userinfo_endpoint } = configuration.serverMetadata();
        // OpenID Connect Core §5.3.2: the userinfo of another subject is refused.
        const described =
          userinfo_endpoint === undefined
            ? {}
            : await fetchUserInfo(configuration, tokens.access_token, proven.sub);
        return {
          claims: { ...described, ...proven },
          subject_claim: "sub",
          id_token: tokens.id_token,
          tokens: readTokens(tokens),
          auth_time: proven.auth_time,
        };
      }),

    refresh: (provider, { refresh_token, provider_subject }) =>
      asProviderError(async () => {
        const configuration = await configure(provider);
        const response = await refreshTokenGrant(configuration, refresh_token);
        // OpenID Connect Core §12.2: an ID token of a refresh is that of the same user.
        const sub = response.claims()?.sub;
        if (sub !== undefined && sub !== provider_subject)
          throw new ProviderError("The tokens are those of another user.");
        const tokens = readTokens(response);
        if (tokens === undefined) throw new ProviderError("The tokens are not bearer tokens.");
        return tokens;
      }),

    signOutUrl: (provider, { id_token, ...parameters }) =>
      asProviderError(async () => {
        const configuration = await configure(provider);
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        const hint = id_token === undefined ? {} : { id_token_hint: id_token };
        return buildEndSessionUrl(configuration, { ...parameters, ...hint }).href;
      }),
  };
}

interface KnownProvider {
  /** The record, in JSON: another one is configured anew. */
  readonly record: string;
  readonly configuration: Promise<Configuration>;
  /** Milliseconds. */
  readonly until: number;
}

function isOpenId({ issuer }: ProviderRecord): boolean {
  return issuer !== undefined;
}

/** OpenID Connect Core §3.1.2.1. With `max_age`, the ID token says when the user signed in; `prompt` is what more providers know. */
function freshnessOf(
  { authorization_parameters }: ProviderRecord,
  max_age: number | undefined,
): Readonly<Record<string, string>> {
  if (max_age === undefined) return {};
  const asked = { max_age: String(max_age) };
  if (max_age > 0) return asked;
  const prompts = (authorization_parameters["prompt"] ?? "").split(" ").filter(Boolean);
  return { ...asked, prompt: [...new Set(["login", ...prompts])].join(" ") };
}

async function load(
  provider: ProviderRecord,
  outbound: Pick<Outbound, "request">,
  now_ms: number,
): Promise<Configuration> {
  const { issuer, client_id } = provider;
  const fetch = outboundFetch(outbound, requestedUrlsOf(provider));
  const authentication = await authenticationOf(provider, Math.floor(now_ms / 1000));
  // Times are compared with the server's clock.
  const metadata = {
    [clockSkew]: Math.round((now_ms - Date.now()) / 1000),
    [clockTolerance]: CLOCK_TOLERANCE,
  };
  if (issuer !== undefined) {
    return discovery(new URL(issuer), client_id, metadata, authentication, {
      [customFetch]: fetch,
      // Whether plain http is allowed is the decision of the outbound requests: on this machine, in development.
      execute: [allowInsecureRequests, enableNonRepudiationChecks],
    });
  }
  const { authorization_endpoint = "", token_endpoint = "" } = provider;
  const server = { issuer: new URL(token_endpoint).origin, authorization_endpoint, token_endpoint };
  const configuration = new Configuration(server, client_id, metadata, authentication);
  configuration[customFetch] = fetch;
  allowInsecureRequests(configuration);
  return configuration;
}

async function authenticationOf(provider: ProviderRecord, now: number): Promise<ClientAuth> {
  const { client_secret, client_id, apple_team_id, apple_key_id } = provider;
  if (provider.token_endpoint_auth_method === "none") return None();
  if (client_secret === undefined) throw new ProviderError("The client secret is missing.");
  const secret =
    apple_team_id === undefined || apple_key_id === undefined
      ? client_secret
      : await signAppleSecret(
          { team_id: apple_team_id, key_id: apple_key_id, client_id, private_key: client_secret },
          now,
        );
  return provider.token_endpoint_auth_method === "client_secret_post"
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret);
}

/** Reads the user of a provider with OAuth 2.0 alone. */
async function describeUser(
  { userinfo_endpoint = "", emails_endpoint }: ProviderRecord,
  configuration: Configuration,
  access_token: string,
): Promise<JsonObject> {
  const get = async (url: string): Promise<unknown> => {
    const headers = new Headers({ accept: "application/json" });
    const reply = await fetchProtectedResource(
      configuration,
      access_token,
      new URL(url),
      "GET",
      undefined,
      headers,
    );
    if (reply.status !== 200) throw new ProviderError(`The provider responded ${reply.status}.`);
    return reply.json();
  };
  const user = await get(userinfo_endpoint);
  if (!isObject(user)) throw new ProviderError("The user is not described by a JSON object.");
  if (emails_endpoint === undefined) return user;
  // What the user entered for others to see is replaced by what was verified.
  const { email: _, email_verified: __, ...rest } = user;
  const addresses = await get(emails_endpoint);
  const primary = Array.isArray(addresses)
    ? addresses.find((one) => isObject(one) && one["primary"] === true && one["verified"] === true)
    : undefined;
  return isObject(primary) ? { ...rest, email: primary["email"], email_verified: true } : rest;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The causes are the library's, and may contain what the provider sent: the code alone is kept. */
async function asProviderError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(reasonOf(error), { is_refusal: isRefusal(error) });
  }
}

/** RFC 6749 §5.2. GitHub responds 200 all the same, with a code of its own. */
const REFUSALS: readonly unknown[] = ["invalid_grant", "bad_refresh_token"];

function isRefusal(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return REFUSALS.includes(error.error);
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) cause = cause.cause;
  return isObject(cause) && isObject(cause["body"]) && REFUSALS.includes(cause["body"]["error"]);
}

const MAX_CAUSES = 5;

function reasonOf(error: unknown): string {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    if (cause instanceof OutboundFetchError) return cause.message;
    if (cause.cause === undefined || !(cause.cause instanceof Error)) break;
    cause = cause.cause;
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "The response of the provider is not acceptable.";
}

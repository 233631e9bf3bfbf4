import type { JsonObject } from "@latchkey/api";
import type { Outbound, UrlOwner } from "@latchkey/server/feature/endpoints";
import type { Result } from "@latchkey/server/feature/rules";
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
  fetchProtectedResource,
  fetchUserInfo,
  type IDToken,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  refreshTokenGrant,
} from "openid-client";
import { type ProviderRecord, requestedUrlsOf } from "../rules/identity-provider.ts";
import { type ProviderTokens, readTokens } from "../rules/provider-tokens.ts";
import { signAppleSecret } from "./apple-secret.ts";
import { outboundFetch, ownerOf } from "./outbound-fetch.ts";
import { asProviderError, ProviderError } from "./provider-error.ts";

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

/** How long what a provider publishes of itself is used, in milliseconds. */
const CACHED_FOR = 10 * 60_000;

/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 30;

/** What a provider client needs of the server. */
interface ProviderClientOptions {
  readonly outbound: Pick<Outbound, "request">;
  /**
   * Verifies the signature of a JWT with the keys at a URL, which are fetched again where they have not the one that it names. The
   * error is the reason. Throws a `KeysUnavailableError`.
   */
  readonly verifySignature: (
    jwt: string,
    jwks_uri: string,
    owner: UrlOwner,
  ) => Promise<Result<unknown, string>>;
  readonly now_ms: () => number;
}

export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { outbound, verifySignature, now_ms } = options;
  const known = new Map<string, KnownProvider>();

  const configure = async (provider: ProviderRecord): Promise<Configuration> => {
    const record = JSON.stringify(provider);
    const present = known.get(provider.id);
    if (present !== undefined && present.record === record && present.until > now_ms())
      return present.configuration;
    const configuration = asProviderError("metadata", () => load(provider, outbound, now_ms()));
    known.set(provider.id, { record, configuration, until: now_ms() + CACHED_FOR });
    // Not kept: the next user tries again.
    configuration.catch(() => known.delete(provider.id));
    return configuration;
  };

  /** What the library does not verify of an ID token: who it was issued to, and the signature. */
  const verifyIdToken = async (
    { id_token, claims }: IssuedIdToken,
    configuration: Configuration,
    provider: ProviderRecord,
  ): Promise<IDToken | undefined> => {
    const proven = claims();
    if (proven === undefined || id_token === undefined) return undefined;
    const { jwks_uri } = configuration.serverMetadata();
    const { azp } = proven;
    if (azp !== undefined && azp !== configuration.clientMetadata().client_id)
      throw new ProviderError("provider_azp_wrong");
    if (jwks_uri === undefined) throw new ProviderError("provider_metadata_invalid", "jwks_uri");
    const verified = await verifySignature(
      id_token,
      jwks_uri,
      ownerOf(jwks_uri, requestedUrlsOf(provider)),
    );
    if (!verified.ok) throw signatureError(verified.error);
    return proven;
  };

  return {
    async start(provider, { state, redirect_uri, max_age }) {
      const configuration = await configure(provider);
      return asProviderError("metadata", async () => {
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
      });
    },

    async finish(provider, response, { state, nonce, code_verifier }) {
      const configuration = await configure(provider);
      const checks = { expectedState: state, pkceCodeVerifier: code_verifier };
      if (!isOpenId(provider)) {
        // RFC 9207 §2.4: there is no issuer to compare with. The state says which provider the user was sent to.
        response.searchParams.delete("iss");
        const tokens = await asProviderError("token", () =>
          authorizationCodeGrant(configuration, response, checks),
        );
        const claims = await asProviderError("userinfo", () =>
          describeUser(provider, configuration, tokens.access_token),
        );
        return {
          claims,
          subject_claim: provider.subject_claim,
          id_token: undefined,
          auth_time: undefined,
          tokens: readTokens(tokens),
        };
      }
      verifyResponseIssuer(response, configuration);
      const [tokens, proven] = await asProviderError("token", async () => {
        const issued = await authorizationCodeGrant(configuration, response, {
          ...checks,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return [issued, await verifyIdToken(issued, configuration, provider)] as const;
      });
      if (proven === undefined) throw new ProviderError("provider_id_token_missing");
      const { userinfo_endpoint } = configuration.serverMetadata();
      // OpenID Connect Core §5.3.2: the userinfo of another subject is refused.
      const described =
        userinfo_endpoint === undefined
          ? {}
          : await asProviderError("userinfo", () =>
              fetchUserInfo(configuration, tokens.access_token, proven.sub),
            );
      return {
        claims: { ...described, ...proven },
        subject_claim: "sub",
        id_token: tokens.id_token,
        tokens: readTokens(tokens),
        auth_time: proven.auth_time,
      };
    },

    async refresh(provider, { refresh_token, provider_subject }) {
      const configuration = await configure(provider);
      return asProviderError("token", async () => {
        const response = await refreshTokenGrant(configuration, refresh_token);
        // OpenID Connect Core §12.2: an ID token of a refresh is that of the same user.
        const sub = (await verifyIdToken(response, configuration, provider))?.sub;
        if (sub !== undefined && sub !== provider_subject)
          throw new ProviderError("provider_user_other");
        const tokens = readTokens(response);
        if (tokens === undefined)
          throw new ProviderError("provider_response_invalid", "token_type");
        return tokens;
      });
    },

    async signOutUrl(provider, { id_token, ...parameters }) {
      const configuration = await configure(provider);
      return asProviderError("metadata", async () => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        const hint = id_token === undefined ? {} : { id_token_hint: id_token };
        return buildEndSessionUrl(configuration, { ...parameters, ...hint }).href;
      });
    },
  };
}

type IssuedIdToken = Pick<Awaited<ReturnType<typeof refreshTokenGrant>>, "id_token" | "claims">;

/** RFC 9207 §2.4: before the code is sent anywhere. */
function verifyResponseIssuer({ searchParams }: URL, configuration: Configuration): void {
  const { issuer, authorization_response_iss_parameter_supported: isSent } =
    configuration.serverMetadata();
  const iss = searchParams.get("iss");
  if (iss === null ? isSent === true : iss !== issuer)
    throw new ProviderError("provider_response_iss_wrong");
}

/** Why a signature is not accepted, as `verifyWithKeysOf` says it. */
function signatureError(reason: string): ProviderError {
  const [, keys] = /^jwks_uri: (.*)$/.exec(reason) ?? [];
  if (keys !== undefined) {
    const isRefused = /^(?:address_refused|scheme_refused|url_malformed|redirected)$/.test(keys);
    return new ProviderError(
      isRefused ? "provider_address_refused" : "provider_metadata_invalid",
      reason,
    );
  }
  if (reason === "key_unknown") return new ProviderError("provider_key_unknown");
  if (reason === "signature_mismatch") return new ProviderError("provider_signature_wrong");
  return new ProviderError("provider_id_token_invalid", reason);
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
      execute: [allowInsecureRequests],
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
  if (client_secret === undefined) throw new ProviderError("provider_secret_missing");
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
    if (reply.status !== 200) {
      const reason = reply.status >= 500 ? "provider_failed" : "provider_userinfo_failed";
      throw new ProviderError(reason, String(reply.status));
    }
    return reply.json();
  };
  const user = await get(userinfo_endpoint);
  if (!isObject(user)) throw new ProviderError("provider_userinfo_failed");
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

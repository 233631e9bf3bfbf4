/** The rules of the security profiles, each with the clause it comes from. */

import { CIBA_GRANT } from "../grant-type.ts";
import { err, ok, type Result } from "../../result.ts";
import { fapiAlgorithms, type ProfileName, type StrictProfile } from "./profile.ts";

/** What the rules look at in a client. */
export interface ProfiledClient {
  readonly token_endpoint_auth_method: string;
  readonly response_types: readonly string[];
  readonly grant_types: readonly string[];
  readonly redirect_uris: readonly string[];
  readonly dpop_bound_access_tokens?: boolean | undefined;
  readonly tls_client_certificate_bound_access_tokens?: boolean | undefined;
  readonly token_endpoint_auth_signing_alg?: string | undefined;
  readonly id_token_signed_response_alg?: string | undefined;
  readonly request_object_signing_alg?: string | undefined;
  readonly backchannel_authentication_request_signing_alg?: string | undefined;
  readonly authorization_signed_response_alg?: string | undefined;
  readonly userinfo_signed_response_alg?: string | undefined;
  readonly introspection_signed_response_alg?: string | undefined;
}

/** An authorization request that is otherwise valid, and how it arrived. */
export interface ProfiledAuthorization {
  readonly client: ProfiledClient;
  readonly response_type: readonly string[];
  readonly response_mode: string;
  readonly redirect_uri: string;
  readonly redirect_uri_sent: boolean;
  readonly code_challenge?: string | undefined;
  /** RFC 9126: by the pushed authorization request endpoint. */
  readonly pushed: boolean;
  /** RFC 9101: in a signed request object. */
  readonly signed: boolean;
}

/** A token request of a client that authenticated. */
export interface ProfiledTokenRequest {
  readonly client: ProfiledClient;
  /** Whether it proved the key that its tokens will be bound to. */
  readonly proves_key: boolean;
}

/** A request with an access token, at an endpoint of this server. */
export interface ProfiledTokenUse {
  /** Where the request had the token. */
  readonly place: "header" | "form" | "query";
}

/** One rule. It applies to the profiles that it has a clause of. */
export interface ProfileRule {
  readonly requirement: string;
  readonly clauses: { readonly [Name in StrictProfile]?: string };
  readonly fix: string;
  /** Whether the registration of a client allows it to follow the rule. */
  readonly registration?: (client: ProfiledClient) => boolean;
  /** Whether an authorization request follows it. */
  readonly authorization?: (request: ProfiledAuthorization) => boolean;
  /** Whether a token request follows it. */
  readonly token?: (request: ProfiledTokenRequest) => boolean;
  /** Whether a request with an access token follows it. */
  readonly use?: (request: ProfiledTokenUse) => boolean;
}

const STRONG_METHODS = ["private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"];

/** The same clause for both FAPI profiles: message signing contains the security profile. */
function fapi(section: string) {
  return {
    fapi2: section,
    "fapi2-message-signing": `FAPI 2.0 Security Profile ${section}`,
  } as const;
}

const isStrong = ({ token_endpoint_auth_method }: ProfiledClient) =>
  STRONG_METHODS.includes(token_endpoint_auth_method);
const isBound = (client: ProfiledClient) =>
  client.dpop_bound_access_tokens === true ||
  client.tls_client_certificate_bound_access_tokens === true;
/** A client that registers no algorithm gets RS256, or may sign with it: the profile does not allow that. */
const isFapiAlgorithm = (alg: string | undefined) => fapiAlgorithms.includes(alg ?? "RS256");
const hasFapiAlgorithms = (client: ProfiledClient) =>
  (client.token_endpoint_auth_method !== "private_key_jwt" ||
    isFapiAlgorithm(client.token_endpoint_auth_signing_alg)) &&
  (!getsIdTokens(client) || isFapiAlgorithm(client.id_token_signed_response_alg)) &&
  (client.request_object_signing_alg === undefined ||
    isFapiAlgorithm(client.request_object_signing_alg)) &&
  (client.backchannel_authentication_request_signing_alg === undefined ||
    isFapiAlgorithm(client.backchannel_authentication_request_signing_alg)) &&
  (client.authorization_signed_response_alg === undefined ||
    isFapiAlgorithm(client.authorization_signed_response_alg)) &&
  (client.introspection_signed_response_alg === undefined ||
    isFapiAlgorithm(client.introspection_signed_response_alg)) &&
  // Without a signature, the response is no JWT.
  ((client.userinfo_signed_response_alg ?? "none") === "none" ||
    isFapiAlgorithm(client.userinfo_signed_response_alg));
const getsIdTokens = (client: ProfiledClient) =>
  usesCode(client) || client.grant_types.includes(CIBA_GRANT);
export const usesCode = ({ grant_types }: ProfiledClient) =>
  grant_types.length === 0 || grant_types.includes("authorization_code");

/** Every rule, in the order in which they are listed and checked. */
const profileRules: Readonly<Record<string, ProfileRule>> = {
  code_flow_only: {
    requirement: "The response type is code: no tokens in authorization responses.",
    clauses: { "oauth2.1": "§10.1", mcp: "Overview: OAuth 2.1", ...fapi("§5.3.2.2") },
    fix: "Use response_type=code, and remove other response types and the grant type implicit from the client.",
    registration: ({ response_types, grant_types }) =>
      response_types.every((type) => type === "code") && !grant_types.includes("implicit"),
    authorization: ({ response_type }) => response_type.join(" ") === "code",
  },
  pkce: {
    requirement: "Authorization requests have a code_challenge with the method S256.",
    clauses: { "oauth2.1": "§4.1.1", mcp: "Authorization Code Protection", ...fapi("§5.3.2.2") },
    fix: "Send a code_challenge and code_challenge_method=S256.",
    authorization: ({ code_challenge }) => code_challenge !== undefined,
  },
  secure_redirect: {
    requirement: "Redirect URIs use https; native apps may use loopback addresses.",
    clauses: { mcp: "Communication Security", ...fapi("§5.3.2.2") },
    fix: "Register https redirect URIs, or http ones on 127.0.0.1, [::1] or localhost.",
    registration: ({ redirect_uris }) => redirect_uris.every(isSecure),
    authorization: ({ redirect_uri }) => isSecure(redirect_uri),
  },
  confidential_client: {
    requirement: "The client authenticates: public clients are not allowed.",
    clauses: fapi("§5.3.2.1"),
    fix: "Give the client keys, and the token_endpoint_auth_method private_key_jwt, tls_client_auth or self_signed_tls_client_auth.",
    registration: ({ token_endpoint_auth_method }) => token_endpoint_auth_method !== "none",
    authorization: ({ client }) => client.token_endpoint_auth_method !== "none",
    token: ({ client }) => client.token_endpoint_auth_method !== "none",
  },
  client_authenticates_with_key: {
    requirement: "The client authenticates with a private key: private_key_jwt or mutual TLS.",
    clauses: fapi("§5.3.2.1"),
    fix: "Register a JWK set or a certificate, and the token_endpoint_auth_method private_key_jwt, tls_client_auth or self_signed_tls_client_auth.",
    registration: isStrong,
    authorization: ({ client }) => isStrong(client),
    token: ({ client }) => isStrong(client),
  },
  algorithms: {
    requirement: "Signatures use PS256, ES256 or EdDSA.",
    clauses: fapi("§5.4.1"),
    fix: "Set token_endpoint_auth_signing_alg and id_token_signed_response_alg of the client, and its other signing algorithms, to PS256, ES256 or EdDSA.",
    registration: hasFapiAlgorithms,
    authorization: ({ client }) => hasFapiAlgorithms(client),
    token: ({ client }) => hasFapiAlgorithms(client),
  },
  pushed_request: {
    requirement: "Authorization requests are pushed (RFC 9126).",
    clauses: fapi("§5.3.2.2"),
    fix: "Send the parameters to the pushed authorization request endpoint first, and the request_uri that it returns to the authorization endpoint.",
    authorization: ({ pushed }) => pushed,
  },
  redirect_uri_sent: {
    requirement: "Authorization requests name their redirect_uri.",
    clauses: fapi("§5.3.2.2"),
    fix: "Send redirect_uri with the pushed authorization request.",
    authorization: ({ redirect_uri_sent }) => redirect_uri_sent,
  },
  sender_constrained: {
    requirement: "Access tokens are bound to a key of the client, by DPoP or mutual TLS.",
    clauses: fapi("§5.3.2.1"),
    fix: "Set dpop_bound_access_tokens or tls_client_certificate_bound_access_tokens, and send a DPoP proof or use a client certificate.",
    registration: isBound,
    token: ({ proves_key }) => proves_key,
  },
  native_app_consent: {
    requirement:
      "The user of a public client is asked for consent each time, unless its redirect URI is https.",
    clauses: { "oauth2.1": "§7.3.1", mcp: "Overview: OAuth 2.1" },
    fix: "Use an https redirect URI that the app claims. Other apps can receive requests on loopback addresses and custom schemes.",
    authorization: () => true, // Nothing is refused: a remembered consent is not used.
  },
  token_not_in_url: {
    requirement: "Access tokens are not sent in the query of a URL.",
    clauses: { "oauth2.1": "§10", mcp: "Token Requirements", ...fapi("§5.3.4") },
    fix: "Send the access token in the Authorization header.",
    use: ({ place }) => place !== "query",
  },
  signed_request: {
    requirement: "Authorization requests are signed request objects (RFC 9101).",
    clauses: { "fapi2-message-signing": "§5.3.1" },
    fix: "Sign the parameters as a request object and push it.",
    authorization: ({ signed }) => signed,
  },
  signed_response: {
    requirement: "Authorization responses are signed (JARM).",
    clauses: { "fapi2-message-signing": "§5.4.1" },
    fix: "Send response_mode=jwt.",
    authorization: ({ response_mode }) => response_mode.endsWith("jwt"),
  },
};

/** Every rule with its name. */
export const ruleList = Object.entries(profileRules);

/** A rule that a request breaks. */
export interface ProfileRejection {
  readonly profile: StrictProfile;
  readonly rule: string;
}

/** Whether a profile has a rule. */
export function isRequired(rule: string, profile: ProfileName): boolean {
  return profile !== "compatible" && profile in (profileRules[rule]?.clauses ?? {});
}

/** Checks an authorization request, pushed or not. */
export function verifyAuthorization(
  profile: ProfileName,
  request: ProfiledAuthorization,
): Result<void, ProfileRejection> {
  return verify(profile, ({ authorization }) => authorization?.(request) ?? true);
}

/** Checks a token request. */
export function verifyTokenRequest(
  profile: ProfileName,
  request: ProfiledTokenRequest,
): Result<void, ProfileRejection> {
  return verify(profile, ({ token }) => token?.(request) ?? true);
}

/** Checks a request with an access token. */
export function verifyTokenUse(
  profile: ProfileName,
  request: ProfiledTokenUse,
): Result<void, ProfileRejection> {
  return verify(profile, ({ use }) => use?.(request) ?? true);
}

function verify(
  profile: ProfileName,
  isFollowed: (rule: ProfileRule) => boolean,
): Result<void, ProfileRejection> {
  if (profile === "compatible") return ok(undefined);
  const broken = ruleList.find(([, rule]) => profile in rule.clauses && !isFollowed(rule));
  return broken === undefined ? ok(undefined) : err({ profile, rule: broken[0] });
}

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

function isSecure(redirect_uri: string): boolean {
  if (!URL.canParse(redirect_uri)) return false;
  const { protocol, hostname } = new URL(redirect_uri);
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.includes(hostname));
}

/** RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1: authorization requests, read and checked. */

import type { ClaimsRequest } from "@latchkey/api";
import { mustProveKey } from "./binding/confirmation.ts";
import { isKeyThumbprint } from "./binding/dpop.ts";
import { parseClaims } from "./claims-parameter.ts";
import {
  type AuthenticationRequirements,
  authenticationRequirements,
  type RequestedAuthentication,
} from "./authentication-requirements.ts";
import type { Client } from "./client.ts";
import { encryptionOf } from "./client/encryption.ts";
import { type FormFields, isScopeRepeated, repeatedParameter } from "./form-fields.ts";
import type { OAuthError } from "./oauth-error.ts";
import {
  type OpenIdParameters,
  parseMaxAge,
  parseOpenIdParameters,
} from "./request/openid-parameters.ts";
import { type CodeChallenge, parseCodeChallenge, type PkcePolicy } from "./pkce.ts";
import { isSecureRedirect, matchRedirectUri } from "./redirect-uri.ts";
import {
  type AuthorizationRequestRejection,
  authorizationRequestRejections,
} from "./request/authorization-request-rejection.ts";
import {
  parsePermissions,
  type PermissionPolicy,
  type RequestedPermissions,
} from "./request/permissions.ts";
import {
  parseResponseMode,
  parseResponseType,
  type ResponseMode,
  type ResponseType,
} from "./response-type.ts";
import { describeRejection } from "./rejection.ts";
import { err, ok, type Result } from "../result.ts";

/** An authorization request that was checked, with defaults filled in. */
export interface AuthorizationRequest
  extends OpenIdParameters, AuthenticationRequirements, RequestedPermissions {
  readonly client_id: string;
  /** Each of `code`, `token`, `id_token` at most once, in alphabetical order. */
  readonly response_type: readonly ResponseType[];
  readonly response_mode: ResponseMode;
  readonly redirect_uri: string;
  /** Whether the request had a `redirect_uri`; otherwise it is the only one that is registered. */
  readonly redirect_uri_sent: boolean;
  readonly state?: string;
  readonly code_challenge?: CodeChallenge;
  /** RFC 9449 §10: the thumbprint of the key that the code is bound to. */
  readonly dpop_jkt?: string;
  readonly id_token_hint?: string;
  readonly login_hint?: string;
  readonly display?: string;
  readonly ui_locales: readonly string[];
  /** OpenID Connect Core §5.5: claims that the client requests one by one. */
  readonly claims?: ClaimsRequest;
}

/** Of a request that no redirect answers: its grant is redeemed by other means than a code in a URL. */
export const noRedirect = {
  response_type: ["code"],
  response_mode: "query",
  redirect_uri: "",
  redirect_uri_sent: false,
  prompt: [],
  ui_locales: [],
} as const satisfies Partial<AuthorizationRequest>;

/** The settings that apply to authorization requests. */
export interface AuthorizationOptions extends PermissionPolicy {
  /** The minimum length of `state`, and of a `nonce` that goes through the browser. Characters. */
  readonly min_parameter_entropy: number;
  readonly pkce: PkcePolicy;
  /** Redirect URIs that may use http with a host other than loopback, compared exactly. */
  readonly insecure_redirect_uris: readonly string[];
  /** The trait of the client's security profile. */
  readonly repeats_scope?: boolean;
  /** The setting `oauth2.dpop.required`. */
  readonly dpop_required?: boolean;
  /** Whether there is a page on which users register, for `prompt=create`. */
  readonly has_registration_page: boolean;
  /** Whether a login must have one of the requested authentication levels. */
  readonly acr_values_required: boolean;
}

/** The redirect URI of the client, and what goes with every response to it. */
export interface Destination {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly response_mode: ResponseMode;
  readonly state?: string | undefined;
}

/** An error, and who gets it: the client at its redirect URI, or, until that is verified, the user on a page of this server. */
export type AuthorizationRejection =
  | { readonly deliver: "here"; readonly error: OAuthError }
  | ({ readonly deliver: "client"; readonly error: OAuthError } & Destination);

/** Checks a request. The destination comes first: until it is verified, nothing may be sent there (§4.1.2.1). */
export function parseAuthorizationRequest(
  params: FormFields,
  client: Client | undefined,
  options: AuthorizationOptions,
): Result<AuthorizationRequest, AuthorizationRejection> {
  if (client === undefined) {
    const isMissing = params.get("client_id") === undefined;
    return rejectHere({ reason: isMissing ? "client_id_missing" : "client_unknown" });
  }
  const destination = parseDestination(params, client, options.insecure_redirect_uris);
  if (!destination.ok) return rejectHere(destination.error);

  const isScopeTwice = options.repeats_scope === false && isScopeRepeated(params);
  const parameter = isScopeTwice ? "scope" : repeatedParameter(params);
  const request =
    parameter === undefined
      ? parseParameters(params, client, destination.value, options)
      : err({ reason: "parameter_repeated", parameter } as const);
  if (request.ok) return request;
  const error = describeRejection(authorizationRequestRejections, request.error);
  return err({ deliver: "client", error, ...destination.value });
}

function rejectHere(
  rejection: AuthorizationRequestRejection,
): Result<never, AuthorizationRejection> {
  return err({
    deliver: "here",
    error: describeRejection(authorizationRequestRejections, rejection),
  });
}

function parseDestination(
  params: FormFields,
  client: Client,
  insecure_redirect_uris: readonly string[],
): Result<Destination, AuthorizationRequestRejection> {
  // §3.1: with two values it is ambiguous which client sent the request, or where the response goes.
  const parameter = ["client_id", "redirect_uri"].find((name) => params.repeated.includes(name));
  if (parameter !== undefined) return err({ reason: "parameter_repeated", parameter });

  const mode = params.get("response_mode");
  const response_mode = parseResponseMode(mode, params.get("response_type"));
  if (response_mode === undefined) {
    return err({ reason: "response_mode_unknown" });
  }
  const sent = params.get("redirect_uri");
  const isOpenId = params.getAll("scope").flatMap(splitAtSpaces).includes("openid");
  if (sent === undefined && isOpenId) return err({ reason: "redirect_uri_of_openid_missing" });
  const matched = matchRedirectUri(client, sent);
  if (!matched.ok) return matched;
  const redirect_uri = matched.value;
  if (!isSecureRedirect(redirect_uri) && !insecure_redirect_uris.includes(redirect_uri)) {
    return err({ reason: "redirect_uri_insecure" });
  }
  const { client_id } = client;
  return ok({ client_id, redirect_uri, response_mode, state: params.get("state") });
}

function parseParameters(
  params: FormFields,
  client: Client,
  { redirect_uri, response_mode, state = "" }: Destination,
  options: AuthorizationOptions,
): Result<AuthorizationRequest, AuthorizationRequestRejection> {
  const permissions = parsePermissions(params, client, options);
  if (!permissions.ok) return permissions;
  if (params.get("registration") !== undefined) return err({ reason: "registration_sent" });

  const response_type = parseAllowedResponseType(params.get("response_type"), client, options);
  if (!response_type.ok) return response_type;
  const isCodeOnly = response_type.value.join(" ") === "code";
  if (!isCodeOnly && revealsResponse(response_mode, client)) {
    return err({ reason: "response_mode_reveals_tokens" });
  }
  const least = options.min_parameter_entropy;
  if (state.length < least) return err({ reason: "state_too_short", least });

  const openid = parseOpenIdParameters(params, response_type.value, options);
  if (!openid.ok) return openid;
  const authentication = parseRequestedAuthentication(params);
  if (!authentication.ok) return authentication;
  const { claims } = authentication.value;
  const challenge = readCodeChallenge(params, client, response_type.value, options);
  if (!challenge.ok) return challenge;
  const dpop_jkt = params.get("dpop_jkt");
  if (dpop_jkt !== undefined && !isKeyThumbprint(dpop_jkt)) {
    return err({ reason: "dpop_jkt_malformed" });
  }
  return ok({
    client_id: client.client_id,
    response_type: response_type.value,
    response_mode,
    redirect_uri,
    redirect_uri_sent: params.get("redirect_uri") !== undefined,
    ...permissions.value,
    ...openid.value,
    ...(challenge.value !== undefined && { code_challenge: challenge.value }),
    ...(dpop_jkt !== undefined && { dpop_jkt }),
    ...copyUnchanged(params),
    ui_locales: splitAtSpaces(params.get("ui_locales")),
    ...(claims !== undefined && { claims }),
    ...authenticationRequirements(authentication.value, client, options.acr_values_required),
  });
}

/** The response type, if the client may use it, and the authorization endpoint can issue what it contains. */
export function parseAllowedResponseType(
  text: string | undefined,
  client: Client,
  { dpop_required = false }: Pick<AuthorizationOptions, "dpop_required">,
): Result<readonly ResponseType[], AuthorizationRequestRejection> {
  const response_type = parseResponseType(text, client);
  if (!response_type.ok) return response_type;
  const isUnbound =
    response_type.value.includes("token") && mustProveKey(client, { dpop_required });
  return isUnbound ? err({ reason: "response_type_unbound" }) : response_type;
}

/** Whether the response can be read in a URL that browsers and servers record. JARM §2.3.1: an encrypted one cannot. */
function revealsResponse(mode: ResponseMode, client: Client): boolean {
  return (
    mode === "query" ||
    (mode === "query.jwt" && encryptionOf(client, "authorization") === undefined)
  );
}

/** What a request says about the authentication of the user, and the claims it requests. */
export function parseRequestedAuthentication(
  params: FormFields,
): Result<RequestedAuthentication, AuthorizationRequestRejection> {
  const max_age = parseMaxAge(params.get("max_age"));
  if (!max_age.ok) return max_age;
  const claims = parseClaims(params.get("claims"));
  if (!claims.ok) return claims;
  return ok({
    acr_values: splitAtSpaces(params.get("acr_values")),
    ...(max_age.value !== undefined && { max_age: max_age.value }),
    ...(claims.value !== undefined && { claims: claims.value }),
  });
}

/** PKCE binds a code to its client; without a code its parameters are ignored. */
function readCodeChallenge(
  params: FormFields,
  client: Client,
  response_type: readonly ResponseType[],
  { pkce }: AuthorizationOptions,
): Result<CodeChallenge | undefined, AuthorizationRequestRejection> {
  if (!response_type.includes("code")) return ok(undefined);
  const code_challenge = params.get("code_challenge");
  const code_challenge_method = params.get("code_challenge_method");
  return parseCodeChallenge({ code_challenge, code_challenge_method }, client, pkce);
}

const unchanged = ["state", "id_token_hint", "login_hint", "display"] as const;

function copyUnchanged(params: FormFields): {
  readonly [Name in (typeof unchanged)[number]]?: string;
} {
  const sent = unchanged.map((name) => [name, params.get(name)] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}

/** The words of a list in one parameter. */
export function splitAtSpaces(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(" ").filter((part) => part !== "");
}

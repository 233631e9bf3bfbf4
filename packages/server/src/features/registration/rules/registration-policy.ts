/** RFC 7591 §2 and §5, OpenID Connect Dynamic Client Registration §2, RFC 8252 §8.4: what a client that registers itself may be. */

import { clientFieldList, type ClientRegistration, type JsonObject } from "@latchkey/api";
import {
  type Client,
  type ClientMetadata,
  effectiveGrantTypes,
  isMetadata,
  type NewClient,
  wireValuesOf,
} from "../../../oauth/client.ts";
import { CIBA_GRANT } from "../../../oauth/grant-type.ts";
import { type OAuthError, quote } from "../../../oauth/oauth-error.ts";
import { defineRejections, type RejectionOf } from "../../../oauth/rejection.ts";
import { isWebUri, loopbackHostOf } from "../../../oauth/redirect-uri.ts";
import { err, ok, type Result } from "../../../result.ts";
import { ignoreOfflineAccess, isLiteralWithin, type ScopeStrategy } from "../../../oauth/scope.ts";

/** What clients may register. */
export interface RegistrationPolicy {
  readonly allowed_scope: readonly string[];
  readonly scope_strategy: ScopeStrategy;
  /** The grant types of the server that clients may register. */
  readonly grant_types: readonly string[];
  /** Schemes without a dot that redirect URIs of native apps may have. */
  readonly private_use_schemes: readonly string[];
  /** The trait of the server's security profile. */
  readonly refreshes_without_offline_access?: boolean;
}

/** Why a client may not register as it describes itself. */
export type RegistrationRejection = RejectionOf<typeof registrationRejections>;

/** The fields of a description that a client may set. The others are ignored, as §2 requires of fields that are not understood. */
export function registrantFields(body: JsonObject): JsonObject {
  const settable = clientFieldList.filter(([, { registrant }]) => registrant === "sets");
  return Object.fromEntries(settable.map(([name]) => [name, body[name]]));
}

/** The fields of a client that only administrators set, and that its own updates leave as they are. */
export function administeredFields(client: Client): Partial<ClientMetadata> {
  const values: JsonObject = { ...client };
  const kept = clientFieldList
    .filter((entry) => isMetadata(entry) && entry[1].registrant !== "sets")
    .filter(([name]) => values[name] !== undefined);
  return Object.fromEntries(kept.map(([name]) => [name, values[name]]));
}

/**
 * RFC 7591 §3.2.1: a client as it reads its own registration. Empty strings are left out, because libraries reject them as
 * URLs. The secret and the registration access token are not part of it.
 */
export function describeClientForRegistrant(
  client: NewClient,
): Omit<ClientRegistration, "registration_access_token" | "registration_client_uri"> {
  const values = wireValuesOf(client);
  const software_statement = client.registration?.software_statement;
  const shown = clientFieldList
    .filter(([, { registrant, visible_to }]) => registrant !== "none" && visible_to !== "setter")
    .map(([name, field]) => [name, values[name] ?? field.default] as const)
    .filter(([, value]) => value !== undefined && value !== "");
  return {
    ...Object.fromEntries(shown),
    client_id: client.client_id,
    client_id_issued_at: client.created_at,
    ...(software_statement !== undefined && { software_statement }),
  };
}

/** The client as it is registered, if it may. §3.2.1: the response has what was left out or filled in. */
export function applyRegistrationPolicy(
  described: ClientMetadata,
  policy: RegistrationPolicy,
): Result<ClientMetadata, RegistrationRejection> {
  const types = registrableTypes(described, policy);
  if (!types.ok) return types;
  const application_type = described.application_type ?? inferApplicationType(described);
  const { allowed_scope, scope_strategy, refreshes_without_offline_access } = policy;
  const scope = refreshes_without_offline_access
    ? ignoreOfflineAccess(described.scope, (name) =>
        isLiteralWithin(scope_strategy, allowed_scope, name),
      )
    : described.scope;
  const client: ClientMetadata = { ...described, ...types.value, application_type, scope };
  const rejection =
    scopeObjection(client, policy) ??
    redirectObjection(client, policy) ??
    linkObjection(client) ??
    logoutObjection(client);
  return rejection === undefined ? ok(client) : err(rejection);
}

/** §2.1: grant types and response types correspond. Those that are not allowed are left out, as long as one is. */
function registrableTypes(
  client: ClientMetadata,
  { grant_types: allowed }: RegistrationPolicy,
): Result<Pick<ClientMetadata, "grant_types" | "response_types">, RegistrationRejection> {
  const known = effectiveGrantTypes(client).filter((name) => allowed.includes(name));
  if (known.length === 0) return err({ reason: "grant_types_not_registrable", allowed });
  const grant_types = known.filter(
    (name) => client.subject_type !== "pairwise" || !WITHOUT_REDIRECT.has(name),
  );
  if (grant_types.length === 0) return err({ reason: "pairwise_without_redirect" });
  if (!grant_types.includes(CODE_GRANT)) return ok({ grant_types, response_types: [] });
  const { response_types } = client;
  return response_types.length === 0 || response_types.includes("code")
    ? ok({ grant_types, response_types: ["code"] })
    : err({ reason: "response_types_not_registrable" });
}

const CODE_GRANT = "authorization_code";

/**
 * OpenID Connect Core §8.1: the sector of a client is that of its redirect URIs, which prove nothing where tokens do not go
 * there: a stranger could name those of any site, and would get the `sub` that its users have there.
 */
const WITHOUT_REDIRECT: ReadonlySet<string> = new Set([
  "urn:ietf:params:oauth:grant-type:device_code",
  CIBA_GRANT,
]);

function scopeObjection(
  { scope }: ClientMetadata,
  { allowed_scope, scope_strategy }: RegistrationPolicy,
): RegistrationRejection | undefined {
  const refused = scope.find((one) => !isLiteralWithin(scope_strategy, allowed_scope, one));
  return refused === undefined ? undefined : { reason: "scope_not_registrable", scope: refused };
}

/**
 * OpenID Registration §2 makes a client that does not say so a web client. Many native apps do not say so either, so that one
 * with a redirect URI that only native apps have counts as native.
 */
export function inferApplicationType({
  redirect_uris,
}: Pick<ClientMetadata, "redirect_uris">): string {
  return redirect_uris.some((uri) => !isHttps(uri)) ? "native" : "web";
}

function redirectObjection(
  { redirect_uris, grant_types, application_type }: ClientMetadata,
  policy: RegistrationPolicy,
): RegistrationRejection | undefined {
  if (redirect_uris.length === 0)
    return grant_types.includes(CODE_GRANT) ? { reason: "redirect_uris_missing" } : undefined;
  for (const uri of redirect_uris) {
    const reason = redirectReason(uri, application_type === "native", policy);
    if (reason !== undefined) return { reason, uri };
  }
  return undefined;
}

function redirectReason(
  uri: string,
  is_native: boolean,
  { private_use_schemes }: RegistrationPolicy,
) {
  const { protocol = "", username = "", password = "" } = URL.parse(uri) ?? {};
  // URIs are compared exactly, so a client that registers a pattern expects what it does not get.
  if (uri.includes("*")) return "redirect_uri_with_wildcard";
  if (username !== "" || password !== "") return "redirect_uri_with_credentials";
  if (protocol === "https:") return undefined;
  if (protocol === "http:") {
    if (loopbackHostOf(uri) === undefined) return "redirect_uri_not_https";
    return is_native ? undefined : "redirect_uri_of_native_app"; // RFC 8252 §7.3
  }
  const scheme = protocol.slice(0, -1);
  // RFC 8252 §8.4: without a dot, the scheme is no domain name that the app's vendor could own.
  if (!scheme.includes(".") && !private_use_schemes.includes(scheme))
    return "redirect_uri_scheme_not_registrable";
  return is_native ? undefined : "redirect_uri_of_native_app";
}

function isHttps(uri: string): boolean {
  return URL.parse(uri)?.protocol === "https:";
}

/** Pages show these as links and images. */
function linkObjection(client: ClientMetadata): RegistrationRejection | undefined {
  for (const field of ["client_uri", "logo_uri", "policy_uri", "tos_uri"] as const) {
    const uri = client[field];
    if (uri !== "" && !isWebUri(uri)) return { reason: "link_not_web", field, uri };
  }
  return undefined;
}

/**
 * OpenID Connect Front-Channel Logout §2: scheme, host and port are those of a redirect URI. Otherwise a stranger could have any
 * site loaded in the browsers of users who sign out.
 */
function logoutObjection({
  frontchannel_logout_uri: uri,
  redirect_uris,
}: ClientMetadata): RegistrationRejection | undefined {
  if (uri === undefined) return undefined;
  const { origin } = new URL(uri);
  const isOwn = redirect_uris.some((redirect) => URL.parse(redirect)?.origin === origin);
  return isOwn ? undefined : { reason: "frontchannel_logout_uri_foreign", uri };
}

/** RFC 7591 §3.2.2. */
export const registrationRejections = defineRejections("invalid_client_metadata", {
  scope_not_registrable: {
    description: ({ scope }: { scope: string }) =>
      `The scope ${quote(scope)} cannot be registered here. Leave scope out to get all scopes that can.`,
    reference: "RFC 7591 §3.2.2",
    fix: "Add the scope to oauth2.registration.allowed_scope, or give the client an initial access token with that scope.",
  },
  grant_types_not_registrable: {
    description: ({ allowed }: { allowed: readonly string[] }) =>
      `The grant_types must have one of: ${allowed.join(", ")}.`,
    reference: "RFC 7591 §3.2.2",
    fix: "Add the grant type to oauth2.registration.allowed_grant_types.",
  },
  pairwise_without_redirect: {
    description:
      "The grant_types must have authorization_code, because the subject_type is pairwise: only redirect URIs show the sector of a client.",
    reference: "OpenID Connect Core §8.1",
    fix: "Register the grant type authorization_code with redirect URIs of the client, or the subject_type public.",
  },
  response_types_not_registrable: {
    description: "The response_types must have code.",
    reference: "RFC 7591 §2.1",
    fix: "Use the authorization code flow: register the response type code.",
  },
  redirect_uris_missing: {
    error: "invalid_redirect_uri",
    description: "The redirect_uris must have at least one URI.",
    reference: "RFC 7591 §2",
    fix: "Send the redirect_uris.",
  },
  redirect_uri_with_wildcard: {
    error: "invalid_redirect_uri",
    description: ({ uri }: { uri: string }) =>
      `The redirect_uris entry ${quote(uri)} must be a whole URI without *.`,
    reference: "RFC 9700 §4.1.3",
    fix: "Register each redirect URI that the client uses.",
  },
  redirect_uri_with_credentials: {
    error: "invalid_redirect_uri",
    description: ({ uri }: { uri: string }) =>
      `The redirect_uris entry ${quote(uri)} must not have a username or password.`,
    reference: "RFC 7591 §3.2.2",
    fix: "Remove the username and password from the redirect URI.",
  },
  redirect_uri_not_https: {
    error: "invalid_redirect_uri",
    description: ({ uri }: { uri: string }) =>
      `The redirect_uris entry ${quote(uri)} must be https, or http on 127.0.0.1, [::1] or localhost.`,
    reference: "OpenID Connect Dynamic Client Registration §2",
    fix: "Use https. An app on the user's device may use http on 127.0.0.1, [::1] or localhost.",
  },
  redirect_uri_of_native_app: {
    error: "invalid_redirect_uri",
    description: ({ uri }: { uri: string }) =>
      `The redirect_uris entry ${quote(uri)} must be https, because the application_type is web. For an app on the user's device, send native.`,
    reference: "RFC 8252 §7",
    fix: "Send application_type native, or leave it out.",
  },
  redirect_uri_scheme_not_registrable: {
    error: "invalid_redirect_uri",
    description: ({ uri }: { uri: string }) =>
      `The redirect_uris entry ${quote(uri)} must be https, or have a scheme with a dot, such as com.example.app.`,
    reference: "RFC 8252 §8.4",
    fix: "Use a scheme with a dot, or add the scheme to oauth2.registration.private_use_schemes.",
  },
  link_not_web: {
    description: ({ field, uri }: { field: string; uri: string }) =>
      `The ${field} ${quote(uri)} must be an http or https URL.`,
    reference: "RFC 7591 §3.2.2",
    fix: "Send an http or https URL.",
  },
  frontchannel_logout_uri_foreign: {
    description: ({ uri }: { uri: string }) =>
      `The frontchannel_logout_uri ${quote(uri)} must share scheme, host and port with one of the redirect_uris.`,
  },
});

/** As many clients of strangers are stored as the operator allows. Unused ones expire, so that another attempt may succeed. */
export const tooManyClients: OAuthError = {
  error: "temporarily_unavailable",
  error_description:
    "This server has no room for another client that its operator did not register. Try again later, or ask the operator to register it.",
  retry_after: 600,
};

/** draft-ietf-oauth-client-id-metadata-document: a `client_id` that is the URL of the client's description. */

import { explain, type JsonObject, privateKeyFields } from "@latchkey/api";
import { isExclusiveRedirect, isHttpsUri } from "../../../oauth/redirect-uri.ts";
import { defineRejections, type RejectionOf, type Rejections } from "../../../oauth/rejection.ts";
import { err, ok, type Result } from "../../../result.ts";
import { isLiteralWithin, type ScopeStrategy } from "../../../oauth/scope.ts";
import type { ClientMetadata } from "../../../oauth/client.ts";
import type { ClientMetadataRejection } from "../../../oauth/client/metadata-rejection.ts";
import { type ClientMetadataOptions, parseClientMetadata } from "../../../oauth/client/metadata.ts";
import { inferApplicationType } from "./registration-policy.ts";

/** Whether a `client_id` may be the URL of a document. Ids that this server generates never begin like this. */
export function isClientIdUrl(client_id: string): boolean {
  return client_id.startsWith("https://");
}

/** The hosts whose documents are accepted, as `URL.hostname` writes them. `*.example.com` stands for every host below example.com. */
export interface HostPolicy {
  /** Empty: all but those denied. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

/** Why a `client_id` cannot be the URL of a document. */
export type ClientIdUrlRejection = RejectionOf<typeof clientIdUrlRejections>;

/** The longest `client_id` of the contract. */
const MAX_CLIENT_ID_LENGTH = 255;
const URL_PARTS = /^https:\/\/([^/?#]+)(\/[^?#]*)?(?:\?[^#]*)?(#.*)?$/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** §3: checks the URL as it was sent, before a URL parser removes what is wrong with it, and whether its host is accepted. */
export function parseClientIdUrl(
  client_id: string,
  policy: HostPolicy,
): Result<URL, ClientIdUrlRejection> {
  const url = isHttpsUri(client_id) ? URL.parse(client_id) : null;
  const [, authority = "", path = "", fragment] = URL_PARTS.exec(client_id) ?? [];
  if (client_id.length > MAX_CLIENT_ID_LENGTH)
    return malformed(`at most ${MAX_CLIENT_ID_LENGTH} characters`);
  if (url === null || authority === "") return malformed("an absolute https URL");
  if (fragment !== undefined) return malformed("without a fragment");
  if (authority.includes("@")) return malformed("without a user name and password");
  if (path === "") return malformed("with a path, such as https://example.com/client.json");
  if (DOT_SEGMENT.test(path)) return malformed("without . and .. in its path");
  return isHostAccepted(url.hostname, policy) ? ok(url) : err({ reason: "client_id_host_refused" });
}

function malformed(expected: string): Result<never, ClientIdUrlRejection> {
  return err({ reason: "client_id_url_invalid", expected });
}

/** Whether a host is allowed and not denied. Of two that match, the denial counts. */
export function isHostAccepted(hostname: string, { allowed, denied }: HostPolicy): boolean {
  const host = withoutFinalDots(hostname);
  const matches = (pattern: string): boolean => hostMatches(withoutFinalDots(pattern), host);
  return !denied.some(matches) && (allowed.length === 0 || allowed.some(matches));
}

/** RFC 1034 §3.1: a name with a dot at its end is the same host. */
function withoutFinalDots(name: string): string {
  return name.replace(/\.+$/, "");
}

function hostMatches(pattern: string, hostname: string): boolean {
  return pattern.startsWith("*.") ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}

/** Why a document does not describe a client. */
export type ClientDocumentRejection = RejectionOf<typeof clientDocumentRejections>;

/**
 * The fields that a stranger may say of itself. All others are ignored: lifespans, audiences and the like are the operator's
 * to decide, and no request is sent to a URL of the document but to its `jwks_uri`.
 */
const selfAsserted: ReadonlySet<string> = new Set([
  "client_name",
  "client_uri",
  "logo_uri",
  "policy_uri",
  "tos_uri",
  "contacts",
  "redirect_uris",
  "application_type",
  "grant_types",
  "response_types",
  "scope",
  "subject_type",
  "subject_types_supported",
  "jwks",
  "jwks_uri",
  "token_endpoint_auth_method",
  "token_endpoint_auth_methods_supported",
  "token_endpoint_auth_signing_alg",
  "id_token_signed_response_alg",
  "id_token_signing_alg_values_supported",
  "userinfo_signed_response_alg",
  "userinfo_signing_alg_values_supported",
  "request_object_signing_alg",
  "dpop_bound_access_tokens",
]);

/** §4: the fields of the document at `client_id` that count. */
export function checkClientDocument(
  document: unknown,
  client_id: string,
): Result<JsonObject, ClientDocumentRejection> {
  if (!isObject(document)) return err({ reason: "document_not_an_object" });
  const given = new Map<string, unknown>(Object.entries(document));
  // §4: simple string comparison. The document of another client must not be presented at a second URL.
  if (given.get("client_id") !== client_id) return err({ reason: "document_client_id_mismatch" });
  if (hasSecret(given)) return err({ reason: "document_has_secret" });
  if (hasPrivateKey(given.get("jwks"))) return err({ reason: "document_has_private_key" });

  const redirect_uris = given.get("redirect_uris");
  const missing = [
    isText(given.get("client_name")) ? [] : ["client_name"],
    Array.isArray(redirect_uris) && redirect_uris.length > 0 ? [] : ["redirect_uris"],
  ].flat();
  const [field] = missing;
  if (field !== undefined) return err({ reason: "document_field_missing", field });

  const fields = [...given].filter(([name]) => selfAsserted.has(name));
  return withUsableRedirects(Object.fromEntries(fields));
}

/** §4.1: there is no way to agree on a shared secret, and one in a public document is none. */
function hasSecret(given: ReadonlyMap<string, unknown>): boolean {
  if ([...given.keys()].some((name) => name.startsWith("client_secret"))) return true;
  const method = given.get("token_endpoint_auth_method");
  return typeof method === "string" && method.startsWith("client_secret");
}

/** §4.1: RFC 7518 §6, RFC 9964 §3. */
function hasPrivateKey(jwks: unknown): boolean {
  if (!isObject(jwks) || !("keys" in jwks) || !Array.isArray(jwks.keys)) return false;
  return jwks.keys.some(
    (key: unknown) => isObject(key) && privateKeyFields.some((field) => field in key),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Only https and loopback: any app may claim another scheme. A client that says it is on a web server has no use for loopback
 * (OpenID Connect Dynamic Client Registration §2). Unusable ones are left out, and entries of other types stay, to be refused.
 */
function withUsableRedirects({
  application_type,
  ...fields
}: JsonObject): Result<JsonObject, ClientDocumentRejection> {
  const isUsable = application_type === "web" ? isHttpsUri : isExclusiveRedirect;
  const all: readonly unknown[] = Array.isArray(fields["redirect_uris"])
    ? fields["redirect_uris"]
    : [];
  const redirect_uris = all.filter((uri) => typeof uri !== "string" || isUsable(uri));
  if (redirect_uris.length === 0) return err({ reason: "document_redirect_uris_unusable" });
  const isDefined = application_type === "web" || application_type === "native";
  return ok({ ...fields, redirect_uris, ...(isDefined && { application_type }) });
}

/** What the operator decides about the clients of documents. */
export interface ClientDocumentOptions extends Omit<ClientMetadataOptions, "default_scope"> {
  /** The scopes that they may request; a document can only narrow them. */
  readonly allowed_scope: readonly string[];
  readonly allowed_audience: readonly string[];
  readonly scope_strategy: ScopeStrategy;
}

/** The client of a document whose fields were checked, and its choices made. Without an authentication method it is public. */
export function describeDocumentClient(
  fields: JsonObject,
  client_id: string,
  options: ClientDocumentOptions,
): Result<ClientMetadata, ClientDocumentRejection> {
  const { allowed_scope, allowed_audience, scope_strategy } = options;
  const parsed = parseClientMetadata(fields, { ...options, default_scope: allowed_scope });
  if (!parsed.ok) return err({ reason: "document_metadata_invalid", rejection: parsed.error });
  const { client_metadata } = parsed.value;
  const { token_endpoint_auth_method } = client_metadata;
  return ok({
    ...client_metadata,
    application_type: client_metadata.application_type ?? inferApplicationType(client_metadata),
    // RFC 7591 §2 has client_secret_basic as the default; `checkClientDocument` refuses it where it is written.
    ...(token_endpoint_auth_method.startsWith("client_secret") && publicMethod),
    scope: client_metadata.scope.filter((name) =>
      isLiteralWithin(scope_strategy, allowed_scope, name),
    ),
    audience: allowed_audience,
    // OpenID Connect Core §8.1: its redirect URIs may have several hosts, and loopback is shared by all apps.
    ...(client_metadata.subject_type === "pairwise" && { sector_identifier_uri: client_id }),
  });
}

const publicMethod = { token_endpoint_auth_method: "none" } as const;

/** The grant types and response types that the client of a document may have: those in which a user gives consent. */
export const documentClientAbilities = {
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
} as const;

/** They quote nothing of the request or the document: they may be shown on a page of this server. */
export const clientIdUrlRejections = {
  client_id_url_invalid: {
    error: "invalid_client",
    description: ({ expected }: { expected: string }) =>
      `A client_id that is a URL must be ${expected}.`,
    reference: "draft-ietf-oauth-client-id-metadata-document §3",
    fix: "Serve the document at an https URL with a path, and send exactly that URL as client_id.",
  },
  client_id_host_refused: {
    error: "invalid_client",
    description:
      "This server does not accept clients of the host in the client_id. Ask its operator, or register the client.",
    fix: "Change oauth2.client_id_metadata_documents.allowed_hosts or denied_hosts, or register the client.",
  },
} satisfies Rejections;

/** The same for a document. */
export const clientDocumentRejections = defineRejections("invalid_client", {
  document_not_an_object: {
    description: invalid("It must be a JSON object."),
    reference: "draft-ietf-oauth-client-id-metadata-document §4",
  },
  document_client_id_mismatch: {
    description: invalid("Its client_id must be exactly the URL of the document."),
    reference: "draft-ietf-oauth-client-id-metadata-document §4",
    fix: "Set client_id in the document to the URL that the client sends, character by character.",
  },
  document_has_secret: {
    description: invalid(
      "It must have no client_secret and no authentication method with one. Use none or private_key_jwt.",
    ),
    reference: "draft-ietf-oauth-client-id-metadata-document §4",
    fix: "Remove every client_secret field, and use none or private_key_jwt.",
  },
  document_has_private_key: {
    description: invalid(
      "Its jwks must have public keys only. Replace the key: everyone could read it.",
    ),
    reference: "draft-ietf-oauth-client-id-metadata-document §4",
    fix: "Publish the public half of a new key: the private one was readable by everyone.",
  },
  document_field_missing: {
    description: ({ field }: { field: string }) =>
      invalid(`The field ${field} is missing or empty.`),
    reference: "RFC 7591 §2",
    fix: "Add client_name and redirect_uris to the document.",
  },
  document_redirect_uris_unusable: {
    description: invalid(
      "At least one of its redirect_uris must be an https URL or, unless its application_type is web, a loopback URL.",
    ),
    reference: "RFC 9700 §2.1",
    fix: "Add a redirect URI with https, or with http on 127.0.0.1, [::1] or localhost.",
  },
  document_choice_unsupported: {
    description: ({ field }: { field: string }) =>
      invalid(`None of the values in ${field} is supported.`),
    reference: "OpenID Connect RP Metadata Choices §3",
    fix: "Add a value that the discovery document lists.",
  },
  document_metadata_invalid: {
    description: ({ rejection }: { rejection: ClientMetadataRejection }) =>
      invalid(explainMetadata(rejection)),
    reference: "RFC 7591 §2",
    fix: "Correct the field of the document.",
  },
});

function invalid(sentence: string): string {
  return `The client metadata document at the client_id is invalid. ${sentence}`;
}

function explainMetadata(rejection: ClientMetadataRejection): string {
  switch (rejection.reason) {
    case "field_invalid":
      return explain(rejection);
    case "keys_given_twice":
      return "Its fields jwks and jwks_uri exclude one another.";
    case "url_refused":
      return `Its ${rejection.field} is a URL to which this server sends no requests.`;
    case "keys_missing":
      return `The method ${rejection.method} needs jwks or jwks_uri.`;
    case "certificates_missing":
      return "The method self_signed_tls_client_auth needs a certificate, as x5c of a key.";
    case "certificate_name_not_one":
      return "The method tls_client_auth is for clients that an operator registers.";
    case "keys_malformed":
      return "Its jwks cannot be used.";
    case "pairwise_in_jwt":
      return "The subject_type pairwise does not go with the JWT access tokens of this server.";
    case "encryption_disabled":
      return "This server accepts no encrypted request objects.";
    case "encryption_incomplete":
      return `The field ${rejection.enc_field} needs ${rejection.alg_field}.`;
    case "encryption_key_missing":
      return `The field ${rejection.alg_field} needs a public key for its algorithm.`;
    case "body_not_an_object":
    case "bindings_combined":
    case "backchannel_client_public":
    case "notification_endpoint_missing":
    case "redirect_uri_without_scheme":
    case "post_logout_redirect_uri_foreign":
      return "It does not describe a client.";
  }
}

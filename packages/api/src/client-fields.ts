/**
 * The one table of client fields: RFC 7591 §2, OpenID Connect Dynamic Client Registration §2, and the fields of this server.
 *
 * Types, validation, defaults, the stored document, responses, the OpenAPI document, the flags of the command and the
 * form of the console are derived from it. To add an optional field, add a row here and write the rule that uses it.
 */

import * as v from "valibot";
import {
  allSigningAlgorithms,
  contentEncryptions,
  encryptionAlgorithms,
  requestEncryptionAlgorithms,
  signingAlgorithms,
} from "./algorithms.ts";
import type { ClientField } from "./client-field.ts";
import { jsonWebKeySet } from "./json-web-key.ts";
import {
  isExecutableUri,
  isHttpsUri,
  isIpAddress,
  isOriginPattern,
  isRedirectUri,
  isSecureRedirect,
  isWebUri,
} from "./uri.ts";
import {
  audiences,
  distinct,
  flag,
  integer,
  isScope,
  jsonObject,
  jsonValue,
  lifespan,
  oneOf,
  openOneOf,
  optional,
  required,
  requestObject,
  scopes,
  secondsFromZero,
  shortText,
  texts,
  textsWhere,
  textWhere,
  timestamp,
  webUri,
} from "./values.ts";

/** OpenID Connect Core §9, RFC 8705 §2: how a client can authenticate at the token endpoint. */
export const clientAuthMethods = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
  "none",
] as const;

/** The security profiles; `compatible` has no rules of its own. */
export const profileNames = [
  "compatible",
  "oauth2.1",
  "mcp",
  "fapi2",
  "fapi2-message-signing",
] as const;

/** RFC 7523 §2.1. */
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** OpenID CIBA Core §4. */
const CIBA = "urn:openid:params:grant-type:ciba";
/** RFC 8693 §2.1. */
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";

const ID_JAG_TARGETS =
  "a list of at most 100 objects with audience, and client_id, scope and resources where needed";

/** An authorization server that a client may get identity assertions (ID-JAG) for. */
const idJagTarget = requestObject({
  audience: required(webUri, "The issuer of that server."),
  client_id: optional(shortText, "The id of the client at that server, where it is another."),
  scope: optional(scopes, "The scopes of that server it may ask for."),
  resources: optional(audiences, "The URIs of the APIs it may ask for."),
});

const optionalSigningAlgorithms = ["none", ...allSigningAlgorithms] as const;

/** A field for the lifespan of one kind of token of one grant type. */
function tokenLifespan(description: string, name: string, label: string) {
  return {
    schema: lifespan,
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description,
    kind: "text",
    flag: { name },
    form: { label, group: "lifespans" },
  } as const satisfies ClientField;
}

/** A field that says whose certificate authenticates the client by `tls_client_auth`: RFC 8705 §2.1.2. */
function certificateName(
  schema: v.GenericSchema<string>,
  { description, name, label }: Readonly<Record<"description" | "name" | "label", string>>,
) {
  return {
    schema,
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description,
    kind: "text",
    flag: { name },
    form: {
      label,
      group: "authentication",
      only_if: { field: "token_endpoint_auth_method", value: "tls_client_auth" },
    },
  } as const satisfies ClientField;
}

/** A field for an algorithm of encryption, or of a signature. */
function algorithm<const Name extends string>(
  algorithms: readonly string[],
  description: string,
  name: Name,
  label: string,
) {
  return {
    schema: openOneOf(algorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description,
    kind: "choice",
    flag: { name },
    form: { label, group: "requests" },
  } as const satisfies ClientField;
}

/** A field that restricts the authorization requests of a client. */
function requestRule<const Name extends string>(description: string, name: Name, label: string) {
  return {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description,
    kind: "boolean",
    flag: { name },
    form: { label, group: "requests" },
  } as const satisfies ClientField;
}

/** Fields in the order in which requests are checked and responses are written. */
export const clientFields = {
  client_id: {
    // Other servers' ids can be imported, so this is wider than RFC 6749 §A.1. URL parsers remove "." and ".." from a path.
    schema: textWhere(
      (id) => /^[^\p{Cc}\p{Zl}\p{Zp}]{1,255}$/u.test(id) && id !== "." && id !== "..",
      "1 to 255 printable characters, and neither '.' nor '..', which URLs lose",
    ),
    set_by: "caller",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Identifies the client; generated when left out.",
    kind: "text",
  },
  client_name: {
    schema: shortText,
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The name that users read, on the consent page for example.",
    kind: "text",
    flag: { name: "name", short: "n" },
    form: { label: "Name", group: "general" },
  },
  client_secret: {
    schema: textWhere(
      ({ length }) => length >= 6 && length <= 1024,
      "a string of 6 to 1024 characters; leave it out to have one generated",
    ),
    set_by: "caller",
    registrant: "reads",
    visible_to: "setter",
    shown: "when_set",
    since: "0.1.0",
    description:
      "The client's secret. Returned only to the request that set it or had it generated.",
    kind: "text",
    flag: { name: "secret" },
  },
  client_secret_expires_at: {
    schema: integer,
    default: 0,
    set_by: "server",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Always 0: secrets do not expire.",
    kind: "text",
  },
  redirect_uris: {
    schema: textsWhere(
      isRedirectUri,
      "absolute, in ASCII, without a fragment, and not a javascript, data or vbscript URI",
    ),
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Where browsers may be sent with an authorization response.",
    kind: "list",
    flag: { name: "callbacks", short: "c" },
    form: {
      label: "Redirect URIs",
      group: "general",
      hint: "One per line. The redirect_uri of a request has to match one of them exactly.",
    },
  },
  grant_types: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The grants by which it gets tokens; empty means `authorization_code`.",
    kind: "list",
    flag: {
      name: "grant-types",
      short: "g",
      default: "authorization_code",
      values: [
        "authorization_code",
        "client_credentials",
        "implicit",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
        CIBA,
        JWT_BEARER,
        TOKEN_EXCHANGE,
      ],
      separator: /\s*,\s*/,
    },
    form: {
      label: "Grant types",
      group: "general",
      options: [
        { value: "authorization_code", hint: "Users sign in." },
        { value: "refresh_token", hint: "Access continues while the user is away." },
        {
          value: "urn:ietf:params:oauth:grant-type:device_code",
          hint: "Televisions, consoles and command lines: users enter a code elsewhere.",
        },
        {
          value: CIBA,
          label: "ciba",
          hint: "Users answer on another device, where they are asked.",
        },
        { value: "client_credentials", hint: "It acts for itself." },
        { value: "implicit", hint: "Tokens in the URL; for legacy apps only." },
        { value: JWT_BEARER, label: "jwt-bearer", hint: "With a JWT of a trusted issuer." },
        { value: TOKEN_EXCHANGE, label: "token-exchange", hint: "It acts for others." },
      ],
    },
  },
  response_types: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description:
      "What it may ask the authorization endpoint for; empty means `code`. An entry may be a combination, such as `code id_token`.",
    kind: "list",
    flag: {
      name: "response-types",
      short: "r",
      default: "code",
      values: ["code", "id_token", "token"],
      separator: /[\s,]+/,
    },
  },
  scope: {
    schema: textWhere(
      isScope,
      "words of ASCII letters, digits and punctuation, without quotes or backslashes, with spaces between",
    ),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The scopes it may ask for. Space-separated.",
    kind: "words",
    flag: { name: "scope", short: "a" },
    form: {
      label: "Scope",
      group: "general",
      hint: "The scopes it may request, separated by spaces.",
    },
  },
  audience: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The audiences its access tokens may have.",
    kind: "list",
    flag: { name: "audience" },
    form: {
      label: "Audience",
      group: "tokens",
      hint: "The APIs its access tokens may be for, one per line.",
    },
  },
  owner: {
    schema: shortText,
    default: "",
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Who is responsible for it; for your records.",
    kind: "text",
    flag: { name: "owner" },
    form: { label: "Owner", group: "general" },
  },
  policy_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its privacy policy.",
    kind: "text",
    flag: { name: "policy-uri" },
    form: { label: "Privacy policy", group: "about" },
  },
  tos_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its terms of service.",
    kind: "text",
    flag: { name: "tos-uri" },
    form: { label: "Terms of service", group: "about" },
  },
  client_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its home page.",
    kind: "text",
    flag: { name: "client-uri" },
    form: { label: "Home page", group: "about" },
  },
  logo_uri: {
    schema: link(),
    default: "",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The URL of its logo.",
    kind: "text",
    flag: { name: "logo-uri" },
    form: { label: "Logo", group: "about" },
  },
  contacts: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "How to reach those responsible for it, for example by email.",
    kind: "list",
    flag: { name: "contacts" },
    form: { label: "Contacts", group: "about", hint: "One per line." },
  },
  allowed_cors_origins: {
    schema: textsWhere(
      isOriginPattern,
      "an origin such as https://photos.example or https://*.photos.example, without path or query",
    ),
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description:
      "The origins from which its scripts may call the public listener, in addition to those of its redirect URIs where it has no secret. A `*` stands for one part of a host name.",
    kind: "list",
    flag: { name: "allowed-cors-origins" },
    form: {
      label: "CORS origins",
      group: "general",
      hint: "Origins whose scripts may call the token endpoint, one per line. Those of the redirect URIs need not be listed for a client without a secret.",
    },
  },
  subject_type: {
    schema: openOneOf(["public", "pairwise"]),
    default: "public",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description:
      "Whether a user has the same `sub` at every client, `public`, or one per sector, `pairwise`.",
    kind: "choice",
    flag: { name: "subject-type", default: "public" },
    form: {
      label: "Subject type",
      group: "tokens",
      options: [
        { value: "public", hint: "Users have the same subject at every client." },
        { value: "pairwise", hint: "Users have another subject in each sector." },
      ],
    },
  },
  sector_identifier_uri: {
    schema: textWhere(isHttpsUri, "an https URL"), // OpenID Registration §5
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The URL of the list of redirect URIs that share a pairwise sector.",
    kind: "text",
    flag: { name: "sector-identifier-uri" },
    form: {
      label: "Sector identifier URI",
      group: "tokens",
      only_if: { field: "subject_type", value: "pairwise" },
    },
  },
  jwks_uri: {
    schema: webUri,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The URL of its public keys.",
    kind: "text",
    flag: { name: "jwks-uri" },
    form: { label: "JWKS URI", group: "authentication" },
  },
  jwks: {
    schema: jsonWebKeySet,
    request_schema: jsonObject, // The server imports the keys and names the one that is wrong.
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "Its public keys, as a JSON Web Key Set.",
    kind: "json",
    flag: { name: "jwks" },
  },
  token_endpoint_auth_method: {
    schema: openOneOf(clientAuthMethods),
    default: "client_secret_basic", // RFC 7591 §2
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description:
      "How it authenticates: `client_secret_basic`, `client_secret_post`, `private_key_jwt`, `tls_client_auth` or `self_signed_tls_client_auth` with a TLS client certificate, or `none` for apps that cannot keep a secret.",
    kind: "choice",
    flag: { name: "token-endpoint-auth-method", default: "client_secret_basic" },
    form: {
      label: "Authentication method",
      group: "authentication",
      options: [
        { value: "client_secret_basic", hint: "The secret travels in the Authorization header." },
        { value: "client_secret_post", hint: "The secret travels in the form." },
        { value: "private_key_jwt", hint: "The client signs an assertion with its own key." },
        { value: "tls_client_auth", hint: "A TLS client certificate of a certificate authority." },
        {
          value: "self_signed_tls_client_auth",
          hint: "A TLS client certificate that is among its keys.",
        },
        { value: "none", hint: "For apps that cannot keep a secret." },
      ],
    },
  },
  token_endpoint_auth_signing_alg: {
    schema: openOneOf(allSigningAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The only algorithm accepted for its assertions; any supported one when left out.",
    kind: "choice",
    flag: { name: "token-endpoint-auth-signing-alg" },
    form: {
      label: "Algorithm of its assertions",
      group: "authentication",
      only_if: { field: "token_endpoint_auth_method", value: "private_key_jwt" },
    },
  },
  tls_client_auth_subject_dn: certificateName(shortText, {
    description:
      "The subject of the certificate that authenticates it by `tls_client_auth`, in the format of RFC 4514, such as `CN=photos,O=Example,C=DE`.",
    name: "tls-client-auth-subject-dn",
    label: "Subject of its certificate",
  }),
  tls_client_auth_san_dns: certificateName(shortText, {
    description: "A DNS name that the certificate must have, in place of the subject.",
    name: "tls-client-auth-san-dns",
    label: "DNS name of its certificate",
  }),
  tls_client_auth_san_uri: certificateName(shortText, {
    description: "A URI that the certificate must have, in place of the subject.",
    name: "tls-client-auth-san-uri",
    label: "URI of its certificate",
  }),
  tls_client_auth_san_ip: certificateName(
    textWhere(isIpAddress, "an IPv4 or IPv6 address, without brackets"),
    {
      description: "An IP address that the certificate must have, in place of the subject.",
      name: "tls-client-auth-san-ip",
      label: "IP address of its certificate",
    },
  ),
  tls_client_auth_san_email: certificateName(shortText, {
    description: "An email address that the certificate must have, in place of the subject.",
    name: "tls-client-auth-san-email",
    label: "Email address of its certificate",
  }),
  tls_client_certificate_bound_access_tokens: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether its access tokens are bound to its TLS client certificate, which it must then present to get one: RFC 8705 §3.4.",
    kind: "boolean",
    flag: { name: "tls-client-certificate-bound-access-tokens" },
    form: { label: "Access tokens are bound to its TLS certificate", group: "tokens" },
  },
  dpop_bound_access_tokens: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether it must send a DPoP proof to get an access token, which is then bound to its key: RFC 9449 §5.2.",
    kind: "boolean",
    flag: { name: "dpop-bound-access-tokens" },
    form: { label: "DPoP is required", group: "tokens" },
  },
  request_uris: {
    schema: textsWhere(isWebUri, "an http or https URL"),
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The URLs its request objects may be fetched from.",
    kind: "list",
    flag: { name: "request-uris" },
    form: {
      label: "Request object URIs",
      group: "requests",
      hint: "URLs that request_uri may name, one per line.",
    },
  },
  request_object_signing_alg: {
    schema: openOneOf(optionalSigningAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description:
      "The only algorithm accepted for its request objects; any supported one when left out.",
    kind: "choice",
    flag: { name: "request-object-signing-alg" },
    form: { label: "Algorithm of its request objects", group: "requests" },
  },
  userinfo_signed_response_alg: {
    schema: openOneOf(optionalSigningAlgorithms),
    default: "none",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "The algorithm of signed userinfo responses; `none` for plain JSON.",
    kind: "choice",
    flag: { name: "userinfo-signed-response-alg", default: "none" },
    form: { label: "Algorithm of userinfo responses", group: "requests" },
  },
  introspection_signed_response_alg: {
    schema: openOneOf(signingAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The algorithm of introspection responses that it requests as a JWT; RS256 when left out. RFC 9701 §6.",
    kind: "choice",
    flag: { name: "introspection-signed-response-alg" },
    form: { label: "Algorithm of introspection responses", group: "requests" },
  },
  id_token_signed_response_alg: {
    schema: openOneOf(allSigningAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The algorithm of its ID tokens; the server's own when left out.",
    kind: "choice",
    flag: { name: "id-token-signed-response-alg" },
    form: { label: "Algorithm of its ID tokens", group: "requests" },
  },
  require_pushed_authorization_requests: requestRule(
    "Whether it must push its authorization requests to `/oauth2/par` (RFC 9126).",
    "require-pushed-authorization-requests",
    "Requires pushed authorization requests",
  ),
  require_signed_request_object: requestRule(
    "Whether its authorization requests must be signed request objects (RFC 9101). Parameters beside the object are then ignored.",
    "require-signed-request-object",
    "Requires signed request objects",
  ),
  request_object_encryption_alg: algorithm(
    requestEncryptionAlgorithms,
    "The only key encryption accepted for its encrypted request objects; any supported one when left out. Needs the setting `oidc.encryption.enabled`.",
    "request-object-encryption-alg",
    "Key encryption of its request objects",
  ),
  request_object_encryption_enc: algorithm(
    contentEncryptions,
    "The only content encryption accepted for its encrypted request objects; `A128CBC-HS256` when only the key encryption is set.",
    "request-object-encryption-enc",
    "Content encryption of its request objects",
  ),
  authorization_signed_response_alg: algorithm(
    allSigningAlgorithms,
    "The algorithm of its authorization responses in a JWT (`response_mode=jwt`); that of its ID tokens when left out.",
    "authorization-signed-response-alg",
    "Algorithm of its authorization responses",
  ),
  authorization_encrypted_response_alg: algorithm(
    encryptionAlgorithms,
    "The key encryption of its authorization responses in a JWT; they are not encrypted when left out.",
    "authorization-encrypted-response-alg",
    "Key encryption of its authorization responses",
  ),
  authorization_encrypted_response_enc: algorithm(
    contentEncryptions,
    "The content encryption of its authorization responses in a JWT; `A128CBC-HS256` when left out.",
    "authorization-encrypted-response-enc",
    "Content encryption of its authorization responses",
  ),
  id_token_encrypted_response_alg: algorithm(
    encryptionAlgorithms,
    "The key encryption of its ID tokens; they are not encrypted when left out.",
    "id-token-encrypted-response-alg",
    "Key encryption of its ID tokens",
  ),
  id_token_encrypted_response_enc: algorithm(
    contentEncryptions,
    "The content encryption of its ID tokens; `A128CBC-HS256` when left out.",
    "id-token-encrypted-response-enc",
    "Content encryption of its ID tokens",
  ),
  userinfo_encrypted_response_alg: algorithm(
    encryptionAlgorithms,
    "The key encryption of its userinfo responses; they are not encrypted when left out.",
    "userinfo-encrypted-response-alg",
    "Key encryption of userinfo responses",
  ),
  userinfo_encrypted_response_enc: algorithm(
    contentEncryptions,
    "The content encryption of its userinfo responses; `A128CBC-HS256` when left out.",
    "userinfo-encrypted-response-enc",
    "Content encryption of userinfo responses",
  ),
  access_token_strategy: {
    schema: oneOf(["opaque", "jwt"]),
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The kind of its access tokens; the server's own setting when left out.",
    kind: "choice",
    flag: { name: "access-token-strategy" },
    form: {
      label: "Access token format",
      group: "tokens",
      options: [
        {
          value: "opaque",
          label: "Opaque",
          hint: "Verified by introspection; revoked immediately.",
        },
        { value: "jwt", label: "JWT", hint: "Verified offline; valid until it expires." },
      ],
    },
  },
  security_profile: {
    schema: oneOf(profileNames),
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The security profile whose rules its requests must follow; that of the server when left out.",
    kind: "choice",
    flag: { name: "security-profile" },
    form: {
      label: "Security profile",
      group: "authentication",
      options: [
        { value: "compatible", hint: "What the server's settings say, and no more." },
        { value: "oauth2.1", hint: "OAuth 2.1: code flow with PKCE." },
        { value: "mcp", hint: "AI agents: OAuth 2.1 as MCP requires it." },
        {
          value: "fapi2",
          hint: "FAPI 2.0: pushed requests, keys instead of secrets, bound tokens.",
        },
        { value: "fapi2-message-signing", hint: "FAPI 2.0 with signed requests and responses." },
      ],
    },
  },
  access_token_jwt_typ: {
    schema: oneOf(["JWT", "at+jwt"]),
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description:
      "The `typ` of its JWT access tokens; the server's own setting when left out. RFC 9068 defines `at+jwt`.",
    kind: "choice",
    flag: { name: "access-token-jwt-typ" },
    form: {
      label: "JWT type (typ)",
      group: "tokens",
      options: [
        { value: "JWT", hint: "What most libraries expect." },
        { value: "at+jwt", hint: "RFC 9068; strict libraries require it." },
      ],
      only_if: { field: "access_token_strategy", value: "jwt" },
    },
  },
  authorization_details_types: {
    schema: distinct(texts),
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The types of authorization details it may request: RFC 9396 §10.",
    kind: "list",
    flag: { name: "authorization-details-types" },
    form: {
      label: "Authorization details types",
      group: "general",
      hint: "Registered types that it may request, one per line.",
    },
  },
  default_acr_values: {
    schema: distinct(texts),
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The authentication levels (`acr`) of its requests that name none, best first.",
    kind: "list",
    flag: { name: "default-acr-values" },
    form: {
      label: "Default authentication levels",
      group: "requests",
      hint: "Values of acr, best first, one per line. They apply to requests without acr_values.",
    },
  },
  acr_values_required: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether a login must have one of the requested authentication levels (`acr`). Otherwise they are a preference.",
    kind: "boolean",
    flag: { name: "acr-values-required" },
    form: {
      label: "Logins must have one of the requested authentication levels",
      group: "requests",
    },
  },
  default_max_age: {
    schema: secondsFromZero,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Seconds after which a user must log in again, for its requests without `max_age`.",
    kind: "number",
    flag: { name: "default-max-age" },
  },
  skip_consent: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The consent app accepts its requests without asking the user. For clients of the operator's own; the server visits the consent app all the same.",
    kind: "boolean",
    flag: { name: "skip-consent" },
    form: { label: "Users are not asked for consent", group: "general" },
  },
  skip_logout_consent: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "A logout app of yours accepts logouts that it starts without asking the user: it reads this at `/admin`. The built-in page always asks.",
    kind: "boolean",
    flag: { name: "skip-logout-consent" },
    form: { label: "Users are not asked when it logs them out", group: "logout" },
  },
  authorization_code_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for an authorization code; the server's setting when left out.",
    "authorization-code-access-token-lifespan",
    "Access token for a code",
  ),
  authorization_code_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for an authorization code; the server's setting when left out.",
    "authorization-code-refresh-token-lifespan",
    "Refresh token for a code",
  ),
  authorization_code_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for an authorization code; the server's setting when left out.",
    "authorization-code-id-token-lifespan",
    "ID token for a code",
  ),
  device_authorization_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a device code; the server's setting when left out.",
    "device-authorization-access-token-lifespan",
    "Access token for a device code",
  ),
  device_authorization_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for a device code; the server's setting when left out.",
    "device-authorization-refresh-token-lifespan",
    "Refresh token for a device code",
  ),
  device_authorization_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for a device code; the server's setting when left out.",
    "device-authorization-id-token-lifespan",
    "ID token for a device code",
  ),
  client_credentials_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for itself; the server's setting when left out.",
    "client-credentials-access-token-lifespan",
    "Access token for itself",
  ),
  implicit_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets from the authorization endpoint; the server's setting when left out.",
    "implicit-access-token-lifespan",
    "Access token from the authorization endpoint",
  ),
  implicit_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets from the authorization endpoint; the server's setting when left out.",
    "implicit-id-token-lifespan",
    "ID token from the authorization endpoint",
  ),
  refresh_token_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a refresh token; the server's setting when left out.",
    "refresh-token-access-token-lifespan",
    "Access token for a refresh token",
  ),
  refresh_token_grant_refresh_token_lifespan: tokenLifespan(
    "How long a refresh token is valid that it gets for a refresh token; the server's setting when left out.",
    "refresh-token-refresh-token-lifespan",
    "Refresh token for a refresh token",
  ),
  refresh_token_grant_id_token_lifespan: tokenLifespan(
    "How long an ID token is valid that it gets for a refresh token; the server's setting when left out.",
    "refresh-token-id-token-lifespan",
    "ID token for a refresh token",
  ),
  jwt_bearer_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid that it gets for a JWT of a trusted issuer; the server's setting when left out.",
    "jwt-bearer-access-token-lifespan",
    "Access token for a trusted JWT",
  ),
  token_exchange_grant_access_token_lifespan: tokenLifespan(
    "How long an access token is valid at most that it gets for another token; the server's setting when left out.",
    "token-exchange-access-token-lifespan",
    "Access token for another token",
  ),
  token_exchange_subject_clients: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description: "The clients whose tokens it may exchange, beside its own tokens.",
    kind: "list",
    flag: { name: "token-exchange-subject-clients" },
    form: {
      label: "Clients whose tokens it may exchange",
      group: "exchange",
      hint: "Client IDs, one per line. Its own tokens need no entry.",
    },
  },
  token_exchange_subject_issuers: {
    schema: texts,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description: "The trusted issuers whose JWTs it may exchange.",
    kind: "list",
    flag: { name: "token-exchange-subject-issuers" },
    form: {
      label: "Trusted issuers whose tokens it may exchange",
      group: "exchange",
      hint: "The iss of the tokens, one per line.",
    },
  },
  token_exchange_scope: {
    schema: scopes,
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description: "The scopes it may get in an exchange although the subject token lacks them.",
    kind: "list",
    flag: { name: "token-exchange-scope", separator: /[\s,]+/ },
    form: {
      label: "Additional scopes",
      group: "exchange",
      hint: "Scopes it may get although the subject token lacks them, one per line.",
    },
  },
  token_exchange_type: {
    schema: oneOf(["delegation", "impersonation"]),
    default: "delegation",
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether tokens that it gets for those of others name it as the actor, `delegation`, or need not, `impersonation`.",
    kind: "choice",
    flag: { name: "token-exchange-type", default: "delegation" },
    form: {
      label: "Type of exchange",
      group: "exchange",
      options: [
        { value: "delegation", label: "Delegation", hint: "Its tokens say that it acts (act)." },
        {
          value: "impersonation",
          label: "Impersonation",
          hint: "Its tokens look like those of the subject.",
        },
      ],
    },
  },
  id_jag_targets: {
    schema: v.pipe(
      v.array(idJagTarget, ID_JAG_TARGETS),
      v.maxLength(100, ID_JAG_TARGETS),
      v.readonly(),
    ),
    default: [],
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The authorization servers it may get identity assertions (ID-JAG) for: `audience` is the issuer of each, `client_id` the client's id there, `scope` and `resources` what it may ask for.",
    kind: "json",
    flag: { name: "id-jag-targets" },
  },
  post_logout_redirect_uris: {
    schema: texts, // Compared with the redirect URIs, which this field cannot see.
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "Where browsers may be sent after logout.",
    kind: "list",
    flag: { name: "post-logout-callbacks" },
    form: {
      label: "Post-logout redirect URIs",
      group: "logout",
      hint: "Where users may be redirected after signing out, one per line.",
    },
  },
  frontchannel_logout_uri: {
    schema: webUri,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The URL that the browser loads in a frame at logout.",
    kind: "text",
    flag: { name: "frontchannel-logout-uri" },
    form: { label: "Front-channel logout URI", group: "logout" },
  },
  frontchannel_logout_session_required: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "Whether `iss` and `sid` are added to the front-channel logout URI.",
    kind: "boolean",
    flag: { name: "frontchannel-logout-session-required" },
    form: { label: "Front-channel logout names the session", group: "logout" },
  },
  backchannel_token_delivery_mode: {
    schema: oneOf(["poll", "ping"]),
    default: "poll",
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "How it learns that the user of a backchannel authentication has answered: it asks, or it is notified and then asks. The mode `push` is not supported: OpenID CIBA Core §4.",
    kind: "choice",
    flag: { name: "backchannel-token-delivery-mode" },
    form: {
      label: "Backchannel authentication",
      group: "backchannel",
      options: [
        { value: "poll", hint: "It asks for its tokens until the user has answered." },
        { value: "ping", hint: "It is notified when the user has answered." },
      ],
    },
  },
  backchannel_client_notification_endpoint: {
    schema: textWhere(
      (value) => isWebUri(value) && isSecureRedirect(value),
      "a URL that begins with https://, or with http:// on 127.0.0.1, [::1] or localhost in development",
    ),
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The URL at which it is notified that a user has answered; for the delivery mode `ping`.",
    kind: "text",
    flag: { name: "backchannel-client-notification-endpoint" },
    form: {
      label: "Notification endpoint",
      group: "backchannel",
      only_if: { field: "backchannel_token_delivery_mode", value: "ping" },
    },
  },
  backchannel_authentication_request_signing_alg: {
    schema: openOneOf(allSigningAlgorithms),
    set_by: "caller",
    registrant: "none",
    visible_to: "admin",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The algorithm with which it signs its backchannel authentication requests, which must then be signed: OpenID CIBA Core §7.1.1.",
    kind: "choice",
    flag: { name: "backchannel-authentication-request-signing-alg" },
    form: { label: "Algorithm of its backchannel requests", group: "backchannel" },
  },
  backchannel_logout_uri: {
    schema: webUri,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "The URL to which the server posts a logout token.",
    kind: "text",
    flag: { name: "backchannel-logout-uri" },
    form: { label: "Back-channel logout URI", group: "logout" },
  },
  backchannel_logout_session_required: {
    schema: flag,
    default: false,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.1.0",
    description: "Whether logout tokens must hold the `sid`.",
    kind: "boolean",
    flag: { name: "backchannel-logout-session-required" },
    form: { label: "Back-channel logout names the session", group: "logout" },
  },
  application_type: {
    schema: openOneOf(["web", "native"]),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether it runs on a web server, `web`, or on the device of its user, `native`: OpenID Connect Dynamic Client Registration §2.",
    kind: "choice",
    flag: { name: "application-type" },
    form: {
      label: "Application type",
      group: "about",
      options: [
        { value: "web", hint: "It runs on a web server or in a browser." },
        { value: "native", hint: "It runs on the device of its user." },
      ],
    },
  },
  initiate_login_uri: {
    schema: textWhere(isHttpsUri, "an https URL"), // OpenID Registration §2
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The URL at which others can have it start a sign-in: OpenID Connect Core §4. For portals that link to apps.",
    kind: "text",
    flag: { name: "initiate-login-uri" },
    form: { label: "Initiate login URI", group: "about" },
  },
  software_id: {
    schema: shortText,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "Identifies the software, the same for all its installations: RFC 7591 §2.",
    kind: "text",
    flag: { name: "software-id" },
  },
  software_version: {
    schema: shortText,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The version of the software: RFC 7591 §2.",
    kind: "text",
    flag: { name: "software-version" },
  },
  metadata: {
    schema: jsonValue,
    default: {},
    set_by: "caller",
    registrant: "none",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "Anything else to store with it: any JSON, of at most 64 KiB.",
    kind: "json",
    flag: { name: "metadata" },
  },
  client_id_metadata_document: {
    schema: flag,
    default: false,
    set_by: "server",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether the client is described by the document at its `client_id`, a URL, and not by this API: it can be deleted here, and not be changed.",
    kind: "boolean",
  },
  self_registered: {
    schema: flag,
    default: false,
    set_by: "server",
    registrant: "none",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "Whether it registered itself: then no administrator has checked its name, logo and URLs.",
    kind: "boolean",
  },
  created_at: {
    schema: timestamp,
    set_by: "server",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "When it was created, in RFC 3339.",
    kind: "text",
  },
  updated_at: {
    schema: timestamp,
    set_by: "server",
    registrant: "reads",
    visible_to: "login_apps",
    shown: "always",
    since: "0.1.0",
    description: "When it was last changed, in RFC 3339.",
    kind: "text",
  },
} as const satisfies Readonly<Record<string, ClientField>>;

/** A URI that pages may show as a link, and so one that no browser executes. */
function link() {
  return textWhere(
    (uri) => !isExecutableUri(uri),
    "an http or https URL, not a javascript, data or vbscript URI",
  );
}

/** The table, as its types say it. */
export type ClientFields = typeof clientFields;

/** The name of a field. */
export type ClientFieldName = keyof ClientFields;

/** Every field with its name, in the order of the table. */
export const clientFieldList: readonly (readonly [ClientFieldName, ClientField])[] =
  clientFieldNames().map((name) => [name, clientFields[name]]);

function clientFieldNames(): readonly ClientFieldName[] {
  return Object.keys(clientFields).filter((name) => isClientFieldName(name));
}

/** Whether a client has a field of this name. */
export function isClientFieldName(name: string): name is ClientFieldName {
  return Object.hasOwn(clientFields, name);
}

/** The values that a field of the kind `choice` takes. */
export function choicesOf({ schema }: ClientField): readonly string[] {
  const options = "options" in schema && Array.isArray(schema.options) ? schema.options : [];
  return options.filter((option) => typeof option === "string");
}

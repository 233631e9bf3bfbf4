/** RFC 7591 §2: reads and checks the description of a client. */

import {
  clientFieldList,
  type JsonObject,
  type JsonWebKey,
  type JsonWebKeySet,
  type OAuth2Client,
  type OAuth2ClientInput,
  read,
  requestedUrlsOf,
  withMissingScheme,
} from "@latchkey/api";
import { type ClientMetadata, defaultClientMetadata } from "../client.ts";
import { certificateNameFields } from "../binding/client-certificate.ts";
import { parseDistinguishedName } from "../binding/distinguished-name.ts";
import { findEncryptionKey } from "./encryption.ts";
import type { ClientMetadataRejection } from "./metadata-rejection.ts";
import { CIBA_GRANT } from "../grant-type.ts";
import { isRedirectUri } from "../redirect-uri.ts";
import { err, ok, type Result } from "../../result.ts";
import { splitScope } from "../scope.ts";

/** A client that a request describes. The caller generates an id and a secret where the request has none. */
export interface ClientRegistration {
  readonly client_id: string | undefined;
  readonly client_secret: string | undefined;
  readonly client_metadata: ClientMetadata;
}

/** What the server adds to a description. */
export interface ClientMetadataOptions {
  /** The scopes of a client whose description names none. */
  readonly default_scope: readonly string[];
  readonly subject_types: readonly string[];
  /** The format of the access tokens of a client whose description names none. */
  readonly access_token_strategy: "opaque" | "jwt";
  /** The algorithms of signatures that clients can choose. */
  readonly signing_algorithms: readonly string[];
  /** Whether request objects may be encrypted. */
  readonly accepts_encryption: boolean;
  /** Imports the keys. Its error is a sentence. */
  readonly checkJwks: (jwks: unknown) => Result<JsonWebKeySet, string>;
  /** Why no request is ever sent to a URL, as a sentence; undefined where it may be. */
  readonly explainRefusedUrl: (url: string) => string | undefined;
}

/** Checks and completes a description. The caller still has to fetch and verify a `sector_identifier_uri`. */
export function parseClientMetadata(
  body: unknown,
  options: ClientMetadataOptions,
): Result<ClientRegistration, ClientMetadataRejection> {
  const fields = readClientFields(body);
  if (!fields.ok) return fields;
  const { client_id, client_secret, jwks, scope, allowed_cors_origins, ...given } = fields.value;

  const keys = parseKeys(jwks, options);
  if (!keys.ok) return keys;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each field has just been through the table's schema.
  const client_metadata = {
    ...defaultClientMetadata,
    subject_type: defaultSubjectType(options.subject_types),
    ...given,
    ...(keys.value !== undefined && { jwks: keys.value }),
    ...(allowed_cors_origins !== undefined && {
      allowed_cors_origins: allowed_cors_origins.map((origin) => new URL(origin).origin),
    }),
    scope: scope === undefined ? options.default_scope : splitScope(scope),
  } as ClientMetadata;
  const rejection = objection(client_metadata, options);
  return rejection === undefined
    ? ok({ client_id, client_secret, client_metadata })
    : err(rejection);
}

/** A value of a carried client that the admin API would refuse. It is left out. */
export interface RefusedValue {
  readonly field: string;
  /** The entry of the list, or the `kid` of the key; absent where the whole field is left out. */
  readonly entry?: string;
  /** Why, as a sentence without the value. */
  readonly reason: string;
}

/**
 * The description of a client that another server accepted. It is completed, and not judged by the rules about several fields or
 * those of settings: the client works with it. What the rules about single values refuse is left out: of a list, the entries at fault.
 */
export function readCarriedMetadata(
  body: Partial<OAuth2Client>,
  { default_scope, checkJwks }: CarriedOptions,
): { readonly client_metadata: ClientMetadata; readonly refused: readonly RefusedValue[] } {
  const given: Record<string, unknown> = { ...body };
  const refused: RefusedValue[] = [];
  const keys = keepKeys(given["jwks"], checkJwks, refused);
  if (keys.length > 0) given["jwks"] = { keys };
  else Reflect.deleteProperty(given, "jwks");
  given["post_logout_redirect_uris"] = keepRedirectUris(body.post_logout_redirect_uris, refused);
  for (;;) {
    const fields = readClientFields(given);
    const field = fields.ok ? undefined : fieldOf(fields.error);
    if (field !== undefined && Object.hasOwn(given, field)) {
      leaveOut(field, given, refused);
      continue;
    }
    const {
      client_id: _id,
      client_secret: _secret,
      scope,
      ...rest
    } = fields.ok ? fields.value : {};
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each field has just been through the table's schema.
    const client_metadata = {
      ...defaultClientMetadata,
      ...rest,
      scope: scope === undefined ? default_scope : splitScope(scope),
    } as ClientMetadata;
    return { client_metadata, refused };
  }
}

type CarriedOptions = Pick<ClientMetadataOptions, "default_scope" | "checkJwks">;

/** The keys that the API accepts, each judged alone. */
function keepKeys(
  jwks: unknown,
  checkJwks: CarriedOptions["checkJwks"],
  refused: RefusedValue[],
): readonly JsonWebKey[] {
  const keys = typeof jwks === "object" && jwks !== null && "keys" in jwks ? jwks.keys : [];
  if (!Array.isArray(keys) || keys.length === 0) return [];
  const whole = checkJwks(jwks);
  if (whole.ok) return whole.value.keys;
  const all: readonly unknown[] = keys.length > MAX_JUDGED_KEYS ? [] : keys;
  if (all.length === 0) refused.push({ field: "jwks", reason: fieldRefused("jwks") });
  return all.flatMap((key) => {
    const checked = checkJwks({ keys: [key] });
    if (checked.ok) return checked.value.keys;
    const entry = hasKeyType(key) && typeof key["kid"] === "string" ? { entry: key["kid"] } : {};
    const reason = `A key in the jwks of a client is left out: ${checked.error.replace("keys[0].", "")}`;
    refused.push({ field: "jwks", ...entry, reason });
    return [];
  });
}

/** Each costs time to import. */
const MAX_JUDGED_KEYS = 100;

/** The API compares these with the redirect URIs, whose form they have. */
function keepRedirectUris(
  uris: readonly string[] | undefined,
  refused: RefusedValue[],
): readonly string[] | undefined {
  return uris?.filter((entry) => {
    const isKept = isRedirectUri(entry);
    if (!isKept) {
      const field = "post_logout_redirect_uris";
      refused.push({ field, entry, reason: entryRefused(field, REDIRECT_URI) });
    }
    return isKept;
  });
}

const REDIRECT_URI = "a redirect URI that no browser executes, absolute and without a fragment";

function entryRefused(field: string, expected: string): string {
  return `An entry of the ${field} of a client is left out: it must be ${expected}.`;
}

/** Leaves out the entries of a list that are at fault, or else the field. */
function leaveOut(field: string, given: Record<string, unknown>, refused: RefusedValue[]): void {
  const value = given[field];
  const described = clientFieldList.find(([name]) => name === field)?.[1];
  const schema = described?.request_schema ?? described?.schema;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const kept = entries.filter((entry) => {
    const checked = schema && read(schema, [entry], field);
    if (checked?.ok !== false) return true;
    const reason = entryRefused(field, checked.error.expected);
    refused.push({ field, reason, ...(typeof entry === "string" && { entry }) });
    return false;
  });
  if (kept.length < entries.length) {
    given[field] = kept;
    return;
  }
  Reflect.deleteProperty(given, field);
  refused.push({ field, reason: fieldRefused(field) });
}

function fieldRefused(field: string): string {
  return `The field ${field} of a client has a value that cannot be stored here.`;
}

/** The field of the table that is at fault. */
function fieldOf(rejection: ClientMetadataRejection): string | undefined {
  if (rejection.reason !== "field_invalid") return undefined;
  return clientFieldList.find(([name]) => rejection.field.split(/[.[]/)[0] === name)?.[0];
}

type GivenFields = Omit<OAuth2ClientInput, "jwks"> & { readonly jwks?: JsonObject };

/** Reads the fields of the table and ignores all others. Null and the empty string count as left out; metadata may be empty. */
function readClientFields(body: unknown): Result<GivenFields, ClientMetadataRejection> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return err({ reason: "body_not_an_object" });
  }
  const given = new Map<string, unknown>(Object.entries(body));
  const fields: Record<string, unknown> = {};
  for (const [name, { set_by, schema, request_schema = schema }] of clientFieldList) {
    const value = given.get(name);
    if (set_by !== "caller" || value === undefined || value === null) continue;
    if (value === "" && name !== "metadata") continue;
    const field = read(request_schema, value, name);
    if (!field.ok) return err({ reason: "field_invalid", ...field.error });
    fields[name] = field.value;
  }
  return ok(fields);
}

/** An empty set is no set: a client that was read may be sent back as it is, whatever an older server stored there. */
function parseKeys(
  jwks: JsonObject | undefined,
  options: ClientMetadataOptions,
): Result<JsonWebKeySet | undefined, ClientMetadataRejection> {
  if (jwks === undefined) return ok(undefined);
  const keys = jwks["keys"] ?? [];
  if (!Array.isArray(keys)) return malformed("its field keys must be a list.");
  if (keys.length === 0) return ok(undefined);
  const stray = keys.findIndex((key: unknown) => !hasKeyType(key));
  if (stray !== -1) return malformed(`keys[${stray}] must be an object with a kty.`);

  const checked = options.checkJwks(jwks);
  return checked.ok ? checked : malformed(checked.error);
}

function malformed(detail: string): Result<never, ClientMetadataRejection> {
  return err({ reason: "keys_malformed", detail });
}

function hasKeyType(key: unknown): key is JsonObject {
  return typeof key === "object" && key !== null && "kty" in key && typeof key.kty === "string";
}

function defaultSubjectType(supported: readonly string[]): string {
  return supported.includes("public") ? "public" : (supported[0] ?? "public");
}

/** The rules about several fields, and those that depend on settings. */
function objection(
  client: ClientMetadata,
  options: ClientMetadataOptions,
): ClientMetadataRejection | undefined {
  const { subject_types, signing_algorithms, accepts_encryption } = options;
  const { jwks, jwks_uri, subject_type } = client;
  if (jwks !== undefined && jwks_uri !== undefined) return { reason: "keys_given_twice" }; // §2
  for (const uri of client.redirect_uris) {
    const meant = withMissingScheme(uri);
    if (meant !== undefined) return { reason: "redirect_uri_without_scheme", uri, meant };
  }
  const unrequested = findRefusedUrl(client, options);
  if (unrequested !== undefined) return unrequested;
  const binding =
    authenticationObjection(client) ?? bindingObjection(client) ?? backchannelObjection(client);
  if (binding !== undefined) return binding;
  if (client.request_object_encryption_alg !== undefined && !accepts_encryption) {
    return { reason: "encryption_disabled" };
  }
  const field = SIGNING_FIELDS.find((name) => {
    const alg = client[name] ?? "none";
    return alg !== "none" && !signing_algorithms.includes(alg);
  });
  if (field !== undefined) return notOffered(field, client[field], signing_algorithms);
  const encryption = objectionToEncryption(client);
  if (encryption !== undefined) return encryption;
  if (!subject_types.includes(subject_type)) {
    return notOffered("subject_type", subject_type, subject_types);
  }
  const strategy = client.access_token_strategy ?? options.access_token_strategy;
  if (subject_type === "pairwise" && strategy === "jwt") return { reason: "pairwise_in_jwt" };
  const origins = new Set(client.redirect_uris.map(originOf));
  const uri = client.post_logout_redirect_uris.find(
    (candidate) => !isRedirectUri(candidate) || !origins.has(originOf(candidate)),
  );
  return uri === undefined ? undefined : { reason: "post_logout_redirect_uri_foreign", uri };
}

/** The server sends requests to these URLs, later: a client would not learn then that it refuses to. */
function findRefusedUrl(
  client: ClientMetadata,
  { explainRefusedUrl }: ClientMetadataOptions,
): ClientMetadataRejection | undefined {
  for (const { field, url: uri } of requestedUrlsOf(client)) {
    const detail = explainRefusedUrl(uri);
    if (detail !== undefined) return { reason: "url_refused", field, uri, detail };
  }
  return undefined;
}

/** OpenID CIBA Core §4: the client must authenticate, and one that is notified needs an endpoint for it. */
function backchannelObjection(client: ClientMetadata): ClientMetadataRejection | undefined {
  const { grant_types, token_endpoint_auth_method } = client;
  if (!grant_types.includes(CIBA_GRANT)) return undefined;
  if (token_endpoint_auth_method === "none") return { reason: "backchannel_client_public" };
  const isPinged = client.backchannel_token_delivery_mode === "ping";
  const lacksEndpoint = client.backchannel_client_notification_endpoint === undefined;
  return isPinged && lacksEndpoint ? { reason: "notification_endpoint_missing" } : undefined;
}

/** What an authentication method needs beside its name. */
function authenticationObjection(client: ClientMetadata): ClientMetadataRejection | undefined {
  const { jwks, jwks_uri, token_endpoint_auth_method: method } = client;
  const needsKeys = method === "private_key_jwt" || method === "self_signed_tls_client_auth";
  if (needsKeys && (jwks ?? jwks_uri) === undefined) return { reason: "keys_missing", method };
  if (method === "self_signed_tls_client_auth") {
    const isCertified = jwks?.keys.some(({ x5c }) => x5c !== undefined) ?? true;
    return isCertified ? undefined : { reason: "certificates_missing" }; // RFC 8705 §2.2.2
  }
  if (method !== "tls_client_auth") return undefined;
  const given = certificateNameFields.filter((field) => client[field] !== undefined).length;
  return given === 1 ? undefined : { reason: "certificate_name_not_one", given }; // RFC 8705 §2.1.2
}

function bindingObjection(client: ClientMetadata): ClientMetadataRejection | undefined {
  if (client.dpop_bound_access_tokens && client.tls_client_certificate_bound_access_tokens)
    return { reason: "bindings_combined" };
  const subject = client.tls_client_auth_subject_dn;
  if (subject === undefined || parseDistinguishedName(subject) !== undefined) return undefined;
  return {
    reason: "field_invalid",
    field: "tls_client_auth_subject_dn",
    expected: "a distinguished name in the format of RFC 4514, such as CN=photos,O=Example,C=DE",
    value: subject,
    aspect: "form",
  };
}

const SIGNING_FIELDS = [
  "token_endpoint_auth_signing_alg",
  "request_object_signing_alg",
  "backchannel_authentication_request_signing_alg",
  "userinfo_signed_response_alg",
  "id_token_signed_response_alg",
  "authorization_signed_response_alg",
] as const;

/** A value of the table that the settings do not offer. */
function notOffered(
  field: string,
  value: unknown,
  offered: readonly string[],
): ClientMetadataRejection {
  const expected = `one of: ${offered.join(", ")}`;
  return { reason: "field_invalid", field, expected, value, aspect: "choice" };
}

/** OpenID Connect Registration §2: an `enc` needs its `alg`, and that a key of the client. */
function objectionToEncryption(client: ClientMetadata): ClientMetadataRejection | undefined {
  const { jwks, jwks_uri } = client;
  for (const [alg_field, enc_field] of ENCRYPTION_FIELDS) {
    const alg = client[alg_field];
    if (alg === undefined && client[enc_field] !== undefined) {
      return { reason: "encryption_incomplete", alg_field, enc_field };
    }
    if (alg === undefined || alg_field === "request_object_encryption_alg") continue; // That is a key of the server.
    const hasKey = jwks_uri !== undefined || findEncryptionKey(jwks?.keys ?? [], alg) !== undefined;
    if (!hasKey) return { reason: "encryption_key_missing", alg_field, alg };
  }
  return undefined;
}

const ENCRYPTION_FIELDS = [
  ["request_object_encryption_alg", "request_object_encryption_enc"],
  ["authorization_encrypted_response_alg", "authorization_encrypted_response_enc"],
  ["id_token_encrypted_response_alg", "id_token_encrypted_response_enc"],
  ["userinfo_encrypted_response_alg", "userinfo_encrypted_response_enc"],
] as const;

/** Scheme, host and port. Not `URL.origin`, which is "null" for the schemes of native apps. */
function originOf(uri: string): string | undefined {
  const url = URL.parse(uri);
  return url === null ? undefined : `${url.protocol}//${url.host}`;
}

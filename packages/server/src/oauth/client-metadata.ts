/** RFC 7591 §2: reading what somebody says of a client. */

import type { JsonObject, JsonWebKeySet } from "@latchkey/api";
import type { ClientMetadata } from "./client.ts";
import { type Members, readMembers } from "./client-metadata-members.ts";
import type { ClientMetadataRejection } from "./client-metadata-rejection.ts";
import { isRedirectUri } from "./redirect-uri.ts";
import { err, ok, type Result } from "./result.ts";

/** A client somebody asks for. An id and a secret that were not chosen are left to the caller. */
export interface ClientRegistration {
  readonly client_id: string | undefined;
  readonly client_secret: string | undefined;
  readonly client_metadata: ClientMetadata;
}

/** What the server brings to a description. */
export interface ClientMetadataOptions {
  /** What a client may ask for that does not say. */
  readonly default_scope: readonly string[];
  readonly subject_types: readonly string[];
  /** Imports the keys, which is no rule's business; its error is a sentence. */
  readonly checkJwks: (jwks: unknown) => Result<JsonWebKeySet, string>;
}

/** Checks and completes a description. A `sector_identifier_uri` is yet to be fetched and verified. */
export function parseClientMetadata(
  body: unknown,
  options: ClientMetadataOptions,
): Result<ClientRegistration, ClientMetadataRejection> {
  const read = readMembers(body);
  if (!read.ok) return read;
  const { client_id, client_secret, jwks, ...said } = read.value;

  const keys = parseKeys(jwks, options);
  if (!keys.ok) return keys;
  const client_metadata: ClientMetadata = {
    ...undescribed,
    scope: options.default_scope,
    subject_type: defaultSubjectType(options.subject_types),
    ...said,
    ...(keys.value !== undefined && { jwks: keys.value }),
  };
  const rejection = objection(client_metadata, options);
  return rejection === undefined
    ? ok({ client_id, client_secret, client_metadata })
    : err(rejection);
}

/** A client of which nothing was said. */
export const undescribed = {
  client_name: "",
  redirect_uris: [],
  grant_types: [],
  response_types: [],
  audience: [],
  owner: "",
  policy_uri: "",
  tos_uri: "",
  client_uri: "",
  logo_uri: "",
  allowed_cors_origins: [],
  contacts: [],
  token_endpoint_auth_method: "client_secret_basic", // §2
  request_uris: [],
  userinfo_signed_response_alg: "none",
  frontchannel_logout_session_required: false,
  post_logout_redirect_uris: [],
  backchannel_logout_session_required: false,
  metadata: {},
} as const;

/** An empty set is no set: a client that was read may be sent back as it is, whatever an older server put there. */
function parseKeys(
  jwks: Members["jwks"],
  options: ClientMetadataOptions,
): Result<JsonWebKeySet | undefined, ClientMetadataRejection> {
  if (jwks === undefined) return ok(undefined);
  const keys = jwks["keys"] ?? [];
  if (!Array.isArray(keys)) return malformed("its member keys must be a list.");
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

/** What no member can know of itself. */
function objection(
  client: ClientMetadata,
  { subject_types }: ClientMetadataOptions,
): ClientMetadataRejection | undefined {
  const { jwks, jwks_uri, subject_type, token_endpoint_auth_method } = client;
  if (jwks !== undefined && jwks_uri !== undefined) return { reason: "keys_given_twice" }; // §2
  if (token_endpoint_auth_method === "private_key_jwt" && (jwks ?? jwks_uri) === undefined) {
    return { reason: "keys_missing" };
  }
  if (!subject_types.includes(subject_type)) {
    return {
      reason: "value_unsupported",
      member: "subject_type",
      value: subject_type,
      supported: subject_types,
    };
  }
  const homes = new Set(client.redirect_uris.map(placeOf));
  const uri = client.post_logout_redirect_uris.find(
    (candidate) => !isRedirectUri(candidate) || !homes.has(placeOf(candidate)),
  );
  return uri === undefined ? undefined : { reason: "post_logout_redirect_uri_foreign", uri };
}

/** Scheme, host and port. */
function placeOf(uri: string): string | undefined {
  const url = URL.parse(uri);
  return url === null ? undefined : `${url.protocol}//${url.host}`;
}

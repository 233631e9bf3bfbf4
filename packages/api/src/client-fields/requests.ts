/** Signed and encrypted requests and responses. */

import {
  allSigningAlgorithms,
  contentEncryptions,
  encryptionAlgorithms,
  requestEncryptionAlgorithms,
  signingAlgorithms,
} from "../algorithms.ts";
import type { ClientField } from "../client-field.ts";
import { isWebUri } from "../uri.ts";
import { flag, openOneOf, textsWhere } from "../values.ts";

const optionalSigningAlgorithms = ["none", ...allSigningAlgorithms] as const;

export const requestFields = {
  request_uris: {
    schema: textsWhere(isWebUri, "an http or https URL"),
    default: [],
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The URLs its request objects may be fetched from.",
    kind: "list",
    flag: { name: "request-uris" },
    form: {
      label: "Request object URIs",
      hint: "URLs that request_uri may name, one per line.",
    },
  },
  request_object_signing_alg: {
    schema: openOneOf(optionalSigningAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description:
      "The only algorithm accepted for its request objects; any supported one when left out.",
    kind: "choice",
    flag: { name: "request-object-signing-alg" },
    form: { label: "Algorithm of its request objects" },
  },
  userinfo_signed_response_alg: {
    schema: openOneOf(optionalSigningAlgorithms),
    default: "none",
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "always",
    since: "0.2.0",
    description: "The algorithm of signed userinfo responses; `none` for plain JSON.",
    kind: "choice",
    flag: { name: "userinfo-signed-response-alg", default: "none" },
    form: { label: "Algorithm of userinfo responses" },
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
    form: { label: "Algorithm of introspection responses" },
  },
  id_token_signed_response_alg: {
    schema: openOneOf(allSigningAlgorithms),
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The algorithm of its ID tokens; the server's own when left out.",
    kind: "choice",
    flag: { name: "id-token-signed-response-alg" },
    form: { label: "Algorithm of its ID tokens" },
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
} as const satisfies Readonly<Record<string, ClientField>>;

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
    form: { label },
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
    form: { label },
  } as const satisfies ClientField;
}

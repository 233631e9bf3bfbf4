import {
  clientFields,
  explain,
  isClientFieldName,
  type Problem,
  withMissingScheme,
} from "@latchkey/api";
import { certificateNameFields } from "../binding/client-certificate.ts";
import { CIBA_GRANT } from "../grant-type.ts";
import { type ErrorCode, quote } from "../oauth-error.ts";
import type { RejectionOf, Rejections } from "../rejection.ts";

/** Why a client cannot be registered as it was described. */
export type ClientMetadataRejection = RejectionOf<typeof registrantRejections>;

const invalid = { name: null, error: "invalid_client_metadata" } as const;

/** RFC 7591 §3.2.2: those of a client that registers itself, with the field at fault and how to correct it. */
export const registrantRejections = {
  body_not_an_object: {
    name: null,
    error: "invalid_request",
    description: "The body must be a JSON object that describes a client.",
  },
  field_invalid: { name: null, error: codeOf, description: explainField },
  redirect_uri_without_scheme: {
    name: null,
    error: "invalid_redirect_uri",
    description: ({ uri, meant }: { uri: string; meant: string }) =>
      `The redirect_uris entry ${quote(uri)} has no scheme. Send ${quote(meant)}.`,
  },
  post_logout_redirect_uri_foreign: {
    ...invalid,
    description: ({ uri }: { uri: string }) =>
      `The post-logout redirect URI ${quote(uri)} must share scheme, host and port with one of the redirect_uris.`,
  },
  keys_malformed: {
    ...invalid,
    description: ({ detail }: { detail: string }) => `The jwks cannot be used: ${detail}`,
  },
  keys_given_twice: {
    ...invalid,
    description:
      "The fields jwks and jwks_uri exclude one another. Send the keys, or the URL of them.",
  },
  url_refused: {
    ...invalid,
    description: ({ field, uri, detail }: { field: string; uri: string; detail: string }) =>
      `The ${field} ${quote(uri)} is a URL to which this server sends no requests. ${detail}`,
  },
  keys_missing: {
    ...invalid,
    description: ({ method }: { method: string }) =>
      `The token_endpoint_auth_method ${method} needs the client's public keys. Send jwks or jwks_uri.`,
  },
  certificates_missing: {
    ...invalid,
    description:
      "The token_endpoint_auth_method self_signed_tls_client_auth needs the client's certificates. Send jwks with an x5c in a key.",
  },
  certificate_name_not_one: {
    ...invalid,
    description: ({ given }: { given: number }) =>
      `The token_endpoint_auth_method tls_client_auth needs exactly one of ${certificateNameFields.join(", ")}, not ${given}.`,
  },
  bindings_combined: {
    ...invalid,
    description:
      "The fields dpop_bound_access_tokens and tls_client_certificate_bound_access_tokens exclude one another: a token is bound to one key.",
  },
  backchannel_client_public: {
    ...invalid,
    description: `The token_endpoint_auth_method none does not allow the grant type ${CIBA_GRANT}: the client must authenticate. Give it a secret or keys.`,
  },
  notification_endpoint_missing: {
    ...invalid,
    description:
      "The backchannel_client_notification_endpoint is missing, which the backchannel_token_delivery_mode ping requires.",
  },
  pairwise_in_jwt: {
    ...invalid,
    description:
      "The subject_type pairwise needs opaque access tokens: the client can read a JWT, so APIs would find the pairwise sub in it, and not the subject itself. Send the access_token_strategy opaque, or another subject_type.",
  },
  encryption_disabled: {
    ...invalid,
    description:
      "The field request_object_encryption_alg needs the setting oidc.encryption.enabled of the server.",
  },
  encryption_incomplete: {
    ...invalid,
    description: ({ alg_field, enc_field }: { alg_field: string; enc_field: string }) =>
      `The field ${enc_field} needs ${alg_field}. Send both, or neither.`,
  },
  encryption_key_missing: {
    ...invalid,
    description: ({ alg_field, alg }: { alg_field: string; alg: string }) =>
      `The ${alg_field} ${quote(alg)} needs a public key of the client for it, whose use is not sig. Send it in jwks, or send jwks_uri.`,
  },
} satisfies Rejections;

/** Those of an administrator. RFC 7591 §3.2.2 has no code for a value of a wrong type or size. */
export const clientMetadataRejections = {
  ...registrantRejections,
  field_invalid: {
    ...registrantRejections.field_invalid,
    error: (problem: Problem) => (isTypeOrSize(problem) ? "invalid_request" : codeOf(problem)),
  },
} satisfies Rejections;

function codeOf({ field }: Problem): ErrorCode {
  return field === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
}

function isTypeOrSize({ aspect }: Problem): boolean {
  return aspect === "type" || aspect === "size";
}

/** Repeats the value, unless it is a secret, or of another type or size. */
function explainField(problem: Problem): string {
  const { field, expected, value, aspect } = problem;
  if (isTypeOrSize(problem) || typeof value !== "string" || isSecret(field)) {
    return explain(problem);
  }
  if (aspect === "choice") return `The ${field} ${quote(value)} is not supported. Use ${expected}.`;
  // The field comes first: the console places the message beside the first field it mentions.
  const subject = isList(field) ? `${field} entry` : field;
  const meant = field === "redirect_uris" ? withMissingScheme(value) : undefined;
  if (meant !== undefined)
    return registrantRejections.redirect_uri_without_scheme.description({ uri: value, meant });
  return `The ${subject} ${quote(value)} must be ${expected}.`;
}

function isSecret(name: string): boolean {
  return !isClientFieldName(name) || clientFields[name].visible_to === "setter";
}

function isList(name: string): boolean {
  return isClientFieldName(name) && clientFields[name].kind === "list";
}

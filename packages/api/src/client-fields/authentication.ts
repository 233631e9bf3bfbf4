/** How a client authenticates, and what its tokens are bound to. */

import type * as v from "valibot";
import { allSigningAlgorithms } from "../algorithms.ts";
import type { ClientField } from "../client-field.ts";
import { jsonWebKeySet } from "../json-web-key.ts";
import { isIpAddress } from "../uri.ts";
import { webUri } from "../formats.ts";
import { flag, jsonObject, openOneOf, shortText, textWhere } from "../values.ts";

/** OpenID Connect Core §9, RFC 8705 §2: how a client can authenticate at the token endpoint. */
export const clientAuthMethods = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
  "none",
] as const;

export const authenticationFields = {
  jwks_uri: {
    schema: webUri,
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
    description: "The URL of its public keys.",
    kind: "text",
    flag: { name: "jwks-uri" },
    form: { label: "JWKS URI" },
  },
  jwks: {
    schema: jsonWebKeySet,
    request_schema: jsonObject, // The server imports the keys and names the one that is wrong.
    set_by: "caller",
    registrant: "sets",
    visible_to: "login_apps",
    shown: "when_set",
    since: "0.2.0",
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
    since: "0.2.0",
    description:
      "How it authenticates: `client_secret_basic`, `client_secret_post`, `private_key_jwt`, `tls_client_auth` or `self_signed_tls_client_auth` with a TLS client certificate, or `none` for apps that cannot keep a secret.",
    kind: "choice",
    flag: { name: "token-endpoint-auth-method", default: "client_secret_basic" },
    form: {
      label: "Authentication method",
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
    since: "0.2.0",
    description: "The only algorithm accepted for its assertions; any supported one when left out.",
    kind: "choice",
    flag: { name: "token-endpoint-auth-signing-alg" },
    form: {
      label: "Algorithm of its assertions",
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
    form: { label: "Access tokens are bound to its TLS certificate" },
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
    form: { label: "DPoP is required" },
  },
} as const satisfies Readonly<Record<string, ClientField>>;

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
      only_if: { field: "token_endpoint_auth_method", value: "tls_client_auth" },
    },
  } as const satisfies ClientField;
}

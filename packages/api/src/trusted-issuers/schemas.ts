/** Issuers whose JWTs the token endpoint takes: RFC 7523 §2.1 (jwt-bearer), RFC 8693 §2.1 (token exchange). */

import * as v from "valibot";
import { jsonWebKeySet } from "../json-web-key.ts";
import { isTrustPattern } from "./trust-pattern.ts";
import { audiences, scopes, webUri } from "../formats.ts";
import { named, optional, requestObject, required, type ValueOf } from "../objects.ts";
import { flag, jsonObject, shortText, textWhere, timestamp } from "../values.ts";

const string = v.string();

const ISSUER = textWhere((issuer) => issuer !== "", "the iss of the JWTs, exactly as they have it");

const oneSubject = textWhere(({ length }) => length <= 1024, "a string of at most 1024 characters");

const patternOfSubjects = textWhere(
  isTrustPattern,
  "a subject with a '*' in it, at most one between two of the characters ':' and '/'",
);

/** The fields that requests and responses have in common, beside the keys. */
const fields = {
  subject_pattern: optional(
    patternOfSubjects,
    "The subjects it may assert, as a pattern: a `*` stands for one or more characters other than `:` and `/`, at the end for any characters.",
  ),
  jwks_uri: optional(webUri, "The URL of its public keys, which are fetched and cached."),
  assertion_audiences: optional(
    audiences,
    "Further values of `aud` by which its JWTs may name this server, beside the issuer and the URL of the token endpoint.",
  ),
  claims: optional(
    jsonObject,
    "What its JWTs must claim: a value, a list of which one must match, or an object with conditions on its fields.",
  ),
  client_id: optional(
    shortText,
    "The client that its JWTs authenticate: a request with such a JWT needs no secret. Without it, the client authenticates itself.",
  ),
  allow_assertion_reuse: optional(
    flag,
    "Whether a JWT may be presented more than once until it expires, as that of a Kubernetes service account is. False by default.",
  ),
  enabled: optional(
    flag,
    "False: it is disabled, and its JWTs are refused. Not there where it is enabled.",
  ),
};

const trustedKey = named(
  "TrustedJsonWebKey",
  "The public key of a trusted issuer that has only one.",
  v.object({
    set: required(string, "The issuer."),
    kid: required(string, "The `kid` of the key."),
  }),
);

export const trustedIssuer = named(
  "TrustedIssuer",
  "An issuer whose JWTs are exchanged for access tokens.",
  v.object({
    id: required(string, "Identifies the record: a UUID."),
    issuer: required(string, "The `iss` of its JWTs."),
    subject: required(string, "The one `sub` it may assert; empty where it may assert others."),
    allow_any_subject: required(v.boolean(), "Whether it may assert any `sub`."),
    scope: required(v.pipe(v.array(string), v.readonly()), "The most its JWTs can get."),
    public_key: optional(trustedKey, "Its key, where it has exactly one."),
    jwks: optional(jsonWebKeySet, "Its public keys, where they are stored."),
    ...fields,
    created_at: required(timestamp, "When it was created, in RFC 3339."),
    expires_at: required(timestamp, "When the trust ends, in RFC 3339."),
  }),
);

/** An issuer whose JWTs are exchanged for access tokens. */
export interface TrustedIssuer extends ValueOf<typeof trustedIssuer> {}

export const trustedIssuerInput = named(
  "TrustedIssuerInput",
  "An issuer to trust: with exactly one of `subject`, `subject_pattern` and `allow_any_subject`, and one of `jwk`, `jwks` and `jwks_uri`.",
  requestObject({
    issuer: required(ISSUER, "The `iss` of its JWTs, exactly as they have it."),
    subject: optional(oneSubject, "The one `sub` it may assert."),
    allow_any_subject: optional(flag, "Whether it may assert any `sub`."),
    scope: optional(scopes, "The most its JWTs can get. Nothing when left out."),
    jwk: optional(jsonObject, "Its public key, as a JSON Web Key with a `kid`."),
    jwks: optional(jsonObject, "Its public keys, as a JSON Web Key Set."),
    ...fields,
    expires_at: required(timestamp, "When the trust ends, in RFC 3339."),
  }),
  {
    issuer: "https://token.actions.githubusercontent.com",
    subject_pattern: "repo:octo-org/octo-repo:ref:refs/heads/*",
    jwks_uri: "https://token.actions.githubusercontent.com/.well-known/jwks",
    scope: ["deploy"],
    client_id: "deployments",
    expires_at: "2030-01-01T00:00:00Z",
  },
);

export const trustedIssuerUpdate = named(
  "TrustedIssuerUpdate",
  "What may be changed of a trusted issuer.",
  requestObject({ enabled: required(flag, "Whether its JWTs are accepted.") }),
  { enabled: false },
);

/** An issuer to trust. */
export interface TrustedIssuerInput extends ValueOf<typeof trustedIssuerInput> {}

import {
  type JsonObject,
  type JsonWebKeySet,
  trustedIssuerInput,
  type ValueOf,
} from "@latchkey/api";
import { explainJwkRejection, parseJwkSet, parsePublicJwk } from "../../crypto/parse-jwk.ts";
import { randomId } from "../../crypto/random.ts";
import { nestsDeeperThan } from "../../limits/json-depth.ts";
import type { TrustedIssuer } from "./rules/trusted-issuer.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { ok, type Result } from "../../result.ts";
import { explainRefusedUrl, type Outbound } from "../../outbound/outbound.ts";
import { readInput, unacceptable } from "../../oauth/read-input.ts";

type Input = ValueOf<typeof trustedIssuerInput>;

/** What an issuer to trust is checked against. `now` is in unix seconds. */
interface TrustFacts {
  readonly now: number;
  readonly our_issuer: string;
  readonly outbound: Pick<Outbound, "checkUrl">;
}

/** Reads and checks an issuer to trust. */
export function readTrustedIssuer(
  body: unknown,
  { now, our_issuer, outbound }: TrustFacts,
): Result<TrustedIssuer, OAuthError> {
  const read = readInput(body, trustedIssuerInput);
  if (!read.ok) return read;
  const input: Input = read.value;
  const { issuer, scope = [], assertion_audiences = [], claims = {} } = input;
  if (issuer === our_issuer)
    return unacceptable("The issuer must be another server: this one's tokens are no assertions.");
  const expires_at = readTime(input.expires_at);
  if (expires_at === undefined || expires_at <= now)
    return unacceptable("The field 'expires_at' must be a time in the future, as in RFC 3339.");
  if (nestsDeeperThan(MAX_CLAIM_DEPTH, JSON.stringify(claims)))
    return unacceptable(`The field 'claims' must nest no deeper than ${MAX_CLAIM_DEPTH} levels.`);

  const subjects = readSubjects(input);
  if (!subjects.ok) return subjects;
  const keys = readKeys(input, outbound);
  if (!keys.ok) return keys;
  return ok({
    id: randomId(),
    issuer,
    ...subjects.value,
    scope,
    ...keys.value,
    assertion_audiences,
    claims,
    ...(input.client_id !== undefined && { client_id: input.client_id }),
    allow_assertion_reuse: input.allow_assertion_reuse ?? false,
    ...(input.enabled === false && { enabled: false }),
    created_at: now,
    expires_at,
  });
}

const MAX_CLAIM_DEPTH = 5;

/** Whole seconds since the epoch; undefined for a text that is no time. */
function readTime(text: string): number | undefined {
  const time = RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Exactly one of the three ways to name subjects. */
function readSubjects(
  input: Input,
): Result<Pick<TrustedIssuer, "subject" | "subject_pattern" | "allow_any_subject">, OAuthError> {
  const { subject = "", subject_pattern, allow_any_subject = false } = input;
  const ways = [subject !== "", subject_pattern !== undefined, allow_any_subject];
  if (ways.filter(Boolean).length !== 1) {
    return unacceptable(
      "A trusted issuer needs exactly one of subject, subject_pattern and allow_any_subject.",
    );
  }
  const pattern = subject_pattern === undefined ? {} : { subject_pattern };
  return ok({ subject, ...pattern, allow_any_subject });
}

/** Exactly one of the three ways to name keys. */
function readKeys(
  { jwk, jwks, jwks_uri }: Input,
  outbound: TrustFacts["outbound"],
): Result<Pick<TrustedIssuer, "jwks" | "jwks_uri">, OAuthError> {
  if ([jwk, jwks, jwks_uri].filter((way) => way !== undefined).length !== 1)
    return unacceptable("A trusted issuer needs exactly one of jwk, jwks and jwks_uri.");
  if (jwks_uri !== undefined) {
    const reason = explainRefusedUrl(jwks_uri, "registered", outbound);
    if (reason === undefined) return ok({ jwks_uri });
    return unacceptable(`This server sends no requests to the jwks_uri. ${reason}`);
  }
  if (jwk !== undefined && typeof jwk["kid"] !== "string")
    return unacceptable("The field 'jwk' must have a kid.");
  const set = jwk === undefined ? jwks : { keys: [jwk] };
  return readKeySet(set ?? {}, jwk === undefined ? "jwks" : "jwk");
}

function readKeySet(
  set: JsonObject,
  field: string,
): Result<{ readonly jwks: JsonWebKeySet }, OAuthError> {
  const parsed = parseJwkSet(set, parsePublicJwk);
  if (!parsed.ok) return unacceptable(`The field '${field}': ${explainJwkRejection(parsed.error)}`);
  const { length } = parsed.value.keys;
  return length === 0 || length > MAX_KEYS
    ? unacceptable(`The field '${field}' must have from 1 to ${MAX_KEYS} keys.`)
    : ok({ jwks: parsed.value });
}

const MAX_KEYS = 50;

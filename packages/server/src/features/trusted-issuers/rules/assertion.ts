/** RFC 7523 §3: the JWT of a trusted issuer as an authorization grant, and its profile for identity assertions (ID-JAG). */

import { isScope, type JsonObject } from "@latchkey/api";
import { isJsonObject } from "../../../limits/json-depth.ts";
import { isJwtId, type JwtTimesRejection, verifyJwtTimes } from "../../../oauth/jwt/jwt-times.ts";
import { ID_JAG_TYPE, isOfType } from "../../../oauth/jwt/jwt-type.ts";
import { err, ok, type Result } from "../../../result.ts";
import { splitScope } from "../../../oauth/scope.ts";
import { MAX_ACTORS, readAct } from "../../../oauth/jwt/act-claim.ts";
import type { TrustedIssuer } from "./trusted-issuer.ts";

/** Why the JWT of a trusted issuer is rejected. */
export type GrantAssertionRejection =
  | JwtTimesRejection
  | { readonly reason: "typ_not_accepted"; readonly typ: unknown }
  | { readonly reason: "aud_not_us"; readonly aud: unknown }
  | { readonly reason: "lifetime_too_long" }
  | { readonly reason: "iat_missing" }
  | { readonly reason: "jti_missing" }
  | { readonly reason: "act_malformed" }
  | { readonly reason: "claim_malformed"; readonly claim: "scope" | "resource" | "client_id" }
  | { readonly reason: "claim_not_supported"; readonly claim: "cnf" | "authorization_details" };

/** The server, the settings and the time that apply. Times are in seconds. */
export interface GrantAssertionFacts {
  /** Our issuer. */
  readonly issuer: string;
  /** The URL of our token endpoint. */
  readonly token_endpoint: string;
  readonly now: number;
  readonly leeway: number;
  readonly max_lifetime: number;
  readonly iat_optional: boolean;
  readonly jti_optional: boolean;
  /** The thumbprint of the key that the request proved: RFC 9449 §6.1. */
  readonly jkt?: string | undefined;
}

/** A valid assertion. */
export interface GrantAssertion {
  readonly subject: string;
  /** Unix seconds. */
  readonly expires_at: number;
  /** To be stored until `expires_at`, so that the assertion is accepted once; undefined where it may be reused. */
  readonly jti: string | undefined;
  /** RFC 8693 §4.1: who acts for the subject already. */
  readonly act?: JsonObject;
  readonly may_act?: JsonObject;
  /** Present in an identity assertion. */
  readonly id_jag?: IdJagClaims;
}

/** What an identity assertion says beside the subject. */
export interface IdJagClaims {
  /** The client that it was issued for. */
  readonly client_id: string;
  /** The scope that the identity provider approved; undefined where it says nothing. */
  readonly scope: readonly string[] | undefined;
  /** The APIs that the token is to be for; may be empty. */
  readonly resource: readonly string[];
}

/** The update to RFC 7523 defines the second; Kubernetes and others send none. */
const TYPES = ["JWT", "authorization-grant+jwt"];

/** Whether a JWT is an identity assertion. RFC 8725 §3.11: it says so itself, and is accepted as nothing else. */
export function isIdJag({ typ }: JsonObject): boolean {
  return typ !== undefined && isOfType(typ, [ID_JAG_TYPE]);
}

/** Checks a JWT whose signature, issuer and subject were verified. */
export function verifyGrantAssertion(
  header: JsonObject,
  claims: JsonObject,
  trusted: TrustedIssuer,
  facts: GrantAssertionFacts,
): Result<GrantAssertion, GrantAssertionRejection> {
  const hasIdJagType = isIdJag(header);
  const { typ } = header;
  if (!hasIdJagType && !isOfType(typ, TYPES)) return err({ reason: "typ_not_accepted", typ });
  if (!namesUs(claims["aud"], audiencesOf(trusted, hasIdJagType, facts)))
    return err({ reason: "aud_not_us", aud: claims["aud"] });

  const end = verifyJwtTimes(claims, facts);
  if (!end.ok) return end;
  const use = verifyUse(claims, trusted, hasIdJagType, facts);
  if (!use.ok) return use;
  const act = claims["act"] === undefined ? ok(undefined) : readAct(claims["act"]);
  if (!act.ok) return err({ reason: "act_malformed" });
  const id_jag = hasIdJagType ? readIdJag(claims, facts) : ok(undefined);
  if (!id_jag.ok) return id_jag;
  return ok({
    subject: String(claims["sub"]),
    expires_at: end.value,
    jti: use.value,
    ...(act.value !== undefined && { act: act.value }),
    ...(isJsonObject(claims["may_act"]) && { may_act: claims["may_act"] }),
    ...(id_jag.value !== undefined && { id_jag: id_jag.value }),
  });
}

/** §3 (3). An identity assertion names the issuer and nothing else. */
function audiencesOf(
  { assertion_audiences }: TrustedIssuer,
  hasIdJagType: boolean,
  { issuer, token_endpoint }: GrantAssertionFacts,
): readonly string[] {
  return hasIdJagType ? [issuer] : [issuer, token_endpoint, ...assertion_audiences];
}

/** Every audience must be ours: another server in the list could present the JWT here. */
function namesUs(aud: unknown, ours: readonly string[]): boolean {
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isOurs = (name: unknown): boolean => ours.some((audience) => audience === name);
  return named.length > 0 && named.every(isOurs);
}

/** §3 (6) and (7): `iat` limits the lifetime, `jti` the use. Returns the `jti` of an assertion that is accepted once. */
function verifyUse(
  { iat, exp, jti }: JsonObject,
  { allow_assertion_reuse }: TrustedIssuer,
  hasIdJagType: boolean,
  { max_lifetime, iat_optional, jti_optional }: GrantAssertionFacts,
): Result<string | undefined, GrantAssertionRejection> {
  if (iat === undefined && (hasIdJagType || !iat_optional)) return err({ reason: "iat_missing" });
  if (typeof iat === "number" && Number(exp) - iat > max_lifetime)
    return err({ reason: "lifetime_too_long" });
  if (allow_assertion_reuse && !hasIdJagType) return ok(undefined);
  if (jti === undefined && jti_optional && !hasIdJagType) return ok(undefined);
  return isJwtId(jti) ? ok(jti) : err({ reason: "jti_missing" });
}

function readIdJag(
  claims: JsonObject,
  { jkt }: GrantAssertionFacts,
): Result<IdJagClaims, GrantAssertionRejection> {
  const { client_id, scope, resource = [], cnf, authorization_details } = claims;
  if (typeof client_id !== "string") return err({ reason: "claim_malformed", claim: "client_id" });
  if (scope !== undefined && (typeof scope !== "string" || !isScope(scope)))
    return err({ reason: "claim_malformed", claim: "scope" });
  const resources: readonly unknown[] = Array.isArray(resource) ? resource : [resource];
  const named = resources.filter((one) => typeof one === "string");
  if (named.length < resources.length) return err({ reason: "claim_malformed", claim: "resource" });
  // What is not understood would be ignored, and the token would grant more than the identity provider approved.
  if (cnf !== undefined && !isProven(cnf, jkt))
    return err({ reason: "claim_not_supported", claim: "cnf" });
  if (authorization_details !== undefined)
    return err({ reason: "claim_not_supported", claim: "authorization_details" });
  return ok({
    client_id,
    scope: scope === undefined ? undefined : splitScope(scope),
    resource: named,
  });
}

/** RFC 7800 §3.1: whether the request proved the key, and the assertion requires no other proof. */
function isProven(cnf: unknown, jkt: string | undefined): boolean {
  return (
    isJsonObject(cnf) && Object.keys(cnf).length === 1 && jkt !== undefined && cnf["jkt"] === jkt
  );
}

/** The rejection as a sentence for the presenter, who can read the JWT anyway. `parameter` is the one it was sent in. */
export function explainAssertion(rejection: GrantAssertionRejection, parameter: string): string {
  switch (rejection.reason) {
    case "typ_not_accepted":
      return `The typ of the ${parameter} must be JWT or oauth-id-jag+jwt, or be left out.`;
    case "aud_not_us":
      return `The aud of the ${parameter} must be the issuer or the token endpoint of this server, and nothing else; in an identity assertion, the issuer.`;
    case "exp_missing":
      return `The ${parameter} has no exp.`;
    case "expired":
      return `The ${parameter} has expired.`;
    case "exp_too_far":
    case "lifetime_too_long":
      return `The ${parameter} is valid for longer than oauth2.grant.jwt.max_ttl allows.`;
    case "nbf_in_the_future":
      return `The nbf of the ${parameter} is in the future.`;
    case "iat_in_the_future":
      return `The iat of the ${parameter} is in the future.`;
    case "iat_missing":
      return `The ${parameter} has no iat.`;
    case "jti_missing":
      return `The ${parameter} has no jti of 1 to 255 characters.`;
    case "act_malformed":
      return `The act of the ${parameter} must be an object with a sub, and name no more than ${MAX_ACTORS} actors.`;
    case "claim_malformed":
      return `The claim ${rejection.claim} of the ${parameter} is malformed or missing.`;
    case "claim_not_supported":
      return `The claim ${rejection.claim} of the ${parameter} is not supported, or not met by the request.`;
  }
}

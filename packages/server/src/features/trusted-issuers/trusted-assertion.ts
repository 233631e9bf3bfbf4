import { coreOperations, type JsonObject } from "@latchkey/api";
import type { Config } from "../../config/settings.ts";
import type { TrustedIssuersContext } from "./context.ts";
import { CLOCK_LEEWAY, decodeJwt } from "../../crypto/jwt.ts";
import { offeredAlgorithms } from "../../oauth/algorithms.ts";
import {
  explainAssertion,
  type GrantAssertion,
  type GrantAssertionFacts,
  type GrantAssertionRejection,
  isIdJag,
  verifyGrantAssertion,
} from "./rules/assertion.ts";
import { trustKey } from "./rules/trust-change.ts";
import {
  applicableIssuers,
  chooseTrustedIssuer,
  coversSubject,
  type TrustedIssuer,
  type TrustRejection,
} from "./rules/trusted-issuer.ts";
import type { ForeignToken, ForeignTokenRejection } from "../../oauth/foreign-token.ts";
import { quote } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { joinUrl } from "../../openid/urls.ts";
import { KeysUnavailableError } from "../../outbound/remote-jwks.ts";
import { verifyWithKeysOf } from "../../grants/client-keys.ts";

/** A JWT whose signature verified, with the records of its issuer that verified it. */
export interface TrustedJwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  /** At least one. */
  readonly issuers: readonly TrustedIssuer[];
}

/** A JWT that is accepted, and the record by which it is. */
export interface TrustedAssertion {
  readonly assertion: GrantAssertion;
  readonly trusted: TrustedIssuer;
}

/** Why no trusted issuer verifies a JWT. */
type TrustedJwtRejection =
  | { readonly reason: "assertion_malformed" }
  | { readonly reason: "issuer_not_trusted"; readonly iss: string }
  | { readonly reason: "issuer_disabled"; readonly iss: string }
  /** The account of the user that it names. */
  | { readonly reason: "subject_disabled" }
  | { readonly reason: "trusted_signature_invalid"; readonly detail: string };

/** Finds the trusted issuers of a JWT, and verifies its signature with the keys of each. Its other claims are not checked here. */
export async function verifyTrustedJwt(
  jwt: string,
  context: TrustedIssuersContext,
): Promise<Result<TrustedJwt, TrustedJwtRejection>> {
  const decoded = decodeJwt(jwt);
  const { iss, sub } = decoded?.claims ?? {};
  if (decoded === undefined || !isName(iss) || !isName(sub))
    return err({ reason: "assertion_malformed" });

  const { config, now } = context;
  // Our own tokens are not assertions: exchanged for others, they would outlive their revocation.
  const isOurs = iss === config["urls.self.issuer"];
  const known = isOurs ? [] : await context["trusted-issuers"].findCovering(iss, sub, now());
  const covering = known.filter((issuer) => coversSubject(issuer, sub));
  if (covering.length === 0) return err({ reason: "issuer_not_trusted", iss });
  const enabled = covering.filter((issuer) => issuer.enabled !== false);
  if (enabled.length === 0) return err({ reason: "issuer_disabled", iss });
  if (await context.store.tools.endings.isSuspended("subject", [sub]))
    return err({ reason: "subject_disabled" });

  const algorithms = offeredAlgorithms(config["oidc.ml_dsa.enabled"]);
  const issuers: TrustedIssuer[] = [];
  let detail = "";
  let unavailable: KeysUnavailableError | undefined;
  for (const issuer of enabled) {
    try {
      const verified = await verifyWithKeysOf(issuer, jwt, algorithms, context);
      if (verified.ok) issuers.push(issuer);
      else detail = verified.error;
    } catch (error) {
      if (!(error instanceof KeysUnavailableError)) throw error;
      unavailable = error; // Another record may verify it.
    }
  }
  if (issuers.length === 0 && unavailable !== undefined) throw unavailable;
  return issuers.length === 0
    ? err({ reason: "trusted_signature_invalid", detail })
    : ok({ ...decoded, issuers });
}

/** PostgreSQL cannot store NUL, and a lone surrogate is no character. */
function isName(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value !== "" &&
    value.length <= MAX_NAME &&
    value.isWellFormed() &&
    !value.includes("\0")
  );
}

const MAX_NAME = 1_024;

/** Chooses the record that applies to the client, and checks the claims by it. */
export function acceptTrustedJwt(
  { header, claims, issuers }: TrustedJwt,
  client_id: string | undefined,
  facts: GrantAssertionFacts,
): Result<TrustedAssertion, TrustRejection | RefusedAssertion> {
  const trusted = chooseTrustedIssuer(issuers, claims, client_id);
  if (!trusted.ok) return trusted;
  const assertion = verifyGrantAssertion(header, claims, trusted.value, facts);
  return assertion.ok
    ? ok({ assertion: assertion.value, trusted: trusted.value })
    : err({ reason: "trusted_assertion_refused", rejection: assertion.error });
}

/** The keys of the records that accept a JWT, the one first that does: up to the first that would refuse it. */
export function acceptingKeys(
  { header, claims, issuers }: TrustedJwt,
  client_id: string,
  facts: GrantAssertionFacts,
): readonly string[] {
  const applicable = applicableIssuers(issuers, claims, client_id);
  const refusing = applicable.findIndex(
    (issuer) => !verifyGrantAssertion(header, claims, issuer, facts).ok,
  );
  return applicable.slice(0, refusing === -1 ? undefined : refusing).map(trustKey);
}

/** A JWT whose claims are rejected. */
interface RefusedAssertion {
  readonly reason: "trusted_assertion_refused";
  readonly rejection: GrantAssertionRejection;
}

/** The server, the settings and the time that apply to the JWTs of trusted issuers. */
export function assertionFacts(
  { config, now }: TrustedIssuersContext,
  jkt?: string,
): GrantAssertionFacts {
  return {
    issuer: config["urls.self.issuer"],
    token_endpoint: tokenEndpointOf(config),
    now: now(),
    leeway: CLOCK_LEEWAY,
    max_lifetime: config["oauth2.grant.jwt.max_ttl"],
    iat_optional: config["oauth2.grant.jwt.iat_optional"],
    jti_optional: config["oauth2.grant.jwt.jti_optional"],
    jkt,
  };
}

/**
 * Accepts a JWT as the token of its subject. It may be presented again until it expires, and is no identity assertion: that is
 * for the jwt-bearer grant alone.
 */
export async function acceptForeignToken(
  jwt: string,
  client_id: string,
  context: TrustedIssuersContext,
): Promise<Result<ForeignToken, ForeignTokenRejection> | undefined> {
  const verified = await verifyTrustedJwt(jwt, context);
  if (!verified.ok)
    return verified.error.reason === "assertion_malformed" ? undefined : refuse(verified.error);
  if (isIdJag(verified.value.header)) return undefined;
  const facts = { ...assertionFacts(context), iat_optional: true, jti_optional: true };
  const accepted = acceptTrustedJwt(verified.value, client_id, facts);
  if (!accepted.ok) return refuse(accepted.error);
  const { assertion, trusted } = accepted.value;
  const { subject, expires_at, act, may_act } = assertion;
  const { id: trusted_issuer, issuer, scope } = trusted;
  return ok({ trusted_issuer, issuer, subject, scope, expires_at, act, may_act });
}

type Refusal = Exclude<
  TrustedJwtRejection | TrustRejection | RefusedAssertion,
  { reason: "assertion_malformed" }
>;

function refuse(rejection: Refusal): Result<never, ForeignTokenRejection> {
  const detail = rejection.reason === "trusted_signature_invalid" ? rejection.detail : undefined;
  const explain = (parameter: string): string => explainRefusal(rejection, parameter);
  return err({ reason: "foreign_token_refused", explain, detail });
}

function explainRefusal(rejection: Refusal, parameter: string): string {
  switch (rejection.reason) {
    case "issuer_not_trusted":
      return `No trusted issuer covers the iss ${quote(rejection.iss)} and the sub of the ${parameter}.`;
    case "issuer_disabled":
      return `The trusted issuer ${quote(rejection.iss)} of the ${parameter} is disabled.`;
    case "subject_disabled":
      return `The account of the user that the ${parameter} names is disabled.`;
    case "trusted_signature_invalid":
      return `The signature of the ${parameter} cannot be verified with the keys of its issuer.`;
    case "bound_to_another_client":
      return `The ${parameter} is for another client.`;
    case "claim_not_met":
      return `The claim ${quote(rejection.claim)} of the ${parameter} is not one that its issuer is trusted with.`;
    case "trusted_assertion_refused":
      return explainAssertion(rejection.rejection, parameter);
  }
}

/** RFC 7523 §3 lets the `aud` of an assertion name the server by the URL of its token endpoint. */
function tokenEndpointOf(config: Config): string {
  const base = config["urls.self.public"] ?? config["urls.self.issuer"];
  return joinUrl(base, coreOperations.oauth2Token.path);
}

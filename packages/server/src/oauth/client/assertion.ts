/** RFC 7523 §3: the JWT with which a client authenticates (`private_key_jwt`). */

import type { JsonObject } from "@latchkey/api";
import { signingAlgorithms } from "../algorithms.ts";
import { type Client, isSelfDescribed } from "../client.ts";
import { isJwtId, type JwtTimesRejection, verifyJwtTimes } from "../jwt/jwt-times.ts";
import { isOfType } from "../jwt/jwt-type.ts";
import { err, ok, type Result } from "../../result.ts";

/** Why an assertion is rejected. */
export type AssertionRejection =
  | {
      readonly reason: "alg_not_registered";
      readonly alg: unknown;
      readonly registered: readonly string[];
    }
  | { readonly reason: "typ_not_accepted"; readonly typ: unknown }
  | { readonly reason: "iss_not_client"; readonly iss: unknown }
  | { readonly reason: "sub_not_client"; readonly sub: unknown }
  | { readonly reason: "is_a_request"; readonly claim: string }
  | { readonly reason: "aud_not_us"; readonly aud: unknown }
  | JwtTimesRejection
  | { readonly reason: "jti_missing" };

/** The client, the server and the time that apply. Times are in seconds. */
export interface AssertionFacts {
  readonly client: Client;
  /** The `aud` values that mean this server. */
  readonly audiences: readonly string[];
  /** Whether `aud` must be a string, and not a list. */
  readonly single_audience?: boolean;
  readonly now: number;
  /** How far the client's clock may be off. */
  readonly leeway: number;
}

/** A valid assertion. It may be used once; its `jti` must be stored until `expires_at`. */
export interface VerifiedAssertion {
  readonly jti: string;
  readonly expires_at: number;
}

/** Seconds. The `jti` of a used assertion is stored until it expires, so the lifetime is limited: more so for strangers. */
const MAX_LIFETIME = 24 * 60 * 60;
const MAX_LIFETIME_OF_STRANGERS = 60 * 60;

/** Checks the header and claims of an assertion whose signature was verified. */
export function verifyAssertionClaims(
  header: JsonObject,
  claims: JsonObject,
  { client, audiences, single_audience = false, now, leeway }: AssertionFacts,
): Result<VerifiedAssertion, AssertionRejection> {
  const { alg, typ } = header;
  const { iss, sub, aud, jti } = claims;
  const registered = assertionAlgorithms(client);
  if (!registered.some((accepted) => accepted === alg)) {
    return err({ reason: "alg_not_registered", alg, registered });
  }
  if (!isOfType(typ, TYPES)) return err({ reason: "typ_not_accepted", typ }); // RFC 8725 §3.11
  if (iss !== client.client_id) return err({ reason: "iss_not_client", iss }); // §3 (1)
  if (sub !== client.client_id) return err({ reason: "sub_not_client", sub }); // §3 (2)
  const claim = REQUEST_CLAIMS.find((name) => claims[name] !== undefined);
  if (claim !== undefined) return err({ reason: "is_a_request", claim }); // RFC 9101 §10.8

  // §3 (3) and its update (draft-ietf-oauth-rfc7523bis): another server in the list could replay the assertion here. A list of
  // issuer and token endpoint is accepted, since some client libraries send it.
  const named: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  const isOurs = (name: unknown): boolean => audiences.some((audience) => audience === name);
  const isList = single_audience && Array.isArray(aud);
  if (isList || named.length === 0 || !named.every(isOurs))
    return err({ reason: "aud_not_us", aud });

  const max_lifetime = isSelfDescribed(client) ? MAX_LIFETIME_OF_STRANGERS : MAX_LIFETIME;
  const end = verifyJwtTimes(claims, { now, leeway, max_lifetime }); // §3 (4) to (6)
  if (!end.ok) return end;
  if (!isJwtId(jti)) return err({ reason: "jti_missing" }); // §3 (7)
  return ok({ jti, expires_at: end.value + leeway });
}

/** The update to RFC 7523 defines the second; most client libraries send the first, or none. */
const TYPES = ["JWT", "client-authentication+jwt"];

/** Parameters of authorization requests and of OpenID CIBA, of which a request object has one. It must not authenticate a client. */
const REQUEST_CLAIMS = [
  "response_type",
  "redirect_uri",
  "code_challenge",
  "login_hint",
  "login_hint_token",
  "id_token_hint",
];

/** OpenID Connect Registration §2: the algorithms with which the client may sign its assertions, any if it names none. */
export function assertionAlgorithms({
  token_endpoint_auth_signing_alg,
}: Pick<Client, "token_endpoint_auth_signing_alg">): readonly string[] {
  return token_endpoint_auth_signing_alg === undefined
    ? signingAlgorithms
    : [token_endpoint_auth_signing_alg];
}

/** JWT Secured Authorization Response Mode (JARM) §2.1: an authorization response in a JWT. */

import type { JsonObject } from "@latchkey/api";
import type { ResponseParameters } from "../oauth/authorization-response.ts";

/** Who responds, to whom, and when. */
export interface JwtResponseFacts {
  readonly issuer: string;
  readonly client_id: string;
  /** Unix seconds. */
  readonly now: number;
}

/** Seconds. §2.1 recommends ten minutes at most, which the OpenID conformance suite wants to be less. */
const LIFETIME = 300;

/** The claims: the parameters of the response, success or error, and who may accept them until when. */
export function describeJwtResponse(
  parameters: ResponseParameters,
  { issuer, client_id, now }: JwtResponseFacts,
): JsonObject {
  const sent = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(sent), iss: issuer, aud: client_id, exp: now + LIFETIME };
}

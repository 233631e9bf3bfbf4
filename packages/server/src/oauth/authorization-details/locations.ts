/** RFC 9396 §2.2: the field `locations` of a detail, which names the APIs that it is for. */

import { audienceMatches } from "../audience.ts";
import { isJsonObject } from "../../limits/json-depth.ts";
import type { TokenDetails } from "../token-details.ts";

/**
 * §7, §9: what an access token says, of what was granted: without the authorization details that are for other APIs than those
 * of its audience. A token without an audience has all of them.
 */
export function assignDetails(granted: TokenDetails, audience: readonly string[]): TokenDetails {
  if (granted.authorization_details === undefined || audience.length === 0) return granted;
  const { authorization_details: all, ...rest } = granted;
  const authorization_details = detailsFor(all, audience);
  return authorization_details.length === 0 ? rest : { ...rest, authorization_details };
}

/**
 * §9.2: the details that APIs may know: those without locations, and those with one that is an API, below it or above it.
 * Clients name the API by its identifier, a path of it, or the server it is on.
 */
export function detailsFor<Detail>(
  details: readonly Detail[],
  identifiers: readonly string[],
): readonly Detail[] {
  return details.filter((detail) => {
    const locations = locationsOf(detail);
    return locations.length === 0 || locations.some((location) => isAt(location, identifiers));
  });
}

function isAt(location: string, identifiers: readonly string[]): boolean {
  return (
    audienceMatches(identifiers, location) ||
    identifiers.some((identifier) => audienceMatches([location], identifier))
  );
}

/** A type whose schema allows something else in the field does not mean this. */
function locationsOf(detail: unknown): readonly string[] {
  const locations = isJsonObject(detail) ? detail["locations"] : undefined;
  return Array.isArray(locations)
    ? locations.filter((location) => typeof location === "string")
    : [];
}

/** RFC 9396 §2.2: the field `locations` of a detail, which names the APIs that it is for. */

import { audienceMatches } from "../audience.ts";
import { isJsonObject } from "../../limits/json-depth.ts";

/**
 * §9.1, §9.2: the details that APIs may know: those without locations, and those with one that is an API, below it or above it.
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

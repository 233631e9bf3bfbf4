/** OpenID Connect Discovery 1.0 §3, RFC 8414 §2: what the server says of itself. */

import type { WellKnown } from "@latchkey/api";
import { joinUrl } from "./urls.ts";

type Endpoint = Extract<keyof WellKnown, `${string}_endpoint` | "jwks_uri">;
type Ability = Exclude<keyof WellKnown, Endpoint | "issuer">;

/** What is wired, told by whoever wired it. What is left out or empty is not advertised. */
export interface ServerFacts {
  /** Repeated letter by letter, since clients compare it so. */
  readonly issuer: string;
  /** Where `/userinfo` is reached, when that is not the issuer. */
  readonly public_url?: string | undefined;
  /** A path of this server, or the URL of somebody who does it for us. */
  readonly endpoints: Required<Pick<WellKnown, "jwks_uri" | "token_endpoint">> & {
    readonly [Name in Endpoint]?: string | undefined;
  };
  readonly abilities: { readonly [Name in Ability]?: WellKnown[Name] | undefined };
}

/** The discovery document: all that works, and nothing else. */
export function describeServer({
  issuer,
  public_url,
  endpoints,
  abilities,
}: ServerFacts): WellKnown {
  const locate = (name: string, place: string): string => {
    if (URL.canParse(place)) return place;
    return joinUrl(name === "userinfo_endpoint" ? (public_url ?? issuer) : issuer, place);
  };
  const { jwks_uri, token_endpoint, ...others } = endpoints;
  const located = Object.entries(others).flatMap(([name, place]) =>
    place === undefined ? [] : [[name, locate(name, place)]],
  );
  return {
    issuer,
    jwks_uri: locate("jwks_uri", jwks_uri),
    token_endpoint: locate("token_endpoint", token_endpoint),
    ...Object.fromEntries(located),
    ...Object.fromEntries(Object.entries(abilities).filter(([, value]) => isWired(value))),
  };
}

/** RFC 8414 §3.2: a list without elements is left out. A plain "no" is kept: some members mean yes when absent. */
function isWired(value: WellKnown[Ability]): boolean {
  return value !== undefined && (typeof value === "boolean" || value.length > 0);
}

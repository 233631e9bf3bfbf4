/** OpenID Connect Discovery 1.0 §3, RFC 8414 §2: the discovery document. */

import type { WellKnown } from "@latchkey/api";
import { joinUrl } from "./urls.ts";

type Endpoint = Extract<keyof WellKnown, `${string}_endpoint` | "jwks_uri">;
type Capability = Exclude<keyof WellKnown, Endpoint | "issuer">;

/** What the server supports. Absent and empty values are left out of the document. */
export interface ServerFacts {
  /** Published unchanged: clients compare it exactly. */
  readonly issuer: string;
  /** The base URL of `/userinfo`, when it is not the issuer. */
  readonly public_url?: string | undefined;
  /** A path of this server, or the URL of another one. */
  readonly endpoints: Required<Pick<WellKnown, "jwks_uri" | "token_endpoint">> & {
    readonly [Name in Endpoint]?: string | undefined;
  };
  readonly abilities: { readonly [Name in Capability]?: WellKnown[Name] | undefined };
}

/** The document: everything that is configured, and nothing else. */
export function describeServer({
  issuer,
  public_url,
  endpoints,
  abilities,
}: ServerFacts): WellKnown {
  const locate = (name: string, path: string): string => {
    if (URL.canParse(path)) return path;
    return joinUrl(name === "userinfo_endpoint" ? (public_url ?? issuer) : issuer, path);
  };
  const { jwks_uri, token_endpoint, ...others } = endpoints;
  const located = Object.entries(others).flatMap(([name, path]) =>
    path === undefined ? [] : [[name, locate(name, path)]],
  );
  return {
    issuer,
    jwks_uri: locate("jwks_uri", jwks_uri),
    token_endpoint: locate("token_endpoint", token_endpoint),
    ...Object.fromEntries(located),
    ...Object.fromEntries(Object.entries(abilities).filter(([, value]) => isPublished(value))),
  };
}

/** RFC 8414 §3.2: an empty list is left out. False is kept: some fields default to true when absent. */
function isPublished(value: WellKnown[Capability]): boolean {
  return value !== undefined && (typeof value === "boolean" || value.length > 0);
}

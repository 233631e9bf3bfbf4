/** OpenID Connect Discovery 1.0 §3, RFC 8414 §2: the discovery document. */

import type { WellKnown } from "@latchkey/api";
import { joinUrl } from "./urls.ts";

type Endpoint = Extract<keyof WellKnown, `${string}_endpoint` | "jwks_uri">;
type Capability = Exclude<keyof WellKnown, Endpoint | "issuer" | "mtls_endpoint_aliases">;

/** RFC 8705 §5: the endpoints that a client with a TLS client certificate may call at another URL. */
const mutualTlsEndpoints: ReadonlySet<string> = new Set([
  "token_endpoint",
  "revocation_endpoint",
  "introspection_endpoint",
  "userinfo_endpoint",
  "pushed_authorization_request_endpoint",
  "device_authorization_endpoint",
  "backchannel_authentication_endpoint",
  "registration_endpoint",
]);

/** What the server supports. Absent and empty values are left out of the document. */
export interface ServerFacts {
  /** Published unchanged: clients compare it exactly. */
  readonly issuer: string;
  /** The base URL of `/userinfo`, when it is not the issuer. */
  readonly public_url?: string | undefined;
  /** The base URL of `mtls_endpoint_aliases`, when there are any. */
  readonly mtls_url?: string | undefined;
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
  mtls_url,
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
    ...(mtls_url !== undefined && { mtls_endpoint_aliases: describeAliases(endpoints, mtls_url) }),
    ...Object.fromEntries(Object.entries(abilities).filter(([, value]) => isPublished(value))),
  };
}

/** The endpoints of this server; an endpoint that is another server's has no alias. */
function describeAliases(
  endpoints: ServerFacts["endpoints"],
  mtls_url: string,
): Readonly<Record<string, string>> {
  const aliases = Object.entries(endpoints).flatMap(([name, path]) =>
    path === undefined || URL.canParse(path) || !mutualTlsEndpoints.has(name)
      ? []
      : [[name, joinUrl(mtls_url, path)]],
  );
  return Object.fromEntries(aliases);
}

/** RFC 8414 §3.2: an empty list is left out. False is kept: some fields default to true when absent. */
function isPublished(value: WellKnown[Capability]): boolean {
  if (value === undefined || typeof value === "boolean") return value !== undefined;
  return Object.keys(value).length > 0;
}

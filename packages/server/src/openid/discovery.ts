/** OpenID Connect Discovery 1.0 §3, RFC 8414 §2: the discovery document. */

import type { Operation, WellKnown } from "@latchkey/api";
import { joinUrl } from "./urls.ts";

type Discovery = NonNullable<Operation["discovery"]>;
type Capability = Exclude<keyof WellKnown, Discovery["name"] | "issuer" | "mtls_endpoint_aliases">;

/** An endpoint of the document. */
export interface DescribedEndpoint extends Pick<Discovery, "name" | "mtls_alias"> {
  /** A path of this server, or the URL of another one. */
  readonly location: string;
}

/** What the server supports. Absent and empty values are left out of the document. */
export interface ServerFacts {
  /** Published unchanged: clients compare it exactly. */
  readonly issuer: string;
  /** The base URL of `/userinfo`, when it is not the issuer. */
  readonly public_url?: string | undefined;
  /** The base URL of `mtls_endpoint_aliases`, when there are any. */
  readonly mtls_url?: string | undefined;
  /** In the order of the document. */
  readonly endpoints: readonly DescribedEndpoint[];
  readonly abilities: { readonly [Name in Capability]?: WellKnown[Name] | undefined };
}

/** The document: everything that is configured, and nothing else. */
export function describeServer({
  issuer,
  public_url,
  mtls_url,
  endpoints,
  abilities,
}: ServerFacts): Description {
  const locate = ({ name, location }: DescribedEndpoint): string => {
    if (URL.canParse(location)) return location;
    return joinUrl(name === "userinfo_endpoint" ? (public_url ?? issuer) : issuer, location);
  };
  return {
    issuer,
    ...Object.fromEntries(endpoints.map((endpoint) => [endpoint.name, locate(endpoint)])),
    ...(mtls_url !== undefined && { mtls_endpoint_aliases: describeAliases(endpoints, mtls_url) }),
    ...Object.fromEntries(Object.entries(abilities).filter(([, value]) => isPublished(value))),
  };
}

/** The document; which endpoints it has depends on the settings. */
type Description = Omit<WellKnown, Discovery["name"]> & {
  readonly [Name in Discovery["name"]]?: string;
};

/** The endpoints of this server; an endpoint that is another server's has no alias. */
function describeAliases(
  endpoints: ServerFacts["endpoints"],
  mtls_url: string,
): Readonly<Record<string, string>> {
  const aliases = endpoints
    .filter(({ mtls_alias, location }) => mtls_alias && !URL.canParse(location))
    .map(({ name, location }) => [name, joinUrl(mtls_url, location)]);
  return Object.fromEntries(aliases);
}

/** RFC 8414 §3.2: an empty list is left out. False is kept: some fields default to true when absent. */
function isPublished(value: WellKnown[Capability]): boolean {
  if (value === undefined || typeof value === "boolean") return value !== undefined;
  return Object.keys(value).length > 0;
}

import { isObject } from "./verified-token.ts";

/** The authorization server, as far as its metadata describes it. */
export interface AuthorizationServer {
  /** An endpoint of the metadata. Throws when the server cannot be reached or does not have it. */
  endpoint(name: "jwks_uri" | "introspection_endpoint"): Promise<string>;
}

const CACHED_FOR = 3600;
const DEADLINE_MS = 5_000;

/**
 * RFC 8414 §3, OpenID Connect Discovery §4: the metadata is fetched when it is first needed, and cached for an hour. Concurrent
 * calls share a request; failures are not cached.
 */
export function discoverAuthorizationServer(
  issuer: string,
  send: typeof fetch,
  now: () => number,
): AuthorizationServer {
  let current: { readonly document: Promise<Metadata>; readonly until: number } | undefined;

  const load = (): Promise<Metadata> => {
    if (current === undefined || current.until <= now()) {
      const document = fetchMetadata(issuer, send);
      const entry = { document, until: now() + CACHED_FOR };
      current = entry;
      document.catch(() => {
        if (current === entry) current = undefined;
      });
    }
    return current.document;
  };

  return {
    async endpoint(name) {
      const url = (await load())[name];
      if (typeof url !== "string") throw new Error(`The metadata of ${issuer} has no ${name}.`);
      return url;
    },
  };
}

type Metadata = Readonly<Record<string, unknown>>;

async function fetchMetadata(issuer: string, send: typeof fetch): Promise<Metadata> {
  const failures: string[] = [];
  for (const url of metadataUrls(issuer)) {
    const response = await send(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    const document: unknown = response.ok ? await response.json() : undefined;
    // RFC 8414 §3.3: a document of another issuer must not be used.
    if (isObject(document) && document["issuer"] === issuer) return document;
    const named = isObject(document) ? document["issuer"] : undefined;
    failures.push(
      typeof named === "string"
        ? `${url} names the issuer ${JSON.stringify(named)}`
        : `${url} answered ${response.status}`,
    );
  }
  throw new Error(`${issuer} publishes no metadata: ${failures.join("; ")}.`);
}

/** Where the metadata of an issuer may be. RFC 8414 inserts the well-known path before the path of the issuer. */
function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname === "/" ? "" : pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

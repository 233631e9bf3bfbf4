import { createRefreshed } from "./refreshed.ts";
import { isObject } from "./verified-token.ts";

/** The authorization server, as far as its metadata describes it. */
export interface AuthorizationServer {
  /** An endpoint of the metadata. Throws when the server cannot be reached or does not have it. */
  endpoint(name: "jwks_uri" | "introspection_endpoint"): Promise<string>;
  /** Where JWTs are listed that ended before their time; undefined where the server has no such list. */
  endedTokens(): Promise<string | undefined>;
}

const FRESH_FOR = 3_600;
const USABLE_FOR = 86_400;
const DEADLINE_MS = 5_000;

/** RFC 8414 §3, OpenID Connect Discovery §4: the metadata of the authorization server, fetched when it is first needed. */
export function discoverAuthorizationServer(
  issuer: string,
  send: typeof fetch,
  now: () => number,
): AuthorizationServer {
  const metadata = createRefreshed(() => fetchMetadata(issuer, send), {
    fresh_for: FRESH_FOR,
    usable_for: USABLE_FOR,
    now,
  });

  return {
    async endedTokens() {
      const url = (await metadata())["ended_tokens_uri"];
      return typeof url === "string" ? url : undefined;
    },

    async endpoint(name) {
      const url = (await metadata())[name];
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

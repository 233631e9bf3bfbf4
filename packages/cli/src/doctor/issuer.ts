import type { WellKnown } from "@latchkey/api";

import { type Finding, finder, isLoopback } from "./finding.ts";

const { good, warning, bad } = finder("issuer");

/** OpenID Connect Discovery §4.3: the issuer must be the very URL it was found under. Endpoints should be there too. */
export function judgeIssuer(url: string, discovery: WellKnown): readonly Finding[] {
  return [
    judgeName(url, discovery.issuer),
    ...judgeScheme(discovery),
    ...judgeEndpoints(discovery),
  ];
}

function judgeName(url: string, issuer: string): Finding {
  if (withoutSlash(issuer) === withoutSlash(url))
    return good(`Discovery and tokens say ${issuer}.`);
  return bad(
    `Discovery at ${url} says that the issuer is ${issuer}. Clients compare the two, and refuse.`,
    `Set urls.self.issuer to ${url} if that is where clients go, or examine ${issuer} instead.`,
  );
}

function judgeScheme({ issuer }: WellKnown): readonly Finding[] {
  if (issuer.startsWith("https:") || isLoopback(issuer)) return [];
  return [
    bad(
      `${issuer} is not https: anybody on the way can read and change tokens.`,
      "End TLS in a proxy or give the server a certificate (serve.tls.*), and set urls.self.issuer to the https URL.",
    ),
  ];
}

function judgeEndpoints(discovery: WellKnown): readonly Finding[] {
  const { origin } = new URL(discovery.issuer);
  const strays = Object.entries(discovery).filter(
    ([name, value]) =>
      (name.endsWith("_endpoint") || name === "jwks_uri") &&
      name !== "introspection_endpoint" && // It is on the admin listener, elsewhere by design.
      URL.parse(String(value))?.origin !== origin,
  );
  return strays.map(([name, value]) =>
    warning(
      `${name} is ${String(value)}, on another origin than the issuer.`,
      "Check urls.self.public and the webfinger.oidc_discovery settings: clients expect one origin.",
    ),
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

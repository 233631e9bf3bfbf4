import type { WellKnown } from "@latchkey/api";

import { type Finding, findingsFor, isLoopbackUrl } from "./finding.ts";

const { good, warning, bad } = findingsFor("issuer");

/** OpenID Connect Discovery §4.3: the issuer must be exactly the URL used for discovery. The endpoints should have the same origin. */
export function checkIssuer(url: string, discovery: WellKnown): readonly Finding[] {
  return [
    checkName(url, discovery.issuer),
    ...checkScheme(discovery),
    ...checkEndpoints(discovery),
  ];
}

function checkName(url: string, issuer: string): Finding {
  if (withoutSlash(issuer) === withoutSlash(url)) return good(`The issuer is ${issuer}.`);
  return bad(
    `Discovery at ${url} returns the issuer ${issuer}. Clients reject the difference.`,
    `Set urls.self.issuer to ${url} if clients use that URL, or check ${issuer} instead.`,
  );
}

function checkScheme({ issuer }: WellKnown): readonly Finding[] {
  if (issuer.startsWith("https:") || isLoopbackUrl(issuer)) return [];
  return [
    bad(
      `${issuer} does not use https: tokens can be read and modified in transit.`,
      "Terminate TLS in a proxy or configure a certificate (serve.tls.*), and set urls.self.issuer to the https URL.",
    ),
  ];
}

function checkEndpoints(discovery: WellKnown): readonly Finding[] {
  const { origin } = new URL(discovery.issuer);
  const otherOrigin = Object.entries(discovery).filter(
    ([name, value]) =>
      (name.endsWith("_endpoint") || name === "jwks_uri") &&
      URL.parse(String(value))?.origin !== origin,
  );
  return otherOrigin.map(([name, value]) =>
    warning(
      `${name} is ${String(value)}, which has another origin than the issuer.`,
      "Check urls.self.public and the webfinger.oidc_discovery settings: clients expect one origin.",
    ),
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

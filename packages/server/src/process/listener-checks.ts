/** What a listener checks and sends, from the settings. */

import {
  isDevelopment,
  proxyTerminatesTls,
  requiresAuthentication,
  terminatingProxies,
  type TlsListener,
  trustedProxies,
} from "../config/derived.ts";
import { isLoopback } from "../config/loopback.ts";
import type { Config } from "../config/settings.ts";
import type { HandlerOptions } from "../http/handler.ts";
import { certificateFromHeader } from "../http/middleware/client-certificate.ts";
import type { CorsSettings } from "../http/middleware/cors.ts";
import { createCrossSiteCheck, type CrossSiteCheck } from "../http/middleware/cross-site.ts";
import { createHostCheck, type HostCheck } from "../http/middleware/host.ts";
import { createTlsCheck, type TlsCheck } from "../http/middleware/tls.ts";
import { type AddressPredicate, readNetworks } from "../limits/networks.ts";
import { parseOrigins } from "../oauth/client/cors-origins.ts";

/** Where callers need not authenticate, only this machine may call, and no web page that its browser shows. */
export function adminHostCheck(config: Config): HostCheck | undefined {
  if (requiresAuthentication(config)) return undefined;
  const own = URL.parse(config["urls.self.admin"] ?? "")?.hostname;
  return createHostCheck(own === undefined ? [] : [own]);
}

/** The check of plain requests; undefined where no proxy terminates TLS. */
export function tlsCheck(config: Config, listener: TlsListener): TlsCheck | undefined {
  if (!proxyTerminatesTls(config, listener)) return undefined;
  const allow_termination_from = terminatingProxies(config, listener);
  const trusts_loopback = listener === "admin" && isLoopback(config["serve.admin.host"]);
  return createTlsCheck({ allow_termination_from, trusts_loopback });
}

/** RFC 6797. Without includeSubDomains: subdomains of the issuer's host may belong to other services. */
export function strictTransport(url: string | undefined, config: Config): string | undefined {
  const { protocol, hostname = "" } = URL.parse(url ?? "") ?? {};
  const max_age = config["serve.hsts.max_age"];
  if (protocol !== "https:" || max_age === 0) return undefined;
  return isDevelopment(config) || isLoopback(hostname) ? undefined : `max-age=${max_age}`;
}

/** Against requests that web pages of other origins send to the admin listener. */
export function adminCrossSiteCheck(config: Config): CrossSiteCheck {
  const { enabled, allowed_origins } = adminCorsSettings(config);
  const origins = parseOrigins(allowed_origins);
  return createCrossSiteCheck({
    own_origin: URL.parse(config["urls.self.admin"] ?? "")?.origin,
    allowsOrigin: (origin) => enabled && (origins.everyone || origins.includes(origin)),
  });
}

/**
 * Where callers need not authenticate, `*` (the default of `allowed_origins`) allows no origin: otherwise every web page in a browser on this
 * machine could use the admin API and read private keys.
 */
export function adminCorsSettings(config: Config): CorsSettings {
  const settings = corsSettings(config, "admin");
  if (requiresAuthentication(config)) return settings;
  return { ...settings, allowed_origins: settings.allowed_origins.filter((one) => one !== "*") };
}

/** The proxies whose forwarded headers are believed; undefined when there are none. */
export function trustedProxyCheck(
  config: Config,
  listener: TlsListener,
): AddressPredicate | undefined {
  const networks = trustedProxies(config, listener);
  return networks.length === 0 ? undefined : readNetworks(networks);
}

/** Where TLS client certificates come from. A header counts only where no certificate of a connection does, and the reverse. */
export function certificateSource(config: Config): HandlerOptions["certificateOf"] {
  switch (config["serve.mtls.certificates"]) {
    case "off":
      return undefined;
    case "tls":
      return ({ certificate }) => certificate;
    case "header":
      return certificateFromHeader({
        name: config["serve.mtls.header.name"],
        format: config["serve.mtls.header.format"],
        is_chain_verified: config["serve.mtls.header.chain_verified"],
        isTrustedProxy: readNetworks(trustedProxies(config, "public")),
      });
  }
}

/** RFC 9449 §4.1, §8.2: adds the headers of DPoP, without which scripts could not use it, to those that an operator listed. */
export function publicCorsSettings(config: Config): CorsSettings {
  const settings = corsSettings(config, "public");
  return {
    ...settings,
    allowed_headers: withAll(settings.allowed_headers, ["DPoP"]),
    exposed_headers: withAll(settings.exposed_headers, ["DPoP-Nonce", "WWW-Authenticate"]),
  };
}

function withAll(listed: readonly string[], added: readonly string[]): readonly string[] {
  const known = new Set(listed.map((name) => name.toLowerCase()));
  return [...listed, ...added.filter((name) => !known.has(name.toLowerCase()))];
}

function corsSettings(config: Config, listener: "public" | "admin"): CorsSettings {
  return {
    enabled: config[`serve.${listener}.cors.enabled`],
    allowed_origins: config[`serve.${listener}.cors.allowed_origins`],
    allowed_methods: config[`serve.${listener}.cors.allowed_methods`],
    allowed_headers: config[`serve.${listener}.cors.allowed_headers`],
    exposed_headers: config[`serve.${listener}.cors.exposed_headers`],
    allow_credentials: config[`serve.${listener}.cors.allow_credentials`],
    max_age: config[`serve.${listener}.cors.max_age`],
  };
}

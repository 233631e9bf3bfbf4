/** What follows from several settings together. */

import { availableParallelism } from "node:os";
import { keepsInMemory } from "./dsn.ts";
import { isLoopback } from "./loopback.ts";
import type { Config } from "./settings.ts";

/** Whether the server runs for development: an http issuer on loopback, or `dev`. */
export function isDevelopment(config: Config): boolean {
  if (config.dev) return true;
  const issuer = new URL(config["urls.self.issuer"]);
  return issuer.protocol === "http:" && isLoopback(issuer.hostname);
}

/** The number of processes that share the listeners. */
export function countWorkers(config: Config): number {
  const configured = config["serve.workers"];
  if (configured !== undefined) return configured;
  return isDevelopment(config) || keepsInMemory(config.dsn) ? 1 : availableParallelism();
}

/** The listeners whose TLS is set by itself. The others are like the public one. */
export type TlsListener = "public" | "admin";

/** Whether a listener serves TLS. */
export function terminatesTls(config: Config, listener: TlsListener): boolean {
  if (config["dangerous-force-http"]) return false;
  const enabled = enabledTls(config, listener);
  return enabled ?? !(servesPlainHttp(config) || proxyTerminatesTls(config, listener));
}

/** Whether plain requests are accepted only from proxies that terminate TLS. */
export function proxyTerminatesTls(config: Config, listener: TlsListener): boolean {
  if (servesPlainHttp(config) || enabledTls(config, listener) !== undefined) return false;
  return terminatingProxies(config, listener).length > 0;
}

/** The proxies that terminate TLS for a listener. */
export function terminatingProxies(config: Config, listener: TlsListener): readonly string[] {
  return (
    config[`serve.${listener}.tls.allow_termination_from`] ??
    config["serve.tls.allow_termination_from"]
  );
}

/** The proxies whose forwarded headers a listener believes: those of the setting, and those that terminate its TLS. */
export function trustedProxies(config: Config, listener: TlsListener): readonly string[] {
  return [...config["serve.trusted_proxies"], ...terminatingProxies(config, listener)];
}

function enabledTls(config: Config, listener: TlsListener): boolean | undefined {
  return config[`serve.${listener}.tls.enabled`] ?? config["serve.tls.enabled"];
}

/** Whether TLS is not required: with an http issuer in development, or with `dangerous-force-http`. */
function servesPlainHttp(config: Config): boolean {
  if (config["dangerous-force-http"]) return true;
  return isDevelopment(config) && config["urls.self.issuer"].startsWith("http:");
}

/** The secrets of cookies: the first signs. Keys are derived per purpose, so cookies and tokens never share one. */
export function cookieSecrets(config: Config): readonly string[] {
  const own = config["secrets.cookie"];
  return own.length > 0 ? own : config["secrets.system"];
}

/** Whether every caller of the admin listener must authenticate. */
export function requiresAuthentication(config: Config): boolean {
  return config["serve.admin.api_keys"].length > 0 || config["serve.admin.require_authentication"];
}

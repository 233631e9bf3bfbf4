import { isDevelopment, requiresAuthentication, terminatesTls, trustedProxies } from "./derived.ts";
import { keepsInMemory, readDsn } from "./dsn.ts";
import { findRotationProblems } from "./key-rotation.ts";
import { isLoopback } from "./loopback.ts";
import type { Problem } from "./problem.ts";
import type { Config } from "./settings.ts";

/** Which listeners a server runs. */
export type Planes = "all" | "public" | "admin";

/** Problems between settings that are each valid. Empty when a server may start with them. */
export function checkConfig(config: Config, planes: Planes = "all"): readonly Problem[] {
  return rules.flatMap((rule) => rule(config, planes) ?? []);
}

type Rule = (config: Config, planes: Planes) => Problem | readonly Problem[] | undefined;

const rules: readonly Rule[] = [
  function requireTlsBeyondLoopback(config, planes) {
    const listener = openListener(config, planes);
    if (listener === undefined || config["dangerous-force-http"]) return undefined;
    if (new URL(config["urls.self.issuer"]).protocol === "https:") return undefined;
    return {
      key: "urls.self.issuer",
      message: `must begin with https://, because ${listener} can be reached from other machines: change one of the two, or set dangerous-force-http if the network between is trusted`,
    };
  },
  function requireApiKeys(config, planes) {
    const host = config["serve.admin.host"];
    if (planes === "public" || isLoopback(host)) return undefined;
    if (requiresAuthentication(config)) return undefined;
    return {
      key: "serve.admin.api_keys",
      message: `must not be empty, because serve.admin.host (${host}) can be reached from other machines: add what latchkey api-keys create --scope prints, set serve.admin.require_authentication, or listen on 127.0.0.1`,
    };
  },
  function requirePairwiseSalt(config) {
    if (!config["oidc.subject_identifiers.supported_types"].includes("pairwise")) return undefined;
    const salt = config["oidc.subject_identifiers.pairwise.salt"] ?? "";
    if (salt.length >= 8) return undefined;
    return {
      key: "oidc.subject_identifiers.pairwise.salt",
      message:
        "must have at least 8 characters, because oidc.subject_identifiers.supported_types has pairwise: set it once and never change it",
    };
  },
  function demoInDevelopmentOnly(config) {
    if (!config.demo || isDevelopment(config)) return undefined;
    return {
      key: "demo",
      message:
        "must be off outside development, because the password of the demo account is public: create accounts with latchkey accounts create",
    };
  },
  function requireSharedSecrets(config) {
    if (readDsn(config.dsn)?.kind !== "postgres" || config["secrets.system"].length > 0) {
      return undefined;
    }
    return {
      key: "secrets.system",
      message:
        "must be set, because all servers on one PostgreSQL need the same secrets: generate one with openssl rand -hex 32",
    };
  },
  function replicasOfPostgres(config) {
    const isPostgres = (dsn: string): boolean => readDsn(dsn)?.kind === "postgres";
    const { dsn, dsn_replicas } = config;
    if (dsn_replicas.length === 0 || [dsn, ...dsn_replicas].every(isPostgres)) return undefined;
    return {
      key: "dsn_replicas",
      message:
        "must name replicas of the PostgreSQL in dsn, as postgres://user@host/database: leave it out with another database",
    };
  },
  function oneProcessInMemory(config) {
    if ((config["serve.workers"] ?? 1) === 1 || !keepsInMemory(config.dsn)) return undefined;
    return {
      key: "serve.workers",
      message:
        "must be 1, because dsn is memory, which processes cannot share: use a file or PostgreSQL, or leave serve.workers out",
    };
  },
  function oneProcessInDemo(config) {
    if ((config["serve.workers"] ?? 1) === 1 || !config.demo) return undefined;
    return { key: "serve.workers", message: "must be 1 with demo: leave one of them out" };
  },
  function takeCertificatesFromOwnTls(config) {
    if (config["serve.mtls.certificates"] !== "tls") return undefined;
    if (terminatesTls(config, "public")) return undefined;
    return {
      key: "serve.mtls.certificates",
      message:
        "must not be tls, because this server does not terminate TLS: use header, and let the proxy send the client certificate",
    };
  },
  function openCertificatePortForTls(config) {
    if (config["serve.mtls.port"] === undefined || config["serve.mtls.certificates"] === "tls")
      return undefined;
    return {
      key: "serve.mtls.port",
      message: "needs serve.mtls.certificates: tls, because no other port requests certificates",
    };
  },
  function takeCertificatesFromTrustedProxies(config) {
    if (config["serve.mtls.certificates"] !== "header") return undefined;
    if (trustedProxies(config, "public").length > 0) return undefined;
    return {
      key: "serve.mtls.certificates",
      message:
        "must not be header without serve.trusted_proxies: list the proxies whose header is believed",
    };
  },
  function completeTokenHooks(config) {
    const hooks = ["oauth2.token_hook", "oauth2.refresh_token_hook"] as const;
    return hooks.flatMap((hook) => findHookProblem(hook, config) ?? []);
  },
  findRotationProblems,
  function nameAuthoritiesOnce(config) {
    if (given(config["serve.mtls.ca.path"], config["serve.mtls.ca.base64"]) <= 1) return undefined;
    return { key: "serve.mtls.ca", message: "must be given as path or as base64, not both" };
  },
  function pairKeyWithCertificate(config) {
    const sections = ["serve.tls", "serve.public.tls", "serve.admin.tls"] as const;
    return sections.flatMap((section) => {
      const key = given(config[`${section}.key.path`], config[`${section}.key.base64`]);
      const cert = given(config[`${section}.cert.path`], config[`${section}.cert.base64`]);
      if (key === cert && key <= 1) return [];
      const message =
        "needs one key and one certificate: give each as path or as base64, not both and not neither";
      return [{ key: section, message }];
    });
  },
];

function findHookProblem(
  hook: "oauth2.token_hook" | "oauth2.refresh_token_hook",
  config: Config,
): Problem | undefined {
  const value = config[`${hook}.auth.config.value`];
  const place = config[`${hook}.auth.config.in`];
  const name = config[`${hook}.auth.config.name`];
  const parts = given(config[`${hook}.auth.type`], place, name, value);
  if (parts > 0 && config[`${hook}.url`] === undefined)
    return { key: `${hook}.url`, message: `must be set, because ${hook}.auth is` };
  if (parts > 0 && parts < 4) {
    const message = "needs type and config.in, config.name and config.value, or nothing of them";
    return { key: `${hook}.auth`, message };
  }
  // RFC 6265 §4.1.1
  if (place === "cookie" && /[\s",;\\]/.test(value ?? "")) {
    const message = "must not have spaces, quotes, commas, semicolons or backslashes in a cookie";
    return { key: `${hook}.auth.config.value`, message };
  }
  return undefined;
}

function openListener(config: Config, planes: Planes): string | undefined {
  const hosts = {
    "serve.public.host": planes === "admin" ? undefined : config["serve.public.host"],
    "serve.admin.host": planes === "public" ? undefined : config["serve.admin.host"],
  };
  const open = Object.entries(hosts).find(([, host]) => host !== undefined && !isLoopback(host));
  return open && `${open[0]} (${open[1]})`;
}

function given(...values: readonly (string | undefined)[]): number {
  return values.filter((value) => value !== undefined).length;
}

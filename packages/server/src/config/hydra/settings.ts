import { tracingNames } from "./tracing.ts";
import type { SettingsTable } from "../settings.ts";

/** Settings of Ory Hydra, v1.9 to 26.2, that have another name here. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["oidc.subject_identifiers.enabled", "oidc.subject_identifiers.supported_types"],
  // A hook may be written as its URL alone.
  ["oauth2.token_hook", "oauth2.token_hook.url"],
  ["oauth2.refresh_token_hook", "oauth2.refresh_token_hook.url"],
  ["serve.public.request_log.disable_for_health", "serve.public.access_log.disable_for_health"],
  ["serve.admin.request_log.disable_for_health", "serve.admin.access_log.disable_for_health"],
]);

const cookies = "the names and paths of cookies are fixed";
const fileSocket = "a Unix socket has the mode that the umask gives it";
const traces =
  "traces go out by OTLP alone, which Jaeger and Zipkin collectors can receive: set tracing.otlp_endpoint";
const userCodes = "user codes are eight consonants";
const identityProvider = "the login app ends sessions of its own";
const hashing = "chosen secrets are hashed with argon2id";

/**
 * Settings of Ory Hydra without an effect here, each with what applies instead. A `.*` at the end covers all settings below.
 * A line is removed when the setting is added here.
 */
const withoutEffect: Readonly<Record<string, string>> = {
  profiling: "use node --cpu-prof and --heap-prof",
  "cgroups.v1.auto_max_procs_enabled": "set serve.workers",
  "sqa.opt_out": "nothing is reported",
  "sqa-opt-out": "nothing is reported",
  "feature_flags.*": "there are none",
  "db.ignore_unknown_table_columns": "a newer schema is always tolerated",
  "hsm.*": "keys are encrypted in the database",
  "log.redaction_text": "the mask of secrets is fixed",
  "serve.public.base_url": "set urls.self.public",
  "serve.admin.base_url": "set urls.self.admin",
  "serve.public.socket.*": fileSocket,
  "serve.admin.socket.*": fileSocket,
  "serve.public.cors.options_passthrough": "preflights are answered here",
  "serve.admin.cors.options_passthrough": "preflights are answered here",
  "serve.public.cors.debug": "set log.level",
  "serve.admin.cors.debug": "set log.level",
  "serve.cookies.same_site_legacy_workaround": "the browsers that needed it are gone",
  "serve.cookies.names.*": cookies,
  "serve.cookies.paths.*": cookies,
  "serve.cookies.domain": "cookies are for the host of the issuer only",
  "serve.cookies.secure": "cookies are secure where the issuer is https",
  "urls.identity_provider.*": identityProvider,
  "ttl.authentication_session": "remember_for decides it, up to 400 days",
  "oauth2.include_legacy_error_fields": "errors have error, error_description and status_code",
  "oauth2.session.encrypt_at_rest": "stored sessions are always encrypted",
  "oauth2.hashers.algorithm": hashing,
  "oauth2.hashers.bcrypt.cost": hashing,
  "oauth2.hashers.pbkdf2.iterations": hashing,
  "oauth2.grant.refresh_token.rotation_grace_reuse_count":
    "within rotation_grace_period a refresh token may be repeated any number of times",
  "oauth2.device_authorization.user_code.*": userCodes,
  "oidc.dynamic_client_registration.enabled": "set oauth2.registration.mode",
  "secrets.pagination": "pages have no secrets",
  "clients.http.disallow_private_ip_ranges":
    "always on outside development, but for what outbound.allow lists",
  "clients.http.private_ip_exception_urls": "set outbound.allow to their hosts",
  "tracing.provider": traces,
  "tracing.providers.*": traces,
};

/** The meaning of a setting of Ory Hydra that is not a setting here; undefined for any other key. */
export function readHydraKey(
  key: string,
  table: SettingsTable,
): { readonly same_as: string } | { readonly instead: string } | undefined {
  const same_as = renamed.get(key);
  if (same_as !== undefined) return { same_as };
  const instead = explanationOf(key, table);
  return instead === undefined ? undefined : { instead };
}

/**
 * The setting of Ory Hydra that an environment variable sets, if it is not a setting here. Names of a single section, such as
 * VERSION and HSM_PIN, are left alone: other programs use them.
 */
export function readHydraVariable(name: string, table: SettingsTable): string | undefined {
  if (table.keys.some((key) => table.environmentName(key) === name)) return undefined;
  const exact = hydraNames.get(name);
  if (exact !== undefined) return exact;
  for (const [prefix, section] of hydraSections)
    if (name.startsWith(prefix)) return `${section}.${name.slice(prefix.length).toLowerCase()}`;
  return undefined;
}

const nested = [
  ...renamed.keys(),
  ...tracingNames,
  "tracing.service_name", // Here that of OpenTelemetry, OTEL_SERVICE_NAME.
  ...Object.keys(withoutEffect),
].filter((key) => key.replace(/\.\*$/, "").includes("."));
const hydraNames: ReadonlyMap<string, string> = new Map(
  nested.filter((key) => !key.endsWith(".*")).map((key) => [variableOf(key), key]),
);
const hydraSections: readonly (readonly [prefix: string, section: string])[] = nested
  .filter((key) => key.endsWith(".*"))
  .map((key) => [variableOf(key.slice(0, -1)), key.slice(0, -2)]);

function variableOf(key: string): string {
  return key.toUpperCase().replaceAll(/[.-]/g, "_");
}

/** Whether a key is a section of Ory Hydra's settings. */
export function isHydraSection(key: string): boolean {
  const names = [...renamed.keys(), ...Object.keys(withoutEffect)];
  return names.some((name) => name.startsWith(`${key}.`));
}

function explanationOf(key: string, table: SettingsTable): string | undefined {
  if (table.has(key)) return undefined;
  if (Object.hasOwn(withoutEffect, key)) return withoutEffect[key];
  for (let end = key.lastIndexOf("."); end > 0; end = key.lastIndexOf(".", end - 1)) {
    const section = `${key.slice(0, end)}.*`;
    if (Object.hasOwn(withoutEffect, section)) return withoutEffect[section];
  }
  return undefined;
}

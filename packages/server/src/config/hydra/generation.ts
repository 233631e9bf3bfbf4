import type { Assignment } from "../assignment.ts";
import type { SettingsTable } from "../settings.ts";

/** The generation of Ory Hydra that settings were written for, and the setting it follows from. */
export interface HydraGeneration {
  readonly generation: 1 | 2 | undefined;
  /** The setting that only this generation has; undefined where there is none. */
  readonly key: string | undefined;
  readonly source: string | undefined;
}

/** Settings that v1.8 to v1.11 have and v2 refuses. */
const onlyV1 = [
  "dangerous-allow-insecure-redirect-urls",
  "dangerous-force-http",
  "oauth2.include_legacy_error_fields",
  "oidc.subject_identifiers.enabled",
  "tracing.providers.jaeger.propagation",
  "tracing.providers.jaeger.sampling.type",
  "tracing.providers.jaeger.sampling.value",
];

/**
 * Settings and sections that 2.0 to 26.2 have and v1 refuses. `dev` is not among them: start scripts of all kinds set it, and
 * an https issuer on localhost is what it is for.
 */
const onlyV2 = [
  "clients.http",
  "db",
  "feature_flags",
  "oauth2.device_authorization",
  "oauth2.grant.refresh_token",
  "oauth2.hashers.algorithm",
  "oauth2.hashers.pbkdf2",
  "oauth2.mirror_top_level_claims",
  "oauth2.refresh_token_hook.auth",
  "oauth2.refresh_token_hook.url",
  "oauth2.token_hook",
  "secrets.pagination",
  "serve.admin.base_url",
  "serve.admin.request_log",
  "serve.cookies.domain",
  "serve.cookies.names",
  "serve.cookies.paths",
  "serve.cookies.secure",
  "serve.public.base_url",
  "serve.public.request_log",
  "strategies.jwt.scope_claim",
  "tracing.deployment_environment",
  "tracing.providers.jaeger.sampling.trace_id_ratio",
  "tracing.providers.otlp",
  "tracing.providers.zipkin.sampling",
  "ttl.authentication_session",
  "ttl.device_user_code",
  "urls.device",
  "urls.identity_provider",
  "urls.registration",
  "urls.self.admin",
  "webfinger.oidc_discovery.device_authorization_url",
];

/**
 * The generation that settings of files and of the environment were written for: by `version`, else by settings that only one
 * of the two has. Each refuses those of the other, so where there are both, the default that protects more counts: that of v1.
 */
export function findGeneration(
  assignments: readonly Assignment[],
  table: SettingsTable,
): HydraGeneration {
  const version = assignments.findLast(({ key }) => key === "version");
  const major = Number(/^v?(\d+)\./.exec(String(version?.value))?.[1]);
  if (major >= 1)
    return { generation: major === 1 ? 1 : 2, key: "version", source: version?.source };
  const first = firstWithin(assignments, onlyV1);
  const second =
    firstWithin(
      assignments.filter(({ key }) => !table.has(key)),
      onlyV2,
    ) ?? firstWithin(assignments, onlyV2);
  const found = first ?? second;
  const generation = first === undefined ? 2 : 1;
  return { generation: found && generation, key: found?.key, source: found?.source };
}

/**
 * What v2 does where `serve.tls.enabled` is not set: plain listeners. A setting that Latchkey has too may be one of its own
 * file, so it tells nothing where the file says something about TLS.
 */
export function defaultTls(
  { generation, key }: HydraGeneration,
  assignments: readonly Assignment[],
  table: SettingsTable,
): Assignment | undefined {
  if (generation !== 2 || key === undefined) return undefined;
  if (table.has(key) && assignments.some(({ key: one }) => TLS_SETTING.test(one))) return undefined;
  const reason = key === "version" ? "by version" : `which alone has ${key}`;
  return { key: "serve.tls.enabled", value: false, source: `${AS_IN_HYDRA} v2, ${reason}` };
}

/** How the source of a default begins that is Hydra's. */
export const AS_IN_HYDRA = "as in Ory Hydra";

const TLS_SETTING = /^serve\.((public|admin)\.)?tls\./;

function firstWithin(
  assignments: readonly Assignment[],
  names: readonly string[],
): Assignment | undefined {
  return assignments.find(({ key }) =>
    names.some((name) => key === name || key.startsWith(`${name}.`)),
  );
}

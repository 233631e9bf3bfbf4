import { writeFileSync } from "node:fs";
import { type Facts, isSecondGeneration } from "./facts.ts";

/** Writes the settings file that the other server had. JSON is YAML, and this command reads it as such. */
export function writeHydraSettings(path: string, facts: Facts, dsn: string): void {
  writeFileSync(path, JSON.stringify(hydraSettings(facts, dsn), undefined, 2));
}

function hydraSettings(facts: Facts, dsn: string): unknown {
  const { settings } = facts;
  const { secrets, ttl, urls } = settings;
  const isSecond = isSecondGeneration(facts);
  const minor = Number(/^v\d+\.(\d+)/.exec(settings.version)?.[1]);
  const grace = settings.refresh_token_rotation_grace;
  const types = settings.subject_types.split(",");
  return {
    version: settings.version,
    dsn,
    urls: { self: { issuer: settings.issuer }, ...urls },
    secrets: { system: secrets.system, ...(secrets.cookie !== null && { cookie: secrets.cookie }) },
    ...(!isSecond &&
      settings.issuer.startsWith("https:") && {
        serve: { tls: { allow_termination_from: ["127.0.0.1/32"] } },
      }),
    ttl: {
      access_token: ttl.access,
      refresh_token: ttl.refresh,
      id_token: ttl.id,
      auth_code: ttl.code,
      login_consent_request: ttl.flow,
      ...(isSecond && { authentication_session: ttl.session, device_user_code: ttl.device }),
    },
    oidc: {
      subject_identifiers: {
        [isSecond ? "supported_types" : "enabled"]: types,
        ...(settings.pairwise_salt !== null && { pairwise: { salt: settings.pairwise_salt } }),
      },
      ...((isSecond || minor >= 11) && { dynamic_client_registration: { enabled: true } }),
    },
    strategies: { access_token: settings.access_token_strategy },
    oauth2: {
      session: { encrypt_at_rest: settings.encrypt_session_data },
      ...(grace !== undefined && {
        grant: {
          refresh_token: {
            rotation_grace_period: grace.period,
            rotation_grace_reuse_count: grace.reuse_count,
          },
        },
      }),
    },
  };
}

/** What an operator adds for clients that rely on it; each of them is off without it. */
export const ownSettings = {
  "oauth2.registration.mode": "open",
  "oidc.rat_claim": true,
  "serve.limits.drain_delay": "0s",
  "limits.rate.authorizations": 0,
} as const;

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { identityPages } from "@latchkey/api";
import { standardFeatures } from "../../features/standard.ts";
import type { Config } from "../settings.ts";
import { renderConfig } from "../effective.ts";
import { readHydraKey } from "./settings.ts";
import { checkConfig, loadConfig, standardSettings } from "../../process/composed-config.ts";
import type { LoadedConfig } from "../load.ts";
import { describeProblem, type Problem } from "../problem.ts";
import { findStrayVariables } from "../stray-variables.ts";

function load(yaml: string, strict = false) {
  return loadConfig({ files: ["hydra.yml"], read: () => yaml, strict });
}

function loaded(yaml: string): LoadedConfig {
  const result = load(yaml);
  assert.ok(result.ok, result.ok ? "" : result.error.map(describeProblem).join("\n"));
  return result.value;
}

function skippedOf({ skipped }: LoadedConfig): readonly (string | undefined)[] {
  return skipped.map(({ key }) => key);
}

/** The smallest file of its tutorials. */
const QUICK_START = `
serve:
  cookies:
    same_site_mode: Lax
urls:
  self:
    issuer: http://127.0.0.1:4444
  consent: http://127.0.0.1:3000/consent
  login: http://127.0.0.1:3000/login
  logout: http://127.0.0.1:3000/logout
secrets:
  system:
    - a-secret-of-your-own-choice
oidc:
  subject_identifiers:
    supported_types: [pairwise, public]
    pairwise:
      salt: a-salt-of-your-own-choice
`;

/** A file for v1.9 to v1.11 behind a proxy, with nearly every section. */
const PRODUCTION_V1 = `
version: v1.11.8
dsn: postgres://hydra:secret@db.internal:5432/hydra?sslmode=verify-full
log:
  level: warning
  format: json_pretty
  leak_sensitive_values: false
serve:
  public:
    port: 4444
    host: localhost
    cors:
      enabled: true
      allowed_origins: [https://example.com, "https://*.example.com"]
      allowed_methods: [POST, GET, PUT, PATCH, DELETE]
      allowed_headers: [Authorization]
      exposed_headers: [Content-Type]
      allow_credentials: true
      options_passthrough: false
      max_age: 0
      debug: false
    socket: { owner: hydra, group: hydra, mode: 493 }
    access_log: { disable_for_health: true }
  admin:
    port: 4445
    host: localhost
    cors: { enabled: false }
  tls:
    allow_termination_from: [127.0.0.1/32]
  cookies:
    same_site_mode: Lax
    same_site_legacy_workaround: true
urls:
  self: { issuer: https://id.example.com/, public: https://id.example.com/ }
  login: https://login.example.com/login
  consent: https://login.example.com/consent
  logout: https://login.example.com/logout
  error: https://login.example.com/error
  post_logout_redirect: https://www.example.com/
strategies: { scope: DEPRECATED_HIERARCHICAL_SCOPE_STRATEGY, access_token: opaque }
ttl:
  login_consent_request: 1h
  access_token: 1h
  refresh_token: -1
  id_token: 1h
  auth_code: 10m
oauth2:
  expose_internal_errors: false
  include_legacy_error_fields: true
  session: { encrypt_at_rest: true }
  hashers: { bcrypt: { cost: 10 } }
  pkce: { enforced: false, enforced_for_public_clients: true }
  client_credentials: { default_grant_allowed_scope: false }
oidc:
  subject_identifiers: { enabled: [public] }
  dynamic_client_registration: { enabled: true, default_scope: [openid, offline] }
webfinger:
  jwks: { broadcast_keys: [hydra.openid.id-token] }
  oidc_discovery:
    client_registration_url: https://id.example.com/clients
    supported_claims: [email, username]
    supported_scope: [email]
    userinfo_url: https://id.example.com/userinfo
secrets:
  system: [this-is-the-primary-secret, this-is-an-old-secret]
  cookie: [this-is-the-cookie-secret]
profiling: cpu
tracing:
  service_name: hydra
  provider: jaeger
  providers:
    jaeger: { local_agent_address: 127.0.0.1:6831, sampling: { type: const, value: 1 } }
    zipkin:
cgroups: { v1: { auto_max_procs_enabled: true } }
`;

/** A file for 2.x. */
const PRODUCTION_V2 = `
dsn: cockroach://root@db.internal:26257/hydra?max_conns=20&sslmode=disable&max_idle_conns=4
dev: true
log: { level: info, format: json, redaction_text: "[gone]" }
serve:
  public:
    port: 4444
    request_log: { disable_for_health: true }
    tls: { enabled: false, cert: { path: /x.pem }, key: { path: /y.pem } }
    base_url: https://id.example.com
  admin:
    request_log: { disable_for_health: true }
  tls: { enabled: false }
  cookies:
    same_site_mode: Lax
    domain: example.com
    names: { login_csrf: a, consent_csrf: b, device_csrf: c, session: d }
    paths: { session: / }
    secure: true
urls:
  self: { issuer: http://127.0.0.1:4444, admin: http://127.0.0.1:4445 }
  login: http://127.0.0.1:3000/login
  registration: http://127.0.0.1:3000/registration
  device: { verification: http://127.0.0.1:3000/device, success: http://127.0.0.1:3000/done }
  identity_provider: { url: http://kratos, headers: { Authorization: Bearer x } }
ttl: { access_token: 1h30m, authentication_session: 720h, device_user_code: 10m }
strategies: { scope: exact, access_token: jwt }
oauth2:
  allowed_top_level_claims: [role]
  mirror_top_level_claims: true
  exclude_not_before_claim: true
  hashers: { algorithm: pbkdf2, pbkdf2: { iterations: 25000 } }
  grant:
    jwt: { jti_optional: true, iat_optional: true, max_ttl: 1h }
    refresh_token: { rotation_grace_period: 10s, rotation_grace_reuse_count: 2 }
  refresh_token_hook: https://example.com/hook
  token_hook:
    url: https://example.com/token-hook
    auth: { type: api_key, config: { in: header, name: X-API-Key, value: key-of-the-hook } }
  device_authorization: { token_polling_interval: 5s, user_code: { entropy_preset: high } }
oidc: { dynamic_client_registration: { enabled: true } }
webfinger: { oidc_discovery: { device_authorization_url: https://id.example.com/device } }
secrets: { system: [this-is-the-primary-secret], pagination: [this-is-another-secret] }
clients: { http: { disallow_private_ip_ranges: true, private_ip_exception_urls: [] } }
db: { ignore_unknown_table_columns: true }
hsm: { enabled: false, library: /x.so, pin: 1234, slot: 0, token_label: hydra }
sqa: { opt_out: true }
feature_flags: { anything: true }
tracing: { provider: otel, providers: { otlp: { server_url: "collector:4318", insecure: true } } }
`;

/** The problems of a server with built-in pages, which Hydra's settings need not name. */
function problemsOf(config: Config): readonly Problem[] {
  const loadCode = async () => ({ endpoints: {} });
  const withPages = { name: "pages", operations: {}, pages: identityPages, load: loadCode };
  return checkConfig(config, undefined, [...standardFeatures, withPages]);
}

describe("a settings file of Ory Hydra", () => {
  it("of the tutorials has no skipped setting, and starts a server", () => {
    const read = loaded(QUICK_START);
    assert.deepEqual(read.skipped, []);
    assert.deepEqual(problemsOf(read.config), []);
    assert.equal(load(QUICK_START, true).ok, true);
    assert.equal(read.config["serve.cookies.same_site_mode"], "Lax");
  });

  it("of v1 starts a server, and each setting without an effect is listed once", () => {
    const read = loaded(PRODUCTION_V1);
    assert.deepEqual(problemsOf(read.config), []);
    assert.deepEqual(skippedOf(read), [
      "serve.public.cors.options_passthrough",
      "serve.public.cors.debug",
      "serve.public.socket.owner",
      "serve.public.socket.group",
      "serve.public.socket.mode",
      "serve.cookies.same_site_legacy_workaround",
      "oauth2.include_legacy_error_fields",
      "oauth2.session.encrypt_at_rest",
      "oauth2.hashers.bcrypt.cost",
      "oidc.dynamic_client_registration.enabled",
      "profiling",
      "tracing.provider",
      "tracing.providers.jaeger.local_agent_address",
      "tracing.providers.jaeger.sampling.type",
      "tracing.providers.jaeger.sampling.value",
      "cgroups.v1.auto_max_procs_enabled",
    ]);
    assert.equal(read.config["log.level"], "warn");
    assert.equal(read.config["log.format"], "json");
    assert.equal(read.config["ttl.refresh_token"], "never");
    assert.equal(read.config["serve.public.access_log.disable_for_health"], true);
    assert.deepEqual(read.config["oidc.subject_identifiers.supported_types"], ["public"]);
    assert.equal(read.config["secrets.system"].length, 2);
  });

  it("of 2.x starts a server, and settings with another name here are read", () => {
    const read = loaded(PRODUCTION_V2);
    assert.deepEqual(problemsOf(read.config), []);
    assert.equal(read.config["serve.public.access_log.disable_for_health"], true);
    assert.equal(read.config["serve.admin.access_log.disable_for_health"], true);
    assert.deepEqual(read.config["oauth2.allowed_top_level_claims"], ["role"]);
    assert.equal(read.config["oauth2.exclude_not_before_claim"], true);
    assert.equal(read.config["oauth2.grant.refresh_token.rotation_grace_period"], 10);
    assert.equal(read.config.dsn, "postgres://root@db.internal:26257/hydra?sslmode=disable");
    assert.equal(read.config["oauth2.refresh_token_hook.url"], "https://example.com/hook");
    assert.equal(read.config["oauth2.token_hook.url"], "https://example.com/token-hook");
    assert.equal(read.config["oauth2.token_hook.auth.type"], "api_key");
    assert.equal(read.config["oauth2.token_hook.auth.config.in"], "header");
    assert.equal(read.config["oauth2.token_hook.auth.config.name"], "X-API-Key");
    assert.equal(read.config["oauth2.token_hook.auth.config.value"], "key-of-the-hook");
    assert.doesNotMatch(renderConfig(read), /key-of-the-hook/);
    assert.equal(read.config["serve.public.tls.key.path"], "/y.pem");
    assert.equal(read.config["tracing.otlp_endpoint"], "http://collector:4318");
    assert.ok(skippedOf(read).includes("hsm.pin"));
    assert.equal(new Set(skippedOf(read)).size, read.skipped.length);
  });

  it("may have a grace period of hours, of which five minutes count, as there", () => {
    const { config } = loaded(
      "oauth2: { grant: { refresh_token: { rotation_grace_period: 2h } } }",
    );
    assert.equal(config["oauth2.grant.refresh_token.rotation_grace_period"], 300);
  });

  it("is refused with --strict, every skipped setting by name", () => {
    for (const yaml of [PRODUCTION_V1, PRODUCTION_V2]) {
      const refused = load(yaml, true);
      assert.ok(!refused.ok);
      assert.deepEqual(refused.error, loaded(yaml).skipped);
    }
  });

  it("explains what applies instead of a skipped setting, and quotes no value of it", () => {
    const [skipped] = loaded("hsm: { pin: 1234 }").skipped;
    assert.equal(
      describeProblem(skipped ?? { message: "" }),
      "hsm.pin has no effect here: keys are encrypted in the database (set by hydra.yml).",
    );
  });

  it("is still refused where a setting is misspelt", () => {
    for (const yaml of [
      "serve: { cookies: { same_site_legacy_workarond: true } }",
      "urls: { self: { isuer: https://id.example.com } }",
      "profilng: cpu",
      "tracing: { provder: jaeger }",
      "serve: { publik: { port: 1 } }",
    ]) {
      const refused = load(yaml);
      assert.ok(!refused.ok, yaml);
      assert.match(describeProblem(refused.error[0] ?? { message: "" }), /is not a setting/);
    }
  });

  it("may leave sections empty", () => {
    assert.deepEqual(loaded("tracing:\n  providers:\nhsm:\nserve:\n  cookies:\n").skipped, []);
  });
});

describe("environment variables of Ory Hydra", () => {
  const read = (env: Readonly<Record<string, string>>): LoadedConfig => {
    const result = loadConfig({ env });
    assert.ok(result.ok, result.ok ? "" : result.error.map(describeProblem).join("\n"));
    return result.value;
  };

  it("without an effect are skipped as in a file, each with what applies instead", () => {
    const { skipped } = read({
      OIDC_DYNAMIC_CLIENT_REGISTRATION_ENABLED: "true",
      OAUTH2_SESSION_ENCRYPT_AT_REST: "true",
      SERVE_COOKIES_NAMES_LOGIN_CSRF: "a",
      OAUTH2_HASHERS_BCRYPT_COST: "",
    });
    assert.deepEqual(skipped.map(describeProblem).toSorted(), [
      "oauth2.session.encrypt_at_rest has no effect here: stored sessions are always encrypted (set by $OAUTH2_SESSION_ENCRYPT_AT_REST).",
      "oidc.dynamic_client_registration.enabled has no effect here: set oauth2.registration.mode (set by $OIDC_DYNAMIC_CLIENT_REGISTRATION_ENABLED).",
      "serve.cookies.names.login_csrf has no effect here: the names and paths of cookies are fixed (set by $SERVE_COOKIES_NAMES_LOGIN_CSRF).",
    ]);
  });

  it("with another name here are read", () => {
    const { config } = read({ SERVE_PUBLIC_REQUEST_LOG_DISABLE_FOR_HEALTH: "true" });
    assert.equal(config["serve.public.access_log.disable_for_health"], true);
  });

  it("name hooks, by the URL alone or with an API key", () => {
    const { config, skipped } = read({
      OAUTH2_TOKEN_HOOK: "https://example.com/hook",
      OAUTH2_REFRESH_TOKEN_HOOK_URL: "http://10.0.0.1/hook",
      OAUTH2_REFRESH_TOKEN_HOOK_AUTH_TYPE: "api_key",
      OAUTH2_REFRESH_TOKEN_HOOK_AUTH_CONFIG_IN: "cookie",
      OAUTH2_REFRESH_TOKEN_HOOK_AUTH_CONFIG_NAME: "key",
      OAUTH2_REFRESH_TOKEN_HOOK_AUTH_CONFIG_VALUE: "key-of-the-hook",
    });
    assert.deepEqual(skipped, []);
    assert.deepEqual(problemsOf(config), []);
    assert.equal(config["oauth2.token_hook.url"], "https://example.com/hook");
    assert.equal(config["oauth2.refresh_token_hook.url"], "http://10.0.0.1/hook");
    assert.equal(config["oauth2.refresh_token_hook.auth.config.in"], "cookie");
    assert.equal(config["oauth2.refresh_token_hook.auth.config.value"], "key-of-the-hook");
  });

  it("do not show the secrets of a hook in a problem or among the settings", () => {
    const bad = loadConfig({
      env: {
        OAUTH2_TOKEN_HOOK: '{"url":"https://example.com","auth":"s3cret"}',
        OAUTH2_REFRESH_TOKEN_HOOK_AUTH_CONFIG_VALUE: "s3cret\n",
      },
    });
    assert.ok(!bad.ok);
    assert.equal(bad.error.length, 2);
    assert.doesNotMatch(bad.error.map(describeProblem).join("\n"), /s3cret/);
    const shown = renderConfig(read({ OAUTH2_TOKEN_HOOK: "https://hook:s3cret@example.com/hook" }));
    assert.match(shown, /oauth2\.token_hook\.url: https:\/\/\*{8}@example\.com\/hook/);
    for (const url of [
      "https://example.com/hook?code=s3cret",
      "https:/hook:s3cret@example.com/hook?code=s3cret#s3cret",
    ]) {
      const text = renderConfig(read({ OAUTH2_TOKEN_HOOK: url }));
      assert.doesNotMatch(text, /s3cret/);
      assert.match(text, /oauth2\.token_hook\.url: .*example\.com\/hook\?\*{8}/);
    }
  });

  it("of one word are left alone: other programs use them", () => {
    assert.deepEqual(read({ VERSION: "7", PROFILING: "cpu", HSM_PIN: "1" }).skipped, []);
  });

  it("are not taken for misspelt settings", () => {
    const env = { OIDC_DYNAMIC_CLIENT_REGISTRATION_ENABLED: "true", SERVE_COOKIES_DOMAIN: "a.b" };
    assert.deepEqual(findStrayVariables(env, standardSettings), []);
  });
});

describe("the table of its settings", () => {
  it("has no key that is a setting here", () => {
    assert.equal(readHydraKey("urls.self.issuer", standardSettings), undefined);
  });

  for (const key of ["constructor", "__proto__", "toString", "constructor.x", "serve", ""]) {
    it(`does not have ${JSON.stringify(key)}`, () =>
      assert.equal(readHydraKey(key, standardSettings), undefined));
  }
});

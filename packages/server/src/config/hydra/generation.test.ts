import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { proxyTerminatesTls, terminatesTls } from "../derived.ts";
import { loadConfig } from "../../process/composed-config.ts";
import type { ConfigSources, LoadedConfig } from "../load.ts";
import { describeProblem } from "../problem.ts";

function load(yaml: string, from: ConfigSources = {}): LoadedConfig {
  const result = loadConfig({ files: ["hydra.yml"], read: () => yaml, ...from });
  assert.ok(result.ok, result.ok ? "" : result.error.map(describeProblem).join("\n"));
  return result.value;
}

const https = "urls: { self: { issuer: https://id.example.com } }\n";

type Row = readonly [title: string, yaml: string, generation: 1 | 2 | undefined];

describe("the generation of a settings file of Ory Hydra", () => {
  const rows: readonly Row[] = [
    ["nothing that tells", "", undefined],
    ["its version, v1", "version: v1.11.8", 1],
    ["its version, v2", "version: v2.2.0", 2],
    ["its version, 26", "version: v26.2.0", 2],
    ["a setting of v1 alone", "oauth2: { include_legacy_error_fields: true }", 1],
    [
      "a setting of v2 alone",
      "serve: { public: { request_log: { disable_for_health: true } } }",
      2,
    ],
    ["a section of v2 alone", "serve: { cookies: { names: { session: a } } }", 2],
    ["a hook by its URL", "oauth2: { token_hook: https://hooks.example.com }", 2],
    [
      "a setting that Latchkey shares with v2",
      "urls: { self: { admin: https://a.example.com } }",
      2,
    ],
    ["settings of v1 and of v2", "secrets: { pagination: [] }\ndangerous-force-http: true", 1],
    ["dev, which start scripts of all kinds set", "dev: true", undefined],
  ];
  for (const [title, yaml, generation] of rows) {
    it(`${title}: ${generation ?? "unknown"}`, () => {
      assert.equal(load(yaml).hydra.generation, generation);
    });
  }

  it("follows from the environment, and not from flags, which Hydra has not", () => {
    const env = { SERVE_COOKIES_DOMAIN: "example.com" };
    const { generation, key, source } = load("", { env }).hydra;
    assert.deepEqual(
      [generation, key, source],
      [2, "serve.cookies.domain", "$SERVE_COOKIES_DOMAIN"],
    );
    const flags = { "urls.registration": "https://login.example.com" };
    assert.equal(load("", { flags }).hydra.generation, undefined);
  });
});

type TlsRow = readonly [title: string, yaml: string, tls: boolean, checks_proxy: boolean];

describe("the listeners of a file with an https issuer", () => {
  const v2 = "secrets: { pagination: [] }\n";
  const proxy = "serve: { tls: { allow_termination_from: [10.0.0.0/8] } }\n";
  const pair = "serve: { tls: { key: { path: k }, cert: { path: c } } }\n";
  const weak = "ttl: { device_user_code: 10m }\n";
  const rows: readonly TlsRow[] = [
    ["of v1: TLS", "version: v1.9.2\n", true, false],
    ["of v1 that names a proxy: plain, from the proxy", `version: v1.9.2\n${proxy}`, false, true],
    ["of no generation: TLS", "", true, false],
    ["of v2: plain", v2, false, false],
    ["of v2 that names a proxy: plain", v2 + proxy, false, false],
    ["of v2 with a certificate that is not enabled: plain", v2 + pair, false, false],
    ["of v2 that enables TLS", `${v2}serve: { tls: { enabled: true } }`, true, false],
    [
      "that enables TLS and names a proxy: TLS",
      "serve: { tls: { enabled: true, allow_termination_from: [10.0.0.0/8] } }",
      true,
      false,
    ],
    ["that disables TLS", "serve: { tls: { enabled: false } }", false, false],
    ["with a setting that Latchkey shares with v2: plain", weak, false, false],
    ["with such a setting and a certificate: TLS", weak + pair, true, false],
    ["with such a setting and a proxy: plain, from the proxy", weak + proxy, false, true],
  ];
  for (const [title, yaml, tls, checks_proxy] of rows) {
    it(title, () => {
      const { config } = load(https + yaml);
      for (const listener of ["public", "admin"] as const) {
        assert.equal(terminatesTls(config, listener), tls);
        assert.equal(proxyTerminatesTls(config, listener), checks_proxy);
      }
    });
  }

  it("may differ: what one sets overrides what both share", () => {
    const { config } = load(
      `${https}serve: { tls: { enabled: true }, admin: { tls: { enabled: false } } }`,
    );
    assert.equal(terminatesTls(config, "public"), true);
    assert.equal(terminatesTls(config, "admin"), false);
  });

  it("may name other proxies each", () => {
    const { config } = load(
      `${https}serve: { tls: { allow_termination_from: [10.0.0.0/8] }, admin: { tls: { allow_termination_from: [] } } }`,
    );
    assert.equal(proxyTerminatesTls(config, "public"), true);
    assert.equal(terminatesTls(config, "admin"), true);
  });

  it("are plain whatever they say with dangerous-force-http", () => {
    const { config } = load(
      `${https}serve: { tls: { enabled: true } }\ndangerous-force-http: true`,
    );
    assert.equal(terminatesTls(config, "public"), false);
  });

  it("show among the settings that the default is that of Hydra v2, and why", () => {
    const { sources } = load(https + v2);
    assert.equal(
      sources["serve.tls.enabled"],
      "as in Ory Hydra v2, which alone has secrets.pagination",
    );
  });
});

describe("traces in a settings file of Ory Hydra", () => {
  const otel = (otlp: string): string =>
    `tracing: { provider: otel, providers: { otlp: ${otlp} } }`;

  it("go to the same collector, with the same header and sampling", () => {
    const { config, skipped } = load(
      `tracing:
  provider: otel
  service_name: Ory Hydra
  deployment_environment: staging
  providers:
    otlp: { server_url: "collector:4318", insecure: true, authorization_header: "Bearer a/b", sampling: { sampling_ratio: 0.5 } }`,
    );
    assert.deepEqual(skipped, []);
    assert.equal(config["tracing.otlp_endpoint"], "http://collector:4318");
    assert.deepEqual(config["tracing.otlp_headers"], [
      { name: "authorization", value: "Bearer a/b" },
    ]);
    assert.equal(config["tracing.sampling_ratio"], 0.5);
    assert.equal(config["tracing.service_name"], "Ory Hydra");
    assert.equal(config["tracing.deployment_environment"], "staging");
  });

  it("go by https unless the file says otherwise", () => {
    const { config } = load(otel('{ server_url: "[::1]:4318" }'));
    assert.equal(config["tracing.otlp_endpoint"], "https://[::1]:4318");
  });

  it("are set by the environment as well", () => {
    const { config, skipped } = load("", {
      env: {
        TRACING_PROVIDER: "otel",
        TRACING_SERVICE_NAME: "hydra",
        TRACING_PROVIDERS_OTLP_SERVER_URL: "collector:4318",
        TRACING_PROVIDERS_OTLP_INSECURE: "true",
        TRACING_PROVIDERS_OTLP_SAMPLING_SAMPLING_RATIO: "0.25",
      },
    });
    assert.deepEqual(skipped, []);
    assert.equal(config["tracing.otlp_endpoint"], "http://collector:4318");
    assert.equal(config["tracing.sampling_ratio"], 0.25);
    assert.equal(config["tracing.service_name"], "hydra");
  });

  it("go where the setting of this server says, if there is one", () => {
    const { config } = load(otel('{ server_url: "collector:4318" }'), {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: "https://other.example.com" },
    });
    assert.equal(config["tracing.otlp_endpoint"], "https://other.example.com");
  });

  it("go nowhere where another provider is chosen, or none", () => {
    for (const provider of ["jaeger", "zipkin"]) {
      const { config, skipped } = load(
        `tracing: { provider: ${provider}, providers: { otlp: { server_url: "collector:4318" }, jaeger: { local_agent_address: "a:6831" } } }`,
      );
      assert.equal(config["tracing.otlp_endpoint"], undefined);
      assert.deepEqual(
        skipped.map(({ key }) => key),
        [
          "tracing.provider",
          "tracing.providers.otlp.server_url",
          "tracing.providers.jaeger.local_agent_address",
        ],
      );
    }
    const none = load('tracing: { providers: { otlp: { server_url: "collector:4318" } } }');
    assert.equal(none.config["tracing.otlp_endpoint"], undefined);
  });

  it("are refused where the collector is malformed, by the name in the file and without its header", () => {
    const refused = loadConfig({
      files: ["hydra.yml"],
      read: () => otel('{ server_url: "a b", authorization_header: "s3cret" }'),
    });
    assert.ok(!refused.ok);
    assert.deepEqual(refused.error.map(describeProblem), [
      "tracing.otlp_endpoint must be a URL that begins with https:// or http:// (set by tracing.providers.otlp.server_url in hydra.yml).",
    ]);
  });
});
